"""Ground floor: what a game is, how chance is drawn, what can go wrong."""
