"""Dreizehn's board plays exactly what may be played, says why the rest may not be, and is laid out for every window."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.game import DEALER, Card, Seat
from lan_thirteen.core.lobby import Phase
from lan_thirteen.games.dreizehn.model import COLOUR_OF, VALUE_OF, Place, State
from lan_thirteen.games.dreizehn.piles import landed
from lan_thirteen.games.dreizehn.rules import Dreizehn
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui import theme
from lan_thirteen.ui.app.inputs import Hands, KeyLeft, Meant, pointed, typed_key
from lan_thirteen.ui.boards.base import Ask, Dragged, Sight
from lan_thirteen.ui.boards.dreizehn import DreizehnBoard
from lan_thirteen.ui.boards.dreizehn_pick import Confirm, Drop, Pick, PickCard, PickTarget, Resort, Sort
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Display, Node
from lan_thirteen.ui.events import Down, Pressed, Up
from tests.games.positions import dreizehn_position, name, place
from tests.ui.boards.sights import lobby_of, sight_of, with_drawer
from tests.ui.rectangles import EACH_SIZE, SIZES, Longer, bounds, check, stage_of, text_scales

BOARD = DreizehnBoard()
RULES = Dreizehn()
STAGE = stage_of(1280, 720)
LOCKS = ("round", "pile", "printed")


def states(count: int, chance: Random) -> Iterator[State]:
    """So many moments of random deals, with all options."""
    while count:
        seats = chance.randint(3, 6)
        options = {
            "colour_lock": chance.choice(LOCKS),
            "deal_mode": chance.choice(("five", "five", "all")),
            "taken_view": chance.choice(("count", "own", "open")),
        }
        state = RULES.new_match(seats, options)
        while RULES.actor(state) is not None and count:
            actor = RULES.actor(state)
            if actor is DEALER or actor is None:
                state = RULES.apply(state, DEALER, RULES.deal(state, chance.randbytes(32))).state
                continue
            if chance.random() < 0.2:
                count -= 1
                yield state
            state = RULES.apply(state, actor, chance.choice(RULES.legal(state))).state


def seen(state: State, seat: int | None, stage: Stage = STAGE, **changes: Any) -> Sight[Any, Any]:
    return sight_of(stage, "dreizehn", state, None if seat is None else Seat(seat), **changes)


def after(sight: Sight[Any, Any], *intents: object, pick: Pick | None = None) -> tuple[Pick, Place | None]:
    """What some presses lead to, and what the last one plays; those before must play nothing."""
    pick, action = pick or BOARD.fresh(sight.view), None
    for intent in intents:
        assert action is None
        pick, action = BOARD.press(pick, intent, sight)
    assert action is None or isinstance(action, Place)
    return pick, action


def shown(sight: Sight[Any, Any], pick: Pick | None = None, stage: Stage = STAGE) -> Display:
    return Display(BOARD.present(sight, pick or BOARD.fresh(sight.view), stage))


def found(display: Display, *key: object) -> Node:
    node = display.find(key)
    assert node is not None, key
    return node


def card_of(sight: Sight[Any, Any], word: str) -> Card:
    cards: tuple[Card, ...] = sight.view.hand
    return next(card for card in cards if name(card) == word)


D2 = dreizehn_position("B1 B2 G7 Y4 R4", "G1", "Y1", targets=("B B5 B7", "G G7", "-"), stock="Y2 Y5 B4")


def test_what_can_be_confirmed_is_what_is_legal_in_a_thousand_states() -> None:
    for state in states(1000, Random(1)):
        sight = seen(state, state.turn)
        played = set()
        for card in sight.view.hand:
            for target in range(3):
                pick, action = after(sight, PickCard(card), PickTarget(target))
                if action is None and pick.target == target:
                    _, action = after(sight, Confirm(), pick=pick)
                if action is not None:
                    played.add((action.card, action.target))
        assert played == {(action.card, action.target) for action in sight.legal if isinstance(action, Place)}


@pytest.mark.parametrize("number", [200, pytest.param(1000, marks=pytest.mark.slow)])
def test_the_marked_cards_and_targets_are_the_legal_ones(number: int) -> None:
    chance = Random(2)
    for state in states(number, chance):
        sight = seen(state, state.turn)
        fresh = BOARD.fresh(sight.view)
        display = shown(sight, fresh)
        marked = {
            node.key[1]
            for node in display.nodes
            if node.group == "hand" and isinstance(node.picture, p.Card) and node.picture.glow == theme.AMBER
        }
        assert marked == {action.card for action in sight.legal if isinstance(action, Place)}
        card = chance.choice(sight.view.hand)
        pick, _ = after(sight, PickCard(card))
        display = shown(sight, pick)
        assert {target for target in range(3) if found(display, "target", target).intent is not None} == {
            action.target for action in sight.legal if isinstance(action, Place) and action.card == card
        }


def test_nothing_that_is_pressed_plays_what_is_not_legal() -> None:
    chance = Random(3)
    for state in states(150, chance):
        seat = chance.randrange(len(state.hands))
        sight = seen(state, seat)
        pick = BOARD.fresh(sight.view)
        for _ in range(60):
            intent = _some_intent(chance)
            pick, action = BOARD.press(pick, intent, sight)
            assert action is None or action in sight.legal
            assert sorted(pick.order) == sorted(sight.view.hand)
        display = shown(sight, pick)
        assert len(display.nodes) == len({node.key for node in display.nodes})


def _some_intent(chance: Random) -> object:
    card = chance.randrange(50)
    return chance.choice((
        PickCard(card),
        PickCard(card),
        PickTarget(chance.randrange(-1, 4)),
        PickTarget(chance.randrange(3)),
        Confirm(),
        Drop(),
        Resort(),
        Dragged(("card", card), ("target", chance.randrange(4))),
        Dragged(("card", card), ("card", chance.randrange(50))),
        Dragged(("target", 0), ("card", card)),
        Dragged(("card", card), None),
        Ask("menu"),
        "nonsense",
    ))  # fmt: skip


def test_one_press_never_plays() -> None:
    for state in states(100, Random(4)):
        sight = seen(state, state.turn)
        for node in shown(sight).reachable():
            _, action = BOARD.press(BOARD.fresh(sight.view), node.intent, sight)
            assert action is None


def test_every_play_can_be_made_with_the_keyboard_alone() -> None:
    for state in states(50, Random(5)):
        sight = seen(state, state.turn)
        for wanted in sight.legal:
            assert _typed(sight, wanted) == wanted


def _typed(sight: Sight[Any, Any], wanted: Any) -> Any:
    """What is played by somebody who only types and wants this."""
    pick, hands, action = BOARD.fresh(sight.view), Hands(), None
    goals = [("card", wanted.card), ("target", wanted.target)]
    for goal in goals:
        display = shown(sight, pick)
        if goal[0] == "target" and pick.target == goal[1]:
            continue
        for _ in range(80):
            if hands.focus == goal:
                break
            hands, _ = typed_key(hands, display, Pressed("tab", 0.0))
        assert hands.focus == goal
        hands, outcome = typed_key(hands, display, Pressed("space", 0.0))
        assert isinstance(outcome, Meant)
        pick, action = BOARD.press(pick, outcome.intent, sight)
        assert action is None
    _, outcome = typed_key(hands, shown(sight, pick), Pressed("return", 0.0))
    assert isinstance(outcome, KeyLeft)
    pick, action = BOARD.press(pick, BOARD.keys(pick, sight)[outcome.name], sight)
    return action


def test_digits_pick_a_card_and_then_its_target() -> None:
    sight = seen(D2, 0)
    pick = BOARD.fresh(sight.view)
    for key, is_last in (("5", False), ("3", False), ("return", True)):
        pick, action = BOARD.press(pick, BOARD.keys(pick, sight)[key], sight)
        assert (action is not None) == is_last
    assert action == place(D2, "R4", 3)


def test_a_key_for_a_closed_target_means_nothing() -> None:
    sight = seen(D2, 0)
    pick, _ = after(sight, PickCard(card_of(sight, "B1")))
    assert "2" not in BOARD.keys(pick, sight)
    assert "3" not in BOARD.keys(pick, sight)


def test_every_play_can_be_made_with_the_mouse_alone() -> None:
    for state in states(50, Random(6)):
        sight = seen(state, state.turn)
        for wanted in sight.legal:
            pick = _clicked(sight, BOARD.fresh(sight.view), ("card", wanted.card))[0]
            if pick.target != wanted.target:
                pick, action = _clicked(sight, pick, ("target", wanted.target))
                assert action is None
            by_button = _clicked(sight, pick, ("action", 0))[1]
            by_target = _clicked(sight, pick, ("target", wanted.target))[1]
            assert by_button == by_target == wanted


def _clicked(sight: Sight[Any, Any], pick: Pick, key: tuple[object, ...]) -> tuple[Pick, Any]:
    """What a click in the middle of where this can be pressed does."""
    display = shown(sight, pick)
    reach = found(display, *key).reach
    hands, _ = pointed(Hands(), display, Down(reach.cx, reach.cy, 0.0))
    _, outcome = pointed(hands, display, Up(reach.cx, reach.cy, 0.0))
    assert isinstance(outcome, Meant)
    return BOARD.press(pick, outcome.intent, sight)


def test_the_only_target_of_a_card_is_picked_with_it() -> None:
    sight = seen(D2, 0)
    pick, _ = after(sight, PickCard(card_of(sight, "B2")))
    assert pick.target == 0
    pick, _ = after(sight, PickCard(card_of(sight, "R4")))
    assert pick.target is None


def test_a_second_press_on_the_card_puts_it_down() -> None:
    sight = seen(D2, 0)
    card = PickCard(card_of(sight, "B2"))
    assert after(sight, card, card)[0].card is None


def test_a_card_dragged_onto_a_target_is_picked_for_it_and_not_played() -> None:
    sight = seen(D2, 0)
    card = card_of(sight, "R4")
    pick, action = after(sight, Dragged(("card", card), ("target", 1)))
    assert (pick.card, pick.target, action) == (card, 1, None)
    closed, _ = after(sight, Dragged(("card", card_of(sight, "B1")), ("target", 1)))
    assert closed.card is None


def test_what_is_picked_while_another_plays_is_ready_at_ones_turn() -> None:
    waiting = replace(D2, turn=Seat(2))
    sight = seen(waiting, 0)
    pick, action = after(sight, PickCard(card_of(sight, "B1")), Confirm())
    assert (pick.target, action) == (0, None)
    assert isinstance(found(shown(sight, pick), "card", pick.card).picture, p.Card)
    assert found(shown(sight, pick), "card", pick.card).picture.glow == theme.SKY  # type: ignore[union-attr]
    mine = seen(D2, 0)
    pick = BOARD.revised(pick, mine.view, mine.legal, ())
    assert after(mine, Confirm(), pick=pick)[1] == place(D2, "B1", 1)


def test_a_target_that_has_closed_meanwhile_is_no_longer_picked() -> None:
    waiting = replace(D2, turn=Seat(2), colours=(0, None, None), piles=(D2.piles[0], (), ()))
    sight = seen(waiting, 0)
    pick, _ = after(sight, PickCard(card_of(sight, "Y4")), PickTarget(1))
    assert pick.target == 1
    mine = seen(D2, 0)
    assert BOARD.revised(pick, mine.view, mine.legal, ()).target == 2


def test_nothing_can_be_picked_while_a_play_is_on_its_way() -> None:
    sight = seen(D2, 0, is_sending=True, legal=())
    pick, action = after(sight, PickCard(card_of(sight, "B1")))
    assert (pick.card, action) == (None, None)
    assert all(not isinstance(node.intent, PickCard | PickTarget) for node in shown(sight).reachable())


def test_somebody_who_watches_sees_no_hand_and_picks_nothing() -> None:
    sight = seen(D2, None)
    display = shown(sight)
    assert not [node for node in display.nodes if node.group in ("hand", "own plate", "own pile", "actions")]
    assert BOARD.keys(BOARD.fresh(sight.view), sight) == {}
    check(display, STAGE)


def test_a_closed_target_says_why() -> None:
    sight = seen(D2, 0)
    pick, _ = after(sight, PickCard(card_of(sight, "B1")))
    display = shown(sight, pick)
    assert found(display, "target", 1).tip == "Target 2 has another colour. Choose another target."
    assert found(display, "target", 2).tip == "This colour already lies on target 1, so it can go only there."
    assert found(display, "target", 1).intent is None


def test_the_verdict_says_what_the_play_would_do() -> None:
    sight = seen(D2, 0)
    for card in sight.view.hand:
        pick, _ = after(sight, PickCard(card))
        words = {target: _words(shown(sight, pick), ("verdict", target)) for target in range(3)}
        for action in sight.legal:
            if action.card != card:
                continue
            total, _, taken = landed(sight.view.targets[action.target][1], card)
            assert str(total) in words[action.target]
            assert (f"takes {len(taken)} card" in words[action.target]) == bool(taken)
    pick, _ = after(sight, PickCard(card_of(sight, "B1")))
    assert _words(shown(sight, pick), ("verdict", 0)) == "12 + 1 = 13 just fits!"
    assert _words(shown(sight, pick), ("verdict", 2)) == "Goes on 1"


def _words(display: Display, key: tuple[object, ...]) -> str:
    texts = [node for node in display.nodes if node.key[: len(key)] == key and isinstance(node.picture, p.Text)]
    return " ".join(run.text for node in texts for run in node.picture.runs)  # type: ignore[union-attr]


def test_the_wheel_shows_the_sum_and_what_would_be_added() -> None:
    sight = seen(D2, 0)
    pick, _ = after(sight, PickCard(card_of(sight, "R4")))
    wheels = [found(shown(sight, pick), "target", target).picture for target in range(3)]
    assert [(w.colour, w.total, w.added) for w in wheels if isinstance(w, p.Wheel)] == [
        (0, 12, 4),
        (1, 7, 4),
        (None, 0, 4),
    ]


def test_the_main_button_says_where_the_card_goes_and_what_it_costs() -> None:
    sight = seen(D2, 0)
    button = {}
    for word, target in (("B1", 0), ("B2", 0), ("R4", 2), ("R4", 0)):
        pick, _ = after(sight, PickCard(card_of(sight, word)))
        pick = pick._replace(target=target)
        button[word, target] = found(shown(sight, pick), "action", 0).label
    assert button == {
        ("B1", 0): "Put on blue",
        ("B2", 0): "Put on blue, take 2",
        ("R4", 2): "Put on target 3",
        ("R4", 0): "Put on blue, take 2",
    }
    nothing = found(shown(sight), "action", 0)
    assert nothing.intent is None
    assert nothing.tip


def test_the_hand_is_sorted_by_colour_or_value() -> None:
    sight = seen(D2, 0)
    pick = BOARD.fresh(sight.view)
    assert [COLOUR_OF[card] for card in pick.order] == [0, 0, 1, 2, 3]
    pick, _ = after(sight, Resort(), pick=pick)
    assert [VALUE_OF[card] for card in pick.order] == [1, 2, 4, 4, 7]
    assert after(sight, Resort(), pick=pick)[0].order == BOARD.fresh(sight.view).order


def test_an_order_made_by_hand_outlasts_a_draw_and_the_drawn_card_is_marked() -> None:
    sight = seen(D2, 0)
    first, *_, last = BOARD.fresh(sight.view).order
    pick, _ = after(sight, Dragged(("card", last), ("card", first)))
    assert (pick.sort, pick.order[0]) == (Sort.OWN, last)
    played = RULES.apply(D2, Seat(0), place(D2, "B2", 1)).state
    later = seen(played, 0)
    revised = BOARD.revised(pick, later.view, later.legal, ())
    drawn = D2.stock[0]
    assert revised.order == (*[card for card in pick.order if card in later.view.hand], drawn)
    assert revised.new == (drawn,)
    assert found(shown(later, revised), "card", drawn, "new")
    once_more = BOARD.revised(revised, later.view, later.legal, ())
    assert once_more == revised


def test_a_new_deal_is_sorted_and_has_nothing_new_or_picked() -> None:
    sight = seen(D2, 0)
    pick, _ = after(
        sight, Dragged(("card", sight.view.hand[-1]), ("card", sight.view.hand[0])), PickCard(sight.view.hand[0])
    )
    view = replace(sight.view, deal=2, hand=(40, 3, 17, 8, 30))
    assert BOARD.revised(pick, view, (), ()) == Pick(2, (3, 8, 17, 30, 40))


def test_the_last_play_is_lit_with_the_sign_of_who_made_it() -> None:
    played = RULES.apply(D2, Seat(0), place(D2, "Y4", 3)).state
    display = shown(seen(played, 1))
    lit = [n.key for n in display.nodes if isinstance(n.picture, p.Card) and n.group == "table" and n.picture.glow]
    assert lit == [("card", place(D2, "Y4", 3).card)]
    mark = found(display, "last", 2).picture
    assert isinstance(mark, p.Shape)
    assert (mark.kind, mark.colour) == (p.SEAT_SHAPES[0], theme.PLAYERS[0])


@pytest.mark.parametrize("option", ["count", "own", "open"])
def test_taken_cards_lie_open_only_where_the_option_shows_them(option: str) -> None:
    state = dreizehn_position("B1", "G1", "Y1", taken=("B5 Y5", "G7", ""), taken_view=option)
    display = shown(seen(state, 0))
    open_cards = {node.key[1] for node in display.nodes if node.group == "own pile" and node.key[0] == "card"}
    assert open_cards == (set() if option == "count" else set(state.taken[0]))
    others = found(display, "pile", 1, 0).picture
    assert isinstance(others, p.Card)
    assert isinstance(others.face, p.DreizehnFace) == (option == "open")


def test_no_card_that_this_seat_may_not_know_is_on_the_display() -> None:
    for state in states(100, Random(7)):
        for seat in (None, 0, 2):
            sight = seen(state, seat)
            view = sight.view
            known = {*view.hand, *(c for _, pile in view.targets for c in pile), *(c for t in view.taken for c in t)}
            keys = {node.key[1] for node in shown(sight).nodes if node.key[0] == "card" and len(node.key) == 2}
            assert keys <= known


def test_how_many_cards_everybody_holds_stands_beside_the_draw_pile() -> None:
    display = shown(seen(dreizehn_position("B1 B2", "G1 G2", "Y1 Y2", stock="R4 R4"), 0))
    assert _words(display, ("stock", "chip", 0)) == "2 left"
    assert _words(display, ("stock", "chip", 1)) == "2 cards each"
    display = shown(seen(dreizehn_position("B1 B2", "G1 G2", "Y1", deal_mode="all"), 0))
    assert _words(display, ("stock", "chip", 1)) == "1–2 cards each"


def test_a_free_target_names_the_colours_that_are_free() -> None:
    display = shown(seen(D2, 0))
    assert _words(display, ("colours", 0)) == "Only blue"
    assert _words(display, ("colours", 2)) == "Still free: yellow"


def test_between_deals_the_results_can_be_opened() -> None:
    over = replace(D2, is_live=False, points=(1, 2, 3), freed=(None, None, None), hands=((), (), ()))
    sight = seen(over, 0, lobby=lobby_of("dreizehn", 3, phase=Phase.INTERMISSION))
    assert found(shown(sight), "action", 0).intent == Ask("results")
    check(shown(sight), STAGE)


def _tables(stage: Stage, chance: Random) -> Iterator[tuple[Sight[Any, Any], Pick]]:
    for seats in (3, 4, 5, 6):
        for mode in ("five", "all"):
            options = {"deal_mode": mode, "taken_view": chance.choice(("count", "own", "open"))}
            state = RULES.new_match(seats, options)
            state = RULES.apply(state, DEALER, RULES.deal(state, chance.randbytes(32))).state
            for _ in range(chance.choice((0, 1, 20, 3 * seats))):
                state = RULES.apply(state, state.turn, chance.choice(RULES.legal(state))).state
            for area in {stage.canvas.box, with_drawer(stage)}:
                for seat in (state.turn, (state.turn + 1) % seats, None):
                    sight = seen(state, seat, stage, area=area, unread=7)
                    yield sight, BOARD.fresh(sight.view)
                    for card in sight.view.hand[:1]:
                        pick, _ = after(sight, PickCard(card))
                        yield sight, pick._replace(new=pick.order[:1])


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("is_long", [False, True])
def test_nothing_overlaps_or_is_cut_at_any_table(size: tuple[int, int], is_long: bool) -> None:
    chance = Random(8)
    for scale in text_scales(stage_of(*size).canvas):
        language = Longer(STAGE.language) if is_long else STAGE.language
        stage = stage_of(*size, scale, language)
        for sight, pick in _tables(stage, chance):
            check(shown(sight, pick, stage), stage)


def test_targets_piles_and_hand_stand_where_the_design_has_them() -> None:
    state = dreizehn_position("B5 G7 Y2 Y5 R4", "B1", "B2", "G1", "G2", stock="R4 R4", taken=("Y4", "", "", "", ""))
    display = shown(seen(state, 0))
    for target, x in enumerate((300, 560, 820)):
        box = found(display, "target", target).box
        assert abs(box.cx - x) <= 8
        assert abs(box.cy - 272) <= 8
        assert abs(box.w / 2 - 101) <= 8
    assert abs(found(display, "pill").box.cy - 464) <= 8
    assert abs(found(display, "stock", 0).box.cx - 1050) <= 8
    cards = [node for node in display.nodes if node.group == "hand" and isinstance(node.picture, p.Card)]
    assert all(abs(node.box.w - 116) <= 1 for node in cards)
    assert abs(min(node.box.cy for node in cards) - 614) <= 16


def test_a_picked_card_stays_clear_of_the_status() -> None:
    for size in SIZES:
        stage = stage_of(*size)
        sight = seen(D2, 0, stage)
        for card in sight.view.hand:
            pick, _ = after(sight, PickCard(card))
            display = shown(sight, pick, stage)
            assert not bounds(found(display, "card", card)).meets(found(display, "pill").box)
