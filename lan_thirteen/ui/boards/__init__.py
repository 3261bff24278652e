"""The table of each game as a display: pure, without pygame."""
