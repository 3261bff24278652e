"""The checkout's own Python environment, ``.venv``: made once, kept in step with pyproject.toml, used by every command.

The *record* inside names the Python and the requirements that are in there; it is written last and taken away before
anything is installed, so an environment without one is half-made. Packages are fetched first and installed from the
disk after that: a lost network leaves what was there as it was. One process at a time changes the environment.
"""

from __future__ import annotations

import errno
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

CHECKS: Final = (
    ("ruff check", ("-m", "ruff", "check")),
    ("ruff format --check", ("-m", "ruff", "format", "--check")),
    ("mypy", ("-m", "mypy")),
    # by its function, because the script beside Python does not outlive a move of the checkout
    ("lint-imports", ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")),
)

NO_VENV: Final = (
    "This Python cannot make environments: it lacks the module {module}; "
    "on Debian and Ubuntu, install it with: sudo apt install python3-venv"
)
PROGRAM_VARIABLE: Final = "LAN_THIRTEEN_PROGRAM"  # by which the program's help names it
NO_VENV_MADE: Final = "Python could not make an environment in {folder}; what it said is in {log}"
NO_FETCH: Final = (
    "The packages could not be fetched: set-up needs the network, this once, and the next run goes on where "
    "this one stopped; what pip said is in {log}"
)
NO_INSTALL: Final = "The packages could not be installed, and the next run tries again; what pip said is in {log}"
DISK_FULL: Final = "The disk is full: make room for about 200 MB and run this again"
NOT_WRITABLE: Final = "Set-up may not write to {path}: the first run needs a checkout that it can write to"
BAD_FOLDER: Final = "Move the checkout to a folder without {sign!r} in its path: {root}"
STOPPED: Final = "Set-up was stopped; the next run begins again where it must."

LITTLE: Final = 4 << 20  # bytes; an environment needs more


class SetUpError(Exception):
    """Set-up cannot go on; the message is one sentence for the person who started it."""


@dataclass(frozen=True)
class Environment:
    """Where the environment of a checkout lies, and its parts."""

    root: Path

    @property
    def folder(self) -> Path:
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        scripts = sysconfig.get_path("scripts", "venv", {"base": str(self.folder)})
        return Path(scripts) / ("python.exe" if os.name == "nt" else "python")

    @property
    def lock(self) -> Path:
        """Also the sign that the environment is ours."""
        return self.folder / "lan-thirteen.lock"

    @property
    def log(self) -> Path:
        return self.folder / "setup.log"

    @property
    def record(self) -> Path:
        return self.folder / "lan-thirteen.json"

    @property
    def wheels(self) -> Path:
        return self.folder / "wheels"

    def needs(self, extras: Sequence[str]) -> list[str]:
        """The requirements of the program and of these extras, from pyproject.toml."""
        project = tomllib.loads((self.root / "pyproject.toml").read_text("utf-8"))["project"]
        optional = project.get("optional-dependencies", {})
        return sorted({*project["dependencies"], *(r for extra in extras for r in optional[extra])})

    def has(self) -> frozenset[str] | None:
        """The requirements that are installed; None where the environment is half-made or of another Python."""
        try:
            record = json.loads(self.record.read_text("utf-8"))
            fits = record["python"] == python_identity() and self.python.exists()
            return frozenset(record["requirements"]) if fits else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def note(self, requirements: Sequence[str]) -> None:
        """Write the record, whole or not at all."""
        draft = self.record.with_suffix(".new")
        draft.write_text(json.dumps({"python": python_identity(), "requirements": list(requirements)}), "utf-8")
        draft.replace(self.record)


def python_identity() -> str:
    """What an environment depends on of its Python: not the third number, which a system's update changes in place."""
    return " ".join(
        (
            f"{sys.version_info.major}.{sys.version_info.minor}",
            sys.implementation.cache_tag or "",
            sysconfig.get_platform(),
            sys.base_prefix,
        )
    )


def play(arguments: Sequence[str]) -> int:
    """Run the program where the user is, so that file names mean what they mean there."""
    os.environ[PROGRAM_VARIABLE] = f"{Path(sys.executable).stem} {sys.argv[0]}"
    return _python(ready(()), ("-m", "lan_thirteen", *arguments), None)


def test(arguments: Sequence[str]) -> int:
    """Run pytest with these arguments."""
    return _python(ready(("dev",)), ("-m", "pytest", *arguments), ROOT)


def check() -> int:
    """Run every check, whatever the ones before it say; 1 if any failed."""
    python = ready(("dev",))
    failed = []
    for name, arguments in CHECKS:
        print(f"\n== {name}", flush=True)
        if _python(python, arguments, ROOT):
            failed.append(name)
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nevery check passed")
    return 1 if failed else 0


def ready(extras: Sequence[str]) -> Path:
    """The Python to run things with; where there can be none, ends this command with one sentence."""
    try:
        return prepare(Environment(ROOT), extras)
    except SetUpError as error:
        told, status = str(error), 1
    except OSError as error:
        told, status = sentence(error), 1
    except KeyboardInterrupt:
        told, status = STOPPED, 130
    say(told)
    raise SystemExit(status)


def _python(python: Path, arguments: Sequence[str], cwd: Path | None) -> int:
    # -P and our own PYTHONPATH: no file of the current directory can pass for a module of ours
    return run([str(python), "-P", *arguments], cwd, {"PYTHONPATH": str(ROOT)})


def run(command: Sequence[str], cwd: Path | None, variables: dict[str, str]) -> int:
    """Run to the end and give the exit status; Ctrl-C is the child's business, an end of ours is its end too."""
    child: subprocess.Popen[bytes] | None = None
    must_end = False

    def end(*_: object) -> None:
        nonlocal must_end
        must_end = True
        if child is not None:
            child.terminate()

    # a KeyboardInterrupt could come when the status is fetched, not kept yet: all would seem to have gone well
    reactions = {signal.SIGINT: lambda *_: None, signal.SIGTERM: end}
    before = {number: signal.signal(number, reaction) for number, reaction in reactions.items()}
    try:
        with subprocess.Popen(command, cwd=cwd, env=_environ() | variables) as child:
            if must_end:
                child.terminate()
            status = child.wait()
    finally:
        for number, reaction in before.items():
            signal.signal(number, reaction)
    return status if status >= 0 or os.name == "nt" else 128 - status


def prepare(env: Environment, extras: Sequence[str]) -> Path:
    """The Python of an environment that has the program's requirements and those of these extras."""
    needs = env.needs(extras)
    if not _lacks(env, needs):
        return env.python
    if os.pathsep in str(env.root):
        raise SetUpError(BAD_FOLDER.format(sign=os.pathsep, root=env.root))
    _move_away_foreign(env)
    env.folder.mkdir(exist_ok=True)
    with _only_one(env.lock) as lock:
        if _lacks(env, needs):  # whoever held the lock may have seen to it
            _set_up(env, needs, lock)
    return env.python


def _lacks(env: Environment, needs: Sequence[str]) -> bool:
    has = env.has()
    return has is None or not has.issuperset(needs)


def _set_up(env: Environment, needs: Sequence[str], lock: int) -> None:
    say(f"Setting up {env.folder}. This happens once, and again when the list of packages changes.")
    env.log.write_bytes(b"")
    if env.has() is None:
        _make(env, lock)
    shutil.rmtree(env.wheels, ignore_errors=True)
    say("  fetching packages …")
    pip = (str(env.python), "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "--retries=1")
    _step(env, lock, [*pip, "wheel", "--progress-bar=off", f"--wheel-dir={env.wheels}", *needs], NO_FETCH)
    say("  installing them …")
    env.record.unlink(missing_ok=True)
    wheels = [str(path) for path in sorted(env.wheels.glob("*.whl"))]
    _step(env, lock, [*pip, "install", "--no-index", "--no-deps", *wheels], NO_INSTALL)
    shutil.rmtree(env.wheels, ignore_errors=True)
    env.note(needs)
    say("  ready.")


def _make(env: Environment, lock: int) -> None:
    """A new environment with nothing but pip, in the place of whatever is there."""
    for module in ("venv", "ensurepip"):  # Debian has a package of its own for the second
        try:
            importlib.import_module(module)
        except ImportError as error:
            raise SetUpError(NO_VENV.format(module=module)) from error
    say("  making an environment for Python …")
    for path in env.folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path not in {env.lock, env.log}:
            path.unlink()
    # the base Python, as this may be run by the very environment that is made anew
    python = getattr(sys, "_base_executable", None) or sys.executable
    _step(env, lock, [python, "-I", "-m", "venv", str(env.folder)], NO_VENV_MADE)
    env.note([])


def _move_away_foreign(env: Environment) -> None:
    """Keep an environment that somebody else made, under another name."""
    if (env.folder / "pyvenv.cfg").exists() and not env.lock.exists():
        aside = next(p for n in range(1, 1000) if not (p := env.root / f".venv.{n}").exists())
        say(f"{env.folder} was made by something else; it is now {aside.name}.")
        env.folder.rename(aside)
        (aside / ".gitignore").write_text("*\n", "utf-8")


def _step(env: Environment, lock: int, command: Sequence[str], failure: str) -> None:
    """Run a command with its output in the log; SetUpError if it fails.

    The child holds the lock too: should this process be killed, the next one waits until the child has ended.
    """
    start = env.log.stat().st_size
    keep = (lock,) if os.name == "posix" else ()
    with env.log.open("ab") as log:
        status = subprocess.run(
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=keep,
            env=_environ() | {"PIP_USER": "0"},
        ).returncode
    if status:
        output = env.log.read_bytes()[start:].decode("utf-8", "replace")
        raise SetUpError(
            explain(output, shutil.disk_usage(env.folder).free, failure.format(folder=env.folder, log=env.log))
        )


def explain(output: str, free: int, failure: str) -> str:
    """The sentence for a step that failed with this output and so many bytes free: ``failure``, or a full disk.

    On a full disk the output may be lost as well.
    """
    return DISK_FULL if free < LITTLE or os.strerror(errno.ENOSPC) in output else failure


def sentence(error: OSError) -> str:
    """What to tell of a file that could not be used."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return DISK_FULL
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return NOT_WRITABLE.format(path=error.filename or ROOT)
    return f"Set-up stopped at {error.filename or ROOT}: {error.strerror or error}"


@contextmanager
def _only_one(path: Path) -> Iterator[int]:
    """Hold the lock on this file, which ends with the process at the latest; gives its descriptor."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if not _locked(lock, wait=False):
            say("Another run is setting up this checkout; waiting for it …")
            while not _locked(lock, wait=True):
                pass
        yield lock
    finally:
        os.close(lock)


if sys.platform == "win32":
    import msvcrt

    def _locked(lock: int, *, wait: bool) -> bool:
        try:
            msvcrt.locking(lock, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)  # the first waits ten seconds
        except OSError:
            return False
        return True
else:
    import fcntl

    def _locked(lock: int, *, wait: bool) -> bool:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True


def _environ() -> dict[str, str]:
    """The environment variables without what would lead a Python astray that is not the one they were meant for."""
    return {name: value for name, value in os.environ.items() if name not in {"PYTHONHOME", "PYTHONPATH"}}


def say(line: str) -> None:
    """Tell the user, beside the program's own output."""
    print(line, file=sys.stderr, flush=True)
