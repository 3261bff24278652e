"""A table asks for its PIN: five digits, typed over the first screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lan_thirteen.core.pin import Pin, pin_of
from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.field import PIN, Field
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Icon, Panel
from lan_thirteen.ui.screens.common import Focus, Typing

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

FIELD: Final = ("pin", "digits")
_DIGITS: Final = theme.Type(theme.Face.EXTRABOLD, 26)
_PAD: Final = 28


class State(NamedTuple):
    """The open dialog."""

    table: str = ""
    """Its name, where it has one."""
    trouble: str = ""
    """What was wrong with the last one."""
    digits: Field = Field(limit=PIN)


class Cancel(NamedTuple):
    pass


class Enter(NamedTuple):
    """To the table, with what stands in the field."""


Intent: TypeAlias = Cancel | Enter | Typing


class Closed(NamedTuple):
    """To no table."""


class Typed(NamedTuple):
    """To the table with this PIN."""

    pin: Pin


Wish: TypeAlias = Closed | Typed | Focus


def press(state: State, intent: Intent) -> tuple[Wish, ...]:
    """What the program is to do; with less than five digits one goes on typing."""
    match intent:
        case Cancel():
            return (Closed(),)
        case Enter():
            pin = pin_of(state.digits.text)
            return (Focus(FIELD),) if pin is None else (Typed(pin),)
        case Typing(key):
            return (Focus(key),)


def keys() -> Mapping[str, Intent]:
    return {"escape": Cancel(), "return": Enter()}


def fields(state: State) -> Mapping[Key, Field]:
    return {FIELD: state.digits}


def with_field(state: State, field: Field) -> State:
    """The dialog after typing: only digits stay."""
    return state._replace(digits=digits_of(field))


def digits_of(field: Field) -> Field:
    """The field without what is no digit."""
    text = "".join(char for char in field.text if char.isascii() and char.isdigit())
    return field if text == field.text else field._replace(text=text, caret=min(field.caret, len(text)))


def nodes(state: State, stage: Stage) -> tuple[Node, ...]:
    """The dialog, for ``display.covered``."""
    say = stage.say
    wide = min(440 * max(1.0, stage.text_scale), stage.canvas.w - 48)
    inner = wide - 2 * _PAD
    title = say("win.pin.asks", table=state.table) if state.table else say("win.pin.asks-any")
    text = state.trouble or say("win.pin.text")
    title_h = w.paragraph_height(stage, title, theme.DIALOG_TITLE, inner - 40)
    text_h = w.paragraph_height(stage, text, theme.STATUS, inner)
    field_h = max(52.0, line_height(stage, _DIGITS) + 16)
    button_h = max(46.0, theme.BUTTON.size * stage.text_scale * 2.2)
    tall = 2 * _PAD + title_h + 10 + text_h + 16 + field_h + 22 + button_h
    box = Box.around(stage.canvas.w / 2, stage.canvas.h / 2, wide, tall)
    x, y = box.x + _PAD, box.y + _PAD
    ground = Panel(theme.INK[3], theme.INK[1], 24, 0.985, theme.WHITE, 1.0, 0.14, has_shadow=True, shine=0.14)
    made = [w.shade(stage), Node(("dialog",), box, ground)]
    spot = Box(x, y + line_height(stage, theme.DIALOG_TITLE) / 2 - 13, 26, 26)
    made.append(Node(("dialog", "icon"), spot, Icon("lock", theme.AMBER)))
    words = Box(x + 40, y, inner - 40, title_h)
    made += w.paragraph(stage, ("dialog", "title"), words, title, theme.DIALOG_TITLE, theme.TEXT)
    y += title_h + 10
    ink = theme.AMBER if state.trouble else theme.TEXT_2
    made += w.paragraph(stage, ("dialog", "text"), Box(x, y, inner, text_h), text, theme.STATUS, ink)
    y += text_h + 16
    made += w.field(
        stage, FIELD, Box(x, y, inner, field_h), state.digits, say("win.pin.field"),
        intent=Typing(FIELD), style=_DIGITS,
    )  # fmt: skip
    y += field_h + 22
    made += _answers(state, stage, Box(x, y, inner, button_h))
    return tuple(made)


def _answers(state: State, stage: Stage, box: Box) -> tuple[Node, ...]:
    say = stage.say
    left = Box(box.x, box.y, (box.w - 12) / 2, box.h)
    right = left.moved(left.w + 12, 0)
    is_whole = pin_of(state.digits.text) is not None
    join = say("win.pin.join")
    return (
        *w.button(stage, ("dialog", "cancel"), left, say("win.pin.cancel"), Cancel(), hint="Esc"),
        *w.button(
            stage, ("dialog", "join"), right, join, Enter() if is_whole else None, tone=w.Tone.AMBER, icon="log-in",
            hint="↵", is_enabled=is_whole, tip="" if is_whole else say("win.pin.text"),
        ),
    )  # fmt: skip
