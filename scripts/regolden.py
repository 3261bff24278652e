"""Make the golden files of a game: python scripts/regolden.py [GAME …]; all games when none is named.

Matches are made once and never again: an old match must replay for ever. Transcripts and counts are made anew; look at
what changed before you commit it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent))

from lan_thirteen.games.registry import GAMES
from tests.support import golden

DEPTHS = {"leaves": 4, "three-thirteen": 6, "dreizehn": 4}
DEPTH = 4


def main() -> int:
    counts = golden.GOLDEN / "perft.json"
    perfts = msgspec.json.decode(counts.read_bytes(), type=dict[str, list[golden.Perft]]) if counts.exists() else {}
    for game in sys.argv[1:] or GAMES:
        entry = GAMES[game]
        for number in range(golden.MATCHES):
            path = golden.GOLDEN / f"{game}-{number}.lan13"
            if not path.exists():
                path.write_bytes(golden.make_match(entry, number))
            path.with_suffix(".txt").write_text(golden.transcript(entry, path), "utf-8", newline="\n")
        depth = DEPTHS.get(game, DEPTH)
        seats = entry.game.info.min_seats
        perfts[game] = [golden.Perft(seats, {}, seed, golden.perft(entry, seats, {}, seed, depth)) for seed in (1, 2)]
    counts.write_bytes(msgspec.json.format(msgspec.json.encode(perfts), indent=1) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
