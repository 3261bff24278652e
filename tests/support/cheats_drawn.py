"""Hosts that draw deals otherwise than they must: each is an honest one but for one thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec.structs import replace

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import SigningKey


class SecretOfAnOlderDeal(Dealer):
    """Draws one deal after the other with the same bytes, which all know since the first was shown."""

    @staticmethod
    def fresh() -> bytes:
        return b"always the same bytes, so easy.."


class OtherSecret(Dealer):
    """Shows other bytes than those to which it had committed."""

    def show(self, of: DealId) -> j.DealShown | None:
        return j.DealShown(of, bytes(32)) if super().show(of) is not None else None


class WithheldSecret(Dealer):
    def show(self, of: DealId) -> j.DealShown | None:
        super().show(of)
        return None


class MixLeftOutOfTheSeed(Dealer):
    def seed(self, number: int) -> bytes:
        super().seed(number)
        now = self._open
        assert now is not None
        mixes = {key: given.what for key, given in now.mixes.items()}
        mixes.pop(now.drawing.drawers[0].key)
        return d.seed_of(now.drawing, now.secret, mixes)


class OwnSeed(Dealer):
    """Asks everybody and then deals from what it has chosen."""

    def seed(self, number: int) -> bytes:
        super().seed(number)
        return bytes(32)


class MixLeftOutOfTheList(Dealer):
    def mixed(self, of: DealId) -> Any:
        told, kept = super().mixed(of) or (None, None)
        assert told is not None
        return replace(told, mixes=told.mixes[1:]), kept


class OtherMix(Dealer):
    def mixed(self, of: DealId) -> Any:
        told, kept = super().mixed(of) or (None, None)
        assert told is not None
        return replace(told, mixes=(replace(told.mixes[0], what=bytes(32)), *told.mixes[1:])), kept


class CommitmentChanged(Dealer):
    """Passes on another commitment than the guest's."""

    def ask(self, of: DealId) -> j.DealCommits | None:
        told = super().ask(of)
        assert told is not None
        if not told.commits:
            return told
        return replace(told, commits=(replace(told.commits[0], what=bytes(32)), *told.commits[1:]))


class CommitmentTwice(Dealer):
    """Seat 1's commitment, which must belong to an accomplice, is taken for seat 0's too."""

    def ask(self, of: DealId) -> j.DealCommits | None:
        told = super().ask(of)
        assert told is not None
        if not told.commits:
            return told
        return replace(told, commits=(told.commits[1], *told.commits[1:]))


class NotSignedByItsKey(Dealer):
    def opened(self) -> j.DealOpened | None:
        told = super().opened()
        return None if told is None else replace(told, sig=SigningKey(bytes(32)).sign(b""))


class OtherDeck(Dealer):
    def open(self, of: DealId, deck: str, drawers: Any) -> Any:
        return super().open(of, f"{deck}0", drawers)


class Busy(Dealer):
    """Can say more to everybody than it is asked for; ``say`` must be given to it."""

    say: ClassVar[Callable[[j.Record], None]]

    def more(self, record: j.Record | None) -> None:
        assert record is not None
        type(self).say(record)


class OpenedTwice(Busy):
    """Commits to one secret, then to another."""

    def open(self, of: DealId, deck: str, drawers: Any) -> Any:
        people = list(drawers)
        super().open(of, deck, people)
        self.more(self.opened())
        return super().open(of, deck, people)


class CommitmentsAgain(Busy):
    """Lets an accomplice in seat 1 commit anew when it has seen everybody's bytes."""

    accomplice: ClassVar[SigningKey]

    def mixed(self, of: DealId) -> Any:
        now = self._open
        assert now is not None
        assert now.asked is not None
        other = d.mix_commitment(now.drawing.table, of, self.accomplice.public, bytes(32))
        sig = self.accomplice.sign(d.commit_text(now.drawing, other))
        commits = now.asked.commits
        self.more(replace(now.asked, commits=(commits[0], j.Given(1, other, sig), *commits[2:])))
        return super().mixed(of)


class BotDraws(Dealer):
    """Gives the last bot, which is in seat 2, a key of its own and lets it draw."""

    def open(self, of: DealId, deck: str, drawers: Any) -> Any:
        return super().open(of, deck, [*drawers, (Seat(2), SigningKey(bytes(32)).public)])


class KickedDrawsOn(Dealer):
    """Uses what somebody has given for the deal before who is not here any more."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.kicked: bytes | None = None

    def open(self, of: DealId, deck: str, drawers: Any) -> Any:
        people, before = list(drawers), self._open
        if self.kicked is None or before is None:
            return super().open(of, deck, people)
        sealed = super().open(of, deck, [*people, (Seat(1), self.kicked)])
        assert self._open is not None
        self._open.commits[self.kicked] = before.commits[self.kicked]
        self._open.mixes[self.kicked] = before.mixes[self.kicked]
        return sealed
