"""What a person has set: a small file in the folder of their profile. Loads fast: the first frame is drawn by it."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lan_thirteen.net.folders import Complaint

AVATARS: Final = 8
TEXT_SCALES: Final = (0.9, 1.5)
"""The smallest and the largest."""
SPEEDS: Final = (0.0, 0.5, 1.0, 2.0)
"""Of movement; 0: what moves is there at once."""
_LARGEST: Final = 2**15
"""No screen has more units on one side, or lies further away."""
_MOST_BYTES: Final = 64 * 1024
_NAME_LENGTH: Final = 40
_FILE: Final = "settings.json"


@dataclass(frozen=True, slots=True)
class Settings:
    """All that can be set."""

    name: str = ""
    """Empty: not asked yet."""
    avatar: int = 0
    language: str = "en"
    text_scale: float = 1.0
    full_screen: bool = False
    speed: float = 1.0
    """One of ``SPEEDS``."""
    reduced_motion: bool = False
    window_size: tuple[int, int] | None = None
    """None: as large as suits the screen."""
    window_position: tuple[int, int] | None = None


USUAL: Final = Settings()


def load_settings(folder: Path) -> tuple[Settings, Complaint | None]:
    """The settings in this folder, and what their person should know.

    A broken file is put aside, and the usual settings are used; so are they in place of a value that is none.
    """
    path = folder / _FILE
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return USUAL, None
    except OSError:
        return USUAL, Complaint("settings.unreadable", (str(path),))
    plain = _plain(data)
    if plain is None:
        aside = path.with_name(f"{path.name}.broken")
        with contextlib.suppress(OSError):
            path.replace(aside)
        return USUAL, Complaint("settings.broken", (str(aside),))
    return settings_of(plain), None


def save_settings(folder: Path, settings: Settings) -> Complaint | None:
    """Keep the settings; the file is whole, old or new, whatever happens meanwhile. Gives why it cannot be."""
    path = folder / _FILE
    draft = path.with_name(f"{path.name}.new")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            json.dump(dataclasses.asdict(settings), file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        return Complaint("settings.not-saved", (str(path),))
    return None


def settings_of(plain: Mapping[str, Any]) -> Settings:
    """The settings of these plain values: what is unknown is left out, what is too large or small is moved near."""
    known = {name: judge(plain[name]) for name, judge in _JUDGES.items() if name in plain}
    return Settings(**{name: value for name, value in known.items() if value is not None})


def _plain(data: bytes) -> dict[str, Any] | None:
    """What the file says; None where it is none of ours."""
    if len(data) > _MOST_BYTES:
        return None
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return plain if isinstance(plain, dict) else None


def _whole(low: int, high: int) -> Callable[[Any], int | None]:
    def judge(value: Any) -> int | None:
        return min(max(value, low), high) if isinstance(value, int) and not isinstance(value, bool) else None

    return judge


def _number(value: Any) -> float | None:
    """A number that can be reckoned with; None for anything else."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or (isinstance(value, float) and math.isnan(value)):
        return None
    return float(min(max(value, -_LARGEST), _LARGEST))


def _text_scale(value: Any) -> float | None:
    number = _number(value)
    return None if number is None else min(max(number, TEXT_SCALES[0]), TEXT_SCALES[1])


def _speed(value: Any) -> float | None:
    number = _number(value)
    return None if number is None else min(SPEEDS, key=lambda speed: abs(speed - number))


def _yes_or_no(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _name(value: Any) -> str | None:
    is_shown = isinstance(value, str) and value.isprintable() and len(value) <= _NAME_LENGTH
    return value if is_shown else None


def _language(value: Any) -> str | None:
    is_code = isinstance(value, str) and value.isascii() and value.replace("_", "").isalpha() and len(value) <= 8
    return value if is_code else None


def _pair(low: int) -> Callable[[Any], tuple[int, int] | None]:
    each = _whole(low, _LARGEST)

    def judge(value: Any) -> tuple[int, int] | None:
        if not isinstance(value, list) or len(value) != 2:
            return None
        x, y = each(value[0]), each(value[1])
        return None if x is None or y is None else (x, y)

    return judge


_JUDGES: Final[dict[str, Callable[[Any], Any]]] = {
    "name": _name,
    "avatar": _whole(0, AVATARS - 1),
    "language": _language,
    "text_scale": _text_scale,
    "full_screen": _yes_or_no,
    "speed": _speed,
    "reduced_motion": _yes_or_no,
    "window_size": _pair(1),
    "window_position": _pair(-_LARGEST),
}
"""For each field what makes of a value one that can be used, or None."""
