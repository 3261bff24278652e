"""The recorder of a host: a journal for each match, secrets beside it, and a disk that fails stops no play."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.lobby import DealId
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import line_file
from lan_thirteen.net.dealer import Sealed, Unsealed
from lan_thirteen.net.journal_file import joined, read_journal
from lan_thirteen.net.profile import Profile, open_profile
from lan_thirteen.net.recorder import Kept, MatchRecorder, read_secrets
from lan_thirteen.trust import journal as j
from tests.support.journal_files import TABLE, room_for, some_lines

OVER = Refusal("file.not-saved-further")
KEYS = (b"a key of thirty-two bytes, Ana's", b"a key of thirty-two bytes, Bo's.")
OF = DealId(1, 2, 1)
SEALED = Sealed(TABLE, OF, "leaves 3", bytes(range(32)), b"s" * 32, ((0, KEYS[0]), (2, KEYS[1])))
UNSEALED = Unsealed(OF, ((KEYS[0], b"m" * 32), (KEYS[1], b"n" * 32)))
LINES = some_lines(8)
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no file's size and has no such permissions")


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    opened = open_profile("Ana", tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def recorder(profile: Profile) -> Iterator[MatchRecorder]:
    made = MatchRecorder(profile)
    yield made
    made.close()


def header(lines: tuple[bytes, ...] = LINES) -> j.Header:
    record = j.record_of(lines[0])
    assert isinstance(record, j.Header)
    return record


def written(recorder: MatchRecorder, lines: tuple[bytes, ...]) -> list[Refusal | None]:
    """What the recorder says of each of these first lines of a journal."""
    chain = j.Chain()
    return [recorder.write(line, chain.add(line)) for line in lines]


def files(profile: Profile, ending: str) -> list[Path]:
    return sorted((profile.folder / "matches").glob(f"*{ending}"))


def test_each_match_has_a_file_of_its_own_that_is_on_disk_at_once(profile: Profile, recorder: MatchRecorder) -> None:
    second = some_lines(5, match=2)
    for match in (LINES, second):
        assert recorder.begin(header(match)) is None
        assert not any(written(recorder, match))
    stories = {read_journal(path).lines for path in files(profile, ".lan13")}
    assert stories == {LINES, second}
    assert len(files(profile, ".deals")) == 2


def test_before_a_match_begins_nothing_is_written(profile: Profile, recorder: MatchRecorder) -> None:
    assert not any(written(recorder, LINES))
    assert recorder.keep(SEALED) is None
    assert not (profile.folder / "matches").exists()


@posix
def test_a_full_disk_is_said_once_and_nothing_more_is_written(profile: Profile, recorder: MatchRecorder) -> None:
    recorder.begin(header())
    with room_for(len(joined(LINES[:3])) + 50):
        assert written(recorder, LINES) == [None, None, None, OVER, None, None, None, None]
    assert recorder.keep(SEALED) is None
    (path,) = files(profile, ".lan13")
    assert path.read_bytes() == joined(LINES[:3])
    recorder.begin(header())
    assert not any(written(recorder, LINES))


def test_secrets_that_the_disk_does_not_take_are_said_once(
    recorder: MatchRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    recorder.begin(header())
    monkeypatch.setattr(line_file, "sync_data", fails)
    assert [recorder.keep(SEALED), recorder.keep(UNSEALED)] == [OVER, None]


def test_a_place_where_no_file_can_be_made_is_said_once(profile: Profile, recorder: MatchRecorder) -> None:
    (profile.folder / "matches").write_text("a file")
    assert recorder.begin(header()) == OVER
    assert not any(written(recorder, LINES))


def test_what_is_sealed_is_on_the_disk_before_anybody_is_told(
    profile: Profile, recorder: MatchRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bytes] = []
    recorder.begin(header())
    (path,) = files(profile, ".deals")
    monkeypatch.setattr(line_file, "sync_data", lambda _: seen.append(path.read_bytes()))
    recorder.keep(SEALED)
    assert seen == [path.read_bytes()]
    assert seen[0].endswith(b"\n")


@posix
def test_nobody_else_may_read_the_secrets(profile: Profile, recorder: MatchRecorder) -> None:
    recorder.begin(header())
    assert [path.stat().st_mode & 0o777 for path in files(profile, ".deals")] == [0o600]


def kept(profile: Profile, recorder: MatchRecorder, *secrets: Sealed | Unsealed) -> Path:
    """The file of a match in which these were kept."""
    recorder.begin(header())
    assert {recorder.keep(secret) for secret in secrets} == {None}
    recorder.close()
    (path,) = files(profile, ".deals")
    return path


def test_what_was_kept_of_each_drawing_is_read_again(profile: Profile, recorder: MatchRecorder) -> None:
    next_one = msgspec.structs.replace(SEALED, of=DealId(1, 2, 2), drawers=())
    path = kept(profile, recorder, SEALED, UNSEALED, next_one)
    assert read_secrets(path) == {OF: Kept(SEALED, UNSEALED), next_one.of: Kept(next_one, None)}


def test_secrets_that_were_cut_off_are_those_of_before(profile: Profile, recorder: MatchRecorder) -> None:
    path = kept(profile, recorder, SEALED, UNSEALED)
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        expected = {} if cut < first else {OF: Kept(SEALED, UNSEALED if cut == len(whole) else None)}
        assert read_secrets(path) == expected


def test_the_same_secret_may_be_kept_twice_and_no_other_in_its_place(profile: Profile, recorder: MatchRecorder) -> None:
    path = kept(profile, recorder, SEALED, SEALED, UNSEALED, UNSEALED)
    assert read_secrets(path) == {OF: Kept(SEALED, UNSEALED)}


@pytest.mark.parametrize(
    ("secrets", "line"),
    [
        ((SEALED, msgspec.structs.replace(SEALED, secret=b"t" * 32)), 2),
        ((SEALED, UNSEALED, Unsealed(OF, ())), 3),
        ((UNSEALED,), 1),
        ((SEALED, Unsealed(DealId(1, 2, 2), ())), 2),
    ],
    ids=["another secret", "other bytes", "never sealed", "of another attempt"],
)
def test_secrets_that_contradict_each_other_are_named(
    secrets: tuple[Sealed | Unsealed, ...], line: int, profile: Profile, recorder: MatchRecorder
) -> None:
    with pytest.raises(JournalError) as caught:
        read_secrets(kept(profile, recorder, *secrets))
    assert caught.value.why == Refusal("file.bad-line", (line,))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"73737373", b"73 73737"),
        (b'"7373', b'"'),
        (SEALED.table.hex().encode(), SEALED.table.hex().upper().encode()),
        (b'"deal":2', b'"deal":"2"'),
        (b'"deal":2', b'"deal":-2'),
        (b'"deck"', b'"dock"'),
        (b"{", b'{"more":1,'),
        (b"}", b""),
        (b"leaves", b"leav\xffs"),
        (b"[[2,", b"[[9,"),
    ],
)
def test_secrets_that_are_not_as_they_were_written_are_refused(
    old: bytes, new: bytes, profile: Profile, recorder: MatchRecorder
) -> None:
    path = kept(profile, recorder, msgspec.structs.replace(SEALED, drawers=SEALED.drawers[::-1]))
    assert old in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    with pytest.raises(JournalError) as caught:
        read_secrets(path)
    assert caught.value.why == Refusal("file.bad-line", (1,))


def test_secrets_that_are_not_there_are_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(JournalError) as caught:
        read_secrets(tmp_path / "none.deals")
    assert caught.value.why == Refusal("file.missing", (), (str(tmp_path / "none.deals"),))
