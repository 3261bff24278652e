"""The command line: each command does its work, and what it cannot do it says in one sentence."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from lan_thirteen.cli import main
from lan_thirteen.games.registry import GAMES

ROOT = Path(__file__).parent.parent.parent


class Terminal(io.StringIO):
    """Standard input that is a terminal."""

    def isatty(self) -> bool:
        return True


def run(monkeypatch: pytest.MonkeyPatch, arguments: Sequence[str], typed: str = "") -> int:
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    monkeypatch.setenv("DISPLAY", "")
    monkeypatch.setenv("WAYLAND_DISPLAY", "")
    try:
        return main(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_demo_is_played_saved_and_replayed(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "x.lan13")
    assert run(monkeypatch, ["demo", "--game", game, "--seats", "3", "--seed", "4", "--headless", "--save", path]) == 0
    played = capsys.readouterr()
    assert played.err == ""
    assert "The match is over." in played.out
    assert len(played.out.splitlines()) == 5
    assert run(monkeypatch, ["replay", path, "--all"]) == 0
    assert capsys.readouterr().out.endswith(played.out)


def test_the_same_seed_gives_the_same_match_and_another_one_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        demo = ["demo", "--game", "leaves", "--level", "easy", "--seed", seed, "--headless"]
        assert run(monkeypatch, [*demo, "--save", str(tmp_path / name)]) == 0
    a, b, c = ((tmp_path / name).read_bytes() for name in "abc")
    assert a == b != c


def test_without_a_seed_every_match_is_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in "ab":
        assert run(monkeypatch, ["demo", "--game", "leaves", "--headless", "--save", str(tmp_path / name)]) == 0
    assert (tmp_path / "a").read_bytes() != (tmp_path / "b").read_bytes()


def test_a_demo_tells_its_story_unless_it_is_headless(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, ["demo", "--game", "dreizehn", "--pause", "0"]) == 0
    assert "Round 1 begins." in capsys.readouterr().out


@pytest.mark.parametrize("game", range(1, 4))
def test_the_program_alone_asks_and_plays_a_whole_match(
    game: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = f"seven\n{game}\n3\n1\n" + "1\n" * 3000
    assert run(monkeypatch, ["--pause", "0"], answers) == 0
    out = capsys.readouterr().out
    assert "Type a number from 1 to 3." in out
    assert "no window" not in out
    assert "The match is over." in out


def test_a_person_may_leave_and_what_was_played_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "x")
    play = ["play", "--game", "dreizehn", "--seats", "4", "--level", "normal", "--name", "Žofía", "--pause", "0"]
    assert run(monkeypatch, [*play, "--save", path], "1\n1\nq\ny\n") == 0
    assert "You have left the match." in capsys.readouterr().out
    assert run(monkeypatch, ["replay", path, "--seat", "1"], "\n\nn\np\n2\n99999\nx\nq\n") == 0
    out = capsys.readouterr().out
    assert "Your hand:" in out
    assert "Step 2 of " in out
    assert "Press Enter, n, p or q" in out


def test_a_screen_without_a_window_yet_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    monkeypatch.setenv("DISPLAY", ":0")
    assert main(["play"]) == 1
    assert "LAN Thirteen has no window yet" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "status", "part"),
    [
        (["demo"], 1, "Say which game the bots shall play"),
        (["demo", "--game", "hearts"], 1, "There is no game called hearts. Choose one of: leaves"),
        (["demo", "--game", "leaves", "--seats", "2"], 1, "This game is for 3 to 6 players, not 2."),
        (["demo", "--game", "leaves", "--seats", "many"], 1, "--seats takes a whole number, not many."),
        (["demo", "--game", "leaves", "--seats", "-3"], 1, "--seats takes a whole number, not -3."),
        (["demo", "--game", "leaves", "--option", "mode"], 1, "An option is typed NAME=VALUE"),
        (
            ["demo", "--game", "leaves", "--option", "mode=x"],
            1,
            "The option mode cannot be x. It can be: single",
        ),
        (["demo", "--game", "leaves", "--option", "music=on"], 1, "This game has no option called music."),
        (["demo", "--game", "leaves", "--option", "hand_size=17"], 1, "need more than the 62 cards"),
        (["demo", "--game", "leaves", "--level", "hard"], 1, "Bots have no level called hard."),
        (["demo", "--game", "leaves", "--seed", "x"], 1, "--seed takes a whole number, not x."),
        (["demo", "--game", "leaves", "--pause", "3"], 1, "Bots can wait 0 to 2 seconds, not 3."),
        (["demo", "--game", "leaves", "--save", "/no/such/folder/x"], 1, "cannot be written"),
        (["play", "--name", "\x1b[2J"], 1, "A name has 1 to 40 characters"),
        (["play", "--name", ""], 1, "A name has 1 to 40 characters"),
        (["play"], 1, "The input ended before the match did"),
        (["replay", "/no/such/file"], 1, "There is no file /no/such/file."),
        (["replay", __file__], 1, "This is no match file of LAN Thirteen."),
        (["replay"], 2, "Try: lan-thirteen replay --help"),
        (["dance"], 2, "Try: lan-thirteen --help"),
        (["demo", "--gam", "leaves"], 2, "Try: lan-thirteen --help"),
    ],
)
def test_what_is_not_possible_is_one_sentence_and_a_status(
    arguments: list[str],
    status: int,
    part: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(monkeypatch, arguments) == status
    error = capsys.readouterr().err
    assert part in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("command", [[], ["play"], ["demo"], ["replay"]])
def test_every_command_has_help_with_an_example(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, [*command, "--help"]) == 0
    out = capsys.readouterr().out
    assert "example" in out
    assert "  lan-thirteen" in out


def test_a_file_that_exists_is_not_touched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "dear"
    path.write_text("letter")
    assert run(monkeypatch, ["demo", "--game", "leaves", "--headless", "--save", str(path)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert path.read_text() == "letter"


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_a_match_is_told_on_any_character_set(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "lan_thirteen", "demo", "--game", "three-thirteen", "--seats", "2", "--pause", "0"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False, timeout=60)
    assert done.returncode == 0
    assert done.stderr == b""
    assert ("♠".encode() in done.stdout) == (encoding == "utf-8")


def test_a_reader_who_goes_away_ends_the_program_quietly() -> None:
    command = [sys.executable, "-m", "lan_thirteen", "demo", "--game", "three-thirteen", "--pause", "0"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) == 1
        assert process.stderr.read() == b""
