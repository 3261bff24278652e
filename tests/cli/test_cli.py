"""The command line: each command does its work, and what it cannot do it says in one sentence."""

from __future__ import annotations

import io
import json
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
    monkeypatch.setenv("SDL_VIDEODRIVER", "")
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


def test_without_a_screen_the_table_opens_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, []) == 1
    assert "There is no screen for a window here" in capsys.readouterr().out


def test_who_asks_for_the_window_by_name_is_told_that_there_is_no_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, ["window"]) == 1
    told = capsys.readouterr()
    assert "There is no screen to open a window on." in told.err
    assert not told.out


@pytest.mark.parametrize(
    ("arguments", "status", "part"),
    [
        (["demo"], 2, "Say which game the bots shall play"),
        (["demo", "--game", "hearts"], 2, "There is no game called hearts. Choose one of: leaves"),
        (["demo", "--game", "leaves", "--seats", "2"], 2, "This game is for 3 to 6 players, not 2."),
        (
            ["demo", "--game", "leaves", "--seats", "many"],
            2,
            "18 digits, not many.",
        ),
        (
            ["demo", "--game", "leaves", "--seats", "-3"],
            2,
            "18 digits, not -3.",
        ),
        (["demo", "--game", "leaves", "--option", "mode"], 2, "An option is typed NAME=VALUE"),
        (
            ["demo", "--game", "leaves", "--option", "mode=x"],
            2,
            "The option mode cannot be x. It can be: single",
        ),
        (["demo", "--game", "leaves", "--option", "music=on"], 2, "This game has no option called music."),
        (["demo", "--game", "leaves", "--option", "hand_size=17"], 2, "need more than the 62 cards"),
        (["demo", "--game", "leaves", "--level", "hard"], 2, "Bots have no level called hard."),
        (["demo", "--game", "leaves", "--seed", "x"], 2, "--seed takes a whole number of at most 18 digits, not x."),
        (["demo", "--game", "leaves", "--pause", "3"], 2, "Bots can wait 0 to 2 seconds, not 3."),
        (["demo", "--game", "leaves", "--save", "/no/such/folder/x"], 1, "cannot be written"),
        (["play", "--name", "\x1b[2J"], 2, "A name has 1 to 40 characters"),
        (["play", "--name", ""], 2, "A name has 1 to 40 characters"),
        (["play"], 1, "You have ended the input"),
        (["replay", "/no/such/file"], 1, "There is no file /no/such/file."),
        (["replay", __file__], 1, "This is no match file of LAN Thirteen."),
        (["replay"], 2, "Try: lan-thirteen replay --help"),
        (["dance"], 2, "Try: lan-thirteen --help"),
        (["demo", "--gam", "leaves"], 2, "This command knows nothing of --gam leaves. Try: lan-thirteen demo --help"),
        (["demo", "--game", ""], 2, "There is no game called ."),
        (["demo", "--game", "leaves", "--seed", ""], 2, "--seed takes a whole number"),
        (["demo", "--game", "leaves", "--seats", "99999999"], 2, "This game is for 3 to 6 players"),
        (["demo", "--game", "leaves", "--headless", "--pause", "99"], 2, "Bots can wait 0 to 2 seconds, not 99."),
        (["demo", "--game", "leaves", "--option", "mode=single", "--option", "mode=expert"], 2, "given once"),
        (["demo", "--game", "leaves", "--save", ""], 1, "cannot be written"),
        (["play", "--level", "hard"], 2, "Bots have no level called hard."),
        (["play", "--game", "leaves", "--option", "music=on"], 2, "This game has no option called music."),
        (["play", "--game", "leaves", "--option", "hand_size=17", "--seats", "6"], 2, "need more than the 62 cards"),
        (["play", "--save", __file__], 1, "exists already"),
        (["demo", "\x1b[31mred\nline"], 2, "This command knows nothing of"),
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


def shell(command: str, *, typed: bytes = b"", timeout: float = 60) -> subprocess.CompletedProcess[bytes]:
    """The program as a shell starts it; ``lan`` in the command is its name."""
    script = command.replace("lan ", f"{sys.executable} -m lan_thirteen ", 1)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "DISPLAY": ""}
    return subprocess.run(
        ["/bin/bash", "-c", script], input=typed, env=environment, capture_output=True, check=False, timeout=timeout
    )


posix = pytest.mark.skipif(os.name != "posix", reason="shells of other systems differ")


@posix
@pytest.mark.parametrize("typed", [b"\xc3", b"caf\xe9\nq\ny\n", b"\x00\n" * 50, b"9" * 100_000])
def test_bytes_that_are_no_text_are_a_wrong_answer_and_no_more(typed: bytes) -> None:
    done = shell("lan play", typed=typed)
    assert done.returncode == 1
    assert done.stdout.count(b"Type a number from 1 to 3.") <= 51
    assert done.stderr.count(b"\n") == 1
    assert b"The input ended before the match did" in done.stderr


@pytest.mark.parametrize("answer", ["0000000014999", "000000001" + "0" * 5000, "9" * 18, "1" * 19])
def test_a_long_number_is_judged_whole(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, ["play"], answer + "\n") == 1
    assert run(monkeypatch, ["play", "--game", "leaves"], answer + "\n") == 1


@posix
@pytest.mark.parametrize(
    ("command", "status", "part"),
    [
        ("lan play --game leaves --seats 3 --level easy <&-", 1, b"The input ended"),
        ("lan demo --game leaves --headless >&-", 1, b"The output cannot be written any more"),
        ("lan demo --game leaves --headless </dev/null 1</dev/null", 1, b"The output cannot be written any more"),
        ("lan demo --game hearts --headless 2>&-", 2, b""),
    ],
)
def test_a_stream_that_is_closed_is_a_sentence(command: str, status: int, part: bytes) -> None:
    done = shell(command)
    assert done.returncode == status
    assert part in done.stderr
    assert done.stderr.count(b"\n") <= 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_behind_the_output_is_a_sentence() -> None:
    done = shell("lan demo --game leaves --headless >/dev/full")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [b"The output cannot be written any more, so the program stops here."]


@posix
def test_a_match_that_could_not_be_saved_whole_is_no_success(tmp_path: Path) -> None:
    path = tmp_path / "f.lan13"
    done = shell(f"trap '' XFSZ; ulimit -f 1; lan demo --game three-thirteen --headless --save {path}")
    assert done.returncode == 1
    assert b"cannot be written" in done.stderr
    assert b"The match is over." in done.stdout
    assert 0 < path.stat().st_size <= 1024


@posix
def test_a_file_that_could_not_even_be_begun_is_not_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "f.lan13"
    assert shell(f"trap '' XFSZ; ulimit -f 0; lan demo --game leaves --headless --save {path}").returncode == 1
    assert not path.exists()


@posix
def test_a_pipe_is_no_match_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    done = shell(f"lan replay {tmp_path / 'fifo'}", timeout=20)
    assert done.returncode == 1
    assert b"cannot be read" in done.stderr


def test_a_match_that_was_only_begun_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole, begun = tmp_path / "whole", tmp_path / "begun"
    assert run(monkeypatch, ["demo", "--game", "leaves", "--headless", "--save", str(whole)]) == 0
    begun.write_bytes(whole.read_bytes().partition(b"\n")[0] + b"\n")
    capsys.readouterr()
    assert run(monkeypatch, ["replay", str(begun), "--all"]) == 0
    assert capsys.readouterr().out == "Nothing has been played in this match yet.\n"


def test_an_account_whose_name_is_none_does_not_keep_anybody_from_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "x" * 60)
    answers = "1\n3\n1\nq\ny\n"
    assert run(monkeypatch, ["play", "--pause", "0"], answers) == 0


def test_the_help_names_the_program_as_it_was_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LAN_THIRTEEN_PROGRAM", "python3 scripts/play.py")
    assert run(monkeypatch, ["play", "--help"]) == 0
    assert "  python3 scripts/play.py play --game" in capsys.readouterr().out
    assert run(monkeypatch, ["replay"]) == 2
    assert "Try: python3 scripts/play.py replay --help" in capsys.readouterr().err


def test_options_that_are_not_as_usual_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = ["play", "--game", "leaves", "--seats", "3", "--level", "easy", "--pause", "0"]
    assert run(monkeypatch, [*play, "--option", "mode=expert", "--option", "target_score=5"], "r\nq\ny\n") == 0
    assert capsys.readouterr().out.count("Options of this match: mode=expert, target_score=5") == 2
    assert run(monkeypatch, play, "r\nq\ny\n") == 0
    assert "Options of this match" not in capsys.readouterr().out


def refused_host(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[str, str]:
    """What a host that opens no table says on its output and on its error output."""
    assert run(monkeypatch, ["host", "--game", "leaves", "--seats", "3", *more]) != 0
    out, err = capsys.readouterr()
    return out, err


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--house", "turn_clock_s"], "A rule of the house is typed NAME=NUMBER"),
        (["--house", "turn_clock_s=x"], "takes a whole number"),
        (["--house", "turn_clock_s=5"], "cannot be 5"),
        (["--house", "no_such_rule=5"], "There is no house rule called no_such_rule"),
        (["--bots", "easy,clever"], "clever"),
        (["--bots", "easy,easy,easy,easy"], "4 bots do not fit into 3 seats"),
    ],
)
def test_a_host_that_cannot_be_as_it_was_asked_says_why(
    more: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = refused_host(monkeypatch, capsys, *more)
    assert out == ""
    assert sentence in err


def test_a_program_that_starts_a_host_can_read_why_there_is_no_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = refused_host(monkeypatch, capsys, "--port", "80", "--json")
    assert json.loads(out) == {"refused": {"code": "host.bad-port", "numbers": [1024, 65535], "names": []}}
    assert err.count("\n") == 1
