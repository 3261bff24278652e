"""13 Leaves on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from lan_thirteen.core.game import Seat
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.leaves.explain import refusals
from lan_thirteen.games.leaves.model import Action, Event, Take, View, Why
from lan_thirteen.ui.boards import leaves_pick
from lan_thirteen.ui.boards.arrangement import Arrangement
from lan_thirteen.ui.boards.frame import Frame, frame
from lan_thirteen.ui.boards.hand import CardState, HandCard, hand
from lan_thirteen.ui.boards.leaves_cards import Leaf
from lan_thirteen.ui.boards.leaves_pick import Confirm, LeavesSight, Pass, Pick, PressCard, Turn, fits, may_play
from lan_thirteen.ui.boards.leaves_results import results
from lan_thirteen.ui.boards.leaves_table import table
from lan_thirteen.ui.boards.leaves_take import take_buttons, take_stage
from lan_thirteen.ui.boards.parts import Action as Button
from lan_thirteen.ui.boards.parts import actions, backdrop, key_hints, log_lines, top_bar
from lan_thirteen.ui.boards.pill import Status, clock, status_pill, waiting
from lan_thirteen.ui.boards.plates import PlateFacts, SideButton, own_plate, plates
from lan_thirteen.ui.boards.presence import Chip
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import LeafFace
from lan_thirteen.ui.widgets import Tone

_GAME: Final = "leaves"
_FEW: Final = 2
"""With so many cards left somebody is about to win."""


class LeavesBoard:
    """13 Leaves: cards of one value are picked together, and a deal is called a game, a trick a round."""

    def fresh(self, view: View) -> Pick:
        return leaves_pick.fresh(view)

    def revised(self, pick: Pick, view: View, legal: Sequence[Action], events: Sequence[Event]) -> Pick:
        return leaves_pick.revised(pick, view, legal, events)

    def arrangement(self, pick: Pick) -> Arrangement:
        return leaves_pick.arrangement(pick)

    def laid(self, view: View, arrangement: Arrangement) -> Pick:
        return leaves_pick.laid(view, arrangement)

    def press(self, pick: Pick, intent: object, sight: LeavesSight) -> tuple[Pick, Action | None]:
        return leaves_pick.press(leaves_pick.shown(pick, sight), intent, sight)

    def keys(self, pick: Pick, sight: LeavesSight) -> Mapping[str, object]:
        return leaves_pick.keys(pick, sight)

    def present(self, sight: LeavesSight, pick: Pick, stage: Stage) -> tuple[Node, ...]:
        pick = leaves_pick.shown(pick, sight)
        where, turn = frame(stage, sight.area), _turn(sight)
        facts = {seat: _facts(stage, sight, pick, seat) for seat in map(Seat, range(len(sight.view.hand_sizes)))}
        nodes = [backdrop(stage, "forest"), *_bar(stage, sight), *plates(stage, sight, where, facts, turn)]
        if pick.is_passing:
            nodes += take_stage(stage, sight, where, pick)
        else:
            is_asked = sight.seat is not None and not sight.is_sending
            nodes += table(stage, sight, where, pick, is_asked=is_asked)
            nodes += status_pill(stage, where, _GAME, _status(stage, sight, where, turn))
        nodes += log_lines(stage, where, sight.log)
        return (*nodes, *_own(stage, sight, where, pick, turn))

    def results(self, sight: LeavesSight, stage: Stage, box: Box) -> tuple[Node, ...]:
        return results(stage, sight, box)


def _turn(sight: LeavesSight) -> Seat | None:
    return sight.view.turn


def _bar(stage: Stage, sight: LeavesSight) -> tuple[Node, ...]:
    view, say = sight.view, stage.say
    is_series = view.options.mode == "expert"
    subtitle = say("win.leaves.expert", view.options.target_score) if is_series else say("win.leaves.single")
    words = {"deal": max(1, view.deal), "trick": view.trick}
    chip = say("win.leaves.round.series" if is_series else "win.leaves.round", **words)
    return top_bar(stage, sight, say("game.leaves"), subtitle, chip=chip, icon="leaf")


def _facts(stage: Stage, sight: LeavesSight, pick: Pick, seat: Seat) -> PlateFacts:
    view, is_own = sight.view, seat == sight.seat
    return PlateFacts(
        score=str(view.totals[seat]) if view.options.mode == "expert" else "",
        chip=_chip(stage, sight, pick, seat),
        cards=None if is_own else view.hand_sizes[seat],
        is_dim=seat in view.passed,
        tip=_plate_tip(stage, sight, seat),
    )


def _chip(stage: Stage, sight: LeavesSight, pick: Pick, seat: Seat) -> Chip | None:
    """What matters most of a seat: that it has passed, that it is nearly out, that it led."""
    view, say = sight.view, stage.say
    cards, is_turn = view.hand_sizes[seat], seat == view.turn
    if seat in view.passed:
        return Chip(say("win.leaves.passed"), "ban", Tone.RED)
    if is_turn and seat == sight.seat and (left := clock(stage, sight)):
        return Chip(left.replace("*", ""), "timer", Tone.AMBER)
    if cards <= _FEW and view.deal and view.turn is not None:
        words = say("win.leaves.last") if cards == 1 else say("win.leaves.left", cards)
        return Chip(words, "bell-ring", Tone.AMBER)
    if seat == sight.seat:
        return Chip(str(cards) if stage.canvas.is_compact else say("win.leaves.cards", cards), "layers")
    is_leader = seat == pick.leader and view.table and not is_turn
    return Chip(say("win.leaves.led"), "crown", Tone.AMBER) if is_leader else None


def _plate_tip(stage: Stage, sight: LeavesSight, seat: Seat) -> str:
    view = sight.view
    cards = stage.say("win.leaves.tip", view.hand_sizes[seat], who=sight.teller.who(seat))
    known = view.known[seat]
    if not known or seat == sight.seat:
        return cards
    taken = stage.say("list.comma").join(map(str, known))
    return stage.say("win.leaves.tip.known", cards=cards, taken=taken)


def _status(stage: Stage, sight: LeavesSight, where: Frame, turn: Seat | None) -> Status:
    other = waiting(stage, sight, turn)
    if other is not None:
        return other
    return Status(stage.say("win.table.your-turn"), _question(stage, sight, is_short=where.is_compact), "leaf")


def _question(stage: Stage, sight: LeavesSight, *, is_short: bool) -> str:
    """What this seat may do now."""
    say, view = stage.say, sight.view
    if not view.table:
        return say("win.leaves.free" if Take(None) in sight.legal else "win.leaves.lead")
    if all(isinstance(action, Take) for action in sight.legal):
        return say("win.leaves.must-pass")
    (low, low_count), (high, high_count) = view.table[0], view.table[-1]
    if is_short:
        below = "win.leaves.of-low.short" if low > 1 else "win.leaves.of-only.short"
        above = "win.leaves.of-high.short" if high < 13 else "win.leaves.of-only.short"
    else:
        below = "win.leaves.of-low" if low > 1 else "win.leaves.of-only"
        above = "win.leaves.of-high" if high < 13 else "win.leaves.of-only"
    phrases = {"low": say(below, low_count, value=low), "high": say(above, high_count, value=high)}
    return say("win.leaves.ends.short" if is_short else "win.leaves.ends", **phrases)


def _own(stage: Stage, sight: LeavesSight, where: Frame, pick: Pick, turn: Seat | None) -> list[Node]:
    """Plate, hand and buttons; somebody who watches has none."""
    if sight.seat is None:
        return []
    icon = "arrow-down-narrow-wide" if pick.is_descending else "arrow-left-right"
    side = SideButton(icon, Turn(), stage.say("win.leaves.sort"))
    facts = _facts(stage, sight, pick, sight.seat)
    main, *others = _buttons(stage, sight, pick)
    hints = [(stage.say("win.leaves.key.arrows"), stage.say("win.leaves.hint.choose"))]
    if not pick.is_passing:
        hints.append((stage.say("win.leaves.key.space"), stage.say("win.leaves.hint.pick")))
        hints.append(("S", stage.say("win.leaves.hint.sort")))
    return [
        *own_plate(stage, sight, where, facts, turn, side),
        *hand(stage, where, _hand(stage, sight, pick)),
        *actions(stage, where, main, *(other for other in others if other is not None)),
        *key_hints(stage, where, hints),
    ]


def _hand(stage: Stage, sight: LeavesSight, pick: Pick) -> list[HandCard]:
    whys: dict[int, list[str]] = {}
    for value, why in refusals(sight.view) if sight.legal else ():
        whys.setdefault(value, []).append(sight.teller.why(why))
    return [_card(stage, sight, pick, leaf, whys.get(leaf.value, [])) for leaf in pick.held]


def _card(stage: Stage, sight: LeavesSight, pick: Pick, leaf: Leaf, whys: Sequence[str]) -> HandCard:
    state = _state(sight, pick, leaf)
    is_closed = state is CardState.CLOSED
    can_press = not (is_closed or pick.is_passing or sight.is_sending or sight.view.turn is None)
    return HandCard(
        ("card", leaf.number),
        LeafFace(leaf.value),
        state,
        PressCard(leaf.number) if can_press else None,
        stage.say("win.leaves.card", value=leaf.value),
        " ".join(whys) if is_closed else "",
        leaf.number in pick.new,
    )


def _state(sight: LeavesSight, pick: Pick, leaf: Leaf) -> CardState:
    is_chosen = leaf.number in pick.chosen
    if pick.is_passing:
        return CardState.FADED
    if sight.legal or sight.is_sending:
        if is_chosen:
            return CardState.SELECTED
        if sight.is_sending:
            return CardState.PLAIN
        return CardState.LEGAL if may_play(leaf.value, sight.legal) else CardState.CLOSED
    if is_chosen:
        return CardState.PRESELECTED
    is_out = sight.seat in sight.view.passed
    can_follow = is_out or fits(sight.view, leaf.value, len(pick.group(leaf.value)))
    return CardState.PLAIN if can_follow else CardState.FADED


def _buttons(stage: Stage, sight: LeavesSight, pick: Pick) -> tuple[Button | None, ...]:
    """The main button, and the one to pass; none where it is another's turn."""
    say = stage.say
    if not sight.legal or sight.is_sending or leaves_pick.is_paused(sight):
        return (None,)
    if pick.is_passing:
        return take_buttons(stage, sight, pick)
    return _play_button(stage, sight, pick), _pass_button(stage, sight, say("win.leaves.key.pass"))


def _play_button(stage: Stage, sight: LeavesSight, pick: Pick) -> Button:
    play, say = pick.play, stage.say
    if play is None:
        is_stuck = all(isinstance(action, Take) for action in sight.legal)
        tip = say("win.leaves.must-pass.tip" if is_stuck else "win.leaves.play.tip")
        return Button(say("win.leaves.play.none"), None, "check", tip=tip, tone=Tone.MINT)
    text = say("win.leaves.play", play.count, value=play.value)
    if play in sight.legal:
        return Button(text, Confirm(), "check", "↵", tone=Tone.MINT)
    whys = [sight.teller.why(why) for value, why in refusals(sight.view) if value == play.value]
    return Button(text, None, "check", tip=" ".join(whys), tone=Tone.MINT)


def _pass_button(stage: Stage, sight: LeavesSight, cap: str) -> Button:
    say = stage.say
    if any(isinstance(action, Take) for action in sight.legal):
        return Button(say("win.leaves.pass" if sight.view.table else "win.leaves.pass.empty"), Pass(), cap=cap)
    return Button(say("win.leaves.pass.empty"), None, tip=sight.teller.why(Refusal(Why.MUST_LEAD)))
