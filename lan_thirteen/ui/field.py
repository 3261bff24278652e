"""Editing a line of text: pure functions over what stands in a field. Its text is NFC and always fits its room."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from lan_thirteen.core.names import Room, fitted
from lan_thirteen.ui.layout import clusters

ADDRESS = Room(64, 64, 128)
SEARCH = Room(30, 60, 120)
PIN = Room(5, 5, 5)


class Field(NamedTuple):
    """What stands in a text field."""

    text: str = ""
    caret: int = 0
    """After so many code points; never between a letter and its marks."""
    composing: str = ""
    """What the input method has not yet decided on; it stands at the caret and is no part of the text."""
    limit: Room = SEARCH
    is_marked: bool = False
    """All of it is marked: what is typed next takes its place."""


def filled(text: str, limit: Room) -> Field:
    """A field with this text and the caret at its end."""
    whole = fitted(unicodedata.normalize("NFC", _one_line(text)), limit)
    return Field(whole, len(whole), limit=limit)


def typed(field: Field, text: str) -> Field:
    """``text`` put in at the caret, as much of it as has room; what was being composed is decided by it."""
    added = _one_line(unicodedata.normalize("NFC", text))
    field = _unmarked(field) if added else field
    best = field._replace(composing="")
    for end in range(1, len(added) + 1):
        longer = _with(field, added[:end])
        if longer is None:
            return best
        best = longer
    return best


def pasted(field: Field, text: str) -> Field:
    """``text`` from the clipboard put in: line ends become spaces, blanks at its ends are dropped."""
    return typed(field, " ".join(text.split()))


def composed(field: Field, text: str) -> Field:
    """The input method is at ``text`` now. An empty text ends the composition, and is no command to delete anything."""
    composing = _one_line(unicodedata.normalize("NFC", text))
    return (_unmarked(field) if composing else field)._replace(composing=composing)


def backspace(field: Field) -> Field:
    """Without the character before the caret."""
    if field.is_marked:
        return _unmarked(field)
    start = _step(field, -1)
    return field._replace(text=field.text[:start] + field.text[field.caret :], caret=start)


def delete(field: Field) -> Field:
    """Without the character after the caret."""
    if field.is_marked:
        return _unmarked(field)
    return field._replace(text=field.text[: field.caret] + field.text[_step(field, 1) :])


def moved(field: Field, where: str) -> Field:
    """The caret a character to the ``left`` or ``right``, or at ``home`` or ``end``."""
    ends = {"home": 0, "end": len(field.text)}
    steps = (
        {"left": 0, "right": len(field.text)}
        if field.is_marked
        else {"left": _step(field, -1), "right": _step(field, 1)}
    )
    return field._replace(caret=(ends | steps)[where], is_marked=False)


def marked(field: Field) -> Field:
    """All of it marked, where there is anything."""
    return field._replace(caret=len(field.text), is_marked=bool(field.text))


def pressed(field: Field, key: str) -> Field | None:
    """What a key does that edits; None where it edits nothing, and may mean something else.

    While something is composed the input method has the keys.
    """
    if field.composing:
        return field if key in ("backspace", "delete", "left", "right", "home", "end", "return") else None
    match key:
        case "backspace":
            return backspace(field)
        case "delete":
            return delete(field)
        case "left" | "right" | "home" | "end":
            return moved(field, key)
        case "ctrl+backspace":
            return _unmarked(field) if field.is_marked else _without_word(field)
        case "ctrl+a":
            return marked(field)
        case _:
            return None


def _unmarked(field: Field) -> Field:
    """Without what is marked."""
    return field._replace(text="", caret=0, is_marked=False) if field.is_marked else field


def _with(field: Field, added: str) -> Field | None:
    """The field with ``added`` at its caret; None where that has no room."""
    head = unicodedata.normalize("NFC", field.text[: field.caret] + added)
    text = unicodedata.normalize("NFC", head + field.text[field.caret :])
    room = Room(*(most + 1 for most in field.limit))
    # the sign at the end keeps blanks there: they are typed on the way to the next word
    if fitted(text + ".", room) != text + ".":
        return None
    return field._replace(text=text, caret=min(len(head), len(text)), composing="")


def _without_word(field: Field) -> Field:
    head = field.text[: field.caret].rstrip()
    start = head.rfind(" ") + 1
    return field._replace(text=field.text[:start] + field.text[field.caret :], caret=start)


def _step(field: Field, by: int) -> int:
    """Where the caret is after one character to the right or left."""
    if by < 0:
        head = list(clusters(field.text[: field.caret]))
        return field.caret - len(head[-1]) if head else 0
    tail = next(clusters(field.text[field.caret :]), "")
    return field.caret + len(tail)


def _one_line(text: str) -> str:
    """``text`` without what no field shows: control characters; line ends and tabs are blanks."""
    return "".join(
        " " if c.isspace() else c for c in text if c.isspace() or not unicodedata.category(c).startswith("C")
    )
