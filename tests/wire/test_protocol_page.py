"""The protocol's page says what the code does."""

from __future__ import annotations

import pytest

from tests.support.protocol_page import PAGE, brought_up_to_date


def test_the_page_has_the_picture_the_messages_and_the_limits_of_the_code() -> None:
    page = PAGE.read_text("utf-8")
    assert page == brought_up_to_date(page), "run scripts/protocol.py"


def test_a_page_without_a_part_is_noticed() -> None:
    with pytest.raises(ValueError, match="limits"):
        brought_up_to_date(PAGE.read_text("utf-8").replace("<!-- limits -->", ""))
