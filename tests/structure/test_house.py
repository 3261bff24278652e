"""The rules of the house: floors, sizes, words and what may lie where."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.structure.checkout import ROOT, call, tracked

PACKAGE = ROOT / "lan_thirteen"
MODULES = sorted(PACKAGE.rglob("*.py"))
TOP_LEVEL = {"pyproject.toml", "lan_thirteen", "assets", "tests", "scripts", "README.md"}
HEAVY = ("pygame", "zeroconf", "asyncio", "ssl", "cryptography", "numpy")

FUNCTION_LINES = 60
MODULE_LINES = 450


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _python(code: str) -> subprocess.CompletedProcess[str]:
    return call([sys.executable, "-P", "-c", code], ROOT, {**os.environ, "PYTHONPATH": str(ROOT)})


def _trees(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))


def test_import_contracts_hold() -> None:
    done = _python("from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_every_module_imports_alone() -> None:
    names = [_name(path) for path in MODULES if path.name != "__main__.py"]  # that one is the program itself
    done = _python(f"""
import importlib, sys
for name in {names!r}:
    for ours in [other for other in sys.modules if other.partition(".")[0] == "lan_thirteen"]:
        del sys.modules[ours]
    try:
        importlib.import_module(name)
    except Exception as error:
        print(name, repr(error))
""")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_command_line_starts_without_heavy_modules() -> None:
    done = _python("import sys, lan_thirteen.cli; print(*{name.partition('.')[0] for name in sys.modules})")
    assert done.returncode == 0, done.stderr
    assert not set(done.stdout.split()) & set(HEAVY)


def test_the_top_level_is_tidy() -> None:
    assert {name for name in (path.split("/")[0] for path in tracked()) if not name.startswith(".")} == TOP_LEVEL


@pytest.mark.parametrize("place", ["/" + "work/", "../" + "shared", "/" + "root/"])
def test_no_file_names_a_place_outside(place: str) -> None:
    found = [n for n in tracked() if (ROOT / n).is_file() and place.encode() in (ROOT / n).read_bytes()]
    assert not found


def test_text_has_unix_line_ends() -> None:
    text = [
        n for n in tracked() if n.endswith((".py", ".toml", ".md", ".json", ".po", "/run")) and (ROOT / n).is_file()
    ]
    assert not [name for name in text if b"\r" in (ROOT / name).read_bytes()]


def test_functions_and_modules_stay_small() -> None:
    long = [f"{_name(path)}" for path in MODULES if len(path.read_text("utf-8").splitlines()) > MODULE_LINES]
    for name, tree in _trees(PACKAGE):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    long.append(f"{name}: {node.name} has {lines} lines")
    assert not long


def _words(identifier: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", identifier)}


def _identifiers(node: ast.AST) -> Iterator[str]:
    """The names that this node makes or reaches for; not Python's own function ``round`` where it is called."""
    match node:
        case ast.Name(id="round", ctx=ast.Load()):
            return
        case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield from (name, other or "")
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
            yield name
        case _:
            return


def test_words_of_an_identifier() -> None:
    assert _words("_bestRound_ofDEAL") == {"best", "round", "of", "deal"}
    assert _words("background") == {"background"}


def test_nothing_is_called_a_round() -> None:
    """A deal, a turn and a match are told apart by name; only the option ``rounds`` is spelled with that word."""
    found = [
        f"{name}:{getattr(node, 'lineno', '?')}: {identifier}"
        for name, tree in _trees(PACKAGE)
        for node in ast.walk(tree)
        for identifier in _identifiers(node)
        if identifier != "rounds" and _words(identifier) & {"round", "rounds"}
    ]
    assert not found


def test_no_test_sleeps() -> None:
    found = []
    for name, tree in _trees(ROOT / "tests"):
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(id="time"), attr="sleep"):
                    found.append(f"{name}:{node.lineno}")
                case ast.ImportFrom(module="time", names=names) if any(a.name == "sleep" for a in names):
                    found.append(f"{name}:{node.lineno}")
                case _:
                    pass
    assert not found
