"""What the hosts are plugged into: one namespace with the bridges and the far ends of all cables."""

from __future__ import annotations

import sys
from ipaddress import IPv4Interface
from pathlib import Path
from typing import Final

from tests.lab import kernel
from tests.lab.errors import LabError
from tests.lab.namespace import Namespace
from tests.lab.process import Process

RELAY: Final = Path(__file__).with_name("relay.py")
LONGEST_DELAY: Final = 10.0


class Switch(Namespace):
    """The bridges; the first of them has the router's address, and nothing leads from there to anywhere."""

    def __init__(self, router: IPv4Interface) -> None:
        super().__init__("switch")
        self.router = router
        self._bridges: set[str] = set()
        self.bridge(0)
        self.ip("link set lo up", f"address add {router} dev br0")

    def bridge(self, number: int) -> str:
        """The bridge with this number, made when first asked for."""
        name = f"br{number}"
        if name not in self._bridges:
            self.ip(
                f"link add name {name} type bridge stp_state 0 forward_delay 0 mcast_snooping 0",
                f"link set {name} addrgenmode none",
                f"link set {name} up",
            )
            self._bridges.add(name)
        return name


class Port:
    """Where a host's cable ends; it can be pulled, made bad, moved to another bridge and set apart."""

    def __init__(self, switch: Switch, number: str) -> None:
        self.name = f"p{number}"
        self._switch = switch
        self._tap = f"t{number}"
        self._bridge = switch.bridge(0)
        self._isolated = False
        self._relay: Process | None = None

    def cable(self, host: Namespace, device: str, mac: str = "") -> None:
        """Lay a cable to a new device of this host."""
        address = f"address {mac}" if mac else ""
        self._switch.ip(
            f"link add name {self.name} type veth peer name {device} {address} netns {host.path}",
            f"link set {self.name} addrgenmode none",
            f"link set {self.name} arp off",
            f"link set {self.name} up",
        )
        for namespace, end in ((self._switch, self.name), (host, device)):
            with namespace.entered():
                kernel.no_offload(end)

    def plug(self) -> None:
        """Let frames through, and the host see a carrier."""
        self._switch.ip(
            f"link set {self.name} up",
            f"link set {self._inner} master {self._bridge}",
            f"link set {self._inner} type bridge_slave isolated {'on' if self._isolated else 'off'}",
        )

    def cut(self, *, silent: bool) -> None:
        """Let no frame through; ``silent``: the host still sees a carrier."""
        self._switch.ip(f"link set {self._inner} nomaster" if silent else f"link set {self.name} down")

    def move(self, bridge: int) -> None:
        """Plug it into this bridge."""
        self._bridge = self._switch.bridge(bridge)
        self.plug()

    def isolate(self, on: bool) -> None:
        """Isolated ports hear no other isolated port."""
        self._isolated = on
        self.plug()

    def impair(self, delay: float, jitter: float, loss: float) -> None:
        """See ``Host.impair``."""
        if not (0 <= delay <= LONGEST_DELAY and 0 <= jitter <= LONGEST_DELAY and 0 <= loss <= 1):
            raise LabError("delay and jitter are seconds, loss is a share")
        if self._relay is None:
            self._switch.ip(f"link set {self.name} nomaster")
            command = (sys.executable, "-IS", RELAY, self.name, self._tap)
            self._relay = self._switch.start(command)
            self._relay.wait_for("^up$")
            self._switch.ip(f"link set {self._tap} addrgenmode none", f"link set {self._tap} up")
        mark = self._relay.mark()
        self._relay.send(f"{delay} {jitter} {loss}")
        self._relay.wait_for("^set$", since=mark)
        self.plug()

    def unimpair(self) -> None:
        """Take the relay out."""
        if self._relay is not None:
            self._relay.kill()
            self._relay.close()
            self._relay = None
            self.plug()

    def close(self) -> None:
        """Bury the relay, which must have ended."""
        if self._relay is not None:
            self._relay.close()

    @property
    def _inner(self) -> str:
        """What is on the bridge."""
        return self.name if self._relay is None else self._tap
