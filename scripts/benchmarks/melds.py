"""P4 and P5: whether melding is exact, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from random import Random
from typing import Any, Final

from lan_thirteen.games.three_thirteen.melds import best_discard, best_split, deadwood
from lan_thirteen.games.three_thirteen.model import Scheme
from scripts.benchmarks import peers
from scripts.benchmarks.measure import Effort, Report, Times, ratio, spread, time_calls
from scripts.benchmarks.peers import NotMeasured

GOALS: Final = ("P4", "P5")

GIN: Final = Scheme(wild=0, packs=1)
"""Melds as in gin rummy: no rank is wild."""
GIN_CARDS: Final = 10
GIN_HANDS: Final = 2000
"""The hands on which melding must agree with the peers', whatever the effort."""

KINGS: Final = Scheme(wild=13, packs=2)
"""The last deal, for four players."""

Hands = Sequence[tuple[int, ...]]


def measure(goals: Collection[str], effort: Effort, report: Report) -> None:
    if "P4" in goals:
        _measure_gin(effort, report)
    if "P5" in goals:
        _measure_thirteen(effort, report)
        _measure_two_suits(effort, report)


def _measure_gin(effort: Effort, report: Report) -> None:
    chance = Random("bench gin")
    hands = [tuple(chance.sample(range(52), GIN_CARDS)) for _ in range(GIN_HANDS)]
    ours = [deadwood(hand, GIN) for hand in hands]
    report.heading(f"The least points of {GIN_HANDS:,} hands of {GIN_CARDS} cards without wilds: median in µs")
    for name, judge in (("OpenSpiel", _openspiel), ("RLCard", _rlcard)):
        title = f"mismatches with {name}"
        try:
            parted = sum(mine != theirs for mine, theirs in zip(ours, map(judge(), hands), strict=True))
            report.at_most("P4", title, spread([parted]), 0)
        except NotMeasured as error:
            report.not_measured("P4", title, str(error))
    _race_rlcard(hands[: effort.hands], effort.turns, report)


def _race_rlcard(hands: Hands, turns: int, report: Report) -> None:
    """Our points against the search of RLCard, without the points that it would have to count after it."""
    title = "median / RLCard get_best_meld_clusters"
    try:
        melding, cards_of = peers.load("rlcard", ".games.gin_rummy.utils.melding"), _rlcard_cards()
    except NotMeasured as error:
        report.not_measured("P4", title, str(error))
        return
    theirs = [cards_of(hand) for hand in hands]
    times = _alternate(
        [
            partial(_time_each, lambda hand: deadwood(hand, GIN), hands),
            partial(_time_each, melding.get_best_meld_clusters, theirs),
        ],
        turns,
    )
    mine, other = ([each.median for each in side] for side in times)
    report.figure("deadwood", mine)
    report.figure("RLCard get_best_meld_clusters", other)
    report.at_most("P4", title, ratio(mine, other), 1.5)


def _measure_thirteen(effort: Effort, report: Report) -> None:
    chance = Random("bench thirteen")
    hands = [tuple(chance.sample(range(104), 13)) for _ in range(effort.hands)]
    report.heading(f"The best split of {effort.hands:,} hands of 13 cards, kings wild, two packs: µs")
    (times,) = _alternate([partial(_time_each, lambda hand: best_split(hand, KINGS), hands)], effort.turns)
    medians, tails = [each.median for each in times], [each.p99 for each in times]
    report.figure("median", medians)
    report.figure("99 % are done after", tails)
    report.figure("the worst", [each.worst for each in times])
    report.at_most("P5", "99 % / median", ratio(tails, medians), 5)
    report.at_most("P5", "99 %, in ms", spread([tail / 1e3 for tail in tails]), 2)


def _measure_two_suits(effort: Effort, report: Report) -> None:
    report.heading("The best discard of 14 cards of two suits, with so many wilds: the worst of all hands, in ms")
    chance = Random("bench two suits")
    naturals = [c for c in range(104) if c % 52 < 26 and c % 13 != 12]
    kings = (12, 25, 64, 77)
    for wilds in (2, 3, 4):
        hands = [(*chance.sample(naturals, 14 - wilds), *kings[:wilds]) for _ in range(effort.hands // 2)]
        (times,) = _alternate([partial(_time_each, _discard, hands)], effort.turns)
        report.figure(f"{wilds} wilds, median in µs", [each.median for each in times])
        report.never_above("P5", f"{wilds} wilds, at worst", spread([each.worst / 1e3 for each in times]), 10)


def _discard(hand: tuple[int, ...]) -> object:
    return best_discard(hand, KINGS)


def _alternate(sides: Sequence[Callable[[], Times]], turns: int) -> list[list[Times]]:
    """The times of each side; the sides take turns."""
    out: list[list[Times]] = [[] for _ in sides]
    for _ in range(turns):
        for side, times in zip(sides, out, strict=True):
            best_split.cache_clear()
            best_discard.cache_clear()
            times.append(side())
    return out


def _time_each(call: Callable[[Any], object], hands: Sequence[Any]) -> Times:
    """The times of a call for each hand."""
    following = iter(hands)
    return time_calls(lambda: call(next(following)), len(hands))


def _openspiel() -> Callable[[tuple[int, ...]], int]:
    utilities = peers.load("pyspiel").gin_rummy.GinRummyUtils(13, 4, GIN_CARDS)
    return lambda hand: int(utilities.min_deadwood(list(hand)))


def _rlcard_cards() -> Callable[[tuple[int, ...]], list[Any]]:
    card = peers.load("rlcard", ".games.gin_rummy.utils.utils").card_from_card_id
    return lambda hand: [card(c) for c in hand]


def _rlcard() -> Callable[[tuple[int, ...]], int]:
    melding = peers.load("rlcard", ".games.gin_rummy.utils.melding")
    points = peers.load("rlcard", ".games.gin_rummy.utils.utils").get_deadwood_count
    cards_of = _rlcard_cards()

    def judge(hand: tuple[int, ...]) -> int:
        cards = cards_of(hand)
        clusters = melding.get_best_meld_clusters(cards)
        return int(min(points(cards, cluster) for cluster in clusters or [[]]))

    return judge
