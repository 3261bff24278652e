"""Text fields: which there are just now, what stands in them, and what a key does to one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from lan_thirteen.core.lobby import Phase
from lan_thirteen.ui.app.model import Model
from lan_thirteen.ui.app.seeing import settings_facts
from lan_thirteen.ui.display import Key
from lan_thirteen.ui.field import Field
from lan_thirteen.ui.screens import drawer, home, host_form, pin_dialog, settings, waiting_room


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
