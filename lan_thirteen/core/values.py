"""Frozen data that can travel, and the value that says no."""

from __future__ import annotations

import msgspec


class Value(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Frozen data; encoded it is an array of its fields, and no other shape decodes to it.

    Values hold only values, numbers, words and tuples: never a cycle, so the collector need not look at them.
    """


class Tagged(Value, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False, tag=True):
    """A value that is one of a union; its class name comes first in the array."""


class Refusal(Value, frozen=True):
    """Why something is not possible: a value, since refusing is normal play.

    ``code`` names a sentence of the language files. ``numbers`` and then ``names`` fill its blanks; the first
    number chooses the plural form. ``names`` are words that no language translates: option names, typed text.
    """

    code: str
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
