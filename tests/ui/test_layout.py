"""Lines of text, rows and columns, and a hand of cards."""

from __future__ import annotations

import pytest

from lan_thirteen.ui.display import Box
from lan_thirteen.ui.layout import STRIP, columns, fan, grid, rows, shortened, wrap
from lan_thirteen.ui.theme import BODY, CARD_RATIO
from tests.ui.rectangles import stage_of

STAGE = stage_of(1280, 720)


def test_lines_end_at_spaces() -> None:
    assert wrap(STAGE, "one two three", BODY, STAGE.width("one two", BODY)) == ("one two", "three")


def test_a_line_end_in_the_text_is_kept_and_an_empty_text_is_one_line() -> None:
    assert wrap(STAGE, "one\n\ntwo", BODY, 400) == ("one", "", "two")
    assert wrap(STAGE, "", BODY, 400) == ("",)


def test_korean_breaks_anywhere_but_before_a_full_stop() -> None:
    assert wrap(STAGE, "나뭇잎입니다.", BODY, STAGE.width("나뭇잎입니다", BODY) + 1) == ("나뭇잎입니", "다.")


def test_a_word_longer_than_a_line_is_broken_and_its_rest_goes_on_in_the_line() -> None:
    lines = wrap(STAGE, "W" * 25 + " x", BODY, STAGE.width("W" * 10, BODY))
    assert lines == ("W" * 10, "W" * 10, "WWWWW x")


def test_marks_stay_on_their_letter() -> None:
    assert wrap(STAGE, "q\u0303" * 3, BODY, 1) == ("q\u0303",) * 3


@pytest.mark.parametrize("text_scale", [0.9, 1.0, 1.5])
@pytest.mark.parametrize("text", ["W" * 90, "뷁" * 60, "a fairly long sentence, with words " * 4, "漢字（かな）、" * 9])
def test_no_line_is_wider_than_asked_and_nothing_is_lost(text: str, text_scale: float) -> None:
    stage = stage_of(1280, 720, text_scale)
    for width in (60, 133, 400):
        lines = wrap(stage, text, BODY, width)
        assert all(stage.width(line, BODY) <= width + 0.01 for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_what_does_not_fit_ends_in_an_ellipsis() -> None:
    width = STAGE.width("Femke de Vr", BODY)
    assert shortened(STAGE, "Femke de Vries", BODY, width) == "Femke de V…"
    assert shortened(STAGE, "Femke", BODY, width) == "Femke"


def test_columns_and_rows_share_what_is_left() -> None:
    assert columns(Box(10, 0, 100, 20), 30, None, None, gap=10) == (
        Box(10, 0, 30, 20),
        Box(50, 0, 25, 20),
        Box(85, 0, 25, 20),
    )
    assert rows(Box(0, 5, 10, 100), None, 20) == (Box(0, 5, 10, 80), Box(0, 85, 10, 20))


def test_a_grid_is_filled_row_by_row() -> None:
    assert grid(Box(0, 0, 110, 99), 2, 20, 3, 10) == (Box(0, 0, 50, 20), Box(60, 0, 50, 20), Box(0, 30, 50, 20))


def test_one_card_stands_upright_in_the_middle() -> None:
    (card,) = fan(1, 106, 760, 640, 612)
    assert card.box == Box.around(640, 612, 106, 106 * CARD_RATIO)
    assert (card.angle, card.strip) == (0, card.box)
    assert fan(0, 106, 760, 640, 612) == ()


def test_fourteen_cards_are_spread_as_wide_as_there_is_room() -> None:
    hand = fan(14, 106, 760, 640, 612)
    assert hand[0].box.x == pytest.approx(640 - 380)
    assert hand[-1].box.right == pytest.approx(640 + 380)
    assert hand[1].box.x - hand[0].box.x == pytest.approx(654 / 13)
    assert (hand[0].angle, hand[-1].angle) == (-7.5, 7.5)
    assert hand[0].box.cy == pytest.approx(612 + 16)


def test_few_cards_lie_close_together_and_hardly_turned() -> None:
    hand = fan(3, 100, 760, 640, 612)
    assert hand[1].box.x - hand[0].box.x == pytest.approx(86)
    assert [card.angle for card in hand] == [-2, 0, 2]


@pytest.mark.parametrize("n", range(1, 60))
@pytest.mark.parametrize(("w", "room"), [(106, 760), (86, 560), (116, 700), (106, 420)])
def test_every_card_of_a_hand_can_be_hit_and_no_two_at_once(n: int, w: float, room: float) -> None:
    hand = fan(n, w, room, 640, 612)
    assert len(hand) == n
    for card in hand:
        assert card.strip.w >= STRIP * w - 0.01
        assert card.box.x >= 640 - room / 2 - 0.01
        assert card.box.right <= 640 + room / 2 + 0.01
    strips = [card.strip for card in hand]
    assert not any(a.meets(b) for i, a in enumerate(strips) for b in strips[:i])


def test_a_hand_that_is_too_long_has_its_first_cards_in_a_row_behind() -> None:
    hand = fan(24, 106, 760, 640, 612)
    assert hand[5].box.cy == pytest.approx(hand[17].box.cy - 62)
    assert len({round(card.box.cy + 1) > 570 for card in hand}) == 2
