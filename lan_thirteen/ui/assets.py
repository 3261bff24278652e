"""Where the files are that come with the program."""

from __future__ import annotations

from pathlib import Path


def asset(*parts: str) -> Path:
    """The path of an asset: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).parent.parent
    packed = package / "_assets"
    return (packed if packed.is_dir() else package.parent / "assets").joinpath(*parts)
