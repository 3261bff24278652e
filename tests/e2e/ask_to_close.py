"""Asks a window to close, as a desktop does: ``ask_to_close.py WINDOW``. A screen without a desktop has nobody else."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

CLIENT_MESSAGE: Final = 33


class Message(ctypes.Structure):
    """XClientMessageEvent; X writes as much as its largest event takes."""

    _fields_ = (
        ("kind", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("is_sent", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 24),
    )


def main(window: int) -> None:
    """See above."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    protocols, delete = (x.XInternAtom(display, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    message = Message(kind=CLIENT_MESSAGE, window=window, type=protocols, format=32)
    message.data[0] = delete
    x.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(message))
    x.XCloseDisplay(display)


if __name__ == "__main__":
    main(int(sys.argv[1]))
