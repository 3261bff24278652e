"""Firewalls as classic BPF, which ``tc`` takes in every kernel: packet filters that need no netfilter."""

from __future__ import annotations

from typing import Final, Literal

Protocol = Literal["tcp", "udp"]
Way = Literal["in", "out", "replies"]
"""To our port; to that port of others; from our port, so that we hear everything and they hear nothing."""

NUMBERS: Final[dict[Protocol, int]] = {"tcp": 6, "udp": 17}
PASS: Final = 0xFFFFFFFF
DROP: Final = 2
CODES: Final = {"ldb": 0x30, "ldh": 0x28, "ldhx": 0x48, "ldxb": 0xB1, "jeq": 0x15, "jset": 0x45, "ret": 0x06}

PORT: Final = """
            ldh 12
            jeq 0x86dd six else
    else    jeq 0x0800 four pass
    four    ldb 23
            jeq {protocol} whole pass
    whole   ldh 20
            jset 0x1fff pass first
    first   ldxb 14
            ldhx {four}
            jeq {port} drop pass
    six     ldb 20
            jeq {protocol} ports pass
    ports   ldh {six}
            jeq {port} drop pass
    drop    ret {drop}
    pass    ret {pass}
"""
"""The type of the frame, the protocol of the packet, whether it is a later part of one, the port."""

GROUPS: Final = """
            ldb 0
            jset 1 group pass
    group   ldh 0
            jeq 0xffff {broadcast} many
    many    ldh 12
            jeq 0x86dd six drop
    six     ldb 20
            jeq 58 pass hop
    hop     jeq 0 ext drop
    ext     ldb 54
            jeq 58 pass drop
    every   ldh 12
            jeq 0x0806 pass drop
    drop    ret {drop}
    pass    ret {pass}
"""
"""Drops what is for many, but ARP and its like of IPv6, ICMPv6: without them not even a known address is reached."""


def port_filter(protocol: Protocol, port: int, way: Way) -> str:
    """Drops the packets of this port. The argument of ``tc``'s ``bytecode``."""
    offset = 0 if way == "replies" else 2
    return assemble(
        PORT.format_map(
            {
                "protocol": NUMBERS[protocol],
                "port": port,
                "four": 14 + offset,
                "six": 54 + offset,
                "drop": DROP,
                "pass": PASS,
            }
        )
    )


def group_filter(*, broadcast: bool) -> str:
    """Drops multicast, and broadcast if asked. The argument of ``tc``'s ``bytecode``."""
    return assemble(GROUPS.format_map({"broadcast": "every" if broadcast else "pass", "drop": DROP, "pass": PASS}))


def assemble(program: str) -> str:
    """Instructions as numbers. A line is ``[label] operation operand [label if so] [label if not]``."""
    labels: dict[str, int] = {}
    rows: list[list[str]] = []
    for words in (line.split() for line in program.split("\n") if line.strip()):
        if words[0] not in CODES:
            labels[words.pop(0)] = len(rows)
        rows.append(words)
    lines = []
    for number, (operation, operand, *targets) in enumerate(rows):
        so, if_not = [labels[target] - number - 1 for target in targets] or (0, 0)
        lines.append(f"{CODES[operation]} {so} {if_not} {int(operand, 0)}")
    return ",".join((str(len(lines)), *lines))
