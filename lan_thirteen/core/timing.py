"""Every waiting time of the program, as one value that is passed in."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from lan_thirteen.core.values import Value


class Timing(Value, frozen=True):
    """Waiting times in seconds."""

    bot_pause: tuple[float, float] = (0.6, 0.9)
    """A bot answers after a draw from this range, which does not depend on how long it thought."""
    handshake: float = 5.0
    """TLS must be agreed on by then."""
    step: float = 10.0
    """Each message before the seat must be whole by then."""
    farewell: float = 1.0
    """Last words must have gone out by then."""
    accept_again: float = 0.2
    """Pause after the system let nobody in: no descriptor was free."""
    ping: float = 1.0
    unsteady: float = 5.0
    """So long silent, and a person is shown as connecting."""
    lost: float = 8.0
    """So long silent, and the other end is given up; on both ends."""
    outage: float = 300.0
    """So long at most those who fell silent together are waited for as if the host had lost its network."""
    claim: float = 60.0
    """So long after somebody has claimed a seat they may not claim another, or the same again."""
    idle: float = 60.0
    """So long without a move of a person who is there, and the others may ask a bot to play."""
    results: float = 60.0
    """So long the results of a deal stay before the next one begins by itself."""
    commit: float = 5.0
    """So long the people of a table have to say that they will draw the deal with it."""
    mix: float = 5.0
    """So long they have to give their bytes, once all have said so."""
    second: float = 1.0
    """A second of the house rules: of the turn clock, and until a stand-in."""
    empty: float = 60.0
    """So long without any person, and a table closes."""
    redial: tuple[float, float, float] = (0.3, 1.6, 3.0)
    """First pause before dialling again, its growth, and the longest."""
    race: float = 0.25
    """Pause between two addresses of a table that are tried at once."""
    announce: float = 0.5
    """Pause between two announcements of a table."""
    udp: float = 2.0
    """Pause between two questions to a listed table."""
    stale: float = 4.0
    """So long unanswered, and a listed table is shown in grey."""
    gone: float = 6.0
    """So long unanswered, and it leaves the list; a table that only multicast hears is asked by TCP this often."""
    addresses: float = 2.0
    """Pause between two looks at this machine's own addresses."""
    retold: float = 0.4
    """Pause between two times that a receipt is sent to the whole network."""
    hand_over: float = 40.0
    """So long may a person think whether their laptop will be the host, and so long may it take to open the table."""
    go_over: float = 10.0
    """So long a host waits at most until all have gone to the next one."""
    guard: float = 0.3
    """A press that begins sooner after a question comes plays nothing."""
    pin_forgiven: float = 30.0
    """So often one wrong PIN of an address is forgiven."""
    pin_turn: float = 60.0
    """After too many wrong PINs in all, pause between two who may try one, and so long they may take for it."""
    pin_rest: float = 300.0
    """So long this program types no more PINs at a table where too many were wrong."""
    settled: float = 1.0
    """So long must a change of addresses last before it is acted on."""

    def with_bot_pause(self, seconds: float) -> Timing:
        """The same times with bots that wait about so long."""
        low, high = self.bot_pause
        factor = 2 * seconds / (low + high)
        return replace(self, bot_pause=(low * factor, high * factor))

    def scaled(self, factor: float) -> Timing:
        """All times multiplied by ``factor``, 0 or more; how redialling grows stays."""
        low, high = self.bot_pause
        first, growth, longest = self.redial
        plain = {name: getattr(self, name) * factor for name in _PLAIN}
        return Timing(
            bot_pause=(low * factor, high * factor), redial=(first * factor, growth, longest * factor), **plain
        )


_PLAIN: Final = tuple(name for name in Timing.__struct_fields__ if name not in ("bot_pause", "redial"))

AT_ONCE: Final = Timing().with_bot_pause(0)
