"""What presses do in Three Thirteen: nothing is played that was not picked and confirmed, and all that may be can."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.game import Seat
from lan_thirteen.games.three_thirteen.model import Action, Discard, DrawDiscard, DrawStock, State, View
from lan_thirteen.ui.boards.base import Dragged, Sight
from lan_thirteen.ui.boards.three_thirteen import ThreeThirteenBoard
from lan_thirteen.ui.boards.three_thirteen_order import MAX_GROUPS, Sort
from lan_thirteen.ui.boards.three_thirteen_pick import (
    NEW_GROUP,
    Arrange,
    Best,
    Cancel,
    Confirm,
    GoOut,
    MoveCard,
    Pick,
    Pile,
    PressCard,
    PressPile,
    PutIn,
    Resort,
    ShowLaid,
    group_key,
    groups_of,
    outs,
    pile_key,
)
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Key
from tests.support.thirteen_cards import card
from tests.support.three_thirteen_states import GAME, dealt, random_states, with_hand
from tests.ui.boards.sights import sight_of
from tests.ui.rectangles import stage_of

BOARD = ThreeThirteenBoard()
STAGE = stage_of(1280, 720)
STOCK, DISCARDS = PressPile(Pile.STOCK), PressPile(Pile.DISCARDS)
Seen = Sight[View, Action]


def seen(state: State, seat: int | None = None, stage: Stage = STAGE, **changes: Any) -> Seen:
    """What the seat whose turn it is, or another, knows."""
    return sight_of(stage, "three-thirteen", state, state.turn if seat is None else Seat(seat), **changes)


def after(sight: Seen, *intents: object, pick: Pick | None = None) -> tuple[Pick, Action | None]:
    """The pick after these presses; only the last may play something."""
    now, action = pick or BOARD.fresh(sight.view), None
    for intent in intents:
        assert action is None, f"{action} was played before {intent}"
        now, action = BOARD.press(now, intent, sight)
    return now, action


def drawing() -> Seen:
    """Eights are wild, and a card must be drawn."""
    return seen(replace(with_hand(dealt(4, 6), "4H 5H 6H QS QD 8S KS 2C"), discards=(card("5C"),)))


def throwing(drawn: str = "9D", **options: Any) -> Seen:
    """Eights are wild, and a card must be thrown."""
    return seen(with_hand(dealt(4, 6, **options), "4H 5H 6H QS QD 8S KS 2C", drawn))


def can_go_out() -> Seen:
    """With the two of clubs alone."""
    return seen(with_hand(dealt(4, 6), "4H 5H 6H QS QD QH 8S 2C", "8D"))


def intents_of(sight: Seen, rng: Random) -> Iterator[object]:
    """Random presses and drags, sensible or not."""
    keys: list[Key] = [("card", c) for c in (*sight.view.hand, *sight.view.discards, 215)]
    keys += [*map(pile_key, Pile), *map(group_key, range(7)), NEW_GROUP, ("plate", 1)]
    while True:
        yield rng.choice(
            (
                PressCard(rng.choice((*sight.view.hand, 215))),
                PressCard(rng.choice((*sight.view.hand, 215))),
                PressPile(rng.choice(tuple(Pile))),
                Confirm(),
                Cancel(),
                GoOut(),
                Resort(),
                Arrange(),
                MoveCard(rng.choice((-1, 1))),
                PutIn(rng.randint(-1, 8)),
                Best(),
                ShowLaid(),
                Dragged(rng.choice(keys), rng.choice((*keys, None))),
                "something else",
            )
        )


# ---------------------------------------------------------------- drawing


@pytest.mark.parametrize(("pile", "action"), [(STOCK, DrawStock()), (DISCARDS, DrawDiscard())])
def test_the_first_press_picks_a_pile_and_the_second_draws(pile: PressPile, action: Action) -> None:
    sight = drawing()
    pick, played = after(sight, pile)
    assert (pick.chosen, played) == (pile.pile, None)
    assert after(sight, pile, pick=pick)[1] == action
    assert after(sight, Confirm(), pick=pick)[1] == action


def test_a_press_on_the_other_pile_picks_that_one() -> None:
    pick, played = after(drawing(), STOCK, DISCARDS)
    assert (pick.chosen, played) == (Pile.DISCARDS, None)


def test_nothing_is_drawn_that_was_not_picked() -> None:
    assert after(drawing(), Confirm()) == (BOARD.fresh(drawing().view), None)
    assert after(drawing(), STOCK, Cancel(), Confirm())[1] is None


def test_a_pile_dragged_into_the_hand_is_drawn_from() -> None:
    sight = drawing()
    onto = ("card", sight.view.hand[0])
    assert after(sight, Dragged(pile_key(Pile.STOCK), onto))[1] == DrawStock()
    assert after(sight, Dragged(("card", sight.view.discards[-1]), onto))[1] == DrawDiscard()
    assert after(sight, Dragged(pile_key(Pile.STOCK), None))[1] is None


def test_a_pile_that_is_picked_is_dropped_once_a_card_was_drawn() -> None:
    sight = drawing()
    pick, action = after(sight, STOCK, STOCK)
    assert action is not None
    state = replace(with_hand(dealt(4, 6), "4H 5H 6H QS QD 8S KS 2C", "9D"), turn=Seat(0))
    now = GAME.view(state, Seat(0))
    assert BOARD.revised(pick, now, GAME.legal(state), ()).chosen is None


# ---------------------------------------------------------------- throwing


def test_the_first_press_picks_a_card_and_the_second_throws_it() -> None:
    sight, king = throwing(), card("KS")
    pick, played = after(sight, PressCard(king))
    assert (pick.chosen, played) == (king, None)
    for confirming in (PressCard(king), Confirm(), DISCARDS):
        assert after(sight, confirming, pick=pick)[1] == Discard(king, out=False)


def test_a_card_dragged_onto_the_discards_is_thrown() -> None:
    sight, king = throwing(), card("KS")
    for onto in (pile_key(Pile.DISCARDS), ("card", sight.view.discards[-1])):
        assert after(sight, Dragged(("card", king), onto))[1] == Discard(king, out=False)
    assert after(sight, Dragged(("card", king), pile_key(Pile.STOCK)))[1] is None


def test_what_was_just_taken_is_not_thrown_back() -> None:
    state = replace(with_hand(dealt(4, 6), "4H 5H 6H QS QD 8S KS 2C"), discards=(card("5C"),))
    sight = seen(GAME.apply(state, state.turn, DrawDiscard()).state)
    pick, played = after(sight, PressCard(card("5C")))
    assert (pick.chosen, played) == (card("5C"), None)
    assert after(sight, Confirm(), pick=pick)[1] is None
    assert after(sight, PressCard(card("5C")), pick=pick) == (pick._replace(chosen=None), None)
    assert after(sight, Dragged(("card", card("5C")), pile_key(Pile.DISCARDS)))[1] is None


def test_out_of_turn_a_card_can_be_picked_and_moved_but_not_thrown() -> None:
    sight = seen(dealt(3, 5), (dealt(3, 5).turn + 1) % 3)
    first = sight.view.hand[0]
    pick, _ = after(sight, PressCard(first))
    assert pick.chosen == first
    assert after(sight, Confirm(), pick=pick)[1] is None
    assert after(sight, PressCard(first), pick=pick)[1] is None


def test_while_a_move_is_on_its_way_nothing_is_played() -> None:
    sight = throwing()._replace(is_sending=True)
    king = card("KS")
    assert after(sight, PressCard(king), PressCard(king))[1] is None
    assert after(sight, Dragged(("card", king), pile_key(Pile.DISCARDS)))[1] is None
    assert "return" not in BOARD.keys(after(sight, PressCard(king))[0], sight)


# ---------------------------------------------------------------- going out


def test_the_first_press_on_go_out_says_it_and_the_second_does_it() -> None:
    sight, two = can_go_out(), card("2C")
    pick, played = after(sight, GoOut())
    assert (pick.chosen, pick.wants_out, played) == (two, True, None)
    for confirming in (GoOut(), Confirm(), PressCard(two)):
        assert after(sight, confirming, pick=pick)[1] == Discard(two, out=True)


def test_one_can_stay_in() -> None:
    sight, two = can_go_out(), card("2C")
    assert after(sight, PressCard(two), PressCard(two))[1] == Discard(two, out=False)
    assert after(sight, GoOut(), Cancel(), PressCard(two), Confirm())[1] == Discard(two, out=False)


def test_another_card_does_not_go_out() -> None:
    sight, five = can_go_out(), card("5H")
    assert after(sight, PressCard(five), GoOut()) == after(sight, GoOut())
    assert after(sight, GoOut(), PressCard(five), Confirm())[1] == Discard(five, out=False)
    several = seen(with_hand(dealt(2, 4), "4H 5H 7H QS QD QH", "6S"))
    assert after(several, PressCard(card("QS")), GoOut()) == after(several, PressCard(card("QS")))


def test_where_several_cards_would_do_one_is_asked_for() -> None:
    sight = seen(with_hand(dealt(2, 1), "3S 3D 3H", "QC"))
    pick, played = after(sight, GoOut())
    assert (pick.chosen, pick.wants_out, played) == (None, True, None)
    assert after(sight, Confirm(), pick=pick)[1] is None
    assert after(sight, PressCard(card("QC")), Confirm(), pick=pick)[1] == Discard(card("QC"), out=True)


def test_who_cannot_go_out_does_not() -> None:
    assert after(throwing(), GoOut(), Confirm()) == (BOARD.fresh(throwing().view), None)


# ---------------------------------------------------------------- arranging


def test_sorting_goes_round_and_forgets_no_own_order() -> None:
    sight = throwing()
    pick = BOARD.fresh(sight.view)
    first, last = (c for c in groups_of(pick, sight.view)[-1][::2])
    pick, _ = after(sight, Dragged(("card", first), ("card", last)))
    own = groups_of(pick, sight.view)
    seen_sorts = [pick.sort]
    for _ in range(4):
        pick, _ = after(sight, Resort(), pick=pick)
        seen_sorts.append(pick.sort)
    assert seen_sorts == [Sort.OWN, Sort.MELDS, Sort.RANK, Sort.SUIT, Sort.OWN]
    assert groups_of(pick, sight.view) == own


def test_while_arranging_no_press_plays_anything() -> None:
    rng = Random("arranging")
    sight = throwing()
    pick, _ = after(sight, Arrange())
    for intent in islice(intents_of(sight, rng), 2_000):
        if isinstance(intent, Arrange | GoOut | Cancel):
            continue
        pick, played = BOARD.press(pick, intent, sight)
        assert played is None


def test_a_picked_card_is_put_into_a_group_or_a_new_one() -> None:
    sight, king = throwing(), card("KS")
    pick, _ = after(sight, Arrange(), PressCard(king), PutIn(0))
    assert groups_of(pick, sight.view)[0][-1] == king
    pick, _ = after(sight, Dragged(("card", king), NEW_GROUP), pick=pick)
    assert groups_of(pick, sight.view)[-1] == (king,)
    pick, _ = after(sight, Dragged(("card", king), group_key(1)), pick=pick)
    assert groups_of(pick, sight.view)[1][-1] == king
    assert groups_of(after(sight, Best(), pick=pick)[0], sight.view) == groups_of(BOARD.fresh(sight.view), sight.view)


def test_a_picked_card_is_moved_by_keys() -> None:
    sight = throwing()
    pick, _ = after(sight, Resort())
    flat = groups_of(pick, sight.view)[0]
    pick, _ = after(sight, PressCard(flat[2]), MoveCard(1), pick=pick)
    assert groups_of(pick, sight.view)[0][3] == flat[2]
    assert pick.chosen == flat[2]


def test_a_drawn_card_does_not_reshuffle_an_own_order() -> None:
    rng = Random("draws")
    for state in islice((s for s in random_states("draws") if s.is_drawing), 200):
        sight = seen(state)
        pick = BOARD.fresh(sight.view)
        for intent in islice((i for i in intents_of(sight, rng) if isinstance(i, Dragged)), 40):
            pick, _ = BOARD.press(pick, intent, sight._replace(legal=()))
        before = [c for group in groups_of(pick, sight.view) for c in group]
        drew = GAME.apply(state, state.turn, GAME.legal(state)[-1])
        if GAME.due(drew.state) is not None:
            continue
        view = GAME.view(drew.state, state.turn)
        pick = BOARD.revised(pick, view, GAME.legal(drew.state), drew.events)
        now = [c for group in groups_of(pick, view) for c in group]
        assert sorted(now) == sorted(view.hand)
        if pick.sort is Sort.OWN:
            assert [c for c in now if c != view.drawn] == before


def test_a_new_deal_forgets_the_old_one() -> None:
    sight = throwing()
    pick, _ = after(sight, Dragged(("card", card("KS")), ("card", card("4H"))), Arrange(), PressCard(card("KS")))
    view = GAME.view(dealt(4, 7), Seat(0))
    assert BOARD.revised(pick, view, (), ()) == Pick(7)
    ranks = BOARD.revised(pick._replace(sort=Sort.RANK), view, (), ())
    assert ranks == Pick(7, Sort.RANK)


# ---------------------------------------------------------------- whatever happens


def test_no_press_ever_plays_what_is_not_legal_or_loses_a_card() -> None:
    rng = Random("presses")
    played_kinds = set()
    ready = (state for state in random_states("ready") if outs(GAME.legal(state)))
    for state in (*islice(random_states("presses"), 270), *islice(ready, 30)):
        sight = seen(state)
        pick = BOARD.fresh(sight.view)
        for intent in islice(intents_of(sight, rng), 40):
            pick, action = BOARD.press(pick, intent, sight)
            assert action is None or action in sight.legal
            played_kinds |= {(type(action), getattr(action, "out", None))} if action is not None else set()
            groups = groups_of(pick, sight.view)
            assert sorted(c for group in groups for c in group) == sorted(sight.view.hand)
            assert len(groups) <= MAX_GROUPS
            assert all(groups)
    assert len(played_kinds) == 4


def test_a_pick_survives_a_whole_match_of_news() -> None:
    rng = Random("news")
    picks: dict[int, Pick] = {}
    for state in islice(random_states("news", seats=3), 600):
        for seat in range(3):
            sight = seen(state, seat)
            pick = BOARD.revised(picks.get(seat, BOARD.fresh(sight.view)), sight.view, sight.legal, ())
            for intent in islice(intents_of(sight, rng), 4):
                pick, _ = BOARD.press(pick, intent, sight)
            assert sorted(c for g in groups_of(pick, sight.view) for c in g) == sorted(sight.view.hand)
            assert pick.chosen is None or isinstance(pick.chosen, Pile) or pick.chosen in sight.view.hand
            picks[seat] = pick


def test_digits_pick_the_cards_from_the_left() -> None:
    sight = throwing()
    pick = BOARD.fresh(sight.view)
    flat = [c for group in groups_of(pick, sight.view) for c in group]
    keys = BOARD.keys(pick, sight)
    assert [keys[str(n)] for n in range(1, 10)] == [PressCard(c) for c in flat]


def test_enter_is_a_key_of_the_table_only_where_it_does_something() -> None:
    sight = throwing()
    assert "return" not in BOARD.keys(BOARD.fresh(sight.view), sight)
    assert BOARD.keys(after(sight, PressCard(card("KS")))[0], sight)["return"] == Confirm()
    assert "g" not in BOARD.keys(BOARD.fresh(sight.view), sight)
    assert BOARD.keys(BOARD.fresh(can_go_out().view), can_go_out())["g"] == GoOut()


def test_somebody_who_watches_can_play_nothing() -> None:
    rng = Random("watches")
    for state in islice(random_states("watches"), 50):
        sight = sight_of(STAGE, "three-thirteen", state, None)
        pick = BOARD.fresh(sight.view)
        assert not {"return", "d", "f", "g", "s", "a"} & set(BOARD.keys(pick, sight))
        for intent in islice(intents_of(sight, rng), 40):
            pick, action = BOARD.press(pick, intent, sight)
            assert action is None
