"""Addresses as they are typed, and this machine's own, the best first."""

from __future__ import annotations

import socket

import ifaddr
import pytest

from lan_thirteen.core.values import Refusal
from lan_thirteen.net.addresses import (
    PORTS,
    Mark,
    Target,
    advertised,
    heard_from,
    nearest_first,
    own_addresses,
    parse_address,
    ranked,
    socket_address,
)

V6 = "fd12:3456::20"


@pytest.mark.parametrize(
    ("typed", "target"),
    [
        ("192.168.1.20", Target("192.168.1.20")),
        ("  192.168.1.20\t\n", Target("192.168.1.20")),
        ("\u200b192.168.1.20\ufeff", Target("192.168.1.20")),
        ("192.168.1.20:41313", Target("192.168.1.20", 41313)),
        ("192.168.1.20 : 41313", Target("192.168.1.20", 41313)),
        ("127.0.0.1:1", Target("127.0.0.1", 1)),
        ("169.254.7.7:65535", Target("169.254.7.7", 65535)),
        ("[fd12:3456::20]:41314", Target(V6, 41314)),
        ("[fd12:3456::20]", Target(V6)),
        ("fd12:3456::20", Target(V6)),
        ("FD12:3456:0:0::0020", Target(V6)),
        ("fe80::1%eth0", Target("fe80::1%eth0")),
        ("[fe80::1%2]:41313", Target("fe80::1%2", 41313)),
        ("fe80::1", Target("fe80::1")),
        ("::1", Target("::1")),
        ("::ffff:10.0.0.5", Target("10.0.0.5")),
        ("laptop-jan.local", Target("laptop-jan.local")),
        ("Laptop-Jan.LOCAL.:41320", Target("laptop-jan.local", 41320)),
        ("büro-pc.local", Target("büro-pc.local")),
        ("a.b.local", Target("a.b.local")),
    ],
)
def test_an_address_is_understood(typed: str, target: Target) -> None:
    assert parse_address(typed) == target


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "address.empty"),
        (" \t\n\u200b", "address.empty"),
        ("kitchen", "address.unknown"),
        ("example.com", "address.unknown"),
        ("http://192.168.1.20", "address.unknown"),
        ("192.168.1", "address.unknown"),
        ("192.168.1.256", "address.unknown"),
        ("192.168.001.020", "address.unknown"),
        ("192.168.1.20.30:1", "address.unknown"),
        ("192.168.1.20%eth0", "address.unknown"),
        ("192.168.1.20 41313", "address.unknown"),
        ("[192.168.1.20]:41313", "address.unknown"),
        ("[fd12::20:41313", "address.unknown"),
        ("[fd12::20]41313", "address.unknown"),
        ("fe80::1%", "address.unknown"),
        ("fe80::1%a b", "address.unknown"),
        ("fe80::1%" + "x" * 33, "address.unknown"),
        (".local", "address.unknown"),
        ("-.local", "address.unknown"),
        ("a..local", "address.unknown"),
        ("x" * 64 + ".local", "address.unknown"),
        ("a b.local", "address.unknown"),
        ("\ud800.local", "address.unknown"),
        ("nul\0.local", "address.unknown"),
        ("x" * 100_000, "address.unknown"),
        ("🃏", "address.unknown"),
        ("0.0.0.0", "address.nobody"),  # noqa: S104 - typed by a person
        ("0.0.0.7", "address.nobody"),
        ("255.255.255.255", "address.nobody"),
        ("224.0.0.251", "address.nobody"),
        ("::", "address.nobody"),
        ("[ff02::fb%2]:5353", "address.nobody"),
        ("192.168.1.20:", "address.bad-port"),
        ("192.168.1.20:0", "address.bad-port"),
        ("192.168.1.20:65536", "address.bad-port"),
        ("192.168.1.20:-1", "address.bad-port"),
        ("192.168.1.20:４１３", "address.bad-port"),
        ("192.168.1.20:x", "address.bad-port"),
        ("[fd12::20]:", "address.bad-port"),
        ("[fd12::20]:1:2", "address.bad-port"),
    ],
)
def test_what_is_no_address_is_refused_with_a_reason(typed: str, code: str) -> None:
    refusal = parse_address(typed)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert all(len(name) <= 40 and name.isprintable() for name in refusal.names)


@pytest.mark.parametrize("target", [Target("10.0.0.5"), Target("10.0.0.5", 9), Target("fe80::1%2"), Target(V6, 41313)])
def test_an_address_is_shown_as_it_can_be_typed(target: Target) -> None:
    assert parse_address(str(target)) == target


def test_without_a_port_the_usual_ones_are_meant() -> None:
    assert list(Target("10.0.0.5").ports) == list(range(41313, 41329)) == list(PORTS)
    assert list(Target("10.0.0.5", 7).ports) == [7]


def adapter(name: str, index: int, *ips: tuple[str, int], nice: str = "") -> ifaddr.Adapter:
    entries = [ifaddr.IP((ip, 0, index) if ":" in ip else ip, prefix, nice or name) for ip, prefix in ips]
    return ifaddr.Adapter(name, nice or name, entries, index)


MACHINE = [
    adapter("lo", 1, ("127.0.0.1", 8), ("::1", 128)),
    adapter("docker0", 2, ("172.17.0.1", 16)),
    adapter("utun3", 3, ("10.8.0.2", 24), ("fe80::5", 64)),
    adapter("tun0", 4, ("10.9.0.2", 32)),
    adapter("{9F2C}", 5, ("172.29.0.1", 20), nice="vEthernet (WSL)"),
    adapter("wlan0", 6, ("fe80::7", 64), ("192.168.1.20", 24), (V6, 64)),
    adapter("eth1", 7, ("169.254.9.9", 16)),
    adapter("tailscale0", 8, ("100.101.102.103", 32)),
    adapter("{A1B2}", 9, ("192.168.56.1", 24), nice="VirtualBox Host-Only Ethernet Adapter"),
]


def test_the_best_address_comes_first_and_doubtful_ones_are_marked() -> None:
    assert [(a.ip, a.adapter, a.mark) for a in ranked(MACHINE)] == [
        ("192.168.1.20", "wlan0", Mark.REAL),
        (V6, "wlan0", Mark.REAL),
        ("fe80::7", "wlan0", Mark.REAL),
        ("169.254.9.9", "eth1", Mark.SELF_ASSIGNED),
        ("10.8.0.2", "utun3", Mark.VPN),
        ("10.9.0.2", "tun0", Mark.VPN),
        ("100.101.102.103", "tailscale0", Mark.VPN),
        ("fe80::5", "utun3", Mark.VPN),
        ("172.17.0.1", "docker0", Mark.VIRTUAL),
        ("172.29.0.1", "vEthernet (WSL)", Mark.VIRTUAL),
        ("192.168.56.1", "VirtualBox Host-Only Ethernet Adapter", Mark.VIRTUAL),
    ]


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("eth0", Mark.REAL),
        ("enp3s0", Mark.REAL),
        ("wlp2s0", Mark.REAL),
        ("en0", Mark.REAL),
        ("bridge0", Mark.REAL),
        ("br0", Mark.REAL),
        ("Wi-Fi", Mark.REAL),
        ("Ethernet 2", Mark.REAL),
        ("bridge100", Mark.VIRTUAL),
        ("br-1a2b3c", Mark.VIRTUAL),
        ("veth12ab", Mark.VIRTUAL),
        ("virbr0", Mark.VIRTUAL),
        ("vmnet8", Mark.VIRTUAL),
        ("awdl0", Mark.VIRTUAL),
        ("wg0", Mark.VPN),
        ("ppp0", Mark.VPN),
        ("ztabcdef", Mark.VPN),
        ("OpenVPN TAP-Windows6", Mark.VPN),
        ("Radmin VPN", Mark.VPN),
    ],
)
def test_adapters_are_known_by_their_names(name: str, mark: Mark) -> None:
    assert [a.mark for a in ranked([adapter(name, 2, ("192.168.7.7", 24))])] == [mark]


def test_others_are_told_the_good_addresses_and_the_rest_only_where_there_is_nothing_else() -> None:
    own = ranked(MACHINE)
    assert [a.ip for a in advertised(own)] == ["192.168.1.20", V6, "fe80::7", "169.254.9.9"]
    assert advertised(own[4:]) == own[4:]
    assert advertised(()) == ()


def test_a_network_is_called_by_its_broadcast_address() -> None:
    called = {a.ip: a.broadcast for a in ranked(MACHINE)}
    assert called["192.168.1.20"] == "192.168.1.255"
    assert called["172.29.0.1"] == "172.29.15.255"
    assert [called[ip] for ip in ("10.9.0.2", V6, "fe80::7")] == [None] * 3


def test_addresses_on_our_own_networks_are_tried_first() -> None:
    far, near, docker, local = (Target(ip, 1) for ip in ("10.1.1.1", "192.168.1.30", "172.17.0.9", "fe80::9%6"))
    assert nearest_first([far, docker, local, near], ranked(MACHINE)) == (near, local, docker, far)


def test_the_source_of_a_datagram_is_an_address_like_any_other() -> None:
    assert heard_from(("10.0.0.5", 41313)) == Target("10.0.0.5", 41313)
    assert heard_from(("fe80::1%eth0", 41313, 0, 2)) == Target("fe80::1%2", 41313)
    assert heard_from((V6, 41313, 0, 0)) == Target(V6, 41313)
    assert heard_from(("::ffff:10.0.0.5", 41313, 0, 0)) == Target("10.0.0.5", 41313)


def test_a_socket_is_told_the_scope() -> None:
    assert socket_address("10.0.0.5", 1) == ("10.0.0.5", 1)
    assert socket_address(V6, 1) == (V6, 1, 0, 0)
    assert socket_address("fe80::1%7", 1) == ("fe80::1", 1, 0, 7)
    name = socket.if_indextoname(1)
    assert socket_address(f"fe80::1%{name}", 1) == ("fe80::1", 1, 0, 1)
    with pytest.raises(OSError, match="interface"):
        socket_address("fe80::1%nosuch0", 1)


def test_this_machine_says_what_it_has() -> None:
    own = own_addresses()
    assert not [a for a in own if a.ip.startswith("127.") or a.ip == "::1" or not a.adapter]
