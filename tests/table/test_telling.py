"""Who is told what: all that they may know, nothing that they may not, and the story that they have missed."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from lan_thirteen.core.game import Card, Deal, Seat, Viewer
from lan_thirteen.core.lobby import Person, Phase
from lan_thirteen.games.three_thirteen.model import DrawDiscard, DrawStock
from lan_thirteen.table import commands as c
from tests.support.stage import ANA, BO, CEM, DAN, EVA, REGISTRY, Effects, Stage, caught, of_kind, told
from tests.support.wide import wide_actions


def test_each_person_is_told_of_their_own_seat_and_those_who_watch_of_none() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.come(DAN)
    effects = stage.play()
    state = stage.table.state
    tells = of_kind(effects, c.Tell)
    assert [(tell.to, tell.view) for tell in tells] == [(v, stage.rules.view(state, v)) for v in (0, 1, None)]
    assert [tell.tenure for tell in tells] == [stage.tenure(Seat(0)), stage.tenure(Seat(1)), 0]
    assert [bool(tell.legal) for tell in tells] == [stage.to_act == 0, stage.to_act == 1, False]


def test_nobody_is_told_who_cannot_hear_it() -> None:
    stage = Stage()
    stage.begin(ANA, BO, CEM)
    stage.come(DAN)
    stage.do(c.Left(DAN, on_purpose=False))
    stage.do(c.Left(BO, on_purpose=False))
    assert {tell.to for tell in of_kind(stage.play(), c.Tell)} == {0, 2}
    stage.do(c.Faded(CEM))
    stage.do(c.StandIn(ANA, Seat(1)))
    assert {tell.to for tell in of_kind(stage.play(), c.Tell)} == {0, 2}


@pytest.mark.parametrize("game", REGISTRY)
def test_who_returns_is_told_exactly_what_they_have_missed(game: str) -> None:
    """Whatever index they have seen: the same events that they would have been told one by one."""
    stage = Stage(game)
    stage.begin(ANA, BO, bots=1)
    heard: list[tuple[int, Any]] = []
    heard += [(tell.index, e) for tell in told(stage.said, Seat(1)) for e in tell.events]
    for _ in range(12):
        if stage.phase is Phase.PLAYING:
            heard += [(tell.index, e) for tell in told(stage.play_well(), Seat(1)) for e in tell.events]
    for seen in range(stage.table.index + 1):
        tell = caught(stage.do(c.Returned(BO, seen)), BO)[0]
        assert list(tell.events) == [event for index, event in heard if index > seen]
        assert tell.view == stage.rules.view(stage.table.state, Seat(1))


@pytest.mark.parametrize("game", REGISTRY)
def test_what_came_into_a_hand_with_the_deal_is_private_and_for_those_who_watch_nothing_is(game: str) -> None:
    stage = Stage(game)
    stage.come(ANA, BO)
    stage.come(DAN, watch=True)
    stage.do(c.SetSeatBot(ANA, Seat(2), "easy"))
    stage.do(c.Start(ANA))
    assert [(tell.to, tell.is_private) for tell in of_kind(stage.said, c.Tell)] == [(0, True), (1, True), (None, False)]
    assert caught(stage.do(c.Returned(BO, 0)), BO)[0].is_private
    assert not caught(stage.do(c.Returned(BO, stage.table.index)), BO)[0].is_private, "they were told before"
    assert not caught(stage.do(c.Returned(DAN, 0)), DAN)[0].is_private


@pytest.mark.parametrize("game", REGISTRY)
def test_a_later_deal_is_as_private_as_the_first(game: str) -> None:
    stage = Stage(game, options={"mode": "expert"} if game == "leaves" else {})
    stage.begin(ANA, BO, CEM)
    stage.play_deal()
    seen = stage.table.index
    for person in (ANA, BO, CEM):
        stage.do(c.SetReady(person, is_ready=True))
    assert [tell.is_private for tell in of_kind(stage.said, c.Tell)] == [True, True, True]
    assert caught(stage.do(c.Returned(BO, seen)), BO)[0].is_private
    assert caught(stage.do(c.Returned(BO, seen - 1)), BO)[0].is_private, "also of who has missed more"


def test_a_card_from_the_stock_is_private_to_who_drew_it_and_a_move_in_the_open_is_to_nobody() -> None:
    stage = Stage("three-thirteen", seats=3)
    stage.begin(ANA, BO, CEM)
    stage.come(DAN)
    seat = stage.to_act
    stage.do(stage.submit_for(seat, DrawStock()))
    assert [tell.to for tell in of_kind(stage.said, c.Tell) if tell.is_private] == [seat]
    missed = stage.table.index - 1
    stage.play()
    assert not any(tell.is_private for tell in of_kind(stage.said, c.Tell))
    stage.do(stage.submit_for(stage.to_act, DrawDiscard()))
    assert not any(tell.is_private for tell in of_kind(stage.said, c.Tell))
    for person in (ANA, BO, CEM):
        told_anew = caught(stage.do(c.Returned(person, missed)), person)[0]
        assert told_anew.is_private == (stage.table.seat_of(person) == seat)


@pytest.mark.parametrize("game", ["leaves", "lowest-card"])
def test_where_all_is_played_in_the_open_only_the_deals_are_private(game: str) -> None:
    stage = Stage(game)
    stage.begin(ANA, BO, CEM)
    stage.come(DAN)
    while stage.phase is Phase.PLAYING:
        stage.play_well()
        assert not any(tell.is_private for tell in of_kind(stage.said, c.Tell))


def test_the_card_drawn_after_each_move_is_private_as_long_as_there_is_a_stock() -> None:
    stage = Stage("dreizehn")
    stage.begin(ANA, BO, CEM)
    while stage.phase is Phase.PLAYING:
        seat, has_stock = stage.to_act, bool(stage.table.state.stock)
        stage.play_well()
        assert [tell.to for tell in of_kind(stage.said, c.Tell) if tell.is_private] == [seat] * has_stock


def test_the_story_is_that_of_this_deal_only() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.play_deal()
    last = caught(stage.do(c.Returned(BO, 0)), BO)[0].events
    assert [type(event).__name__ for event in last] == ["Shown", "Shown", "Paid"]
    stage.do(c.SetReady(ANA, True))
    stage.do(c.SetReady(BO, True))
    assert caught(stage.do(c.Returned(BO, 0)), BO)[0].events == ()


def test_who_claims_to_have_seen_what_never_was_is_told_the_whole_story() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.play()
    assert len(caught(stage.do(c.Returned(BO, 10**9)), BO)[0].events) == 1


def test_a_long_story_is_cut_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lan_thirteen.table.play.LONGEST_STORY", 5)
    stage = Stage("leaves")
    stage.begin(ANA, BO, CEM)
    heard: list[Any] = []
    while len(heard) < 12:
        heard += [event for tell in told(stage.play(), Seat(1)) for event in tell.events]
    assert stage.is_in(Phase.PLAYING)
    assert list(caught(stage.do(c.Returned(BO, 0)), BO)[0].events) == heard[-5:]


def test_who_takes_over_a_bots_seat_learns_nothing_of_what_it_held_before() -> None:
    stage = Stage("three-thirteen", seats=2)
    stage.begin(ANA, bots=1)
    stage.come(DAN)
    stage.do(c.Sit(DAN, Seat(1)))
    while stage.phase is Phase.PLAYING:
        stage.play_well()
        assert {tell.to for tell in of_kind(stage.said, c.Tell)} <= {0, None}
    before = stage.table.index
    effects = stage.do(c.SetReady(ANA, True))
    assert told(effects, Seat(1))[0].index == before + 1
    assert [tell.to for tell in caught(stage.do(c.Returned(DAN, 0)), DAN)] == [1]


class OtherDeals:
    """A game whose deals have some cards in each other's places."""

    def __init__(self, game: Any, names: dict[Card, Card]) -> None:
        self._game = game
        self._names = names

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def deal(self, state: Any, seed: bytes) -> Any:
        action = self._game.deal(state, seed)
        if not isinstance(action, Deal):
            return action
        return msgspec.structs.replace(action, order=tuple(self._names.get(c, c) for c in action.order))


class World(Stage):
    """A stage with other deals."""

    names: dict[Card, Card] = {}  # noqa: RUF012  # each stage gets its own before the match begins

    def deal_otherwise(self, names: dict[Card, Card]) -> None:
        game = OtherDeals(REGISTRY[self.game].game, names)
        self.table._room.settings._games = {self.game: REGISTRY[self.game]._replace(game=game)}


def script(game: str, viewer: Viewer, number: int) -> tuple[list[tuple[float, c.Command]], set[Card]]:
    """A deal with all that can happen at a table, and the cards that ``viewer`` cannot know at any time in it."""
    rng = Random(number)
    stage = World(game, seats=4, number=number)
    done: list[tuple[float, c.Command]] = []
    hidden: set[Card] = set()

    def do(command: c.Command) -> None:
        done.append((stage.now, command))
        stage.do(command)
        if stage.table.state is not None:
            zones = stage.rules.zones(stage.table.state)
            now = {card for zone in zones if not zone.is_open_to(viewer) for card in zone.cards}
            hidden.intersection_update(now) if hidden else hidden.update(now)

    for person in (ANA, BO, CEM):
        do(c.Enter(person, "x", 0, watch=False))
    do(c.SetSeatBot(ANA, Seat(3), "easy"))
    do(c.Enter(DAN, "x", 0, watch=True))
    do(c.Start(ANA))
    for move in range(14):
        if stage.phase is not Phase.PLAYING:
            break
        for command in _happenings(stage, move, rng):
            do(command)
        stage.now += rng.choice([0.1, 0.1, 70])
        do(c.Wake())
        if viewer is not None:
            wide = wide_actions(REGISTRY[game].action_type, 40)
            do(stage.submit_for(viewer, rng.choice(wide), index=stage.table.index - 1))
            if stage.to_act != viewer:
                do(stage.submit_for(viewer, rng.choice(wide)))
        state = stage.table.state
        do(stage.submit_for(stage.to_act, rng.choice(stage.rules.legal(state))))
    return done, hidden


def _happenings(stage: Stage, move: int, rng: Random) -> list[c.Command]:
    some = rng.choice((BO, CEM))
    happen: list[list[c.Command]] = [
        [c.Left(some, on_purpose=False), c.StandIn(ANA, stage.table.seat_of(some) or Seat(0)), c.Faded(ANA)],
        [c.Returned(BO, rng.randrange(stage.table.index)), c.Returned(CEM, 0), c.Returned(ANA, 0)],
        [c.Left(DAN, on_purpose=False), c.Returned(DAN, 0), c.Sit(DAN, None), c.Enter(EVA, "x", 0, watch=False)],
        [c.Pause(BO), c.Resume(CEM), c.Left(BO, on_purpose=True), c.Returned(BO, stage.table.index)],
    ]
    return happen[move % len(happen)]


def played_out(stage: Stage, commands: list[tuple[float, c.Command]]) -> list[Effects]:
    out = []
    for stage.now, command in commands:
        out.append(stage.do(command))
    return out


def visible(effects: Effects, seat: Viewer, person: Person) -> Effects:
    """What of these reaches one person, or the bot that plays for them."""

    def is_theirs(effect: Any) -> bool:
        match effect:
            case c.Tell(to=to):
                return bool(to == seat)
            case c.Catch(person=other) | c.Deny(person=other) | c.Evict(person=other):
                return bool(other == person)
            case c.AskBot(seat=other) | c.Accept(seat=other) | c.Refuse(seat=other):
                return bool(other == seat)
            case c.Record():
                return False
            case _:
                return True

    return [effect for effect in effects if is_theirs(effect)]


def shape(effect: Any) -> tuple[Any, ...]:
    """What anybody who counts and times packets may see of it."""
    targets = [getattr(effect, name, "-") for name in ("to", "person", "seat", "time")]
    tell = effect.tell if isinstance(effect, c.Catch) else effect
    # what is private is signed, so it is longer
    return (type(effect).__name__, *targets, getattr(tell, "is_private", "-"))


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(("viewer", "person"), [(Seat(0), ANA), (Seat(1), BO), (Seat(2), CEM), (None, DAN)])
@pytest.mark.parametrize("game", REGISTRY)
def test_hidden_cards_change_nothing_that_reaches_those_who_may_not_know_them(
    game: str, viewer: Viewer, person: Person, number: int
) -> None:
    """And for nobody the number and order of what is sent."""
    commands, hidden = script(game, viewer, number)
    cards = sorted(hidden)
    assert len(cards) > 1
    names = dict(zip(cards, [*cards[1:], cards[0]], strict=True))
    here, there = World(game, seats=4, number=number), World(game, seats=4, number=number)
    there.deal_otherwise(names)
    ours, theirs = played_out(here, commands), played_out(there, commands)
    assert not _other_moves(ours, theirs), "choose another number: the same moves must be possible in both worlds"
    assert here.table.state != there.table.state
    assert any(of_kind(effects, c.Catch) for effects in ours)
    for our, their in zip(ours, theirs, strict=True):
        assert [shape(effect) for effect in our] == [shape(effect) for effect in their]
        assert visible(our, viewer, person) == visible(their, viewer, person)


def _other_moves(ours: list[Effects], theirs: list[Effects]) -> bool:
    """Whether some move of another seat was played in one world and refused in the other."""
    return any(bool(of_kind(o, c.Accept)) != bool(of_kind(t, c.Accept)) for o, t in zip(ours, theirs, strict=True))
