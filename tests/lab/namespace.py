"""A machine as the kernel knows it: a network of its own and a host name."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.lab import kernel
from tests.lab.keeper import inhabitants
from tests.lab.process import Process, Takes

KINDS: Final = {"net": kernel.CLONE_NEWNET, "uts": kernel.CLONE_NEWUTS}


class Namespace:
    """A namespace without a name: nothing can collide with it, and it goes when nobody holds it any more."""

    def __init__(self, name: str) -> None:
        before = _open_own()
        try:
            kernel.unshare(kernel.CLONE_NEWNET | kernel.CLONE_NEWUTS)
            try:
                self._fds = _open_own()
                Path("/proc/sys/kernel/hostname").write_text(name, "ascii")
            finally:
                _enter(before)
        finally:
            _close(before)
        self.name = name

    @property
    def fd(self) -> int:
        """The network's descriptor."""
        return self._fds["net"]

    @property
    def path(self) -> str:
        """A path that other programs can open the network by."""
        return f"/proc/{os.getpid()}/fd/{self.fd}"

    def enter(self) -> None:
        """Move the calling thread inside for good."""
        _enter(self._fds)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """The calling thread, and what it starts, is inside for the block; other threads stay where they are."""
        before = _open_own()
        try:
            self.enter()
            try:
                yield
            finally:
                _enter(before)
        finally:
            _close(before)

    def start(
        self, command: Sequence[str | Path], variables: Mapping[str, str] | None = None, takes: Takes | None = None
    ) -> Process:
        """Start a program inside."""
        with self.entered():
            popen = subprocess.Popen(
                [str(part) for part in command],
                env=variables,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        return Process(popen, takes)

    def ip(self, *commands: str) -> None:
        """Do these commands of ``ip`` inside, in this order. Raises LabError at the first that fails."""
        with self.entered():
            kernel.call("ip", "-batch", "-", given="\n".join(commands))

    def tc(self, *commands: str) -> None:
        """As ``ip``, for ``tc``."""
        with self.entered():
            kernel.call("tc", "-batch", "-", given="\n".join(commands))

    def pids(self) -> list[int]:
        """The processes inside, without the test's own."""
        return inhabitants({os.fstat(self.fd).st_ino}, {os.getpid()})

    def close(self) -> None:
        """Let go of it."""
        _close(self._fds)
        self._fds = {}


def _open_own() -> dict[str, int]:
    return {name: os.open(f"/proc/thread-self/ns/{name}", os.O_RDONLY | os.O_CLOEXEC) for name in KINDS}


def _enter(fds: Mapping[str, int]) -> None:
    for name, fd in fds.items():
        kernel.set_namespace(fd, KINDS[name])


def _close(fds: Mapping[str, int]) -> None:
    for fd in fds.values():
        os.close(fd)
