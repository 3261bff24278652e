"""What stands on every table is where it should be, whatever the window, the table and the size of text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import HouseRules, Person, Phase, Presence, WatcherInfo
from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.boards.base import Ask, Sight
from lan_thirteen.ui.boards.frame import frame
from lan_thirteen.ui.boards.hand import CardState, HandCard, hand
from lan_thirteen.ui.boards.parts import Action, actions, backdrop, key_hints, log_lines, top_bar
from lan_thirteen.ui.boards.pill import Status, status_pill, waiting
from lan_thirteen.ui.boards.plates import PlateFacts, own_plate, plates
from lan_thirteen.ui.boards.presence import Chip
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.widgets import Tone
from tests.ui.boards.sights import lobby_of, seat_info, sight_of, with_drawer
from tests.ui.rectangles import EACH_SIZE, Longer, check, stage_of, text_scales

SENTENCE = "Play *2 or more cards of 4 or lower*, or *3 or more cards of 9 or higher*, or pass and take a card"


def a_sight(stage: Stage, seats: int, seat: int | None = 0, **changes: Any) -> Sight[Any, Any]:
    state = GAMES["leaves"].game.new_match(min(max(seats, 3), 6), {})
    lobby = changes.pop("lobby", None) or lobby_of("leaves", seats)
    return sight_of(stage, "leaves", state, None if seat is None else Seat(seat), lobby=lobby, **changes)


def cards(count: int, state: CardState = CardState.LEGAL) -> list[HandCard]:
    return [
        HandCard(("card", n), p.LeafFace(1 + n % 13), state, ("press", n), f"Card {n}", is_new=n == 2)
        for n in range(count)
    ]


def whole(stage: Stage, sight: Sight[Any, Any], in_hand: Sequence[HandCard], others: int = 1) -> Display:
    """A table with all that can stand on it."""
    where = frame(stage, sight.area)
    chip = Chip("Passed", "ban", Tone.RED)
    facts = {Seat(s): PlateFacts(f"{100 + s}", chip=chip, cards=s, is_dim=True) for s in range(8)}
    buttons = [Action(f"Other {n}", n) for n in range(others)]
    nodes: list[Node] = [backdrop(stage, "forest")]
    nodes += top_bar(stage, sight, "13 Leaves", "Expert game, the first to 20 ends it", chip="Round 4", icon="leaf")
    nodes += plates(stage, sight, where, facts, Seat(1))
    nodes += own_plate(stage, sight, where, PlateFacts("7", chip=chip), Seat(1))
    nodes += log_lines(stage, where, sight.log)
    nodes += status_pill(stage, where, "leaves", Status("Your turn", SENTENCE, "leaf"))
    nodes += hand(stage, where, in_hand)
    nodes += actions(stage, where, Action("Play 3 × 10", "main", "check", "↵", tone=Tone.MINT), *buttons)
    nodes += key_hints(stage, where, (("← →", "choose"), ("Space", "select"), ("S", "sort")))
    return Display(tuple(nodes))


@pytest.mark.parametrize("size", EACH_SIZE)
def test_nothing_overlaps_or_is_cut_at_any_table(size: tuple[int, int]) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        for language in (None, Longer(stage_of(*size).language)):
            stage = stage_of(*size, scale, language)
            for seats in (2, 3, 4, 5, 6, 8):
                check(whole(stage, a_sight(stage, seats), cards(seats * 2)), stage)
            for area in (stage.canvas.box, with_drawer(stage)):
                sight = a_sight(stage, 6, area=area, unread=12)
                check(whole(stage, sight, cards(14, CardState.SELECTED), others=3), stage)


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (2560, 1080)])
def test_a_hand_of_any_size_can_be_held_and_pressed(size: tuple[int, int]) -> None:
    stage = stage_of(*size)
    for count in range(20):
        for area in (stage.canvas.box, with_drawer(stage)):
            check(whole(stage, a_sight(stage, 4, area=area), cards(count, CardState.SELECTED)), stage)


def test_a_watcher_has_no_plate_of_their_own() -> None:
    stage = stage_of(1280, 720)
    sight = a_sight(stage, 4, seat=None)
    assert own_plate(stage, sight, frame(stage, sight.area), PlateFacts("7"), None) == ()
    shown = {node.group for node in plates(stage, sight, frame(stage, sight.area), {}, None)}
    assert {f"plate {seat}" for seat in range(4)} <= shown


def box_of(nodes: Sequence[Node], *key: object) -> Box:
    return next(node.box for node in nodes if node.key == key)


def near(box: Box, x: float, y: float, w: float, h: float) -> bool:
    return all(abs(a - b) <= 8 for a, b in zip(box, (x, y, w, h), strict=True))


@pytest.mark.parametrize(("others", "pw", "gap"), [(2, 248, 26), (3, 248, 26), (4, 242.5, 22), (5, 236, 14)])
def test_plates_have_the_widths_and_gaps_of_the_design(others: int, pw: float, gap: float) -> None:
    stage = stage_of(1280, 720)
    sight = a_sight(stage, others + 1)
    nodes = plates(stage, sight, frame(stage, sight.area), {}, None)
    row = [node.box for node in nodes if node.key[0] == "plate"]
    assert len(row) == others
    assert all(near(box, box.x, 64, pw, 66) for box in row)
    assert all(abs(right.x - left.right - gap) < 1 for left, right in pairwise(row))
    assert abs((row[0].x + row[-1].right) / 2 - 640) < 1
    assert sum(node.key[0] == "chevron" for node in nodes) == others - 1


def test_more_than_five_opponents_have_their_cards_told_but_not_shown() -> None:
    stage = stage_of(1280, 720)
    for seats, has_fan in ((6, True), (7, False)):
        sight = a_sight(stage, seats)
        facts = {Seat(s): PlateFacts(cards=5) for s in range(seats)}
        keys = [node.key[0] for node in plates(stage, sight, frame(stage, sight.area), facts, None)]
        assert ("back" in keys) is has_fan
        assert keys.count("count") == 2 * (seats - 1)


def test_pill_hand_and_actions_are_where_the_design_has_them() -> None:
    for size, pill_y, cy, own, main, second in (
        ((1280, 720), 448, 612, (22, 630, 214, 66), (1052, 574, 206, 48), (1052, 634, 206, 44)),
        ((960, 540), 334, 462, (12, 472, 158, 56), (790, 424, 158, 44), (790, 480, 158, 42)),
    ):
        stage = stage_of(*size)
        nodes = whole(stage, a_sight(stage, 4), cards(14, CardState.PLAIN)).nodes
        assert abs(box_of(nodes, "pill").cy - pill_y) <= 8
        assert near(box_of(nodes, "plate", Seat(0)), *own)
        assert near(box_of(nodes, "action", 0), *main)
        assert near(box_of(nodes, "action", 1), *second)
        middle = [node.box for node in nodes if node.group == "hand" and isinstance(node.picture, p.Card)]
        assert abs(middle[7].cy - cy) <= 8
        assert abs((middle[0].cx + middle[-1].cx) / 2 - size[0] / 2) <= 8
        assert abs(middle[-1].right - middle[0].x - (760 if size[0] == 1280 else 590)) <= 16


def test_fourteen_cards_show_their_corners() -> None:
    for size in ((960, 540), (1280, 720)):
        stage = stage_of(*size)
        nodes = hand(stage, frame(stage, stage.canvas.box), cards(14, CardState.PLAIN))
        assert all(node.reach.w >= 0.32 * node.box.w for node in nodes if node.intent)


def test_a_card_is_pressed_where_it_lay_before_it_was_lifted() -> None:
    stage = stage_of(1280, 720)
    where = frame(stage, stage.canvas.box)
    resting = {node.key: node.reach for node in hand(stage, where, cards(14)) if node.intent}
    for key in resting:
        lifted = hand(stage._replace(hover=key), where, cards(14))
        assert {node.key: node.reach for node in lifted if node.intent} == resting
        at, before = (next(n.box for n in nodes if n.key == key) for nodes in (lifted, hand(stage, where, cards(14))))
        assert at.y < before.y


def test_a_picked_card_stands_out_and_a_closed_one_is_dark() -> None:
    stage = stage_of(1280, 720)
    where = frame(stage, stage.canvas.box)
    of = {state: hand(stage, where, cards(1, state))[0] for state in CardState}
    assert of[CardState.SELECTED].box.y < of[CardState.PRESELECTED].box.y < of[CardState.LEGAL].box.y
    assert of[CardState.LEGAL].box.y < of[CardState.PLAIN].box.y
    closed, legal = of[CardState.CLOSED].picture, of[CardState.LEGAL].picture
    assert isinstance(closed, p.Card)
    assert isinstance(legal, p.Card)
    assert closed.dim >= 0.4 > legal.dim
    assert closed.glow is None


def test_the_bar_asks_the_window_for_everything_else() -> None:
    stage = stage_of(1280, 720)
    nodes = top_bar(stage, a_sight(stage, 4, unread=3), "13 Leaves", "", chip="Round 4")
    asked = {node.intent.what for node in nodes if isinstance(node.intent, Ask)}
    assert asked == {"menu", "chat", "log", "rules", "settings"}
    assert any(words(node) == "3" for node in nodes)


def words(node: Node) -> str:
    return "".join(run.text for run in node.picture.runs) if isinstance(node.picture, p.Text) else ""


def said(nodes: Sequence[Node]) -> str:
    return " ".join(filter(None, map(words, nodes)))


def test_a_seat_says_whether_its_player_is_there() -> None:
    stage = stage_of(1280, 720)
    seats = (
        seat_info(0),
        seat_info(1, presence=Presence.UNSTEADY),
        seat_info(2, presence=Presence.LOST),
        seat_info(3, presence=Presence.LEFT, level="easy"),
        seat_info(4, is_bot=True, next_person=Person(9)),
    )
    lobby = lobby_of("leaves", 5, seats=seats, watchers=(WatcherInfo(Person(9), "Nele"),))
    sight = a_sight(stage, 5, lobby=lobby)
    nodes = plates(stage, sight, frame(stage, sight.area), {}, None)
    chips = [said([n for n in nodes if n.key[:2] == ("chip", Seat(seat))]) for seat in range(1, 5)]
    assert chips == ["Connecting…", "Away", "Bot plays", "Next: Nele"]
    tip = next(node.tip for node in nodes if node.key == ("plate", Seat(3)))
    assert "A bot plays for Sjoukje." in tip


def test_the_seat_to_play_is_told_by_frame_light_and_word() -> None:
    stage = stage_of(1280, 720)
    sight = a_sight(stage, 4)
    nodes = plates(stage, sight, frame(stage, sight.area), {}, Seat(2))
    panels = {n.key[1]: n.picture for n in nodes if n.key[0] == "plate" and isinstance(n.picture, p.Panel)}
    assert [seat for seat, panel in panels.items() if panel.glow and panel.edge_width > 1] == [Seat(2)]
    assert said([n for n in nodes if n.key[0] == "chip" and n.key[1] == Seat(2)]) == "Playing"


def a_status(stage: Stage, turn: int | None = 1, **changes: Any) -> str:
    status = waiting(stage, a_sight(stage, 4, lobby=lobby_of("leaves", 4, **changes)), _seat(turn))
    return "" if status is None else f"{status.lead}: {status.text}"


def _seat(turn: int | None) -> Seat | None:
    return None if turn is None else Seat(turn)


def test_the_status_says_what_is_waited_for() -> None:
    stage = stage_of(1280, 720)
    assert a_status(stage, 0) == ""
    assert a_status(stage) == "Jan is playing: You can already choose cards."
    assert a_status(stage, paused="table.paused").startswith("Paused: The table is paused.")
    assert a_status(stage, None, phase=Phase.DEALING) == "The cards are being dealt: "
    clock = a_status(stage, house=HouseRules(turn_clock_s=45), waits_ms=8_200)
    assert clock == "Jan is playing: *9 seconds* left."


def test_who_is_lost_is_waited_for_until_a_bot_goes_on() -> None:
    stage = stage_of(1280, 720)
    lost = seat_info(1, presence=Presence.LOST, waits_ms=42_100)
    seats = (seat_info(0), lost, seat_info(2), seat_info(3))
    assert a_status(stage, seats=seats, waits_ms=8_000) == "Jan is away: A bot goes on in *43 seconds*."
    forever = (seat_info(0), replace(lost, waits_ms=None), seat_info(2), seat_info(3))
    assert a_status(stage, seats=forever) == "Jan is away: The table waits."


def test_the_plate_of_who_is_lost_counts_down_whoever_plays() -> None:
    stage = stage_of(1280, 720)
    seats = (seat_info(0), seat_info(1), seat_info(2, presence=Presence.LOST, waits_ms=42_100), seat_info(3))
    sight = a_sight(stage, 4, lobby=lobby_of("leaves", 4, seats=seats))
    nodes = plates(stage, sight, frame(stage, sight.area), {}, Seat(1))
    assert said([n for n in nodes if n.key[:2] == ("chip", Seat(2))]) == "43 s"
    tip = next(node.tip for node in nodes if node.key == ("plate", Seat(2)))
    assert "A bot plays for 민지 Minji in 43 seconds." in tip


def test_a_table_that_is_not_heard_says_so_whoever_is_to_play() -> None:
    stage = stage_of(1280, 720)
    for turn in (0, 1):
        silent = waiting(stage, a_sight(stage, 4)._replace(is_silent=True), Seat(turn))
        cut = waiting(stage, a_sight(stage, 4)._replace(is_silent=True, is_cut=True), Seat(turn))
        assert silent is not None
        assert cut is not None
        assert (silent.lead, cut.lead) == ("Connecting…", "Connection lost")


def test_a_long_status_stands_on_two_lines_and_keeps_all_its_words() -> None:
    stage = stage_of(960, 540, 1.15)
    where = frame(stage, stage.canvas.box)
    nodes = status_pill(stage, where, "leaves", Status("Your turn", SENTENCE + " and more words", "leaf"))
    lines = [words(node) for node in nodes if words(node)]
    assert len(lines) == 2
    spoken = " ".join(lines).replace("  ", " ")
    assert spoken == f"Your turn {SENTENCE} and more words".replace("*", "")


def test_a_window_too_small_for_anything_is_still_laid_out() -> None:
    for size in ((200, 150), (1, 1)):
        stage = stage_of(*size)
        assert whole(stage, a_sight(stage, 6), cards(9)).nodes
