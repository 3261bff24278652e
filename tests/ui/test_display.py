"""Where the focus begins and how it walks."""

from __future__ import annotations

import pytest

from lan_thirteen.ui import theme
from lan_thirteen.ui.display import Box, Display, Node, Way, above, covered, walked
from lan_thirteen.ui.pictures import Panel

PLAIN = Panel(theme.BLACK, theme.BLACK, 0)


def node(name: str, group: str, x: float, *, can: bool = True) -> Node:
    return Node((name,), Box(x, 0, 40, 40), PLAIN, name if can else None, name, tip=name, group=group)


MENU = node("menu", "bar", 0)
BARE = node("bare", "hand", 100, can=False)
CARD = node("card", "hand", 150)
PLACE = node("place", "table", 200)
BUTTON = node("button", "actions", 300)


@pytest.mark.parametrize("way", [Way.LEFT, Way.RIGHT, Way.UP, Way.DOWN, Way.NEXT])
def test_the_first_step_goes_to_what_is_played(way: Way) -> None:
    assert walked(Display((MENU, PLACE, BARE, CARD, BUTTON)), None, way) == ("card",)
    assert walked(Display((MENU, BUTTON, BARE, PLACE)), None, way) == ("place",)
    assert walked(Display((MENU, BUTTON)), None, way) == ("menu",)
    assert walked(Display(()), None, way) is None


def test_a_screen_can_say_where_the_first_step_goes() -> None:
    display = Display((MENU, PLACE, BUTTON), first=("button",))
    assert walked(display, None, Way.DOWN) == ("button",)
    assert walked(above(display, (CARD,)), None, Way.DOWN) == ("button",)
    assert walked(display._replace(first=("gone",)), None, Way.DOWN) == ("place",)


def test_in_what_covers_the_screen_it_goes_to_its_first_node() -> None:
    under = Display((MENU, CARD), first=("card",))
    assert walked(covered(under, (node("stay", "", 0), node("leave", "", 50))), None, Way.RIGHT) == ("stay",)
