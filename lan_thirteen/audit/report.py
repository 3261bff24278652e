"""An audit of a whole journal, for people to read: what holds, what does not, and what this file cannot show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, assert_never

from lan_thirteen.audit.attached import attachment_check
from lan_thirteen.audit.findings import Check, Findings, Place, Verdict
from lan_thirteen.audit.journal import Auditor, Fault
from lan_thirteen.audit.people import NOBODY, Player
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.game import Seat
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.trust import journal as j

_WORDS: Final = 4
"""So many groups of four hex digits of a head or a key are shown."""


def refusal(line: bytes) -> Refusal | None:
    """Why this program cannot audit or replay a journal with this first line, though it may be a sound one; or None."""
    try:
        header = j.record_of(line)
    except JournalError:
        return None
    if not isinstance(header, j.Header):
        return None
    if header.game not in GAMES:
        return Refusal("file.unknown-game", (), (header.game,))
    ours = GAMES[header.game].game.info.rules_version
    return None if header.rules_version == ours else Refusal("file.other-rules", (header.rules_version, ours))


def report(
    lines: Sequence[bytes], attachments: Iterable[bytes] = (), *, is_torn: bool = False, damage: int | None = None
) -> tuple[Check, ...]:
    """All checks of a journal, in the order of the match.

    ``is_torn``, ``damage``: the file's last line was cut off; the file is not sound from this line on, 1 up.
    """
    audit = _Audit()
    for line in lines:
        audit.follow(line)
    return tuple(audit.checks(attachments, is_torn, damage))


class _Audit:
    """A journal followed, and what is to be said of it."""

    def __init__(self) -> None:
        self.auditor = Auditor()
        self.match = Findings(0)
        self.deals: dict[int, Findings] = {}
        self.ended: dict[int, bytes] = {}
        """The head before each deal's end."""
        self.opened: list[j.DealOpened] = []

    def follow(self, line: bytes) -> None:
        before, head = self.auditor.players, self.auditor.chain.head
        faults = self.auditor.add(line)
        for fault in faults:
            self._on(fault.deal).faults.append((fault, self._name(fault)))
        try:
            record = j.record_of(line)
        except JournalError:
            return
        drawing = self.auditor.drawing
        if drawing is None:
            return
        now = self._on(drawing.of.deal)
        match record:
            case j.Seated(seat, key) if seat < len(before) and before[seat] != NOBODY and (key or before[seat].key):
                now.passed.append((_passed(before[seat], record), before[seat].name, record.name))
            case j.DealOpened():
                self.opened.append(record)
                now.drawers, now.is_dealt, now.is_shown = (
                    self._names(each.seat for each in record.drawers),
                    False,
                    False,
                )
            case j.DealMixes():
                now.is_dealt, now.dealt_at = True, self.auditor.dealt_at
            case j.GivenUp(_, seats):
                now.left_out += self._names(seats)
            case j.DealShown():
                now.is_shown, now.again = now.is_dealt and self.auditor.secret is not None, self.auditor.again
            case j.Played():
                self._count(now, record)
            case j.Ended():
                self.ended.setdefault(drawing.of.deal, head)
                now.is_ended = True
                players = enumerate(self.auditor.players)
                now.people = {seat: player.name for seat, player in players if player.key and not player.is_gone}
            case j.Checked(seat, of):
                self._note_colour(self._on(of.deal), seat, record.colour)
            case j.HandedOver(_, seat) if not faults:
                now.handed_to += self._names([seat])
            case j.HandedOver() | j.Header() | j.Seated() | j.Gone() | j.Back() | j.DealCommits() | j.Restocked():
                pass
            case _:
                assert_never(record)

    def checks(self, attachments: Iterable[bytes], is_torn: bool, damage: int | None) -> Iterator[Check]:
        records, head = len(self.auditor.chain), _words(self.auditor.chain.head)
        if damage is not None:
            yield Check(Verdict.BAD, 0, "audit.file.damaged", (damage,))
        elif is_torn:
            yield Check(Verdict.UNKNOWN, 0, "audit.file.torn", (records,), (head,))
        else:
            yield Check(Verdict.GOOD, 0, "audit.file", (records,), (head,))
        header = self.auditor.header
        if header is not None:
            numbers, names = (header.match, header.seats), (header.name, _words(header.host))
            yield Check(Verdict.GOOD, 0, f"audit.header.{header.game}", numbers, names)
        yield from self.match.wrongs()
        for findings in self.deals.values():
            yield from findings.checks()
        for line in attachments:
            yield attachment_check(line, self.auditor, self.deals, self.opened, self.ended)
        if header is not None:
            yield self._standings(header.game)

    def _standings(self, game: str) -> Check:
        after, deals = self.auditor.after, self.deals.values()
        if any(findings.faults for findings in (self.match, *deals)):
            return Check(Verdict.UNKNOWN, 0, "audit.standings.doubtful")
        state: Any = self.auditor.before if after is None else after
        if state is None:
            return Check(Verdict.UNKNOWN, 0, "audit.standings.unknown")
        rules = GAMES[game].game
        names = [player.name for player in self.auditor.players]
        standings = rules.standings(state)
        places = tuple(Place(each.rank, each.seat, names[each.seat], each.points) for each in standings)
        is_over = after is not None and rules.actor(after) is None and self.auditor.is_over
        key = "audit.standings" if is_over else "audit.standings.so-far"
        return Check(Verdict.GOOD, 0, key, (state.deal,), places=places)

    def _count(self, now: Findings, record: j.Played) -> None:
        if record.sig:
            now.signed += 1
            return
        now.by_bots += 1
        players = self.auditor.players
        if record.seat < len(players) and players[record.seat].is_gone:
            now.away[players[record.seat].name] += 1

    def _note_colour(self, of: Findings, seat: int, colour: str) -> None:
        is_accused = any(fault.what == "receipt" and fault.seat == seat for fault, _ in of.faults)
        if not is_accused and of.colours.get(seat) != "red":
            of.colours[seat] = colour
            of.people.setdefault(seat, *self._names([seat]))

    def _on(self, deal: int) -> Findings:
        return self.match if deal == 0 else self.deals.setdefault(deal, Findings(deal))

    def _name(self, fault: Fault) -> str:
        return "" if fault.seat is None else self._names([fault.seat])[0]

    def _names(self, seats: Iterable[int]) -> tuple[str, ...]:
        """What the people of these seats are called; a number for a seat that nobody has."""
        players = self.auditor.players
        return tuple((players[s].name if s < len(players) else "") or str(s + 1) for s in map(Seat, seats))


def _passed(old: Player, new: j.Seated) -> str:
    """The key of what to say of a seat that changed hands."""
    if not new.key:
        return "audit.passed.to-bot"
    if not old.key:
        return "audit.passed.from-bot"
    return "audit.passed.key" if old.name == new.name else "audit.passed"


def _words(data: bytes) -> str:
    """The beginning of a hash or a key, so that people can compare it."""
    text = data.hex()
    return " ".join(text[at : at + 4] for at in range(0, 4 * _WORDS, 4))
