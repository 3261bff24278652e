"""People at windows and the table between them, all in memory: no pygame, no sockets, and a clock that is turned."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from lan_thirteen.bots.registry import LEVELS, make_bot
from lan_thirteen.core.lobby import Lobby, Person
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.core.timing import AT_ONCE, Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net import orders as o
from lan_thirteen.net.asked import command_of
from lan_thirteen.net.guest import Cut, Joined, Over
from lan_thirteen.net.opening import Opening
from lan_thirteen.net.told import refused, told_message
from lan_thirteen.table import commands as c
from lan_thirteen.table.session import Table
from lan_thirteen.ui import events as ev
from lan_thirteen.ui.app.app import App
from lan_thirteen.ui.app.model import Model
from lan_thirteen.ui.canvas import Stage, canvas_of
from lan_thirteen.ui.display import Display, Key, Node
from lan_thirteen.ui.effects import Quit
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.pictures import FieldText, Text
from lan_thirteen.ui.screens import home
from lan_thirteen.ui.settings import Settings
from lan_thirteen.ui.text import Language, load_language
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack, unpack
from tests.support.messages import as_changed

ENGLISH = load_language()
ADVANCES = load_advances()
UNHURRIED = 0.4
"""Between two presses of somebody who looks before they press: longer than the guard."""

T = TypeVar("T")


@dataclass
class Lan:
    """A network with at most one table, and everybody who is on it."""

    timing: Timing = AT_ONCE
    seed: int = 1

    def __post_init__(self) -> None:
        self.now = 100.0
        self.pilots: list[Pilot] = []
        self.table: Table | None = None
        self.asked: list[tuple[Pilot, m.FromGuest]] = []
        """All that was said to the table."""
        self.is_deaf = False
        """What is said to the table stays on its way until ``hear_again``."""
        self._on_its_way: list[tuple[Pilot, m.FromGuest]] = []
        self._news: deque[tuple[Pilot, o.News]] = deque()
        self._is_telling = False
        self._wake: float | None = None
        self._bots: list[tuple[float, c.Submit[Any]]] = []

    # time

    def pass_time(self, seconds: float) -> None:
        """Let time pass for all."""
        until = self.now + seconds
        while (due := min(self._dues(), default=until + 1)) <= until:
            self.now = max(self.now, due)
            self._be_on_time()
        self.now = until
        for pilot in self.pilots:
            pilot.app.tick(self.now)

    def _dues(self) -> list[float]:
        return [*(time for time, _ in self._bots), *([] if self._wake is None else [self._wake])]

    def _be_on_time(self) -> None:
        if self._wake is not None and self._wake <= self.now:
            self._wake = None
            self.do(c.Wake())
        for bot in [bot for bot in self._bots if bot[0] <= self.now]:
            self._bots.remove(bot)
            self.do(bot[1], answers=False)

    # the table

    def open(self, pilot: Pilot, opening: Opening) -> None:
        self.table = Table(
            GAMES,
            opening.name,
            Person(1),
            opening.game,
            opening.seats,
            dict(opening.options),
            opening.house,
            self.timing,
            lambda deal: numbered_seed(self.seed, deal),
            LEVELS,
            bots=opening.bots,
        )
        self.tell(pilot, o.Joining())
        self.tell(pilot, o.TableOpened(bytes(16), 41313, ("192.168.1.5",), opening.name, opening.game))

    def come(self, pilot: Pilot, *, watch: bool = False) -> None:
        """Let somebody in."""
        assert self.table is not None
        pilot.person = pilot.person or Person(1 + sum(other.person is not None for other in self.pilots))
        if pilot.model.table is None:
            self.tell(pilot, o.Joining())
        self.tell(pilot, Joined(m.Welcome(pilot.person, False, b""), bytes(16), bytes(32), bytes(32)))
        self.tell(pilot, as_changed(self.lobby))
        self.do(c.Enter(pilot.person, pilot.name, pilot.app.model.settings.avatar, watch))

    def cut(self, pilot: Pilot) -> None:
        """The connection of somebody is lost."""
        self.tell(pilot, Cut())
        self.do(c.Left(pilot.at_table, on_purpose=False))

    def bring_back(self, pilot: Pilot) -> None:
        self.tell(pilot, Joined(m.Welcome(pilot.at_table, True, b""), bytes(16), bytes(32), bytes(32)))
        self.tell(pilot, as_changed(self.lobby))
        seen = None if pilot.model.table is None else pilot.model.table.seen
        self.do(c.Returned(pilot.at_table, 0 if seen is None else seen.index))

    @property
    def lobby(self) -> Lobby:
        assert self.table is not None
        return self.table.lobby(self.now)

    def say(self, pilot: Pilot, message: m.FromGuest) -> None:
        """What somebody says to the table, as it travels."""
        self.asked.append((pilot, message))
        if self.is_deaf:
            self._on_its_way.append((pilot, message))
            return
        message = unpack(pack(message), m.FromGuest)
        if self.table is None or pilot.person is None:
            return
        if isinstance(message, m.Act):
            seat = self.table.seat_of(pilot.person)
            assert seat is not None, "somebody without a seat played"
            action = unpack(message.action, GAMES[self.table.game].action_type)
            self.do(c.Submit(seat, message.tenure, message.nonce, message.index, action))
        elif isinstance(message, m.HandOver | m.WillHost):
            return  # that is between hosts
        elif (command := command_of(pilot.person, message)) is not None:
            self.do(command)
        else:
            self.tell(pilot, refused(Refusal("table.no-such-text")))

    def hear_again(self) -> None:
        self.is_deaf = False
        late, self._on_its_way = self._on_its_way, []
        for pilot, message in late:
            self.say(pilot, message)

    def leave(self, pilot: Pilot, *, close: bool) -> None:
        person, pilot.person = pilot.person, None
        if person is not None:
            self.do(c.Close(person) if close else c.Left(person, on_purpose=True))
        self.tell(pilot, o.Left())

    def do(self, command: c.Command, *, answers: bool = True) -> None:
        """Let the table carry out a command, and tell everybody what comes of it."""
        assert self.table is not None
        effects = self.table.handle(command, self.now)
        for effect in effects:
            if answers or not isinstance(effect, c.Accept | c.Refuse):
                self._carry_out(effect)
        self._answer(effects)

    def _answer(self, effects: list[c.Effect[Any, Any, Any]]) -> None:
        """All laptops draw with the table, and check what was dealt."""
        for effect in effects:
            match effect:
                case c.OpenDeal(of, seats):
                    for answer in (c.Committed, c.Mixed):
                        for _, person in seats:
                            self.do(answer(person, of))
                case c.ShowSecret(of):
                    for pilot in self.pilots:
                        if pilot.person is not None:
                            self.do(c.Receipted(pilot.person, of))
                case _:
                    pass

    def _carry_out(self, effect: c.Effect[Any, Any, Any]) -> None:
        assert self.table is not None
        match effect:
            case c.Tell(to):
                people = [p for p in self.pilots if p.person is not None and self.table.seat_of(p.person) == to]
                for pilot in people:
                    self.tell(pilot, told_message(effect))
            case c.Catch(person, tell):
                self._to(person, told_message(tell))
            case c.AskBot(seat, tenure, level, index, view, legal, pause_ms):
                action = make_bot(self.table.game, level, bytes(32)).choose(view, list(legal))
                due = self.now + self.timing.bot_pause[0] * pause_ms / 750
                self._bots.append((due, c.Submit(seat, tenure, index, index, action)))
            case c.Accept(seat, nonce):
                self._to(self.table.person_of(seat), m.Accepted(nonce))
            case c.Refuse(seat, nonce, why):
                self._to(self.table.person_of(seat), refused(why, nonce))
            case c.Deny(person, why):
                self._to(person, refused(why))
            case c.Announce(lobby):
                self._to_all(as_changed(lobby))
            case c.Say(person, text):
                self._to_all(m.Said(person, text))
            case c.Note(what):
                self._to_all(m.Notice(what.code, what.numbers, what.names))
            case c.WakeAt(time):
                self._wake = time
            case c.Evict(person, why):
                self._to(person, Over(why))
            case _:
                pass

    def _to(self, person: Person | None, news: o.News) -> None:
        for pilot in self.pilots:
            if person is not None and pilot.person == person:
                self.tell(pilot, news)

    def _to_all(self, news: o.News) -> None:
        for pilot in self.pilots:
            if pilot.person is not None:
                self.tell(pilot, news)

    def tell(self, pilot: Pilot, news: o.News) -> None:
        """Somebody's window hears this; what it says in return is heard after all that is on its way to others."""
        is_message = type(news).__module__ == m.__name__
        self._news.append((pilot, unpack(pack(news), m.FromHost) if is_message else news))
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._news:
                to, what = self._news.popleft()
                to.hear(what)
        finally:
            self._is_telling = False


class Pilot:
    """Somebody at a window: what they see, and what they do with mouse and keys."""

    def __init__(
        self,
        lan: Lan,
        name: str = "Ana",
        size: tuple[int, int] = (1280, 720),
        *,
        settings: Settings | None = None,
        language: Language = ENGLISH,
    ) -> None:
        self.lan = lan
        self.name = name
        self.person: Person | None = None
        self.effects: list[object] = []
        settings = settings or Settings(name=name)
        model = Model(settings, "system-name", home=home.fresh(settings.name, settings.avatar))
        self.app = App(model, language, ADVANCES, canvas_of(*size), lan.timing)
        self.look: Callable[[Pilot], None] = lambda pilot: None
        """Called after each thing that was done or heard."""
        lan.pilots.append(self)

    @property
    def at_table(self) -> Person:
        assert self.person is not None
        return self.person

    @property
    def model(self) -> Model:
        return self.app.model

    # what is seen

    @property
    def display(self) -> Display:
        return self.app.display

    @property
    def stage(self) -> Stage:
        """What the screen is laid out with."""
        return self.app._stage()

    @property
    def labels(self) -> list[str]:
        """Of all that can be pressed."""
        return [node.label for node in self.display.reachable()]

    @property
    def texts(self) -> list[str]:
        """All lines that can be read."""
        return [words for node in self.display.nodes if (words := words_of(node))]

    def reads(self, part: str) -> bool:
        """Whether this can be read somewhere."""
        return any(part in text for text in self.texts)

    def node(self, label: str) -> Node:
        """The node of this label that can be pressed; or the only one whose label begins so."""
        nodes = list(self.display.reachable())
        found = [node for node in nodes if node.label == label] or [n for n in nodes if n.label.startswith(label)]
        assert len(found) == 1, f"{label!r} is there {len(found)} times; there are {self.labels}"
        return found[0]

    def by_key(self, key: Key) -> Node:
        found = next((node for node in self.display.reachable() if node.key == key), None)
        assert found is not None, f"{key} cannot be pressed; there are {[n.key for n in self.display.reachable()]}"
        return found

    def can(self, label: str) -> bool:
        return any(node.label.startswith(label) for node in self.display.reachable())

    def done(self, kind: type[T]) -> list[T]:
        """All effects of this kind so far."""
        return [effect for effect in self.effects if isinstance(effect, kind)]

    def said(self, kind: type[T]) -> list[T]:
        """All that was said to the table of this kind."""
        return [say.message for say in self.done(o.Say) if isinstance(say.message, kind)]

    # what is done

    def handle(self, event: ev.Event) -> None:
        self._carry_out(self.app.handle(event))
        self.look(self)

    def down(self, node: Node) -> None:
        x, y = node.reach.cx, node.reach.cy
        self.handle(ev.Moved((x, y)))
        self.handle(ev.Down(x, y, self.lan.now))

    def up(self) -> None:
        place = self.app._hands.place
        assert place is not None
        self.handle(ev.Up(*place, self.lan.now))

    def press(self, node: Node, pause: float = UNHURRIED) -> None:
        """Press on it with the mouse, after a look."""
        self.lan.pass_time(pause)
        self.down(node)
        self.up()

    def click(self, label: str, pause: float = UNHURRIED) -> None:
        self.lan.pass_time(pause)
        self.press(self.node(label), 0)

    def key(self, *names: str, pause: float = UNHURRIED) -> None:
        for name in names:
            self.lan.pass_time(pause)
            self.handle(ev.Pressed(name, self.lan.now))

    def types(self, text: str) -> None:
        for char in text:
            self.handle(ev.Typed(char))

    def walk_to(self, key: Key) -> None:
        """Bring the focus there with the Tab key, the shorter way round."""
        keys = [
            node.key
            for node in self.display.nodes[self.display.floor :]
            if node.intent is not None or (node.tip and node.label)
        ]
        assert key in keys, f"{key} is not among {keys}"
        here = keys.index(self.app.focus_key) if self.app.focus_key in keys else -1
        steps = (keys.index(key) - here) % len(keys)
        is_back = here >= 0 and steps > len(keys) / 2
        for _ in range(len(keys)):
            if self.app.focus_key == key:
                return
            self.key("shift+tab" if is_back or here < 0 else "tab", pause=0)
        assert self.app.focus_key == key, f"no way to {key}"

    def hear(self, news: o.News) -> None:
        self._carry_out(self.app.hear(news, self.lan.now))
        self.look(self)

    def _carry_out(self, effects: tuple[object, ...]) -> None:
        self.effects += effects
        for effect in effects:
            match effect:
                case o.Open(opening, visitor):
                    self.name = visitor.name
                    self.lan.open(self, opening)
                    self.lan.come(self)
                case o.JoinTable(_, visitor) | o.JoinAddress(_, visitor) | o.ReturnToTable(visitor):
                    self.name = visitor.name
                    self.lan.tell(self, o.Joining())
                    if self.lan.table is not None:
                        self.lan.come(self, watch=visitor.watch)
                case o.Say(message):
                    self.lan.say(self, message)
                case o.Leave(close):
                    self.lan.leave(self, close=close)
                case Quit():
                    assert self.model.is_over
                case _:
                    pass


def words_of(node: Node) -> str:
    match node.picture:
        case Text(runs):
            return "".join(run.text for run in runs)
        case FieldText(text, composing=composing):
            return text + composing
        case _:
            return ""
