"""Text fields: which there are just now, what stands in them, and what a key does to one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import accumulate
from typing import TypeAlias

from lan_thirteen.core.lobby import Phase
from lan_thirteen.ui.app.model import Model
from lan_thirteen.ui.app.seeing import settings_facts
from lan_thirteen.ui.display import Box, Display, Key, Node
from lan_thirteen.ui.field import Field, typed
from lan_thirteen.ui.layout import clusters
from lan_thirteen.ui.pictures import FieldText
from lan_thirteen.ui.screens import drawer, home, host_form, pin_dialog, settings, waiting_room
from lan_thirteen.ui.theme import Face

Measure: TypeAlias = Callable[[str, Face, float], float]


def fields(model: Model) -> Mapping[Key, Field]:
    """The text fields that can be typed into, by their keys."""
    if isinstance(model.overlay, settings.State):
        return settings.fields(model.overlay, settings_facts(model))
    if isinstance(model.overlay, pin_dialog.State):
        return pin_dialog.fields(model.overlay)
    if model.overlay is not None:
        return {}
    if model.table is None:
        return home.fields(model.home) if model.form is None else host_form.fields(model.form)
    if model.phase is Phase.LOBBY:
        return waiting_room.fields(model.room)
    return drawer.fields(model.drawer)


def with_field(model: Model, key: Key, field: Field) -> Model:
    """The model after typing."""
    if isinstance(model.overlay, settings.State):
        return replace(model, overlay=settings.with_field(model.overlay, key, field))
    if isinstance(model.overlay, pin_dialog.State):
        return replace(model, overlay=pin_dialog.with_field(model.overlay, field))
    if model.table is None:
        if model.form is None:
            return replace(model, home=home.with_field(model.home, key, field))
        return replace(model, form=host_form.with_field(model.form, key, field))
    if model.phase is Phase.LOBBY:
        return replace(model, room=waiting_room.with_field(model.room, key, field))
    return replace(model, drawer=drawer.with_field(model.drawer, key, field))


def entered(model: Model, key: Key) -> object | None:
    """What the return key means in this field."""
    if isinstance(model.overlay, settings.State):
        return settings.entered(model.overlay, key)
    if isinstance(model.overlay, pin_dialog.State):
        return pin_dialog.Enter()
    if model.table is None:
        return home.entered(model.home, key) if model.form is None else host_form.entered(model.form, key)
    if model.phase is Phase.LOBBY:
        return waiting_room.entered(model.room, key)
    return drawer.entered(model.drawer, key)


def decided(model: Model, but: Key | None = None) -> Model:
    """The model with what is being composed as text of its field, in all fields ``but`` this one: they were left."""
    for key, field in fields(model).items():
        if field.composing and key != but:
            model = with_field(model, key, typed(field, field.composing))
    return model


def caret_in(display: Display, node: Node, measure: Measure) -> Box:
    """Where text is being typed in the field of this node."""
    place = _text_of(display, node)
    if place is None:
        return node.box
    box, words = place
    before = words.text[: words.caret or 0] + words.composing
    x = min(box.x + measure(before, words.type.face, words.type.size), box.right)
    return Box(x, box.y, 2, box.h)


def with_caret_at(field: Field, display: Display, node: Node, x: float, measure: Measure) -> Field:
    """The field with the caret between the two characters that are seen next to ``x``."""
    place = _text_of(display, node)
    if place is None or field.composing:
        return field
    box, words = place
    ends = [0, *accumulate(len(cluster) for cluster in clusters(words.text))]
    style = words.type
    near = min(ends, key=lambda end: abs(box.x + measure(words.text[:end], style.face, style.size) - x))
    return field._replace(caret=field.caret - (words.caret or 0) + near)


def _text_of(display: Display, node: Node) -> tuple[Box, FieldText] | None:
    """What is seen of the text in the field of this node, and where."""
    for other in display.nodes:
        if isinstance(other.picture, FieldText) and other.key[: len(node.key)] == node.key:
            return other.box, other.picture
    return None
