"""What a person's press does to the window: from the model and an intent to the next model and what must be done."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from msgspec import structs

from lan_thirteen.core.lobby import Phase
from lan_thirteen.core.pin import Pin
from lan_thirteen.net import orders as o
from lan_thirteen.net.guest import Visitor
from lan_thirteen.net.new_pin import new_pin
from lan_thirteen.net.opening import Opening
from lan_thirteen.ui.app import at_table, claims, handing_over
from lan_thirteen.ui.app.model import Effects, Model, Outcome, Way, with_toast
from lan_thirteen.ui.app.seeing import ending, home_facts, room_facts, saved_facts, settings_facts, sight, trust_facts
from lan_thirteen.ui.boards.base import Ask
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.effects import Copy, FocusOn, Quit, Save
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
from lan_thirteen.ui.screens.common import Focus
from lan_thirteen.ui.screens.dialogs import Kind
from lan_thirteen.ui.settings import Settings
from lan_thirteen.wire import messages as m

_FIRST_GAME: Final = "leaves"


def visitor_of(model: Model, *, watch: bool = False) -> Visitor:
    """How this person comes to a table."""
    return Visitor(model.settings.name or model.usual_name, model.settings.avatar, watch)


def meant(model: Model, intent: object, stage: Stage, began: float, guard: float) -> Outcome:
    """The window after a press on something that means ``intent``; it began at ``began``.

    One that began sooner than ``guard`` seconds after results or a message came was meant for what was there before.
    """
    if model.is_read and began < model.shown_at + guard:
        return model, ()
    match model.overlay:
        case dialogs.State():
            return _dialog(model, model.overlay, intent)
        case rules.State():
            return _rules(model, model.overlay, intent)
        case settings.State():
            return _settings(model, model.overlay, intent)
        case menu.State():
            return _menu(model, intent)
        case pin_dialog.State():
            return _pin_dialog(model, model.overlay, intent)
        case trust_dialog.State():
            return _trust(model, model.overlay, intent, stage)
        case saved_list.State():
            return _saved(model, model.overlay, intent, stage)
        case None:
            pass
    if model.table is None:
        return _home(model, intent, stage) if model.form is None else _form(model, model.form, intent, stage)
    if isinstance(intent, Ask):
        return _asked(model, intent.what)
    if model.table.lobby is None or model.table.person is None:
        return _dialog(model, dialogs.joining(model.joining), intent)
    return _at_table(model, intent, stage, began, guard)


def close_window(model: Model) -> Outcome:
    """The window shall close: at a table it is asked first."""
    if model.table is None:
        return replace(model, is_over=True), (Quit(),)
    kind = Kind.CLOSE_OWN if model.table.opened is not None else Kind.CLOSE_WINDOW
    lobby = model.table.lobby
    return replace(model, overlay=dialogs.asked(kind, "" if lobby is None else lobby.name)), ()


def show_rules(model: Model) -> Model:
    """The rules of the game that is played, or chosen, or the first one."""
    table = model.table
    if table is not None and table.lobby is not None:
        wild = None if table.seen is None else getattr(table.seen.view, "wild", None)
        return replace(model, overlay=rules.State(table.lobby.game, options=table.lobby.options, wild=wild or None))
    return replace(
        model, overlay=rules.State(model.home.game or _FIRST_GAME if model.form is None else model.form.game)
    )


# the screens


def _home(model: Model, intent: object, stage: Stage) -> Outcome:
    if not isinstance(intent, home.Intent):
        return model, ()
    state, wishes = home.press(model.home, intent, home_facts(model, stage))
    after: Model = replace(model, home=state)
    effects: Effects = ()
    for wish in wishes:
        after, more = _home_wish(after, wish, stage)
        effects = (*effects, *more)
    return after, effects


def _home_wish(model: Model, wish: home.Wish, stage: Stage) -> Outcome:
    match wish:
        case home.SetName(name, avatar):
            named = replace(model.settings, name=name, avatar=avatar)
            return replace(model, settings=named), (Save(named),)
        case home.Enter(table, fingerprint, watch):
            row = next((r for r in home_facts(model, stage).rows if r.id == table), None)
            order = o.JoinTable(
                bytes.fromhex(table),
                visitor_of(model, watch=watch),
                bytes.fromhex(fingerprint),
                row is not None and row.has_pin,
            )
            return _going(model, order, "" if row is None else row.name)
        case home.JoinAt(address):
            return _going(model, o.JoinAddress(address, visitor_of(model)), "")
        case Focus(key):
            return model, (FocusOn(key),)
        case home.Simple():
            return _simple(model, wish, stage)


def _going(model: Model, way: Way, table: str) -> Outcome:
    """On the way to this table. Should it ask for a PIN, the same way is gone once more."""
    return replace(model, way=way, joining=table), (way,)


def _pin_dialog(model: Model, state: pin_dialog.State, intent: object) -> Outcome:
    if not isinstance(intent, pin_dialog.Intent):
        return model, ()
    after: Model = model
    effects: Effects = ()
    for wish in pin_dialog.press(state, intent):
        match wish:
            case pin_dialog.Closed():
                after = replace(after, overlay=None, way=None)
            case pin_dialog.Typed(pin):
                if model.way is None:
                    continue
                way = structs.replace(model.way, visitor=structs.replace(model.way.visitor, pin=pin))
                after, effects = _going(replace(after, overlay=None), way, model.joining)
            case Focus(key):
                effects = (*effects, FocusOn(key))
    return after, effects


def _simple(model: Model, wish: home.Simple, stage: Stage) -> Outcome:
    name = model.settings.name or model.usual_name
    match wish:
        case home.Simple.HOST:
            form = host_form.fresh(stage.language, name, new_pin().digits)
            return replace(model, form=form, is_practice=False), ()
        case home.Simple.PRACTISE:
            form = host_form.fresh(stage.language, name, new_pin().digits)
            return replace(model, form=form._replace(bots=form.seats - 1), is_practice=True), ()
        case home.Simple.RETURN:
            back = model.known.return_to
            return _going(model, o.ReturnToTable(visitor_of(model)), "" if back is None else back.name)
        case home.Simple.RESUME:
            newest = next((table.path for table in model.known.saved if table.why_not is None), "")
            return _resumed(model, newest)
        case home.Simple.SAVED:
            return replace(model, overlay=saved_list.State()), ()
        case home.Simple.RULES:
            return show_rules(model), ()
        case home.Simple.SETTINGS:
            return replace(model, overlay=settings.State()), ()
        case home.Simple.QUIT:
            return replace(model, is_over=True), (Quit(),)
        case home.Simple.REFRESH:
            return model, (o.Refresh(),)


def _resumed(model: Model, path: str) -> Outcome:
    """Our own table is opened again."""
    table = next((table for table in model.known.saved if table.path == path), None)
    if table is None:  # it was deleted, or is open
        return model, ()
    after: Model = replace(model, overlay=None, joining=table.name, way=None, is_practice=False)
    return after, (o.ResumeTable(path, visitor_of(model)),)


def _saved(model: Model, state: saved_list.State, intent: object, stage: Stage) -> Outcome:
    if not isinstance(intent, saved_list.Intent):
        return model, ()
    overlay, wish = saved_list.press(state, intent, saved_facts(model, stage))
    match wish:
        case saved_list.GoOn(path):
            return _resumed(model, path)
        case saved_list.Delete(path, name):
            return replace(model, overlay=dialogs.asked(Kind.DELETE_SAVED, name, path=path)), ()
        case None:
            return replace(model, overlay=overlay), ()


def _form(model: Model, form: host_form.State, intent: object, stage: Stage) -> Outcome:
    if not isinstance(intent, host_form.Intent):
        return model, ()
    state, wishes = host_form.press(form, intent, stage.language, model.settings.name or model.usual_name)
    after: Model = replace(model, form=state)
    for wish in wishes:
        match wish:
            case Opening():
                # who practises alone is of no use in the others' lists
                is_alone = model.is_practice and len(wish.bots) == wish.seats - 1
                opening = structs.replace(wish, is_hidden=is_alone)
                return replace(after, joining=wish.name, way=None), (o.Open(opening, visitor_of(model)),)
            case host_form.Leave():
                return replace(after, form=None), ()
            case Focus(key):
                return after, (FocusOn(key),)
    return after, ()


def _dialog(model: Model, state: dialogs.State, intent: object) -> Outcome:
    if not isinstance(intent, dialogs.Intent):
        return model, ()
    overlay, wishes = dialogs.press(state, intent)
    after: Model = replace(model, overlay=overlay)
    for wish in wishes:
        return _sure(after, wish)
    return after, ()


def _sure(model: Model, sure: dialogs.Sure) -> Outcome:
    match sure.kind:
        case Kind.LEAVE_ROOM | Kind.LEAVE_MATCH | Kind.JOINING:
            return model, (o.Leave(),)
        case Kind.SAVE_TABLE if sure.is_instead:
            return handing_over.asked(model), ()
        case Kind.CLOSE_TABLE | Kind.SAVE_TABLE:
            return model, (o.Leave(close=True),)
        case Kind.GO_ON:
            return _resumed(model, sure.text)
        case Kind.DELETE_SAVED:
            return model, (o.ForgetSaved(sure.text),)
        case Kind.CLOSE_WINDOW | Kind.CLOSE_OWN:
            # without a goodbye, which would give up the way back
            return replace(model, is_over=True), (Quit(),)
        case Kind.KICK:
            return model, (o.Say(m.Kick(sure.number)),)
        case Kind.HAND_OVER | Kind.HAND_OVER_DEALT:
            return model, (o.Say(m.HandOver(sure.number)),)
        case Kind.HOST | Kind.HOST_DEALT:
            return model, (o.Say(m.WillHost(not sure.is_refused)),)
        case Kind.CLAIM:
            return model, (o.Say(m.Grant(sure.number, not sure.is_refused)),)
        case Kind.PIN:
            return _new_pin(model, None if sure.is_without else new_pin())
        case Kind.TOLD:
            return model, ()


def _new_pin(model: Model, pin: Pin | None) -> Outcome:
    """Our table shall have this PIN; it is shown once the table has said so."""
    if model.table is None:
        return model, ()
    asked = o.Say(m.SetPin("" if pin is None else pin.digits))
    return replace(model, table=replace(model.table, next_pin=pin)), (asked,)


def _rules(model: Model, state: rules.State, intent: object) -> Outcome:
    if not isinstance(intent, rules.Intent):
        return model, ()
    after = rules.press(state, intent)
    if after is None and state.is_from_mark and model.table is not None:
        return replace(model, overlay=trust_dialog.State()), ()
    return replace(model, overlay=after), ()


def _trust(model: Model, state: trust_dialog.State, intent: object, stage: Stage) -> Outcome:
    if not isinstance(intent, trust_dialog.Intent):
        return model, ()
    overlay, wishes = trust_dialog.press(state, intent, trust_facts(model), stage)
    after: Model = replace(model, overlay=overlay)
    effects: Effects = ()
    for wish in wishes:
        match wish:
            case o.SaveProof() if after.table is not None:
                after, effects = replace(after, table=replace(after.table, proof=wish)), (wish,)
            case trust_dialog.ReadMore():
                after = _fair_page(after)
            case _:
                pass
    return after, effects


def _fair_page(model: Model) -> Model:
    """The page of the rules that says what a mark proves; from there one comes back to the mark."""
    after = show_rules(model)
    if not isinstance(after.overlay, rules.State):
        return after
    return replace(after, overlay=after.overlay._replace(page=rules.FAIR, is_from_mark=True))


def _menu(model: Model, intent: object) -> Outcome:
    if not isinstance(intent, menu.Intent):
        return model, ()
    closed: Model = replace(model, overlay=None)
    match menu.press(intent):
        case menu.Tell(message):
            return closed, (o.Say(message),)
        case Ask(what):
            return _asked(closed, what)
        case None:
            return closed, ()


def _settings(model: Model, state: settings.State, intent: object) -> Outcome:
    if not isinstance(intent, settings.Intent):
        return model, ()
    overlay, wishes = settings.press(state, intent, settings_facts(model))
    after: Model = replace(model, overlay=overlay)
    effects: Effects = ()
    for wish in wishes:
        match wish:
            case settings.Changed(changed):
                after = _with_settings(after, changed)
                effects = (*effects, Save(changed))
            case settings.Closed():
                after = replace(after, overlay=None)
            case Focus(key):
                effects = (*effects, FocusOn(key))
    return after, effects


def _with_settings(model: Model, changed: Settings) -> Model:
    at_home = home.fresh(changed.name, changed.avatar)
    kept = model.home._replace(name=at_home.name, avatar=at_home.avatar, is_naming=at_home.is_naming)
    return replace(model, settings=changed, home=kept)


def _asked(model: Model, what: str) -> Outcome:
    """Something that a board leaves to the window."""
    table = model.table
    match what:
        case "chat" | "log":
            return _drawer(model, drawer.Show(log=what == "log"))
        case "rules":
            return show_rules(model), ()
        case "settings":
            return replace(model, overlay=settings.State()), ()
        case "results":
            return replace(model, results=results.reopened(model.results)), ()
        case "fair":
            return replace(model, overlay=trust_dialog.State()), ()
        case "menu":
            return replace(model, overlay=menu.State()), ()
        case "pin":
            if table is None or not table.has_pin:
                return _new_pin(model, new_pin())
            return replace(model, overlay=dialogs.asked(Kind.PIN)), ()
        case "hand-over":
            return handing_over.asked(model), ()
        case str() if what.startswith(_CLAIM):
            return claims.asked_about(model, int(what.removeprefix(_CLAIM))), ()
        case "leave":
            is_over = model.phase in (Phase.LOBBY, Phase.FINISHED)
            own = table is not None and table.is_owner
            to_close = Kind.CLOSE_TABLE if is_over else Kind.SAVE_TABLE
            kind = to_close if own else Kind.LEAVE_ROOM if is_over else Kind.LEAVE_MATCH
            name = "" if table is None or table.lobby is None else table.lobby.name
            others = menu.heirs(table.lobby) if kind is Kind.SAVE_TABLE and table is not None and table.lobby else ()
            return replace(model, overlay=dialogs.State(kind, name, others=others)), ()
        case _:
            return model, ()


def _drawer(model: Model, intent: drawer.Intent) -> Outcome:
    state, wishes = drawer.press(model.drawer, intent)
    after: Model = replace(model, drawer=state)
    if state.is_open and not state.has_log and after.table is not None:
        after = replace(after, table=replace(after.table, unread=0))
    effects = tuple(FocusOn(wish.key) if isinstance(wish, Focus) else o.Say(wish) for wish in wishes)
    return after, effects


def _at_table(model: Model, intent: object, stage: Stage, began: float, guard: float) -> Outcome:
    table, seen = model.table, sight(model, stage)
    assert table is not None  # noqa: S101  # meant() has looked
    assert table.lobby is not None  # noqa: S101
    if isinstance(intent, _DRAWER) and model.phase is not Phase.LOBBY:
        return _drawer(model, intent)
    if model.phase is Phase.LOBBY or seen is None:
        return _room(model, intent, room_facts(table, table.lobby), stage)
    if model.results.is_open:
        state, says = results.press(model.results, intent, seen)
        return replace(model, results=state), says
    if model.phase is Phase.FINISHED:
        over, effects = standings.press(model.standings, intent, ending(table, seen))
        return replace(model, standings=over), effects
    after, says = at_table.pressed(table, intent, seen, began, guard)
    return replace(model, table=after), says


def _room(model: Model, intent: object, facts: waiting_room.Facts, stage: Stage) -> Outcome:
    if not isinstance(intent, waiting_room.Intent):
        return model, ()
    state, wishes = waiting_room.press(model.room, intent, facts)
    after: Model = replace(model, room=state)
    effects: Effects = ()
    for wish in wishes:
        match wish:
            case waiting_room.Tell(message):
                effects = (*effects, o.Say(message))
            case waiting_room.Copy(text):
                effects = (*effects, Copy(text))
                after = with_toast(after, stage.say("win.app.copied", text=text), stage.now)
            case waiting_room.Ask(kind, who, number):
                after = replace(after, overlay=dialogs.asked(kind, who, number))
            case waiting_room.ReadRules():
                after = show_rules(after)
            case waiting_room.ReadTrust():
                after = replace(after, overlay=trust_dialog.State())
            case waiting_room.NewPin():
                after, more = _new_pin(after, new_pin())
                effects = (*effects, *more)
            case Focus(key):
                effects = (*effects, FocusOn(key))
    return after, effects


_CLAIM: Final = "claim "
_DRAWER: Final = (drawer.Show, drawer.Close, drawer.Tab, drawer.Send, drawer.Scroll)
