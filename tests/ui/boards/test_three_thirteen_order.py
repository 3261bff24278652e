"""The order of a hand of Three Thirteen: no card is lost or doubled, and nothing moves that was not moved."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from lan_thirteen.core.game import Card
from lan_thirteen.games.three_thirteen.model import MAX_CARDS, RANK_OF, SUIT_OF, Discard, Scheme, is_wild
from lan_thirteen.ui.boards.three_thirteen_order import (
    MAX_GROUPS,
    Groups,
    Sort,
    cost,
    moved,
    put,
    shifted,
    sorted_hand,
    synced,
)
from tests.support.thirteen_cards import cards
from tests.support.three_thirteen_states import GAME, random_states

EIGHTS = Scheme(8, 2)


def groups(text: str) -> Groups:
    """Groups written with a bar between them."""
    flat = cards(text.replace("|", " "))
    sizes = [len(part.split()) for part in text.split("|")]
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    return tuple(flat[start : start + size] for start, size in zip(starts, sizes, strict=True))


def flat(of: Groups) -> list[Card]:
    return [card for group in of for card in group]


def changed(of: Groups, rng: Random) -> Groups:
    """The groups after one random change."""
    card = rng.choice(flat(of))
    return rng.choice(
        (
            moved(of, card, rng.choice(flat(of))),
            shifted(of, card, rng.choice((-1, 1))),
            put(of, card, rng.randint(-1, MAX_GROUPS + 1)),
        )
    )


@pytest.mark.parametrize("sort", Sort)
def test_a_sorted_hand_is_the_hand(sort: Sort) -> None:
    for state in islice(random_states(f"sorted {sort}"), 400):
        view = GAME.view(state, state.turn)
        got = sorted_hand(view, sort)
        assert sorted(flat(got)) == sorted(view.hand)
        assert all(got)
        assert len(got) <= MAX_GROUPS


def test_by_rank_naturals_ascend_and_wilds_come_last() -> None:
    for state in islice(random_states("rank", options={}), 200):
        view = GAME.view(state, state.turn)
        ranks = [(is_wild(c, view.scheme), RANK_OF[c]) for c in flat(sorted_hand(view, Sort.RANK))]
        assert ranks == sorted(ranks)


def test_by_suit_a_group_has_one_suit_and_wilds_have_their_own() -> None:
    for state in islice(random_states("suit", options={}), 200):
        view = GAME.view(state, state.turn)
        for group in sorted_hand(view, Sort.SUIT):
            assert len({None if is_wild(c, view.scheme) else SUIT_OF[c] for c in group}) == 1


def test_by_melds_what_is_left_over_costs_what_the_best_split_does() -> None:
    for state in islice(random_states("melds", options={}), 300):
        view = GAME.view(state, state.turn)
        shown = sorted_hand(view, Sort.MELDS)
        throws = [action.card for action in GAME.legal(state) if isinstance(action, Discard)]
        costs = [cost(shown, view.scheme, thrown) for thrown in throws] or [cost(shown, view.scheme)]
        assert view.split is not None
        assert min(costs) == view.split.points


def test_where_best_melds_are_not_shown_there_are_none_to_sort_by() -> None:
    state = next(random_states("off", options={"show_best_melds": "off"}))
    view = GAME.view(state, state.turn)
    assert sorted_hand(view, Sort.MELDS) == sorted_hand(view, Sort.RANK)


def test_whatever_is_moved_no_card_is_lost_or_doubled() -> None:
    rng = Random("moves")
    for _ in range(200):
        hand = rng.sample(range(MAX_CARDS), rng.randint(1, 14))
        now: Groups = (tuple(hand),)
        for _ in range(30):
            now = changed(now, rng)
            assert sorted(flat(now)) == sorted(hand)
            assert all(now)
            assert len(now) <= MAX_GROUPS


def test_an_own_order_survives_what_comes_and_goes() -> None:
    rng = Random("comes and goes")
    for _ in range(300):
        hand = rng.sample(range(104), 10)
        now: Groups = (tuple(hand),)
        for _ in range(12):
            now = changed(now, rng)
        gone, came = rng.choice(hand), rng.choice([c for c in range(104) if c not in hand])
        after = synced(now, [*(c for c in hand if c != gone), came], EIGHTS)
        assert [c for c in flat(after) if c != came] == [c for c in flat(now) if c != gone]
        assert came in flat(after)
        assert len(after) <= MAX_GROUPS


def test_what_comes_does_not_join_a_meld() -> None:
    now = groups("2C 9D|4H 5H 6H")
    drawn = cards("7H")
    assert synced(now, [*flat(now), *drawn], EIGHTS) == (*now, drawn)
    now = groups("4H 5H 6H|2C 9D")
    assert synced(now, [*flat(now), *drawn], EIGHTS) == (now[0], (*now[1], *drawn))


@pytest.mark.parametrize(
    ("before", "card", "onto", "after"),
    [
        ("2C 3C 4C", "2C", "4C", "3C 4C 2C"),
        ("2C 3C 4C", "4C", "2C", "4C 2C 3C"),
        ("2C 3C|4C 5C", "2C", "5C", "3C|4C 5C 2C"),
        ("2C 3C|4C 5C", "5C", "3C", "2C 5C 3C|4C"),
        ("2C|4C 5C", "2C", "4C", "4C 2C 5C"),
    ],
)
def test_a_card_is_dropped_on_another(before: str, card: str, onto: str, after: str) -> None:
    assert moved(groups(before), cards(card)[0], cards(onto)[0]) == groups(after)


@pytest.mark.parametrize(
    ("before", "step", "after"),
    [
        ("2C 9D 3C", 1, "2C 3C 9D"),
        ("2C 9D 3C", -1, "9D 2C 3C"),
        ("2C 9D|3C 4C", 1, "2C|9D 3C 4C"),
        ("2C 4C|9D 3C", -1, "2C 4C 9D|3C"),
        ("2C|9D|3C", 1, "2C|9D 3C"),
        ("2C 9D", 1, "2C 9D"),
        ("9D 2C", -1, "9D 2C"),
    ],
)
def test_a_card_is_moved_step_by_step(before: str, step: int, after: str) -> None:
    assert shifted(groups(before), cards("9D")[0], step) == groups(after)


@pytest.mark.parametrize(
    ("before", "place", "after"),
    [
        ("2C 9D|3C 4C", 1, "2C|3C 4C 9D"),
        ("2C 9D|3C 4C", 2, "2C|3C 4C|9D"),
        ("9D|3C 4C", 2, "9D|3C 4C"),
        ("9D|3C 4C", 1, "3C 4C 9D"),
        ("2C 9D", 5, "2C 9D"),
    ],
)
def test_a_card_is_put_into_a_group(before: str, place: int, after: str) -> None:
    assert put(groups(before), cards("9D")[0], place) == groups(after)


@pytest.mark.parametrize(
    ("of", "points"),
    [("4H 5H 6H|QS QD 8S|KS 2C 9D", 21), ("4H 5H 6H QS|2C", 27), ("8H 8D 8S", 0), ("8H 8D", 16)],
)
def test_only_whole_melds_cost_nothing(of: str, points: int) -> None:
    assert cost(groups(of), EIGHTS) == points
