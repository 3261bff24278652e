"""Addresses: what a person types, and what this machine has."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, TypeAlias

import ifaddr

from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.wire.limits import LAPTOPS_PER_NETWORK

PORTS: Final = range(41313, 41329)
"""Where tables are looked for, TCP and UDP alike; a table takes the first that is free."""

Ip: TypeAlias = "ipaddress.IPv4Address | ipaddress.IPv6Address"

_INVISIBLE: Final = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_SHOWN: Final = 40
_LABEL: Final = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
_SCOPE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")


class Target(Value, frozen=True):
    """Where a table may be: ``host`` is an address, with ``%scope`` if need be, or a name that ends in .local."""

    host: str
    port: int | None = None
    """None: any of the usual ports."""

    @property
    def ports(self) -> Sequence[int]:
        return PORTS if self.port is None else (self.port,)

    @property
    def is_name(self) -> bool:
        """Whether ``host`` must be looked up first."""
        return self.host.endswith(".local")

    def __str__(self) -> str:
        """As one types it."""
        if self.port is None:
            return self.host
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class Mark(StrEnum):
    """What kind of way to this machine an address is, the most useful first."""

    REAL = "real"
    SELF_ASSIGNED = "self-assigned"
    """No router gave it; good for two laptops on one cable."""
    VPN = "vpn"
    VIRTUAL = "virtual"
    """Leads to containers or virtual machines on this same machine."""


class OwnAddress(Value, frozen=True):
    """One address of this machine."""

    ip: str
    """Without a scope."""
    prefix: int
    adapter: str
    index: int
    """The adapter's number, 0 where the system gives none."""
    mark: Mark

    @property
    def is_ipv6(self) -> bool:
        return ":" in self.ip

    @property
    def broadcast(self) -> str | None:
        """The address that all on its network hear; None where there is none."""
        if self.is_ipv6 or self.prefix > 30:
            return None
        return str(ipaddress.IPv4Network((self.ip, self.prefix), strict=False).broadcast_address)

    def is_near(self, ip: Ip) -> bool:
        """Whether ``ip`` is on the network of this address."""
        return ip in ipaddress.ip_network((self.ip, self.prefix), strict=False)


def parse_address(text: str) -> Target | Refusal:
    """What a person typed or pasted, as an address; any of ``ip``, ``ip:port``, ``[v6]:port``, ``name.local``."""
    text = text.strip().strip(_INVISIBLE).strip()
    if not text:
        return Refusal("address.empty")
    split = _split(text)
    host = None if split is None else _host(split[0])
    if split is None or host is None:
        return Refusal("address.unknown", (), (_shown(text),))
    if not _is_somebody(host):
        return Refusal("address.nobody", (), (host,))
    port = split[1]
    if port is None:
        return Target(host)
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 2**16):
        return Refusal("address.bad-port", (PORTS[0],), (_shown(port),))
    return Target(host, int(port))


def own_addresses() -> tuple[OwnAddress, ...]:
    """The addresses of this machine at which others may reach it, best first; loopback is none."""
    return ranked(ifaddr.get_adapters())


def ranked(adapters: Iterable[ifaddr.Adapter]) -> tuple[OwnAddress, ...]:
    """The addresses of these adapters, marked, best first; what only this machine hears is left out."""
    found = {
        OwnAddress(str(ip), entry.network_prefix, entry.nice_name, adapter.index or 0, _mark(adapter, ip, entry))
        for adapter in adapters
        for entry in adapter.ips
        if _is_reachable(ip := _ip(entry))
    }
    return tuple(sorted(found, key=_rank))


def advertised(own: Sequence[OwnAddress]) -> tuple[OwnAddress, ...]:
    """Those of ``own`` that others should try: no VPN and nothing virtual, unless there is nothing else."""
    good = tuple(a for a in own if a.mark in (Mark.REAL, Mark.SELF_ASSIGNED))
    return good or tuple(own)


def nearest_first(targets: Iterable[Target], own: Sequence[OwnAddress]) -> tuple[Target, ...]:
    """``targets`` in the order in which to try them: those on our own networks, best first, then the others."""

    def distance(target: Target) -> tuple[int, str]:
        ip = ipaddress.ip_address(target.host.partition("%")[0])
        near = (place for place, address in enumerate(own) if address.is_near(ip))
        return next(near, len(own)), target.host

    return tuple(sorted(targets, key=distance))


def socket_address(host: str, port: int) -> tuple[str, int] | tuple[str, int, int, int]:
    """What a socket wants to be told of an address. Raises OSError where its scope is none of this machine."""
    ip, _, scope = host.partition("%")
    if ":" not in ip:
        return ip, port
    if not scope:
        return ip, port, 0, 0
    return ip, port, 0, int(scope) if scope.isdigit() else socket.if_nametoindex(scope)


def heard_from(address: Sequence[object]) -> Target:
    """A socket's address as a target; link-local ones get their scope as a number."""
    ip, port, *rest = address
    host = str(ip).partition("%")[0].removeprefix("::ffff:")
    scope = rest[1] if len(rest) > 1 else 0
    if scope and ipaddress.ip_address(host).is_link_local:
        host = f"{host}%{scope}"
    return Target(host, int(str(port)))


def origins(host: str) -> list[tuple[str, int]]:
    """What a peer at ``host`` counts against, and how many laptops each of it may stand for.

    An IPv6 machine may take any address of its /64, but so may all the others in the room.
    """
    ip = ipaddress.ip_address(host.partition("%")[0])
    return [(host, 1)] if ip.version == 4 else [(host, 1), (f"{int(ip) >> 64:x}::/64", LAPTOPS_PER_NETWORK)]


def _split(text: str) -> tuple[str, str | None] | None:
    """Host and port as they were typed; None where brackets do not match."""
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        rest = rest.strip()
        if not closed or ":" not in host or (rest and not rest.startswith(":")):
            return None
        return host.strip(), rest[1:].strip() if rest else None
    if text.count(":") > 1:
        return text, None
    host, colon, port = text.partition(":")
    return host.strip(), port.strip() if colon else None


def _host(text: str) -> str | None:
    """The address or name in its usual spelling; None where it is neither."""
    ip, percent, scope = text.partition("%")
    if percent and (":" not in ip or not _SCOPE.fullmatch(scope)):
        return None
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return None if percent else _local_name(text)
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{address}{percent}{scope}"


def _local_name(text: str) -> str | None:
    name = text.removesuffix(".").lower()
    labels = name.split(".")
    if len(labels) < 2 or labels[-1] != "local" or len(name.encode(errors="replace")) > 250:
        return None
    is_good = all(_LABEL.fullmatch(label) and len(label.encode(errors="replace")) < 64 for label in labels)
    return name if is_good else None


def _is_somebody(host: str) -> bool:
    """Whether one machine can have this address."""
    try:
        ip = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return True
    if ip.is_unspecified or ip.is_multicast:
        return False
    return not (isinstance(ip, ipaddress.IPv4Address) and (ip.is_reserved or int(ip) < 2**24))


def _shown(text: str) -> str:
    """``text`` short and harmless, to be quoted in a sentence."""
    plain = "".join(c if c.isprintable() else "?" for c in text[: _SHOWN + 1])
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"


def _ip(entry: ifaddr.IP) -> Ip:
    text = entry.ip if isinstance(entry.ip, str) else entry.ip[0]
    return ipaddress.ip_address(text.partition("%")[0])


def _is_reachable(ip: Ip) -> bool:
    return not (ip.is_loopback or ip.is_unspecified or ip.is_multicast)


_VPN_NAMES: Final = re.compile(
    r"(tun|tap|utun|wg|ppp|ipsec|xfrm|gre|zt|nordlynx|tailscale|proton|cscotun|outline)[-\w]*\Z"
    r"|.*(vpn|wireguard|wintun|tailscale|zerotier|hamachi|radmin|anyconnect|fortinet|tap-windows|nordlynx)",
    re.IGNORECASE,
)
_VIRTUAL_NAMES: Final = re.compile(
    r"(docker|br-|veth|virbr|vboxnet|vmnet|vnet|lxc|lxd|podman|cni|flannel|cali|kube|bridge1\d\d|awdl|llw|anpi|dummy)"
    r"[-\w.]*\Z"
    r"|.*(vethernet|hyper-v|virtualbox|vmware|virtual ethernet|\(wsl)",
    re.IGNORECASE,
)
_SHARED: Final = ipaddress.IPv4Network("100.64.0.0/10")
_RANKS: Final = {mark: place for place, mark in enumerate(Mark)}


def _mark(adapter: ifaddr.Adapter, ip: Ip, entry: ifaddr.IP) -> Mark:
    names = {adapter.name, adapter.nice_name, entry.nice_name}
    if any(_VIRTUAL_NAMES.match(name) for name in names):
        return Mark.VIRTUAL
    if any(_VPN_NAMES.match(name) for name in names):
        return Mark.VPN
    if isinstance(ip, ipaddress.IPv4Address):
        if entry.network_prefix > 30 or ip in _SHARED:  # one machine only at the other end
            return Mark.VPN
        if ip.is_link_local:
            return Mark.SELF_ASSIGNED
    return Mark.REAL


def _rank(address: OwnAddress) -> tuple[int, int, int, str, str]:
    ip = ipaddress.ip_address(address.ip)
    family = 0 if ip.version == 4 else 2 if ip.is_link_local else 1
    return _RANKS[address.mark], family, address.index, address.adapter, address.ip
