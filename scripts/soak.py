"""Once and at length what the tests only sample: scripts/soak.py with the name of one of ``SOAKS``."""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeVar

sys.path.insert(0, str(Path(__file__).parent.parent))

from lan_thirteen.core.errors import JoinError
from lan_thirteen.games.registry import GAMES
from lan_thirteen.games.three_thirteen.melds import best_split
from lan_thirteen.games.three_thirteen.model import INFO, PACK, Options, Scheme
from lan_thirteen.net.guest import Cut
from scripts import strength as table
from tests.support.brute_melds import cost, is_meld, is_wild, least_points
from tests.support.fuzz import Tally, mutated_frames
from tests.support.honest import honest_deals
from tests.support.journal_files import Killed, killed_while_writing
from tests.support.laws import violations
from tests.support.play import Endless, random_moves
from tests.support.series import Share, win_share
from tests.support.siege import KINDS, Hosting, hosting, laid

J = TypeVar("J")
R = TypeVar("R")

HANDS: Final = 10_000
SIZES: Final = range(3, 14)

DEALS: Final = 2_000
CHUNK: Final = 50
"""Hands or deals that one process sees to at a time."""

FAIR: Final = 10_000
"""Honest deals that every laptop at the table checks."""

FRAMES: Final = 100_000
FRAMES_AT_ONCE: Final = 5_000

LINKS: Final = 400
JOINS: Final = 40
JOIN_PAUSE_S: Final = 0.25
MOST_MS: Final = {1: 50.0, 40: 2000.0}
"""How long an honest one may take to come in, by how many addresses the others have; with one that is the median."""

KILLED: Final = 200

MATCHES: Final = {"leaves": 400, "three-thirteen": 100, "dreizehn": 400}


class Hands(NamedTuple):
    """What came of some hands of one size."""

    size: int
    hands: int
    wrong: list[str]
    """The hands whose split is not the best, or no split."""
    seconds: float
    """The CPU time of the definition and of the splits, not of drawing hands."""


def melds() -> int:
    """Best splits against the definition, options at random; how many are wrong."""
    print(f"{'cards':>5}{'hands':>8}{'mismatches':>12}{'CPU s':>9}")
    # the long ones first, so that every processor is busy to the end
    jobs = [job for size in reversed(SIZES) for job in _jobs(size)]
    wrong: list[str] = []
    for size, same in groupby(_in_processes(_melds_of, jobs), key=lambda done: done.size):
        parts = list(same)
        here = [hand for part in parts for hand in part.wrong]
        hands, seconds = sum(part.hands for part in parts), sum(part.seconds for part in parts)
        print(f"{size:>5}{hands:>8}{len(here):>12}{seconds:>9.1f}", flush=True)
        wrong += here
    print(f"{HANDS:,} hands, {len(wrong)} mismatches", *wrong[:10], sep="\n")
    return len(wrong)


def _jobs(size: int) -> list[tuple[int, int, int]]:
    """The hands of this size in chunks: size, number of the first, and how many."""
    hands = len(range(size - SIZES[0], HANDS, len(SIZES)))
    return [(size, number, min(CHUNK, hands - number)) for number in range(0, hands, CHUNK)]


def _melds_of(job: tuple[int, int, int]) -> Hands:
    size, number, count = job
    chance = Random(f"soak melds {size} {number}")
    dealt = [_hand(chance, size) for _ in range(count)]
    start = time.process_time()
    wrong = [f"{hand} {scheme}" for hand, scheme in dealt if not _is_right(hand, scheme)]
    return Hands(size, count, wrong, time.process_time() - start)


def _is_right(hand: tuple[int, ...], scheme: Scheme) -> bool:
    """Whether the best split is a split, costs what it says, and nothing costs less."""
    split = best_split(hand, scheme)
    laid = [card for meld in split.melds for card in meld]
    return (
        split.points == sum(cost(card, scheme) for card in split.left) == least_points(hand, scheme)
        and all(is_meld(meld, scheme) for meld in split.melds)
        and sorted([*laid, *split.left]) == sorted(hand)
    )


def _hand(chance: Random, size: int) -> tuple[tuple[int, ...], Scheme]:
    """A hand under options drawn at random; every other one is from few ranks and suits, so that much melds."""
    options = Options(**{option.name: chance.choice(option.values) for option in INFO.options})  # type: ignore[arg-type]
    seats = chance.randint(INFO.min_seats, INFO.max_seats)
    scheme = options.scheme(chance.randint(1, options.deals), seats)
    deck = range(options.deck(seats))
    first, suits = chance.randint(1, 9), chance.sample(range(4), 2)
    narrow = [c for c in deck if is_wild(c, scheme) or (first <= c % 13 + 1 < first + 5 and c % PACK // 13 in suits)]
    is_narrow = chance.random() < 0.5 and len(narrow) >= size
    return tuple(chance.sample(narrow if is_narrow else deck, size)), scheme


class Played(NamedTuple):
    """What came of some deals of a game."""

    moves: int
    broken: dict[str, str]


def deals() -> int:
    """Random deals through every law; how many laws were broken."""
    print(f"{'game':<16}{'deals':>7}{'moves':>11}{'violations':>12}{'seconds':>9}")
    violated = 0
    for game in GAMES:
        start = time.perf_counter()
        done = list(_in_processes(_deals_of, [(game, chunk) for chunk in range(DEALS // CHUNK)]))
        broken = [f"  {law}: {seen}" for played in done for law, seen in played.broken.items()]
        moves, seconds = sum(played.moves for played in done), time.perf_counter() - start
        print(f"{game:<16}{DEALS:>7,}{moves:>11,}{len(broken):>12}{seconds:>9.1f}", *broken, sep="\n", flush=True)
        violated += len(broken)
    return violated


def _deals_of(job: tuple[str, int]) -> Played:
    game, chunk = job
    seed = f"soak {game} {chunk}"
    broken = violations(GAMES[game], seed, CHUNK)
    try:
        # the same seed gives the same moves once more
        return Played(sum(1 for _ in random_moves(GAMES[game], seed, CHUNK)), broken)
    except Endless:
        return Played(0, broken)  # the laws have told of it


def fair() -> int:
    """Honest deals of all games, seat counts and options, people cut off and back; how many were not found honest."""
    print(f"{'game':<16}{'deals':>7}{'false alarms':>14}{'seconds':>9}")
    alarms, each = 0, FAIR // len(GAMES) // CHUNK + 1
    for game in GAMES:
        start = time.perf_counter()
        done = list(_in_processes(_fair_of, [(game, chunk) for chunk in range(each)]))
        wrong = [f"  {line}" for lines in done for line in lines]
        seconds = time.perf_counter() - start
        print(f"{game:<16}{each * CHUNK:>7,}{len(wrong):>14}{seconds:>9.1f}", *wrong[:10], sep="\n", flush=True)
        alarms += len(wrong)
    return alarms


def _fair_of(job: tuple[str, int]) -> list[str]:
    game, chunk = job
    return honest_deals(game, f"soak {chunk}", CHUNK)


def strength() -> int:
    """How strong the bots are, by longer series than in an ordinary run of that table."""
    print(f"{'game':<16}{'one':<8}{'others':<8}{'seats':>5}{'matches':>9}{'won':>8}{'95 % interval':>18}{'equal':>8}")
    for (game, level, others, seats), share in zip(table.ROWS, _in_processes(_share, table.ROWS), strict=True):
        interval = f"{share.low:.1%} … {share.high:.1%}"
        row = f"{game:<16}{level:<8}{others:<8}{seats:>5}{share.matches:>9}{share.won:>8.1%}{interval:>18}"
        print(f"{row}{1 / seats:>8.1%}", flush=True)
    return 0


def _share(row: tuple[str, str, str, int]) -> Share:
    return win_share(*row, MATCHES[row[0]])


def frames() -> int:
    """Spoiled frames against open links; in how many batches anything but a refusal came out."""
    print(f"{'frames':>9}{'accepted':>10}{'refused':>9}{'waiting':>9}{'slowest':>11}{'escaped':>9}")
    done = list(_in_processes(_frames_of, range(FRAMES // FRAMES_AT_ONCE)))
    tallies = [tally for tally in done if isinstance(tally, Tally)]
    escaped = [tally for tally in done if isinstance(tally, str)]
    fates = [sum(fate) for fate in list(zip(*tallies, strict=True))[:3]] or [0, 0, 0]
    slowest = max((tally.slowest for tally in tallies), default=0.0)
    accepted, refused, waiting = fates
    row = f"{sum(fates):>9,}{accepted:>10,}{refused:>9,}{waiting:>9,}{slowest:>9.4f} s"
    print(f"{row}{len(escaped):>9}")
    print(*escaped, sep="\n", end="\n" if escaped else "")
    return len(escaped)


def _frames_of(batch: int) -> Tally | str:
    """What became of one batch, or what escaped."""
    try:
        return mutated_frames(FRAMES_AT_ONCE, seed=batch)
    except Exception as error:  # noqa: BLE001 - whatever escapes is what this looks for
        return f"  batch {batch}: {error!r}"


def hostile() -> int:
    """Honest guests who come while a table is besieged; how many goals are missed. Needs Linux."""
    print(
        f"{'kind':<13}{'addresses':>9}{'joins':>7}{'failed':>8}{'median':>9}{'slowest':>10}{'descriptors':>13}{'MB':>12}"
    )
    missed = 0
    for kind in KINDS:
        for addresses, most in MOST_MS.items():
            with tempfile.TemporaryDirectory() as home, hosting(home) as host:
                came = asyncio.run(_besieged(host, kind, addresses))
            median, slowest = statistics.median(came.times), max(came.times)
            row = f"{kind:<13}{addresses:>9}{len(came.times):>7}{JOINS - len(came.times):>8}{median:>6.0f} ms"
            held = f"{came.descriptors:>13}{came.before:>6.0f} →{came.after:>4.0f}"
            print(f"{row}{slowest:>7.0f} ms{held}", flush=True)
            missed += (median if addresses == 1 else slowest) > most or len(came.times) < JOINS or came.was_cut
    return missed


def journal() -> int:
    """Writers of journals that are killed in the middle; after how many the journal was not as it should be."""
    with tempfile.TemporaryDirectory() as folder:
        done = list(_in_processes(_killed, [(folder, seed) for seed in range(KILLED)]))
    lines, kept = sum(killed.acknowledged for killed in done), sum(killed.found for killed in done)
    wrong = [f"  {seed}: {killed.wrong}" for seed, killed in enumerate(done) if killed.wrong]
    print(f"{'writers':>9}{'acknowledged':>14}{'found':>9}{'torn':>7}{'wrong':>7}")
    print(f"{len(done):>9}{lines:>14,}{kept:>9,}{sum(killed.is_torn for killed in done):>7}{len(wrong):>7}")
    print(*wrong[:10], sep="\n", end="\n" if wrong else "")
    return len(wrong)


def _killed(job: tuple[str, int]) -> Killed:
    folder, seed = job
    return killed_while_writing(Path(folder, f"{seed}.lan13"), seed)


class Came(NamedTuple):
    """What came of honest guests under siege."""

    times: list[float]
    """Milliseconds from dialling to being let in."""
    descriptors: int
    """That the host held at most."""
    before: float
    """MB that it held."""
    after: float
    was_cut: bool
    """Whether somebody in a seat lost their link."""


async def _besieged(host: Hosting, kind: str, addresses: int) -> Came:
    owner = host.player("Owner")
    await owner.is_in()
    before, descriptors, times = host.held(), 0, list[float]()
    async with laid(host.port, kind, LINKS, addresses):
        for number in range(JOINS):
            start = time.perf_counter()
            guest = host.player(f"Guest {number}")
            try:
                await guest.is_in()
            except JoinError:
                continue
            times.append((time.perf_counter() - start) * 1000)
            descriptors = max(descriptors, host.held().descriptors)
            await guest.leave()
            await asyncio.sleep(JOIN_PAUSE_S)
    after = host.held()
    was_cut = bool(owner.all_of(Cut))
    await owner.leave()
    return Came(times or [0.0], descriptors, before.megabytes, after.megabytes, was_cut)


def _in_processes(work: Callable[[J], R], jobs: Iterable[J]) -> Iterable[R]:
    """The results of all jobs, in their order; every processor works."""
    with ProcessPoolExecutor() as pool:
        yield from pool.map(work, jobs)


SOAKS: Final = {
    "melds": melds,
    "deals": deals,
    "fair": fair,
    "strength": strength,
    "frames": frames,
    "hostile": hostile,
    "journal": journal,
}


def main() -> int:
    name = sys.argv[1] if len(sys.argv) == 2 else ""
    if name not in SOAKS:
        print(f"usage: soak.py {'|'.join(SOAKS)}", file=sys.stderr)
        return 2
    start = time.perf_counter()
    faults = SOAKS[name]()
    print(f"{time.perf_counter() - start:,.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
