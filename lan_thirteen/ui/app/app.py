"""The window's mind: it takes events and news one at a time, keeps the model, and says what must be done."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lan_thirteen.core.lobby import Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.net import orders as o
from lan_thirteen.ui import events as ev
from lan_thirteen.ui import field as edit
from lan_thirteen.ui.app import at_table, doing, hearing, inputs, key_map, seeing, typing_in
from lan_thirteen.ui.app.inputs import Hands, KeyLeft, Meant
from lan_thirteen.ui.app.model import Effects, Model
from lan_thirteen.ui.boards.arrangement import Cards, written
from lan_thirteen.ui.canvas import Canvas, Stage, canvas_of, text_scale_of
from lan_thirteen.ui.display import Box, Display, Key, Node, above
from lan_thirteen.ui.effects import FocusOn, Save
from lan_thirteen.ui.measure import Advances
from lan_thirteen.ui.screens.home_state import LOOKING_S
from lan_thirteen.ui.text import Language
from lan_thirteen.ui.widgets import Wheel, focus_ring, list_at, tooltip

_FULL_SCREEN: Final = ("f11", "alt+return")
_SECOND: Final = 1.0


class App:
    """Takes what happens; what is to be seen is ``display``."""

    def __init__(self, model: Model, language: Language, advances: Advances, canvas: Canvas, timing: Timing) -> None:
        self.model = model
        self._language = language
        self._advances = advances
        self._canvas = canvas
        self._guard = timing.guard
        self._lay: tuple[str, Cards] | None = None
        """How the hand lay last."""
        self._hands = Hands()
        self._now = 0.0
        self._latest = 0.0
        """When something happened last."""
        self._is_covered = False
        self._covered_at = 0.0
        """When something came to lie over the screen."""
        self._turned = 0.0
        """What the wheel was turned by and has not moved a whole row."""
        self._base: Display | None = None
        """Without ring, tip and what is being dragged: presses are judged by it."""
        self._display: Display | None = None

    # what is seen

    @property
    def display(self) -> Display:
        """What is to be seen now; the same object as long as nothing changes."""
        if self._display is None:
            self._display = self._dressed()
        return self._display

    @property
    def focus(self) -> Node | None:
        """What the keyboard is at."""
        display = self._laid_out()  # which brings the focus to where it can be
        return inputs.focused(self._hands, display)

    @property
    def focus_key(self) -> Key | None:
        node = self.focus
        return None if node is None else node.key

    @property
    def caret(self) -> Box | None:
        """Where text is being typed; None where it is not."""
        node = self.focus
        if node is None or not node.is_field:
            return None
        return typing_in.caret_in(self._laid_out(), node, self._advances.width)

    @property
    def title(self) -> str:
        """Of the window."""
        table = self.model.table
        if table is None or table.lobby is None:
            return self._language.say("win.app.title")
        is_asked = self.model.phase is Phase.PLAYING and table.is_asked and not table.lobby.paused
        key = "win.app.title-turn" if is_asked else "win.app.title-table"
        return self._language.say(key, table=table.lobby.name)

    # what happens

    def handle(self, event: ev.Event) -> Effects:
        """Take what a person has done."""
        if isinstance(event, ev.Down | ev.Up | ev.Pressed):
            self._latest = max(self._latest, event.at)
        match event:
            case ev.Down(x, y, at) if inputs.is_beside(self._laid_out(), x, y):
                return self._pressed_beside(at)
            case ev.Moved() | ev.Down() | ev.Up():
                hands, outcome = inputs.pointed(self._hands, self._laid_out(), event, self._guard)
                self._hold(hands)
                if isinstance(event, ev.Down):
                    self._put_caret(event.x)
                return self._meant(outcome) if isinstance(outcome, Meant) else ()
            case ev.Wheeled():
                return self._wheeled(event)
            case ev.Pressed():
                return self._key(event)
            case ev.Typed() | ev.Composing() | ev.Pasted():
                return self._typed(event)
            case ev.Resized(width, height):
                self._canvas = canvas_of(width, height)
                self._change(self.model)
            case ev.Focused(has_focus):
                self._change(replace(self.model, has_focus=has_focus))
            case ev.CloseAsked():
                return self._take(doing.close_window(self.model))
        return ()

    def hear(self, news: o.News, now: float) -> Effects:
        """Take what the network tells."""
        self._now = now
        self._latest = max(self._latest, now)
        return self._take(hearing.heard(self.model, news, self._language, now))

    def tick(self, now: float) -> None:
        """Let what has had its time go."""
        if self._now and int(now) != int(self._now) and self._has_clock():
            self._base = self._display = None
        self._now = now
        kept = tuple(toast for toast in self.model.toasts if toast.until > now)
        if kept != self.model.toasts:
            self._change(replace(self.model, toasts=kept))

    def next_tick(self) -> float | None:
        """When ``tick`` is due next."""
        dues = [toast.until for toast in self.model.toasts]
        if self._has_clock():
            dues.append(int(self._now) + _SECOND)
        return min(dues, default=None)

    # within

    def _has_clock(self) -> bool:
        """Whether something on the screen changes by itself."""
        model = self.model
        if model.table is None:
            return self._now < model.known.browsing_since + LOOKING_S + _SECOND
        return model.table.lobby is not None and model.table.lobby.waits_ms is not None

    def _stage(self) -> Stage:
        hands, settings = self._hands, self.model.settings
        return Stage(
            canvas=self._canvas,
            language=self._language,
            measure=self._advances.width,
            text_scale=text_scale_of(self._canvas, settings.text_scale),
            focus=hands.focus,
            hover=hands.hover,
            pressed=None if hands.held is None else hands.held.key,
            has_keys=hands.has_keys,
            now=self._now,
        )

    def _laid_out(self) -> Display:
        """All but ring and tip. Where things are depends on the model only, how they look also on the hands."""
        if self._base is None:
            self._base = seeing.present(self.model, self._stage())
            if self._base.floor and not self._is_covered:
                self._covered_at = self._latest
            self._is_covered = bool(self._base.floor)
            hands = inputs.refocused(self._hands, self._base, self._latest)
            if inputs.looks(hands) != inputs.looks(self._hands):
                self._hands = hands
                self._base = seeing.present(self.model, self._stage())
            self._hands = hands
        return self._base

    def _dressed(self) -> Display:
        """The display with the ring of the focus, what is being dragged, and the tip of what hands are at."""
        display = self._laid_out()
        node = inputs.focused(self._hands, display)
        if self._hands.is_dragging:
            return inputs.dragged(display, self._hands)
        told = display.find(self._hands.hover) if self._hands.hover else None
        if self._hands.has_keys:  # what the focus was brought to keeps quiet: nobody has asked
            told = node if self._hands.led_at is None else None
        if node is not None and self._hands.has_keys and not node.is_field:
            display = above(display, focus_ring(node))
        if told is not None and told.tip and self._hands.held is None:
            display = above(display, tooltip(self._stage(), told, told.tip))
        return display

    def _hold(self, hands: Hands) -> None:
        """The hands have moved: what they light up is drawn anew."""
        if inputs.looks(hands) != inputs.looks(self._hands):
            self._base = self._display = None
        elif hands.is_dragging:
            self._display = None
        self._hands = hands

    def _change(self, model: Model) -> None:
        self.model = model
        self._base = self._display = None

    def _take(self, outcome: tuple[Model, Effects]) -> Effects:
        """Keep the model; what is not for others to do is done here."""
        model, effects = outcome
        if model is not self.model:
            self._change(model)
        for effect in effects:
            if isinstance(effect, FocusOn):
                self._hands = self._hands._replace(focus=effect.key, led_at=None)
        return (*(effect for effect in effects if not isinstance(effect, FocusOn)), *self._hand_to_keep())

    def _hand_to_keep(self) -> Effects:
        """How the hand lies, each time that somebody has put it in another way."""
        hand = None if self.model.table is None else at_table.hand_of(self.model.table)
        is_new = hand is not None and (hand.sort, hand.groups) != self._lay
        self._lay = None if hand is None else (hand.sort, hand.groups)
        return (o.KeepHand(written(hand)),) if is_new and hand is not None else ()

    def _meant(self, meant: Meant) -> Effects:
        return self._take(doing.meant(self.model, meant.intent, self._stage(), meant.began, self._guard))

    def _key(self, event: ev.Pressed) -> Effects:
        if event.name in _FULL_SCREEN and not event.is_repeat:
            settings = replace(self.model.settings, full_screen=not self.model.settings.full_screen)
            return self._take((replace(self.model, settings=settings), (Save(settings),)))
        self._laid_out()
        node, fields = self.focus, typing_in.fields(self.model)
        if node is not None and node.key in fields:
            return self._key_in_field(event, node, fields[node.key])
        hands, outcome = inputs.typed_key(self._hands, self._laid_out(), event, self._guard)
        self._hold(hands)
        if isinstance(outcome, Meant):
            return self._meant(outcome)
        return self._key_left(outcome) if isinstance(outcome, KeyLeft) else ()

    def _key_left(self, key: KeyLeft) -> Effects:
        intent = key_map.keys(self.model, self._stage()).get(key.name, key.instead)
        if intent is None or key.is_repeat:
            return ()
        return self._meant(Meant(intent, key.began))

    def _pressed_beside(self, at: float) -> Effects:
        """A press beside what covers the screen puts it away, but for the second half of the press that opened it."""
        table = self.model.table
        is_on_the_way = self.model.overlay is None and table is not None and table.lobby is None
        if is_on_the_way or at < self._covered_at + self._guard:
            return ()
        return self._key_left(KeyLeft("escape", at, is_repeat=False))

    def _wheeled(self, event: ev.Wheeled) -> Effects:
        over = list_at(self._laid_out(), event.x, event.y)
        if over is None:
            self._turned = 0.0
            return ()
        self._turned += event.notches
        rows = int(self._turned)
        self._turned -= rows
        return self._meant(Meant(Wheel(over, -rows), self._latest)) if rows else ()

    def _put_caret(self, x: float) -> None:
        """The button went down: in a field the caret goes there, and what was composed in others is decided."""
        node = self.focus
        model = typing_in.decided(self.model, None if node is None else node.key)
        field = None if node is None else typing_in.fields(model).get(node.key)
        if node is not None and field is not None:
            there = typing_in.with_caret_at(field, self._laid_out(), node, x, self._advances.width)
            model = model if there == field else typing_in.with_field(model, node.key, there)
        if model is not self.model:
            self._change(model)

    def _key_in_field(self, event: ev.Pressed, node: Node, field: edit.Field) -> Effects:
        self._hands = inputs.typing_at(self._hands, event)
        changed = edit.pressed(field, event.name)
        if changed is not None:
            self._change(typing_in.with_field(self.model, node.key, changed))
            return ()
        match event.name:
            case "return":
                intent = typing_in.entered(self.model, node.key)
                return () if intent is None or event.is_repeat else self._meant(Meant(intent, event.at))
            case "escape":
                self._hands = self._hands._replace(focus=None, has_keys=False)
                self._change(typing_in.decided(self.model))
            case "tab" | "shift+tab" | "up" | "down":
                hands, _ = inputs.typed_key(self._hands, self._laid_out(), event)
                self._hold(hands)
                self._change(typing_in.decided(self.model, hands.focus))
            case _:
                pass
        return ()

    def _typed(self, event: ev.Typed | ev.Composing | ev.Pasted) -> Effects:
        node = self.focus
        field = None if node is None else typing_in.fields(self.model).get(node.key)
        if node is None or field is None:
            return ()
        match event:
            case ev.Typed(text):
                field = edit.typed(field, text)
            case ev.Composing(text):
                field = edit.composed(field, text)
            case ev.Pasted(text):
                field = edit.pasted(field, text)
        self._change(typing_in.with_field(self.model, node.key, field))
        return ()
