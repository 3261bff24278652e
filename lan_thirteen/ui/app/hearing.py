"""What news of the network does to the window."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lan_thirteen.core.lobby import Phase, SeatKind
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.net.dealing import Colour, DealChecked
from lan_thirteen.net.guest import Cut, Joined, Over
from lan_thirteen.ui.app import at_table
from lan_thirteen.ui.app.at_table import AtTable
from lan_thirteen.ui.app.model import Effects, Model, Outcome, with_toast
from lan_thirteen.ui.effects import Flash
from lan_thirteen.ui.screens import dialogs, results, standings, waiting_room
from lan_thirteen.ui.text import Language
from lan_thirteen.wire import messages as m

_GOODBYE: Final = "link.goodbye"
"""We left ourselves."""


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
            return replace(model, known=replace(model.known, seen=news)), ()
        case o.Found(addresses):
            return replace(model, known=replace(model.known, addresses=addresses)), ()
        case o.CanReturn(to):
            return replace(model, known=replace(model.known, return_to=to)), ()
        case o.Joining():
            return replace(model, table=AtTable(), form=None, overlay=None), ()
        case o.JoinFailed(why):
            return _at_home(model, why, language), ()
        case o.Left():
            return _gone(model, now), (o.Browse(),)
        case o.ChildEnded(why):
            return _at_home(_gone(model, now), why, language), (o.Browse(),)
        case o.Trouble(why):
            return with_toast(model, language.why(why), now, is_trouble=True), ()
        case _:
            return _at_table(model, news, language, now)


def _at_home(model: Model, why: Refusal, language: Language) -> Model:
    """At no table any more, with the reason for all to see."""
    told = dialogs.told(language.why(why))
    return replace(model, table=None, overlay=told)


def _gone(model: Model, now: float) -> Model:
    return replace(model, table=None, overlay=None, known=replace(model.known, browsing_since=now))


def _at_table(model: Model, news: o.News, language: Language, now: float) -> Outcome:
    table = model.table
    if table is None:
        return model, ()
    if isinstance(news, Over):
        gone = _gone(model, now)
        left_ourselves = news.why.code == _GOODBYE
        return (gone if left_ourselves else _at_home(gone, news.why, language)), (o.Browse(),)
    after = replace(model, table=at_table.heard(table, news, language, now))
    effects: Effects = ()
    match news:
        case Joined():
            # who has only been cut off finds everything as it was
            after, effects = after if table.person is not None else _came_in(after), (o.StopBrowsing(),)
        case Cut():
            after = with_toast(after, language.say("win.app.cut"), now, is_trouble=True)
        case m.Refused(_, code, numbers, names):
            after = with_toast(after, language.why(Refusal(code, numbers, names)), now, is_trouble=True)
        case m.TableChanged(lobby):
            after = _changed(after, table.lobby.phase if table.lobby is not None else None, lobby.phase, now)
            if after.is_practice and _can_practise(after):
                after, effects = replace(after, is_practice=False), (o.Say(m.Start()),)
        case DealChecked(_, Colour.RED, why):
            after = with_toast(after, language.why(why), now, is_trouble=True)
        case m.Notice(code, numbers, names) if code.startswith("fair."):
            after = with_toast(after, language.why(Refusal(code, numbers, names)), now, is_trouble=True)
        case m.Told():
            after = _told(after)
        case m.Said() if after.table is not None and after.drawer.is_open:
            after = replace(after, table=replace(after.table, unread=0))
        case _:
            pass
    question = None if after.table is None else after.table.question
    if question not in (None, table.question) and not after.has_focus:
        effects = (*effects, Flash())
    return after, effects


def _came_in(model: Model) -> Model:
    return replace(model, room=waiting_room.State(), results=results.State(), standings=standings.State(), overlay=None)


def _changed(model: Model, old: Phase | None, new: Phase, now: float) -> Model:
    """A phase has begun: what belongs to the one before is put away."""
    after = replace(model, results=model.results._replace(heard_at=now))
    if old is new:
        return after
    if new is Phase.FINISHED:
        after = replace(after, results=results.began(after.results), standings=standings.State())
    elif new in (Phase.PLAYING, Phase.DEALING):
        after = replace(after, results=results.began(after.results))
    return after


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
