"""Tidies up after a lab, as a program of its own: also when the test was killed and could not.

``keeper.py FOLDER OWNER FD…`` with its input from the test: when that ends, or the process OWNER, it kills whatever
still runs in the networks of these descriptors and removes the folder. It holds the networks open, so that no new one
can take the number of one that has gone.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
from contextlib import suppress
from pathlib import Path

STDIN = 0


def wait_for_the_end_of(owner: int) -> None:
    """The end of the input or of this process."""
    poll = select.poll()
    poll.register(STDIN, select.POLLIN | select.POLLHUP)
    with suppress(ProcessLookupError):
        poll.register(os.pidfd_open(owner), select.POLLIN)
        poll.poll()


def lives_in(pid: int, networks: set[int]) -> bool:
    """Whether a process is in one of these networks; what has ended and is not yet buried is in none."""
    try:
        return Path(f"/proc/{pid}/ns/net").stat().st_ino in networks
    except OSError:
        return False


def inhabitants(networks: set[int], spared: set[int]) -> list[int]:
    """The processes in these networks."""
    pids = {int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdecimal()}
    return sorted(pid for pid in pids - spared if lives_in(pid, networks))


def kill(pid: int, networks: set[int]) -> None:
    """Kill a process in these networks and wait until it is dead."""
    with suppress(ProcessLookupError):
        process = os.pidfd_open(pid)
        if lives_in(pid, networks):  # and no stranger who has got its number
            signal.pidfd_send_signal(process, signal.SIGKILL)
            select.select([process], [], [])
        os.close(process)


def main(folder: str, owner: str, *fds: str) -> None:
    """See above."""
    networks = {os.fstat(int(fd)).st_ino for fd in fds}
    spared = {os.getpid(), int(owner)}
    wait_for_the_end_of(int(owner))
    while found := inhabitants(networks, spared):
        for pid in found:
            kill(pid, networks)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
