"""What is drawn anew: all that differs between two displays, and little more."""

from __future__ import annotations

from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.pictures import Icon, Panel
from lan_thirteen.ui.theme import AMBER, INK, MINT
from lan_thirteen.ui.window.dirty import changed

GROUND = Node(("ground",), Box(0, 0, 1280, 720), Panel(INK[1], INK[1], 0))
LEFT = Node(("left",), Box(100, 100, 40, 40), Icon("leaf", AMBER))
RIGHT = Node(("right",), Box(900, 500, 40, 40), Icon("heart", AMBER))


def display(*nodes: Node) -> Display:
    return Display((GROUND, *nodes))


def test_where_nothing_differs_nothing_is_drawn() -> None:
    assert changed(display(LEFT, RIGHT), display(LEFT, RIGHT._replace())) is None


def test_what_comes_goes_or_changes_is_drawn_and_nothing_far_from_it() -> None:
    without, with_left = display(RIGHT), display(LEFT, RIGHT)
    for old, new in (
        (without, with_left),
        (with_left, without),
        (with_left, display(LEFT._replace(picture=Icon("leaf", MINT)), RIGHT)),
    ):
        dirty = changed(old, new)
        assert dirty is not None
        assert LEFT.box.within(dirty)
        assert not dirty.meets(RIGHT.box)
        assert dirty.w < 200


def test_what_moves_is_drawn_where_it_was_and_where_it_is() -> None:
    dirty = changed(display(LEFT), display(LEFT._replace(box=LEFT.box.moved(300, 50))))
    assert dirty is not None
    assert LEFT.box.within(dirty)
    assert LEFT.box.moved(300, 50).within(dirty)


def test_another_order_is_drawn_too() -> None:
    dirty = changed(display(LEFT, RIGHT), display(RIGHT, LEFT))
    assert dirty is not None
    assert LEFT.box.within(dirty)
    assert RIGHT.box.within(dirty)
