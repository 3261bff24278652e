"""The splits of hands: literals, and hands by the thousand against a search by the definition of a meld."""

from __future__ import annotations

from random import Random

import pytest

from lan_thirteen.games.three_thirteen.melds import best_discard, best_split, deadwood, outs
from lan_thirteen.games.three_thirteen.model import Scheme
from tests.support.brute_melds import cost, is_meld, is_wild, least_after_discard, least_points
from tests.support.thirteen_cards import card, cards

WILD_3 = Scheme(wild=3, packs=2)
HIGH_ACE = Scheme(wild=3, packs=2, ace="low_or_high")


@pytest.mark.parametrize(
    ("hand", "scheme", "melds"),
    [
        pytest.param("8H 3C 6H", WILD_3, ["6H 3C 8H"], id="a wild lies in the gap"),
        pytest.param("5H 6H 3C", WILD_3, ["5H 6H 3C"], id="a wild without a gap lies behind"),
        pytest.param("KH QH 3C", WILD_3, ["3C QH KH"], id="before a run that ends with the king, in front"),
        pytest.param("3C KH QH", HIGH_ACE, ["QH KH 3C"], id="behind the king where an ace may be high"),
        pytest.param("AH KH 3C", HIGH_ACE, ["3C KH AH"], id="a high ace lies last"),
        pytest.param("AH 2H 3C", HIGH_ACE, ["AH 2H 3C"], id="a low ace lies first"),
        pytest.param("3C 7S 7H", WILD_3, ["7H 7S 3C"], id="the wilds of a set lie behind"),
        pytest.param("7S 7C 7D 7H 7C", WILD_3, ["7C 7C 7D 7H 7S"], id="a set of five, with a copy"),
        pytest.param("3C 3D 3H", WILD_3, ["3C 3D 3H"], id="a meld of wilds alone"),
        pytest.param("4S 5S 6S 7S 8S 9S", WILD_3, ["4S 5S 6S 7S 8S 9S"], id="a long run stays whole"),
    ],
)
def test_the_cards_of_a_meld_lie_in_order(hand: str, scheme: Scheme, melds: list[str]) -> None:
    split = best_split(cards(hand), scheme)
    assert split.melds == tuple(cards(meld) for meld in melds)
    assert split.left == ()


def test_a_spare_wild_joins_a_meld() -> None:
    split = best_split(cards("7C 7D 7H 3S 9C"), WILD_3)
    assert (split.melds, split.left, split.points) == ((cards("7C 7D 7H 3S"),), cards("9C"), 9)


def test_with_half_wilds_a_spare_wild_may_stay_outside() -> None:
    half = Scheme(wild=3, packs=2, wild_limit="half")
    split = best_split(cards("3C 3D 7H 7S"), half)
    assert (split.melds, split.left, split.points) == ((cards("7H 7S 3C 3D"),), (), 0)
    split = best_split(cards("3C 3D 3H 7H 7S"), half)
    assert (split.melds, split.left, split.points) == ((cards("7H 7S 3C 3D"),), cards("3H"), 3)


@pytest.mark.parametrize(("penalty", "left"), [("rank", "3C"), (15, "3C"), (25, "*")])
def test_of_several_wilds_the_cheapest_is_left_over(penalty: str | int, left: str) -> None:
    scheme = Scheme(wild=3, packs=2, wild_penalty=penalty, wild_limit="half")
    assert best_split(cards("* 3C 9D TD KS"), scheme).points == 10
    split = best_split(cards("* 3C AD 5H KS"), scheme)
    assert split.melds == ()
    split = best_split(cards("9C 9D * 3C 3D KS"), scheme)
    assert split.left == (card("KS"), *cards("3D" if left == "3C" else left))


def test_a_natural_is_thrown_rather_than_a_wild_where_that_costs_the_same() -> None:
    split, thrown = best_discard(cards("7C 7D 7H 3S"), WILD_3)
    assert (split.points, thrown in cards("7C 7D 7H")) == (0, True)


def test_a_wild_is_thrown_where_that_saves_points() -> None:
    scheme = Scheme(wild=13, packs=2, wild_penalty=25)
    split, thrown = best_discard(cards("AC 4D 6H KS"), scheme)
    assert (split.points, thrown) == (11, card("KS"))


@pytest.mark.parametrize(
    ("hand", "barred", "thrown", "points"),
    [
        pytest.param("7C 7D 7H KS", "KS", None, 24, id="the best discard is barred"),
        pytest.param("7C 7D 7H KS QS", "KS", "QS", 10, id="the next best is thrown"),
        pytest.param("7C 7D 7H 9D", "7C", "9D", 0, id="another one is barred"),
        pytest.param("3C 3D 7H 7S", "3C", None, 0, id="a wild is barred"),
    ],
)
def test_a_barred_card_is_never_thrown(hand: str, barred: str, thrown: str | None, points: int) -> None:
    split, found = best_discard(cards(hand), WILD_3, card(barred))
    assert split.points == points
    assert found != card(barred)
    assert thrown is None or found == card(thrown)


def test_of_two_copies_one_of_which_is_barred_the_other_is_thrown() -> None:
    first, second = cards("KH KH")
    rest = cards("JH QH 3C 5S 5D 5C")
    assert best_discard((*rest, first, second), WILD_3, first)[1] == second
    assert best_discard((*rest, first, second), WILD_3, second)[1] == first


def test_thirteen_cards_of_one_rank_are_melds() -> None:
    scheme = Scheme(wild=13, packs=4)
    sevens = [52 * pack + 13 * suit + 6 for pack in range(4) for suit in range(4)]
    assert best_split(tuple(sevens[:13]), scheme).points == 0
    assert len(outs(tuple(sevens[:14]), scheme)) == 14


def test_a_whole_suit_is_one_run() -> None:
    suit = tuple(range(12, -1, -1))
    assert best_split(suit, Scheme(wild=13, packs=2)).melds == (tuple(range(13)),)


def test_no_run_goes_round_the_corner() -> None:
    split = best_split(cards("QH KH AH 2H 4H"), Scheme(wild=8, packs=2, ace="low_or_high"))
    assert (split.melds, split.points) == ((cards("QH KH AH"),), 6)


def test_without_cards_nothing_is_left() -> None:
    assert deadwood((), WILD_3) == 0
    assert best_split((), WILD_3).melds == ()


@pytest.mark.parametrize("seed", range(4))
def test_splits_agree_with_the_definition(seed: int) -> None:
    chance = Random(seed)
    for _ in range(125):
        _check(*_hand(chance, chance.randint(3, 9)), chance)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_splits_agree_with_the_definition_on_many_hands(seed: int) -> None:
    chance = Random(seed)
    for _ in range(425):
        _check(*_hand(chance, chance.randint(3, 9)), chance)
    for _ in range(50):
        _check(*_hand(chance, chance.randint(10, 13)), chance)


def _check(hand: tuple[int, ...], scheme: Scheme, chance: Random) -> None:
    """The split, the best discards and the ways to go out of one hand."""
    what = f"{hand} {scheme}"
    split = best_split(hand, scheme)
    assert split.points == deadwood(hand, scheme) == least_points(hand, scheme), what
    _check_split(hand, scheme, split.melds, split.left, split.points)
    after = least_after_discard(hand, scheme)
    assert set(outs(hand, scheme)) == {c for c, points in after.items() if not points}, what
    for barred in (None, chance.choice(hand)):
        allowed = {c: points for c, points in after.items() if c != barred}
        split, thrown = best_discard(hand, scheme, barred)
        assert split.points == min(allowed.values()) == allowed[thrown], what
        _check_split([c for c in hand if c != thrown], scheme, split.melds, split.left, split.points)
        if is_wild(thrown, scheme):
            assert all(allowed[c] > split.points for c in allowed if not is_wild(c, scheme)), what


def _check_split(
    hand: tuple[int, ...] | list[int],
    scheme: Scheme,
    melds: tuple[tuple[int, ...], ...],
    left: tuple[int, ...],
    points: int,
) -> None:
    """The melds are melds, every card is in one of them or left, and what is left costs the points."""
    assert all(is_meld(meld, scheme) for meld in melds), (hand, scheme, melds)
    assert sorted([*left, *(c for meld in melds for c in meld)]) == sorted(hand)
    assert sum(cost(c, scheme) for c in left) == points


def _hand(chance: Random, size: int) -> tuple[tuple[int, ...], Scheme]:
    """A hand under options drawn at random; half of the hands come from few ranks or suits, so that much melds."""
    packs, jokers = chance.choice([1, 2, 2, 4]), chance.choice([0, 2])
    penalties: list[str | int] = ["rank", 15, 20, 25]
    scheme = Scheme(
        wild=chance.randint(3, 13),
        packs=packs,
        ace=chance.choice(["low", "low_or_high"]),
        wild_penalty=chance.choice(penalties),
        face_points=chance.choice(["ten", "rank"]),
        wild_limit=chance.choice(["none", "one_natural", "half"]),
    )
    deck = list(range((52 + jokers) * packs))
    ranks, suits = _narrow(chance)
    rich = [c for c in deck if is_wild(c, scheme) or (c % 13 + 1 in ranks and c % 52 // 13 in suits)]
    return tuple(chance.sample(rich if len(rich) >= size else deck, size)), scheme


def _narrow(chance: Random) -> tuple[set[int], set[int]]:
    """The ranks and suits from which a hand is drawn."""
    every_suit = set(range(4))
    match chance.randrange(8):
        case 0:
            return {1, 2, 11, 12, 13}, every_suit
        case 1:
            return {7, 9}, every_suit
        case 2 | 3:
            low = chance.randint(1, 8)
            return set(range(low, low + 6)), set(chance.sample(range(4), 2))
        case _:
            return set(range(1, 14)), every_suit


def test_a_set_may_have_five_naturals_and_more() -> None:
    scheme = Scheme(5, 3)
    assert deadwood(cards("9C 9D 9H 9S 9C", packs=3), scheme) == 0
    assert deadwood(cards("9C 9D 9H 9S 9C 9D 9H", packs=3), scheme) == 0
    assert outs(cards("9C 9D 9H 9S 9C KH", packs=3), scheme) == cards("KH", packs=3)


def test_a_wild_may_join_four_naturals_two_on_either_side() -> None:
    hand = cards("9C TC 5S QC KC 2H")
    assert outs(hand, Scheme(5, 2)) == cards("2H")
