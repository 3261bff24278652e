"""Tables that were broken off, at the command line: shown, and what is said where one cannot go on."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lan_thirteen.net.profile import open_profile
from tests.cli.test_cli import run
from tests.net.test_resuming import broken_off
from tests.support import tables

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the program finds its profile by XDG_DATA_HOME")

Said = Callable[..., str]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Said:
    """What a command says, on either output."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def said(*arguments: str) -> str:
        run(monkeypatch, [*arguments, "--profile", "Ana"])
        captured = capsys.readouterr()
        return captured.out + captured.err

    return said


def a_match_broken_off(home: Path) -> Path:
    async def work() -> None:
        profile = open_profile("Ana", home / "lan-thirteen" / "profiles")
        async with broken_off(profile) as path:
            found.append(path)
        profile.close()

    found: list[Path] = []
    tables.run(work())
    return found[0]


def test_without_any_it_says_what_to_do(said: Said) -> None:
    assert said("tables", "--saved").startswith("No match of this profile was broken off.")
    assert json.loads(said("tables", "--saved", "--json")) == []
    assert said("host", "--resume").startswith("No match of this profile was broken off.")


def test_each_is_shown_with_its_people_and_its_file(said: Said, tmp_path: Path) -> None:
    path = a_match_broken_off(tmp_path)
    line, where = said("tables", "--saved").splitlines()
    assert line.startswith("Kitchen: 13 Leaves, deal 1, with Ana, Bo; last played ")
    assert where.strip() == str(path)


def test_one_that_cannot_go_on_says_why(said: Said, tmp_path: Path) -> None:
    path = a_match_broken_off(tmp_path)
    path.with_suffix(".deals").unlink()
    line, why = said("tables", "--saved").splitlines()
    assert line.startswith(f"{path}, last written ")
    assert why.strip().startswith("Deal 1 of this match had been dealt, and the secrets")
    assert said("host", "--resume").startswith("No match of this profile was broken off.")
    assert said("host", "--resume", str(path)).startswith("Deal 1 of this match had been dealt, and the secrets")
    assert json.loads(said("host", "--resume", str(path), "--json").splitlines()[0]) == {
        "refused": {"code": "resume.no-secret", "numbers": [1], "names": []}
    }


@pytest.mark.parametrize("more", [["--seats", "4"], ["--option", "mode=expert"], ["--pin", "12345"], ["--hidden"]])
def test_a_table_that_goes_on_is_as_it_was(more: list[str], said: Said) -> None:
    assert said("host", "--resume", *more).startswith(f"A table that goes on is as it was: leave {more[0]} out")


def test_a_file_that_is_none_or_something_else_is_a_sentence(said: Said, tmp_path: Path) -> None:
    assert said("host", "--resume", str(tmp_path / "x.lan13")).startswith("There is no file ")
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ana,\n", "utf-8")
    assert "match" in said("host", "--resume", str(other))
