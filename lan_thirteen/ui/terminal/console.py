"""Lines out and lines in."""

from __future__ import annotations

import io
import unicodedata
from dataclasses import dataclass
from typing import TextIO

from lan_thirteen.ui.text import Language


class InputEnded(Exception):
    """Standard input was closed."""


class Console:
    """A terminal, or two streams that stand for one."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        self._source = source
        self._sink = sink
        if isinstance(sink, io.TextIOWrapper):
            # a terminal that lacks a letter shows a mark for it; that must never stop a match
            sink.reconfigure(errors="replace")

    def can_show(self, text: str) -> bool:
        """Whether the terminal's character set has every letter of ``text``."""
        try:
            text.encode(self._sink.encoding or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def write(self, *lines: str) -> None:
        for line in lines:
            self._sink.write(printable(line) + "\n")
        self._sink.flush()

    def ask(self, prompt: str) -> str:
        """What the person typed, without blanks around it. Raises InputEnded where nothing more will come."""
        self._sink.write(printable(prompt) + " ")
        self._sink.flush()
        try:
            line = self._source.readline()
        except UnicodeDecodeError:
            return "?"
        if not line:
            self._sink.write("\n")
            raise InputEnded
        return line.strip()


@dataclass(frozen=True, slots=True)
class Terminal:
    """A console and the language that is spoken there."""

    language: Language
    console: Console

    def say(self, key: str, *numbers: int | str, **words: object) -> str:
        return self.language.say(key, *numbers, **words)

    def write(self, *lines: str) -> None:
        self.console.write(*lines)


def printable(text: str) -> str:
    """``text`` without the characters that would steer a terminal: names come from other people."""
    return "".join("�" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co") else c for c in text)
