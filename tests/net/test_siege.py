"""Many hostile peers at once: honest ones come in, those who play play on, and the host holds no more than before."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lan_thirteen.net.guest import Cut
from lan_thirteen.wire import limits
from tests.support.hostile import one_move
from tests.support.siege import KINDS, Held, Hosting, hosting, laid
from tests.support.tables import Player, begin, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many addresses of its own")

LINKS = 200
ADDRESSES = (1, 40)
LETS_GO_MB = 12.0
"""What one siege leaves to be found again by the memory manager; a second one leaves nothing."""


async def besiege(host: Hosting, kind: str, addresses: int, people: list[Player]) -> Held:
    """Lay a siege while people play and others come; the most that the host held."""
    most = host.held()
    async with laid(host.port, kind, LINKS, addresses):
        for place in range(3):
            await one_move(people)
            stranger = host.player(f"Stranger {place}")
            await stranger.is_in()
            held = host.held()
            most = Held(max(most.descriptors, held.descriptors), max(most.megabytes, held.megabytes))
            await stranger.leave()
    return most


@pytest.mark.parametrize(
    ("kind", "addresses"),
    [
        pytest.param(kind, addresses, marks=() if kind == "silent" and addresses > 1 else pytest.mark.slow)
        for kind in KINDS
        for addresses in ADDRESSES
    ],
)
def test_under_siege_honest_ones_come_in_and_those_in_seats_play_on(kind: str, addresses: int, tmp_path: Path) -> None:
    async def work() -> None:
        with hosting(tmp_path) as host:
            people = []
            for name in ("Ana", "Bo", "Cem"):
                people.append(host.player(name))
                await people[-1].is_in()
            await begin(*people)
            before = host.held()
            first = await besiege(host, kind, addresses, people)
            second = await besiege(host, kind, addresses, people)
            assert max(first.descriptors, second.descriptors) <= before.descriptors + limits.CONNECTIONS
            assert second.megabytes <= first.megabytes + LETS_GO_MB
            assert not [news for one in people for news in one.all_of(Cut)]
            for one in people:
                await one.leave()

    run(work())
