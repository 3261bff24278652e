"""The page of the rules that says what the mark of a checked deal proves, what it cannot, and who else can check."""

from __future__ import annotations

from typing import Final

from lan_thirteen.ui.screens.rules_blocks import Grid, Page, Point, Say, head, lead

_PROVES: Final = (
    ("shuffle", "fair.page.drawn"),
    ("key-round", "fair.page.signed"),
    ("scroll-text", "fair.page.journal"),
    ("users", "fair.page.receipts"),
)
_CANNOT: Final = (
    ("eye", "fair.page.looked"),
    ("user-plus", "fair.page.several"),
    ("wifi-off", "fair.page.blocked"),
    ("layers", "fair.page.restock"),
    ("bot", "fair.page.bots"),
    ("info", "fair.page.grey"),
)
_ELSE: Final = (
    ("save", "fair.page.save"),
    ("search", "fair.page.audit"),
)


def page() -> Page:
    """The same for every game."""
    return Page(
        Say("fair.page.tab"),
        (
            lead("fair.page.lead"),
            head("fair.page.proves"),
            _points(_PROVES),
            head("fair.page.cannot"),
            _points(_CANNOT),
            head("fair.page.else"),
            _points(_ELSE),
        ),
    )


def _points(given: tuple[tuple[str, str], ...]) -> Grid:
    return Grid(tuple(Point(icon, Say(key)) for icon, key in given), 2)
