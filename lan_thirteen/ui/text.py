"""What the program says, from the language files.

A language is a gettext catalogue, ``assets/lang/<code>.po``, compiled to ``.mo`` beside it. Sentences are known by
keys such as ``leaves.must-lead``, in English too. Blanks are ``{0}``, ``{1}`` for numbers and ``{who}`` for words;
where a sentence has plural forms, its first number chooses among them.
"""

from __future__ import annotations

import gettext
from typing import TYPE_CHECKING

from lan_thirteen.ui.assets import asset

if TYPE_CHECKING:  # the first frame is drawn before the types of messages are loaded
    from lan_thirteen.core.values import Refusal


class Language:
    """The sentences of one language."""

    def __init__(self, catalogue: gettext.NullTranslations) -> None:
        self._catalogue = catalogue

    def say(self, key: str, *numbers: int | str, **words: object) -> str:
        """The sentence of this key with its blanks filled; the bare key where the language has none."""
        template = key
        if numbers and isinstance(numbers[0], int):
            template = self._catalogue.ngettext(key, key, abs(numbers[0]))
        if template == key:
            template = self._catalogue.gettext(key)
        return key if template == key else template.format(*numbers, **words)

    def why(self, refusal: Refusal) -> str:
        """The sentence that tells a refusal; its code alone where it does not have what the sentence needs.

        It may come from a stranger.
        """
        try:
            return self.say(refusal.code, *refusal.numbers, *refusal.names)
        except (LookupError, ValueError):
            return refusal.code


def load_language(code: str = "en") -> Language:
    """The language of this code. Raises OSError where the program has none of that name."""
    with asset("lang", f"{code}.mo").open("rb") as file:
        return Language(gettext.GNUTranslations(file))
