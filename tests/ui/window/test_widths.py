"""What the advance table says against what pygame draws."""

from __future__ import annotations

import polib
import pygame
import pytest

from lan_thirteen.ui.assets import asset
from lan_thirteen.ui.measure import FILES, load_advances, oversize
from lan_thirteen.ui.theme import Face

NAMES = [
    "안녕하세요 반갑습니다",
    "뷁 똠 슌",
    "Größe, Straße",
    "Sjoukje ŷ",
    "WWWWMMMM",
    "Willem Lillian",
    "10:30 – 12/13",
    "office fi fl",
]
OVERHANG = 0.06
"""Ems that the ink of a text's first and last letters reaches beyond them."""
KERNED = 0.1
"""Ems that a pair such as "Yo" is drawn together."""


def sentences() -> list[str]:
    """200 texts: the program's own, and names."""
    texts = [entry.msgstr for entry in polib.pofile(str(asset("lang", "en.po")))]
    return NAMES + [text for text in texts if text and "\n" not in text][: 200 - len(NAMES)]


@pytest.fixture(scope="module", autouse=True)
def fonts() -> None:
    pygame.font.init()


@pytest.mark.parametrize("face", list(Face))
@pytest.mark.parametrize("size", [11, 14, 21, 29, 44, 66])
def test_a_text_is_as_wide_as_the_table_says(face: Face, size: int) -> None:
    table = load_advances()
    times = oversize(size)
    font = pygame.font.Font(asset("fonts", FILES[face]), size * times)
    texts = sentences()
    assert len(texts) == 200
    for text in texts:
        if any(run.face is not face for run in table.runs(text, face)):
            continue
        told, drawn = table.width(text, face, size), font.size(text)[0] / times
        assert drawn <= told * 1.01 + size * OVERHANG, f"{text!r} is wider than the table says"
        assert told <= drawn * 1.03 + size * KERNED, f"{text!r} is narrower than the table says"
