"""Files and, later, sockets."""
