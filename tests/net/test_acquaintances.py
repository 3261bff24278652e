"""What is known of who keeps a table: whether its key was met, and whether another key used its name."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from lan_thirteen.net import acquaintances
from lan_thirteen.net.acquaintances import Acquaintances, Standing, acquaintances_of
from lan_thirteen.net.profile import open_profile

FEMKE, JAN, OURS = bytes([1]) * 32, bytes([2]) * 32, bytes([3]) * 32


def test_a_computer_is_new_once_and_known_afterwards_by_any_name(tmp_path: Path) -> None:
    met = Acquaintances(tmp_path)
    assert met.meet(FEMKE, "Friday", 1.0) is Standing.FIRST
    assert met.meet(FEMKE, "Friday", 2.0) is Standing.KNOWN
    assert Acquaintances(tmp_path).meet(FEMKE, "Saturday", 3.0) is Standing.KNOWN
    assert Acquaintances(tmp_path).meet(JAN, "Sunday", 4.0) is Standing.FIRST


def test_another_computer_with_a_name_that_was_used_is_said_to_be_another(tmp_path: Path) -> None:
    met = Acquaintances(tmp_path)
    met.meet(FEMKE, "Femke's table", 1.0)
    assert met.meet(JAN, " FEMKE'S  table", 2.0) is Standing.OTHER
    assert met.meet(JAN, "Femke's table", 3.0) is Standing.KNOWN
    assert met.meet(FEMKE, "Femke's table", 4.0) is Standing.OTHER, "the name was Jan's in between"


def test_a_known_computer_that_takes_a_name_of_another_is_not_called_known(tmp_path: Path) -> None:
    met = Acquaintances(tmp_path)
    met.meet(JAN, "Jan's table", 1.0)
    met.meet(FEMKE, "Femke's table", 2.0)
    assert met.meet(JAN, "Femke's table", 3.0) is Standing.OTHER


def test_our_own_computer_is_called_so_and_is_not_met(tmp_path: Path) -> None:
    met = Acquaintances(tmp_path, lambda: OURS)
    assert met.meet(OURS, "Here", 1.0) is Standing.OWN
    assert not (tmp_path / "hosts.json").exists()


def test_it_is_kept_for_this_user_alone_and_holds_nothing_else(tmp_path: Path) -> None:
    Acquaintances(tmp_path).meet(FEMKE, "Friday", 7.5)
    path = tmp_path / "hosts.json"
    assert json.loads(path.read_text("utf-8")) == [[FEMKE.hex(), "Friday", 7.5]]
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
    assert [p.name for p in tmp_path.iterdir()] == ["hosts.json"]


@pytest.mark.parametrize("text", ["", "{}", "[[1]]", '[["zz", "Friday", 1.0]]', "[" * 5000])
def test_a_broken_file_is_put_aside_and_nobody_is_known(tmp_path: Path, text: str) -> None:
    (tmp_path / "hosts.json").write_text(text, "utf-8")
    assert Acquaintances(tmp_path).meet(FEMKE, "Friday", 1.0) is Standing.FIRST
    assert (tmp_path / "hosts.json.broken").exists()


def test_without_a_folder_or_a_disk_that_works_it_is_known_until_the_end(tmp_path: Path) -> None:
    for met in (acquaintances_of(None), Acquaintances(tmp_path / "nowhere")):
        assert met.meet(FEMKE, "Friday", 1.0) is Standing.FIRST
        assert met.meet(FEMKE, "Friday", 2.0) is Standing.KNOWN


def test_those_who_were_met_longest_ago_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acquaintances, "_MOST", 3)
    met = Acquaintances(tmp_path)
    for n in range(4):
        met.meet(bytes([n]) * 32, f"Table {n}", float(n))
    assert met.meet(bytes([3]) * 32, "Table 3", 9.0) is Standing.KNOWN
    assert met.meet(bytes([0]) * 32, "Table 0", 9.0) is Standing.FIRST


def test_the_key_of_this_profile_is_our_own(tmp_path: Path) -> None:
    profile = open_profile("ana", tmp_path)
    try:
        key = profile.host_key().public
        assert acquaintances_of(profile).meet(key, "Here", 1.0) is Standing.OWN
    finally:
        profile.close()
