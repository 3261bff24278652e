"""What a player of Three Thirteen is told of their own hand: as the rules decide, from what they see."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from lan_thirteen.core.game import Seat
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.three_thirteen.explain import Kind, kind_of, refusal
from lan_thirteen.games.three_thirteen.model import Discard, DrawDiscard, DrawStock, Scheme, Why
from tests.support.brute_melds import is_meld
from tests.support.thirteen_cards import cards
from tests.support.three_thirteen_states import GAME, random_states


@pytest.mark.parametrize(
    ("group", "kind"),
    [
        ("4H 5H 6H", Kind.RUN),
        ("4H 8S 6H", Kind.RUN),
        ("QS QD 8S", Kind.SET),
        ("8S 8D 8H", Kind.SET),
        ("KH AH 2H", None),
        ("4H 5S 6H", None),
        ("4H 5H", None),
    ],
)
def test_a_group_is_told_as_run_or_set(group: str, kind: Kind | None) -> None:
    assert kind_of(cards(group), Scheme(8, 2)) == kind


def test_a_group_is_a_meld_where_its_definition_says_so() -> None:
    rng = Random("groups")
    found = 0
    for _ in range(6_000):
        ace, limit = rng.choice(("low", "low_or_high")), rng.choice(("none", "one_natural", "half"))
        scheme = Scheme(rng.randint(3, 13), 2, ace=ace, wild_limit=limit)
        # close together, so that many are melds
        first, size = rng.randrange(13), rng.randint(1, 6)
        deck = [c for c in range(108) if c >= 104 or (c % 13 - first) % 13 < 4 or c % 13 + 1 == scheme.wild]
        group = rng.sample(deck, size)
        assert (kind_of(group, scheme) is not None) == is_meld(group, scheme)
        found += is_meld(group, scheme)
    assert found > 200


def test_what_the_rules_refuse_is_explained_in_the_same_words() -> None:
    told: set[str] = set()
    for state in islice(random_states("explained"), 1_500):
        view = GAME.view(state, state.turn)
        actions: list[DrawStock | DrawDiscard | Discard] = [DrawStock(), DrawDiscard()]
        actions += [Discard(card, out) for card in view.hand for out in (False, True)]
        for action in actions:
            why = refusal(view, action)
            assert why == GAME.refuse(state, state.turn, action)
            told |= {why.code} if why is not None else set()
    assert told >= {Why.MUST_DRAW, Why.HAS_DRAWN, Why.THROWN_BACK, Why.SOMEBODY_IS_OUT, Why.CANNOT_GO_OUT}


def test_out_of_turn_the_reason_is_the_turn() -> None:
    state = next(random_states("turn", seats=3))
    other = GAME.view(state, Seat((state.turn + 1) % 3))
    assert refusal(other, DrawStock()) == Refusal(Why.NOT_YOUR_TURN)
    assert refusal(GAME.view(state, None), DrawStock()) is None
