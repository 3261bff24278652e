"""The programs that ours is measured against, in an environment of their own: the program needs none of them.

A peer that cannot be had is no failure: what needs it is printed as not measured, with the reason.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from scripts.environment import ROOT, STOPPED, Environment, SetUpError, prepare, run, say, sentence

PYTHON_PEERS: Final = {"rlcard": "rlcard==1.2.0", "pyspiel": "open_spiel>=1.6"}
"""The requirement for each module."""

BOARDGAME: Final = "boardgame.io@0.50.2"

_WHY: Final = "BENCH_WITHOUT_"
"""With a module's name in capitals: the variable that tells the measuring process why it has no such peer."""


class NotMeasured(Exception):
    """A side cannot run here; the text says why."""


@dataclass(frozen=True)
class PeerEnvironment(Environment):
    """An environment with the program's requirements and the peers; its extras are their modules."""

    @property
    def folder(self) -> Path:
        return self.root / ".venv-bench"

    def needs(self, extras: Sequence[str]) -> list[str]:
        return sorted({*super().needs(()), *(PYTHON_PEERS[module] for module in extras)})


def bench(arguments: Sequence[str]) -> int:
    """Measure, in an environment with as many peers as can be had."""
    env = PeerEnvironment(ROOT)
    try:
        missing = _add_peers(env)
    except (SetUpError, OSError) as error:
        say(sentence(error) if isinstance(error, OSError) else str(error))
        return 1
    except KeyboardInterrupt:
        say(STOPPED)
        return 130
    why = {_WHY + module.upper(): text for module, text in missing.items()}
    return run([str(env.python), "-P", "-m", "scripts.benchmarks", *arguments], None, {"PYTHONPATH": str(ROOT)} | why)


def _add_peers(env: PeerEnvironment) -> dict[str, str]:
    """Install what can be installed; why the others could not. Raises SetUpError where nothing could."""
    missing: dict[str, str] = {}
    try:
        prepare(env, tuple(PYTHON_PEERS))
    except SetUpError:
        # one of them is at fault: the others shall not suffer
        there: tuple[str, ...] = ()
        prepare(env, there)
        for module in PYTHON_PEERS:
            try:
                prepare(env, (*there, module))
                there += (module,)
            except SetUpError as error:
                missing[module] = str(error)
    return missing


def load(module: str, part: str = "") -> Any:
    """A peer's module, or its submodule ``part``. Raises NotMeasured where there is none."""
    try:
        return importlib.import_module(module + part)
    except ImportError as error:
        raise NotMeasured(os.environ.get(_WHY + module.upper(), str(error))) from error


def boardgame() -> tuple[str, Path]:
    """The program node, and a folder from which it finds boardgame.io. Raises NotMeasured where it cannot be had."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NotMeasured("there is no node with npm on the PATH")
    folder = PeerEnvironment(ROOT).folder / "node"
    if not (folder / "node_modules" / "boardgame.io" / "package.json").exists():
        say(f"Fetching {BOARDGAME} …")
        folder.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", f"--prefix={folder}", "--ignore-scripts", "--no-audit", "--no-fund", BOARDGAME]
        done = subprocess.run(command, check=False, capture_output=True, text=True, encoding="utf-8", errors="replace")
        if done.returncode:
            raise NotMeasured("npm could not fetch it: " + (done.stderr.strip().splitlines() or ["no reason given"])[0])
    return node, folder
