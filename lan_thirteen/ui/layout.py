"""Where things go: lines of text, rows and columns, and a hand of cards. Pure; lengths are units."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from lan_thirteen.ui.display import Box
from lan_thirteen.ui.theme import CARD_RATIO, LINE_HEIGHT, Type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lan_thirteen.ui.canvas import Stage

ELLIPSIS: Final = "…"
STRIP: Final = 0.32
"""The least of a card's width that is seen in a hand and can be pressed."""
_NEAR: Final = 1e-6
"""Sums of widths differ by so much where they should not."""
_NEXT_ROW: Final = 62 / 106
"""How much higher a row of cards is than the one before it, over a card's width."""
_STAYS_BEHIND: Final = frozenset(".,:;!?)]}’”»…%。、，！？）」』】・")
"""What does not begin a line."""
_STAYS_BEFORE: Final = frozenset("([{‘“«（「『【")
"""What does not end a line."""


def clusters(text: str) -> Iterator[str]:
    """The characters of ``text``, each with the marks that stand on it."""
    start = 0
    for place, char in enumerate(text):
        if place > start and not (unicodedata.category(char).startswith("M") or char == "\u200d"):
            yield text[start:place]
            start = place
    if text:
        yield text[start:]


def wrap(stage: Stage, text: str, style: Type, width: float) -> tuple[str, ...]:
    """``text`` in lines of at most ``width``, at the size that the player wants.

    Lines end at spaces, between the characters of Korean, Chinese and Japanese, at line ends of the text, and inside
    of a word only where it is longer than a line.
    """
    return tuple(line for part in text.split("\n") for line in _wrapped(stage, part, style, width))


def line_height(stage: Stage, style: Type) -> float:
    """From one line to the next, at the size that the player wants."""
    return style.size * stage.text_scale * LINE_HEIGHT


def shortened(stage: Stage, text: str, style: Type, width: float) -> str:
    """``text``, or as much of its beginning as fits with an ellipsis; ``style`` is taken as it is."""
    if stage.measure(text, style.face, style.size) <= width + _NEAR:
        return text
    room = width - stage.measure(ELLIPSIS, style.face, style.size)
    kept = ""
    for cluster in clusters(text):
        if stage.measure(kept + cluster, style.face, style.size) > room + _NEAR:
            break
        kept += cluster
    return kept.rstrip() + ELLIPSIS


def columns(box: Box, *widths: float | None, gap: float = 0.0) -> tuple[Box, ...]:
    """``box`` cut into columns from the left; those of None share what the others leave."""
    return tuple(Box(x, box.y, w, box.h) for x, w in _shared(box.x, box.w, widths, gap))


def rows(box: Box, *heights: float | None, gap: float = 0.0) -> tuple[Box, ...]:
    """``box`` cut into rows from the top; those of None share what the others leave."""
    return tuple(Box(box.x, y, box.w, h) for y, h in _shared(box.y, box.h, heights, gap))


def grid(box: Box, across: int, height: float, count: int, gap: float) -> tuple[Box, ...]:
    """``count`` boxes of this height in rows of ``across``, from the upper left."""
    w = (box.w - gap * (across - 1)) / across
    places = (divmod(place, across) for place in range(count))
    return tuple(Box(box.x + column * (w + gap), box.y + row * (height + gap), w, height) for row, column in places)


class FanCard(NamedTuple):
    """One card of a hand."""

    box: Box
    """Before it is turned about its centre by ``angle``, and before it is lifted."""
    angle: float
    strip: Box
    """Where it can be pressed: it stays when the card is lifted, so that nothing flickers."""


def fan(
    n: int,
    w: float,
    room: float,
    cx: float,
    cy: float,
    *,
    gap_max: float = 0.86,
    sink: float = 16,
    arc: float = 15,
) -> tuple[FanCard, ...]:
    """A hand of ``n`` cards of width ``w`` about (``cx``, ``cy``), at most ``room`` wide, from the left.

    Where less than ``STRIP`` of each card would be seen there are more rows, the later ones in front and lower.
    ``cy`` is the middle of a card of the front row before the ends of the row sink.
    """
    most = max(1, 1 + int((room - w) / (STRIP * w) + 1e-9))
    deep = -(-n // most)
    row_lengths = [n // deep + (row < n % deep) for row in range(deep)]
    raised = _NEXT_ROW * w
    hand: list[FanCard] = []
    for row, length in enumerate(row_lengths):
        is_front = row == deep - 1
        y = cy - raised * (deep - 1 - row)
        cards = _row(length, w, room, (cx, y), (gap_max, sink, arc))
        hand += cards if is_front else [_cut(card, y + raised - w * CARD_RATIO / 2) for card in cards]
    return tuple(hand)


def _row(
    n: int, w: float, room: float, centre: tuple[float, float], shape: tuple[float, float, float]
) -> list[FanCard]:
    gap_max, sink, arc = shape
    h = w * CARD_RATIO
    step = min(w * gap_max, (room - w) / (n - 1)) if n > 1 else 0.0
    span = min(arc, 2.0 * (n - 1))
    cards = []
    for place in range(n):
        t = 2 * place / (n - 1) - 1 if n > 1 else 0.0
        x = centre[0] + t * step * (n - 1) / 2
        y = centre[1] + sink * t * t * min(1.0, n / 8)
        box = Box.around(x, y, w, h)
        cards.append(FanCard(box, t * span / 2, Box(box.x, box.y, step if place < n - 1 else w, h)))
    return cards


def _cut(card: FanCard, bottom: float) -> FanCard:
    """A card of a row that has another before it: only what is above that one can be pressed."""
    return card._replace(strip=card.strip._replace(h=bottom - card.strip.y))


def _shared(start: float, length: float, parts: Sequence[float | None], gap: float) -> Iterator[tuple[float, float]]:
    taken = sum(part for part in parts if part is not None) + gap * (len(parts) - 1)
    free = sum(part is None for part in parts)
    each = max(0.0, length - taken) / free if free else 0.0
    for part in parts:
        size = each if part is None else part
        yield start, size
        start += size + gap


def _wrapped(stage: Stage, text: str, style: Type, width: float) -> list[str]:
    lines: list[str] = []
    line, used = "", 0.0
    space = stage.width(" ", style)
    for has_space, piece in _pieces(text):
        wide = stage.width(piece, style)
        before = space if has_space and line else 0.0
        if used + before + wide <= width + _NEAR:
            line, used = f"{line}{' ' if before else ''}{piece}", used + before + wide
            continue
        if line:
            lines.append(line)
        *whole, line = _broken(stage, piece, style, width) if wide > width + _NEAR else [piece]
        lines += whole
        used = stage.width(line, style)
    return [*lines, line]


def _broken(stage: Stage, word: str, style: Type, width: float) -> list[str]:
    """A word that is longer than a line; a line holds at least one character."""
    lines, used = [""], 0.0
    for cluster in clusters(word):
        wide = stage.width(cluster, style)
        if lines[-1] and used + wide > width + _NEAR:
            lines.append("")
            used = 0.0
        lines[-1] += cluster
        used += wide
    return lines


def _pieces(text: str) -> Iterator[tuple[bool, str]]:
    """What may not be broken, each with whether a space comes before it."""
    for word in text.split():
        piece, is_first = "", True
        for cluster in clusters(word):
            if piece and _may_part(piece[-1], cluster[0]):
                yield is_first, piece
                piece, is_first = "", False
            piece += cluster
        yield is_first, piece


def _may_part(before: str, after: str) -> bool:
    if after in _STAYS_BEHIND or before in _STAYS_BEFORE:
        return False
    return _is_wide(before) or _is_wide(after)


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"
