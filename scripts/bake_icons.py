"""Make the icon atlas out of Lucide: ``assets/icons/icons.png``, grey by opacity, and where each icon is in it.

Usage: python -m scripts.bake_icons [--check]   (--check writes nothing and fails where the atlas would look otherwise)
"""

from __future__ import annotations

import json
import shutil
import sys
from math import ceil
from pathlib import Path
from typing import Any, Final

from PIL import Image

from scripts.baking import ASSETS, LUCIDE, drawn, fetched, same_look

ICONS: Final = ASSETS / "icons"
CELL: Final = 96
COLUMNS: Final = 16

NAMES: Final = (Path(__file__).parent / "art" / "icons.txt").read_text("utf-8").split()


def atlas() -> Image.Image:
    """All icons in rows, in the order of NAMES."""
    source = fetched(LUCIDE) / "icons"
    sheet = Image.new("L", (COLUMNS * CELL, ceil(len(NAMES) / COLUMNS) * CELL))
    for name, corner in places().items():
        sheet.paste(drawn((source / f"{name}.svg").read_text("utf-8"), CELL).getchannel("A"), corner)
    return sheet


def places() -> dict[str, tuple[int, int]]:
    """The upper left corner of each icon."""
    return {name: (at % COLUMNS * CELL, at // COLUMNS * CELL) for at, name in enumerate(NAMES)}


def index() -> dict[str, Any]:
    return {"cell": CELL, "icons": {name: list(corner) for name, corner in places().items()}}


def unchanged(sheet: Image.Image, target: Path) -> bool:
    known = json.loads((target / "icons.json").read_text("utf-8"))
    return known == index() and same_look(sheet, Image.open(target / "icons.png"))


def main() -> int:
    sheet = atlas()
    if "--check" in sys.argv:
        good = unchanged(sheet, ICONS)
        print("icons:", "as baked" if good else "differ")
        return 0 if good else 1
    ICONS.mkdir(parents=True, exist_ok=True)
    sheet.save(ICONS / "icons.png", optimize=True)
    (ICONS / "icons.json").write_text(json.dumps(index(), indent=0) + "\n", "utf-8")
    shutil.copyfile(fetched(LUCIDE) / "LICENSE", ICONS / "LICENSE-Lucide.txt")
    print(f"{len(NAMES)} icons, {(ICONS / 'icons.png').stat().st_size // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
