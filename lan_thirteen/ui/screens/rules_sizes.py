"""What all cells of the rules measure their words by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lan_thirteen.ui import widgets as w

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage
    from lan_thirteen.ui.screens.rules_blocks import Say
    from lan_thirteen.ui.theme import Type

PAD: Final = 14
"""Between the edge of a cell and what it shows."""


def said(stage: Stage, say: Say) -> str:
    """The sentence in the player's language."""
    return stage.say(say.key, *say.numbers)


def tall_of(stage: Stage, text: str, style: Type, width: float) -> float:
    """How high these words are in lines of this width."""
    return w.paragraph_height(stage, text, style, width)


def grown(stage: Stage, size: float) -> float:
    """A sign beside words is as large as they are."""
    return size * max(1.0, stage.text_scale)
