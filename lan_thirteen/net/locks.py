"""Locks on open files, by which one running program keeps others away; the system frees them when it ends."""

from __future__ import annotations

import os
import sys
from typing import Final

FAR: Final = 1 << 30
"""A place in a file that nothing is ever written at: Windows lets nobody read or write what is locked."""

if sys.platform == "win32":
    import msvcrt

    def take_lock(descriptor: int, at: int = 0) -> bool:
        """Whether this open file now holds the lock at this place."""
        try:
            os.lseek(descriptor, at, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def take_lock(descriptor: int, at: int = 0) -> bool:  # here a file has one lock
        """Whether this open file now holds the lock at this place."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
