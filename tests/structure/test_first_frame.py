"""The window's first frame waits for nothing but itself."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.structure.checkout import ROOT, call

HEAVY = ("msgspec", "msgpack", "zeroconf", "ssl", "asyncio", "cryptography", "numpy")
OURS_BUT_HEAVY = ("lan_thirteen.core.game", "lan_thirteen.net.guest", "lan_thirteen.ui.app", "lan_thirteen.ui.boards")

START = """
import json, sys
from pathlib import Path
from lan_thirteen.cli import main
from lan_thirteen.ui.window import program, start

def first_frame_only(profile, *, tells):
    opened = start.open_first_frame(profile, Path(sys.argv[1]))
    modules, pixels = sorted(sys.modules), opened.frame.surface
    width, height = pixels.get_size()
    colours = {tuple(pixels.get_at((x, y))) for x in range(0, width, 20) for y in range(0, height, 20)}
    print(json.dumps({"modules": modules, "colours": len(colours)}))
    return 7

program.run_window = first_frame_only
sys.exit(main([]))
"""


@pytest.fixture(scope="module")
def at_first_frame(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is so in a fresh process that was started as a person starts the program, when its first frame is shown."""
    root: Path = tmp_path_factory.mktemp("profiles")
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    done = call([sys.executable, "-P", "-c", START, str(root)], ROOT, variables)
    assert done.returncode == 7, done.stderr
    facts: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return facts


def test_nothing_heavy_is_loaded_before_the_first_frame(at_first_frame: dict[str, Any]) -> None:
    loaded = set(at_first_frame["modules"])
    assert "pygame" in loaded
    assert not {name.partition(".")[0] for name in loaded} & set(HEAVY)
    assert not loaded & set(OURS_BUT_HEAVY)


def test_the_first_frame_shows_something(at_first_frame: dict[str, Any]) -> None:
    assert at_first_frame["colours"] > 50
