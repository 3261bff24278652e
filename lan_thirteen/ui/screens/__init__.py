"""Every other screen as a display: pure, without pygame."""
