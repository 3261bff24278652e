"""The window itself: pygame, and nothing that decides."""
