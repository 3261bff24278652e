"""Asking the owner of a table whether a seat is somebody's who has lost its key."""

from __future__ import annotations

from dataclasses import replace

from lan_thirteen.core.lobby import WatcherInfo
from lan_thirteen.ui.app.model import Model
from lan_thirteen.ui.screens import dialogs


def asked(model: Model) -> Model:
    """The model with the first claim that waits for an answer on show, and without one that does not stand any more.

    Nothing else that covers the table is put away for it: the menu has it, too.
    """
    open_about = _open_about(model)
    claims = _claims(model)
    if open_about is not None and open_about not in [each.person for each in claims]:
        model = replace(model, overlay=None)
    if model.overlay is not None or not claims:
        return model
    return asked_about(model, claims[0].person)


def asked_about(model: Model, person: int) -> Model:
    """The model with the claim of this person on show, if it stands."""
    lobby = None if model.table is None else model.table.lobby
    for each in _claims(model):
        if each.person == person and each.claims is not None and lobby is not None:
            return replace(model, overlay=dialogs.claimed(each.name, lobby.seats[each.claims].name, person))
    return model


def _open_about(model: Model) -> int | None:
    overlay = model.overlay
    is_open = isinstance(overlay, dialogs.State) and overlay.kind is dialogs.Kind.CLAIM
    return overlay.number if is_open and isinstance(overlay, dialogs.State) else None


def _claims(model: Model) -> list[WatcherInfo]:
    """Those that this person must answer."""
    table = model.table
    if table is None or table.lobby is None or not table.is_owner or table.seat is None:
        return []
    seats = len(table.lobby.seats)
    return [each for each in table.lobby.watchers if each.claims is not None and 0 <= each.claims < seats]
