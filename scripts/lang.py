"""Compile the language files: every ``assets/lang/*.po`` to the ``.mo`` beside it, which the program reads.

Usage: python scripts/lang.py [--check]   (--check compiles nothing and fails where an .mo is not what its .po gives)
"""

from __future__ import annotations

import sys
from pathlib import Path

import polib

LANG = Path(__file__).parent.parent / "assets" / "lang"


def compiled(source: Path) -> bytes:
    """The bytes of the .mo for this .po."""
    return polib.pofile(str(source), check_for_duplicates=True).to_binary()


def main() -> int:
    stale = []
    for source in sorted(LANG.glob("*.po")):
        target, data = source.with_suffix(".mo"), compiled(source)
        if target.exists() and target.read_bytes() == data:
            continue
        stale.append(target.name)
        if "--check" not in sys.argv:
            # whole or not at all: a test that runs meanwhile reads it
            draft = target.with_suffix(".new")
            draft.write_bytes(data)
            draft.replace(target)
    print("compiled:", ", ".join(stale) or "nothing new")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
