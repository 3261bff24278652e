"""What the window shows: from the model to a display."""

from __future__ import annotations

from typing import Any, assert_never

from lan_thirteen import __version__
from lan_thirteen.core.lobby import Lobby, Person, Phase
from lan_thirteen.ui.app import at_table
from lan_thirteen.ui.app.at_table import AtTable
from lan_thirteen.ui.app.model import Model
from lan_thirteen.ui.app.rows import best_address, row_of, saved_row
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Display, Node, above, covered
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
from lan_thirteen.ui.screens.score_table import Ending


def home_facts(model: Model, stage: Stage) -> home.Facts:
    """What the home screen shows of the network."""
    known = model.known
    rows = () if known.seen is None else tuple(row_of(row, stage.language) for row in known.seen.rows)
    trouble = None if known.seen is None else known.seen.trouble
    return home.Facts(
        rows=rows,
        looked_s=max(0.0, stage.now - known.browsing_since),
        trouble="" if trouble is None else stage.language.why(trouble),
        address=best_address(known.addresses),
        return_to=None if known.return_to is None else known.return_to.name,
        resume=next((table.name for table in known.saved if table.why_not is None), None),
        saved=len(known.saved),
        usual_name=model.usual_name,
    )


def sight(model: Model, stage: Stage) -> Sight[Any, Any] | None:
    """What is seen of the match; None where there is none."""
    if model.table is None:
        return None
    return at_table.sight_of(model.table, stage.language, drawer.table_area(model.drawer, stage), stage.now)


def ending(table: AtTable, seen: Sight[Any, Any]) -> Ending:
    """The match that is over."""
    return Ending(seen, table.history, table.is_owner, at_table.worst_check(table))


def room_facts(table: AtTable, lobby: Lobby) -> waiting_room.Facts:
    """What the waiting room shows of the table."""
    opened = table.opened
    addresses = () if opened is None else tuple(_typed(address, opened.port) for address in opened.addresses)
    return waiting_room.Facts(
        lobby=lobby,
        me=Person(0) if table.person is None else table.person,
        said=table.chat,
        addresses=addresses,
        unread=table.unread,
        is_cut=table.is_cut,
        has_pin=table.has_pin,
        pin="" if table.pin is None else table.pin.digits,
        known=None if table.known is None else table.known.host,
        is_proven=table.known is not None and table.known.is_proven,
        words=table.words,
    )


def trust_facts(model: Model) -> trust_dialog.Facts:
    """What is known of the cards of the match."""
    table = model.table
    if table is None:
        return trust_dialog.Facts()
    worst = at_table.worst_check(table)
    newest = tuple(sorted(table.checks, key=lambda check: (check.of.match, check.of.deal), reverse=True))
    colour = None if worst is None else worst.colour
    return trust_dialog.Facts(newest, colour, table.words, table.proof, table.seen is not None)


def settings_facts(model: Model) -> settings.Facts:
    addresses = tuple(address.ip for address in model.known.addresses)
    return settings.Facts(model.settings, addresses, model.profile, __version__)


def saved_facts(model: Model, stage: Stage) -> saved_list.Facts:
    """What the list of saved tables shows."""
    return saved_list.Facts(tuple(saved_row(table, stage.language) for table in model.known.saved))


def drawer_facts(table: AtTable) -> drawer.Facts:
    return drawer.Facts(table.chat, table.log, table.unread, table.lobby)


def menu_facts(model: Model) -> menu.Facts | None:
    """What the menu offers; None at no table."""
    table = model.table
    if table is None or table.lobby is None:
        return None
    pin = "" if table.pin is None else table.pin.digits
    has_results = model.results.view is not None
    return menu.Facts(table.lobby, table.seat, table.is_owner, has_results, table.person, table.has_pin, pin)


def present(model: Model, stage: Stage) -> Display:
    """The whole window."""
    display = _place(model, stage)
    match model.overlay:
        case None:
            pass
        case settings.State():
            display = settings.present(model.overlay, settings_facts(model), stage)
        case rules.State():
            display = covered(display, rules.present(model.overlay, stage))
        case dialogs.State():
            display = covered(display, dialogs.nodes(model.overlay, stage))
        case pin_dialog.State():
            display = covered(display, pin_dialog.nodes(model.overlay, stage))
        case trust_dialog.State():
            display = covered(display, trust_dialog.nodes(model.overlay, trust_facts(model), stage))
        case saved_list.State():
            display = covered(display, saved_list.nodes(model.overlay, saved_facts(model, stage), stage))
        case menu.State():
            facts = menu_facts(model)
            display = display if facts is None else covered(display, menu.nodes(facts, stage))
        case _:
            assert_never(model.overlay)
    return above(display, _toasts(model, display, stage))


def _place(model: Model, stage: Stage) -> Display:
    """Where we are, whatever lies over it."""
    table = model.table
    if table is None:
        if model.form is not None:
            facts = host_form.Facts(best_address(model.known.addresses), is_practice=model.is_practice)
            return host_form.present(model.form, facts, stage)
        return home.present(model.home, home_facts(model, stage), stage)
    lobby = at_table.lobby_now(table, stage.now)
    if lobby is None or table.person is None:
        under = home.present(model.home, home_facts(model, stage), stage)
        return covered(under, dialogs.nodes(dialogs.joining(model.joining), stage))
    seen = sight(model, stage)
    if lobby.phase is Phase.LOBBY or seen is None:
        return waiting_room.present(model.room, room_facts(table, lobby), stage)
    board = at_table.board_of(lobby)
    if lobby.phase is Phase.FINISHED:
        display = standings.present(model.standings, ending(table, seen), stage)
    else:
        display = Display(board.present(seen, table.pick, stage))
    deal = None if model.results.view is None else model.results.view.deal
    check = None if deal is None else at_table.check_of(table, deal)
    return results.present(model.results, seen, board, stage, _with_drawer(model, table, display, stage), check)


def _with_drawer(model: Model, table: AtTable, display: Display, stage: Stage) -> Display:
    if not model.drawer.is_open:
        return display
    place = drawer.place(stage, display)
    # what lies below the drawer of a compact window can neither be pressed through it nor walked to
    seen = tuple(n._replace(intent=None, tip="") if n.reach.meets(place) else n for n in display.nodes)
    return above(display._replace(nodes=seen), drawer.nodes(model.drawer, drawer_facts(table), stage, place))


def _toasts(model: Model, display: Display, stage: Stage) -> tuple[Node, ...]:
    """The sentences that go away, above the status of a table, else at the foot of the window."""
    if not model.toasts:
        return ()
    pill = min((node.box.y for node in display.nodes if node.group == "pill"), default=None)
    bottom = stage.canvas.h - 96 if pill is None else pill - 8
    area = drawer.table_area(model.drawer, stage) if pill is not None else stage.canvas.box
    nodes = dialogs.toasts(stage, model.toasts, area.cx, bottom, min(560.0, area.w - 40))
    return tuple(node._replace(group="toast") for node in nodes)


def _typed(address: str, port: int) -> str:
    """An address as one types it."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
