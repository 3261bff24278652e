"""The advance table: what is covered, who draws what, and how wide that is."""

from __future__ import annotations

import polib
import pytest

from lan_thirteen.ui.assets import asset
from lan_thirteen.ui.measure import (
    BESIDE_DISPLAY,
    EXACT,
    FALLBACKS,
    SUBSTITUTE_EM,
    SYMBOL_EM,
    SYMBOLS,
    Run,
    load_advances,
    oversize,
)
from lan_thirteen.ui.theme import Face

TABLE = load_advances()


@pytest.mark.parametrize("char", [chr(code) for code in range(0xAC00, 0xD7A4, 97)] + list("뷁똠슌ㅎŷßé"))
def test_text_faces_have_every_hangul_syllable_and_the_letters_of_our_languages(char: str) -> None:
    assert TABLE.covers(Face.MEDIUM, char)
    assert TABLE.covers(Face.BOLD, char)


def test_every_sentence_of_the_program_can_be_written() -> None:
    for path in asset("lang").glob("*.po"):
        for entry in polib.pofile(str(path)):
            for sentence in (entry.msgstr, *entry.msgstr_plural.values()):
                runs = TABLE.runs(sentence.replace("\n", " "), Face.MEDIUM)
                assert all(run.face or run.symbol for run in runs), (path.name, entry.msgid)


@pytest.mark.parametrize("face", list(Face))
@pytest.mark.parametrize("text", ["", "Anna", "안녕 Anna ♠7 ↵", "a\u200db 🂡 \u0301", "Größe\u3000뷁"])
def test_runs_joined_are_the_text(face: Face, text: str) -> None:
    runs = TABLE.runs(text, face)
    assert "".join(run.text for run in runs) == text
    assert all(run.face is None or TABLE.covers(run.face, char) for run in runs for char in run.text)


def test_a_text_of_one_face_is_one_run() -> None:
    assert TABLE.runs("Your turn", Face.BOLD) == (Run("Your turn", Face.BOLD, symbol=False),)


def test_hangul_in_a_display_face_is_drawn_by_the_heaviest_face_that_has_it_and_a_little_smaller() -> None:
    assert TABLE.runs("Jo 민뷁", Face.DISPLAY_BLACK) == (
        Run("Jo ", Face.DISPLAY_BLACK, symbol=False),
        Run("민", Face.EXTRABOLD, symbol=False, scale=BESIDE_DISPLAY),
        Run("뷁", Face.BOLD, symbol=False, scale=BESIDE_DISPLAY),
    )


@pytest.mark.parametrize("face", list(Face))
def test_suits_and_the_return_key_are_symbols_of_one_width(face: Face) -> None:
    assert [(run.text, run.face, run.symbol) for run in TABLE.runs(SYMBOLS, face)] == [(SYMBOLS, None, True)]
    assert TABLE.width("♠", face, 20) == SYMBOL_EM * 20


@pytest.mark.parametrize("char", ["🂡", "\u200d", "\ufe0f", "\u05d0"])
def test_what_no_face_has_is_seen_as_a_box(char: str) -> None:
    assert TABLE.runs(char, Face.MEDIUM) == (Run(char, None, symbol=False),)
    assert TABLE.width(char, Face.MEDIUM, 10) == SUBSTITUTE_EM * 10


@pytest.mark.parametrize("face", list(Face))
def test_width_is_that_of_the_runs_and_grows_with_the_size(face: Face) -> None:
    text = "Wacht 안녕 ♠ 🂡"
    whole = TABLE.width(text, face, 14)
    assert whole == pytest.approx(sum(TABLE.width(char, face, 14) for char in text))
    assert TABLE.width(text, face, 28) == pytest.approx(2 * whole)
    assert TABLE.width("", face, 14) == 0


def test_every_face_falls_back_on_all_of_hangul() -> None:
    assert all({Face.MEDIUM, Face.BOLD} & {face, *FALLBACKS[face]} for face in Face)


@pytest.mark.parametrize("pixels", [8, 11.5, 13, 19.99, 20, 39, 40, 66, 300])
def test_small_text_is_drawn_large_enough_for_its_advances_to_hold(pixels: float) -> None:
    assert pixels * oversize(pixels) >= EXACT
    assert oversize(pixels) == 1 or pixels * (oversize(pixels) - 1) < EXACT
