"""What the bake_* scripts share: the npm packages that art is made from, fetched once and known by their hashes.

The baked files are committed, so only who changes them needs this: ``pip install -e .[bake]`` and npm.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import resvg_py
from PIL import Image

ROOT: Final = Path(__file__).resolve().parent.parent
ASSETS: Final = ROOT / "assets"
FETCHED: Final = ROOT / "build" / "npm"


@dataclass(frozen=True, slots=True)
class Package:
    """A package of npm in one version; sha256 is that of its archive."""

    name: str
    version: str
    sha256: str

    @property
    def archive(self) -> str:
        return f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"


PRETENDARD: Final = Package("pretendard", "1.3.9", "0ffc240cee83be02520fb4ac1b2a0a51052b9d13506ade0ba90c591dbbb3bd53")
FRAUNCES: Final = Package(
    "@fontsource-variable/fraunces", "5.3.0", "c8bff30211fb6683f7c4c6fa0c298d1f1c7d4e811767de92d26a199c273235fb"
)
LUCIDE: Final = Package("lucide-static", "1.62.0", "386f9080c440d6f5049cefe3456ae8357f7a0c7f76e59670cd1cb83bc7050a44")


def fetched(package: Package) -> Path:
    """The folder with the package's files; fetched where it is not there yet, refused where its hash is another."""
    folder = FETCHED / package.archive.removesuffix(".tgz")
    if folder.is_dir():
        return folder
    FETCHED.mkdir(parents=True, exist_ok=True)
    archive = FETCHED / package.archive
    if not archive.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("Baking needs npm, which is not here.")
        subprocess.run([npm, "pack", "--silent", f"{package.name}@{package.version}"], cwd=FETCHED, check=True)
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    if digest != package.sha256:
        raise SystemExit(f"{archive} is not what was baked from: its sha256 is {digest}")
    half = folder.with_suffix(".part")
    shutil.rmtree(half, ignore_errors=True)
    with tarfile.open(archive) as packed:
        packed.extractall(half, filter="data")
    (half / "package").rename(folder)
    half.rmdir()
    return folder


def drawn(svg: str, width: int) -> Image.Image:
    """The drawing, so many pixels wide."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def same_look(one: Image.Image, other: Image.Image, tolerance: float = 2.0) -> bool:
    """Whether the pictures differ by no more than this in the mean of a pixel's channels: renderers round apart."""
    if one.size != other.size:
        return False
    before, after = (np.asarray(picture.convert("RGBa"), dtype=float) for picture in (one, other))
    return bool(np.abs(before - after).mean() <= tolerance)
