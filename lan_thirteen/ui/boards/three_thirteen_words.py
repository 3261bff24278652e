"""Three Thirteen on the screen, in words: cards, what may be done now and why something may not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from lan_thirteen.core.game import Card
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.three_thirteen.explain import refusal
from lan_thirteen.games.three_thirteen.melds import best_split
from lan_thirteen.games.three_thirteen.model import (
    RANK_OF,
    SUIT_OF,
    Action,
    Discard,
    DrawDiscard,
    View,
    Why,
    is_joker,
    is_wild,
    packs_for,
)
from lan_thirteen.ui.boards import parts
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.boards.pill import Status, waiting
from lan_thirteen.ui.boards.three_thirteen_order import Sort, may_begin
from lan_thirteen.ui.boards.three_thirteen_pick import (
    Arrange,
    Best,
    Confirm,
    GoOut,
    Pick,
    Pile,
    PutIn,
    Resort,
    action_of,
    confirmed,
    groups_of,
    out_card,
    outs,
    sort_of,
    throws,
)
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.pictures import CardFace, FrenchFace, JokerFace
from lan_thirteen.ui.terminal.teller import SUITS
from lan_thirteen.ui.widgets import Tone

Seen: TypeAlias = Sight[View, Action]


def face_of(view: View, card: Card) -> CardFace:
    """How a card looks in this deal."""
    packs = packs_for(len(view.totals))
    if is_joker(card, packs):
        return JokerFace(card - packs * 52)
    return FrenchFace(RANK_OF[card], SUIT_OF[card], bool(view.deal) and is_wild(card, view.scheme))


def rank_name(stage: Stage, rank: int) -> str:
    return stage.say("card.ranks").split()[rank - 1]


def card_name(stage: Stage, view: View, card: Card) -> str:
    """``7♥``."""
    if is_joker(card, packs_for(len(view.totals))):
        return stage.say("card.joker")
    return f"{rank_name(stage, RANK_OF[card])}{SUITS[SUIT_OF[card]]}"


def card_names(stage: Stage, view: View, cards: Iterable[Card]) -> str:
    return " ".join(card_name(stage, view, card) for card in cards)


def card_label(stage: Stage, view: View, card: Card) -> str:
    """What a card of the hand is called where it cannot be seen."""
    name = card_name(stage, view, card)
    key = "win.tt.card.new" if card == view.drawn else "win.tt.card.wild" if is_wild(card, view.scheme) else ""
    return stage.say(key, card=name) if key else name


def status(sight: Seen, pick: Pick, stage: Stage) -> Status:
    """Who acts, and what the viewer may do."""
    view, say = sight.view, stage.say
    wait = waiting(stage, sight, view.turn)
    if pick.is_arranging and view.turn is not None and not sight.is_sending:
        key = "win.tt.arranging.turn" if sight.legal else "win.tt.arranging"
        return Status(say("win.tt.lead.arranging"), say(key), "grip", Tone.SKY)
    if wait is not None:
        return _last_turn_of_another(sight, wait) if view.out is not None and not sight.is_sending else wait
    lead, icon, tone = say("win.tt.lead.turn"), "hand", Tone.AMBER
    if view.out is not None:
        lead, icon, tone = sight.teller.of("win.tt.lead.last", view.out), "flag", Tone.RED
    if not sight.legal:
        return Status(lead, "", icon, tone)
    return Status(lead, _drawing(sight, pick, stage) if view.is_drawing else _throwing(sight, pick, stage), icon, tone)


def _last_turn_of_another(sight: Seen, wait: Status) -> Status:
    view = sight.view
    if view.turn is None or view.turn == view.seat:
        return wait
    return wait._replace(lead=sight.teller.of("win.tt.lead.has-last", view.turn), icon="flag")


def _drawing(sight: Seen, pick: Pick, stage: Stage) -> str:
    view, legal, say = sight.view, sight.legal, stage.say
    top = card_name(stage, view, view.discards[-1]) if view.discards else ""
    match pick.chosen:
        case Pile.STOCK:
            return say("win.tt.draw.sure-stock")
        case Pile.DISCARDS:
            return say("win.tt.draw.sure-discard", card=top)
        case _ if action_of(Pile.STOCK) not in legal:
            return say("win.tt.draw.only-discard", card=top)
        case _ if DrawDiscard() not in legal:
            return say("win.tt.draw.only-stock")
        case _:
            return say("win.tt.draw", card=top)


def _throwing(sight: Seen, pick: Pick, stage: Stage) -> str:
    view, legal, say = sight.view, sight.legal, stage.say
    if not isinstance(pick.chosen, int):
        if pick.wants_out:
            return say("win.tt.out.which")
        return say("win.tt.throw.can-out" if outs(legal) else "win.tt.throw")
    name = card_name(stage, view, pick.chosen)
    if confirmed(pick, legal) is None:
        return say("win.tt.throw.barred", card=name)
    if pick.wants_out:
        return say("win.tt.out.sure" if view.options.last_turns == "one" else "win.tt.out.sure-end", card=name)
    if view.split is None:
        return say("win.tt.throw.sure-plain", card=name)
    left = _left_without(view, pick.chosen)
    if not left and pick.chosen in outs(legal):
        return say("win.tt.throw.sure-could-out", card=name)
    return say("win.tt.throw.sure", left, card=name)


def why_barred(stage: Stage) -> str:
    return stage.language.why(Refusal(Why.THROWN_BACK))


def why_no_pile(stage: Stage, sight: Seen, pile: Pile) -> str:
    """Why nothing can be drawn from a pile now; empty where it can, and where it is not this seat's turn."""
    action = action_of(pile)
    if not sight.legal or action in sight.legal:
        return ""
    why = refusal(sight.view, action)
    return stage.language.why(why) if why is not None else ""


def why_not_out(stage: Stage, sight: Seen, pick: Pick) -> str:
    """Why the player cannot go out now; how much is missing only where the table shows best melds."""
    view = sight.view
    if sight.is_sending:
        return stage.say("win.table.sending")
    if view.out is not None:
        return stage.language.why(Refusal(Why.SOMEBODY_IS_OUT))
    if not sight.legal:
        return stage.say("win.tt.out.not-now")
    if view.is_drawing:
        return stage.language.why(Refusal(Why.MUST_DRAW))
    if isinstance(pick.chosen, int) and pick.chosen not in throws(sight.legal):
        return why_barred(stage)
    if view.split is None:
        return stage.say("three-thirteen.no-way-out")
    left = _left_without(view, pick.chosen) if isinstance(pick.chosen, int) else view.split.points
    return stage.language.why(Refusal(Why.CANNOT_GO_OUT, (left,)))


def _left_without(view: View, card: Card) -> int:
    """What the hand costs without this card."""
    # remembered, unlike what the rules ask: a table is laid out again whenever the pointer moves
    return best_split(tuple(c for c in view.hand if c != card), view.scheme).points


def actions(sight: Seen, pick: Pick, stage: Stage) -> tuple[parts.Action | None, tuple[parts.Action, ...]]:
    """The main button beside the hand, and the others."""
    if pick.is_arranging:
        return _arranging_actions(sight, pick, stage)
    arrange = parts.Action(stage.say("win.tt.arrange"), Arrange(), "", "A", stage.say("win.tt.arrange.tip"))
    return _main(sight, pick, stage), (arrange, _out_action(sight, pick, stage), _sort_action(sight, pick, stage))


def _main(sight: Seen, pick: Pick, stage: Stage) -> parts.Action | None:
    view, say = sight.view, stage.say
    if not sight.legal:
        return None
    action = confirmed(pick, sight.legal)
    match action:
        case None:
            return _main_waits(sight, pick, stage)
        case DrawDiscard():
            text, icon = say("win.tt.take", card=card_name(stage, view, view.discards[-1])), "arrow-down-to-line"
        case Discard(card, True):
            text, icon = say("win.tt.go-out-with", card=card_name(stage, view, card)), "flag"
        case Discard(card, _):
            text, icon = say("win.tt.discard", card=card_name(stage, view, card)), "arrow-up"
        case _:
            text, icon = say("win.tt.draw-stock"), "arrow-down-to-line"
    if sight.is_sending:
        return parts.Action(text, None, icon, tip=say("win.table.sending"))
    return parts.Action(text, Confirm(), icon, "↵", tone=Tone.MINT)


def _main_waits(sight: Seen, pick: Pick, stage: Stage) -> parts.Action:
    """The main button before anything is picked that can be played."""
    if sight.view.is_drawing:
        return parts.Action(stage.say("win.tt.draw-one"), None, tip=stage.say("win.tt.draw-one.tip"))
    is_barred = isinstance(pick.chosen, int)
    tip = why_barred(stage) if is_barred else stage.say("win.tt.discard-one.tip")
    return parts.Action(stage.say("win.tt.discard-one"), None, tip=tip)


def _out_action(sight: Seen, pick: Pick, stage: Stage) -> parts.Action:
    text = stage.say("win.tt.go-out")
    is_open = out_card(pick, sight.legal) is not None or not isinstance(pick.chosen, int)
    if sight.is_sending or not outs(sight.legal) or not is_open:
        return parts.Action(text, None, "", "G", why_not_out(stage, sight, pick))
    return parts.Action(text, GoOut(), "", "G", stage.say("win.tt.go-out.tip"), Tone.AMBER)


def _sort_action(sight: Seen, pick: Pick, stage: Stage) -> parts.Action:
    sort = sort_of(pick, sight.view)
    return parts.Action(
        stage.say(f"win.tt.sort.{sort}"), Resort(), "arrow-up-down", "S", stage.say("win.tt.sort.tip"), Tone.QUIET
    )


def _arranging_actions(sight: Seen, pick: Pick, stage: Stage) -> tuple[parts.Action, tuple[parts.Action, ...]]:
    say, view = stage.say, sight.view
    groups = groups_of(pick, view)
    new = best = None
    if isinstance(pick.chosen, int) and may_begin(groups, pick.chosen):
        new = PutIn(len(groups))
    if pick.sort is Sort.OWN:
        best = Best()
    reset = parts.Action(say("win.tt.best"), best, "", "R", say("win.tt.best.tip"))
    if view.split is None:
        reset = parts.Action(say("win.tt.give-up-order"), best, "", "R", say("win.tt.give-up-order.tip"))
    return parts.Action(say("win.tt.done"), Arrange(), "check", "↵", tone=Tone.MINT), (
        parts.Action(say("win.tt.new-group"), new, "", "N", say("win.tt.new-group.tip")),
        reset,
        _sort_action(sight, pick, stage),
    )
