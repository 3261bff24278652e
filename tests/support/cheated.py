"""Matches at the tables of hosts that cheat, as far as is needed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias, cast

from msgspec.structs import replace

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Absence, DealId, Person
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.net.scribe import Scribe
from lan_thirteen.table import commands as c
from lan_thirteen.trust import journal as j
from lan_thirteen.wire import messages as m
from tests.support import cheats, cheats_drawn, cheats_written
from tests.support.fair import FairTable, Laptop, small_table
from tests.support.tables import MACHINE

Play: TypeAlias = Callable[[], FairTable]
"""Such a match. It must be played in a running loop."""

BO: Final = Seat(1)


def by_rules(cheat: Callable[[Any], Any], game: str, deals: int = 1) -> Play:
    def play() -> FairTable:
        of = small_table(game, cheat=cheat)
        of.play(deals)
        return of

    return play


def with_stock(deals: int = 1, **other: Any) -> Play:
    """Two draw from the stock of Three Thirteen until it is made anew, and nobody goes out."""

    def play() -> FairTable:
        of = FairTable("three-thirteen", 2, 2, Random(3), **other)
        of.start()
        while of.is_playing:
            of.move(well=False, which=0)
        return of

    return play


def by_dealer(dealer: type[Dealer]) -> Play:
    def play() -> FairTable:
        of = small_table("leaves", dealer=dealer)
        if issubclass(dealer, cheats_drawn.Busy):
            dealer.say = of.slip
        if issubclass(dealer, cheats_drawn.CommitmentsAgain):
            dealer.accomplice = of.laptops[1].key
        of.start()
        while of.is_playing and of.state.deal < 3:
            of.play_deal()
            of.next_deal()
        of.pass_time(5.1)
        return of

    return play


def by_scribe(scribe: type[Scribe]) -> Play:
    """Two people and a bot, and one deal; the next one begins, if it can."""

    def play() -> FairTable:
        of = small_table("dreizehn", people=2, scribe=scribe)
        of.play(1)
        of.next_deal()
        of.pass_time(5.1)
        return of

    return play


def in_mid_deal(then: Callable[[FairTable], object], game: str = "dreizehn") -> Play:
    """Two people and a bot have played a few cards, and the deal goes on after that."""

    def play() -> FairTable:
        of = small_table(game, people=2)
        of.start()
        for _ in range(4):
            of.move(well=True)
        then(of)
        of.play_deal()
        return of

    return play


def with_bo_gone(why: Absence) -> Play:
    """A bot plays for Bo, who is there."""
    return in_mid_deal(lambda of: of.carry_out(c.GoneFrom(BO, "normal", why)))


def deals_again(of: FairTable) -> None:
    of.carry_out(c.OpenDeal(DealId(1, 1, 2), tuple((Seat(seat), Person(seat + 1)) for seat in range(2))))


def throws_a_drawing_away() -> FairTable:
    of = small_table("leaves")
    of.laptops[1].is_silent = True
    of.start()
    of.carry_out(c.OpenDeal(DealId(1, 1, 2), tuple((Seat(seat), Person(seat + 1)) for seat in (0, 2))))
    return of


def begins_with_a_later_attempt() -> FairTable:
    """The host may have looked at the first one with an accomplice alone."""
    of = small_table("leaves")
    seats = tuple((Seat(seat), Person(seat + 1)) for seat in range(3))
    of.carry_out(
        c.Begin(1, "leaves", of.table.lobby(of.clock.now).options, ("Ana", "Bo", "Cem")),
        *(c.Holds(seat, person, "", "") for seat, person in seats),
        c.OpenDeal(DealId(1, 1, 2), seats),
    )
    return of


def leaves_somebody_out_who_is_there() -> FairTable:
    """Says before the deal is drawn that Bo is gone, and draws without him."""
    of = small_table("leaves")
    seats = tuple((Seat(seat), Person(seat + 1)) for seat in range(3))
    of.carry_out(
        c.Begin(1, "leaves", of.table.lobby(of.clock.now).options, ("Ana", "Bo", "Cem")),
        *(c.Holds(seat, person, "", "") for seat, person in seats),
        c.GoneFrom(BO, "normal", Absence.LOST),
        c.OpenDeal(DealId(1, 1, 1), (seats[0], seats[2])),
    )
    return of


def takes_cards_from_nowhere(game: str, cheat: Callable[[Any], Any] = cheats.CardFromNowhere) -> Play:
    def play() -> FairTable:
        of = small_table(game, cheat=cheat)
        of.start()
        moves = 0
        while not of.laptops[1].reds() and moves < 3000:
            moves += 1
            if of.is_playing:
                of.move(well=False)
            else:
                of.next_deal()
        return of

    return play


def lets_a_bot_draw() -> FairTable:
    of = small_table("leaves", people=2, dealer=cheats_drawn.BotDraws)
    of.start()
    return of


def opens_nothing() -> FairTable:
    """Whoever waits to be asked for bytes is left out, and the host deals alone."""
    of = small_table("leaves", people=2, scribe=cheats_written.NothingOpened)
    of.start()
    of.pass_time(5.1)
    of.play_deal()
    return of


def uses_what_a_kicked_guest_gave() -> FairTable:
    of = small_table("leaves", dealer=cheats_drawn.KickedDrawsOn)
    of.start()
    dealer = cast(cheats_drawn.KickedDrawsOn, of.dealer)
    dealer.kicked = of.laptops[1].key.public
    of.do(c.Kick(Person(1), Person(2)))
    of.play_deal()
    of.next_deal()
    return of


def tells_it_all_again(of: FairTable, laptop: Laptop) -> None:
    """From the first line on, with another move of the bot, and all that the host signs signed anew."""
    lines = list(of.memory.lines)
    chain, has_changed = j.Chain(), False
    for place, line in enumerate(lines):
        record = j.record_of(line)
        if isinstance(record, j.Played) and not record.sig and not has_changed:
            record, has_changed = cheats_written.otherwise(record), True
        if isinstance(record, j.Ended):
            record = replace(record, sig=MACHINE.sign(j.ended_text(chain.head, record.of)))
        lines[place] = j.line_of(record)
        chain.add(lines[place])
    assert has_changed
    laptop.send(m.Entries(1, 0, tuple(lines), chain.head))
    of.pump()


def rewrites_what_was_over() -> FairTable:
    of = small_table("dreizehn", people=2)
    of.play(1)
    tells_it_all_again(of, of.laptops[1])
    return of


def tells_who_comes_back_another_story() -> FairTable:
    of = small_table("dreizehn", people=2)
    of.play(1)
    bo = of.laptops[1]
    of.cut(bo)
    since = of.host._scribe.clerk.since
    of.host._scribe.clerk.since = lambda *_: []  # type: ignore[method-assign]
    of.bring_back(bo)
    of.host._scribe.clerk.since = since  # type: ignore[method-assign]
    tells_it_all_again(of, bo)
    return of
