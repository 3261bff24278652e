"""Somebody who plays any of the games in the window, by what it shows, with the mouse alone or the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from tests.e2e.window_driver import PATIENT, Name, Shown, Thing, Window

SOON: Final = 0.5
"""Seconds in which a press shows."""
ONCE_MORE: Final = 0.12
"""So soon is the main button pressed again: a press that comes too soon after a question plays nothing."""
TURN: Final = "Your turn"
"""So begins the title of a window that asks."""
TRIES: Final = 20
MAIN: Final = ("action", "0")
PASS: Final = ("action", "1")
GO_OUT: Final = ("action", "2")
GOING_OUT: Final = "Go out"
READY: Final = "Ready for more"
LEAVES: Final = "13 Leaves"
THREE_THIRTEEN: Final = "Three Thirteen"
DREIZEHN: Final = "Dreizehn"


class Hands(Protocol):
    """How somebody presses what they see."""

    def press(self, window: Window, thing: Thing, shown: Shown) -> None:
        """Press this, by what was shown when it was chosen."""
        ...


class Mouse:
    """The mouse alone."""

    def press(self, window: Window, thing: Thing, shown: Shown) -> None:
        window.clicks(thing)


class Keyboard:
    """The keyboard alone: the keys of the boards where there are some, else the focus and the space bar."""

    def press(self, window: Window, thing: Thing, shown: Shown) -> None:
        key = _key_of(thing, shown)
        if key:
            window.presses(key)
        else:
            self.goes_to(window, thing)
            window.presses("space")

    def goes_to(self, window: Window, thing: Thing) -> None:
        """Move the focus there: with the arrows within a hand, else with the tabulator."""
        for attempt in range(8):
            steps = _steps(window.shown, thing.key, has_arrows=attempt < 4)
            if steps:
                window.presses(*steps)
            if _waits_for_focus(window, thing.key):
                return
        raise AssertionError(f"{thing.label!r} cannot be reached by the keyboard")


def _waits_for_focus(window: Window, key: Name) -> bool:
    return window.changes_to(lambda shown: _is_at(shown, key), SOON)


def _is_at(shown: Shown, key: Name) -> bool:
    thing = shown.find(*key)
    return thing is not None and thing.focus


def _steps(shown: Shown, key: Name, *, has_arrows: bool) -> list[str]:
    """The keys from the focus to the thing of this key."""
    all_of_them = [thing for thing in shown.things if thing.can or thing.label]
    there = next((i for i, thing in enumerate(all_of_them) if thing.key == key), None)
    here = next((i for i, thing in enumerate(all_of_them) if thing.focus), None)
    if here is None:
        return ["Tab"]
    if there is None or there == here:
        return []
    is_hand = all_of_them[here].group == all_of_them[there].group == "hand"
    on, back = ("Right", "Left") if is_hand and has_arrows else ("Tab", "shift+Tab")
    return [on if there > here else back] * abs(there - here)


def _key_of(thing: Thing, shown: Shown) -> str:
    """The key that the board has for this; empty where it has none."""
    match thing.key:
        case ("action", "0") | ("between", _):
            return "Return"
        case ("action", "1"):
            return "p"
        case ("action", "2"):
            return "g"
        case ("pile", "stock"):
            return "d"
        case ("pile", _):
            return "f"
        case ("target", place):
            return str(int(place) + 1)
        case ("stack", _):
            return _digit([other for other in shown.things if other.key[0] == "stack"].index(thing))
        case ("card", _) if _game(shown) != LEAVES:
            return _digit(shown.all("card", group="hand").index(thing))
        case _:
            return ""


def _digit(place: int) -> str:
    return str(place + 1) if place < 9 else ""


def _game(shown: Shown) -> str:
    """What is played, as the bar says."""
    return shown.text("bar", "title")


class Player:
    """Somebody at a window, who plays what can be played."""

    def __init__(self, window: Window, hands: Hands) -> None:
        self.window = window
        self.hands = hands
        self._tried: set[Name] = set()
        self._means_out = False

    def plays(self, until: Callable[[Shown], object] = lambda _: None) -> Shown:
        """Play until the final standings are shown, or until this holds; gives what is shown then."""
        while True:
            shown = self.window.shown
            if shown.find("again") is not None or until(shown):
                return shown
            thing = self._choice(shown)
            if thing is None:
                assert self.window.changes(shown, PATIENT), f"{self.window.host.name} waited in vain: {shown.title}"
            else:
                self.hands.press(self.window, thing, shown)
                self.window.changes(shown, ONCE_MORE if thing.key == MAIN else SOON)

    def presses(self, label: str) -> None:
        """Press what is called so until something happens: what has just come cannot be pressed away at once."""
        for _ in range(TRIES):
            thing, before = self.window.sees(label), self.window.shown
            self.hands.press(self.window, thing, before)
            if self.window.changes(before, PATIENT / TRIES):
                return
        raise AssertionError(f"{label!r} does nothing")

    def presses_key(self, *key: str) -> None:
        """Press what has this key."""
        thing = self.window.sees_key(*key)
        self.hands.press(self.window, thing, self.window.shown)

    def _choice(self, shown: Shown) -> Thing | None:
        """What to press now; None while there is nothing to do."""
        if shown.find("between", "see") is not None:
            ready = shown.can("between", "do")
            if ready is None:
                return shown.can("between", "see")
            return ready if ready.label.startswith(READY) else None
        if not shown.title.startswith(TURN):
            return None
        choose = {LEAVES: self._leaves, THREE_THIRTEEN: self._three_thirteen, DREIZEHN: self._dreizehn}
        return choose[_game(shown)](shown)

    def _leaves(self, shown: Shown) -> Thing | None:
        """Lay the first cards that can be laid, else pass and take the first card."""
        if (main := shown.can(*MAIN)) is not None:
            self._tried.clear()
            return main
        if stacks := shown.all("stack"):
            return stacks[0]
        cards = [thing for thing in shown.all("card", group="hand") if thing.key not in self._tried]
        if cards:
            self._tried.add(cards[0].key)
            return cards[0]
        return shown.can(*PASS)

    def _three_thirteen(self, shown: Shown) -> Thing | None:
        """Draw from the stock; go out if that can be, else throw the card on the right, where no melds lie."""
        main = shown.can(*MAIN)
        if (stock := shown.can("pile", "stock")) is not None:
            return main or stock
        goes_out = shown.can(*GO_OUT)
        if goes_out is not None and not self._means_out:
            self._means_out = True
            return goes_out
        if main is not None:
            self._means_out = False
            return main
        cards = [thing for thing in shown.all("card", group="hand") if not thing.tip]
        return cards[-1] if cards else shown.can("pile", "discards")

    def _dreizehn(self, shown: Shown) -> Thing | None:
        """The first card to the first target that takes it."""
        cards = shown.all("card", group="hand")
        return shown.can(*MAIN) or next(iter(shown.all("target") or cards), None)
