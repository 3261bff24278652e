"""Tables on networks as they are: one family of addresses only, VPNs, no multicast, many tables, a port in use."""

from __future__ import annotations

import pytest

from tests.e2e.driver import OVER, PATIENT, Guest, Table, begin, listed, play_out, see_the_end
from tests.lab.lan import Lan

pytestmark = pytest.mark.timeout(180)

SHORT = ("--option", "rounds=1")


def open_short(lan: Lan, number: int = 0, *more: str, name: str = "Game night") -> Table:
    """A table of three for the shortest match, a bot at it."""
    return Table(lan[number], "dreizehn", 3, "--bots", "1", *SHORT, *more, name=name)


def is_played(lan: Lan, table: Table, *words: str) -> None:
    """A person on the second computer and a bot on the third find the table by these words and play a match."""
    ana = Guest(lan[1], words[0], "Ana").comes_in()
    bo = Guest(lan[2], words[-1], "Bo", "--bot", "easy").comes_in()
    begin(ana, 3)
    play_out(ana)
    see_the_end(table, {1: ana, 2: bo})


def test_ipv6_alone_is_enough(lan: Lan) -> None:
    for host in lan:
        host.set_ip(None)
    is_played(lan, open_short(lan), "Game night")


def test_a_vpn_that_takes_the_route_to_elsewhere_is_not_in_the_way(lan: Lan) -> None:
    for number, host in enumerate(lan):
        host.add_interface("docker0", "bridge", "172.17.0.1/16")
        host.add_interface("tun0", "tun", f"10.8.0.{2 + number}/24", default_route=True)
    is_played(lan, open_short(lan), "Game night")


def test_a_table_is_reached_by_its_address_where_there_is_no_multicast(lan: Lan) -> None:
    lan.block_multicast()
    table = open_short(lan)
    assert listed(lan[1]) == []
    is_played(lan, table, lan[0].ip, f"[{lan[0].ip6}%eth0]:{table.port}")


def test_a_port_in_use_is_not_in_the_way(lan: Lan) -> None:
    with lan[0].listen(41313):
        table = open_short(lan)
        assert table.port != 41313
        is_played(lan, table, "Game night", lan[0].ip)


def test_a_port_that_another_program_of_ours_uses_is_not_in_the_way(lan: Lan) -> None:
    first, second = open_short(lan, name="First"), open_short(lan, name="Second")
    assert (first.port, second.port) == (41313, 41314)
    ana = Guest(lan[1], "Second", "Ana").comes_in()
    bo = Guest(lan[2], f"{lan[0].ip}:{second.port}", "Bo", "--bot", "easy").comes_in()
    begin(ana, 3)
    play_out(ana)
    bo.program.wait_for(OVER, PATIENT)
    assert {(row["name"], row["status"]) for row in listed(lan[1])} == {("First", "lobby"), ("Second", "playing")}


def test_two_tables_of_one_name_are_told_apart_by_their_ids(lan: Lan) -> None:
    tables = [open_short(lan, number) for number in (0, 1)]
    lost = Guest(lan[2], "Game night", "Ana")
    lost.sees(r"^2 tables are called Game night: ")
    assert lost.program.wait() == 1
    is_played(lan, tables[1], tables[1].id[:6])


@pytest.mark.parametrize("lan", [5], indirect=True)
def test_five_tables_play_at_once(lan: Lan) -> None:
    tables = [open_short(lan, number, name=f"Table {number}") for number in range(5)]
    assert {row["table"] for row in listed(lan[0])} == {table.id for table in tables}
    pairs = [
        [Guest(lan[(number + step) % 5], table.name, name, "--bot", "easy") for step, name in ((1, "Ana"), (2, "Bo"))]
        for number, table in enumerate(tables)
    ]
    for table, pair in zip(tables, pairs, strict=True):
        for guest in pair:
            guest.program.wait_for(OVER, PATIENT)
        first = table.players.index("Ana")  # two who come at once sit as they come
        see_the_end(table, {1 + first: pair[0], 2 - first: pair[1]})
