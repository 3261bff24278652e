"""The game in a terminal: numbered choices on standard input, sentences on standard output."""
