"""Make the program's fonts and the table of their advances out of two free families: ``assets/fonts/``.

Usage: python -m scripts.bake_fonts [--check]   (--check writes nothing and fails where a font's glyphs or advances are
not what would be baked)

A subset is a modified version, and "Pretendard" is a reserved name: the fonts are called "LT Sans" and "LT Display".
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables import ttProgram
from fontTools.varLib import instancer

from lan_thirteen.ui.measure import FILES
from scripts.baking import ASSETS, FRAUNCES, PRETENDARD, fetched

FONTS: Final = ASSETS / "fonts"
FEATURES: Final = ("kern", "mark", "mkmk", "ccmp", "locl", "liga", "ljmo", "vjmo", "tjmo")
NAMES: Final = (0, 1, 2, 3, 4, 5, 6, 13, 14)
RENAMED: Final = (1, 3, 4, 6)
POSTSCRIPT: Final = 6
DROPPED: Final = ("DSIG", "BASE", "vhea", "vmtx", "VORG", "MVAR", "STAT", "HVAR")

SIGNS: Final = (
    "ȘșȚțẞ‐‑‒–—‘’‚“”„†•…‰′″‹›€™←↑→↓↔↕↗↘−≈≠≤≥∞●○▲△▼■□◆◇★☆✓·‧"  # what sentences and badges are written with
    "　、。〈〉《》「」『』〜！，：？"
)
LATIN: Final = [*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, SIGNS)]
# people's names: marks alone, Vietnamese, Greek, Cyrillic, kana
ABROAD: Final = [
    *range(0x300, 0x370),
    *range(0x1E00, 0x1F00),
    *range(0x370, 0x400),
    *range(0x400, 0x460),
    *range(0x3041, 0x3100),
]
JAMO: Final = [*range(0x1100, 0x1200), *range(0x3131, 0x318F)]
HANGUL: Final = [*range(0xAC00, 0xD7A4)]


def ks_x_1001() -> list[int]:
    """The 2,350 syllables of everyday Korean."""
    return [ord(bytes((row, cell)).decode("euc_kr")) for row in range(0xB0, 0xC9) for cell in range(0xA1, 0xFF)]


SANS: Final[Mapping[str, list[int]]] = {
    "Medium": LATIN + ABROAD + JAMO + HANGUL,
    "Bold": LATIN + ABROAD + JAMO + HANGUL,
    "ExtraBold": LATIN + JAMO + ks_x_1001(),
}
DISPLAY: Final[Mapping[str, Mapping[str, float]]] = {
    "Black": {"wght": 850, "opsz": 72, "SOFT": 100, "WONK": 0},
    "Semi": {"wght": 620, "opsz": 48, "SOFT": 100, "WONK": 0},
}


def cut(font: TTFont, characters: Iterable[int]) -> None:
    """Leave these characters and the features that text needs, unhinted."""
    options = Options()
    options.layout_features = list(FEATURES)
    options.hinting = False
    options.name_IDs = list(NAMES)
    options.notdef_outline = True
    options.drop_tables += list(DROPPED)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def call(font: TTFont, name: str) -> None:
    """Give the font this name everywhere a font has one."""
    solid = name.replace(" ", "")
    for record in font["name"].names:
        if record.nameID in RENAMED:
            record.string = solid if record.nameID == POSTSCRIPT else name
    if "CFF " not in font:
        return
    cff = font["CFF "].cff
    cff.fontNames[0] = solid
    top = cff.topDictIndex[0]
    for key in ("FullName", "FamilyName"):
        if key in top.rawDict:
            setattr(top, key, name)


def leave_unhinted(font: TTFont) -> None:
    """Keep FreeType's autohinter off TrueType outlines, which it would draw up to a tenth wider than they are.

    It takes every font without a program of more than seven bytes; this one only switches dropout control.
    """
    program = ttProgram.Program()
    program.fromAssembly(["PUSHW[ ]", "511", "SCANCTRL[ ]", "PUSHB[ ]", "4", "SCANTYPE[ ]", "PUSHB[ ]", "0", "POP[ ]"])
    font["prep"] = newTable("prep")
    font["prep"].program = program


def written(font: TTFont, name: str, characters: Iterable[int], target: Path) -> None:
    cut(font, characters)
    call(font, name)
    if "glyf" in font:
        leave_unhinted(font)
    font.flavor = None
    font.recalcTimestamp = False
    font.save(target)


def fraunces(axes: Mapping[str, float], folder: Path) -> TTFont:
    """One static instance of the variable family, its two files (Latin, Latin Extended) in one."""
    parts = []
    for part in ("latin", "latin-ext"):
        font = TTFont(fetched(FRAUNCES) / "files" / f"fraunces-{part}-full-normal.woff2", recalcTimestamp=False)
        font = instancer.instantiateVariableFont(font, axes)
        for table in ("GPOS", "GSUB", "GDEF"):
            if part != "latin" and table in font:  # the merger cannot join them; kerning of the rare letters is lost
                del font[table]
        font.flavor = None
        parts.append(str(folder / f"{part}.ttf"))
        font.save(parts[-1])
    merged: TTFont = Merger().merge(parts)
    merged["head"].modified = merged["head"].created
    return merged


def bake(folder: Path) -> None:
    """All fonts, their advances and their licences into the folder."""
    source = fetched(PRETENDARD) / "dist"
    for weight, characters in SANS.items():
        font = TTFont(source / "public" / "static" / f"Pretendard-{weight}.otf", recalcTimestamp=False)
        written(font, f"LT Sans {weight}", characters, folder / f"LTSans-{weight}.otf")
    with tempfile.TemporaryDirectory() as scratch:
        for weight, axes in DISPLAY.items():
            font = fraunces(axes, Path(scratch))
            written(font, f"LT Display {weight}", LATIN, folder / f"LTDisplay-{weight}.ttf")
    shutil.copyfile(source / "LICENSE.txt", folder / "LICENSE-LTSans.txt")
    shutil.copyfile(fetched(FRAUNCES) / "LICENSE", folder / "LICENSE-LTDisplay.txt")
    table = {face: advances(folder / name) for face, name in FILES.items()}
    (folder / "advances.json").write_text(json.dumps(table, separators=(",", ":")) + "\n", "utf-8")


def advances(path: Path) -> dict[str, Any]:
    """The font's covered characters as runs of neighbours with one advance: first, last and advance of each."""
    font = TTFont(path)
    widths = font["hmtx"]
    runs: list[list[int]] = []
    for code, glyph in sorted(font.getBestCmap().items()):
        width = widths[glyph][0]
        if runs and runs[-1][1] == code - 1 and runs[-1][2] == width:
            runs[-1][1] = code
        else:
            runs.append([code, code, width])
    firsts, lasts, each = (list(column) for column in zip(*runs, strict=True))
    return {"em": font["head"].unitsPerEm, "first": firsts, "last": lasts, "advance": each}


def differences(folder: Path) -> list[str]:
    """The committed fonts whose advances or names are not what the folder's are, or that one of both lacks."""
    names = {path.name for place in (folder, FONTS) for path in place.iterdir()}
    return sorted(name for name in names if not alike(folder / name, FONTS / name))


def alike(one: Path, other: Path) -> bool:
    if not (one.exists() and other.exists()):
        return False
    if one.suffix in {".otf", ".ttf"}:
        return advances(one) == advances(other) and named(one) == named(other)
    return one.read_text("utf-8") == other.read_text("utf-8")


def named(path: Path) -> list[str]:
    return [record.toUnicode() for record in TTFont(path)["name"].names]


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        bake(folder)
        if "--check" in sys.argv:
            wrong = differences(folder)
            print("differs:", ", ".join(wrong) or "nothing")
            return 1 if wrong else 0
        FONTS.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.iterdir()):
            shutil.copyfile(path, FONTS / path.name)
            print(f"{path.name}: {path.stat().st_size // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
