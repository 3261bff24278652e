"""Beside the piles of Three Thirteen: the points, the hands that lie open, or how good an own arrangement is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lan_thirteen.core.game import Seat
from lan_thirteen.games.three_thirteen.model import View
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.base import clockwise
from lan_thirteen.ui.boards.three_thirteen_minis import Sum, rows
from lan_thirteen.ui.boards.three_thirteen_order import cost
from lan_thirteen.ui.boards.three_thirteen_pick import Pick, ShowLaid, groups_of, shows_laid
from lan_thirteen.ui.boards.three_thirteen_table import scores
from lan_thirteen.ui.boards.three_thirteen_words import Seen
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height, wrap
from lan_thirteen.ui.pictures import Panel
from lan_thirteen.ui.widgets import Tone, chip, icon_button, line, paragraph

_ARRANGING: Final = 560.0
_LAID: Final = 1400.0


def spread(pick: Pick, view: View) -> float:
    """How wide the side would be where it needs the room of the wild cards too; 0 where it does not."""
    if pick.is_arranging:
        return _ARRANGING
    return _LAID if shows_laid(pick, view) else 0.0


def side(sight: Seen, pick: Pick, stage: Stage, room: Box) -> tuple[Node, ...]:
    """What stands beside the piles."""
    if not sight.view.deal:
        return ()
    if pick.is_arranging:
        nodes = tuple(_arranging(sight, pick, stage, room))
    elif shows_laid(pick, sight.view):
        nodes = tuple(_laid(sight, stage, room))
    else:
        nodes = scores(sight, stage, room)
    return tuple(node._replace(group="table") for node in nodes)


def kept_points(pick: Pick, view: View) -> int:
    """What the player's groups leave over, once the dearest card is gone while one must be thrown."""
    groups, scheme = groups_of(pick, view), view.scheme
    if view.drawn is None:
        return cost(groups, scheme)
    return min(cost(groups, scheme, card) for card in view.hand)


def _ground() -> Panel:
    top, bottom = theme.PLATES["three-thirteen"]
    return Panel(top, bottom, 18, 0.86, theme.WHITE, 1.0, 0.1, has_shadow=True, shine=0.12)


def _laid(sight: Seen, stage: Stage, room: Box) -> Iterator[Node]:
    """The hands that lie open, in the order of play, who went out first."""
    view = sight.view
    box = room.inset(0, 4)
    yield Node(("laid",), box, _ground())
    head = max(40.0, theme.BODY_STRONG.size * stage.text_scale * 1.5)
    words = Box(box.x + 16, box.y, box.w - 72, head)
    yield from line(stage, ("laid", "title"), words, stage.say("win.tt.laid"), theme.BODY_STRONG, theme.TEXT)
    yield from icon_button(
        stage, ("laid", "close"), box.right - 24, box.y + head / 2, "x", ShowLaid(), stage.say("win.tt.laid.close")
    )
    first = view.out if view.out is not None else view.first
    order = [seat for seat in (first, *clockwise(len(view.totals), first)) if view.shown[seat] is not None]
    sums = {seat: (_laid_sum(sight, stage, seat),) for seat in order}
    yield from rows(sight, stage, "laid", Box(box.x + 10, box.y + head, box.w - 20, box.h - head - 10), sums)


def _laid_sum(sight: Seen, stage: Stage, seat: Seat) -> Sum:
    split = sight.view.shown[seat]
    if seat == sight.view.out:
        return Sum(stage.say("win.tt.chip.out"), is_good=True)
    points = split.points if split is not None else 0
    return Sum(stage.say("win.tt.results.points", points=points), is_good=not points)


def _arranging(sight: Seen, pick: Pick, stage: Stage, room: Box) -> Iterator[Node]:
    """How arranging works, and what the arrangement is worth beside the best one."""
    say = stage.say
    inner = room.w - 36
    how, how_line = say("win.tt.arranging.how"), line_height(stage, theme.BODY)
    title_h = theme.BODY_STRONG.size * stage.text_scale * 1.6
    chip_h = max(24.0, theme.CHIP.size * stage.text_scale * 2) + 8
    signs = tuple(_worth(sight, pick, stage))
    rest = 14 + title_h + 12 + chip_h * len(signs) + 8
    lines = min(len(wrap(stage, how, theme.BODY, inner)), max(1, int((room.h - rest) / how_line)))
    tall = rest + lines * how_line
    box = Box(room.x, room.cy - tall / 2, room.w, tall)
    yield Node(("arranging",), box, _ground())
    at = Box(box.x + 18, box.y + 10, inner, title_h)
    yield from line(stage, ("arranging", "title"), at, say("win.tt.arranging.title"), theme.BODY_STRONG, theme.TEXT)
    below = Box(at.x, at.bottom, inner, lines * how_line)
    yield from paragraph(stage, ("arranging", "how"), below, how, theme.BODY, theme.TEXT_2, most=lines)
    y = box.bottom - 8 - chip_h * len(signs) + chip_h / 2
    for place, (text, icon, tone) in enumerate(signs):
        yield from chip(stage, ("arranging", "sign", place), at.x, y, text, icon=icon, tone=tone, room=inner)
        y += chip_h


def _worth(sight: Seen, pick: Pick, stage: Stage) -> Iterator[tuple[str, str, Tone]]:
    view = sight.view
    own = kept_points(pick, view)
    best = view.split.points if view.split is not None else None
    is_good = own == (best if best is not None else 0)
    yield (
        stage.say("win.tt.own-leaves", own),
        "check" if is_good else "circle-alert",
        Tone.MINT if is_good else Tone.AMBER,
    )
    if best is not None and own > best:
        yield stage.say("win.tt.best-counts", best), "info", Tone.SKY
