"""A match as its records, free of I/O."""
