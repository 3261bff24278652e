"""A program that runs in the lab."""

from __future__ import annotations

import codecs
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias, TypeVar

from tests.lab.errors import LabError

SIGKILL = 9  # a name that Windows lacks, where this must still be imported

TOLD_AT_MOST = 4000
"""So much of the end of its output goes into an error."""

Takes: TypeAlias = Callable[[str], bool]
"""Is given each whole line; what it takes is not kept as output."""

T = TypeVar("T")


class Process:
    """A started program, and everything it has said so far on both outputs."""

    def __init__(self, popen: subprocess.Popen[bytes], takes: Takes | None = None) -> None:
        self._popen = popen
        self._takes = takes
        self._text = ""
        self._unfinished = ""
        self._over = False
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The program's own: nothing stands between it and the test."""
        return self._popen.pid

    @property
    def running(self) -> bool:
        return self._popen.poll() is None

    @property
    def output(self) -> str:
        """All it has said so far."""
        with self._changed:
            return self._text

    @property
    def lines(self) -> list[str]:
        """The whole lines it has said so far."""
        return self.output.split("\n")[:-1]

    def mark(self) -> int:
        """This moment in its output, for ``wait_for(..., since=mark)``."""
        return len(self.output)

    def wait_for(self, pattern: str, timeout: float = 10.0, *, since: int = 0) -> re.Match[str]:
        """The first match in the output, ``^`` and ``$`` being ends of lines; a line may be unfinished, as prompts are.

        Raises LabError when the program has ended without it, or after ``timeout`` seconds.
        """
        wanted = re.compile(pattern, re.MULTILINE)
        return self.wait_until(lambda: wanted.search(self._text, since), timeout, repr(pattern))

    def wait_until(self, look: Callable[[], T | None], timeout: float, what: str) -> T:
        """What ``look`` finds; it looks again whenever the program has said something.

        Raises LabError, which names ``what`` was waited for, as ``wait_for`` does.
        """
        end = time.monotonic() + timeout
        with self._changed:
            while (found := look()) is None:
                if self._over:
                    raise LabError(f"it ended without saying {what}; it said:\n{self._text[-TOLD_AT_MOST:]}")
                if not self._changed.wait(end - time.monotonic()):
                    raise LabError(f"no {what} in {timeout} s; it said:\n{self._text[-TOLD_AT_MOST:]}")
        return found

    def send(self, line: str) -> None:
        """Type a line and Enter."""
        assert self._popen.stdin is not None
        self._popen.stdin.write(f"{line}\n".encode())
        self._popen.stdin.flush()

    def close_stdin(self) -> None:
        """End its input."""
        assert self._popen.stdin is not None
        with suppress(BrokenPipeError):
            self._popen.stdin.close()

    def signal(self, number: int) -> None:
        """Send a signal, if the program still runs."""
        self._popen.send_signal(number)

    def freeze(self) -> None:
        """Stop it where it is: a program that hangs, not a sleeping laptop, as the kernel still answers in its name."""
        self.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.signal(signal.SIGCONT)

    def kill(self, number: int = SIGKILL, timeout: float = 10.0) -> int:
        """End it, frozen or not, and give its exit status."""
        self.signal(number)
        self.thaw()
        return self.wait(timeout)

    def wait(self, timeout: float = 10.0) -> int:
        """Its exit status, once all its output is read. Raises LabError after ``timeout`` seconds."""
        try:
            status = self._popen.wait(timeout)
        except subprocess.TimeoutExpired as error:
            raise LabError(f"still running after {timeout} s; it said:\n{self.output[-TOLD_AT_MOST:]}") from error
        self._reader.join(timeout)
        return status

    def close(self) -> None:
        """Forget a program that has ended."""
        self.wait()
        self.close_stdin()
        assert self._popen.stdout is not None
        self._popen.stdout.close()

    def _read(self) -> None:
        assert self._popen.stdout is not None
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while data := os.read(self._popen.stdout.fileno(), 1 << 16):
            with self._changed:
                self._text += self._kept(decoder.decode(data))
                self._changed.notify_all()
        with self._changed:
            self._text += self._unfinished
            self._over = True
            self._changed.notify_all()

    def _kept(self, text: str) -> str:
        """What of ``text`` nobody takes; the beginning of a line waits for its end where somebody may."""
        if self._takes is None:
            return text
        *lines, self._unfinished = (self._unfinished + text).split("\n")
        return "".join(f"{line}\n" for line in lines if not self._takes(line))
