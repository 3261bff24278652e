"""What one laptop has seen of a deal, and what it makes of it.

Green: this laptop's bytes are in the deal, everything was signed, and all that it saw is as it was drawn. Red:
something is not. Grey: it cannot tell, and why.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from lan_thirteen.audit.deals import Difference, Heard, difference
from lan_thirteen.core.game import Game, Viewer
from lan_thirteen.core.lobby import Colour, DealId, Lobby
from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.trust import deal as d
from lan_thirteen.trust.journal import receipt_text
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.receipt import Overheard


class DealChecked(Value, frozen=True):
    """What this laptop makes of a deal; another one for the same deal takes its place."""

    of: DealId
    colour: Colour
    why: Refusal
    """The sentence to say: the deal's number, and in red the table and its owner."""


def red(what: str, of: DealId) -> Refusal:
    """What to say of a fault; ``named`` adds whose it is."""
    return Refusal(f"fair.red.{what}", (of.deal,))


def named(check: DealChecked, lobby: Lobby | None) -> DealChecked:
    """The same, in red with the table and its owner; of those we may know nothing when we find a fault in a copy."""
    if check.colour is not Colour.RED or lobby is None:
        return check
    return replace(check, why=replace(check.why, names=(lobby.name, _owner(lobby) or lobby.name)))


def _owner(lobby: Lobby) -> str:
    """Whose table it is."""
    if lobby.owner is None:
        return ""
    seated = (seat.name for seat in lobby.seats if seat.person == lobby.owner)
    return next(seated, "") or next((w.name for w in lobby.watchers if w.person == lobby.owner), "")


@dataclass(slots=True)
class OwnDeal:
    """One drawing, and the deal that came of it, as this laptop sees it."""

    drawing: d.Drawing
    is_late: bool
    """We have just come, and may have missed how it began."""
    mix: bytes | None
    """Our own bytes; None: we were not asked for any, or do not know them any more."""
    red: str = ""
    """What is wrong with it."""
    suspicion: str = ""
    """Why it cannot have been played as it is written down; what we saw of it may say more."""
    was_left_out: bool = False
    """We had answered the attempt before, and are not in this one."""
    commits: dict[bytes, bytes] | None = None
    """Everybody's, by their keys."""
    is_dealt: bool = False
    before: Any = None
    """The state before the deal; None where nobody can know it."""
    viewer: Viewer = None
    heard: list[Heard] = field(default_factory=list)
    is_whole: bool = True
    """We have heard the story from its beginning, without a gap."""
    is_over: bool = False
    """We have heard its end."""
    ended_at: int = 0
    """How many lines the journal had when the host had closed it; 0: it has not."""
    told: DealChecked | None = None
    is_receipted: bool = False
    """We have signed what we make of it."""
    is_receipt_written: bool = False
    """And the host has written that down."""

    @property
    def of(self) -> DealId:
        return self.drawing.of

    def receipt_is_written(self, of: DealId) -> None:
        """The journal has our receipt of this deal."""
        self.is_receipt_written = self.is_receipt_written or of == self.of

    def accuse(self, what: str) -> None:
        """Something is wrong with it; the first thing is what is told."""
        self.red = self.red or what

    def hear(self, events: tuple[Any, ...], view: Any, viewer: Viewer, *, is_cut: bool) -> None:
        """One more part of the story; ``is_cut``: there was more than could be told."""
        if not self.heard:
            is_from_start = bool(events) and type(events[0]).__name__ == "Dealt"
            self.viewer, self.is_whole = viewer, is_from_start and self.before is not None
        self.is_whole = self.is_whole and not is_cut and viewer == self.viewer
        self.heard.append(Heard(events, view))
        self.is_over = self.is_over or any(type(event).__name__ == "DealEnded" for event in events)

    def told_otherwise(self, game: Game[Any, Any, Any, Any], seed: bytes, actions: tuple[Any, ...]) -> str:
        """What was told to us otherwise than it was drawn, or written down; empty: nothing.

        ``actions``: those of the journal.
        """
        differs: Difference | None = difference(game, self.before, seed, self.viewer, self.heard)
        if differs is not None:
            return differs
        events = (event for told in self.heard for event in told.events)
        played = tuple(action for event in events if (action := game.retold(event)) is not None)
        return "" if played == actions else "moves"

    def own_commitment(self, key: SigningKey) -> bytes | None:
        """What our bytes commit us to; None where we give none."""
        if self.mix is None:
            return None
        return d.mix_commitment(self.drawing.table, self.of, key.public, self.mix)

    def answer(self, key: SigningKey) -> m.DealCommit | m.DealMix | None:
        """What the drawing waits for from us: our commitment, then our bytes; None where it waits for neither."""
        commitment = self.own_commitment(key)
        if self.mix is None or commitment is None or self.is_dealt:
            return None
        if self.commits is None:
            return m.DealCommit(self.of, commitment, key.sign(d.commit_text(self.drawing, commitment)))
        return m.DealMix(self.of, self.mix, key.sign(d.mix_text(self.drawing, self.commits, self.mix)))

    def receipt(self, table: bytes, head: bytes, colour: Colour, key: SigningKey) -> Overheard:
        """What we make of it, signed, for everybody; ``head``: the journal's where the host had closed it."""
        of, at = self.of, self.ended_at
        sig = key.sign(receipt_text(table, head, of, colour))
        return Overheard(table, of.match, of.deal, of.attempt, at, head, colour, key.public, sig)

    def unblamed(self, own: bytes, seats: Collection[bytes]) -> tuple[Colour, Refusal]:
        """What we make of it, as nothing is wrong."""
        grey = self.grey(own, seats)
        colour, code = (Colour.GREY, f"fair.grey.{grey}") if grey else (Colour.GREEN, "fair.green")
        return colour, Refusal(code, (self.of.deal,))

    def grey(self, own: bytes, seats: Collection[bytes]) -> str:
        """Why nothing can be said of it, though nothing is wrong; empty: something can.

        ``own``: our seat key; ``seats``: everybody's. Where this laptop is the host, its bytes are the host's.
        """
        has_part = self.mix is not None or self.drawing.host == own
        if not self.drawing.drawers:
            return "nobody"
        if self.was_left_out:
            return "answered"
        if not has_part and not self.is_late:
            return "without-you"
        if not has_part or not self.is_whole:
            return "late"
        return "alone" if self.drawing.keys.union({self.drawing.host}.intersection(seats)) == {own} else ""
