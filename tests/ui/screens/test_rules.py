"""The rules dialog: all of it can be read and reached, and what its examples claim is what the engines say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lan_thirteen.core.game import Option, OptionValue, Seat
from lan_thirteen.games.dreizehn import model as dz
from lan_thirteen.games.dreizehn.piles import counted, fits, landed, scored
from lan_thirteen.games.leaves import model as lv
from lan_thirteen.games.leaves.rules import Leaves
from lan_thirteen.games.registry import GAMES
from lan_thirteen.games.three_thirteen import model as tt
from lan_thirteen.games.three_thirteen.faces import faces_of
from lan_thirteen.games.three_thirteen.melds import best_split, deadwood, outs
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui import theme
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Display, Node, covered
from lan_thirteen.ui.layout import ELLIPSIS
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.screens import rules, rules_dreizehn, rules_leaves, rules_three_thirteen
from lan_thirteen.ui.screens.common import GAMES as OFFERED
from lan_thirteen.ui.screens.options import value_words
from lan_thirteen.ui.screens.rules_sheets import height_of, sheets
from lan_thirteen.ui.text import Language, load_language
from tests.ui.rectangles import EACH_SIZE, Longer, check, plain_width, stage_of, text_scales

STAGE = stage_of(1280, 720)
ENGLISH = load_language()
ODD: dict[str, tuple[tuple[str, OptionValue], ...]] = {
    "leaves": (("mode", "expert"), ("target_score", 30), ("trick_guard", 100)),
    "three-thirteen": (("ace", "low_or_high"), ("wild_penalty", 20), ("rounds", "odd")),
    "dreizehn": (("colour_lock", "printed"), ("rounds", 3)),
}
"""Options of a table: some of them, and not all as usual."""


def shown(state: rules.State, stage: Stage = STAGE) -> Display:
    below = Node(("below",), stage.canvas.box, p.Backdrop("felt"), "below", "Below")
    return covered(Display((below,)), rules.present(state, stage))


def words(display: Display) -> str:
    return " ".join(run.text for node in display.nodes if isinstance(node.picture, p.Text) for run in node.picture.runs)


def all_sheets(state: rules.State, stage: Stage = STAGE) -> Iterator[rules.State]:
    """The state at each sheet, by what the key for the next one means."""
    while True:
        yield state
        intent = rules.keys(state, stage)["return"]
        after = rules.press(state, intent)
        if after is None:
            return
        state = after


def book(state: rules.State, stage: Stage = STAGE) -> str:
    """All that the dialog says, from the first sheet to the last."""
    return " ".join(words(shown(sheet, stage)) for sheet in all_sheets(state, stage))


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("language", [ENGLISH, Longer(ENGLISH)], ids=["en", "longer"])
@pytest.mark.parametrize("game", OFFERED)
def test_nothing_overlaps_or_is_cut_on_any_sheet(size: tuple[int, int], language: Language, game: str) -> None:
    canvas = stage_of(*size).canvas
    for scale in text_scales(canvas):
        stage = Stage(canvas, language, plain_width, scale)
        # every table has all sheets of the game, and its own notes
        for sheet in all_sheets(rules.State(game, options=ODD[game] if scale > 1 else None, wild=5), stage):
            display = shown(sheet, stage)
            check(display, stage)
            assert ELLIPSIS not in words(display)


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("game", OFFERED)
def test_all_that_is_told_stands_between_the_tabs_and_the_buttons(size: tuple[int, int], game: str) -> None:
    canvas = stage_of(*size).canvas
    stage = Stage(canvas, Longer(ENGLISH), plain_width, text_scales(canvas)[-1])
    for sheet in all_sheets(rules.State(game, options=ODD[game]), stage):
        nodes = shown(sheet, stage).nodes
        told = [node.box for node in nodes if node.key[:2] == ("rules", "line")]
        dialog, rule, button = (box_of(nodes, key) for key in ("", "rule", "next"))
        assert min(box.y for box in told) >= rule.bottom
        assert max(box.bottom for box in told) <= button.y
        assert all(dialog.x < box.x and box.right < dialog.right for box in told)


def box_of(nodes: tuple[Node, ...], part: str) -> Box:
    key = ("rules", part) if part else ("rules",)
    return next(node.box for node in nodes if node.key == key)


def test_the_dialog_is_as_large_as_designed_and_nearly_full_on_a_small_screen() -> None:
    wide = shown(rules.State("leaves")).find(("rules",))
    assert wide is not None
    assert (wide.box.w, wide.box.h) == (980, 596)
    small_stage = stage_of(960, 540)
    small = shown(rules.State("leaves"), small_stage).find(("rules",))
    assert small is not None
    assert small.box.w * small.box.h > 0.9 * 960 * 540


def test_every_page_of_a_wide_screen_begins_with_pictures() -> None:
    stage = Stage(STAGE.canvas, ENGLISH, load_advances().width)
    for game in OFFERED:
        for page in range(4):
            nodes = shown(rules.State(game, page), stage).nodes
            assert len([n for n in nodes if isinstance(n.picture, p.Card | p.Wheel)]) >= 4, (game, page)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("stage", [STAGE, stage_of(960, 540, 1.15)], ids=["wide", "compact"])
def test_every_option_of_every_game_is_told_with_all_that_it_may_be(game: str, stage: Stage) -> None:
    text = book(rules.State(game), stage)
    for option in GAMES[game].game.info.options:
        assert flat(ENGLISH.say(f"win.opt.{game}.{option.name}")) in flat(text)
        assert flat(ENGLISH.say(f"win.rules.option.{game}.{option.name}")) in flat(text)
        for words_of in told_values(game, option):
            assert flat(words_of) in flat(text), option


def told_values(game: str, option: Option) -> Iterator[str]:
    numbers = [v for v in option.values if isinstance(v, int)]
    usual = value_words(ENGLISH, game, option.name, option.default)
    yield ENGLISH.say("win.rules.option.usual", value=usual)
    for value in option.values:
        if isinstance(value, str) or len(numbers) <= 4:
            yield value_words(ENGLISH, game, option.name, value)
    if len(numbers) > 4:
        yield ENGLISH.say("win.rules.option.range", min(numbers), max(numbers))


def flat(text: str) -> str:
    return "".join(text.split())


def test_options_have_words_of_their_own() -> None:
    for game, entry in GAMES.items():
        for option in entry.game.info.options:
            assert not ENGLISH.say(f"win.opt.{game}.{option.name}").startswith("win.")
            assert not ENGLISH.say(f"win.rules.option.{game}.{option.name}").startswith("win.")


def test_a_table_marks_its_options_that_are_not_as_usual_and_tells_them_first() -> None:
    text = book(rules.State("leaves", options=ODD["leaves"]))
    expert, points = "Expert: several games for points (at this table)", "30 points (at this table)"
    assert expert in text
    assert points in text
    assert text.count("(at this table)") == 2
    assert "20 points (standard)" in text
    assert text.index(points) < text.index(ENGLISH.say("win.opt.leaves.hand_size"))
    assert ENGLISH.say("win.rules.changed") in text


def test_a_table_that_plays_by_the_standard_says_so_and_marks_nothing() -> None:
    text = book(rules.State("dreizehn", options=(("colour_lock", "round"),)))
    assert ENGLISH.say("win.rules.options.usual") in text
    assert ENGLISH.say("win.rules.changed") not in text
    assert "(at this table)" not in text


def test_the_wild_rank_of_the_deal_is_lit() -> None:
    def is_lit(node: Node) -> bool:
        return isinstance(node.picture, p.Text) and node.picture.runs[0].colour == theme.ON_AMBER

    def lit(wild: int | None) -> list[str]:
        sheets_of = all_sheets(rules.State("three-thirteen", wild=wild))
        nodes = [n for sheet in sheets_of if sheet.page == 0 for n in shown(sheet).nodes]
        return [words(Display((n,))) for n in nodes if n.key[-1] == "large" and is_lit(n)]

    assert lit(11) == ["J"]
    assert lit(None) == []


@pytest.mark.parametrize("stage", [STAGE, stage_of(960, 540, 1.15), stage_of(1280, 720, 1.5)])
@pytest.mark.parametrize("game", OFFERED)
def test_every_sheet_is_reached_by_keys_alone_forth_and_back(game: str, stage: Stage) -> None:
    start: rules.State | None = rules.State("leaves")
    assert start is not None
    start = rules.press(start, rules.keys(start, stage)[str(OFFERED.index(game) + 1)])
    assert start == rules.State(game)
    forth = list(all_sheets(start, stage))
    assert {state.page for state in forth} == set(range(6))
    back = [forth[-1]]
    while (before := rules.press(back[-1], rules.keys(back[-1], stage)["left"])) not in (None, back[-1]):
        assert before is not None
        back.append(before)
    assert back[::-1] == forth
    assert rules.press(forth[0], rules.keys(forth[0], stage)["end"]) == forth[-1]
    assert rules.press(forth[-1], rules.keys(forth[-1], stage)["right"]) == forth[-1]


@pytest.mark.parametrize("stage", [STAGE, stage_of(960, 540, 1.15)])
def test_every_sheet_of_every_game_is_reached_by_the_mouse_alone(stage: Stage) -> None:
    found = {rules.State("dreizehn", 2)}
    new = list(found)
    while new:
        state = new.pop()
        presses = [node.intent for node in shown(state, stage).reachable()]
        after = {rules.press(state, intent) for intent in presses if isinstance(intent, rules.Intent)}
        later = [other for other in after if other is not None and other not in found]
        found.update(later)
        new += later
    wanted = {(s.game, s.page, s.sheet) for game in OFFERED for s in all_sheets(rules.State(game), stage)}
    assert {(s.game, s.page, s.sheet) for s in found} == wanted


def test_escape_f1_the_cross_and_the_last_button_close() -> None:
    state = rules.State("leaves")
    assert {rules.press(state, rules.keys(state, STAGE)[key]) for key in ("escape", "f1")} == {None}
    cross = shown(state).find(("rules", "close"))
    *_, last = all_sheets(state)
    done = shown(last).find(("rules", "next"))
    assert cross is not None
    assert done is not None
    assert (cross.intent, done.intent) == (rules.Close(), rules.Close())


def test_at_a_table_the_game_stays_what_it_is() -> None:
    state = rules.State("leaves", options=())
    assert shown(state).find(("rules", "game", "dreizehn")) is None
    assert "1" not in rules.keys(state, STAGE)
    assert not any(isinstance(node.intent, rules.ShowGame) for node in shown(state).reachable())


def test_a_sheet_that_is_gone_after_the_window_grew_is_the_last_one_of_its_page() -> None:
    small = stage_of(960, 540, 1.15)
    states = list(all_sheets(rules.State("leaves"), small))
    deep = next(s for s, after in pairwise(states) if s.sheet and after.page != s.page)
    display = shown(deep, STAGE)
    assert display.find(("rules", "tab", deep.page)) is not None
    assert rules.keys(deep, STAGE)["return"] == rules.ShowPage(deep.page + 1)


def test_nothing_below_the_dialog_can_be_reached() -> None:
    assert "below" not in [node.intent for node in shown(rules.State("leaves")).reachable()]


# What the examples claim.


def leaves_state(row: rules_leaves.Stacks, value: int, count: int) -> lv.State:
    """Seat 0 of four is to play, and holds ``count`` cards of ``value``."""
    table = sum(first_of(v, n) for v, n in row)
    free = lv.OF_VALUE[value] & ~table
    hand = 0
    for _ in range(count):
        hand |= free & ~hand & -(free & ~hand)
    empty = Leaves().new_match(4, {})
    return replace(empty, deal=1, is_live=True, has_led=True, table=table, hands=(hand, 1 << 61, 1 << 61, 1 << 61))


def first_of(value: int, count: int) -> int:
    lowest = lv.OF_VALUE[value] & -lv.OF_VALUE[value]
    return lowest * ((1 << count) - 1)


def is_legal(row: rules_leaves.Stacks, value: int, count: int) -> bool:
    return Leaves().refuse(leaves_state(row, value, count), Seat(0), lv.Play(value, count)) is None


@pytest.mark.parametrize("play", rules_leaves.PLAYS)
def test_a_play_of_13_leaves_is_allowed_where_the_page_says_so(play: rules_leaves.Play) -> None:
    assert is_legal(play.row, play.value, play.cards) is play.is_legal


@pytest.mark.parametrize("take", rules_leaves.TAKES)
def test_a_card_taken_changes_what_may_be_played_as_the_page_says(take: rules_leaves.Take) -> None:
    state = leaves_state(take.row, take.value, take.cards)
    after = Leaves().apply(state, Seat(0), lv.Take(take.taken)).state
    row = Leaves().view(after, None).table
    assert is_legal(take.row, take.value, take.cards) is take.was_legal
    assert is_legal(row, take.value, take.cards) is take.is_legal
    changed = {dict(take.row).get(end) for end in ends(take.row)} != {dict(row).get(end) for end in ends(row)}
    assert changed is (take.taken in ends(take.row))


def ends(row: rules_leaves.Stacks) -> tuple[int, int]:
    return row[0][0], row[-1][0]


def test_the_expert_match_of_the_page_is_over_and_won_by_whom_it_crowns() -> None:
    given_options = {"mode": "expert"}
    empty = Leaves().new_match(3, given_options)
    hands = [first_of(7, who.left) or 1 for who in rules_leaves.EXPERT]  # the winner plays a last 1
    state = replace(
        empty, deal=4, is_live=True, totals=tuple(who.before for who in rules_leaves.EXPERT), hands=tuple(hands)
    )
    after = Leaves().apply(state, Seat(0), lv.Play(1, 1)).state
    assert after.totals == tuple(who.after for who in rules_leaves.EXPERT)
    assert Leaves().actor(after) is None
    assert [s.seat for s in Leaves().standings(after) if s.rank == 1] == [0]


def french(cards: rules_three_thirteen.Cards) -> tuple[int, ...]:
    """Cards of two packs, the second one for a twin."""
    found: list[int] = []
    for rank, suit in cards:
        card = suit * 13 + rank - 1
        found.append(card + tt.PACK if card in found else card)
    return tuple(found)


def scheme(wild: int) -> tt.Scheme:
    return tt.Scheme(wild, 2)


@pytest.mark.parametrize("meld", rules_three_thirteen.MELDS)
def test_cards_are_a_meld_where_the_page_says_so(meld: rules_three_thirteen.Meld) -> None:
    assert (deadwood(french(meld.cards), scheme(meld.wild)) == 0) is meld.is_meld


@pytest.mark.parametrize("split", rules_three_thirteen.SPLITS)
def test_what_is_left_over_costs_what_the_page_says(split: rules_three_thirteen.Left) -> None:
    rank = scheme(split.wild)
    points = faces_of(rank).points
    hand = french((*(card for meld in split.melds for card in meld), *split.left))
    assert sum(points[card] for card in french(split.left)) == split.points
    assert all(deadwood(french(meld), rank) == 0 for meld in split.melds)
    assert (best_split(hand, rank).points == split.points) is split.is_best


def test_each_rank_costs_what_the_page_says_and_the_hand_that_goes_out_can() -> None:
    points = faces_of(scheme(3)).points
    assert tuple(points[card] for card in range(13)) == rules_three_thirteen.COSTS
    hand = french(rules_three_thirteen.OUT)
    assert outs(hand, scheme(3)) == hand[-1:]


@pytest.mark.parametrize("deal", rules_three_thirteen.DEALS)
def test_a_hand_of_a_page_has_as_many_cards_as_its_deal_gives(deal: rules_three_thirteen.Deal) -> None:
    each = [tt.Options().cards_each(number) for number in range(1, 12)]
    assert len(deal.cards) in each
    assert len(set(deal.cards)) == len(deal.cards)
    assert len(deal.cards) in {rank for rank, _ in deal.cards}


def dreizehn_card(colour: int, value: int, copy: int = 0) -> int:
    found = [c for c in range(dz.CARDS) if (dz.COLOUR_OF[c], dz.VALUE_OF[c]) == (colour, value)]
    return found[copy]


@pytest.mark.parametrize("fit", rules_dreizehn.FITS)
def test_a_card_fits_on_a_target_where_the_page_says_so(fit: rules_dreizehn.Fit) -> None:
    colours = [colour for colour, _ in fit.targets]
    assert fits(colours, fit.card[0], fit.target) is fit.is_legal
    assert not fit.is_legal or fit.targets[fit.target][1] + fit.card[1] <= dz.LIMIT


@pytest.mark.parametrize("landing", rules_dreizehn.LANDINGS)
def test_a_card_that_lands_makes_and_takes_what_the_page_says(landing: rules_dreizehn.Landing) -> None:
    pile = tuple(dreizehn_card(*card) for card in landing.pile)
    total, _, taken = landed(pile, dreizehn_card(*landing.card))
    assert (total, len(taken)) == (landing.total, landing.taken)


def test_what_was_taken_costs_what_the_page_says() -> None:
    scores = rules_dreizehn.SCORES
    points, freed = scored([score.counts for score in scores])
    assert points == tuple(score.points for score in scores)
    for seat, score in enumerate(scores):
        free = [freed[colour] == seat for colour in range(3)]
        paid = [0 if is_free else n for n, is_free in zip(score.counts[:3], free, strict=True)]
        assert score.costs == (*paid, 2 * score.counts[3])
        assert sum(score.costs) == score.points
    assert counted((dreizehn_card(dz.RED, 4),)) == (0, 0, 0, 1)


# How sheets are cut.


class Piece(NamedTuple):
    height: float
    gap: float = 5
    is_head: bool = False


PIECES = st.lists(st.builds(Piece, st.integers(1, 90), st.integers(0, 20), st.booleans()), min_size=1, max_size=20)


@given(PIECES, st.integers(90, 300))
def test_sheets_hold_all_pieces_in_order_and_none_is_too_full(pieces: list[Piece], room: int) -> None:
    cut = sheets(pieces, room)
    assert [piece for sheet in cut for piece in sheet] == pieces
    assert all(height_of(sheet) <= room for sheet in cut)


@given(PIECES, st.integers(90, 300))
def test_a_head_does_not_end_a_sheet_unless_it_is_all_heads_or_the_end(pieces: list[Piece], room: int) -> None:
    for sheet in sheets(pieces, room)[:-1]:
        assert not sheet[-1].is_head or all(piece.is_head for piece in sheet)


@given(
    st.lists(st.builds(Piece, st.integers(1, 90), st.just(5), st.just(False)), min_size=1, max_size=20),
    st.integers(90, 300),
)
def test_there_are_no_more_sheets_than_needed(pieces: list[Piece], room: int) -> None:
    greedy, used = 1, 0.0
    for piece in pieces:
        needed = piece.height + (piece.gap if used else 0)
        if used + needed > room:
            greedy, used, needed = greedy + 1, 0.0, piece.height
        used += needed
    assert len(sheets(pieces, room)) == greedy
