"""What travels between two laptops, free of I/O."""
