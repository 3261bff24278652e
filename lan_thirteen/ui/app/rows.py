"""What the network tells of tables and of this laptop, in the plain values that the home screen shows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import PurePath

from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.addresses import OwnAddress
from lan_thirteen.net.rows import Listed, Pulse
from lan_thirteen.net.shelf import SavedTable
from lan_thirteen.ui.screens import saved_list
from lan_thirteen.ui.screens.home import Speaks, TableRow
from lan_thirteen.ui.screens.options import differences
from lan_thirteen.ui.text import Language
from lan_thirteen.wire.advert import Advert
from lan_thirteen.wire.messages import PROTOCOL


def row_of(listed: Listed, language: Language) -> TableRow:
    """A row of the list."""
    advert = listed.advert
    return TableRow(
        id=advert.table.hex(),
        fingerprint=advert.fingerprint.hex(),
        name=advert.name,
        game=advert.game,
        options=_options(advert, language),
        host=advert.host,
        taken=advert.taken,
        seats=advert.seats,
        avatars=advert.avatars,
        status=advert.status.value,
        ping_ms=None if listed.ping is None else round(listed.ping * 1000),
        is_stale=listed.pulse is Pulse.STALE,
        is_doubtful=listed.is_doubtful,
        speaks=_speaks(advert),
        program=advert.program,
        has_pin=advert.pin,
    )


def saved_row(table: SavedTable, language: Language) -> saved_list.Row:
    """A table whose match was broken off."""
    when = language.say("win.saved.when", when=time.strftime("%Y-%m-%d %H:%M", time.localtime(table.since)))
    if table.why_not is not None:
        name = PurePath(table.path).name
        return saved_list.Row(table.path, name, "", language.why(table.why_not), when, can_go_on=False)
    game = language.say(f"game.{table.game}")
    people = language.say("list.comma").join(table.people)
    about = language.say("win.saved.about", game=game, deal=table.deal, people=people)
    return saved_list.Row(table.path, table.name, table.game, about, when, can_go_on=True)


def best_address(addresses: Sequence[OwnAddress]) -> str:
    """What others type to reach this laptop; empty where it is on no network."""
    return addresses[0].ip if addresses else ""


def _options(advert: Advert, language: Language) -> str:
    """The options that differ from the standard, in words."""
    return language.say("list.comma").join(differences(language, advert.game, dict(advert.options)))


def _speaks(advert: Advert) -> Speaks:
    if advert.is_ours and advert.game in GAMES:
        return Speaks.OURS
    return Speaks.NEWER if advert.protocol >= PROTOCOL else Speaks.OLDER
