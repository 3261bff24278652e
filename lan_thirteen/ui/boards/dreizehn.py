"""Dreizehn in the window: three targets, a hand, and what every play would do before it is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lan_thirteen.core.game import Card, Seat
from lan_thirteen.core.lobby import Phase
from lan_thirteen.games.dreizehn.model import COLOUR_OF, INFO, Action, Event, View
from lan_thirteen.games.dreizehn.piles import landed
from lan_thirteen.ui.boards import dreizehn_pick as picks
from lan_thirteen.ui.boards import parts
from lan_thirteen.ui.boards.arrangement import Arrangement
from lan_thirteen.ui.boards.base import Ask, Sight
from lan_thirteen.ui.boards.dreizehn_pick import Confirm, Pick, PickCard, Resort, Sort
from lan_thirteen.ui.boards.dreizehn_piles import OWN_PILE, draw_pile, own_pile, taken_words
from lan_thirteen.ui.boards.dreizehn_results import results
from lan_thirteen.ui.boards.dreizehn_targets import card_name, face_of, spots, targets
from lan_thirteen.ui.boards.frame import Frame, frame
from lan_thirteen.ui.boards.hand import CardState, HandCard, HandShape, hand
from lan_thirteen.ui.boards.parts import Action as Button
from lan_thirteen.ui.boards.pill import Status, status_pill, waiting
from lan_thirteen.ui.boards.plates import PlateFacts, own_plate, plates
from lan_thirteen.ui.boards.presence import Chip
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import Card as CardPicture
from lan_thirteen.ui.widgets import Tone

_PILL_UP: Final = (256, 200)
"""How high the middle of the status is above the foot, wide and compact."""
_CENTRES: Final = (300 / 1280, 560 / 1280, 820 / 1280)
_STOCK: Final = 1050 / 1280
_WIDEST: Final = 1440
"""What the targets and the draw pile take of a very wide table."""
_HAND: Final = HandShape(w=116, w_compact=92, cy_up=98, cy_up_compact=76, gap_max=0.84)


class DreizehnBoard:
    """Dreizehn on the screen."""

    def fresh(self, view: View) -> Pick:
        return picks.fresh(view)

    def revised(self, pick: Pick, view: View, legal: Sequence[Action], events: Sequence[Event]) -> Pick:
        return picks.revised(pick, view)

    def arrangement(self, pick: Pick) -> Arrangement:
        return picks.arrangement(pick)

    def laid(self, view: View, arrangement: Arrangement) -> Pick:
        return picks.laid(view, arrangement)

    def press(self, pick: Pick, intent: object, sight: Sight[View, Action]) -> tuple[Pick, Action | None]:
        pick = picks.arranged(pick, intent)
        if sight.is_sending:
            return pick, None
        return picks.pressed(pick, intent, sight.view, sight.legal)

    def keys(self, pick: Pick, sight: Sight[View, Action]) -> Mapping[str, object]:
        return {} if sight.seat is None else picks.keys(pick, sight.view, sight.legal)

    def present(self, sight: Sight[View, Action], pick: Pick, stage: Stage) -> tuple[Node, ...]:
        where = _frame(sight, stage)
        return (
            parts.backdrop(stage, "rays"),
            *_bar(sight, stage),
            *_players(sight, stage, where),
            *_table(sight, pick, stage, where),
            *status_pill(stage, where, INFO.id, _status(sight, pick, stage)),
            *(parts.log_lines(stage, where, sight.log)),
            *_mine(sight, pick, stage, where),
        )

    def results(self, sight: Sight[View, Action], stage: Stage, box: Box) -> tuple[Node, ...]:
        return results(sight, stage, box)


def _frame(sight: Sight[View, Action], stage: Stage) -> Frame:
    """The places on the table; the own pile lies between the own plate and the hand."""
    where = frame(stage, sight.area, _PILL_UP[stage.canvas.is_compact])
    right = 0 if where.is_narrow else OWN_PILE
    hand_box = Box(where.hand.x + OWN_PILE, where.hand.y, where.hand.w - OWN_PILE - right, where.hand.h)
    return where._replace(hand=hand_box)


def _bar(sight: Sight[View, Action], stage: Stage) -> tuple[Node, ...]:
    view, say = sight.view, stage.say
    deal = say("win.dz.deal", deal=view.deal, deals=view.deals)
    return parts.top_bar(stage, sight, say(f"game.{INFO.id}"), say("win.dz.by"), chip=deal, icon="target")


def _facts(sight: Sight[View, Action], seat: Seat) -> PlateFacts:
    view, say = sight.view, sight.teller.say
    seats = len(view.totals)
    is_dealer = view.deal > 0 and seat == (view.first - 1) % seats
    chip = Chip(say("win.dz.dealer"), "layers") if is_dealer and seat != view.turn else None
    return PlateFacts(
        score=str(view.totals[seat]),
        score_icon="circle-minus",
        chip=chip,
        pile=view.taken_counts[seat] if seat != sight.seat else None,
        tip=taken_words(sight, seat),
    )


def _players(sight: Sight[View, Action], stage: Stage, where: Frame) -> Iterator[Node]:
    view = sight.view
    facts = {Seat(seat): _facts(sight, Seat(seat)) for seat in range(len(view.totals))}
    for node in plates(stage, sight, where, facts, view.turn):
        yield _opened(view, node)
    if sight.seat is not None:
        yield from own_plate(stage, sight, where, facts[sight.seat], view.turn)


def _opened(view: View, node: Node) -> Node:
    """A node of a plate; a card of its pile is shown where the option shows it."""
    match node.key:
        case ("pile", int(seat), int(place)) if seat < len(view.taken) and view.taken[seat]:
            cards = view.taken[seat]
            card = cards[len(cards) - min(3, len(cards)) + place]
            return node._replace(picture=CardPicture(face_of(card)))
        case _:
            return node


def _table(sight: Sight[View, Action], pick: Pick, stage: Stage, where: Frame) -> Iterator[Node]:
    area = where.table
    wide = min(area.w, _WIDEST)
    left = area.cx - wide / 2
    bottom = min(area.bottom, where.pill.y)
    centres = tuple(left + share * wide for share in _CENTRES)
    places = spots(stage, centres, area.y, bottom)
    yield from targets(sight, pick, stage, places)
    stock_x = left + _STOCK * wide
    half = min(stock_x - (places[-1].chip.right + 6), area.right - 12 - stock_x)
    yield from draw_pile(sight, stage, Box(stock_x - half, area.y, 2 * half, bottom - area.y))


def _mine(sight: Sight[View, Action], pick: Pick, stage: Stage, where: Frame) -> Iterator[Node]:
    """Hand, pile and buttons of the viewer."""
    if sight.seat is None:
        return
    yield from own_pile(sight, stage, sight.seat, where.own)
    yield from hand(stage, where, [_hand_card(sight, pick, card) for card in pick.order], _HAND)
    yield from _actions(sight, pick, stage, where)
    if not sight.view.hand:
        return
    digits = ("1–9", "card") if pick.card is None else ("123", "target")
    hints = (digits, ("←→", "card"), ("S", "sort"))
    yield from parts.key_hints(stage, where, [(cap, stage.say(f"win.dz.key.{what}")) for cap, what in hints])


def _hand_card(sight: Sight[View, Action], pick: Pick, card: Card) -> HandCard:
    is_turn = bool(sight.legal)
    if card == pick.card:
        state = CardState.SELECTED if is_turn else CardState.PRESELECTED
    else:
        state = CardState.LEGAL if picks.is_playable(card, sight.legal) else CardState.PLAIN
    intent = None if sight.is_sending else PickCard(card)
    return HandCard(picks.card_key(card), face_of(card), state, intent, card_name(sight, card), is_new=card in pick.new)


def _status(sight: Sight[View, Action], pick: Pick, stage: Stage) -> Status:
    """Who acts and what fits, with the numbers."""
    view, say = sight.view, stage.say
    status = waiting(stage, sight, view.turn)
    if status is not None:
        is_chosen = pick.card is not None and pick.target is not None and view.turn is not None
        if is_chosen and not sight.is_sending and not sight.lobby.paused:
            return status._replace(text=_outcome(sight, pick, is_turn=False), tone=Tone.SKY)
        return status
    lead = say("win.dz.turn")
    if pick.card is None:
        return Status(lead, say("win.dz.pick", open=_open_words(sight)), "target")
    if pick.target is not None:
        return Status(lead, _outcome(sight, pick, is_turn=True), "target")
    places = [target + 1 for target in picks.open_targets(view, pick.card)]
    name = card_name(sight, pick.card)
    if len(places) == len(view.targets):
        return Status(lead, say("win.dz.where.any", card=name), "target")
    return Status(lead, say("win.dz.where.two", card=name, one=places[0], other=places[-1]), "target")


def _outcome(sight: Sight[View, Action], pick: Pick, *, is_turn: bool) -> str:
    """What the picked play does, or would do later."""
    if pick.card is None or pick.target is None:
        return ""
    total, _, taken = landed(sight.view.targets[pick.target][1], pick.card)
    name = card_name(sight, pick.card)
    ending = "take" if taken else "fit"
    key = f"win.dz.play.{ending}" if is_turn else f"win.dz.ready.{ending}"
    return sight.teller.say(key, len(taken), card=name, target=pick.target + 1, total=total)


def _open_words(sight: Sight[View, Action]) -> str:
    """For each colour of the hand where it fits."""
    view, say = sight.view, sight.teller.say
    of_colour = {COLOUR_OF[card]: card for card in sorted(view.hand)}
    out = []
    for colour, card in of_colour.items():
        places = [target + 1 for target in picks.open_targets(view, card)]
        name = say(f"dreizehn.colour.{colour}")
        if len(places) == len(view.targets):
            out.append(say("win.dz.on.any", colour=name))
        elif len(places) == 1:
            out.append(say("win.dz.on.one", colour=name, target=places[0]))
        else:
            out.append(say("win.dz.on.two", colour=name, one=places[0], other=places[-1]))
    return say("list.comma").join(out)


def _actions(sight: Sight[View, Action], pick: Pick, stage: Stage, where: Frame) -> tuple[Node, ...]:
    say = stage.say
    if sight.lobby.phase in (Phase.INTERMISSION, Phase.FINISHED):
        return parts.actions(stage, where, Button(say("win.dz.results"), Ask("results"), "trophy", tone=Tone.AMBER))
    by = "value" if pick.sort is Sort.COLOUR else "colour"
    sort = Button(say(f"win.dz.sort.{by}"), Resort(), "arrow-down-narrow-wide", "S", tone=Tone.QUIET)
    return parts.actions(stage, where, _main(sight, pick, stage), sort)


def _main(sight: Sight[View, Action], pick: Pick, stage: Stage) -> Button:
    """The button that plays; where it cannot, it says what is missing."""
    view, say = sight.view, stage.say
    if not sight.legal:
        return Button(say("win.dz.wait"), None, "hourglass", tip=say("turn.not-yours"))
    if pick.card is None:
        return Button(say("win.dz.choose-card"), None, "target", tip=say("win.dz.choose-card.tip"))
    if pick.target is None:
        return Button(say("win.dz.choose-target"), None, "target", tip=say("win.dz.choose-target.tip"))
    colour, lying = view.targets[pick.target]
    _, _, taken = landed(lying, pick.card)
    ending = "take" if taken else "fit"
    if colour is None:
        text = say(f"win.dz.put-on-number.{ending}", len(taken), target=pick.target + 1)
    else:
        text = say(f"win.dz.put-on-colour.{ending}", len(taken), colour=say(f"dreizehn.colour.{colour}"))
    if taken:
        return Button(text, Confirm(), "triangle-alert", "↵", tone=Tone.AMBER)
    return Button(text, Confirm(), "target", "↵", tone=Tone.MINT)
