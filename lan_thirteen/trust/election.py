"""A table whose host is gone finds another one: the part of one laptop, as a pure state machine.

Events and the time go in, effects come out, to be carried out in their order. No two laptops ever open a table in one
epoch, no two hosts of one table may ever play at one time, and only who has more than half of the votes of an epoch is
given a share. That holds while messages are late, doubled or lost, laptops die, sleep and restart with what they had
written down, and the network is cut and heals, as long as clocks run at about the same pace.

Numbers are epochs that somebody tries to open. Whose turn a number is follows from the story, so it can be tried by one
laptop only. The host that was may try as well: its people are asked nothing then, since they go on as they were.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from lan_thirteen.trust import campaign, telling
from lan_thirteen.trust import takeover as t
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.trust.laptop import Audit, Laptop
from lan_thirteen.trust.story import Story
from lan_thirteen.trust.support import Support


class Election:
    """What one laptop has to do with it, a guest's or the host's: whoever is named in ``facts`` is the host.

    ``may_help``: there are shares of the running deal, or there is nothing secret; False where the table wants none.
    """

    def __init__(  # noqa: PLR0913, PLR0917  # all that a laptop begins with
        self,
        key: SigningKey,
        story: Story,
        facts: t.Facts,
        waits: t.Waits,
        audit: Audit,
        now: float,
        may_help: bool = True,
    ) -> None:
        """What stands in the story holds over ``facts``, which are written after it.

        Raises ValueError where a host would count on somebody who may be another's already.
        """
        if not waits.lease < waits.silence:
            raise ValueError(f"{waits.lease} s must be less than {waits.silence} s")
        if story.epoch > facts.epoch:
            facts = replace(facts, epoch=story.epoch, host=story.host)
        support = Support(key.public, waits.lease)
        self._laptop = Laptop(key, story, facts, waits, audit, may_help, now, now, support)
        self._asked_at = 0.0
        self._was_running = True

    @property
    def facts(self) -> t.Facts:
        return self._laptop.facts

    @property
    def story(self) -> Story:
        return self._laptop.story

    @property
    def is_host(self) -> bool:
        return self._laptop.is_host

    @property
    def bid(self) -> tuple[int, bytes] | None:
        """Which number is being tried, and whose turn it is."""
        bid = self._laptop.bid
        return None if bid is None else (bid.number, bid.candidate)

    def set_may_help(self, may_help: bool) -> None:
        """Whether there are shares of the deal that begins."""
        self._laptop.may_help = may_help

    def begin_match(self, story: Story) -> None:
        """A new match of the table: ``story.next()`` of the one before, where that is known."""
        self._laptop.story = story

    def is_running(self, now: float) -> bool:
        """Whether this host reaches half of its people: else the clocks stand, and no deal is opened."""
        self._laptop.now = max(now, self._laptop.now)
        return self._laptop.is_running

    def may_play(self, now: float) -> bool:
        """Whether this host may write an action; to be asked right before each one."""
        return self.is_running(now) and self._laptop.support.is_settled(self.story.council)

    def handle(self, event: t.Event, now: float) -> list[t.Effect]:
        """What follows from this event; time never goes back while the program runs."""
        laptop = self._laptop
        laptop.now, laptop.out = max(now, laptop.now), []
        self._carry(event)
        if not laptop.facts.has_left:
            campaign.go_on(laptop)
        if laptop.is_host and laptop.is_running != self._was_running:
            self._was_running = laptop.is_running
            laptop.out.append(t.RunClocks() if self._was_running else t.StopClocks())
        return laptop.out

    def _carry(self, event: t.Event) -> None:
        laptop = self._laptop
        match event:
            case t.Tick():
                self._tick()
            case t.Woke():
                laptop.support.forget()
                laptop.heard = laptop.now
                laptop.drop_bid()
            case t.Linked(key=key):
                laptop.linked.add(key)
                laptop.support.linked(key, laptop.now)
                laptop.try_again()
            case t.Cut(key=key):
                laptop.linked.discard(key)
                laptop.asks.pop(key, None)
                if laptop.bid is not None and laptop.bid.candidate == key:
                    campaign.fail(laptop)
            case t.Heard(sender=sender, message=message):
                self._hear(sender, message)
            case t.Grew(lines=lines):
                telling.grow(laptop, lines)
            case t.Entrusted(of=of, epoch=epoch, share=share):
                laptop.shares = {**laptop.shares, epoch: share} if of == laptop.shares_of else {epoch: share}
                laptop.shares_of = of
            case t.Sealed(of=of, secret=secret):
                laptop.secret = (of, secret)
            case t.Agreed(candidate=candidate):
                laptop.declined.discard(candidate)
                laptop.agreed.add(candidate)
                laptop.try_again()
            case t.Declined(candidate=candidate):
                laptop.agreed.discard(candidate)
                laptop.declined.add(candidate)
            case t.Leave():
                laptop.drop_bid()
                laptop.keep(replace(laptop.facts, has_left=True))
                laptop.send(laptop.facts.host, t.Farewell(laptop.facts.promised, self._asked_at))
            case t.CameBack():
                laptop.keep(replace(laptop.facts, has_left=False))
                laptop.heard = laptop.now
            case _:
                assert_never(event)

    def _tick(self) -> None:
        laptop = self._laptop
        if laptop.is_host:
            laptop.send_all(t.Ping(laptop.facts.epoch, laptop.now))
        campaign.tick(laptop)

    def _hear(self, sender: bytes, message: t.Message) -> None:
        laptop = self._laptop
        match message:
            case t.Ping():
                self._hear_ping(sender, message)
            case t.Pong():
                self._hear_pong(sender, message)
            case t.Farewell(epoch=epoch, at=at):
                if laptop.is_host and epoch <= laptop.facts.epoch:
                    laptop.support.left(sender, at)
            case t.Know(claim=claim):
                telling.compare(laptop, sender, claim)
            case t.Lines():
                telling.hear_lines(laptop, sender, message)
            case t.Ask():
                campaign.hear_ask(laptop, sender, message)
            case t.Vote():
                campaign.hear_vote(laptop, sender, message)
            case t.No():
                campaign.hear_no(laptop, sender, message)
            case t.Give():
                campaign.hear_give(laptop, sender, message)
            case t.Given():
                campaign.hear_given(laptop, sender, message)
            case t.Opened():
                telling.hear_opened(laptop, sender, message)
            case _:
                assert_never(message)

    def _hear_ping(self, sender: bytes, ping: t.Ping) -> None:
        laptop = self._laptop
        if laptop.facts.has_left:
            return
        if ping.epoch > laptop.facts.epoch:
            laptop.send(sender, t.Know(laptop.story.claim))
            return
        if ping.epoch < laptop.facts.epoch:
            telling.show_crown(laptop, sender)
        elif sender == laptop.facts.host:
            laptop.heard, self._asked_at = laptop.now, ping.at
            laptop.asks = {key: ask for key, ask in laptop.asks.items() if key == sender}
            laptop.drop_bid()
        laptop.send(sender, t.Pong(laptop.facts.promised, laptop.story.claim, ping.at))

    def _hear_pong(self, sender: bytes, pong: t.Pong) -> None:
        laptop = self._laptop
        laptop.note(pong.epoch)
        if not laptop.is_host or pong.at > laptop.now:
            return
        if pong.epoch > laptop.facts.epoch:
            laptop.support.voted(sender)
        else:
            knows = (pong.claim.match, pong.claim.records) if laptop.story.has(pong.claim) else (0, 0)
            laptop.support.answered(sender, pong.at, knows)
