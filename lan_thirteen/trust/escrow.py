"""The host's secret bytes in shares, so that the others can go on with a deal when the host's machine is gone.

A share is a point of a polynomial over GF(256) for each byte, the secret at 0: any k of them restore it, k - 1 say
nothing (A. Shamir, How to share a secret, 1979). The polynomial follows from the secret itself, so once that is shown
everybody can tell whether the share that they were given was a true one.
"""

from __future__ import annotations

import hmac
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId
from lan_thirteen.core.values import Value
from lan_thirteen.trust.deal import SECRET_BYTES, cat

_FIELD: Final = 0x11B
"""x^8 + x^4 + x^3 + x + 1, that of AES."""

_PEOPLE: Final = 3

Small = Annotated[int, Meta(ge=1, le=255)]


class Share(Value, frozen=True):
    """One of ``n`` shares of the host's bytes of a deal, of which any ``k`` restore them."""

    number: Small
    k: Small
    n: Small
    data: Annotated[bytes, Meta(min_length=SECRET_BYTES, max_length=SECRET_BYTES)]


class Neighbour(NamedTuple):
    """An elector, and where their laptop is."""

    seat: Seat
    address: str
    """Alike for two seats on one machine."""
    is_on_host_machine: bool


def threshold(electors: int) -> int:
    """How many shares restore the secret: more than half of those who may decide on a take-over."""
    return electors // 2 + 1


def holders(electorate: Iterable[Neighbour], is_strict: bool = False) -> tuple[Seat, ...]:
    """The seats that are given a share, in the order of the shares' numbers; nobody, where too few could hold one.

    One share an address, so that nobody has two; none on the host's machine, which they would die with; none among
    fewer than three people, of whom one could read the other's hand. ``is_strict``: the table wants none at all.
    """
    neighbours = sorted(electorate)
    chosen: dict[str, Seat] = {}
    for one in neighbours:
        if not one.is_on_host_machine:
            chosen.setdefault(one.address, one.seat)
    are_enough = len(neighbours) >= _PEOPLE and len(chosen) >= threshold(len(neighbours))
    return tuple(chosen.values()) if are_enough and not is_strict else ()


def shares(secret: bytes, table: bytes, of: DealId, epoch: int, n: int, k: int) -> tuple[Share, ...]:  # noqa: PLR0913, PLR0917  # what a polynomial follows from
    """``n`` shares of which any ``k`` restore the secret.

    Raises ValueError unless 2 <= k <= n <= 255 (one share alone would be the secret itself) and for a secret that has
    not its length.
    """
    if not 2 <= k <= n <= 255:
        raise ValueError(f"{k} of {n}")
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"{SECRET_BYTES} bytes, not {len(secret)}")
    rows = [secret, *(_coefficients(secret, table, of, epoch, power) for power in range(1, k))]
    return tuple(Share(number, k, n, _at(rows, number)) for number in range(1, n + 1))


def is_share(secret: bytes, table: bytes, of: DealId, epoch: int, share: Share) -> bool:
    """Whether an honest host made this share of the secret that it has shown since."""
    if not 2 <= share.k <= share.n or not 1 <= share.number <= share.n:
        return False
    return share == shares(secret, table, of, epoch, share.n, share.k)[share.number - 1]


def restore(given: Iterable[Share], k: int, is_secret: Callable[[bytes], bool]) -> bytes | None:
    """The secret that ``is_secret`` accepts, from any ``k`` true shares among these; None where there are too few."""
    usable = sorted({(share.number, share.data) for share in given if len(share.data) == SECRET_BYTES})
    for some in itertools.combinations(usable, k):
        if len({number for number, _ in some}) == k and is_secret(found := _at_zero(some)):
            return found
    return None


def _coefficients(secret: bytes, table: bytes, of: DealId, epoch: int, power: int) -> bytes:
    """Those of this power of x, one for each byte of the secret."""
    text = cat("lan13/1 share", table, of.match, of.deal, of.attempt, epoch, power)
    return hmac.digest(secret, text, "sha256")


def _at(rows: Sequence[bytes], x: int) -> bytes:
    """The polynomials whose coefficients stand in these rows, the constants first, at this place."""
    out = bytes(len(rows[0]))
    for row in reversed(rows):
        out = bytes(_times(y, x) ^ coefficient for y, coefficient in zip(out, row, strict=True))
    return out


def _at_zero(points: Sequence[tuple[int, bytes]]) -> bytes:
    """The polynomials through these points at 0: J. L. Lagrange's formula."""
    out = bytes(len(points[0][1]))
    for x, ys in points:
        weight = 1
        for other, _ in points:
            if other != x:
                weight = _times(weight, _times(other, _INVERSE[x ^ other]))
        out = bytes(a ^ _times(y, weight) for a, y in zip(out, ys, strict=True))
    return out


def _times(a: int, b: int) -> int:
    """The product in GF(256)."""
    return _POWER[_LOG[a] + _LOG[b]] if a and b else 0


def _powers() -> list[int]:
    """Those of 3, which are all numbers but 0, twice over."""
    out = [1]
    while len(out) < 2 * 255:
        double = out[-1] << 1
        out.append((double ^ _FIELD if double & 0x100 else double) ^ out[-1])
    return out


_POWER: Final = _powers()
_LOG: Final = {value: power for power, value in enumerate(_POWER[:255])}
_INVERSE: Final = {value: _POWER[255 - power] for value, power in _LOG.items()}
