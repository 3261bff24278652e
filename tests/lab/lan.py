"""A local network of several computers on this one, for tests; needs Linux, root and iproute2.

    with Lan(3) as lan:                                   # in tests: the fixture ``lan``
        server = lan[0].spawn([sys.executable, "server.py"])
        server.wait_for("listening")
        lan[1].run(["ping", "-c1", lan[0].ip])            # 10.77.0.11, .12, .13, and fe80::77:1, …
        lan[0].cut(); lan[0].plug()                       # the cable out and in; cut(silent=True)
        lan[1].impair(0.040, jitter=0.010, loss=0.02)     # seconds, a share
        lan.block_multicast(); lan[2].isolate()           # guest Wi-Fi
        lan[0].block("tcp", 41313)                        # a firewall
        server.freeze(); server.thaw()                    # a program that hangs
        lan[0].sleep(); lan[0].wake()                     # the lid of a laptop
        lan[0].set_ip("10.77.0.99"); lan[1].set_ip(None)  # another address; IPv6 only
        lan[0].add_interface("docker0", "bridge", "172.17.0.1/16")
        lan.split([0], [1, 2]); lan.heal()

Nothing leads from the lab to the machine's own network or back. ``host.socket()`` is a socket of that host in the test
itself, and ``with host.entered():`` puts the calling thread there. Labs have no names and do not meet.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from ipaddress import IPv4Interface
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.lab import keeper, kernel
from tests.lab.errors import LabError
from tests.lab.host import Host
from tests.lab.namespace import Namespace
from tests.lab.sniffer import Sniffer
from tests.lab.switch import Switch

ROUTER: Final = IPv4Interface("10.77.0.1/24")
FIRST_HOST: Final = 11
MOST_HOSTS: Final = 200
TIDY_LIMIT: Final = 20.0


class Lan:
    """``number`` hosts on one switch."""

    def __init__(self, number: int = 2, *, ipv4: bool = True, ipv6: bool = True) -> None:
        if why := kernel.why_not():
            raise LabError(why)
        if number > MOST_HOSTS:
            raise LabError(f"a lab has {MOST_HOSTS} hosts at most")
        self.hosts: list[Host] = []
        self._folder = Path(tempfile.mkdtemp(prefix="lan-"))
        with ExitStack() as undo:
            undo.callback(shutil.rmtree, self._folder)
            self._switch = Switch(ROUTER)
            undo.callback(self._switch.close)
            for index in range(number):
                self.hosts.append(self._host(index, ipv4, ipv6))
                undo.callback(self.hosts[-1].close)
            self._keeper = _start_keeper(self._folder, [self._switch, *(host.namespace for host in self.hosts)])
            undo.pop_all()

    def __getitem__(self, index: int) -> Host:
        return self.hosts[index]

    def __iter__(self) -> Iterator[Host]:
        return iter(self.hosts)

    def __len__(self) -> int:
        return len(self.hosts)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Kill what still runs and take everything away."""
        self._keeper.communicate(timeout=TIDY_LIMIT)
        for host in self.hosts:
            host.close()
        self._switch.close()

    def split(self, *groups: Sequence[int]) -> None:
        """Give each of these groups of hosts a switch of its own; the first keeps the router."""
        for number, members in enumerate(groups):
            for index in members:
                self.hosts[index].move(number)

    def heal(self) -> None:
        """Put all hosts on one switch again."""
        self.split(range(len(self.hosts)))

    def block_multicast(self, *, broadcast: bool = True) -> None:
        """See ``Host.block_multicast``, for all."""
        for host in self.hosts:
            host.block_multicast(broadcast=broadcast)

    def unblock_multicast(self) -> None:
        for host in self.hosts:
            host.unblock_multicast()

    def isolate(self, on: bool = True) -> None:
        """See ``Host.isolate``, for all."""
        for host in self.hosts:
            host.isolate(on)

    def sniff(self) -> Sniffer:
        """Hear everything from now on, to the end of the ``with``."""
        return Sniffer(self._switch)

    def _host(self, index: int, ipv4: bool, ipv6: bool) -> Host:
        home = self._folder / f"host{index}"
        home.mkdir()
        return Host(
            self._switch,
            index,
            home,
            str(ROUTER.network[FIRST_HOST + index]) if ipv4 else None,
            f"fe80::77:{index + 1:x}" if ipv6 else None,
        )


def _start_keeper(folder: Path, namespaces: Sequence[Namespace]) -> subprocess.Popen[bytes]:
    fds = [namespace.fd for namespace in namespaces]
    command = [sys.executable, "-IS", keeper.__file__, str(folder), str(os.getpid()), *map(str, fds)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=fds, start_new_session=True)
