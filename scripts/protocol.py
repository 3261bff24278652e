"""Bring the protocol's page up to date, and keep the frames of this protocol: python scripts/protocol.py.

Writes what stands between the marks in ``lan_thirteen/PROTOCOL.md``. The frames of a protocol are made once and never
again: an old frame must be read for ever.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from lan_thirteen.wire.codec import pack
from lan_thirteen.wire.messages import PROTOCOL
from tests.support.messages import SAMPLES
from tests.support.protocol_page import PAGE, brought_up_to_date

FRAMES = Path(__file__).parent.parent / "tests" / "wire" / f"frames-{PROTOCOL}.txt"


def main() -> int:
    PAGE.write_text(brought_up_to_date(PAGE.read_text("utf-8")), "utf-8", newline="\n")
    if not FRAMES.exists():
        lines = (f"{type(sample).__name__} {pack(sample).hex()}\n" for sample in SAMPLES)
        FRAMES.write_text("".join(lines), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
