"""The commands of the checkout: play, test and check on a stranger's machine."""

from __future__ import annotations

import ast
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import environment
from scripts.environment import Environment, SetUpError
from tests.structure import checkout

COMMANDS = ("play", "test", "check")
PYPROJECT = """
[project]
dependencies = ["b>=1", "a"]
[project.optional-dependencies]
dev = ["c", "a"]
"""

posix = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")


@pytest.fixture
def env(tmp_path: Path) -> Environment:
    """An environment that looks made: a Python, and nothing recorded."""
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, "utf-8")
    made = Environment(tmp_path)
    made.python.parent.mkdir(parents=True)
    made.python.touch()
    return made


def test_the_lists_come_from_pyproject(env: Environment) -> None:
    assert env.needs(()) == ["a", "b>=1"]
    assert env.needs(("dev",)) == ["a", "b>=1", "c"]


def test_the_lists_of_this_checkout_can_be_read() -> None:
    here = Environment(checkout.ROOT)
    assert set(here.needs(())) < set(here.needs(("dev",)))


def test_what_is_recorded_is_there(env: Environment) -> None:
    assert env.has() is None
    env.note(["a", "b>=1"])
    assert env.has() == frozenset({"a", "b>=1"})
    assert environment.prepare(env, ()) == env.python
    env.python.unlink()
    assert env.has() is None


def test_play_asks_for_nothing_that_test_brought(env: Environment) -> None:
    env.note(env.needs(("dev",)))
    assert environment.prepare(env, ()) == env.python


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"python": "another", "requirements": []}', "\0"])
def test_a_record_that_does_not_fit_counts_as_none(env: Environment, text: str) -> None:
    env.record.write_text(text, "utf-8")
    assert env.has() is None


def test_the_record_is_of_one_python(env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    env.note([])
    monkeypatch.setattr(sys, "base_prefix", "elsewhere")
    assert env.has() is None


def test_the_record_ignores_an_update_in_place(env: Environment) -> None:
    env.note([])
    assert f"{sys.version_info.major}.{sys.version_info.minor} " in json.loads(env.record.read_text("utf-8"))["python"]
    assert sys.version.split()[0] not in json.loads(env.record.read_text("utf-8"))["python"].split()[0]


def test_an_environment_of_somebody_else_is_kept(env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    (env.folder / "pyvenv.cfg").touch()

    def end(*_: object) -> None:
        raise SetUpError

    monkeypatch.setattr(environment, "_set_up", end)
    with pytest.raises(SetUpError):
        environment.prepare(env, ())
    assert (env.root / ".venv.1" / "pyvenv.cfg").exists()
    assert env.lock.exists()


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_checkout_that_cannot_be_written_to(number: int) -> None:
    told = environment.sentence(OSError(number, os.strerror(number), "the-file"))
    assert "may not write to the-file" in told


def test_a_full_disk() -> None:
    assert environment.sentence(OSError(errno.ENOSPC, "…")) == environment.DISK_FULL
    assert environment.explain("OSError: [Errno 28] No space left on device", 1 << 30, "else") == environment.DISK_FULL
    assert environment.explain("", 4096, "else") == environment.DISK_FULL


def test_any_other_trouble() -> None:
    assert environment.sentence(OSError(errno.EEXIST, "File exists", "x")) == "Set-up stopped at x: File exists"
    assert environment.explain("Connection refused", 1 << 30, "else") == "else"


def test_a_path_that_python_cannot_list(tmp_path: Path) -> None:
    root = tmp_path / f"a{os.pathsep}b"
    root.mkdir()
    (root / "pyproject.toml").write_text(PYPROJECT, "utf-8")
    with pytest.raises(SetUpError, match="Move the checkout"):
        environment.prepare(Environment(root), ())
    assert not Environment(root).folder.exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_an_old_python_hears_what_it_lacks(name: str) -> None:
    script = str(checkout.ROOT / "scripts" / f"{name}.py")
    code = f"import runpy, sys; sys.version_info = (3, 6, 15); runpy.run_path({script!r}, run_name='__main__')"
    done = checkout.call([sys.executable, "-c", code], checkout.ROOT)
    assert done.returncode == 1
    assert done.stderr.startswith("LAN Thirteen needs Python 3.11 or newer; this is Python ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", [*COMMANDS, "__init__"])
def test_an_old_python_can_read_the_commands(name: str) -> None:
    source = (checkout.ROOT / "scripts" / f"{name}.py").read_bytes()
    assert source.isascii()  # Python 2 takes nothing else without being told
    newer = ast.JoinedStr | ast.AnnAssign | ast.NamedExpr | ast.Match | ast.FunctionDef | ast.Nonlocal | ast.Starred
    assert not [node for node in ast.walk(ast.parse(source)) if isinstance(node, newer)]


def test_the_status_of_a_run_is_passed_on(tmp_path: Path) -> None:
    assert environment.run([sys.executable, "-c", "raise SystemExit(7)"], tmp_path, {}) == 7


@posix
def test_a_killed_run_has_the_status_that_a_shell_gives_it(tmp_path: Path) -> None:
    code = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    assert environment.run([sys.executable, "-c", code], tmp_path, {}) == 128 + signal.SIGKILL


@posix
@pytest.mark.parametrize("hit", [signal.SIGINT, signal.SIGTERM])
def test_ending_the_command_ends_the_program_in_its_own_way(hit: signal.Signals) -> None:
    """Ctrl-C reaches both from the terminal; an end reaches the command alone."""
    program = f"""
import signal, sys
signal.signal({int(hit)}, lambda *_: sys.exit(5))
print("up", flush=True)
while True:
    signal.pause()
"""
    command = f"""
import sys
from pathlib import Path
from scripts import environment
sys.exit(environment.run([sys.executable, "-c", {program!r}], Path(), {{}}))
"""
    with subprocess.Popen(
        [sys.executable, "-c", command],
        cwd=checkout.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "up\n"
        (os.killpg if hit == signal.SIGINT else os.kill)(child.pid, hit)
        _, told = child.communicate(timeout=checkout.OUTPUT_LIMIT)
    assert (child.returncode, told) == (5, "")


def test_check_goes_on_after_a_failure(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    checks = (("one", ("-c", "raise SystemExit(2)")), ("two", ("-c", "print('second')")))
    monkeypatch.setattr(environment, "CHECKS", checks)
    monkeypatch.setattr(environment, "prepare", lambda *_: Path(sys.executable))
    assert environment.check() == 1
    assert capfd.readouterr().out.split() == ["==", "one", "==", "two", "second", "failed:", "one"]
    monkeypatch.setattr(environment, "CHECKS", checks[1:])
    assert environment.check() == 0


@pytest.mark.parametrize("trouble", [SetUpError("no"), OSError(errno.ENOSPC, "x"), KeyboardInterrupt()])
def test_set_up_that_cannot_be_ends_in_a_sentence(
    trouble: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def prepare(*_: object) -> Path:
        raise trouble

    monkeypatch.setattr(environment, "prepare", prepare)
    monkeypatch.setenv(environment.PROGRAM_VARIABLE, "")  # which it sets, and what comes after must not find
    with pytest.raises(SystemExit) as ended:
        environment.play([])
    assert ended.value.code == (130 if isinstance(trouble, KeyboardInterrupt) else 1)
    assert capsys.readouterr().err.count("\n") == 1


class Stranger:
    """A copy of the checkout in an awkward folder, and a user who stands elsewhere."""

    def __init__(self, tmp_path: Path) -> None:
        self.root = checkout.copy(tmp_path / "Spiele für Åsa 十三" / "LAN Thirteen")
        self.cwd = tmp_path / "elsewhere"
        self.cwd.mkdir()
        self.env = Environment(self.root)

    def command(self, *arguments: str, name: str = "play") -> list[str]:
        return [checkout.BASE_PYTHON, str(self.root / "scripts" / f"{name}.py"), *arguments]

    def play(self, *arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        return checkout.call(self.command(*arguments or ["--help"]), self.cwd, env)

    def start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command("--help"),
            cwd=self.cwd,
            env=checkout.variables(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def works(self, done: subprocess.CompletedProcess[str]) -> bool:
        assert done.returncode == 0, done.stderr
        assert "usage" in done.stdout.lower()
        return True

    def refuses(self, done: subprocess.CompletedProcess[str]) -> str:
        """The last line, after no more than progress."""
        assert done.returncode == 1, done.stderr
        assert "Traceback" not in done.stderr
        assert not done.stdout
        return done.stderr.splitlines()[-1]


@pytest.fixture
def stranger(tmp_path: Path) -> Stranger:
    return Stranger(tmp_path)


slow = [pytest.mark.slow, pytest.mark.timeout(600)]


class TestOnAStrangersMachine:
    pytestmark = slow

    def test_the_second_run_needs_no_network(self, stranger: Stranger) -> None:
        first = stranger.play()
        assert stranger.works(first)
        assert "happens once" in first.stderr
        second = stranger.play(env=checkout.without_network())
        assert stranger.works(second)
        assert not second.stderr
        # a file of the user's that is called like ours stays out of it, and the status is the program's
        for name in ("lan_thirteen.py", "msgspec.py", "scripts.py"):
            (stranger.cwd / name).write_text("raise SystemExit('a stray file')", "utf-8")
        assert stranger.works(stranger.play())
        assert stranger.play("--no-such-option").returncode == 2
        # moved, it goes on working
        moved = stranger.root.rename(stranger.root.with_name("moved"))
        command = [checkout.BASE_PYTHON, str(moved / "scripts" / "play.py"), "--help"]
        assert stranger.works(checkout.call(command, stranger.cwd, checkout.without_network()))

    def test_a_first_run_without_network_says_so_and_the_next_goes_on(self, stranger: Stranger) -> None:
        told = stranger.refuses(stranger.play(env=checkout.without_network()))
        assert told == environment.NO_FETCH.format(log=stranger.env.log)
        assert "127.0.0.1" in stranger.env.log.read_text("utf-8")
        done = stranger.play()
        assert stranger.works(done)
        assert "making an environment" not in done.stderr

    @posix
    @pytest.mark.parametrize("moment", ["making", "fetching", "installing"])
    @pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
    def test_an_interrupted_set_up_heals(self, stranger: Stranger, moment: str, stop: signal.Signals) -> None:
        with stranger.start() as child:
            assert child.stderr is not None
            assert any(moment in line for line in child.stderr)
            # a kill hits the command alone and leaves its pip running; Ctrl-C hits all
            (os.kill if stop == signal.SIGKILL else os.killpg)(child.pid, stop)
            rest = child.stderr.read()
        assert child.returncode != 0 or moment == "installing"  # which may have been over by then
        assert "Traceback" not in rest
        assert stranger.works(stranger.play())

    def test_two_at_once_do_not_meet(self, stranger: Stranger) -> None:
        children = [stranger.start(), stranger.start()]
        told = [child.communicate(timeout=checkout.OUTPUT_LIMIT) for child in children]
        assert [child.returncode for child in children] == [0, 0], told
        assert sum(err.count("making an environment") for _, err in told) == 1

    def test_a_new_list_brings_the_environment_up_to_date(self, stranger: Stranger) -> None:
        assert stranger.works(stranger.play())
        pyproject = stranger.root / "pyproject.toml"
        text = pyproject.read_text("utf-8")
        pyproject.write_text(text.replace("dependencies = [", 'dependencies = ["iniconfig", ', 1), "utf-8")
        done = stranger.play()
        assert stranger.works(done)
        assert "fetching" in done.stderr
        assert "making" not in done.stderr
        check = [str(stranger.env.python), "-c", "import iniconfig, msgspec"]
        assert checkout.call(check, stranger.cwd).returncode == 0

    def test_test_brings_what_play_needs(self, stranger: Stranger) -> None:
        done = checkout.call(stranger.command("--version", name="test"), stranger.cwd)
        assert done.returncode == 0, done.stderr
        played = stranger.play(env=checkout.without_network())
        assert stranger.works(played)
        assert not played.stderr

    @pytest.mark.parametrize("module", ["venv", "ensurepip"])
    def test_a_python_without_venv(self, stranger: Stranger, module: str, tmp_path: Path) -> None:
        shim = tmp_path / "shim"
        shim.mkdir()
        (shim / f"{module}.py").write_text(f"raise ImportError('no {module}')", "utf-8")
        told = stranger.refuses(stranger.play(env=checkout.variables(PYTHONPATH=str(shim))))
        assert told == environment.NO_VENV.format(module=module)
        assert stranger.works(stranger.play())

    def test_something_in_the_way(self, stranger: Stranger) -> None:
        stranger.env.folder.write_text("", "utf-8")
        assert str(stranger.env.folder) in stranger.refuses(stranger.play())

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
    def test_a_checkout_that_is_read_only(self, stranger: Stranger) -> None:
        stranger.root.chmod(0o555)
        try:
            told = stranger.refuses(stranger.play())
        finally:
            stranger.root.chmod(0o755)
        assert told == environment.NOT_WRITABLE.format(path=stranger.env.folder)

    def test_a_broken_environment_is_made_anew(self, stranger: Stranger) -> None:
        assert stranger.works(stranger.play())
        break_one: list[Callable[[], object]] = [
            stranger.env.python.unlink,
            stranger.env.record.unlink,
            lambda: shutil.rmtree(stranger.env.folder),
        ]
        for harm in break_one:
            harm()
            assert stranger.works(stranger.play())
