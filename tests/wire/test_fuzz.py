"""Whatever a stranger sends, one exception comes out: RemoteProtocolError."""

from __future__ import annotations

import pytest

from lan_thirteen.core.errors import RemoteProtocolError
from lan_thirteen.wire.frames import frame
from lan_thirteen.wire.limits import SEATED
from lan_thirteen.wire.link import LinkState, guest_end, host_end
from tests.support.fuzz import BOMBS, mutated_frames
from tests.support.messages import open_pair


def test_ten_thousand_spoiled_frames_are_told_or_refused_and_nothing_else() -> None:
    tally = mutated_frames(10_000)
    assert tally.accepted + tally.refused + tally.waiting == 10_000
    assert min(tally.accepted, tally.refused, tally.waiting) > 50


@pytest.mark.parametrize("name", BOMBS)
def test_what_is_no_message_closes_the_link_in_every_state(name: str) -> None:
    data = frame(BOMBS[name], SEATED.frame)
    for link in (host_end(), guest_end(), *open_pair()):
        with pytest.raises(RemoteProtocolError):
            link.receive(data)
        assert link.state is LinkState.CLOSED
        assert link.receive(data) == []
