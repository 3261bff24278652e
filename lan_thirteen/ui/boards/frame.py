"""Where the parts of a table go, whatever is played: bar and opponents above, hand and actions below."""

from __future__ import annotations

from typing import Final, NamedTuple

from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box
from lan_thirteen.ui.theme import BAR, OUTER

_NARROW: Final = 1120
"""Below this width hand and actions do not stand side by side; a wide table has it while a drawer is open."""


class Frame(NamedTuple):
    """The places on a table, in units."""

    is_compact: bool
    is_narrow: bool
    """The actions stand in a row above the hand."""
    bar: Box
    plates: Box
    """All opponents in a row."""
    table: Box
    """Between opponents and status: what a game lays out."""
    pill: Box
    """The most that the status may take; it stands in the middle of it, in a narrow table at its foot."""
    hand: Box
    """The fan with 34 units above it, or 26, for lifted cards."""
    log: Box
    own: Box
    """The plate of one's own seat."""
    actions: Box
    hints: Box


def frame(stage: Stage, area: Box, pill_up: float | None = None) -> Frame:
    """The places in ``area``; ``pill_up`` is how high the middle of the status is above the foot."""
    if stage.canvas.is_compact:
        return _compact(stage, area, 206 if pill_up is None else pill_up)
    return _wide(stage, area, 272 if pill_up is None else pill_up)


def _wide(stage: Stage, area: Box, pill_up: float) -> Frame:
    x, right, foot = area.x + OUTER, area.right - OUTER, area.bottom
    is_narrow = area.w < _NARROW
    if is_narrow:
        pill = Box(x, foot - 346, right - x, 62)
        hand = _between(x + 230, right, foot - 216, foot)
        actions = Box(x, foot - 276, right - x, 44)
    else:
        pill = Box.around(area.cx, foot - pill_up, right - x, max(62.0, 16 + 44 * stage.text_scale))
        hand = _about(area.cx, x + 224, right - 216, foot - 216, foot)
        actions = Box(right - 206, foot - 146, 206, 104)
    log_line = 19 * stage.text_scale
    return Frame(
        is_compact=False,
        is_narrow=is_narrow,
        bar=Box(0, 0, stage.canvas.w, BAR),
        plates=Box(x, 64, right - x, 66),
        table=Box(area.x, 142, area.w, min(pill.cy - 31, pill.y - 4) - 142),
        pill=pill,
        hand=hand,
        log=Box(x + 2, foot - 116.5 - 3 * log_line, 204, 3 * log_line),
        own=Box(x, foot - 90, 214, 66),
        actions=actions,
        hints=Box(right - 206, foot - 29, 206, 28) if not is_narrow else Box(right, foot - 29, 0, 28),
    )


def _compact(stage: Stage, area: Box, pill_up: float) -> Frame:
    x, right, foot = area.x + 12, area.right - 12, area.bottom
    pill = Box.around(area.cx, foot - pill_up, right - x, 56)
    log_line = 17 * stage.text_scale
    return Frame(
        is_compact=True,
        is_narrow=False,
        bar=Box(0, 0, stage.canvas.w, 40),
        plates=Box(x, 50, right - x, 54),
        table=Box(area.x, 110, area.w, pill.cy - 16 - 10 - 110),
        pill=pill,
        hand=_about(area.cx, x + 170, right - 170, foot - 166, foot),
        log=Box(x + 2, foot - 76 - 3 * log_line, 154, 3 * log_line),
        own=Box(x, foot - 68, 158, 56),
        actions=Box(right - 158, foot - 116, 158, 98),
        hints=Box(right, foot, 0, 0),
    )


def _about(cx: float, left: float, right: float, top: float, bottom: float) -> Box:
    """As wide as fits between ``left`` and ``right`` about the middle."""
    half = max(0.0, min(cx - left, right - cx))
    return Box(cx - half, top, 2 * half, bottom - top)


def _between(left: float, right: float, top: float, bottom: float) -> Box:
    return Box(left, top, max(0.0, right - left), bottom - top)
