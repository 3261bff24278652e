"""13 Leaves in the window: what can be played is marked and can be played, by mouse and by keys, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from lan_thirteen.core.game import DEALER, Seat
from lan_thirteen.core.lobby import Phase
from lan_thirteen.games.leaves.model import COPIES, VALUE_OF, Action, Play, Played, Take, Took, View
from lan_thirteen.games.leaves.rules import Leaves
from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards import leaves_pick as picks
from lan_thirteen.ui.boards.base import Ask, Dragged
from lan_thirteen.ui.boards.leaves import LeavesBoard
from lan_thirteen.ui.boards.leaves_pick import Pick
from lan_thirteen.ui.boards.leaves_take import note
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Display, Node, Way, hit, walked
from tests.support.play import random_match
from tests.ui.boards.sights import lobby_of, sight_of, with_drawer
from tests.ui.rectangles import EACH_SIZE, Longer, check, stage_of, text_scales

BOARD = LeavesBoard()
RULES = Leaves()
STAGE = stage_of(1280, 720)


def states(count: int, seed: int = 1) -> Iterator[Any]:
    """States of random matches in which a seat must act."""
    rng = Random(seed)
    while True:
        for move in random_match(GAMES["leaves"], rng):
            if move.actor is not DEALER:
                yield move.before
                count -= 1
                if not count:
                    return


def own_sight(state: Any, stage: Stage = STAGE, **changes: Any) -> Any:
    """What the seat to act knows."""
    return sight_of(stage, "leaves", state, state.turn, **changes)


def shown(sight: Any, pick: Pick, stage: Stage = STAGE) -> Display:
    return Display(BOARD.present(sight, pick, stage))


def held(pick: Pick) -> dict[int, list[int]]:
    out: dict[int, list[int]] = {}
    for leaf in pick.cards.hand:
        out.setdefault(leaf.value, []).append(leaf.number)
    return out


def pressed(pick: Pick, sight: Any, *intents: object) -> tuple[Pick, Action | None]:
    action = None
    for intent in intents:
        pick, action = BOARD.press(pick, intent, sight)
    return pick, action


def confirmable(sight: Any) -> set[Action]:
    """All that presses on cards, numbers and buttons can play."""
    fresh = BOARD.fresh(sight.view)
    found: set[Action | None] = set()
    for numbers in held(fresh).values():
        for count in range(len(numbers)):
            fewer = [picks.PressCard(number) for number in numbers[:count]]
            intents = [picks.PressCard(numbers[-1]), *fewer]
            found.add(pressed(fresh, sight, *intents, picks.Confirm())[1])
    passing = pressed(fresh, sight, picks.Pass())[0]
    found.add(pressed(passing, sight, picks.Confirm())[1])
    for value in range(1, 14):
        found.add(pressed(passing, sight, picks.PressStack(value), picks.Confirm())[1])
    return {action for action in found if action is not None}


def marked(display: Display) -> set[int]:
    """The values of the cards that are lit as playable or picked."""
    cards = [node.picture for node in display.nodes if node.group == "hand" and isinstance(node.picture, p.Card)]
    lit = [card.face for card in cards if card.glow in (theme.AMBER, theme.MINT)]
    return {face.value for face in lit if isinstance(face, p.LeafFace)}


def test_what_is_marked_and_what_can_be_played_is_what_is_legal() -> None:
    for state in states(1000):
        sight = own_sight(state)
        legal = set(sight.legal)
        assert confirmable(sight) == legal
        display = shown(sight, BOARD.fresh(sight.view))
        values = {action.value for action in legal if isinstance(action, Play)}
        assert marked(display) == values
        slots = {n.key[1] for n in display.nodes if n.key[0] == "slot" and isinstance(n.intent, picks.PressSlot)}
        assert slots == values


def test_what_cannot_be_played_says_why_with_its_numbers() -> None:
    for state in states(200, seed=2):
        sight = own_sight(state)
        playable = {action.value for action in sight.legal if isinstance(action, Play)}
        for node in shown(sight, BOARD.fresh(sight.view)).nodes:
            if node.group != "hand" or not isinstance(node.picture, p.Card):
                continue
            assert isinstance(node.picture.face, p.LeafFace)
            is_closed = node.picture.face.value not in playable
            assert bool(node.tip) is is_closed
            assert (node.intent is None) is is_closed
            assert not is_closed or any(char.isdigit() for char in node.tip)


def test_what_cannot_be_played_cannot_be_picked_on_ones_turn() -> None:
    for state in states(100, seed=20):
        sight = own_sight(state)
        fresh = BOARD.fresh(sight.view)
        playable = {action.value for action in sight.legal if isinstance(action, Play)}
        for value, numbers in held(fresh).items():
            for intent in (picks.PressCard(numbers[0]), picks.PressSlot(value)):
                assert (pressed(fresh, sight, intent)[0] != fresh) is (value in playable)


def any_intent(rng: Random, pick: Pick) -> object:
    numbers = [leaf.number for leaf in pick.cards.hand] or [0]
    card, slot = ("card", rng.choice(numbers)), ("slot", rng.randint(1, 13))
    return rng.choice(
        [
            picks.PressCard(rng.choice([*numbers, 999])),
            picks.PressSlot(rng.randint(0, 14)),
            picks.PressStack(rng.randint(0, 14)),
            picks.Count(rng.randint(0, 9)),
            picks.Confirm(),
            picks.Pass(),
            picks.Back(),
            picks.Turn(),
            Dragged(card, rng.choice([slot, None, ("pill",)])),
            Dragged(("stack", rng.randint(1, 13)), card),
            Ask("menu"),
            "nonsense",
        ]
    )


def test_no_presses_in_any_order_play_what_is_not_legal() -> None:
    rng = Random(3)
    for state in states(300, seed=3):
        sight = own_sight(state)
        pick = BOARD.fresh(sight.view)
        for _ in range(40):
            pick, action = BOARD.press(pick, any_intent(rng, pick), sight)
            assert action is None or action in sight.legal
        assert BOARD.present(sight, pick, STAGE)


def test_nothing_is_played_by_one_press_alone() -> None:
    rng = Random(4)
    for state in states(100, seed=4):
        sight = own_sight(state)
        for _ in range(20):
            intent = any_intent(rng, BOARD.fresh(sight.view))
            if not isinstance(intent, Dragged):
                assert BOARD.press(BOARD.fresh(sight.view), intent, sight)[1] is None


def test_while_others_play_nothing_can_be_played_but_something_can_be_picked() -> None:
    state = next(s for s in states(50, seed=5) if s.table)
    other = Seat((state.turn + 1) % state.seats)
    sight = sight_of(STAGE, "leaves", state, other)
    pick = BOARD.fresh(sight.view)
    number = pick.cards.hand[0].number
    pick, action = pressed(pick, sight, picks.PressCard(number), picks.Confirm())
    assert action is None
    assert number in pick.chosen
    lit = [n for n in shown(sight, pick).nodes if isinstance(n.picture, p.Card) and n.picture.glow == theme.SKY]
    assert len(lit) == len(pick.chosen)
    assert not any(node.group == "actions" for node in shown(sight, pick).nodes)


def test_a_pick_made_before_ones_turn_stays_if_it_can_be_played_and_goes_if_not() -> None:
    kept = dropped = 0
    for state in states(400, seed=6):
        sight = own_sight(state)
        for value in sorted(set(sight.view.hand)):
            before = BOARD.fresh(sight.view)
            before = before._replace(chosen=before.group(value))
            after = BOARD.revised(before, sight.view, sight.legal, ())
            can = Play(value, sight.view.hand.count(value)) in sight.legal
            assert (after.play in sight.legal) is can
            assert bool(after.chosen) is can
            kept, dropped = kept + can, dropped + (not can)
    assert kept > 100 < dropped


def test_what_was_sent_cannot_be_changed() -> None:
    state = next(states(1, seed=7))
    sight = own_sight(state, is_sending=True)
    fresh = BOARD.fresh(sight.view)
    assert all(BOARD.press(fresh, intent, sight) == (fresh, None) for intent in (picks.Confirm(), picks.Pass()))
    assert not [n for n in shown(sight, fresh).nodes if n.group in ("hand", "actions") and n.intent]
    assert "return" not in BOARD.keys(fresh, sight)


def test_while_the_table_is_paused_one_may_pick_but_not_play() -> None:
    state = next(s for s in states(50, seed=7) if any(isinstance(a, Play) for a in RULES.legal(s)))
    sight = own_sight(state, lobby=lobby_of("leaves", state.seats, paused="table.paused"))
    play = next(action for action in sight.legal if isinstance(action, Play))
    pick, action = pressed(BOARD.fresh(sight.view), sight, picks.PressSlot(play.value), picks.Confirm())
    assert (pick.value, action) == (play.value, None)
    assert "return" not in BOARD.keys(pick, sight)
    assert not any(node.group == "actions" for node in shown(sight, pick).nodes)


# by mouse and by keys


class Person:
    """Somebody before the window: looks at the display, and has a mouse and a keyboard."""

    def __init__(self, sight: Any) -> None:
        self.sight = sight
        self.pick = BOARD.fresh(sight.view)
        self.focus: Any = None
        self.action: Action | None = None

    @property
    def display(self) -> Display:
        return shown(self.sight, self.pick, STAGE._replace(focus=self.focus, has_keys=self.focus is not None))

    def do(self, intent: object) -> None:
        self.pick, self.action = BOARD.press(self.pick, intent, self.sight)

    def click(self, node: Node) -> None:
        under = hit(self.display, node.reach.cx, node.reach.cy)
        assert under is not None
        assert under.key == node.key, "something else lies there"
        self.do(under.intent)

    def key(self, name: str) -> None:
        self.do(BOARD.keys(self.pick, self.sight)[name])

    def walk_to(self, key: Any) -> None:
        """Arrows and tabs until this has the focus."""
        display = self.display
        for way in [Way.RIGHT] * 20 + [Way.NEXT] * 80:
            if self.focus == key:
                return
            self.focus = walked(display, self.focus, way)
        assert self.focus == key, f"{key} cannot be reached"

    def space(self) -> None:
        node = self.display.find(self.focus)
        assert node is not None
        self.do(node.intent)

    def node(self, *key: object) -> Node:
        found = self.display.find(key)
        assert found is not None, key
        return found


def test_everything_can_be_played_with_a_mouse_alone() -> None:
    for state in states(50, seed=8):
        sight = own_sight(state)
        for action in sight.legal:
            person = Person(sight)
            match action:
                case Play(value, count):
                    numbers = held(person.pick)[value]
                    for number in [numbers[0], *numbers[: len(numbers) - count]]:
                        person.click(person.node("card", number))
                case Take(value):
                    person.click(person.node("action", 1))
                    if value is not None and person.pick.taking != value:
                        person.click(person.node("stack", value))
                case _:
                    raise AssertionError(action)
            assert person.action is None
            person.click(person.node("action", 0))
            assert person.action == action


def test_everything_can_be_played_with_keys_alone() -> None:
    for state in states(50, seed=9):
        sight = own_sight(state)
        for action in sight.legal:
            person = Person(sight)
            match action:
                case Play(value, count):
                    person.walk_to(("card", held(person.pick)[value][0]))
                    person.space()
                    person.key(str(count))
                case Take(value):
                    person.key("p")
                    if value is not None and person.pick.taking != value:
                        person.walk_to(("stack", value))
                        person.space()
                case _:
                    raise AssertionError(action)
            assert person.action is None
            person.key("return")
            assert person.action == action


def test_a_second_press_on_the_place_of_what_is_picked_plays_it_and_on_a_stack_takes_of_it() -> None:
    state = next(s for s in states(200, seed=21) if s.table and any(isinstance(a, Play) for a in RULES.legal(s)))
    person = Person(own_sight(state))
    value = next(action.value for action in person.sight.legal if isinstance(action, Play))
    person.click(person.node("slot", value))
    assert person.action is None
    person.click(person.node("slot", value))
    assert person.action == Play(value, person.sight.view.hand.count(value))
    taker = Person(own_sight(state))
    stack = view_of(taker.sight).table[0][0]
    taker.key("p")
    for _ in range(1 if taker.pick.taking == stack else 2):
        assert taker.action is None
        taker.click(taker.node("stack", stack))
    assert taker.action == Take(stack)


def test_escape_undoes_a_pick_and_a_pass() -> None:
    state = next(s for s in states(200, seed=10) if s.table and any(isinstance(a, Play) for a in RULES.legal(s)))
    person = Person(own_sight(state))
    fresh = person.pick
    value = next(action.value for action in person.sight.legal if isinstance(action, Play))
    person.click(person.node("card", held(fresh)[value][0]))
    person.key("p")
    assert person.pick.is_passing
    person.key("escape")
    assert not person.pick.is_passing
    person.key("escape")
    assert person.pick == fresh
    assert "escape" not in BOARD.keys(person.pick, person.sight)


def test_cards_dragged_to_the_table_are_played_and_a_card_dragged_to_the_hand_is_taken() -> None:
    state = next(s for s in states(200, seed=11) if s.table and any(isinstance(a, Play) for a in RULES.legal(s)))
    sight = own_sight(state)
    pick = BOARD.fresh(sight.view)
    play = next(action for action in sight.legal if isinstance(action, Play))
    card = ("card", held(pick)[play.value][0])
    whole = Play(play.value, sight.view.hand.count(play.value))
    assert pressed(pick, sight, Dragged(card, ("slot", play.value)))[1] == whole
    assert pressed(pick, sight, Dragged(card, None)) == (pick, None)
    taken = sight.view.table[-1][0]
    dragged = Dragged(("stack", taken), ("card", pick.cards.hand[0].number))
    assert pressed(pick, sight, dragged)[1] is None
    assert pressed(pick, sight, picks.Pass(), dragged)[1] == Take(taken)


# what is seen


def a_note(table: tuple[tuple[int, int], ...], taking: int | None, passed: tuple[int, ...] = ()) -> str:
    """What is said to seat 0 of four that could take this."""
    state = next(s for s in states(2000, seed=22) if s.seats == 4 and s.turn == 0)
    view = RULES.view(state, Seat(0))
    fields = {name: getattr(view, name) for name in view.__struct_fields__}
    changed = View(**{**fields, "table": table, "passed": tuple(map(Seat, passed))})
    return note(STAGE, own_sight(state)._replace(view=changed), taking)


@pytest.mark.parametrize(
    ("table", "taking", "said"),
    [
        (((4, 2), (6, 2), (9, 3)), None, "It goes into your hand, and you are out of this round."),
        (((4, 2), (6, 2), (9, 3)), 6, "A card from the middle changes nothing for the others."),
        (((4, 2), (6, 2), (9, 3)), 4, "Mind: then 1 card of 4 or lower is enough for who still plays."),
        (((4, 2), (6, 2), (9, 3)), 9, "Mind: then 2 cards of 9 or higher are enough for who still plays."),
        (((4, 1), (6, 2), (9, 3)), 4, "Mind: then 2 cards of 6 or lower are enough for who still plays."),
        (((1, 2), (9, 3)), 1, "Mind: then 1 card of 1 is enough for who still plays."),
        (((7, 4),), 7, "Mind: then 3 cards are enough on both sides of the 7."),
        (((6, 1), (7, 4)), 6, "Mind: then 4 cards are enough on both sides of the 7."),
        (((7, 1),), 7, "Mind: then the table is empty, and anything may be played."),
    ],
)
def test_who_takes_is_told_what_that_changes(table: tuple[tuple[int, int], ...], taking: int | None, said: str) -> None:
    assert a_note(table, taking) == said


def test_the_last_to_pass_is_told_that_the_round_ends() -> None:
    assert a_note(((4, 2), (9, 3)), 9, passed=(1, 3)).endswith("the round ends and 민지 Minji leads the next one.")


def view_of(sight: Any) -> View:
    view = sight.view
    assert isinstance(view, View)
    return view


def test_a_card_is_the_same_in_the_hand_and_on_the_table() -> None:
    """So that it is seen to move."""
    rng = Random(12)
    moved = 0
    for state in states(300, seed=12):
        seat = state.turn
        before = BOARD.fresh(RULES.view(state, seat))
        action = rng.choice(RULES.legal(state))
        step = RULES.apply(state, seat, action)
        if not step.state.is_live:
            continue
        if isinstance(action, Play):
            chosen = list(before.group(action.value))[: action.count]
            before = before._replace(chosen=frozenset(chosen))
        view = RULES.view(step.state, seat)
        after = BOARD.revised(before, view, (), step.events)
        assert tuple(leaf.value for leaf in after.cards.hand) == view.hand
        numbers = [leaf.number for leaf in (*after.cards.hand, *after.cards.table)]
        assert len(set(numbers)) == len(numbers)
        match action:
            case Play(value, count) if dict(view.table).get(value):
                played = {leaf.number for leaf in after.cards.table if leaf.value == value}
                assert len(played & before.chosen) == count
                moved += count
            case Take(value) if value is not None:
                new = {leaf for leaf in after.cards.hand if leaf.number in after.new}
                assert {leaf.value for leaf in new} == {value}
                assert new <= set(before.cards.table)
    assert moved > 50


def test_the_last_play_is_lit_until_something_else_happens() -> None:
    state = next(s for s in states(200, seed=13) if {v for v in (s.table,) if v} and s.table)
    sight = own_sight(state)
    value = view_of(sight).table[-1][0]
    fresh = BOARD.fresh(sight.view)
    lit = BOARD.revised(fresh, sight.view, sight.legal, (Played(Seat(0), value, 1, 1),))
    assert lit.last == value
    assert BOARD.revised(lit, sight.view, sight.legal, (Took(Seat(1), 3),)).last is None


def test_who_watches_sees_the_table_and_no_hand() -> None:
    state = next(s for s in states(50, seed=14) if s.table)
    sight = sight_of(STAGE, "leaves", state, None)
    display = shown(sight, BOARD.fresh(sight.view))
    check(display, STAGE)
    groups = {node.group for node in display.nodes}
    assert not groups & {"hand", "actions", "own plate"}
    assert {f"plate {seat}" for seat in range(state.seats)} <= groups
    assert BOARD.press(BOARD.fresh(sight.view), picks.Pass(), sight)[1] is None


def test_no_key_of_a_node_tells_a_hidden_card() -> None:
    for state in states(30, seed=15):
        sight = own_sight(state)
        seen = set(view_of(sight).hand) | dict(view_of(sight).table).keys()
        for node in shown(sight, BOARD.fresh(sight.view)).nodes:
            if isinstance(node.picture, p.Card) and not isinstance(node.picture.face, p.Back):
                assert isinstance(node.picture.face, p.LeafFace)
                assert node.picture.face.value in seen


def test_who_has_two_cards_or_fewer_stands_out() -> None:
    state = next(s for s in states(5000, seed=16) if any(h.bit_count() == 1 for h in s.hands) and s.seats == 4)
    seat = next(Seat(s) for s, h in enumerate(state.hands) if h.bit_count() == 1)
    watcher = sight_of(STAGE, "leaves", state, None)
    display = shown(watcher, BOARD.fresh(watcher.view))
    count = display.find(("count", seat, "text"))
    assert count is not None
    assert isinstance(count.picture, p.Text)
    assert count.picture.runs[0] == p.Run("1", count.picture.runs[0].type, theme.AMBER)


@pytest.mark.parametrize("size", EACH_SIZE)
def test_the_table_fits_any_window(size: tuple[int, int]) -> None:
    some = list(states(400, seed=17))[::23]
    for scale in text_scales(stage_of(*size).canvas):
        for language in (None, Longer(STAGE.language)):
            stage = stage_of(*size, scale, language)
            for number, state in enumerate(some):
                area = with_drawer(stage) if number % 2 else stage.canvas.box
                sight = own_sight(state, stage, area=area)
                pick = BOARD.fresh(sight.view)
                check(shown(sight, pick, stage), stage)
                play = next((a for a in sight.legal if isinstance(a, Play)), None)
                if play is not None:
                    check(shown(sight, pressed(pick, sight, picks.PressSlot(play.value))[0], stage), stage)
                passing = pressed(pick, sight, picks.Pass())[0]
                taken = view_of(sight).table[0][0] if view_of(sight).table else 0
                check(shown(sight, pressed(passing, sight, picks.PressStack(taken))[0], stage), stage)


def test_a_full_table_and_the_largest_hands_fit() -> None:
    rng = Random(18)
    for size in ((800, 600), (960, 540), (1280, 720)):
        stage = stage_of(*size, text_scales(stage_of(*size).canvas)[-1])
        for hand in (1, 2, 14, 17, 19):
            state = next(s for s in states(1, seed=18))
            view = RULES.view(state, state.turn)
            fields = {name: getattr(view, name) for name in view.__struct_fields__}
            values = tuple(sorted(rng.sample(VALUE_OF, hand)))
            full = View(**{**fields, "hand": values, "table": tuple(COPIES.items())})
            sight = own_sight(state, stage)._replace(view=full, legal=(Take(1), Take(13)))
            pick = BOARD.fresh(full)
            check(shown(sight, pick, stage), stage)
            check(shown(sight, pressed(pick, sight, picks.Pass())[0], stage), stage)


def test_results_name_the_winner_and_what_the_others_held() -> None:
    rng = Random(19)
    ended = None
    for move in random_match(GAMES["leaves"], rng):
        if not move.step.state.is_live and move.step.state.deal:
            ended = move.step.state
            break
    assert ended is not None
    lobby = lobby_of("leaves", ended.seats, phase=Phase.INTERMISSION)
    sight = sight_of(STAGE, "leaves", ended, Seat(0), lobby=lobby)
    box = STAGE.canvas.box.inset(300, 120)
    nodes = BOARD.results(sight, STAGE, box)
    check(Display(nodes), STAGE)
    assert all(node.box.within(box) for node in nodes)
    told = [run.text for node in nodes if isinstance(node.picture, p.Text) for run in node.picture.runs]
    assert all(str(hand.bit_count()) in told for hand in ended.hands)
    live = own_sight(next(states(1)))
    assert BOARD.results(live, STAGE, box) == ()
