"""What a laptop finds out about a match by playing it again: rules, records and keys together, free of I/O."""
