"""Three Thirteen."""
