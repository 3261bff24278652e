"""13 Leaves."""
