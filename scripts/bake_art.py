"""Make the avatars and the backgrounds: ``assets/avatars/``, ``assets/backgrounds/``.

Usage: python -m scripts.bake_art [--check] [NAME …]   (--check writes nothing and fails where a picture would look
otherwise; names leave out the others)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from scripts.art.backgrounds import BACKGROUNDS
from scripts.baking import ASSETS, drawn, same_look

AVATARS: Final = Path(__file__).parent / "art" / "avatars"
AVATAR: Final = 160
BACKGROUND: Final = (2560, 1440)


def pictures() -> Iterator[tuple[Path, Callable[[], Image.Image], int]]:
    """Each picture's file, how it is made, and in which quality it is saved."""
    for source in sorted(AVATARS.glob("*.svg")):
        yield ASSETS / "avatars" / f"{source.stem}.webp", partial(avatar, source), 92
    for name in BACKGROUNDS:
        yield ASSETS / "backgrounds" / f"{name}.webp", partial(background, name), 80


def avatar(source: Path) -> Image.Image:
    return drawn(source.read_text("utf-8"), AVATAR)


def background(name: str) -> Image.Image:
    return Image.fromarray(np.clip(BACKGROUNDS[name](*BACKGROUND), 0, 255).astype("u1"))


def main() -> int:
    wanted = [name for name in sys.argv[1:] if name != "--check"]
    differing = 0
    for file, make, quality in pictures():
        if wanted and file.stem not in wanted:
            continue
        if "--check" in sys.argv:
            same = same_look(make(), Image.open(file))
            differing += not same
            print(f"{file.name}: {'as baked' if same else 'differs'}")
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            make().save(file, quality=quality, method=6)
            print(f"{file.name}: {file.stat().st_size // 1024} KiB")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
