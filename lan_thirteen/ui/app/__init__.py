"""What the window knows and does: a model, and a pure function from what happens to the next one."""
