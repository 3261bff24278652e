"""13 Leaves: the stage on which who passes chooses the card to take, and what that changes for the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.core.game import Seat
from lan_thirteen.games.leaves.model import Action, Take, View
from lan_thirteen.ui import theme, widgets
from lan_thirteen.ui.boards.frame import Frame
from lan_thirteen.ui.boards.labels import count_label
from lan_thirteen.ui.boards.leaves_pick import Back, Confirm, LeavesSight, Pick, PressStack
from lan_thirteen.ui.boards.parts import Action as Button
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Align, Card, Icon, LeafFace, Panel
from lan_thirteen.ui.widgets import Tone

_WIDEST: Final = 116.0
_GAP: Final = 30.0
_BEHIND: Final = (5.0, -6.0)
"""From one card of a stack to the one behind it."""
_SEEN: Final = 4
"""So many cards of a stack are shown."""
_LIFT: Final = 14.0
_LABEL: Final = 40.0
"""What the number below a stack takes of the height."""

Ends: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""Value and count at the low and at the high end."""


class _Rows(NamedTuple):
    band: Box
    title: Box
    cards: Box
    note: Box


def take_stage(stage: Stage, sight: LeavesSight, where: Frame, pick: Pick) -> tuple[Node, ...]:
    """What lies on the table, large, with a title and a note; instead of table and status."""
    rows = _rows(stage, where)
    title = stage.say("win.leaves.take.title" if sight.view.table else "win.leaves.take.nothing")
    nodes = [
        Node(("band",), rows.band, Panel(theme.INK[0], theme.INK[0], 0, opacity=0.66)),
        *(
            Node(("band", y), Box(rows.band.x, y, rows.band.w, 1.4), Panel(theme.AMBER, theme.AMBER, 0, opacity=0.55))
            for y in (rows.band.y, rows.band.bottom - 1.4)
        ),
        *widgets.line(stage, ("band", "title"), rows.title, title, theme.DIALOG_TITLE, theme.TEXT, Align.CENTRE),
        *_stacks(stage, sight, pick, rows.cards),
        *_note(stage, rows.note, _paused_or(stage, sight, note(stage, sight, pick.taking))),
    ]
    return widgets.grouped("table", nodes)


def take_buttons(stage: Stage, sight: LeavesSight, pick: Pick) -> tuple[Button, Button]:
    """The buttons of this stage."""
    say = stage.say
    undo = Button(say("win.leaves.undo"), Back(), cap=say("win.leaves.key.escape"))
    if not sight.view.table:
        return Button(say("win.leaves.pass.empty"), Confirm(), "check", "↵", tone=Tone.MINT), undo
    if pick.taking is None:
        tip = say("win.leaves.take.choose")
        return Button(say("win.leaves.take.none"), None, "hand", tip=tip, tone=Tone.MINT), undo
    text = say("win.leaves.take.one", value=pick.taking)
    return Button(text, Confirm(), "hand", "↵", tone=Tone.MINT), undo


def note(stage: Stage, sight: LeavesSight, taking: int | None) -> str:
    """What taking a card of ``taking`` changes for the others."""
    say, view = stage.say, sight.view
    survivor = _survivor(view)
    if survivor is not None:
        return sight.teller.say("win.leaves.take.last", who=sight.teller.who(survivor))
    if not view.table:
        return say("win.leaves.take.out")
    if taking is None:
        return say("win.leaves.take.choose")
    before, after = _ends(view.table), _ends(_without(view.table, taking))
    if after is None:
        return say("win.leaves.take.empty")
    if after == before:
        return say("win.leaves.take.middle")
    (low, low_count), (high, high_count) = after
    if low == high:
        return say("win.leaves.take.both", low_count, value=low)
    if before is not None and after[0] != before[0]:
        return say("win.leaves.take.low" if low > 1 else "win.leaves.take.only", low_count, value=low)
    return say("win.leaves.take.high" if high < 13 else "win.leaves.take.only", high_count, value=high)


def _paused_or(stage: Stage, sight: LeavesSight, words: str) -> str:
    """What matters more than ``words``: why nobody can play."""
    return stage.say(sight.lobby.paused) if sight.lobby.paused else words


def _survivor(view: View) -> Seat | None:
    """Who is left when this seat passes; None: the trick goes on."""
    left = [Seat(s) for s in range(len(view.hand_sizes)) if s not in view.passed and s != view.seat]
    return left[0] if len(left) == 1 else None


def _ends(stacks: tuple[tuple[int, int], ...]) -> Ends | None:
    return (stacks[0], stacks[-1]) if stacks else None


def _without(stacks: tuple[tuple[int, int], ...], value: int) -> tuple[tuple[int, int], ...]:
    fewer = ((stack, count - (stack == value)) for stack, count in stacks)
    return tuple((stack, count) for stack, count in fewer if count)


def _rows(stage: Stage, where: Frame) -> _Rows:
    gap = 4.0 if where.is_compact else 8.0
    top = where.table.y + gap
    foot = where.actions.y - 10 if where.is_narrow else where.hand.y - (4 if where.is_compact else 18)
    band = Box(where.table.x, top, where.table.w, max(120.0, foot - top))
    title_h = line_height(stage, theme.DIALOG_TITLE) + (2 if where.is_compact else 20)
    note_h = max(30.0, line_height(stage, theme.BODY) + 10)
    title = Box(band.x + 20, band.y + 4, band.w - 40, title_h)
    low = Box(band.x + 20, band.bottom - note_h - (8 if where.is_compact else 18), band.w - 40, note_h)
    cards = Box(band.x + 22, title.bottom, band.w - 44, low.y - title.bottom)
    return _Rows(band, title, cards, low)


def _stacks(stage: Stage, sight: LeavesSight, pick: Pick, room: Box) -> Iterator[Node]:
    stacks = sight.view.table
    if not stacks:
        return
    n, label = len(stacks), _LABEL * max(1.0, 0.9 * stage.text_scale)
    behind = -_BEHIND[1] * (min(_SEEN, max(count for _, count in stacks)) - 1)
    tall = room.h - label - _LIFT - behind - 4
    gap = min(_GAP, 0.18 * room.w / n)
    w = max(30.0, min(_WIDEST, tall / theme.CARD_RATIO, (room.w - 20 - (n - 1) * gap) / n))
    h = w * theme.CARD_RATIO
    x = room.cx - (n * w + (n - 1) * gap) / 2
    top = room.y + (room.h - h - label - _LIFT - behind) / 2 + _LIFT + behind
    for place, (value, count) in enumerate(stacks):
        at = Box(x + place * (w + gap), top, w, h)
        yield from _stack(stage, sight, pick, at, (value, count), is_end=place in (0, n - 1))


def _stack(
    stage: Stage, sight: LeavesSight, pick: Pick, at: Box, stack: tuple[int, int], *, is_end: bool
) -> Iterator[Node]:
    value, count = stack
    is_taken, can_take = pick.taking == value, _can_take(sight.legal, value) and not sight.is_sending
    box = at.moved(0, -_LIFT) if is_taken else at
    leaves = [leaf for leaf in pick.cards.table if leaf.value == value][-_SEEN:]
    for up, leaf in enumerate(reversed(leaves[:-1]), 1):
        behind = Card(LeafFace(value), dim=0.12)
        yield Node(("card", leaf.number), box.moved(_BEHIND[0] * up, _BEHIND[1] * up), behind)
    glow = theme.MINT if is_taken else theme.AMBER
    front = Card(LeafFace(value), glow=glow, lift=8 if is_taken else 2)
    yield Node(("card", leaves[-1].number), box, front)
    yield Node(
        ("stack", value),
        at,
        Panel(theme.BLACK, theme.BLACK, 9, opacity=0.0),
        PressStack(value) if can_take else None,
        stage.say("win.leaves.take.one", value=value) if can_take else "",
        note(stage, sight, value),
    )
    words = stage.say("win.leaves.times", count)
    edge = theme.AMBER if is_end else theme.WHITE
    ink = theme.AMBER if is_end else theme.TEXT
    yield from count_label(stage, ("times", value), at.cx, at.bottom + 20, words, ink=ink, edge=edge)


def _can_take(legal: tuple[Action, ...], value: int) -> bool:
    return Take(value) in legal


def _note(stage: Stage, room: Box, text: str) -> Iterator[Node]:
    wide = min(room.w, stage.width(text, theme.BODY) + 56)
    box = Box(room.cx - wide / 2, room.y, wide, room.h)
    ground = Panel(
        theme.colour("#3B2A07"),
        theme.colour("#2E2105"),
        room.h / 2,
        opacity=0.95,
        edge=theme.AMBER,
        edge_width=1.0,
        edge_opacity=0.6,
    )
    yield Node(("note",), box, ground)
    yield Node(("note", "icon"), Box(box.x + 14, box.cy - 8, 16, 16), Icon("lightbulb", theme.AMBER))
    words = Box(box.x + 38, box.y, box.w - 54, box.h)
    yield from widgets.line(stage, ("note", "text"), words, text, theme.BODY, theme.colour("#FFE3AE"))
