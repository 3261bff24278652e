"""The rules of each game, as pure functions over immutable states."""
