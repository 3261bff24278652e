"""What each key means now, wherever the focus is."""

from __future__ import annotations

from collections.abc import Mapping

from lan_thirteen.core.lobby import Phase
from lan_thirteen.ui.app import at_table
from lan_thirteen.ui.app.model import Model
from lan_thirteen.ui.app.seeing import ending, home_facts, room_facts, saved_facts, settings_facts, sight, trust_facts
from lan_thirteen.ui.boards.base import Ask
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.screens import (
    dialogs,
    drawer,
    home,
    host_form,
    menu,
    pin_dialog,
    results,
    rules,
    saved_list,
    settings,
    standings,
    trust_dialog,
    waiting_room,
)

_AT_TABLE: Mapping[str, object] = {
    "f1": Ask("rules"),
    "f2": Ask("fair"),
    "f10": Ask("menu"),
    "l": Ask("log"),
    "t": Ask("chat"),
    "r": Ask("results"),
}


def keys(model: Model, stage: Stage) -> Mapping[str, object]:
    """The intent of each key that no text field and no focus wants."""
    match model.overlay:
        case dialogs.State():
            return dialogs.keys(model.overlay)
        case rules.State():
            return rules.keys(model.overlay, stage)
        case settings.State():
            return settings.keys(model.overlay, settings_facts(model))
        case menu.State():
            return menu.keys()
        case pin_dialog.State():
            return pin_dialog.keys()
        case trust_dialog.State():
            return trust_dialog.keys(trust_facts(model))
        case saved_list.State():
            return saved_list.keys(saved_facts(model, stage))
        case None:
            pass
    if model.table is None:
        return home.keys(model.home, home_facts(model, stage)) if model.form is None else host_form.keys(model.form)
    if model.table.lobby is None or model.table.person is None:
        return dialogs.keys(dialogs.joining(model.joining))
    return _at_table(model, stage)


def _at_table(model: Model, stage: Stage) -> Mapping[str, object]:
    table, seen = model.table, sight(model, stage)
    assert table is not None  # noqa: S101  # keys() has looked
    assert table.lobby is not None  # noqa: S101
    if model.phase is Phase.LOBBY or seen is None:
        return waiting_room.keys(model.room, room_facts(table, table.lobby))
    beside = drawer.keys(model.drawer)
    if model.results.is_open:
        return {**_AT_TABLE, **results.keys(model.results, seen)}
    if model.phase is Phase.FINISHED:
        return {**_AT_TABLE, **standings.keys(model.standings, ending(table, seen)), **beside}
    board = at_table.board_of(table.lobby).keys(table.pick, seen)
    return {**_AT_TABLE, **beside, **board} if "escape" in board else {**_AT_TABLE, **board, **beside}
