"""What tests in every folder may use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lab import kernel
from tests.lab.lan import Lan


@pytest.fixture
def lan(request: pytest.FixtureRequest) -> Iterator[Lan]:
    """A network of three computers, or of as many as ``parametrize("lan", [5], indirect=True)`` says."""
    with Lan(getattr(request, "param", 3)) as made:
        yield made


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that uses the lab carries its marker, before markers choose what runs."""
    for item in items:
        if isinstance(item, pytest.Function) and "lan" in item.fixturenames:
            item.add_marker(pytest.mark.lab)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("lab") and (why := kernel.why_not()):
        pytest.skip(why)
