"""Each law catches the fault that it is there for, in each game, and no other law cries out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.game import DEALER, Actor, Deal, Due, Seat, Step, Viewer, seated
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.dreizehn import model as dreizehn
from lan_thirteen.games.leaves import model as leaves
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.games.three_thirteen import model as three_thirteen
from tests.support.laws import violations

DEALS = {"leaves": 12, "three-thirteen": 3, "dreizehn": 12}
"""Enough for each fault to show itself."""

ENDLESS = 1_000
LONGEST_MATCH = {"leaves": 60, "three-thirteen": 11, "dreizehn": 12}
"""In deals."""


class Spoiled:
    """A game that does all that ``game`` does; each fault below changes one thing."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def secret(self, state: Any, viewer: Viewer) -> int:
        """A card that ``viewer`` cannot know; -1 where there is none."""
        hidden = [zone.cards for zone in self._game.zones(state) if zone.cards and not zone.is_open_to(viewer)]
        return int(hidden[0][0]) if hidden else -1


class SeatViewLeaks(Spoiled):
    def view(self, state: Any, viewer: Viewer) -> Any:
        view = self._game.view(state, viewer)
        if seated(viewer, state.seats) is None:
            return view
        return replace(view, totals=(self.secret(state, viewer), *view.totals[1:]))


class WatcherViewLeaks(Spoiled):
    def view(self, state: Any, viewer: Viewer) -> Any:
        view = self._game.view(state, viewer)
        if seated(viewer, state.seats) is not None:
            return view
        return replace(view, totals=(self.secret(state, None), *view.totals[1:]))


class RefusalLeaks(Spoiled):
    def refuse(self, state: Any, actor: Actor, action: Any) -> Refusal | None:
        why: Refusal | None = self._game.refuse(state, actor, action)
        if why is None or actor is DEALER:
            return why
        return replace(why, numbers=(*why.numbers, self.secret(state, actor)))


class DrawnCardIsTold(Spoiled):
    def redact(self, event: Any, viewer: Viewer) -> Any:
        return event


class PlayTellsWhatWasNotDealt(Spoiled):
    def apply(self, state: Any, actor: Actor, action: Any) -> Step[Any, Any]:
        step: Step[Any, Any] = self._game.apply(state, actor, action)
        return Step(step.state, tuple(self._spoil(event, step.state) for event in step.events))

    def _spoil(self, event: Any, state: Any) -> Any:
        return replace(event, total=self.secret(state, None)) if isinstance(event, leaves.Played) else event


class CardIsLost(Spoiled):
    def apply(self, state: Any, actor: Actor, action: Any) -> Step[Any, Any]:
        step: Step[Any, Any] = self._game.apply(state, actor, action)
        return Step(_without_a_card(step.state), step.events) if isinstance(action, Deal) else step


class EndlessMatch(Spoiled):
    def actor(self, state: Any) -> Actor | None:
        actor: Actor | None = self._game.actor(state)
        return DEALER if actor is None else actor

    def due(self, state: Any) -> Due | None:
        due: Due | None = self._game.due(state)
        return Due.DEAL if self._game.actor(state) is None else due

    def deal(self, state: Any, seed: bytes) -> Any:
        return self._game.deal(self._begun_again(state), seed)

    def refuse(self, state: Any, actor: Actor, action: Any) -> Any:
        return self._game.refuse(self._begun_again(state), actor, action)

    def apply(self, state: Any, actor: Actor, action: Any) -> Any:
        return self._game.apply(self._begun_again(state), actor, action)

    def _begun_again(self, state: Any) -> Any:
        if self._game.actor(state) is not None:
            return state
        return replace(state, deal=0, totals=(0,) * state.seats)


class IllegalIsAccepted(Spoiled):
    WRONGLY_FINE = (leaves.Why.END_NEEDS_MORE, dreizehn.Why.OTHER_COLOUR, three_thirteen.Why.HAS_DRAWN)

    def refuse(self, state: Any, actor: Actor, action: Any) -> Refusal | None:
        why: Refusal | None = self._game.refuse(state, actor, action)
        return None if why is not None and why.code in self.WRONGLY_FINE else why


class LegalIsRefused(Spoiled):
    WRONGLY_REFUSED = (leaves.Play(7, 1), three_thirteen.DrawDiscard(), *(dreizehn.Place(c, 2) for c in range(42, 50)))

    def refuse(self, state: Any, actor: Actor, action: Any) -> Refusal | None:
        why: Refusal | None = self._game.refuse(state, actor, action)
        return Refusal("planted") if why is None and action in self.WRONGLY_REFUSED else why


class StrangerSeesAHand(Spoiled):
    def view(self, state: Any, viewer: Viewer) -> Any:
        # a negative number picks a hand from behind
        return self._game.view(state, viewer if viewer is None else Seat(viewer % state.seats))


class PointsAreLost(Spoiled):
    def apply(self, state: Any, actor: Actor, action: Any) -> Step[Any, Any]:
        step: Step[Any, Any] = self._game.apply(state, actor, action)
        ends = [event for event in step.events if hasattr(event, "totals")]
        return Step(replace(step.state, totals=ends[0].points), step.events) if ends else step


class EarlierDealShows(Spoiled):
    def apply(self, state: Any, actor: Actor, action: Any) -> Step[Any, Any]:
        step: Step[Any, Any] = self._game.apply(state, actor, action)
        if not isinstance(action, Deal) or not state.deal:
            return step
        return Step(replace(step.state, **{field: getattr(state, field) for field in self._kept(state)}), step.events)

    def _kept(self, state: Any) -> tuple[str, ...]:
        match state:
            case leaves.State():
                return ("tricks",)
            case dreizehn.State():
                return ("colours",)
            case _:
                return ("restocks", "turns")


def _without_a_card(state: Any) -> Any:
    match state:
        case leaves.State():
            return replace(state, undealt=state.undealt & (state.undealt - 1))
        case dreizehn.State(stock=()):
            # the last seat that plays leaves one card out, so that nobody's turn comes without a card
            last = (state.first + sum(map(len, state.hands)) - 1) % state.seats
            return replace(state, hands=tuple(h[1:] if s == last else h for s, h in enumerate(state.hands)))
        case _:
            return replace(state, stock=state.stock[:-1])


class NothingIsRetold(Spoiled):
    def retold(self, event: Any) -> Any:
        return None


FAULTS: Mapping[str, Callable[[Any], Spoiled]] = {
    "seats_see_no_secret": SeatViewLeaks,
    "watchers_see_no_secret": WatcherViewLeaks,
    "refusals_tell_no_secret": RefusalLeaks,
    "cards_are_conserved": CardIsLost,
    "a_match_ends": EndlessMatch,
    "nothing_else_is_accepted": IllegalIsAccepted,
    "what_is_legal_is_accepted": LegalIsRefused,
    "strangers_see_what_watchers_see": StrangerSeesAHand,
    "a_deal_starts_afresh": EarlierDealShows,
    "totals_add_up": PointsAreLost,
    "events_tell_each_action": NothingIsRetold,
}


def _spoiled(game: str, fault: Callable[[Any], Spoiled]) -> AnyEntry:
    entry = GAMES[game]
    return entry._replace(game=fault(entry.game))


@pytest.mark.parametrize("law", FAULTS)
@pytest.mark.parametrize("game", GAMES)
def test_a_fault_breaks_the_law_against_it_and_no_other(game: str, law: str) -> None:
    spoiled = _spoiled(game, FAULTS[law])
    if law == "a_match_ends":
        broken = violations(spoiled, "fault", ENDLESS, every=200, deals_in_a_match=LONGEST_MATCH[game])
    else:
        broken = violations(spoiled, "fault", DEALS[game], every=4)
    assert set(broken) == {law}


@pytest.mark.parametrize(
    ("game", "fault"),
    [("leaves", PlayTellsWhatWasNotDealt), ("three-thirteen", DrawnCardIsTold), ("dreizehn", DrawnCardIsTold)],
)
def test_a_leaky_event_breaks_the_law_against_it_and_no_other(game: str, fault: Callable[[Any], Spoiled]) -> None:
    assert set(violations(_spoiled(game, fault), "fault", DEALS[game], every=4)) == {"events_tell_no_secret"}
