"""A seat whose key is lost, over real connections: its owner says yes, and then the new key has it."""

from __future__ import annotations

import pytest

from lan_thirteen.core.errors import JoinError
from lan_thirteen.core.lobby import Presence
from lan_thirteen.core.pin import Pin
from lan_thirteen.wire import messages as m
from tests.support.tables import Player, Served, begin, players, run, served

PIN = Pin("40713")


def test_who_has_lost_their_key_gets_the_seat_from_the_owner_and_the_old_key_opens_nothing() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as (ana, bo, cem):
            await begin(ana, bo, cem)
            assert bo.told is not None
            seat, hand = bo.told.seat, bo.told.view
            assert seat is not None
            bo.drop()
            await ana.sees(lambda lobby: lobby.seats[seat].presence is Presence.LOST)
            newer = Player(table.known, "Bo")
            me = (await newer.is_in()).welcome.person
            newer.guest.send(m.Claim(seat))
            await ana.sees(lambda lobby: [(w.person, w.claims) for w in lobby.watchers] == [(me, seat)])
            assert newer.told is None or newer.told.seat is None
            ana.guest.send(m.Grant(me, is_granted=True))
            told = await newer.hears(m.Told, lambda told: told.seat == seat)
            assert told.view == hand
            lobby = await newer.sees(lambda lobby: lobby.seats[seat].person == me)
            assert lobby.seats[seat].name == "Bo"

            old = Player(table.known, "Bo", key=bo.key)
            assert not (await old.is_in()).welcome.is_back
            assert (await old.until(lambda: old.told)).seat is None
            await newer.leave()
            again = Player(table.known, "Bo", key=newer.key)
            assert (await again.is_in()).welcome.is_back
            assert (await again.until(lambda: again.told)).seat == seat
            await old.leave()
            await again.leave()

    run(work())


async def come_in(table: Served, name: str) -> Player:
    """One after the other, so that the first of them has opened the table."""
    player = Player(table.known, name, pin=PIN)
    await player.is_in()
    return player


def test_who_claims_a_seat_at_a_table_with_a_pin_must_know_it() -> None:
    async def work() -> None:
        async with served(pin=PIN) as table:
            ana, bo, cem = [await come_in(table, name) for name in ("Ana", "Bo", "Cem")]
            await begin(ana, bo, cem)
            assert bo.told is not None
            seat = bo.told.seat
            bo.drop()
            await ana.sees(lambda lobby: any(seat.presence is Presence.LOST for seat in lobby.seats))
            stranger = Player(table.known, "Bo")
            with pytest.raises(JoinError) as refused:
                await stranger.is_in()
            assert refused.value.why.code == "join.pin-needed"
            newer = Player(table.known, "Bo", pin=PIN)
            await newer.is_in()
            assert seat is not None
            newer.guest.send(m.Claim(seat))
            await ana.sees(lambda lobby: any(watcher.claims == seat for watcher in lobby.watchers))
            for player in (ana, cem, newer):
                await player.leave()

    run(work())
