"""A PIN at the command line: real programs on this machine, who talk over its own network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from lan_thirteen.trust.keys import SigningKey

ROOT = Path(__file__).parent.parent.parent
PIN = "40713"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="profiles are found by XDG_DATA_HOME")


class Programs:
    """Programs that have a home together; all are gone at the end."""

    def __init__(self, home: Path) -> None:
        self._environ = {**os.environ, "XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
        self._started: list[subprocess.Popen[str]] = []

    def starts(self, *arguments: str) -> subprocess.Popen[str]:
        program = subprocess.Popen(
            [sys.executable, "-m", "lan_thirteen", *arguments],
            env=self._environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._started.append(program)
        return program

    def runs(self, *arguments: str, typed: str = "") -> tuple[int, str]:
        """What a program says until its end, and how it ends."""
        program = self.starts(*arguments)
        out, _ = program.communicate(typed, timeout=60)
        return program.returncode, out

    def end(self) -> None:
        for program in self._started:
            program.kill()
            program.communicate()


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    found = Programs(tmp_path)
    try:
        yield found
    finally:
        found.end()
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or PIN.encode() not in path.read_bytes(), path


def line(stream: IO[str] | None) -> str:
    assert stream is not None
    return stream.readline()


def table(programs: Programs, *more: str, typed: str = "") -> tuple[dict[str, Any], str]:
    """A table that is open, and its address."""
    host = programs.starts("host", "--game", "leaves", "--seats", "3", "--json", *more)
    if typed:
        assert host.stdin is not None
        host.stdin.write(typed)
        host.stdin.flush()
    said = line(host.stdout)
    assert PIN not in said.replace(str(json.loads(said)["port"]), "")
    facts: dict[str, Any] = json.loads(said)
    return facts, f"127.0.0.1:{facts['port']}"


def test_a_guest_types_the_pin_and_is_asked_again_where_it_was_wrong(programs: Programs) -> None:
    facts, address = table(programs, "--pin", PIN)
    assert facts["pin"] is True
    status, said = programs.runs("join", address, "--name", "Bo", "--profile", "bo", typed=f"40714\n4071\n{PIN}\nq\n")
    assert status == 0
    asked = said.index("This table asks for a PIN: five digits that its host can tell you.")
    wrong = said.index("This PIN is wrong. You have 4 more tries.")
    bad = said.index("A PIN is five digits, like 40713.")
    proven = said.index("PIN proven: this table knows it too.\nFirst time at this computer.")
    assert asked < wrong < bad < proven
    assert said.count("You are at the table.") == 1


def test_a_pin_can_be_given_with_the_command_and_who_was_in_needs_none(programs: Programs) -> None:
    _, address = table(programs, "--pin", PIN)
    status, said = programs.runs("join", address, "--name", "Bo", "--profile", "bo", "--pin", PIN, typed="q\n")
    assert (status, "PIN proven" in said) == (0, True)
    status, said = programs.runs("join", address, "--name", "Bo", "--profile", "bo", typed="q\n")
    assert (status, "PIN proven" in said) == (0, False)
    assert "You have played at this computer before." in said


def test_who_has_none_to_type_is_told_why_they_cannot_join(programs: Programs) -> None:
    _, address = table(programs, "--pin", PIN)
    for more in ((), ("--bot", "easy")):
        status, said = programs.runs("join", address, "--name", "Bo", "--profile", "bo", *more)
        assert status == 1
        assert "This table asks for a PIN" in said
        assert "You are at the table" not in said


def test_a_table_without_a_pin_is_refused_by_who_was_told_one(programs: Programs) -> None:
    facts, address = table(programs)
    assert facts["pin"] is False
    status, said = programs.runs("join", address, "--profile", "bo", "--pin", PIN)
    assert status == 1
    assert "This table should ask for a PIN and does not" in said


def test_a_random_one_is_told_to_who_hosts_and_in_no_json(programs: Programs) -> None:
    host = programs.starts("host", "--game", "leaves", "--seats", "3", "--profile", "host", "--pin", "random")
    while (said := line(host.stdout)) and not said.startswith("The PIN is"):
        pass
    assert re.fullmatch(r"The PIN is \d{5}\. Tell it to those who may join\.\n", said)
    facts, _ = table(programs, "--pin", "random")
    assert {key for key in facts if "pin" in key} == {"pin"}
    assert facts["pin"] is True


def test_the_program_of_a_window_gets_the_pin_by_its_input(programs: Programs) -> None:
    key = SigningKey.new().public.hex()
    facts, address = table(programs, "--owned", typed=f"{key} {PIN}\n")
    assert facts["pin"] is True
    status, said = programs.runs("join", address, "--profile", "bo", "--pin", PIN, typed="q\n")
    assert (status, "PIN proven" in said) == (0, True)


@pytest.mark.parametrize("pin", ["", "4071", "407133", "4071x", "-4071"])
@pytest.mark.parametrize("command", [("host", "--game", "leaves"), ("join", "127.0.0.1")])
def test_what_is_no_pin_is_said_before_anything_begins(programs: Programs, command: tuple[str, ...], pin: str) -> None:
    status, said = programs.runs(*command, f"--pin={pin}")
    assert (status, said) == (2, "A PIN is five digits, like 40713.\n")
