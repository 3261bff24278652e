"""The wheel, and the program installed from it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.structure import checkout

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

DEMO = ("demo", "--game", "leaves", "--seats", "3", "--seed", "1", "--headless")


def _assets() -> list[str]:
    return [name.removeprefix("assets/") for name in checkout.present() if name.startswith("assets/")]


def _tool(folder: Path, name: str) -> Path:
    return folder / ("Scripts" if os.name == "nt" else "bin") / (name + (".exe" if os.name == "nt" else ""))


def _must(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _new_environment(folder: Path) -> Path:
    """A virtual environment; its Python."""
    _must(checkout.call([checkout.BASE_PYTHON, "-m", "venv", folder], folder.parent))
    return _tool(folder, "python")


def _plays(command: Path, cwd: Path) -> None:
    """The installed command tells its help and plays a whole match, away from the checkout."""
    cwd.mkdir()
    assert "usage" in _must(checkout.call([command, "--help"], cwd)).lower()
    _must(checkout.call([command, *DEMO], cwd))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy, as a build may leave files where it builds."""
    return checkout.copy(tmp_path / "source")


def test_the_wheel_holds_the_assets_and_plays(source: Path, tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    python = _new_environment(tmp_path / "venv")
    _must(checkout.call([python, "-m", "pip", "wheel", source, "--no-deps", f"--wheel-dir={dist}"], tmp_path))
    (wheel,) = dist.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"lan_thirteen/_assets/{name}" for name in _assets()} <= names
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"lan_thirteen"}
    assert not {name for name in names if "__pycache__" in name}
    _must(checkout.call([python, "-m", "pip", "install", wheel], tmp_path))
    _plays(_tool(tmp_path / "venv", "lan-thirteen"), tmp_path / "elsewhere")


def test_pipx_installs_the_checkout(source: Path, tmp_path: Path) -> None:
    python = _new_environment(tmp_path / "venv")
    _must(checkout.call([python, "-m", "pip", "install", "pipx"], tmp_path))
    bin_dir = tmp_path / "bin"
    env = checkout.variables(
        PIPX_HOME=str(tmp_path / "pipx"),
        PIPX_BIN_DIR=str(bin_dir),
        PIPX_MAN_DIR=str(tmp_path / "man"),
        PIPX_DEFAULT_PYTHON=checkout.BASE_PYTHON,
    )
    _must(checkout.call([python, "-m", "pipx", "install", source], tmp_path, env))
    _plays(bin_dir / _tool(Path(), "lan-thirteen").name, tmp_path / "elsewhere")


def test_the_project_runs_where_it_says(source: Path) -> None:
    text = (source / "pyproject.toml").read_text("utf-8")
    assert 'requires-python = ">=3.11"' in text
    assert sys.version_info >= (3, 11)
