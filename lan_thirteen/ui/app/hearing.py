"""What news of the network does to the window."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from msgspec import structs

from lan_thirteen.core.errors import RemoteProtocolError
from lan_thirteen.core.lobby import Colour, Lobby, Phase, SeatKind
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.net.acquaintances import Standing
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.guest import Cut, Joined, Over
from lan_thirteen.ui.app import at_table, claims, words
from lan_thirteen.ui.app.at_table import AtTable
from lan_thirteen.ui.app.comings import comings
from lan_thirteen.ui.app.model import Effects, Model, Outcome, with_toast
from lan_thirteen.ui.effects import Flash, FocusOn
from lan_thirteen.ui.screens import dialogs, host_form, pin_dialog, results, standings, trust_dialog, waiting_room
from lan_thirteen.ui.screens.common import bars_of
from lan_thirteen.ui.text import Language
from lan_thirteen.wire import messages as m

_GOODBYE: Final = "link.goodbye"
"""We left ourselves."""
_ASK_FOR_PIN: Final = ("join.pin-needed", "join.wrong-pin", "join.pin-changed")
_CLOSED: Final = ("table.closed", "table.saved")
"""The owner has closed the table."""


def heard(model: Model, news: o.News, language: Language, now: float) -> Outcome:
    """The window after this news, and what it must do."""
    after, effects = _heard(model, news, language, now)
    is_another = _scene(after) != _scene(model)
    return replace(after, shown_at=now) if is_another else after, effects


def _scene(model: Model) -> object:
    """What a press is meant for."""
    return model.overlay, model.results.is_open, model.phase


def _heard(model: Model, news: o.News, language: Language, now: float) -> Outcome:
    match news:
        case o.TablesSeen():
            if model.known.seen is not None and _gist(model.known.seen) == _gist(news):
                return model, ()
            return replace(model, known=replace(model.known, seen=news)), ()
        case o.Found(addresses):
            return replace(model, known=replace(model.known, addresses=addresses)), ()
        case o.CanReturn(to):
            return replace(model, known=replace(model.known, return_to=to)), ()
        case o.Joining():
            pin = None if model.form is None else host_form.typed_pin(model.form)
            return replace(model, table=AtTable(pin=pin), form=None, overlay=None), ()
        case o.JoinFailed(why) if why.code in _ASK_FOR_PIN and model.way is not None:
            trouble = language.why(why) if model.way.visitor.pin is not None else ""
            asked = pin_dialog.State(model.joining, trouble)
            return replace(model, table=None, overlay=asked), (FocusOn(pin_dialog.FIELD),)
        case o.JoinFailed(why):
            return _at_home(model, why, language), ()
        case o.Left():
            return model if model.table is None else _gone(model, now), (o.Browse(),)
        case o.SavedSeen(tables):
            return replace(model, known=replace(model.known, saved=tables)), ()
        case o.ChildEnded(_, path) if path:
            again = dialogs.asked(dialogs.Kind.GO_ON, path=path)
            return replace(_gone(model, now), overlay=again, toasts=()), (o.Browse(),)
        case o.ChildEnded(why):
            return _at_home(_gone(model, now), why, language), (o.Browse(),)
        case o.ProofSaved() | o.ProofFailed():
            return _proof(model, news, language, now), ()
        case o.Trouble(why):
            return with_toast(model, language.why(why), now, is_trouble=True), ()
        case _:
            return _at_table(model, news, language, now)


def _proof(model: Model, news: o.ProofSaved | o.ProofFailed, language: Language, now: float) -> Model:
    """What has become of the proof stands where it was asked for; to who looks elsewhere it is told."""
    if model.table is not None and isinstance(model.table.proof, o.SaveProof):
        model = replace(model, table=replace(model.table, proof=news))
        if isinstance(model.overlay, trust_dialog.State):
            return model
    is_saved = isinstance(news, o.ProofSaved)
    text = language.say("proof.saved", path=news.path) if isinstance(news, o.ProofSaved) else language.why(news.why)
    return with_toast(model, text, now, is_trouble=not is_saved)


def _gist(seen: o.TablesSeen) -> object:
    """What of the list is worth drawing it anew: not each answer's time, only how many bars it lights."""
    pings = tuple(bars_of(None if row.ping is None else round(row.ping * 1000)) for row in seen.rows)
    return seen.trouble, pings, tuple(structs.replace(row, ping=None) for row in seen.rows)


def _at_home(model: Model, why: Refusal, language: Language) -> Model:
    """At no table any more, with the reason for all to see."""
    told = dialogs.told(language.why(why))
    return replace(model, table=None, overlay=told, toasts=())


def _gone(model: Model, now: float) -> Model:
    known = replace(model.known, browsing_since=now)
    return replace(model, table=None, overlay=None, known=known, is_practice=False)


def _at_table(model: Model, news: o.News, language: Language, now: float) -> Outcome:
    table = model.table
    if table is None:
        return model, ()
    if isinstance(news, Over):
        gone = _gone(model, now)
        left_ourselves = news.why.code == _GOODBYE or (news.why.code in _CLOSED and table.is_owner)
        return (gone if left_ourselves else _at_home(gone, news.why, language)), (o.Browse(),)
    try:
        after = replace(model, table=at_table.heard(table, news, language, now))
    except RemoteProtocolError as error:
        return _at_home(_gone(model, now), error.why, language), (o.Leave(),)
    effects: Effects = ()
    match news:
        case Joined():
            # who has only been cut off finds everything as it was
            after, effects = after if table.person is not None else _came_in(after), (o.StopBrowsing(),)
        case Cut():
            after = with_toast(after, language.say("win.app.cut"), now, is_trouble=True)
        case m.Refused(_, code, numbers, names):
            after = with_toast(after, words.why(language, code, numbers, names), now, is_trouble=True)
        case o.TableKnown():
            after = _known(after, news, language, now)
        case m.Notice("pin.set") if after.phase is not Phase.LOBBY and after.table is not None and after.table.pin:
            after = with_toast(after, language.say("host.pin", pin=after.table.pin.digits), now, is_trouble=True)
        case m.Notice("pin.many-wrong" as code, numbers, names):
            after = with_toast(after, words.why(language, code, numbers, names), now, is_trouble=True)
        case m.TableChanged(lobby):
            after = _changed(after, table.lobby.phase if table.lobby is not None else None, lobby.phase)
            after = claims.asked(_with_comings(after, table.lobby, language, now))
            if after.is_practice and _can_practise(after):
                after, effects = replace(after, is_practice=False), (o.Say(m.Start()),)
        case DealChecked(_, Colour.RED, why):
            after = with_toast(after, language.why(why), now, is_trouble=True)
        case m.AskHost(is_dealt):
            kind = dialogs.Kind.HOST_DEALT if is_dealt else dialogs.Kind.HOST
            after = replace(after, overlay=dialogs.asked(kind, _owner_of(table.lobby)))
            effects = () if after.has_focus else (Flash(),)
        case m.AskNoMore() if isinstance(after.overlay, dialogs.State) and after.overlay.is_for_host:
            after = replace(after, overlay=None)
        case m.Notice(code, numbers, names) if code.startswith(("fair.", "claim.", "hand-over.")):
            after = with_toast(after, language.why(Refusal(code, numbers, names)), now, is_trouble=True)
        case m.Told():
            after = _told(after)
        case m.Said() if after.table is not None and after.drawer.is_open and not after.drawer.has_log:
            after = replace(after, table=replace(after.table, unread=0))
        case _:
            pass
    question = None if after.table is None else after.table.question
    if question not in (None, table.question) and not after.has_focus:
        effects = (*effects, Flash())
    return after, effects


def _owner_of(lobby: Lobby | None) -> str:
    """What the owner of the table is called."""
    if lobby is None or lobby.owner is None:
        return ""
    return next((seat.name for seat in lobby.seats if seat.person == lobby.owner), "")


def _known(model: Model, known: o.TableKnown, language: Language, now: float) -> Model:
    """The waiting room shows what is known of the table; elsewhere, and where there is doubt, it is told."""
    is_doubtful = known.host is Standing.OTHER
    if model.phase is Phase.LOBBY and not is_doubtful:
        return model
    if known.is_proven:
        model = with_toast(model, language.say("trust.proven"), now)
    return with_toast(model, language.say(f"trust.host.{known.host}"), now, is_trouble=is_doubtful)


def _came_in(model: Model) -> Model:
    cleared = replace(model, way=None, overlay=None)  # and with it the PIN that was typed
    return replace(cleared, room=waiting_room.State(), results=results.State(), standings=standings.State())


def _with_comings(model: Model, old: Lobby | None, language: Language, now: float) -> Model:
    """The model with who has gone or come back on show."""
    table = model.table
    if table is None or table.lobby is None:
        return model
    for line in comings(at_table.teller_of(table, language), old, table.lobby):
        model = with_toast(model, line, now)
    return model


def _changed(model: Model, old: Phase | None, new: Phase) -> Model:
    """A phase has begun: what belongs to the one before is put away."""
    if old is new:
        return model
    if old is Phase.LOBBY and model.table is not None:
        # who sat in the waiting room has seen what was said there
        model = replace(model, table=replace(model.table, unread=0))
    if new is Phase.FINISHED:
        return replace(model, results=results.began(model.results), standings=standings.State())
    if new in (Phase.PLAYING, Phase.DEALING):
        return replace(model, results=results.began(model.results))
    return model


def _can_practise(model: Model) -> bool:
    """Whether we have come to our table for practice, where all the others are bots."""
    table = model.table
    if table is None or table.lobby is None or not table.is_owner or table.lobby.phase is not Phase.LOBBY:
        return False
    others = [info for info in table.lobby.seats if info.person != table.person]
    return all(info.kind is SeatKind.BOT for info in others)


def _told(model: Model) -> Model:
    """The results of a deal open by themselves when it has ended and another one follows."""
    table = model.table
    if table is None or table.seen is None or table.lobby is None:
        return model
    if table.has_ended_deal and not table.seen.view.is_over:
        return replace(model, results=results.ended(model.results, table.seen.view))
    if table.has_ended_deal:
        return replace(model, results=results.ended(model.results, table.seen.view)._replace(is_open=False))
    return model
