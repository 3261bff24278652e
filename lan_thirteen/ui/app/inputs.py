"""The pointer, the keyboard and the focus: from events and a display to what a person means. Pure."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.ui import events as ev
from lan_thirteen.ui.boards.base import Dragged
from lan_thirteen.ui.display import Box, Display, Key, Node, Way, hit, touched, walked
from lan_thirteen.ui.pictures import Card, Shade
from lan_thirteen.ui.widgets import Along, along, turned_on

DRAG_FROM: Final = 8.0
"""Units; a press that moves less is a press."""

_WAYS: Final = {
    "left": Way.LEFT,
    "right": Way.RIGHT,
    "up": Way.UP,
    "down": Way.DOWN,
    "tab": Way.NEXT,
    "shift+tab": Way.PREVIOUS,
}
_ROWS: Final = {Way.DOWN: 1, Way.NEXT: 1, Way.UP: -1, Way.PREVIOUS: -1}
"""How a list is turned by a step that leads out of it."""
_TYPING_S: Final = 1.5
"""So long after a key somebody is still typing."""
CHOSEN_BY_RETURN: Final = ("hand", "table")
"""In these parts return is the main button's, and space is that of what has the focus."""


class Held(NamedTuple):
    """The button went down on this node and is still down."""

    key: Key
    x: float
    y: float
    at: float
    intent: object | None = None
    """What a press on it meant then."""


class Hands(NamedTuple):
    """Where the pointer and the focus are."""

    place: tuple[float, float] | None = None
    hover: Key | None = None
    held: Held | None = None
    last: Held | None = None
    """Where the button went down last, be it up again or not."""
    is_dragging: bool = False
    focus: Key | None = None
    focus_box: Box | None = None
    """Where the focus was last seen."""
    led_at: float | None = None
    """Since when the focus is where the program has brought it; None: its person did."""
    under: Key | None = None
    """What had the focus before something covered it."""
    has_keys: bool = False
    """The keyboard was used last."""
    typed_at: float = -1.0
    """When a key last went into a text field, or would have if nothing had covered it."""
    in_field: bool = False
    interrupted: Key | None = None
    """The field that was being typed into when something covered it."""


class Meant(NamedTuple):
    """Something of the display was chosen; the press began at ``began``."""

    intent: object
    began: float


class KeyLeft(NamedTuple):
    """A key that means nothing to the focus."""

    name: str
    began: float
    is_repeat: bool
    instead: object | None = None
    """What it means where it means nothing on this screen."""


Outcome: TypeAlias = Meant | KeyLeft | None


def looks(hands: Hands) -> object:
    """What of the hands changes how things look."""
    return hands.hover, hands.focus, hands.has_keys, hands.is_dragging, None if hands.held is None else hands.held.key


def pointed(
    hands: Hands, display: Display, event: ev.Moved | ev.Down | ev.Up, guard: float = 0.0
) -> tuple[Hands, Outcome]:
    """After something the pointer did."""
    match event:
        case ev.Moved(place):
            return _moved(hands, display, place), _slid(hands, display, place)
        case ev.Down():
            return _taken(hands, display, event, guard)
        case ev.Up(x, y):
            return _let_go(hands, display, x, y)


def is_beside(display: Display, x: float, y: float) -> bool:
    """Whether this point lies beside a dialog or an open list, which a press there puts away."""
    if not display.floor:
        return False
    return not any(n.reach.holds(x, y) for n in display.nodes[display.floor :] if not isinstance(n.picture, Shade))


def typed_key(hands: Hands, display: Display, event: ev.Pressed, guard: float = 0.0) -> tuple[Hands, Outcome]:
    """After a key that no text field wanted.

    Where the program has brought the focus, return is the screen's before it is the focus's; and for ``guard`` seconds
    nothing is chosen there that nobody can have meant.
    """
    way = _WAYS.get(event.name)
    if way is None and event.name != "escape" and _is_typing_on(hands, event.at):
        return hands._replace(typed_at=event.at), None
    node = focused(hands, display)
    if way in (Way.LEFT, Way.RIGHT) and node is not None and isinstance(node.intent, Along):
        place = node.intent.at + (1 if way is Way.RIGHT else -1)
        steps = node.intent.steps
        return hands._replace(has_keys=True), Meant(steps[min(max(place, 0), len(steps) - 1)], event.at)
    if way is not None:
        return _stepped(hands, display, way, event.at)
    left = KeyLeft(event.name, event.at, event.is_repeat)
    is_press = event.name == "space" or (event.name == "return" and node and node.group not in CHOSEN_BY_RETURN)
    if not is_press or node is None or node.intent is None or event.is_repeat:
        return hands, left
    if hands.led_at is None:
        return hands._replace(has_keys=True), Meant(node.intent, event.at)
    if event.at < hands.led_at + guard:
        return hands, left
    if event.name == "return":
        return hands, left._replace(instead=node.intent)
    return hands._replace(has_keys=True), Meant(node.intent, event.at)


def _stepped(hands: Hands, display: Display, way: Way, at: float) -> tuple[Hands, Outcome]:
    """After a step of the focus; one that leads out of a list turns it first, where it has more rows."""
    stepping = hands._replace(led_at=None, has_keys=True, interrupted=None)
    here, key = focused(hands, display), walked(display, hands.focus, way)
    there = None if key is None else display.find(key)
    turned = None if here is None or way not in _ROWS else turned_on(display, here, there, _ROWS[way])
    if turned is not None:
        return stepping, Meant(turned, at)
    return refocused(stepping._replace(focus=key), display), None


def typing_at(hands: Hands, event: ev.Pressed) -> Hands:
    """After a key that a text field has; return ends what is typed."""
    return hands if event.name == "return" else hands._replace(typed_at=event.at)


def _is_typing_on(hands: Hands, now: float) -> bool:
    """Whether somebody goes on typing though something has covered their field: that is no answer to it."""
    return hands.interrupted is not None and now < hands.typed_at + _TYPING_S


def focused(hands: Hands, display: Display) -> Node | None:
    """The node that has the focus, if it can be reached and means something or has a name.

    A card that was played has neither any more.
    """
    if hands.focus is None:
        return None
    node = next((node for node in reversed(display.nodes[display.floor :]) if node.key == hands.focus), None)
    return node if node is not None and (node.intent is not None or node.label) else None


def refocused(hands: Hands, display: Display, now: float = 0.0) -> Hands:
    """The hands over a new display: the hover is looked up anew, and a focus whose node is gone finds another.

    What covers the screen has it at its first node, and gives it back; otherwise it goes to the nearest.
    """
    hands = _led(hands, display, now)
    node = focused(hands, display)
    focus, box = (None, None) if node is None else (node.key, node.reach)
    under = hit(display, *hands.place) if hands.place is not None else None
    in_field = node is not None and node.is_field
    return hands._replace(focus=focus, focus_box=box, in_field=in_field, hover=None if under is None else under.key)


def _led(hands: Hands, display: Display, now: float) -> Hands:
    """The focus brought to where it can be."""
    if hands.interrupted is not None and not display.floor:
        hands = hands._replace(focus=hands.interrupted, interrupted=None)
    if hands.in_field and display.floor and focused(hands, display) is None and now < hands.typed_at + _TYPING_S:
        hands = hands._replace(interrupted=hands.focus)
    if hands.focus is None or not hands.has_keys:
        return hands._replace(led_at=None, under=None)
    if focused(hands, display) is not None:
        return hands if display.floor else hands._replace(under=None)
    if display.floor:
        first = next(display.reachable(), None)
        return hands._replace(focus=first and first.key, led_at=now, under=hands.under or hands.focus)
    back = hands._replace(focus=hands.under, led_at=now, under=None)
    if focused(back, display) is not None:
        return back
    nearest = _nearest(display, hands.focus_box)
    return back._replace(focus=nearest and nearest.key)


def _taken(hands: Hands, display: Display, event: ev.Down, guard: float) -> tuple[Hands, Outcome]:
    """The button goes down: what is under it will be chosen when it is let go, but for a slider, which goes at once.

    The second half of a double press chooses nothing that the first half has brought.
    """
    node, last = touched(display, event.x, event.y), hands.last
    held = None if node is None else Held(node.key, *event, node.intent)
    hands = hands._replace(last=held or Held((), *event), interrupted=None)
    if held is not None and last is not None and held.key != last.key and _is_double(last, held, guard):
        return hands._replace(held=None), None
    focus = node.key if node is not None and node.is_field else None
    taken = hands._replace(held=held, is_dragging=False, focus=focus, has_keys=False, place=(event.x, event.y))
    return refocused(taken, display), _slid(taken, display, (event.x, event.y))


def _is_double(first: Held, second: Held, seconds: float) -> bool:
    near = abs(first.x - second.x) + abs(first.y - second.y) <= DRAG_FROM
    return near and second.at - first.at < seconds


def _slid(hands: Hands, display: Display, place: tuple[float, float] | None) -> Outcome:
    """What a held slider means with the pointer here."""
    if hands.held is None or place is None:
        return None
    node = display.find(hands.held.key)
    if node is None or not isinstance(node.intent, Along):
        return None
    return Meant(along(node.intent, node.box, place[0]), hands.held.at)


def _moved(hands: Hands, display: Display, place: tuple[float, float] | None) -> Hands:
    if place is None:
        return hands._replace(place=None, hover=None)
    node, held = hit(display, *place), hands.held
    is_far = held is not None and abs(place[0] - held.x) + abs(place[1] - held.y) > DRAG_FROM
    return hands._replace(
        place=place, hover=None if node is None else node.key, is_dragging=hands.is_dragging or is_far
    )


def _let_go(hands: Hands, display: Display, x: float, y: float) -> tuple[Hands, Outcome]:
    held, let_go = hands.held, hands._replace(held=None, is_dragging=False, place=(x, y))
    if held is None:
        return let_go, None
    node = touched(display, x, y)
    if node is not None and node.key == held.key:
        # a button that has come to mean something else meanwhile is another one
        is_press = node.intent == held.intent is not None and not isinstance(node.intent, Along)
        return let_go, Meant(node.intent, held.at) if is_press else None
    if hands.is_dragging:
        return let_go, Meant(Dragged(held.key, None if node is None else node.key), held.at)
    return let_go, None


def _nearest(display: Display, box: Box | None) -> Node | None:
    nodes = list(display.reachable())
    if box is None or not nodes:
        return nodes[0] if nodes else None
    return min(nodes, key=lambda node: abs(node.reach.cx - box.cx) + abs(node.reach.cy - box.cy))


def dragged(display: Display, hands: Hands) -> Display:
    """A card that is being dragged hangs at the pointer, above all else."""
    node = None if hands.held is None else display.find(hands.held.key)
    if node is None or hands.held is None or hands.place is None or not isinstance(node.picture, Card):
        return display
    moved = node._replace(
        box=node.box.moved(hands.place[0] - hands.held.x, hands.place[1] - hands.held.y), intent=None, tip="", alpha=0.9
    )
    others = tuple(other for other in display.nodes if other is not node)
    return Display((*others, moved), display.floor)
