"""How a person plays an action of each game: with the mouse alone, or with keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from lan_thirteen.bots.registry import make_bot
from lan_thirteen.core.game import OptionValue
from lan_thirteen.core.lobby import HouseRules, Phase
from lan_thirteen.games.dreizehn.model import Place
from lan_thirteen.games.leaves.model import Play, Take
from lan_thirteen.games.three_thirteen.model import Discard, DrawDiscard, DrawStock
from lan_thirteen.net.opening import Opening
from lan_thirteen.ui.boards.three_thirteen_pick import Pile, pile_key
from tests.support.pilot import Lan, Pilot

Plays: TypeAlias = Callable[[Pilot, Any], None]

_SHORT: dict[str, tuple[int, tuple[tuple[str, OptionValue], ...]]] = {
    "leaves": (3, ()),
    "three-thirteen": (2, (("rounds", "odd"),)),
    "dreizehn": (3, (("rounds", 1),)),
}
"""Seats and options of a match that is soon over."""
GAMES = tuple(_SHORT)
MAIN = ("action", 0)
"""The button that plays."""


def table_of(game: str, *, bots: int | None = None, house: HouseRules | None = None, **options: OptionValue) -> Opening:
    """A table of a short match, with bots in all seats but the first unless it is said how many."""
    seats, usual = _SHORT[game]
    chosen = {**dict(usual), **options}
    sitting = seats - 1 if bots is None else bots
    return Opening("Kitchen", game, seats, tuple(chosen.items()), ("normal",) * sitting, house or HouseRules())


def seated(lan: Lan, game: str, *names: str, house: HouseRules | None = None, **options: OptionValue) -> list[Pilot]:
    """People of these names at a table in its waiting room; the first owns it, and bots have the other seats."""
    opening = table_of(game, bots=_SHORT[game][0] - len(names), house=house, **options)
    pilots = [Pilot(lan, name) for name in names]
    lan.open(pilots[0], opening)
    for pilot in pilots:
        lan.come(pilot)
    return pilots


def started(lan: Lan, game: str, *names: str, house: HouseRules | None = None, **options: OptionValue) -> list[Pilot]:
    """The same with the match begun."""
    pilots = seated(lan, game, *names, house=house, **options)
    for pilot in pilots[1:]:
        pilot.click("I am ready")
    pilots[0].click("Start the game")
    return pilots


def asked(game: str, *names: str, **options: Any) -> tuple[Lan, Pilot]:
    """A match of these people, or of Ana alone, in which one of them is to play now."""
    lan = Lan()
    pilots = started(lan, game, *(names or ("Ana",)), **options)
    return lan, until_asked(lan, *pilots)


def is_asked(pilot: Pilot) -> bool:
    return pilot.model.table is not None and pilot.model.table.is_asked


def until_asked(lan: Lan, *pilots: Pilot) -> Pilot:
    """The one of them whose turn it is, when it has come."""
    for _ in range(10_000):
        for pilot in pilots:
            if is_asked(pilot):
                return pilot
        lan.pass_time(0.1)
    raise AssertionError("nobody's turn comes")


def choice_of(pilot: Pilot) -> Any:
    """What a bot would play in this seat."""
    table = pilot.model.table
    assert table is not None
    assert table.seen is not None
    assert table.lobby is not None
    return make_bot(table.lobby.game, "normal", bytes(32)).choose(table.seen.view, list(table.seen.legal))


def plays_with_mouse(pilot: Pilot, action: Any) -> None:
    picks_with_mouse(pilot, action)
    pilot.press(pilot.by_key(MAIN))


def picks_with_mouse(pilot: Pilot, action: Any) -> None:
    """All presses but the last one, which is on the main button."""
    match action:
        case Play(value, count):
            cards = _cards(pilot, value)
            if _picked(pilot).chosen != frozenset(cards):
                pilot.press(pilot.by_key(("card", cards[0])))
            for card in cards[count:]:
                pilot.press(pilot.by_key(("card", card)))
        case Take(value):
            pilot.click("Pass")
            if value is not None and _picked(pilot).taking != value:
                pilot.press(pilot.by_key(("stack", value)))
        case DrawStock() | DrawDiscard():
            pilot.press(pilot.by_key(pile_key(Pile.STOCK if isinstance(action, DrawStock) else Pile.DISCARDS)))
        case Discard(card, is_out):
            pilot.press(pilot.by_key(("card", card)))
            if is_out:
                pilot.click("Go out")
        case Place(card, target):
            if _picked(pilot).card != card:
                pilot.press(pilot.by_key(("card", card)))
            if _picked(pilot).target != target:
                pilot.press(pilot.by_key(("target", target)))
        case _:
            raise AssertionError(action)


def plays_with_keys(pilot: Pilot, action: Any) -> None:
    match action:
        case Play(value, count):
            cards = _cards(pilot, value)
            if _picked(pilot).chosen != frozenset(cards):
                _pick(pilot, ("card", cards[0]))
            pilot.key(str(count), "return")
        case Take(value):
            pilot.key("p")
            table = pilot.model.table
            assert table is not None
            assert table.seen is not None
            if value is not None:
                pilot.key(str([stack for stack, _ in table.seen.view.table].index(value) + 1))
            pilot.key("return")
        case DrawStock():
            pilot.key("d", "return")
        case DrawDiscard():
            pilot.key("f", "return")
        case Discard(card, is_out):
            _pick(pilot, ("card", card))
            pilot.key(*(("g", "g") if is_out else ("return",)))
        case Place(card, target):
            if _picked(pilot).card != card:
                _pick(pilot, ("card", card))
            if _picked(pilot).target != target:
                pilot.key(str(target + 1))
            pilot.key("return")
        case _:
            raise AssertionError(action)


def _pick(pilot: Pilot, key: tuple[object, ...]) -> None:
    pilot.walk_to(key)
    pilot.key("space")


def play_match(lan: Lan, *pilots: Pilot, plays: Plays, ready: Callable[[Pilot], None]) -> int:
    """Play to the end; gives how many moves the people made. ``ready`` says what they do between two deals."""
    moves = 0
    while lan.lobby.phase is not Phase.FINISHED:
        pilot = next((pilot for pilot in pilots if is_asked(pilot)), None)
        if pilot is not None:
            before, action = len(lan.asked), choice_of(pilot)
            plays(pilot, action)
            assert len(lan.asked) == before + 1, f"{action} was not played"
            moves += 1
            assert moves < 2000
        elif lan.lobby.phase is Phase.INTERMISSION:
            for pilot in pilots:
                if lan.lobby.phase is Phase.INTERMISSION:
                    ready(pilot)
        else:
            lan.pass_time(0.1)
    return moves


def _picked(pilot: Pilot) -> Any:
    assert pilot.model.table is not None
    return pilot.model.table.pick


def _cards(pilot: Pilot, value: int) -> list[int]:
    """The numbers of all leaves of this value in the hand, from the left."""
    return [leaf.number for leaf in _picked(pilot).held if leaf.value == value]
