"""Every exception that the program raises on purpose.

LanThirteenError
├── IllegalAction   an action that the rules refuse was applied: the caller did not ask ``refuse`` first
├── BadSettings     a match was asked for with seats or options that ``refuse_options`` refuses
├── JournalError    a match file cannot be read, or does not replay
├── LocalProtocolError   we tried to send what the state of the link forbids: a bug of ours
├── RemoteProtocolError  the peer sent what nobody may send: say why, then close the link
├── JoinError       a table cannot be joined
├── ProfileError    a profile's folder cannot be used
└── OpeningError    a table cannot be opened
"""

from lan_thirteen.core.values import Refusal


class LanThirteenError(Exception):
    """Base of all; ``why`` is the reason as a sentence of the language files can tell it."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why.code, *why.numbers, *why.names)
        self.why = why


class IllegalAction(LanThirteenError):
    """An action that the rules refuse was applied."""


class BadSettings(LanThirteenError):
    """No match can be made of these seats and options."""


class JournalError(LanThirteenError):
    """A match file cannot be read or does not replay."""


class LocalProtocolError(LanThirteenError):
    """We broke the protocol: a bug here."""


class RemoteProtocolError(LanThirteenError):
    """The peer broke the protocol."""


class JoinError(LanThirteenError):
    """A table cannot be joined."""


class ProfileError(LanThirteenError):
    """A profile's folder cannot be used."""


class OpeningError(LanThirteenError):
    """A table cannot be opened."""
