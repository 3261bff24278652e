"""Words on the screen: as wide as layout believes, never the same picture for two texts, never a fault."""

from __future__ import annotations

import unicodedata
from itertools import product
from random import Random
from typing import Final

import pygame
import pytest

from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.theme import TEXT, Face
from lan_thirteen.ui.window.icons import Icons
from lan_thirteen.ui.window.text import CAP_CENTRE, KEPT, LONGEST, Words, code_box

LINES: Final = (
    "Three card games for every laptop at the table",
    "민지 passed, took an 8",
    "Sjoukje drew, discarded 5♣ – J♥ K♠ 9♦",
    "Größe, Straße, ŷ, 1.234 × 13",
    "안녕하세요! 곧 준비할게요",
    "名前 is unknown here 🍁",
)
ALPHABETS: Final = (
    "abcXYZ 019",
    "가뷁똠슌힣",
    "漢字かなカナ",
    "العربية",
    "עברית",
    "😀🍁👨‍👩‍👧🏳️‍🌈",
    "e\u0301\u0323\u0308x\u0336q\u20dd",
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u3164\u115f\u1160",
    "\x00\x01\x07\t\n\r\x1b\x7f\x85",
    "\u202a\u202b\u202e\u2066\u2069",
    "♣♦♥♠↵→×½",
    "\ud800\udfff\ue000\U0010ffff",
)


@pytest.fixture(scope="module", autouse=True)
def fonts() -> None:
    pygame.font.init()


@pytest.fixture
def words() -> Words:
    return Words(load_advances(), Icons())


def torture() -> list[str]:
    """500 texts of all that a keyboard, a clipboard or a hostile neighbour can send."""
    random = Random(13)
    texts = ["", *(char for alphabet in ALPHABETS for char in alphabet)]
    while len(texts) < 500:
        alphabet = "".join(random.sample(ALPHABETS, random.choice((1, 1, 2, 3))))
        texts.append("".join(random.choice(alphabet) for _ in range(random.randint(1, 9))))
    return list(dict.fromkeys(texts))


def picture(surface: pygame.Surface) -> tuple[object, ...]:
    return (*surface.get_size(), pygame.image.tobytes(surface, "RGBA"))


@pytest.mark.parametrize("face", list(Face))
@pytest.mark.parametrize("size", [11.5, 15.5, 29.0])
@pytest.mark.parametrize("unit", [0.8, 1.0, 1.5, 3.0])
def test_a_line_is_as_wide_as_it_was_measured(words: Words, face: Face, size: float, unit: float) -> None:
    table = load_advances()
    for line in LINES:
        told, drawn = table.width(line, face, size) * unit, words.word(line, face, size * unit, TEXT).width
        # a pixel for the whole number of pixels that a font's size must be
        assert abs(drawn - told) <= 0.03 * told + 1, (line, told, drawn)


def test_no_two_texts_are_the_same_picture(words: Words) -> None:
    seen: dict[tuple[object, ...], str] = {}
    for text in torture():
        shown = picture(words.word(text, Face.MEDIUM, 15.5, TEXT).surface)
        other = seen.setdefault(shown, text)
        same = unicodedata.normalize("NFC", other) == unicodedata.normalize("NFC", text)
        assert same, f"{other!r} looks like {text!r}"


@pytest.mark.parametrize("face", list(Face))
def test_nothing_that_can_be_sent_is_a_fault(words: Words, face: Face) -> None:
    for text, pixels in product(torture()[::5], (1.0, 9.6, 60.0)):
        assert words.word(text, face, pixels, TEXT).surface.get_height() > 0


@pytest.mark.parametrize("em", [9, 10, 12, 13, 14, 16, 20, 27, 33, 48])
def test_every_code_box_is_another_picture_in_every_size(em: int) -> None:
    codes = [*range(0x4E00, 0x4E20), *range(0x200B, 0x2010), *range(0x1F600, 0x1F620), 0, 7, 0x10FFFF, 0x10FFFE]
    boxes = [code_box(code, em, TEXT) for code in codes]
    assert len({picture(box) for box in boxes}) == len(codes)
    assert {box.get_width() for box in boxes} == {em}


def test_a_decomposed_text_is_shown_composed(words: Words) -> None:
    for text in ("민지", "Größe", "é"):
        composed, apart = (
            words.word(unicodedata.normalize(form, text), Face.BOLD, 20, TEXT).surface for form in ("NFC", "NFD")
        )
        assert picture(composed) == picture(apart)


def test_hangul_beside_a_display_face_is_smaller_and_on_the_same_line(words: Words) -> None:
    beside = words.word("민지", Face.DISPLAY_BLACK, 50, TEXT)
    alone = words.word("민지", Face.EXTRABOLD, 50, TEXT)
    assert beside.width == pytest.approx(alone.width * 0.93, rel=0.02)
    ink, other = beside.surface.get_bounding_rect(), alone.surface.get_bounding_rect()
    assert abs((ink.bottom - beside.rise) - (other.bottom - alone.rise) * 0.93) <= 1.5


def test_suits_and_the_return_key_are_pictures_and_not_code_boxes(words: Words) -> None:
    for char in "♣♦♥♠↵":
        drawn = words.word(char, Face.MEDIUM, 40, TEXT)
        assert drawn.width == pytest.approx(32)
        solid = pygame.mask.from_surface(drawn.surface, 20).count()
        assert 0.05 < solid / 40**2 < 0.5 < pygame.mask.from_surface(code_box(ord(char), 40, TEXT), 20).count() / 40**2


def test_a_very_long_text_is_cut_before_it_is_drawn(words: Words) -> None:
    book = "lorem ipsum 민지 🍁 " * 1200
    assert len(book) > 20_000
    seen = words.fitting(book, Face.MEDIUM, 15.5, 300)
    assert book.startswith(seen)
    assert 280 <= words.word(seen, Face.MEDIUM, 15.5, TEXT).width <= 340
    assert words.word(book, Face.MEDIUM, 15.5, TEXT).surface.get_width() <= LONGEST * 16


def test_a_text_that_fits_is_not_cut(words: Words) -> None:
    for line in LINES:
        room = load_advances().width(line, Face.BOLD, 15.5)
        assert words.fitting(line, Face.BOLD, 15.5, room) == line


@pytest.mark.parametrize("face", list(Face))
@pytest.mark.parametrize("pixels", [12.0, 23.25, 29.0, 66.0])
def test_the_middle_of_the_capitals_is_the_middle_of_the_line(words: Words, face: Face, pixels: float) -> None:
    word = words.word("HEH", face, pixels, TEXT)
    ink = word.surface.get_bounding_rect(60)
    middle = ink.centery - word.rise + words.baseline(face, pixels)
    assert abs(middle) <= 1 + 0.03 * pixels
    assert 0.3 < CAP_CENTRE < 0.4


def test_only_the_last_words_are_kept(words: Words) -> None:
    for i in range(KEPT + 40):
        words.word(str(i), Face.MEDIUM, 12, TEXT)
    assert words.kept == KEPT
    assert words.word(str(KEPT), Face.MEDIUM, 12, TEXT) is words.word(str(KEPT), Face.MEDIUM, 12, TEXT)
