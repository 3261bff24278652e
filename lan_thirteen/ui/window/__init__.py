"""The window itself: pygame, and nothing that decides."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it would greet on standard output as it is loaded
