"""How laptops without a host come to the same story, and learn who hosts now: the longest that is signed holds."""

from __future__ import annotations

from collections.abc import Sequence

from lan_thirteen.trust import takeover as t
from lan_thirteen.trust.laptop import Laptop
from lan_thirteen.trust.story import Claim


def compare(laptop: Laptop, other: bytes, claim: Claim) -> None:
    """Who knows more of the match tells the other; after a later host, all of it. Another match is only named."""
    mine = laptop.story.claim
    if claim.match < mine.match:
        laptop.send(other, t.Know(mine))
    elif claim.match > mine.match and claim.epoch > laptop.facts.epoch:
        laptop.out.append(t.Elsewhere(other))
    elif claim == mine or claim.match > mine.match:
        return
    elif claim.length > mine.length:
        laptop.send(other, t.Know(mine))
    elif claim.epoch == mine.epoch and laptop.story.has(claim):
        _tell(laptop, other, claim.records)
    else:
        _tell(laptop, other, 0)


def grow(laptop: Laptop, lines: Sequence[bytes]) -> None:
    """The host has written these lines; what cannot stand there is left out."""
    for line in lines:
        laptop.story.add(line)
    _see_who_hosts(laptop)


def hear_lines(laptop: Laptop, sender: bytes, told: t.Lines) -> None:
    """Take over what is known of the match elsewhere, where it is signed and more than is known here."""
    mine = laptop.story.claim
    if told.match != mine.match or told.first > mine.records:
        return
    lines = (*laptop.story.lines[: told.first], *told.lines)
    other = laptop.story.told_otherwise(lines)
    if other is None or laptop.story.has(other.claim) or not laptop.audit(lines):
        return
    claim = other.claim
    if claim.epoch == mine.epoch and not other.has(mine):
        _dispute(laptop, sender, lines)
    elif claim.length > mine.length and (claim.epoch > laptop.facts.epoch or laptop.is_silent):
        laptop.story = other
        laptop.out.append(t.Told(lines))
        _see_who_hosts(laptop)


def hear_opened(laptop: Laptop, sender: bytes, opened: t.Opened) -> None:
    """Follow the new host, where the record proves it; where it may only be unknown here, ask for what leads to it."""
    story, claim = laptop.story, opened.claim
    if story.has(claim) and story.lines[claim.records : claim.records + 1] == [opened.line]:
        return
    if claim == story.claim and story.add(opened.line):
        laptop.out.append(t.Told(tuple(story.lines)))
        _see_who_hosts(laptop)
    elif claim.match == story.match:
        laptop.send(sender, t.Know(story.claim))
    else:
        laptop.out.append(t.Elsewhere(sender))


def show_crown(laptop: Laptop, to: bytes) -> None:
    """Prove to somebody who is behind that the table has another host."""
    story, at = laptop.story, laptop.story.crowned_at
    if at is not None:
        laptop.send(to, t.Opened(story.before_crown, story.lines[at]))
    else:
        laptop.send(to, t.Know(story.claim))


def _see_who_hosts(laptop: Laptop) -> None:
    if laptop.story.epoch > laptop.facts.epoch:
        laptop.follow(laptop.story.host, laptop.story.epoch)


def _tell(laptop: Laptop, other: bytes, first: int) -> None:
    laptop.send(other, t.Lines(laptop.story.match, first, tuple(laptop.story.lines[first:])))


def _dispute(laptop: Laptop, other: bytes, lines: Sequence[bytes]) -> None:
    """One host has told two stories. Both laptops shall have both; each says so once."""
    if other not in laptop.disputes:
        laptop.disputes.add(other)
        laptop.out.append(t.TwoStories(other, tuple(lines)))
        _tell(laptop, other, 0)
