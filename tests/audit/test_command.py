"""``audit FILE`` and ``replay FILE`` on journals, as they are typed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.dealer import Sealed
from lan_thirteen.net.journal_file import joined
from lan_thirteen.net.recorder import _line_of
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
from lan_thirteen.trust import proof as p
from tests.audit.test_replayed import unfinished
from tests.cli.test_cli import ROOT, run
from tests.support.journals import Journal, lively, plain


def saved(path: Path, journal: Journal, *attachments: p.Attachment) -> str:
    path.write_bytes(joined(journal.lines, [p.attached(each) for each in attachments]))
    return str(path)


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_match_is_right(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(monkeypatch, ["audit", saved(tmp_path / "x", plain(game, people=2))]) == 0
    assert "Bot 3 " in capsys.readouterr().out, "a bot has a number where it has no name"
    assert run(monkeypatch, ["audit", saved(tmp_path / "x", lively(game, "1", deals=3))]) == 0
    out = capsys.readouterr().out
    assert out.startswith("✓ The file is whole: ")
    assert "\n\nDeal 1\n" in out
    assert "✗" not in out
    assert out.endswith("\nEverything that could be checked is right.\n")


def test_a_tampered_match_fails_with_the_check_that_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = plain("leaves", deals=1)
    last = len(journal.records) - 1
    forged = journal.tampered(lambda records: records.__setitem__(last, journal.records[last - 1]))
    assert run(monkeypatch, ["audit", saved(tmp_path / "x", forged)]) == 0  # Ana's receipt twice is no lie
    capsys.readouterr()
    wrong = journal.tampered(lambda records: records.pop(journal.places(j.DealShown)[0]))
    assert run(monkeypatch, ["audit", saved(tmp_path / "y", wrong)]) == 1
    out = capsys.readouterr().out
    assert "✗ The host has not shown its bytes.\n" in out
    assert out.rstrip().endswith("not written down as it must be.")


def test_what_the_host_has_signed_besides_fails_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = plain("leaves", deals=1)
    ended = journal.records[journal.places(j.Ended)[0]]
    assert isinstance(ended, j.Ended)
    other = j.Ended(ended.of, journal.host.sign(j.ended_text(bytes(32), ended.of)))
    path = saved(tmp_path / "x", journal, p.Line(bytes(32), j.line_of(other)))
    assert run(monkeypatch, ["audit", path]) == 1
    assert "✗ The host has signed two stories of deal 1" in capsys.readouterr().out


def test_a_file_that_is_cut_off_is_checked_as_far_as_it_goes_and_a_damaged_one_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    data = joined(plain("leaves").lines)
    (tmp_path / "cut").write_bytes(data[: len(data) // 2])
    assert run(monkeypatch, ["audit", str(tmp_path / "cut")]) == 0
    assert "– The last line of the file is cut off." in capsys.readouterr().out
    middle = len(data) // 2
    (tmp_path / "bad").write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
    assert run(monkeypatch, ["audit", str(tmp_path / "bad")]) == 1
    number = data[:middle].count(b"\n") + 1
    assert f"✗ Line {number} of the file was changed or damaged." in capsys.readouterr().out
    assert run(monkeypatch, ["replay", str(tmp_path / "bad"), "--all"]) == 0
    assert f"This file is damaged from line {number} on." in capsys.readouterr().out


def test_a_match_without_others_has_nothing_to_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "alone")
    assert run(monkeypatch, ["demo", "--game", "leaves", "--headless", "--save", path]) == 0
    capsys.readouterr()
    assert run(monkeypatch, ["audit", path]) == 1
    told = capsys.readouterr()
    assert told.err.startswith("This match was played without others")
    assert not told.out


@pytest.mark.parametrize("command", ["audit", "replay"])
def test_what_is_no_match_file_is_one_sentence(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "letter").write_bytes(b"Dear Ana\n")
    header = plain("leaves").header
    other = plain("leaves").tampered(lambda records: records.__setitem__(0, replace(header, game="skat")))
    saved(tmp_path / "skat", other)
    wanted = {"missing": "There is no file", "empty": "This is no match file", "letter": "This is no match file"}
    for name, part in {**wanted, "skat": "does not have: skat"}.items():
        assert run(monkeypatch, [command, str(tmp_path / name)]) == 1
        error = capsys.readouterr().err
        assert part in error
        assert error.count("\n") == 1


@pytest.mark.parametrize("command", ["audit", "replay"])
def test_help_has_an_example(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, [command, "--help"]) == 0
    assert f"  lan-thirteen {command} evening.lan13" in capsys.readouterr().out


def test_the_marks_are_words_where_the_terminal_lacks_them(tmp_path: Path) -> None:
    path = saved(tmp_path / "x", plain("leaves").tampered(lambda records: records.pop(-1)))
    done = subprocess.run(
        [sys.executable, "-m", "lan_thirteen", "audit", path],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    lines = done.stdout.decode("ascii").splitlines()
    assert lines[0].startswith("ok    The file is whole: ")
    assert "?     No word from the laptop of each: Bo." in lines
    assert done.returncode == 0


def test_a_match_with_others_is_stepped_through_like_any(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = saved(tmp_path / "x", plain("dreizehn"))
    assert run(monkeypatch, ["replay", path, "--all"]) == 0
    out = capsys.readouterr().out
    assert "Round 1 begins." in out
    assert "Round 2 begins." in out
    assert "So far:" in out
    assert run(monkeypatch, ["replay", path, "--seat", "1"], "\n\nq\n") == 0
    assert "Your hand:" in capsys.readouterr().out


def test_a_deal_that_was_not_finished_needs_what_the_host_has_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal, secret = unfinished()
    path = saved(tmp_path / "x", journal)
    assert run(monkeypatch, ["replay", path, "--all"]) == 0
    out = capsys.readouterr().out
    assert "The last round was not finished" in out
    assert "Round 2 begins." not in out
    opening = journal.records[journal.places(j.DealOpened)[1]]
    assert isinstance(opening, j.DealOpened)
    drawers = tuple((each.seat, each.key) for each in opening.drawers)
    sealed = Sealed(journal.header.table, opening.of, d.deck_of("dreizehn", 3), journal.header.host, secret, drawers)
    (tmp_path / "x.deals").write_bytes(_line_of(sealed) + b"\n")
    assert run(monkeypatch, ["replay", path, "--all", "--secrets", str(tmp_path / "x.deals")]) == 0
    out = capsys.readouterr().out
    assert "The last round was not finished" not in out
    assert "Round 2 begins." in out
