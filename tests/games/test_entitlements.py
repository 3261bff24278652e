"""Who may know what: one table, by game, option and phase, written down without a glance at ``zones``.

Both what ``zones`` says and what views hold are held against it, so that a fault which is in both is caught.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import pytest

from lan_thirteen.core.game import DEALER, Due, OptionValue, Seat, Viewer
from lan_thirteen.games.leaves.model import VALUE_OF
from lan_thirteen.games.registry import GAMES

Cards = frozenset[int]

OF_VALUE = {v: frozenset(c for c, value in enumerate(VALUE_OF) if value == v) for v in range(1, 14)}

ALL, OWNER, NOBODY = "all", "owner", "nobody"


class Right(NamedTuple):
    """A place where cards lie, and who may know them; ``may_view`` is who finds them in a view.

    What all may know is not always shown: a player who remembers knows it without.
    """

    place: str
    phase: str
    may_know: str
    may_view: str
    options: tuple[tuple[str, OptionValue], ...]


def right(place: str, may_know: str, may_view: str = "", phase: str = "", **options: OptionValue) -> Right:
    return Right(place, phase, may_know, may_view or may_know, tuple(options.items()))


TABLE: Mapping[str, tuple[Right, ...]] = {
    "leaves": (
        right("dealt to a hand", OWNER),
        right("taken from the table to a hand", ALL),
        right("table", ALL),
        right("removed", ALL),
        right("undealt", NOBODY),
    ),
    "three-thirteen": (
        right("drawn from the stock", OWNER, phase="in turn"),
        right("drawn from the discards", ALL, phase="in turn"),
        right("picked up", ALL, phase="closed"),
        right("rest of a hand", OWNER, phase="closed"),
        right("hand", ALL, phase="out"),
        right("hand", ALL, phase="after its last turn"),
        right("hand", ALL, phase="after the deal"),
        right("stock", NOBODY),
        right("discards", ALL),
    ),
    "dreizehn": (
        right("hand", OWNER),
        right("stock", NOBODY),
        right("set aside", NOBODY),
        right("targets", ALL),
        right("taken", ALL, NOBODY, taken_view="count"),
        right("taken", ALL, OWNER, taken_view="own"),
        right("taken", ALL, ALL, taken_view="open"),
    ),
}


class Lying(NamedTuple):
    """Cards that lie in a place now, and whose they are."""

    place: str
    phase: str
    cards: Cards
    owner: Seat | None = None


Watch = list[Counter[int]]
"""What somebody who sees all and remembers all notes down of each hand: the cards that all saw going there.

In 13 Leaves, where copies are alike, these are values; a play may always have used one of them.
"""


def bits(cards: int) -> Cards:
    return frozenset(c for c in range(cards.bit_length()) if cards >> c & 1)


def lying_in_leaves(state: Any, watch: Watch) -> Iterator[Lying]:
    yield Lying("table", "", bits(state.table))
    yield Lying("removed", "", bits(state.removed))
    yield Lying("undealt", "", bits(state.undealt))
    for seat, hand in enumerate(map(bits, state.hands)):
        known = frozenset(c for v, n in watch[seat].items() for c in sorted(hand & OF_VALUE[v])[:n])
        yield Lying("taken from the table to a hand", "", known, Seat(seat))
        yield Lying("dealt to a hand", "", hand - known, Seat(seat))


def lying_in_three_thirteen(state: Any, watch: Watch) -> Iterator[Lying]:
    yield Lying("stock", "", frozenset(state.stock))
    yield Lying("discards", "", frozenset(state.discards))
    for seat, cards in enumerate(state.hands):
        hand, owner = frozenset(cards), Seat(seat)
        known = hand & frozenset(watch[seat].elements())
        if not state.is_live:
            yield Lying("hand", "after the deal", hand, owner)
        elif seat == state.out:
            yield Lying("hand", "out", hand, owner)
        elif state.out is not None and _has_played_last(state, seat):
            yield Lying("hand", "after its last turn", hand, owner)
        else:
            drawn = frozenset(cards[-1:]) if seat == state.turn and not state.is_drawing else frozenset()
            where = "drawn from the discards" if drawn & known else "drawn from the stock"
            yield Lying(where, "in turn", drawn, owner)
            yield Lying("picked up", "closed", known - drawn, owner)
            yield Lying("rest of a hand", "closed", hand - known - drawn, owner)


def _has_played_last(state: Any, seat: int) -> bool:
    """Whether the turns since somebody went out have passed this seat."""
    return bool((seat - state.out) % state.seats < (state.turn - state.out) % state.seats)


def lying_in_dreizehn(state: Any, watch: Watch) -> Iterator[Lying]:
    yield Lying("stock", "", frozenset(state.stock))
    yield Lying("set aside", "", frozenset(state.aside))
    yield Lying("targets", "", frozenset(c for pile in state.piles for c in pile))
    for seat in map(Seat, range(state.seats)):
        yield Lying("hand", "", frozenset(state.hands[seat]), seat)
        yield Lying("taken", "", frozenset(state.taken[seat]), seat)


LYING: Mapping[str, Callable[[Any, Watch], Iterator[Lying]]] = {
    "leaves": lying_in_leaves,
    "three-thirteen": lying_in_three_thirteen,
    "dreizehn": lying_in_dreizehn,
}


def note(watch: Watch, before: Any, after: Any) -> None:
    """Add what came to a hand from where all see it; strike what has left the hand."""
    if after.deal != before.deal:
        watch[:] = [Counter() for _ in range(after.seats)]
        return
    was_open, to_note = _open(before), VALUE_OF if isinstance(before.hands[0], int) else range(1000)
    for seat, (old, new) in enumerate(zip(_hands(before), _hands(after), strict=True)):
        watch[seat] += Counter(to_note[c] for c in (new - old) & was_open)
        watch[seat] -= Counter(to_note[c] for c in old - new)


def _hands(state: Any) -> list[Cards]:
    return [bits(hand) if isinstance(hand, int) else frozenset(hand) for hand in state.hands]


def _open(state: Any) -> Cards:
    """The cards that a seat may come by while all look on."""
    match getattr(state, "table", None), getattr(state, "discards", None):
        case int(table), None:
            return bits(table)
        case None, tuple(discards):
            return frozenset(discards[-1:])
        case _:
            return frozenset()


def entitled(game: str, state: Any, lying: Lying) -> Right:
    """The line of the table for these cards: there is exactly one."""
    [found] = [
        line
        for line in TABLE[game]
        if (line.place, line.phase) == (lying.place, lying.phase)
        and all(getattr(state.options, name) == value for name, value in line.options)
    ]
    return found


def may(who: str, viewer: Viewer, owner: Seat | None) -> bool:
    return who == ALL or (who == OWNER and viewer is not None and viewer == owner)


def in_view(game: str, view: Any) -> list[Any]:
    """The cards that a view holds, or in 13 Leaves their values, each as often as it is there."""
    match game:
        case "leaves":
            own = [] if view.seat is None else view.hand
            taken = [v for s, known in enumerate(view.known) if s != view.seat for v in known]
            gone = [v for v, n in enumerate(view.removed, 1) for _ in range(n)]
            return sorted([*own, *taken, *gone, *(v for v, n in view.table for _ in range(n))])
        case "three-thirteen":
            laid = [c for split in view.shown if split is not None for c in _of_split(split)]
            hint = [] if view.split is None else _of_split(view.split)
            drawn = [] if view.drawn is None else [view.drawn]
            picked = [c for cards in view.picked for c in cards]
            return sorted({*view.hand, *laid, *hint, *drawn, *picked, *view.discards})
        case _:
            taken = [c for cards in view.taken for c in cards]
            return sorted([*view.hand, *taken, *(c for _, pile in view.targets for c in pile)])


def _of_split(split: Any) -> list[int]:
    return [*split.left, *(c for meld in split.melds for c in meld)]


def wanted_in_view(game: str, state: Any, lyings: Iterable[Lying], viewer: Viewer) -> list[Any]:
    shown = [c for at in lyings if may(entitled(game, state, at).may_view, viewer, at.owner) for c in at.cards]
    return sorted([VALUE_OF[c] for c in shown] if game == "leaves" else shown)


def check_zones(game: str, state: Any, lyings: list[Lying], viewers: Iterable[Viewer]) -> None:
    zones = GAMES[game].game.zones(state)
    for viewer in viewers:
        known = [c for at in lyings if may(entitled(game, state, at).may_know, viewer, at.owner) for c in at.cards]
        by_zones = [c for zone in zones if zone.is_open_to(viewer) for c in zone.cards]
        if game == "leaves":
            # copies are alike: which of them a zone names is nobody's business
            known, by_zones = [VALUE_OF[c] for c in known], [VALUE_OF[c] for c in by_zones]
        assert sorted(by_zones) == sorted(known), f"zones let {viewer} know other cards than the table"


def check(game: str, state: Any, watch: Watch, seen: set[Right]) -> None:
    rules = GAMES[game].game
    lyings = list(LYING[game](state, watch))
    assert sorted(c for at in lyings for c in at.cards) == sorted(c for z in rules.zones(state) for c in z.cards)
    viewers: list[Viewer] = [None, *map(Seat, range(state.seats))]
    check_zones(game, state, lyings, viewers)
    for viewer in viewers:
        assert in_view(game, rules.view(state, viewer)) == wanted_in_view(game, state, lyings, viewer)
    seen |= {entitled(game, state, at) for at in lyings if at.cards}


def play(game: str, seats: int, options: Mapping[str, OptionValue], seed: int, seen: set[Right]) -> None:
    """Three deals of random play in which everybody goes out who can, checked after every move."""
    rules, rng = GAMES[game].game, Random(seed)
    watch: Watch = []
    state, chance = rules.new_match(seats, options), b""
    while (actor := rules.actor(state)) is not None and state.deal <= 3:
        if actor is DEALER:
            chance = rng.randbytes(32) if rules.due(state) is Due.DEAL else chance
            action = rules.deal(state, chance)
        else:
            legal = rules.legal(state)
            action = rng.choice([a for a in legal if getattr(a, "out", False)] or legal)
        before, state = state, rules.apply(state, actor, action).state
        note(watch, before, state)
        check(game, state, watch, seen)


SETTINGS: Mapping[str, tuple[tuple[int, dict[str, OptionValue]], ...]] = {
    "leaves": ((3, {"mode": "expert"}), (5, {})),
    "three-thirteen": (
        (2, {"wild_limit": "half", "rounds": "odd"}),
        (3, {"jokers_per_deck": 2, "show_best_melds": "off", "return_drawn_discard": "allow"}),
        (4, {"last_turns": "none"}),
    ),
    "dreizehn": (
        (3, {"deal_mode": "all", "taken_view": "count"}),
        (4, {"taken_view": "own"}),
        (5, {"taken_view": "open", "colour_lock": "pile"}),
    ),
}


def test_every_game_is_in_the_table() -> None:
    assert set(TABLE) == set(GAMES)


@pytest.mark.parametrize("game", TABLE)
def test_zones_and_views_keep_to_the_table_and_every_line_of_it_comes_up(game: str) -> None:
    seen: set[Right] = set()
    for number, (seats, options) in enumerate(SETTINGS[game]):
        play(game, seats, options, number, seen)
    assert [line for line in TABLE[game] if line not in seen] == []
