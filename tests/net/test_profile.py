"""What one person keeps on a machine: it is theirs alone, and whatever befalls it is a sentence."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lan_thirteen.core.errors import ProfileError
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.profile import Profile, open_profile, shared_profile
from lan_thirteen.trust.keys import KEY_BYTES, SigningKey

TABLE = b"kitchen's table!"
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    opened = open_profile("Ana", tmp_path)
    yield opened
    opened.close()


def code_of(error: pytest.ExceptionInfo[ProfileError]) -> str:
    return error.value.why.code


def seat_file(root: Path, table: bytes = TABLE) -> Path:
    return root / "Ana" / "seats" / f"{table.hex()}.key"


def test_two_copies_of_the_program_at_once_have_different_profiles(tmp_path: Path) -> None:
    one, other = open_profile(None, tmp_path), open_profile(None, tmp_path)
    assert (one.name, other.name) == ("default", "default-2")
    assert one.seat_key(TABLE).public != other.seat_key(TABLE).public
    one.close()
    third = open_profile(None, tmp_path)
    assert third.name == "default"
    third.close()
    other.close()


def test_a_profile_that_another_copy_holds_cannot_be_asked_for(tmp_path: Path, profile: Profile) -> None:
    with pytest.raises(ProfileError) as caught:
        open_profile("Ana", tmp_path)
    assert caught.value.why == Refusal("profile.in-use", (), ("Ana",))


@pytest.mark.parametrize("name", ["", "..", "a/b", "a\\b", "Ž", "x" * 33, "a b", "nul\0"])
def test_a_name_that_no_folder_should_have_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ProfileError) as caught:
        open_profile(name, tmp_path)
    assert code_of(caught) == "profile.bad-name"


def test_keys_stay_the_same_and_differ_from_table_to_table(tmp_path: Path, profile: Profile) -> None:
    machine, seat = profile.host_key().public, profile.seat_key(TABLE).public
    profile.close()
    again = open_profile("Ana", tmp_path)
    assert (again.host_key().public, again.seat_key(TABLE).public) == (machine, seat)
    assert len({machine, seat, again.seat_key(b"another table's!").public}) == 3
    again.close()


@posix
def test_nobody_else_on_the_machine_may_read_a_key(tmp_path: Path, profile: Profile) -> None:
    old = os.umask(0)
    try:
        profile.host_key()
        profile.seat_key(TABLE)
    finally:
        os.umask(old)
    for file in (tmp_path / "Ana" / "machine-key", seat_file(tmp_path)):
        assert file.stat().st_mode & 0o777 == 0o600
        assert len(file.read_bytes()) == KEY_BYTES


@pytest.mark.parametrize("broken", [b"", b"x" * 31, b"x" * 33])
def test_a_broken_key_file_is_kept_aside_and_that_is_said(broken: bytes, tmp_path: Path, profile: Profile) -> None:
    said: list[Refusal] = []
    profile.tell = said.append
    old = profile.seat_key(TABLE).public
    file = seat_file(tmp_path)
    file.write_bytes(broken)
    new = profile.seat_key(TABLE).public
    aside = file.with_name(f"{file.name}.broken")
    assert new != old
    assert said == [Refusal("profile.broken-key", (), (str(aside),))]
    assert aside.read_bytes() == broken
    assert profile.seat_key(TABLE).public == new
    assert len(said) == 1


def test_what_a_killed_program_left_behind_does_no_harm(tmp_path: Path, profile: Profile) -> None:
    file = seat_file(tmp_path)
    file.parent.mkdir()
    file.with_name(f"{file.name}.new").write_bytes(b"half a k")
    assert profile.seat_key(TABLE).public == profile.seat_key(TABLE).public
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_folder_that_cannot_be_used_is_a_sentence(tmp_path: Path, profile: Profile) -> None:
    (tmp_path / "Bo").write_text("a file")
    with pytest.raises(ProfileError) as caught:
        open_profile("Bo", tmp_path)
    assert code_of(caught) == "profile.unusable"
    (tmp_path / "Ana" / "seats").write_text("a file")
    with pytest.raises(ProfileError) as caught:
        profile.seat_key(TABLE)
    assert caught.value.why == Refusal("profile.unusable", (), (str(seat_file(tmp_path)),))
    (tmp_path / "Ana" / "matches").write_text("a file")
    with pytest.raises(ProfileError) as caught:
        profile.new_match_path()
    assert code_of(caught) == "profile.unusable"


@posix
@pytest.mark.skipif(sys.platform != "win32" and os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_only_be_read_is_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(ProfileError) as caught:
            open_profile(None, tmp_path)
    finally:
        tmp_path.chmod(0o700)
    assert code_of(caught) == "profile.unusable"


def test_a_key_that_can_only_be_read_serves_as_well(
    tmp_path: Path, profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = profile.seat_key(TABLE).public

    def denied(path: Path) -> None:
        raise PermissionError(str(path))

    monkeypatch.setattr(Path, "touch", denied)
    assert profile.seat_key(TABLE).public == key


def test_keys_of_tables_that_were_visited_long_ago_are_forgotten(tmp_path: Path, profile: Profile) -> None:
    old, new = b"an old table....", b"a new table....."
    machine = profile.host_key().public
    keys = {table: profile.seat_key(table).public for table in (old, new, TABLE)}
    month_ago = time.time() - 31 * 24 * 60 * 60
    for table in (old, TABLE):
        os.utime(seat_file(tmp_path, table), (month_ago, month_ago))
    os.utime(tmp_path / "Ana" / "machine-key", (month_ago, month_ago))
    assert profile.seat_key(TABLE).public == keys[TABLE]  # a visit makes it young again
    hands = [seat_file(tmp_path, table).with_suffix(".hand") for table in (old, new)]
    for hand in hands:
        hand.write_bytes(b"[]")
    os.utime(hands[0], (month_ago, month_ago))
    profile.forget_old_keys()
    assert [hand.exists() for hand in hands] == [False, True]
    assert profile.seat_key(old).public != keys[old]
    assert profile.seat_key(new).public == keys[new]
    assert profile.seat_key(TABLE).public == keys[TABLE]
    assert profile.host_key().public == machine


def test_matches_that_begin_in_the_same_second_have_files_of_their_own(profile: Profile) -> None:
    paths = []
    for _ in range(3):
        paths.append(profile.new_match_path())
        paths[-1].touch()
    assert len(set(paths)) == 3


def test_a_program_that_was_started_by_the_holder_uses_the_same_profile(tmp_path: Path, profile: Profile) -> None:
    shared = shared_profile("Ana", tmp_path)
    assert shared.host_key().public == profile.host_key().public
    profile.close()
    again = open_profile("Ana", tmp_path)  # whoever only shares it does not hold it
    again.close()
    shared.close()
    with pytest.raises(ProfileError) as caught:
        shared_profile("Bo", tmp_path)
    assert code_of(caught) == "profile.unusable"
    with pytest.raises(ProfileError) as caught:
        shared_profile("..", tmp_path)
    assert code_of(caught) == "profile.bad-name"


def test_a_key_that_was_made_before_the_table_is_kept_for_it(tmp_path: Path, profile: Profile) -> None:
    key = SigningKey.new()
    profile.keep_seat_key(TABLE, key)
    assert profile.seat_key(TABLE).public == key.public
    (tmp_path / "Ana" / "seats" / f"{bytes(16).hex()}.key").mkdir()
    with pytest.raises(ProfileError) as caught:
        profile.keep_seat_key(bytes(16), key)
    assert code_of(caught) == "profile.unusable"
