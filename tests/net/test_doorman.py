"""Who finds a place at the door, and who is pushed out."""

from __future__ import annotations

from lan_thirteen.net.doorman import Doorman, Entry
from lan_thirteen.wire import limits


class Door(Doorman):
    """A doorman that notes who was pushed out."""

    def __init__(self, most: int = limits.CONNECTIONS, waiting: int = limits.WAITING) -> None:
        super().__init__(most, waiting)
        self.pushed: list[str] = []
        self.now = 0.0

    def come(self, address: str, name: str = "") -> Entry:
        """Long after the one before."""
        self.now += 1000.0
        entry = self.enter(address, lambda: self.pushed.append(name or address), self.now)
        assert entry is not None
        return entry


def test_a_newcomer_pushes_out_the_oldest_from_its_own_address_where_too_many_wait() -> None:
    door = Door()
    for number in range(limits.CONNECTIONS_PER_ADDRESS + 2):
        door.come("10.0.0.1", f"link {number}")
    assert door.pushed == ["link 0", "link 1"]
    assert door.waiting == limits.CONNECTIONS_PER_ADDRESS


def test_a_newcomer_pushes_out_the_oldest_where_all_places_are_taken() -> None:
    door = Door()
    for number in range(limits.WAITING + 2):
        door.come(f"10.0.0.{number}")
    assert door.pushed == ["10.0.0.0", "10.0.0.1"]
    assert door.waiting == limits.WAITING


def test_an_honest_one_outlasts_any_number_that_come_from_few_addresses() -> None:
    door = Door()
    honest = door.come("10.0.1.1", "honest")
    for number in range(1000):
        door.come(f"10.0.0.{number % (limits.WAITING - 1)}")
    assert "honest" not in door.pushed
    honest.let_in()


def test_an_honest_ipv4_one_outlasts_a_whole_ipv6_network() -> None:
    door = Door()
    door.come("10.0.1.1", "honest")
    for number in range(1000):
        door.come(f"2001:db8::{number:x}")
    assert "honest" not in door.pushed


def test_an_ipv6_network_may_have_as_many_waiting_as_the_laptops_that_may_be_in_it() -> None:
    door = Door(most=1000, waiting=1000)
    for number in range(100):
        door.come(f"fe80::{number:x}%eth0")
    assert door.waiting == limits.CONNECTIONS_PER_ADDRESS * limits.LAPTOPS_PER_NETWORK
    assert door.pushed[0] == "fe80::0%eth0"


def test_the_links_of_people_are_never_pushed_out_and_take_no_place_of_those_who_wait() -> None:
    door = Door()
    for number in range(limits.SEATS + limits.WATCHERS):
        door.come("10.0.0.1", f"person {number}").let_in()
    for number in range(1000):
        door.come(f"10.0.{number % 7}.{number % 250}")
    assert not [name for name in door.pushed if name.startswith("person")]
    assert door.waiting == limits.WAITING
    assert door.inside <= limits.CONNECTIONS


def test_a_link_that_is_nobodys_any_more_waits_like_all_others() -> None:
    """So that one person who dials again and again holds no more links than a stranger."""
    door = Door()
    for number in range(100):
        entry = door.come("10.0.0.1", f"link {number}")
        entry.let_in()
        entry.see_out()
    assert door.inside == limits.CONNECTIONS_PER_ADDRESS


def test_where_all_places_are_peoples_a_newcomer_is_turned_away() -> None:
    door = Door(most=3)
    for _ in range(3):
        door.come("10.0.0.1").let_in()
    assert door.enter("10.0.0.2", lambda: None, door.now) is None


def test_an_address_that_dials_more_often_than_people_do_is_turned_away_and_the_others_are_not() -> None:
    door = Doorman()
    let_in = [door.enter("10.0.0.1", lambda: None, 5.0) is not None for _ in range(400)]
    assert sum(let_in) == limits.BURST_DIALS
    assert door.enter("10.0.0.2", lambda: None, 5.0)
    assert door.enter("10.0.0.1", lambda: None, 6.0)


def test_a_whole_table_behind_one_address_that_dials_again_for_seconds_comes_in() -> None:
    pauses = [0.0, 0.3, 0.3 * 1.6, 0.3 * 1.6**2]
    door, now = Doorman(), 0.0
    waiting = set(range(limits.SEATS))
    for pause in pauses:
        now += pause
        for guest in sorted(waiting):
            # two addresses of the table are tried at once
            tries = [door.enter("10.0.0.1", lambda: None, now) for _ in range(2)]
            if any(tries):
                waiting.discard(guest)
    assert not waiting


def test_whoever_has_left_is_not_counted() -> None:
    door = Door()
    entries = [door.come(f"fe80::{number:x}%eth0") for number in range(20)]
    entries[3].let_in()
    for entry in entries:
        door.leave(entry)
        door.leave(entry)
    assert door.inside == 0
    assert not door._counts
    assert not door.pushed


def test_who_was_pushed_out_in_the_moment_of_joining_is_counted_no_more() -> None:
    door = Door(waiting=1)
    first = door.come("10.0.0.1")
    door.come("10.0.0.2")
    first.let_in()
    first.see_out()
    assert door.inside == 1
