"""Waiting for what nothing tells of."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


def eventually(holds: Callable[[], bool], timeout: float, pause: float = 0.02) -> None:
    """Look until it is so. Raises TimeoutError after so many seconds."""
    end = time.monotonic() + timeout
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError
        threading.Event().wait(pause)
