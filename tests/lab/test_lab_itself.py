"""The lab does to computers and cables what it says, and leaves nothing behind."""

from __future__ import annotations

import sys

from tests.lab.lan import Lan

PYTHON = (sys.executable, "-c")
GREETER = "import socket; s = socket.create_server(('', 7000)); print('up'); s.accept()[0].send(b'hi')"


def test_two_computers_talk(lan: Lan) -> None:
    server = lan[0].spawn([*PYTHON, GREETER])
    server.wait_for("^up$")
    with lan[1].connect(lan[0].ip, 7000) as connection:
        assert connection.recv(9) == b"hi"
    assert server.wait() == 0
