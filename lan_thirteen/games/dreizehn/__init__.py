"""Dreizehn."""
