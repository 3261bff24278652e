"""Who is who: keys and signatures, free of I/O."""
