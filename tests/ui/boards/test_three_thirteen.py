"""The table of Three Thirteen: all is seen and can be reached at every size, and what is marked is what is legal."""

from __future__ import annotations

from itertools import islice, pairwise, product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Phase
from lan_thirteen.games.three_thirteen.model import Action, Discard, DrawDiscard, DrawStock, State, View
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.base import Ask, Sight
from lan_thirteen.ui.boards.three_thirteen import ThreeThirteenBoard
from lan_thirteen.ui.boards.three_thirteen_order import Sort
from lan_thirteen.ui.boards.three_thirteen_pick import (
    NEW_GROUP,
    Arrange,
    GoOut,
    Pick,
    Pile,
    PressCard,
    PressPile,
    PutIn,
    ShowLaid,
    groups_of,
    outs,
    pile_key,
    throws,
)
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Display, Key, Node, Way, hit, walked
from lan_thirteen.ui.layout import STRIP
from lan_thirteen.ui.text import load_language
from tests.support.thirteen_cards import card
from tests.support.three_thirteen_states import GAME, dealt, random_states, with_hand
from tests.ui.boards.sights import lobby_of, sight_of, with_drawer
from tests.ui.rectangles import EACH_SIZE, Longer, check, stage_of, text_scales

BOARD = ThreeThirteenBoard()
ENGLISH = load_language()
LONGER = Longer(ENGLISH)
STAGE = stage_of(1280, 720)
COMPACT = stage_of(960, 540)
GO_OUT: Key = ("action", 2)
Seen = Sight[View, Action]


def seen(state: State, stage: Stage = STAGE, **changes: Any) -> Seen:
    """What the seat whose turn it is knows."""
    return sight_of(stage, "three-thirteen", state, state.turn, **changes)


def shown(sight: Seen, pick: Pick, stage: Stage = STAGE) -> Display:
    return Display(BOARD.present(sight, pick, stage))


def drew(state: State, action: Action | None = None) -> State:
    return GAME.apply(state, state.turn, action or DrawStock()).state


def hand_cards(display: Display) -> list[Node]:
    return [node for node in display.nodes if isinstance(node.intent, PressCard)]


def last_turn(seats: int, seed: str = "last") -> State:
    """Somebody is out, and all others but the last one have had their turn."""
    states = random_states(seed, seats=seats, options={})
    return next(s for s in states if s.deal > 7 and s.is_drawing and sum(x is not None for x in s.shown) == seats - 1)


# ---------------------------------------------------------------- layout


@pytest.mark.parametrize("size", EACH_SIZE)
def test_nothing_overlaps_or_is_cut(size: tuple[int, int]) -> None:
    base = stage_of(*size, language=ENGLISH)
    for scale, seats, deal in product(text_scales(base.canvas), range(2, 9), (1, 5, 8, 11)):
        stage = stage_of(*size, scale, LONGER if (seats + deal) % 2 else ENGLISH)
        state = dealt(seats, deal, seed=seats + deal)
        for now, sort in ((state, Sort.MELDS), (drew(state), Sort.SUIT), (drew(state), Sort.RANK)):
            sight = seen(now, stage)
            check(shown(sight, BOARD.fresh(sight.view)._replace(sort=sort), stage), stage)


@pytest.mark.parametrize("size", EACH_SIZE)
def test_nothing_overlaps_beside_a_drawer_while_arranging_and_in_last_turns(size: tuple[int, int]) -> None:
    rng = Random(f"arranging {size}")
    base = stage_of(*size, language=ENGLISH)
    for scale, seats in product(text_scales(base.canvas), (2, 5, 8)):
        stage = stage_of(*size, scale, LONGER)
        state = drew(dealt(seats, 11, seed=seats))
        sight = seen(state, stage)
        arranged = _arranged_at_random(sight, rng)
        check(shown(sight, arranged, stage), stage)
        beside = seen(state, stage, area=with_drawer(stage))
        for pick in (BOARD.fresh(beside.view), arranged):
            check(shown(beside, pick, stage), stage)
        last = seen(last_turn(seats), stage)
        check(shown(last, BOARD.fresh(last.view), stage), stage)
        watched = sight_of(stage, "three-thirteen", last_turn(seats), None)
        check(shown(watched, BOARD.fresh(watched.view), stage), stage)


def _arranged_at_random(sight: Seen, rng: Random) -> Pick:
    pick, _ = BOARD.press(BOARD.fresh(sight.view), Arrange(), sight)
    for _ in range(25):
        pick = pick._replace(chosen=rng.choice(sight.view.hand))
        pick, _ = BOARD.press(pick, PutIn(rng.randint(0, 6)), sight)
    return pick


def test_at_1280x720_all_lies_where_it_was_drawn() -> None:
    """Within 8 units of the drawing of the table."""
    state = with_hand(dealt(4, 6), "4H 5H 6H QS QD 8S KS 2C", "9D")
    display = shown(seen(state), BOARD.fresh(seen(state).view))
    cards = hand_cards(display)
    assert [round(node.box.w) for node in cards] == [104] * 9
    steps = sorted(round(b.box.x - a.box.x) for a, b in pairwise(cards))
    assert steps == [58] * 6 + [152] * 2
    assert all(abs(node.box.cy - 604) <= 8 for node in cards)
    assert abs((cards[0].box.x + cards[-1].box.right) / 2 - 640) <= 8
    stock, discards, pill = (display.find(key) for key in (pile_key(Pile.STOCK), pile_key(Pile.DISCARDS), ("pill",)))
    assert stock is not None
    assert discards is not None
    assert pill is not None
    assert abs(stock.box.cy - 272) <= 8
    assert abs(discards.box.cy - 272) <= 8
    assert abs(pill.box.cy - 448) <= 8
    layers = [node for node in display.nodes if node.key[0] == "stock" and isinstance(node.picture, p.Card)]
    assert [round(node.box.w) for node in layers] == [104] * 6


def test_an_index_strip_of_each_of_fourteen_cards_is_seen() -> None:
    for stage in (STAGE, COMPACT):
        sight = seen(drew(dealt(4, 11)), stage)
        for sort in (Sort.MELDS, Sort.RANK, Sort.SUIT):
            cards = hand_cards(shown(sight, BOARD.fresh(sight.view)._replace(sort=sort), stage))
            assert len(cards) == 14
            for one, other in pairwise(cards):
                assert other.box.x - one.box.x >= STRIP * one.box.w


def test_under_a_resting_pointer_the_same_card_stays() -> None:
    rng = Random("resting")
    for state in islice(random_states("resting"), 60):
        sight = seen(state)
        pick = BOARD.fresh(sight.view)._replace(chosen=rng.choice(sight.view.hand))
        display = shown(sight, pick)
        for _ in range(20):
            x, y = rng.uniform(200, 1080), rng.uniform(480, 720)
            under = hit(display, x, y)
            if under is not None:
                again = hit(shown(sight, pick, STAGE._replace(hover=under.key)), x, y)
                assert again is not None
                assert again.key == under.key


# ---------------------------------------------------------------- what is marked


@pytest.mark.parametrize(("number", "least"), [(300, 2), pytest.param(1000, 9, marks=pytest.mark.slow)])
def test_what_is_marked_is_what_is_legal(number: int, least: int) -> None:
    """``least``: as many states, in which somebody may go out, must be among them."""
    outs_seen = 0
    for state in islice(random_states("marked"), number):
        sight = seen(state)
        display = shown(sight, BOARD.fresh(sight.view))
        cards = [(node.key[1], node.picture) for node in hand_cards(display)]
        bright = {c for c, picture in cards if isinstance(picture, p.Card) and not picture.dim}
        lit = {c for c, picture in cards if isinstance(picture, p.Card) and picture.glow == theme.AMBER}
        assert lit == set(outs(sight.legal))
        assert bright == (set(throws(sight.legal)) or set(sight.view.hand))
        assert _open_piles(display) == {action for action in sight.legal if not isinstance(action, Discard)}
        go_out = display.find(GO_OUT)
        assert go_out is not None
        assert (go_out.intent is not None) == bool(lit)
        outs_seen += bool(lit)
    assert outs_seen >= least


def _open_piles(display: Display) -> set[Action]:
    """The draws that are marked: a bright dashed frame, and amber words."""
    out: set[Action] = set()
    for pile, action in ((Pile.STOCK, DrawStock()), (Pile.DISCARDS, DrawDiscard())):
        frame, label = display.find(pile_key(pile)), display.find((*pile_key(pile), "label"))
        assert frame is not None
        assert label is not None
        assert isinstance(frame.picture, p.Panel)
        assert isinstance(label.picture, p.Text)
        is_amber = label.picture.runs[0].colour == theme.AMBER
        is_framed = frame.picture.is_dashed and frame.picture.edge == theme.AMBER
        assert is_framed or not is_amber
        out |= {action} if is_amber else set()
    return out


def test_what_can_be_confirmed_is_what_is_legal() -> None:
    for state in islice(random_states("confirmed"), 300):
        sight = seen(state)
        pick = BOARD.fresh(sight.view)
        played: set[Action | None] = set()
        for node in shown(sight, pick).reachable():
            if isinstance(node.intent, PressCard | PressPile):
                once, nothing = BOARD.press(pick, node.intent, sight)
                assert nothing is None
                played.add(BOARD.press(once, node.intent, sight)[1])
                out, nothing = BOARD.press(once, GoOut(), sight)
                assert nothing is None
                played.add(BOARD.press(out, GoOut(), sight)[1])
        assert played - {None} == set(sight.legal)


# ---------------------------------------------------------------- by mouse alone, by keyboard alone


def clicked(sight: Seen, pick: Pick, key: Key, rng: Random) -> tuple[Pick, Action | None]:
    """A click somewhere on the node of this key."""
    display = shown(sight, pick)
    node = display.find(key)
    assert node is not None
    reach = node.reach.inset(0.5)
    under = hit(display, rng.uniform(reach.x, reach.right), rng.uniform(reach.y, reach.bottom))
    assert under is not None
    assert under.key == key
    return BOARD.press(pick, under.intent, sight)


def typed(sight: Seen, pick: Pick, key: Key, *names: str) -> tuple[Pick, Action | None]:
    """Tab to this node, and then these keys: space presses what has the focus, others are those of the table."""
    focus: Key | None = None
    action = None
    for name in names:
        display = shown(sight, pick)
        for _ in display.nodes:
            focus = focus if focus == key else walked(display, focus, Way.NEXT)
        assert focus == key
        node = display.find(key)
        assert node is not None
        assert action is None
        intent = node.intent if name == "space" else BOARD.keys(pick, sight)[name]
        pick, action = BOARD.press(pick, intent, sight)
    return pick, action


def key_of(action: Action, sight: Seen) -> Key:
    match action:
        case Discard(thrown, _):
            return ("card", thrown)
        case DrawStock():
            return pile_key(Pile.STOCK)
        case _:
            return pile_key(Pile.DISCARDS)


def test_all_that_is_legal_can_be_played_by_mouse_alone() -> None:
    rng = Random("mouse")
    for state in islice(random_states("mouse"), 120):
        sight = seen(state)
        for action in sight.legal:
            key = key_of(action, sight)
            pick, played = clicked(sight, BOARD.fresh(sight.view), key, rng)
            assert played is None
            if isinstance(action, Discard) and action.out:
                pick, played = clicked(sight, pick, GO_OUT, rng)
                assert played is None
                key = ("action", 0)
            assert clicked(sight, pick, key, rng)[1] == action


def test_all_that_is_legal_can_be_played_by_keyboard_alone() -> None:
    for state in islice(random_states("keyboard"), 60):
        sight = seen(state)
        for action in sight.legal:
            middle = ("g",) if isinstance(action, Discard) and action.out else ()
            names = ("space", *middle, "return")
            assert typed(sight, BOARD.fresh(sight.view), key_of(action, sight), *names)[1] == action


def test_d_and_f_pick_the_piles() -> None:
    sight = seen(dealt(3, 4))
    keys = BOARD.keys(BOARD.fresh(sight.view), sight)
    assert (keys["d"], keys["f"]) == (PressPile(Pile.STOCK), PressPile(Pile.DISCARDS))


def test_a_group_is_made_by_mouse_and_by_keys() -> None:
    rng = Random("groups")
    sight = seen(with_hand(dealt(4, 6), "4H 5H 6H QS QD 8S KS 2C", "9D"))
    start, _ = BOARD.press(BOARD.fresh(sight.view), Arrange(), sight)
    king: Key = ("card", card("KS"))
    by_mouse, _ = clicked(sight, clicked(sight, start, king, rng)[0], NEW_GROUP, rng)
    by_keys, _ = typed(sight, start, king, "space", "n")
    assert by_mouse == by_keys
    assert groups_of(by_mouse, sight.view)[-1] == (card("KS"),)
    back, _ = clicked(sight, by_mouse, ("group", 0), rng)
    assert groups_of(back, sight.view)[0][-1] == card("KS")


# ---------------------------------------------------------------- words and states


def words_of(display: Display) -> str:
    """All that can be read."""
    texts = (node.picture for node in display.nodes if isinstance(node.picture, p.Text))
    return " ".join("".join(run.text for run in text.runs) for text in texts)


def test_brackets_judge_each_group() -> None:
    sight = seen(with_hand(dealt(4, 6), "4H 5H 6H QS QD 8S KS 2C", "9D"))
    words = words_of(shown(sight, BOARD.fresh(sight.view)))
    assert "Run" in words
    assert "Deadwood · 2" in words


def test_an_arrangement_that_is_worse_is_compared_with_the_best() -> None:
    sight = seen(with_hand(dealt(4, 6), "4H 5H 6H QS QD 8S KS 2C", "9D"))
    pick, _ = BOARD.press(BOARD.fresh(sight.view), Arrange(), sight)
    assert "The best split counts" not in words_of(shown(sight, pick))
    pick, _ = BOARD.press(pick._replace(chosen=card("5H")), PutIn(5), sight)
    pick, _ = BOARD.press(pick, PutIn(len(groups_of(pick, sight.view))), sight)
    words = words_of(shown(sight, pick))
    assert "The best split counts 11 points" in words
    assert "Your groups leave" in words


def test_where_best_melds_are_not_shown_no_number_tells_them() -> None:
    sight = seen(with_hand(dealt(4, 6, show_best_melds="off"), "4H 5H 6H QS QD 8S KS 2C", "9D"))
    pick = BOARD.fresh(sight.view)._replace(chosen=card("KS"))
    display = shown(sight, pick)
    go_out = display.find(GO_OUT)
    assert go_out is not None
    assert not any(char.isdigit() for char in go_out.tip)
    words = words_of(display)
    assert "left over" not in words
    assert "Deadwood" not in words


def test_the_drawn_card_is_marked_as_new() -> None:
    before, after = (words_of(shown(seen(s), BOARD.fresh(seen(s).view))) for s in (dealt(3, 4), drew(dealt(3, 4))))
    assert "New" not in before
    assert "New" in after


def test_a_card_that_may_not_go_back_says_why() -> None:
    state = drew(dealt(3, 4), DrawDiscard())
    display = shown(seen(state), BOARD.fresh(seen(state).view))
    node = display.find(("card", state.barred))
    assert node is not None
    assert "cannot go back" in node.tip


def test_where_nobody_can_go_out_the_button_says_why() -> None:
    told: set[str] = set()
    for state in islice(random_states("why not", options={}), 400):
        sight = seen(state)
        for chosen in (None, *sight.view.hand[-2:]):
            node = shown(sight, BOARD.fresh(sight.view)._replace(chosen=chosen)).find(GO_OUT)
            assert node is not None
            assert node.tip
            assert ": 0 points" not in node.tip
            told |= {node.tip.split(":")[0]} if node.intent is None else set()
    assert len(told) == 4


def test_go_out_says_how_much_is_missing() -> None:
    sight = seen(with_hand(dealt(4, 6), "4H 5H 6H QS QD 8S KS 2C", "9D"))
    node = shown(sight, BOARD.fresh(sight.view)._replace(chosen=card("KS"))).find(GO_OUT)
    assert node is not None
    assert node.tip == "You cannot go out: 11 points would be left over."


def test_the_last_turn_is_announced_and_the_open_hands_are_listed() -> None:
    state = last_turn(4)
    display = shown(seen(state), BOARD.fresh(seen(state).view))
    assert "went out. Your last turn" in words_of(display)
    for seat, split in enumerate(state.shown):
        assert (display.find(("laid", seat)) is None) == (split is None)
    close = display.find(("laid", "close"))
    assert close is not None
    pick, _ = BOARD.press(BOARD.fresh(seen(state).view), close.intent, seen(state))
    assert shown(seen(state), pick).find(("laid",)) is None
    plate = shown(seen(state), pick).find(("plate", (state.turn + 1) % 4))
    assert plate is not None
    assert plate.intent == ShowLaid()


def test_somebody_who_watches_sees_no_hand_and_no_buttons() -> None:
    for state in islice(random_states("watched"), 40):
        sight = sight_of(STAGE, "three-thirteen", state, None)
        display = shown(sight, BOARD.fresh(sight.view))
        assert not {"hand", "actions", "own plate"} & {node.group for node in display.nodes}
        faces = {node.key for node in display.nodes if node.key[0] == "card" and isinstance(node.picture, p.Card)}
        assert faces <= {("card", c) for c in state.discards}
        assert all(isinstance(node.intent, Ask | ShowLaid) for node in display.reachable())


def test_between_deals_the_results_can_be_asked_for() -> None:
    state = replace(dealt(4, 5), is_live=False, points=(0, 3, 4, 5))
    lobby = lobby_of("three-thirteen", 4, phase=Phase.INTERMISSION)
    sight = sight_of(STAGE, "three-thirteen", state, Seat(0), lobby=lobby)
    main = shown(sight, BOARD.fresh(sight.view)).find(("action", 0))
    assert main is not None
    assert main.intent == Ask("results")


# ---------------------------------------------------------------- results


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize(
    ("stage", "box"),
    [
        (STAGE, Box(200, 60, 760, 440)),
        (COMPACT, Box(120, 60, 640, 320)),
        (stage_of(960, 540, 1.15), Box(60, 60, 600, 330)),
    ],
)
def test_results_fit_into_their_box(seats: int, stage: Stage, box: Box) -> None:
    view = _ended(seats, 11)
    sight: Seen = sight_of(stage, "three-thirteen", dealt(seats, 11), Seat(0), view=view)
    nodes = BOARD.results(sight, stage, box)
    check(Display(nodes), stage)
    assert all(node.box.within(box, 0.5) for node in nodes)


def test_results_show_each_hand_with_what_it_cost() -> None:
    view = _ended(4, 6)
    sight: Seen = sight_of(STAGE, "three-thirteen", dealt(4, 6), Seat(0), view=view)
    nodes = BOARD.results(sight, STAGE, Box(200, 60, 760, 440))
    cards = [node.key for node in nodes if isinstance(node.picture, p.Card)]
    assert len(cards) == len(set(cards)) == 4 * view.cards_each
    words = words_of(Display(nodes))
    assert all(f"+{points}" in words for points in view.points)
    assert all(str(total) in words for total in view.totals)


def test_without_an_ended_deal_there_are_no_results() -> None:
    assert BOARD.results(seen(dealt(3, 4)), STAGE, STAGE.canvas.box) == ()


def _ended(seats: int, deal: int) -> View:
    """What seat 0 sees when a deal is over: the last turns of a random one."""
    states = random_states(f"ended {seats}", seats=seats, options={})
    state = next(s for s in states if s.deal == deal and not s.is_drawing and s.shown.count(None) == 1)
    return GAME.view(GAME.apply(state, state.turn, GAME.legal(state)[0]).state, Seat(0))
