"""A slow and lossy piece of cable, as a program of its own: carries frames between a port and a new tap device.

``relay.py PORT TAP``, inside the switch's namespace. A line on its input is a setting, three numbers: seconds each
way, seconds by which that varies, share lost; it answers each with a line. It ends with its input. Frames keep their
order. (It stands in for netem, which many kernels lack.)
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import os
import random
import select
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

if sys.platform == "linux":  # elsewhere its arithmetic can still be tested
    import fcntl

LARGEST_FRAME: Final = 65536
AT_A_TIME: Final = 64
BUFFER: Final = 8 << 20
SO_RCVBUFFORCE: Final = 33
PACKET_OUTGOING: Final = 4
ETH_P_ALL: Final = 3
STDIN: Final = 0


@dataclass
class Lane:
    """One direction: what is under way in it."""

    send: Callable[[bytes], object]
    chance: random.Random
    delay: float = 0.0
    jitter: float = 0.0
    loss: float = 0.0
    _last: float = 0.0
    _ahead: list[tuple[float, int, bytes]] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def take(self, frame: bytes, now: float) -> None:
        """A frame enters."""
        if self.chance.random() >= self.loss:
            self._last = max(self._last, now + max(0.0, self.delay + self.chance.uniform(-self.jitter, self.jitter)))
            heapq.heappush(self._ahead, (self._last, next(self._numbers), frame))

    def due(self) -> float:
        """When the next frame comes out."""
        return self._ahead[0][0] if self._ahead else float("inf")

    def deliver(self, now: float) -> None:
        """Let out what is due; a port that is down loses it."""
        while self.due() <= now:
            with contextlib.suppress(OSError):
                self.send(heapq.heappop(self._ahead)[2])


class Relay:
    """Both directions and the two ends."""

    def __init__(self, port: str, tap: str) -> None:
        self._tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(self._tap, 0x400454CA, struct.pack("16sH22x", tap.encode(), 0x1002))
        self._port = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        self._port.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER)
        self._port.bind((port, 0))
        self._port.setblocking(False)
        # no two lanes lose the same frames, and a second run loses what the first did
        self._inward = Lane(lambda frame: os.write(self._tap, frame), random.Random(f"in {port}"))
        self._outward = Lane(self._port.send, random.Random(f"out {port}"))

    def run(self) -> None:
        """Carry frames until the input ends."""
        poll = select.poll()
        for source in (self._tap, self._port.fileno(), STDIN):
            poll.register(source, select.POLLIN)
        lanes = (self._inward, self._outward)
        while True:
            wait = min(lane.due() for lane in lanes) - time.monotonic()
            # whole milliseconds, and none too early
            ready = {fd for fd, _ in poll.poll(None if wait > 60 else max(0, int(wait * 1000) + (wait > 0)))}
            self._hear()
            if STDIN in ready and not self._set():
                return
            for lane in lanes:
                lane.deliver(time.monotonic())

    def _set(self) -> bool:
        while self._hear():  # what was sent before goes by the old setting
            pass
        lines = os.read(STDIN, LARGEST_FRAME).splitlines()
        for line in lines:
            for lane in (self._inward, self._outward):
                lane.delay, lane.jitter, lane.loss = map(float, line.split())
            say("set")
        return bool(lines)

    def _hear(self) -> bool:
        """Take in what waits at both ends; whether some of it may wait still."""
        more = False
        for lane, read in ((self._outward, self._from_tap), (self._inward, self._from_port)):
            try:
                for _ in range(AT_A_TIME):
                    if frame := read():
                        lane.take(frame, time.monotonic())
                more = True
            except OSError:  # none waits, or the port is down
                pass
        return more

    def _from_tap(self) -> bytes:
        return os.read(self._tap, LARGEST_FRAME)

    def _from_port(self) -> bytes:
        frame, address = self._port.recvfrom(LARGEST_FRAME)
        return b"" if address[2] == PACKET_OUTGOING else frame  # we hear ourselves


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    relay = Relay(*sys.argv[1:])
    say("up")
    relay.run()
