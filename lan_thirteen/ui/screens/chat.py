"""What was said at a table, and its story: lines from the end backwards, as many as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.layout import line_height, wrap
from lan_thirteen.ui.pictures import Align, Avatar, Panel
from lan_thirteen.ui.theme import Colour, Type

if TYPE_CHECKING:
    from lan_thirteen.core.lobby import Lobby
    from lan_thirteen.ui.canvas import Stage

_WHO: Final = theme.CHIP
_TEXT: Final = theme.Type(theme.Face.MEDIUM, 13.5)
_MINE: Final = theme.colour("#6B4A12")
_PAD: Final = 12
_FACE: Final = 34
"""What a face takes of the width."""
_BETWEEN: Final = 8
_INSIDE: Final = 7
"""Above the first and below the last line of what one person said."""


class Said(Protocol):
    """Somebody's words; an empty ``who`` is the table itself."""

    @property
    def who(self) -> str: ...

    @property
    def seat(self) -> int | None: ...

    @property
    def text(self) -> str: ...

    @property
    def is_mine(self) -> bool: ...


class _Line(NamedTuple):
    """A line on the screen."""

    of: int
    """Which words it is a part of."""
    text: str
    style: Type
    ink: Colour
    is_first: bool
    is_last: bool


def talk(stage: Stage, key: Key, box: Box, said: Sequence[Said], lobby: Lobby | None, offset: int) -> tuple[Node, ...]:
    """Words with their bubbles, the last ones at the end; ``offset`` lines of the end are left out."""
    room = box.w - 14
    lines = [line for place, words in enumerate(said) for line in _lines_of(stage, place, words, room)]
    return tuple(_shown(stage, key, box, lines, offset, said, lobby))


def story(stage: Stage, key: Key, box: Box, told: Sequence[str], offset: int) -> tuple[Node, ...]:
    """Sentences of a match, the last ones at the end; ``offset`` lines of the end are left out."""
    lines = [
        _Line(place, text, _TEXT, theme.TEXT_2, is_first=row == 0, is_last=False)
        for place, sentence in enumerate(told)
        for row, text in enumerate(wrap(stage, sentence, _TEXT, box.w - 30))
    ]
    return tuple(_shown(stage, key, box, lines, offset, (), None))


def _lines_of(stage: Stage, place: int, words: Said, room: float) -> Iterator[_Line]:
    if not words.who:
        lines = wrap(stage, words.text, theme.HINT, room - 8)
        for row, text in enumerate(lines):
            yield _Line(place, text, theme.HINT, theme.MUTED, row == 0, row == len(lines) - 1)
        return
    ink = theme.TEXT_2 if words.seat is None else theme.PLAYERS[words.seat % len(theme.PLAYERS)]
    yield _Line(place, words.who, _WHO, ink, is_first=True, is_last=False)
    lines = wrap(stage, words.text, _TEXT, room - 2 * _PAD - _FACE)
    for row, text in enumerate(lines):
        yield _Line(place, text, _TEXT, theme.TEXT, is_first=False, is_last=row == len(lines) - 1)


def _shown(
    stage: Stage, key: Key, box: Box, lines: list[_Line], offset: int, said: Sequence[Said], lobby: Lobby | None
) -> Iterator[Node]:
    yield Node((*key, "area"), box, Panel(theme.BLACK, theme.BLACK, 0, 0.0))
    end = len(lines) - min(max(offset, 0), max(0, len(lines) - 1))
    start, heights = _fitting(stage, lines, end, box.h)
    y = box.y
    placed: list[tuple[_Line, float]] = []
    for line, tall in zip(lines[start:end], heights, strict=True):
        placed.append((line, y))
        y += tall
    for of in dict.fromkeys(line.of for line, _ in placed):
        mine = [(line, top) for line, top in placed if line.of == of]
        yield from _words(stage, (*key, of), box, mine, said[of] if said else None, lobby)
    seen = w.Window(start, end, max(0, len(lines) - (end - start)))
    if seen.most and end > start:
        yield from w.scroll_bar(key, box, seen, len(lines))


def _fitting(stage: Stage, lines: list[_Line], end: int, room: float) -> tuple[int, list[float]]:
    """From which line on those before ``end`` fit, and what each of them takes."""
    start = end
    heights: list[float] = []
    while start > 0:
        line = lines[start - 1]
        tall = line_height(stage, line.style) + (_INSIDE if line.is_first else 0) + (_INSIDE if line.is_last else 0)
        tall += _BETWEEN if line.is_last else 2 if not line.is_first else 0
        if room - tall < 0:
            break
        room -= tall
        heights.insert(0, tall)
        start -= 1
    return start, heights


def _words(
    stage: Stage, key: Key, box: Box, placed: list[tuple[_Line, float]], said: Said | None, lobby: Lobby | None
) -> Iterator[Node]:
    """What is seen of one person's words, in a bubble; or a sentence of the table without one."""
    room = box.w - 14
    (first, top), (last, low) = placed[0], placed[-1]
    bottom = low + line_height(stage, last.style) + (_INSIDE if last.is_first else 0) + (_INSIDE if last.is_last else 0)
    if said is None or not said.who:
        x, align, wide = (box.x + 16, Align.LEFT, room - 16) if said is None else (box.x, Align.CENTRE, room)
        if said is None and first.is_first:
            dot = Box(box.x + 2, top + _INSIDE + line_height(stage, first.style) / 2 - 3, 6, 6)
            yield Node((*key, "dot"), dot, Panel(theme.MINT, theme.MINT, 3))
    else:
        wide = max(stage.width(line.text, line.style) for line, _ in placed) + 1
        left = box.x + room - wide - 2 * _PAD if said.is_mine else box.x + _FACE
        bubble = Box(left, top, wide + 2 * _PAD, bottom - top)
        ground = Panel(_MINE, _MINE, 14, 0.85) if said.is_mine else Panel(theme.WHITE, theme.WHITE, 14, 0.09)
        yield Node((*key, "bubble"), bubble, ground)
        if not said.is_mine and first.is_first and said.seat is not None and lobby is not None:
            yield _face((*key, "face"), Box(box.x, top + 1, 28, 28), said.seat, lobby)
        x, align = left + _PAD, Align.LEFT
    for row, (line, y) in enumerate(placed):
        spot = Box(x, y + (_INSIDE if line.is_first else 0), wide, line_height(stage, line.style))
        yield from w.line(stage, (*key, row), spot, line.text, line.style, line.ink, align)


def _face(key: Key, box: Box, seat: int, lobby: Lobby) -> Node:
    number = lobby.seats[seat].avatar % 8 if seat < len(lobby.seats) else -1
    return Node(key, box, Avatar(number, theme.PLAYERS[seat % len(theme.PLAYERS)]))
