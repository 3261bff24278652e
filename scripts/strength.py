"""How strong the bots are: python scripts/strength.py [MATCHES]; 400 matches a row unless said otherwise.

One bot plays against others of one kind, its seat going round. The interval holds the true share at 95 %.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.support.series import Share, win_share

ROWS = [
    *(("leaves", level, others, seats) for seats in (3, 4, 6) for level, others in (("normal", "random"),)),
    ("leaves", "easy", "random", 4),
    ("leaves", "normal", "easy", 4),
    *(("three-thirteen", "normal", "random", seats) for seats in (2, 3, 4)),
    ("three-thirteen", "easy", "random", 4),
    ("three-thirteen", "normal", "easy", 4),
    *(("dreizehn", "normal", "random", seats) for seats in (3, 4, 6)),
    ("dreizehn", "easy", "random", 4),
    ("dreizehn", "normal", "easy", 4),
]


def main() -> int:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    print(f"{'game':<16}{'one':<8}{'others':<8}{'seats':>5}{'matches':>9}{'won':>8}{'95 % interval':>18}{'equal':>8}")
    with ProcessPoolExecutor() as pool:
        for row, share in zip(ROWS, pool.map(_share, ROWS, [matches] * len(ROWS)), strict=True):
            game, level, others, seats = row
            interval = f"{share.low:.1%} … {share.high:.1%}"
            print(
                f"{game:<16}{level:<8}{others:<8}{seats:>5}{share.matches:>9}{share.won:>8.1%}{interval:>18}"
                f"{1 / seats:>8.1%}",
                flush=True,
            )
    return 0


def _share(row: tuple[str, str, str, int], matches: int) -> Share:
    game, level, others, seats = row
    return win_share(game, level, others, seats, matches)


if __name__ == "__main__":
    sys.exit(main())
