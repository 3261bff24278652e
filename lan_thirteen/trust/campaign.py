"""How a laptop becomes the host: votes first, shares last, and one number after the other."""

from __future__ import annotations

from collections.abc import Set

from msgspec.structs import replace

from lan_thirteen.trust import takeover as t
from lan_thirteen.trust.deal import Drawing, is_secret
from lan_thirteen.trust.escrow import Share, restore
from lan_thirteen.trust.laptop import Bid, Laptop
from lan_thirteen.trust.story import Ballot, TakenOver, crown_line, vote_text, voters
from lan_thirteen.trust.support import Support
from lan_thirteen.trust.telling import compare, show_crown


def go_on(laptop: Laptop) -> None:
    """Whatever can be done now: answer who asks, try the next number, count what has come."""
    for sender, ask in sorted(laptop.asks.items(), key=lambda asked: asked[1].number):
        _weigh(laptop, sender, ask)
    if laptop.bid is None and laptop.now >= laptop.rests_until:
        if laptop.is_host:
            _renew(laptop)
        elif laptop.is_silent:
            _try_next(laptop)
    if laptop.bid is not None and laptop.bid.candidate == laptop.me:
        _campaign(laptop, laptop.bid)


def tick(laptop: Laptop) -> None:
    """A bid has its time; what was lost on the way is said again."""
    bid = laptop.bid
    if bid is None:
        return
    if laptop.now - bid.since >= laptop.waits.bid:
        fail(laptop)
    elif bid.head:
        _ask_all(laptop, bid)
        if laptop.story.council.is_majority(bid.ballots.keys()):
            _ask_for_shares(laptop, bid, bid.ballots.keys() - bid.shares.keys())  # again, where they have not come


def fail(laptop: Laptop) -> None:
    """This number leads nowhere; when all have had their turn, say so."""
    bid = laptop.bid
    if bid is None:
        return
    laptop.bid, laptop.last = None, max(laptop.last, bid.number)
    laptop.asks.pop(bid.candidate, None)
    laptop.failures += 1
    if bid.head:
        laptop.send_all(t.No(bid.number, laptop.facts.promised))
    now = laptop.story.council.now
    if now is not None and laptop.failures >= len(now.order) and not laptop.is_host:
        _give_up(laptop, "failed")


def hear_ask(laptop: Laptop, sender: bytes, ask: t.Ask) -> None:
    """Remember it, and see to it that both know the same story: only then it can be answered."""
    if ask.number <= laptop.facts.epoch:
        show_crown(laptop, sender)
        return
    laptop.note(ask.number)
    if ask.number <= laptop.known_number and sender in laptop.story.council.keys:
        laptop.asks[sender] = ask
        compare(laptop, sender, ask.claim)


def hear_vote(laptop: Laptop, sender: bytes, vote: t.Vote) -> None:
    bid, council = laptop.bid, laptop.story.council
    if bid is None or not bid.head or (vote.number, vote.head) != (bid.number, bid.head) or sender not in council.keys:
        return
    ballot = Ballot(sender, vote.sig)
    if voters(laptop.story.table, bid.number, laptop.me, bid.head, [ballot]):
        bid.ballots[sender] = ballot


def hear_no(laptop: Laptop, sender: bytes, no: t.No) -> None:
    laptop.note(no.highest)
    ask, bid = laptop.asks.get(sender), laptop.bid
    if ask is not None and ask.number <= no.number:
        del laptop.asks[sender]
    if bid is None or bid.number != no.number:
        return
    if bid.candidate == sender:
        fail(laptop)
    elif bid.candidate == laptop.me and sender not in bid.ballots:
        bid.noes.add(sender)


def hear_give(laptop: Laptop, sender: bytes, give: t.Give) -> None:
    """A share goes to the one whom this laptop has voted for last, when it shows that more than half have."""
    sealed, voted = laptop.story.sealed, (laptop.facts.voted, laptop.facts.candidate)
    if voted != (give.number, sender) or sealed is None or sealed.of != laptop.shares_of or not laptop.is_silent:
        return
    have = voters(laptop.story.table, give.number, sender, laptop.story.claim.head, give.ballots)
    if laptop.story.council.is_majority(have):
        laptop.send(sender, t.Given(give.number, laptop.held))


def hear_given(laptop: Laptop, sender: bytes, given: t.Given) -> None:
    bid = laptop.bid
    if bid is not None and bid.number == given.number and sender in bid.ballots:
        bid.shares[sender] = given.shares


def _weigh(laptop: Laptop, sender: bytes, ask: t.Ask) -> None:
    """Vote, refuse, ask the person here, or leave it for later."""
    facts, story, bid = laptop.facts, laptop.story, laptop.bid
    if (ask.number, sender) == (facts.voted, facts.candidate):
        _vote_again(laptop, sender, ask)
    elif ask.number <= facts.promised or laptop.is_host or facts.has_left:
        del laptop.asks[sender]
        laptop.refuse(sender, ask.number)
    elif ask.claim == story.claim and (laptop.is_silent or sender == facts.host):
        if story.council.candidate(story.epoch, ask.number) != sender:
            del laptop.asks[sender]
            laptop.refuse(sender, ask.number)
        elif bid is None or bid.candidate == sender or facts.voted != bid.number:
            _answer(laptop, sender, ask)


def _answer(laptop: Laptop, sender: bytes, ask: t.Ask) -> None:
    """It is this candidate's turn: what the person here says of it counts."""
    if laptop.bid is None or (laptop.bid.number, laptop.bid.candidate) != (ask.number, sender):
        laptop.bid = Bid(ask.number, sender, laptop.now)
    if sender in laptop.declined:
        del laptop.asks[sender]
        laptop.refuse(sender, ask.number)
    elif sender in laptop.agreed or sender == laptop.facts.host:
        laptop.keep(replace(laptop.facts, voted=ask.number, candidate=sender))
        _vote_again(laptop, sender, ask)
    else:
        _ask_person(laptop, sender)


def _vote_again(laptop: Laptop, sender: bytes, ask: t.Ask) -> None:
    """One vote a number; it may be said twice."""
    del laptop.asks[sender]
    if ask.claim == laptop.story.claim:
        laptop.send(sender, t.Vote(ask.number, ask.claim.head, _signed(laptop, ask.number, sender)))


def _signed(laptop: Laptop, number: int, candidate: bytes) -> bytes:
    story = laptop.story
    return laptop.key.sign(vote_text(story.table, number, candidate, story.claim.head))


def _ask_person(laptop: Laptop, candidate: bytes) -> None:
    if candidate not in laptop.questions:
        laptop.questions.add(candidate)
        laptop.out.append(t.AskPerson(candidate))


def _give_up(laptop: Laptop, why: str) -> None:
    """Rest for a while, and tell the person here, once."""
    laptop.failures, laptop.rests_until = 0, laptop.now + laptop.waits.bid
    if why == laptop.gave_up:
        return
    council = laptop.story.council
    people = () if council.now is None else council.now.electors
    here = sum(elector.key in laptop.here for elector in people)
    laptop.gave_up = why
    laptop.out.append(t.GiveUp(why, here, len(people) // 2 + 1))


def _try_next(laptop: Laptop) -> None:
    """The next number whose candidate can be reached."""
    story, council = laptop.story, laptop.story.council
    if not laptop.may_help:
        _give_up(laptop, "strict")
    elif not council.is_majority(laptop.here):
        _give_up(laptop, "few")
    else:
        number = laptop.known_number + 1
        while (candidate := council.candidate(story.epoch, number)) not in laptop.here:
            number += 1
        laptop.bid = Bid(number, candidate, laptop.now)
        if candidate not in laptop.declined and candidate not in {laptop.me, laptop.facts.host} | laptop.agreed:
            _ask_person(laptop, candidate)


def _renew(laptop: Laptop) -> None:
    """A host whose people have voted for others counts on them again only in a later epoch, for which it asks."""
    story, council = laptop.story, laptop.story.council
    have_voted = laptop.facts.voted > laptop.facts.epoch or bool(laptop.support.promised)
    is_elector = council.now is not None and laptop.me in council.now.keys
    if not have_voted or laptop.is_running or not is_elector or not council.is_majority(laptop.here):
        return
    number = laptop.known_number + 1
    while council.candidate(story.epoch, number) != laptop.me:
        number += 1
    laptop.bid = Bid(number, laptop.me, laptop.now)


def _campaign(laptop: Laptop, bid: Bid) -> None:
    """It is this laptop's turn."""
    if not _can_win(laptop, bid):
        fail(laptop)
    elif laptop.me not in laptop.agreed and not laptop.is_host:
        _ask_person(laptop, laptop.me)
    else:
        if bid.head != laptop.story.claim.head:
            _stand(laptop, bid)
        if laptop.story.council.is_majority(bid.ballots.keys()):
            _take(laptop, bid)


def _can_win(laptop: Laptop, bid: Bid) -> bool:
    """Whether the number is this laptop's still, and enough may yet vote for it."""
    story, facts = laptop.story, laptop.facts
    if laptop.me in laptop.declined and not laptop.is_host:
        return False
    if story.council.candidate(story.epoch, bid.number) != laptop.me or not story.council.is_whole:
        return False
    if bid.number <= facts.promised and (facts.voted, facts.candidate) != (bid.number, laptop.me):
        return False
    return story.council.is_majority((laptop.here - bid.noes) | bid.ballots.keys())


def _stand(laptop: Laptop, bid: Bid) -> None:
    """Ask for votes, beginning with one's own; with another story than before, for all of them anew."""
    bid.head = laptop.story.claim.head
    bid.ballots, bid.shares, bid.asked = {}, {}, set()
    laptop.keep(replace(laptop.facts, voted=bid.number, candidate=laptop.me))
    bid.ballots[laptop.me] = Ballot(laptop.me, _signed(laptop, bid.number, laptop.me))
    bid.shares[laptop.me] = laptop.held
    _ask_all(laptop, bid)


def _ask_all(laptop: Laptop, bid: Bid) -> None:
    for key in sorted((laptop.linked & laptop.story.council.keys) - bid.ballots.keys() - bid.noes):
        laptop.send(key, t.Ask(bid.number, laptop.story.claim))


def _take(laptop: Laptop, bid: Bid) -> None:
    """More than half are for it: open the table, as soon as the deal can be gone on with."""
    sealed = laptop.story.sealed
    if sealed is None:
        _open(laptop, bid, None)
    elif (secret := _restored(laptop, bid, sealed)) is not None:
        laptop.secret = (sealed.of, secret)
        _open(laptop, bid, secret)
    else:
        _ask_for_shares(laptop, bid, bid.ballots.keys() - bid.shares.keys() - bid.asked)


def _ask_for_shares(laptop: Laptop, bid: Bid, holders: Set[bytes]) -> None:
    for key in sorted(holders):
        bid.asked.add(key)
        laptop.send(key, t.Give(bid.number, tuple(bid.ballots.values())))


def _restored(laptop: Laptop, bid: Bid, sealed: Drawing) -> bytes | None:
    """The bytes of the deal: known where this laptop hosts already, else from the shares that fit together."""
    if laptop.secret is not None and laptop.secret[0] == sealed.of and is_secret(sealed, laptop.secret[1]):
        return laptop.secret[1]
    alike: dict[tuple[int, int], dict[bytes, Share]] = {}
    for key, given in bid.shares.items():
        for held in given:
            alike.setdefault((held.epoch, held.share.k), {})[key] = held.share
    for (_, k), shares in sorted(alike.items()):
        if k <= len(shares) and (secret := restore(shares.values(), k, lambda found: is_secret(sealed, found))):
            return secret
    return None


def _open(laptop: Laptop, bid: Bid, secret: bytes | None) -> None:
    """The first line that the new host writes proves that it is the host."""
    story, council = laptop.story, laptop.story.council
    seat = next(e.seat for electorate in council.all for e in electorate.electors if e.key == laptop.me)
    ballots = tuple(bid.ballots[key] for key in sorted(bid.ballots))
    line = crown_line(TakenOver(bid.number, seat, laptop.me, ballots))
    if not story.add(line):
        raise ValueError("votes that are none were counted")
    laptop.bid, laptop.questions, laptop.asks = None, set(), {}
    laptop.agreed, laptop.declined = set(), set()
    laptop.try_again()
    laptop.support = Support(laptop.me, laptop.waits.lease)
    laptop.out.append(t.Open(bid.number, line, secret))
    laptop.keep(replace(laptop.facts, epoch=bid.number, host=laptop.me))
    laptop.send_all(t.Opened(story.before_crown, line))
