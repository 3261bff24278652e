"""What the lab asks of Linux itself: namespaces, devices without names in Python, and whether all of it is there."""

from __future__ import annotations

import ctypes
import os
import shutil
import socket
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final, Literal

from tests.lab.errors import LabError

if sys.platform == "linux":  # elsewhere tests of the lab must still be collected
    import fcntl

CLONE_NEWUTS: Final = 0x04000000
CLONE_NEWNET: Final = 0x40000000
TUNSETIFF: Final = 0x400454CA
SIOCETHTOOL: Final = 0x8946
OFFLOADS: Final = (0x1F, 0x24, 0x2C, 0x17)
"""ethtool's commands that set TSO, GSO, GRO and the sender's checksums."""
TUNNEL_MODES: Final = {"tun": 0x1001, "tap": 0x1002}
"""IFF_TUN or IFF_TAP, with IFF_NO_PI."""


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _must(status: int, what: str) -> None:
    if status:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def set_namespace(fd: int, kind: int) -> None:
    """Move the calling thread, and no other, into this namespace."""
    _must(_libc().setns(fd, kind), "setns")


def unshare(kinds: int) -> None:
    """Move the calling thread, and no other, into new namespaces of these kinds."""
    _must(_libc().unshare(kinds), "unshare")


def open_tunnel(name: str, mode: Literal["tun", "tap"]) -> int:
    """Make a device in the namespace of the calling thread; it is up as long as this descriptor is open."""
    fd = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        fcntl.ioctl(fd, TUNSETIFF, struct.pack("16sH22x", name.encode(), TUNNEL_MODES[mode]))
    except BaseException:
        os.close(fd)
        raise
    return fd


def no_offload(device: str) -> None:
    """Let this device, in the namespace of the calling thread, send every frame whole, with its checksum."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for command in OFFLOADS:
            value = ctypes.create_string_buffer(struct.pack("=II", command, 0))
            request = struct.pack("16sP16x", device.encode(), ctypes.addressof(value))
            fcntl.ioctl(control, SIOCETHTOOL, request)


@cache
def tool(name: str) -> str:
    """The path of a program of iproute2, also where only root's own PATH has it. Raises LabError if it is missing."""
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"))
    found = shutil.which(name, path=path)
    if found is None:
        raise LabError(f"the lab needs {name}; on Debian and Ubuntu: apt install iproute2")
    return found


def call(name: str, *arguments: str, given: str = "") -> str:
    """What a program of iproute2 says, run in the namespace of the calling thread. Raises LabError if it fails."""
    command = [tool(name), *arguments]
    done = subprocess.run(command, input=given, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise LabError(f"{' '.join((name, *arguments))}: {done.stderr.strip()}\n{given}")
    return done.stdout


@cache
def why_not() -> str:
    """Why there can be no lab on this machine; empty where there can."""
    if sys.platform != "linux":
        return "the lab needs Linux"
    if os.geteuid() != 0:
        return "the lab needs root"
    if not Path("/dev/net/tun").exists():
        return "the lab needs /dev/net/tun"
    try:
        tool("ip")
        tool("tc")
    except LabError as error:
        return str(error)
    return ""
