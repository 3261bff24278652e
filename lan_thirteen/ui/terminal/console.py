"""Lines out and lines in."""

from __future__ import annotations

import io
import unicodedata
from dataclasses import dataclass
from typing import TextIO

from lan_thirteen.ui.text import Language

_UNPRINTABLE = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


class InputEnded(Exception):
    """Standard input was closed."""


class OutputLost(Exception):
    """Standard output cannot be written any more."""


class Console:
    """A terminal, or two streams that stand for one; None for a stream that was never there."""

    def __init__(self, source: TextIO | None, sink: TextIO | None) -> None:
        self._source = source
        self._sink = sink
        # bytes that are no text, and letters that a terminal lacks, become marks: they must never stop a match
        for stream in (source, sink):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")

    @property
    def is_terminal(self) -> bool:
        """Whether a person can type here."""
        return self._source is not None and self._source.isatty()

    def can_show(self, text: str) -> bool:
        """Whether the terminal's character set has every letter of ``text``."""
        try:
            text.encode(getattr(self._sink, "encoding", None) or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def write(self, *lines: str) -> None:
        """Print lines. Raises OutputLost where nobody will ever read them."""
        self._put("".join(printable(line) + "\n" for line in lines))

    def ask(self, prompt: str) -> str:
        """What the person typed, without blanks around it. Raises InputEnded where nothing more will come."""
        self._put(printable(prompt) + " ")
        line = self._line()
        if not line:
            self._put("\n")
            raise InputEnded
        return line.strip()

    def read(self) -> str:
        """The next line, without blanks around it. Raises InputEnded where nothing more will come."""
        line = self._line()
        if not line:
            raise InputEnded
        return line.strip()

    def _line(self) -> str:
        try:
            return "" if self._source is None else self._source.readline()
        except OSError:  # the terminal is gone
            return ""

    def _put(self, text: str) -> None:
        if self._sink is None:
            raise OutputLost
        try:
            self._sink.write(text)
            self._sink.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputLost from error


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
    return "".join("�" if unicodedata.category(c) in _UNPRINTABLE else c for c in text)


def whole_number(text: str) -> int | None:
    """``text`` as a number of at most 18 digits; None where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None
