"""Bots come without a name; at the window they have one."""

from __future__ import annotations

from lan_thirteen.ui.app.at_table import AtTable, heard
from lan_thirteen.ui.text import load_language
from tests.support.messages import as_changed
from tests.ui.screens.rooms import FREE, bot, person, room


def test_bots_have_names_at_the_window_and_nobody_else_gets_another() -> None:
    lobby = room(person(1, "Ana"), bot(""), FREE)
    table = heard(AtTable(), as_changed(lobby), load_language("en"), now=0.0)
    assert table.lobby is not None
    assert [info.name for info in table.lobby.seats] == ["Ana", "Bot 2", ""]
