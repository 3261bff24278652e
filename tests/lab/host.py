"""A computer in the lab."""

from __future__ import annotations

import os
import signal
import socket as sockets
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Literal

from tests.lab import kernel
from tests.lab.computer import Computer
from tests.lab.errors import LabError
from tests.lab.filters import Protocol, Way
from tests.lab.firewall import Firewall
from tests.lab.switch import Port, Switch

Kind = Literal["bridge", "tun", "veth", "lan"]
"""As Docker makes them, no carrier; as a VPN does, point to point; up, and nobody behind; a second cable to the LAN."""


class Host(Computer):
    """A computer with one cable, ``eth0``, to the switch, and a home directory of its own."""

    device = "eth0"

    def __init__(self, switch: Switch, number: int, home: Path, ipv4: str | None, ipv6: str | None) -> None:
        super().__init__(f"host{number}", home)
        self._switch = switch
        self._ipv4 = ipv4
        self._ipv6 = ipv6
        self._port = Port(switch, str(number))
        self._asleep: list[int] = []
        self._tunnels: dict[str, int] = {}
        self._port.cable(self.namespace, self.device, f"02:77:00:00:00:{number:02x}")
        self.namespace.ip("link set lo up", f"link set {self.device} addrgenmode none")
        self._firewall = Firewall(self.namespace, self.device)
        self._port.plug()
        self._configure()

    # Addresses

    @property
    def ip(self) -> str:
        """The IPv4 address. Raises LabError if there is none."""
        if self._ipv4 is None:
            raise LabError(f"{self.name} has no IPv4 address")
        return self._ipv4

    @property
    def ip6(self) -> str:
        """The IPv6 address; fe80:: needs a scope wherever it is used. Raises LabError if there is none."""
        if self._ipv6 is None:
            raise LabError(f"{self.name} has no IPv6 address")
        return self._ipv6

    @property
    def scope(self) -> int:
        """The scope for fe80:: addresses that this host wants to reach."""
        with self.entered():
            return sockets.if_nametoindex(self.device)

    def set_ip(self, address: str | None) -> None:
        """Another IPv4 address, as from DHCP, or none."""
        self._ipv4 = None if address is None else str(IPv4Address(address))
        self._forget("-4")
        self._configure()

    def set_ip6(self, address: str | None) -> None:
        """Another IPv6 address, or none."""
        self._ipv6 = None if address is None else str(IPv6Address(address))
        self._forget("-6")
        self._configure()

    def airplane(self, on: bool = True) -> None:
        """The network is switched off by hand: no interface but lo, no address, no route."""
        self.namespace.ip(f"link set {self.device} down", f"address flush dev {self.device}")
        if not on:
            self._configure()

    def add_interface(self, name: str, kind: Kind, address: str, *, default_route: bool = False) -> None:
        """Another interface with this address and prefix length; ``default_route`` takes the route to elsewhere."""
        match kind:
            case "bridge":
                self.namespace.ip(
                    f"link add name {name} type bridge",
                    "link add name once0 type veth",  # only a bridge that had a port knows that it has no carrier
                    f"link set once0 master {name}",
                    "link del once0",
                )
            case "tun":
                with self.entered():
                    self._tunnels[name] = kernel.open_tunnel(name, "tun")
            case "veth" | "lan":
                port = Port(self._switch, f"{self._port.name}{name}")
                port.cable(self.namespace, name)
                if kind == "lan":
                    port.plug()
        broadcast = "" if ":" in address else "broadcast +"
        self.namespace.ip(f"link set {name} up", f"address add {address} {broadcast} dev {name}")
        if default_route:
            self.namespace.ip(f"route replace default dev {name}")

    def remove_interface(self, name: str) -> None:
        """Take away an interface that was added, and give the route to elsewhere back to the cable."""
        if name in self._tunnels:
            os.close(self._tunnels.pop(name))
        else:
            self.namespace.ip(f"link del {name}")
        self._configure()

    def _forget(self, family: str) -> None:
        with self.entered():
            kernel.call("ip", family, "address", "flush", "dev", self.device)

    def _configure(self) -> None:
        commands = [f"link set {self.device} up"]
        if self._ipv6 is not None:
            commands.append(f"address replace {self._ipv6}/64 dev {self.device} nodad")
        if self._ipv4 is not None:
            prefix = self._switch.router.network.prefixlen
            commands.append(f"address replace {self._ipv4}/{prefix} broadcast + dev {self.device}")
            commands.append(f"route replace default via {self._switch.router.ip} dev {self.device}")
        self.namespace.ip(*commands)

    # The cable

    def connect(self, address: str, port: int, timeout: float = 5.0) -> sockets.socket:
        """A connection from this host. Raises OSError."""
        six = ":" in address
        connection = self.socket(sockets.AF_INET6 if six else sockets.AF_INET)
        try:
            connection.settimeout(timeout)
            connection.connect((address, port, 0, self.scope) if six else (address, port))
        except BaseException:
            connection.close()
            raise
        return connection

    def cut(self, *, silent: bool = False) -> None:
        """Pull the cable; ``silent``: the light stays on and nothing gets through."""
        self._port.cut(silent=silent)

    def plug(self) -> None:
        """Put the cable back. What could not be reached meanwhile is tried again by the kernel after a second."""
        self._port.plug()

    def move(self, bridge: int) -> None:
        """Plug into this bridge of the switch; 0 is where all are at first."""
        self._port.move(bridge)

    def isolate(self, on: bool = True) -> None:
        """As guest Wi-Fi does: two isolated hosts do not hear each other; they hear the router and the others."""
        self._port.isolate(on)

    def impair(self, delay: float = 0.0, *, jitter: float = 0.0, loss: float = 0.0) -> None:
        """A bad cable: seconds each way, seconds by which they vary, share of frames lost each way."""
        self._port.impair(delay, jitter, loss)

    def unimpair(self) -> None:
        """A good cable again."""
        self._port.unimpair()

    # Firewalls

    def block(self, protocol: Protocol, port: int, way: Way = "in") -> None:
        """Drop the packets of this port without a word."""
        self._firewall.block(protocol, port, way)

    def unblock(self, protocol: Protocol, port: int, way: Way = "in") -> None:
        self._firewall.unblock(protocol, port, way)

    def block_multicast(self, *, broadcast: bool = True) -> None:
        """Let no multicast, and no broadcast, in or out, but what finds the hardware address to a known address."""
        self._firewall.block_groups(broadcast=broadcast)

    def unblock_multicast(self) -> None:
        self._firewall.unblock_groups()

    # Sleep

    def sleep(self) -> None:
        """Close the lid: every process stands still, and the kernel answers nothing in their name."""
        self._port.cut(silent=False)
        while fresh := set(self.pids()) - set(self._asleep):  # one may have started another meanwhile
            self.signal_all(signal.SIGSTOP, sorted(fresh))
            self._asleep.extend(fresh)

    def wake(self) -> None:
        """Open the lid; a program that was frozen goes on as well."""
        self.plug()
        self.signal_all(signal.SIGCONT, sorted(set(self.pids()) & set(self._asleep)))
        self._asleep = []

    def close(self) -> None:
        super().close()
        for fd in self._tunnels.values():
            os.close(fd)
        self._tunnels = {}
        self._port.close()
