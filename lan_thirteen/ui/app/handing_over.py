"""Asking the owner of a table to whose laptop it goes over."""

from __future__ import annotations

from dataclasses import replace

from lan_thirteen.core.lobby import Phase
from lan_thirteen.ui.app.model import Model
from lan_thirteen.ui.screens import dialogs, menu
from lan_thirteen.ui.screens.dialogs import Kind


def asked(model: Model) -> Model:
    """To the first who can take the table, unless the owner means somebody else."""
    lobby = None if model.table is None else model.table.lobby
    heirs = () if lobby is None else menu.heirs(lobby)
    if not heirs:
        return model
    (number, who), *others = heirs
    kind = Kind.HAND_OVER_DEALT if model.phase is Phase.PLAYING else Kind.HAND_OVER
    return replace(model, overlay=dialogs.State(kind, who, number, others=tuple(others)))
