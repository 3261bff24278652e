"""What a match file proves, told in a terminal: a line for each check, and a sentence in the end."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from lan_thirteen.audit.findings import Check, Place, Verdict
from lan_thirteen.audit.replayed import replayed
from lan_thirteen.audit.report import refusal, report
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.journal_file import read_journal, split_journal
from lan_thirteen.net.recorder import read_secrets
from lan_thirteen.table.records import FORMAT, Header, Record
from lan_thirteen.ui.terminal.console import Terminal

_MARKS: Final = {Verdict.GOOD: "✓", Verdict.BAD: "✗", Verdict.UNKNOWN: "–"}


def run_audit(terminal: Terminal, arguments: argparse.Namespace) -> bool:
    """Check a match file, or a proof; whether no check has failed. Raises JournalError where it is none."""
    try:
        found = read_journal(Path(arguments.file))
    except JournalError as error:
        if error.why.code == "file.other-format" and error.why.numbers[:1] == (FORMAT,):
            raise JournalError(Refusal("audit.alone")) from error
        raise
    if not found.lines and found.damage is None:
        raise JournalError(Refusal("file.not-a-match"))
    if found.lines and (why := refusal(found.lines[0])) is not None:
        raise JournalError(why)
    checks = report(found.lines, found.attachments, is_torn=found.is_torn, damage=found.damage)
    bad = sum(check.verdict is Verdict.BAD for check in checks)
    terminal.write(*told(terminal, checks), "")
    terminal.write(terminal.say("audit.result.bad", bad) if bad else terminal.say("audit.result.good"))
    return not bad


def saved_journal(data: bytes, secrets: str | None) -> tuple[Header, Sequence[Record[Any]], Sequence[Refusal]]:
    """The match of a journal file's bytes, to be played again, and what is to be said of the file.

    ``secrets``: the path of what its host has kept apart. Raises JournalError where no match follows from all that.
    """
    found = split_journal(data)
    kept = () if secrets is None else read_secrets(Path(secrets)).values()
    match = replayed(found.lines, (each.sealed.secret for each in kept))
    notes = []
    if found.damage is not None:
        notes.append(Refusal("file.damaged", (found.damage,)))
    elif found.is_torn:
        notes.append(Refusal("file.torn"))
    if match.is_cut:
        notes.append(Refusal("replay.cut"))
    return match.header, match.records, notes


def told(terminal: Terminal, checks: Iterable[Check]) -> list[str]:
    """A line for each check, those of a deal below its number."""
    marks, lines, deal = _marks(terminal), list[str](), 0
    for check in checks:
        if check.deal != deal:
            deal = check.deal
            lines += ["", terminal.say("audit.heading", deal)] if deal else [""]
        people = terminal.say("list.comma").join((*check.people, *(_place(terminal, each) for each in check.places)))
        sentence = terminal.say(check.key, *check.numbers, *check.names, people=people)
        lines.append(f"{marks[check.verdict]} {sentence}")
    return lines


def _place(terminal: Terminal, place: Place) -> str:
    name = place.name or terminal.say("bot.name", place.seat + 1)
    return terminal.say("audit.place", place.rank, place.points, name)


def _marks(terminal: Terminal) -> dict[Verdict, str]:
    """Signs, or words of one width where the terminal has not those."""
    if terminal.console.can_show("".join(_MARKS.values())):
        return _MARKS
    words = {verdict: terminal.say(f"audit.mark.{verdict}") for verdict in Verdict}
    width = max(map(len, words.values()))
    return {verdict: word.ljust(width) for verdict, word in words.items()}
