"""A computer by itself: what runs on it and the sockets it has."""

from __future__ import annotations

import os
import socket as sockets
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from tests.lab.namespace import Namespace
from tests.lab.process import Process, Takes

RUN_LIMIT = 60.0


class Computer:
    """A namespace with a home directory, programs and sockets."""

    def __init__(self, name: str, home: Path) -> None:
        self.name = name
        self.home = home
        self.namespace = Namespace(name)
        self.processes: list[Process] = []

    def run(
        self, command: Sequence[str | Path], *, timeout: float = RUN_LIMIT, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a program to its end, without input and with further environment variables. Both outputs are one."""
        process = self.spawn(command, **variables)
        process.close_stdin()
        status = process.wait(timeout)
        return subprocess.CompletedProcess(list(command), status, process.output)

    def spawn(self, command: Sequence[str | Path], takes: Takes | None = None, /, **variables: str) -> Process:
        """Start a program with further environment variables. It ends with the lab at the latest."""
        process = self.namespace.start(command, self._environ() | variables, takes)
        self.processes.append(process)
        return process

    def pids(self) -> list[int]:
        """All processes that run here."""
        return self.namespace.pids()

    def signal_all(self, number: int, pids: Sequence[int] | None = None) -> None:
        """Send a signal to all that run here, or to these of them; SIGKILL is what a power cut does."""
        for pid in self.pids() if pids is None else pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def entered(self) -> AbstractContextManager[None]:
        """The calling thread, and every thread, socket and program that it starts, is of this host for the block.

        Await nothing in it: whatever else the loop does meanwhile is done here too.
        """
        return self.namespace.entered()

    def threads(self, number: int = 1) -> ThreadPoolExecutor:
        """Threads that live here, for a server inside the test: ``pool.submit(asyncio.run, main())``."""
        return ThreadPoolExecutor(number, self.name, self.namespace.enter)

    def socket(
        self, family: int = sockets.AF_INET, kind: int = sockets.SOCK_STREAM, protocol: int = 0
    ) -> sockets.socket:
        """A socket that belongs to this host, whichever thread uses it."""
        with self.entered():
            return sockets.socket(family, kind, protocol)

    def listen(self, port: int = 0, family: int = sockets.AF_INET) -> sockets.socket:
        """A socket of this host that listens on all its addresses."""
        listener = self.socket(family)
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        listener.bind(("", port))
        listener.listen()
        return listener

    def close(self) -> None:
        """Let go of everything; all processes must have ended."""
        for process in self.processes:
            process.close()
        self.namespace.close()

    def _environ(self) -> dict[str, str]:
        """Another computer has another home, and says at once what it has to say."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        return ours | {"HOME": str(self.home), "HOSTNAME": self.name, "PYTHONUNBUFFERED": "1"}
