"""The laptop of a guest that is to be the host: it opens the table in a process of its own, or lets it be."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from lan_thirteen.core.errors import LanThirteenError
from lan_thirteen.net.child import OwnTable, open_inherited_table
from lan_thirteen.net.guest import Bequest, Cut, Guest, Joined, News, Over
from lan_thirteen.net.heritage import epoch_of, heritage_of
from lan_thirteen.net.profile import Profile
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.limits import ADDRESSES

_LOG = logging.getLogger(__name__)


class Heir:
    """Of one visit. The table that it has opened is nobody's until the host before has stepped down."""

    def __init__(self, profile: Profile, became_host: Callable[[OwnTable], None]) -> None:
        """``became_host``: called with our table when we have come to it; from then on it is not the heir's."""
        self._profile = profile
        self._became_host = became_host
        self._guest: Guest | None = None
        self._opening: asyncio.Task[None] | None = None
        self._own: OwnTable | None = None
        self._epoch = 0
        """Of the host that we may be."""

    def hear(self, guest: Guest, news: News) -> None:
        """What has happened to the guest."""
        self._guest = guest
        match news:
            case Bequest():
                self._let_be()
                self._epoch = epoch_of(news)
                self._opening = asyncio.create_task(self._open(guest, news))
            case Joined() if self._own is not None and news.fingerprint == self._own.known.fingerprint:
                own, self._own = self._own, None
                self._became_host(own)
            case Cut() if self._own is not None:
                # where we were named the host, and the host before is gone before it could say where the table is
                guest.heard_of(self._epoch, self._own.known.fingerprint, self._own.known.addresses)
            case m.AskNoMore() | Over():
                self._let_be()
            case _:
                return

    def close(self) -> None:
        """The visit is over."""
        self._let_be()

    async def _open(self, guest: Guest, bequest: Bequest) -> None:
        try:
            own = self._own = await open_inherited_table(heritage_of(bequest), self._profile)
        except LanThirteenError as error:
            _LOG.warning("the table that was handed over could not be opened: %s", error)
            guest.send(m.WillHost(is_willing=False))
            return
        facts = own.facts
        guest.send(m.Opened(own.known.fingerprint, facts.port, facts.addresses[:ADDRESSES]))

    def _let_be(self) -> None:
        """End what nobody was told of; but where we are named the host already, the table goes on."""
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        own, self._own = self._own, None
        if own is None:
            return
        if self._guest is not None and self._guest.known.fingerprint == own.known.fingerprint:
            self._became_host(own)
        else:
            own.child.kill()
