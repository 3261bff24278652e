"""Players without a person: a view and the legal actions in, an action out."""
