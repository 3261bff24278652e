"""What belongs to the checkout, copies of it, and the Pythons and variables to try a copy with."""

from __future__ import annotations

import fnmatch
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

BASE_PYTHON: Final = str(getattr(sys, "_base_executable", None) or sys.executable)
"""A Python that is in no virtual environment, as a stranger's is."""

OUTPUT_LIMIT: Final = 400
"""Seconds after which a started command counts as stuck."""


@cache
def tracked() -> tuple[str, ...]:
    """The files of the checkout; where git is missing, all that .gitignore does not name."""
    return _listed("--cached") or tuple(_not_ignored())


def present() -> tuple[str, ...]:
    """The tracked files and those that wait to be added, as far as they are there."""
    names = _listed("--cached", "--others", "--exclude-standard") or tracked()
    return tuple(name for name in names if (ROOT / name).is_file())


def copy(target: Path) -> Path:
    """Copy the checkout, without what commands left in it, to this new folder."""
    for name in present():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    return target


def variables(**changes: str) -> dict[str, str]:
    """The environment variables of a stranger: none that point at this test's own Python."""
    ours = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    return {n: v for n, v in os.environ.items() if n not in ours and not n.startswith(("PYTEST_", "COV_"))} | changes


def without_network() -> dict[str, str]:
    """Variables under which pip finds nothing but a closed port."""
    dead = "http://127.0.0.1:9"
    kept = {n: v for n, v in variables().items() if not n.startswith("PIP_") and not n.lower().endswith("_proxy")}
    return kept | {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": dead, "HTTPS_PROXY": dead, "HTTP_PROXY": dead}


def call(
    command: Sequence[str | Path], cwd: Path, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with its output as text."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=variables() if env is None else env,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=OUTPUT_LIMIT,
    )


def _listed(*which: str) -> tuple[str, ...]:
    try:
        # another owner's checkout is git's worry, not this test's
        command = ["git", "-c", "safe.directory=*", "ls-files", "-z", *which]
        output = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ()
    return tuple(sorted({name for name in os.fsdecode(output).split("\0") if name}))


def _not_ignored() -> Iterator[str]:
    patterns = [".git", *(line.rstrip("/") for line in (ROOT / ".gitignore").read_text("utf-8").split())]
    for folder, below, files in os.walk(ROOT):
        below[:] = [name for name in below if not any(fnmatch.fnmatch(name, p) for p in patterns)]
        for name in files:
            if not any(fnmatch.fnmatch(name, p) for p in patterns):
                yield (Path(folder) / name).relative_to(ROOT).as_posix()
