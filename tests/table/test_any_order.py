"""Whatever people do in whatever order: nobody is stuck, no seat is shared, nothing is told before it is written."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from lan_thirteen.core.game import Due, Seat
from lan_thirteen.core.lobby import DealId, HouseRules, Lobby, Person, Phase, Presence, SeatKind
from lan_thirteen.table import commands as c
from lan_thirteen.table.phases import NEXT
from tests.support.stage import LEVELS, NAMES, REGISTRY, TINY, Effects, Stage, of_kind

PERSONS = st.sampled_from(sorted(NAMES))
SEATS = st.integers(-1, 5).map(Seat)
HOUSES = st.builds(
    HouseRules, turn_clock_s=st.sampled_from([0, 20]), stand_in_s=st.sampled_from([0, 60]), may_watch=st.booleans()
)


class Evening(RuleBasedStateMachine):
    """People at a table, and what each of them has been told."""

    game = TINY

    @initialize(
        owned=st.booleans(),
        house=HOUSES,
        number=st.integers(0, 99),
        answers=st.booleans(),
        players=st.sampled_from([0, 1, 2, 3]),
    )
    def open(self, owned: bool, house: HouseRules, number: int, answers: bool, players: int) -> None:
        """With so many players, and bots in the other seats, the match has begun."""
        owner = Person(1) if owned else None
        self.stage = Stage(self.game, seats=3, house=house, owner=owner, number=number, answers=answers)
        self.opened: list[DealId] = []
        self.given_up: set[DealId] = set()
        self.shown: set[DealId] = set()
        self.mixed: set[DealId] = set()
        self.state: Any = None
        self.written = 0
        self.last: dict[Person, c.Tell[Any, Any, Any]] = {}
        self.asked: c.AskBot[Any, Any] | None = None
        self.lobby: Lobby | None = None
        self.phase = Phase.LOBBY
        self.sent: list[c.Submit[Any]] = []
        self.holders: dict[Seat, c.Holds] = {}
        self.gone: dict[Seat, c.GoneFrom] = {}
        self.are_bots: dict[int, bool] = {}
        self.do(c.Wake())
        for person in range(1, players + 1):
            self.do(c.Enter(Person(person), "Ana", 0, watch=False))
        if players:
            for seat in range(players, 3):
                self.do(c.SetSeatBot(self.owner, Seat(seat), "easy"))
            self.do(c.Start(self.owner))
            self.answer_it_all_together()

    # what can happen

    @rule(person=PERSONS, watch=st.booleans())
    def enter(self, person: Person, watch: bool) -> None:
        self.do(c.Enter(person, "Ana", 0, watch))

    @rule(person=PERSONS, on_purpose=st.booleans())
    def leave(self, person: Person, on_purpose: bool) -> None:
        self.do(c.Left(person, on_purpose))

    @rule(person=PERSONS)
    def fade(self, person: Person) -> None:
        self.do(c.Faded(person))

    @rule(person=PERSONS, seen=st.integers(0, 30))
    def come_back(self, person: Person, seen: int) -> None:
        self.do(c.Returned(person, seen))

    @rule(person=PERSONS)
    def come_back_with_nothing_missed(self, person: Person) -> None:
        self.do(c.Returned(person, self.stage.table.index))

    @rule(person=PERSONS)
    def be_heard_again(self, person: Person) -> None:
        self.do(c.Heard(person))

    @rule(person=PERSONS, seat=st.none() | SEATS)
    def sit(self, person: Person, seat: Seat | None) -> None:
        self.do(c.Sit(person, seat))

    @rule(person=PERSONS)
    def come_for_the_seat_of_a_bot(self, person: Person) -> None:
        self.do(c.Enter(person, "Ana", 0, watch=True))
        self.do(c.Sit(person, None))

    @rule(person=PERSONS)
    def stand(self, person: Person) -> None:
        self.do(c.Stand(person))

    @rule(person=PERSONS, is_ready=st.booleans())
    def be_ready(self, person: Person, is_ready: bool) -> None:
        self.do(c.SetReady(person, is_ready))

    @rule(seat=SEATS, level=st.sampled_from([*LEVELS, "", "genius"]))
    def seat_a_bot(self, seat: Seat, level: str) -> None:
        self.do(c.SetSeatBot(self.owner, seat, level))

    @rule(seats=st.integers(1, 5))
    def change_the_seats(self, seats: int) -> None:
        self.do(c.SetGame(self.owner, self.game, seats))

    @rule(name=st.sampled_from(["turn_clock_s", "stand_in_s"]), value=st.sampled_from([0, 7, 20, 60]))
    def change_the_house(self, name: str, value: int) -> None:
        self.do(c.SetHouse(self.owner, name, value))

    @rule()
    def start(self) -> None:
        for person in (Person(1), Person(2)):
            self.do(c.Enter(person, "Ana", 0, watch=False))
        self.do(c.Start(self.owner))

    @rule(person=PERSONS)
    def pause(self, person: Person) -> None:
        self.do(c.Pause(person))

    @rule(person=PERSONS)
    def resume(self, person: Person) -> None:
        self.do(c.Resume(person))

    @rule(is_lost=st.booleans())
    def network(self, is_lost: bool) -> None:
        self.do(c.NetworkLost(is_lost))

    @rule(person=PERSONS, seat=SEATS)
    def want_a_stand_in(self, person: Person, seat: Seat) -> None:
        self.do(c.StandIn(person, seat))

    @rule(person=PERSONS, seat=st.none() | SEATS)
    def claim_a_seat(self, person: Person, seat: Seat | None) -> None:
        self.do(c.Claim(person, seat))

    @rule(person=PERSONS, is_granted=st.booleans())
    def answer_a_claim(self, person: Person, is_granted: bool) -> None:
        owner = self.stage.table.seat_of(self.owner)
        handed = of_kind(self.do(c.Grant(self.owner, person, is_granted)), c.Handed)
        assert not handed or (is_granted and owner is not None and person != self.owner)

    @rule(person=PERSONS)
    def send_away(self, person: Person) -> None:
        if person > Person(3):
            self.do(c.Kick(self.owner, person))

    @rule()
    def again(self) -> None:
        self.do(c.Again(self.owner))

    @rule(seconds=st.sampled_from([0.5, 9.0, 21.0, 61.0]))
    def let_time_pass(self, seconds: float) -> None:
        until = self.stage.now + seconds
        while self.stage.wake is not None and self.stage.wake <= until:
            self.stage.now, self.stage.wake = max(self.stage.now, self.stage.wake), None
            self.do(c.Wake())
        self.stage.now = until

    @rule(person=PERSONS, is_asked=st.booleans())
    def be_lost_until_a_bot_plays(self, person: Person, is_asked: bool) -> None:
        self.do(c.Left(person, on_purpose=False))
        if is_asked:
            self.do(c.StandIn(self.owner, self.stage.table.seat_of(person) or Seat(0)))
        else:
            self.let_time_pass(61.0)

    @precondition(lambda self: self.phase is Phase.PLAYING)
    @rule()
    def be_idle_until_a_bot_plays(self) -> None:
        self.let_time_pass(61.0)
        if self.phase is Phase.PLAYING:
            for person in sorted(NAMES):
                self.do(c.StandIn(person, self.stage.to_act))

    @precondition(lambda self: self.phase is Phase.PLAYING)
    @rule()
    def play_to_the_end_of_the_deal(self) -> None:
        """As far as nobody must be waited for."""
        while self.phase is Phase.PLAYING and not self.stage.lobby.paused:
            self.do(self.stage.good_move())

    @precondition(lambda self: self.phase is Phase.INTERMISSION)
    @rule()
    def all_be_ready(self) -> None:
        for person in sorted(NAMES):
            self.do(c.SetReady(person, is_ready=True))

    @precondition(lambda self: self.phase is Phase.PLAYING)
    @rule(choice=st.integers(0, 9), index_off=st.sampled_from([0, 0, 0, 0, -1, 1]), is_old=st.booleans())
    def play(self, choice: int, index_off: int, is_old: bool) -> None:
        stage = self.stage
        seat, legal = stage.to_act, stage.rules.legal(stage.table.state)
        submit = stage.submit_for(seat, legal[choice % len(legal)], index=stage.table.index + index_off)
        if is_old and choice == 0:
            submit = replace(submit, tenure=submit.tenure - 1)
        before, paused = stage.table.index, stage.lobby.paused == "table.paused"
        self.do(submit)
        self.sent.append(submit)
        is_right = not index_off and not paused and submit.tenure != 0 and not (is_old and choice == 0)
        assert (stage.table.index > before) == is_right

    @precondition(lambda self: self.phase is Phase.PLAYING)
    @rule()
    def play_on(self) -> None:
        """Whoever is to act does so, some times over."""
        for _ in range(5):
            if self.phase is Phase.PLAYING and not self.stage.lobby.paused:
                legal = self.stage.rules.legal(self.stage.table.state)
                self.do(self.stage.submit_for(self.stage.to_act, legal[self.stage.table.index % len(legal)]))

    @precondition(lambda self: self.opened)
    @rule(person=PERSONS, is_mix=st.booleans(), off=st.sampled_from([0, 0, 0, 0, 1, -1]))
    def answer_a_drawing(self, person: Person, is_mix: bool, off: int) -> None:
        of = self.opened[-1]
        kind = c.Mixed if is_mix else c.Committed
        self.do(kind(person, replace(of, attempt=max(of.attempt + off, 0))))

    @precondition(lambda self: self.phase is Phase.DEALING and self.opened)
    @rule()
    def answer_it_all_together(self) -> None:
        if not self.opened:
            return
        for kind in (c.Committed, c.Mixed):
            for person in sorted(NAMES):
                self.do(kind(person, self.opened[-1]))

    @precondition(lambda self: self.shown)
    @rule(person=PERSONS, off=st.sampled_from([0, 0, 0, 1, -1]))
    def say_what_they_make_of_the_deal(self, person: Person, off: int) -> None:
        last = max(self.shown, key=lambda of: (of.match, of.deal))
        self.do(c.Receipted(person, replace(last, deal=max(last.deal + off, 0))))

    @precondition(lambda self: self.shown)
    @rule()
    def say_it_all_together(self) -> None:
        for person in sorted(NAMES):
            self.do(c.Receipted(person, max(self.shown, key=lambda of: (of.match, of.deal))))

    @precondition(lambda self: self.sent)
    @rule(which=st.integers(0, 50))
    def send_it_again(self, which: int) -> None:
        before = self.stage.table.index
        effects = self.do(self.sent[which % len(self.sent)])
        paused_once = of_kind(effects, c.Record)
        assert self.stage.table.index == before or len(paused_once) > 0

    # what must hold

    @property
    def owner(self) -> Person:
        return self.stage.lobby.owner or Person(1)

    def do(self, command: c.Command) -> Effects:
        before = self.stage.table.state
        self._remember_tenures()
        effects = self.stage.do(command)
        for effect in effects:
            self._hear(effect)
            if isinstance(effect, c.Record):
                self._is_played_rightly(effect, command)
        if any(isinstance(effect, c.Deny | c.Refuse) for effect in effects):
            assert self.stage.table.state == before
        self._phase_follows()
        return effects

    def _remember_tenures(self) -> None:
        """Which of the numbers by which seats are played are bots', stand-ins too."""
        for place in self.stage.table._room.roster.places:
            self.are_bots[place.tenure] = bool(place.bot_level)

    def _hear(self, effect: c.Effect[Any, Any, Any]) -> None:
        """Follow the match by what is written down alone, and hold each effect against it."""
        rules = self.stage.rules
        match effect:
            case c.Begin(_, _, options, players):
                self.state, self.written = rules.new_match(len(players), dict(options)), 0
                self.holders, self.gone = {}, {}
            case c.Holds() | c.GoneFrom() | c.BackAt():
                self._is_held_rightly(effect)
            case c.Record(index, _, action):
                assert index == self.written
                self.written += 1
                self.state = rules.apply(self.state, effect.actor, action).state
            case c.Tell(to=to):
                self._is_right(effect)
                if to is not None:
                    person = self.stage.table.person_of(to)
                    assert person is not None
                    self.last[person] = effect
            case c.Catch(person, tell):
                assert tell.to == self.stage.table.seat_of(person)
                self._is_right(tell)
                self.last[person] = tell
            case c.AskBot(view=view, legal=legal, index=index, seat=seat):
                assert (index, view) == (self.written, rules.view(self.state, seat))
                assert legal == rules.legal(self.state)
                self.asked = effect
            case c.OpenDeal() | c.AskMixes() | c.TellMixes() | c.GiveUp() | c.ShowSecret():
                self._is_drawn_rightly(effect)
            case c.Announce(lobby):
                self.lobby = lobby
            case _:
                pass

    def _is_right(self, tell: c.Tell[Any, Any, Any]) -> None:
        assert tell.index == self.written, "told before it was written down"
        assert tell.view == self.stage.rules.view(self.state, tell.to)

    def _is_held_rightly(self, effect: c.Holds | c.GoneFrom | c.BackAt) -> None:
        """A seat is a person's or a bot's; only a person is gone from it, once until they are back."""
        match effect:
            case c.Holds(seat, person, name, level):
                assert (person is None) == bool(level)
                assert bool(name) == (person is not None)
                self.holders[seat] = effect
                self.gone.pop(seat, None)
            case c.GoneFrom(seat, level):
                assert self.holders[seat].person is not None
                assert level
                assert seat not in self.gone
                self.gone[seat] = effect
            case c.BackAt(seat):
                assert self.holders[seat].person is not None
                del self.gone[seat]

    def _is_played_rightly(self, record: c.Record[Any], command: c.Command) -> None:
        """A person plays while they are there, a bot where it is written down, and nobody else for either."""
        if record.seat is None:
            return
        assert isinstance(command, c.Submit)
        assert command.seat == record.seat
        is_bots = self.holders[record.seat].person is None or record.seat in self.gone
        assert self.are_bots[command.tenure] == is_bots

    def _is_drawn_rightly(self, effect: c.OpenDeal | c.AskMixes | c.TellMixes | c.GiveUp | c.ShowSecret) -> None:
        """No drawing begins twice, none is thrown away in secret, and none is shown while it is played."""
        match effect:
            case c.OpenDeal(of, seats):
                assert of not in self.opened
                same = [old for old in self.opened if (old.match, old.deal) == (of.match, of.deal)]
                assert [old.attempt for old in same] == list(range(1, of.attempt))
                assert set(same) <= self.given_up
                assert set(self.holders) == set(range(len(self.stage.lobby.seats))), "opened before all are noted"
                assert all(self.holders[seat].person == person for seat, person in seats)
                assert not {seat for seat, _ in seats} & set(self.gone)
                self.opened.append(of)
            case c.AskMixes(of) | c.TellMixes(of) | c.GiveUp(of):
                assert of == self.opened[-1]
                assert of not in self.given_up | self.shown | self.mixed
                self.given_up |= {of} if isinstance(effect, c.GiveUp) else set()
                self.mixed |= {of} if isinstance(effect, c.TellMixes) else set()
            case c.ShowSecret(of):
                assert of in self.mixed - self.shown
                self.shown.add(of)
                rules = self.stage.rules
                assert rules.due(self.state) is Due.DEAL or rules.actor(self.state) is None

    def _phase_follows(self) -> None:
        """One command leads along the arrows, through as many phases as it takes."""
        now, reached = self.stage.phase, {self.phase}
        while now not in reached:
            more = reached.union(*(NEXT[phase] for phase in reached))
            assert more != reached, f"from {self.phase} to {now}"
            reached = more
        self.phase = now

    @invariant()
    def the_state_is_what_was_written_down(self) -> None:
        if self.phase in (Phase.LOBBY, Phase.DEALING, Phase.CLOSED):
            return
        assert self.stage.table.state == self.state
        assert self.stage.table.index == self.written

    @invariant()
    def who_plays_each_seat_is_what_was_written_down(self) -> None:
        if not self.stage.table.is_in_match or self.phase is Phase.CLOSED:
            return
        for number, place in enumerate(self.stage.table._room.roster.places):
            seat = Seat(number)
            held, gone = self.holders[seat], self.gone.get(seat)
            assert (held.person, held.level) == (place.person, place.level)
            assert (gone and (gone.level, gone.why)) == (place.absence and (place.stand_in, place.absence))

    @invariant()
    def each_seat_has_one_owner_and_nobody_two_seats(self) -> None:
        lobby = self.stage.lobby
        people = [info.person for info in lobby.seats if info.person is not None]
        assert len(set(people)) == len(people)
        assert not set(people) & {w.person for w in lobby.watchers}
        assert all((info.person is not None) == (info.kind is SeatKind.PERSON) for info in lobby.seats)
        assert all(bool(info.level) for info in lobby.seats if info.kind is SeatKind.BOT)
        names = [info.name for info in lobby.seats if info.name] + [w.name for w in lobby.watchers]
        assert len({name.casefold() for name in names}) == len(names)
        tenures = [p.tenure for p in self.stage.table._room.roster.places if p.kind is not SeatKind.FREE]
        assert len(set(tenures)) == len(tenures)

    @invariant()
    def all_have_been_told_how_the_table_stands(self) -> None:
        known = self.lobby
        if known is not None:
            assert known.timeless == self.stage.lobby.timeless

    @invariant()
    def somebody_knows_that_it_is_their_turn(self) -> None:
        """Whom the match waits for has been asked, or others can move it on, or it moves on by itself."""
        if self.phase is not Phase.PLAYING:
            return
        stage = self.stage
        assert stage.rules.due(stage.table.state) is None
        seat, lobby = stage.to_act, stage.lobby
        info, room = lobby.seats[seat], stage.table._room
        if not room.roster.present() or lobby.paused == "table.paused":
            return
        question = (room.roster.places[seat].tenure, stage.table.index)
        if info.level:
            assert self.asked is not None
            assert (self.asked.tenure, self.asked.index) == question
        elif info.presence in (Presence.HERE, Presence.UNSTEADY):
            assert info.person is not None
            told = self.last[info.person]
            assert (told.tenure, told.index, told.to) == (*question, seat)
            assert told.legal == stage.rules.legal(stage.table.state)
        else:
            assert seat in lobby.may_stand_in

    @invariant()
    def whatever_waits_is_waited_for(self) -> None:
        lobby, wake = self.stage.lobby, self.stage.wake
        room = self.stage.table._room
        if self.phase is Phase.INTERMISSION and room.is_time_running:
            assert lobby.waits_ms is not None
        if self.phase is not Phase.CLOSED and lobby.waits_ms is not None:
            assert wake is not None
            assert wake <= self.stage.now + lobby.waits_ms / 1000 + 0.01

    @invariant()
    def a_drawing_waits_for_somebody_and_not_for_ever(self) -> None:
        """Who can still answer is asked; and when time runs, the table looks when theirs is up."""
        room = self.stage.table._room
        if self.phase is not Phase.DEALING:
            assert room.drawing is None or self.phase is Phase.CLOSED
            return
        assert room.drawing is not None or room.is_paused or not room.roster.present()
        if room.drawing is not None and room.is_time_running:
            assert set(room.drawing.persons) - room.drawing.answered
            assert self.stage.wake is not None
            assert self.stage.wake <= self.stage.now + 5.01

    @invariant()
    def the_next_deal_waits_for_those_who_check_the_last_and_not_for_ever(self) -> None:
        """Nobody else is waited for once all want to go on, and then the table looks when the time is up."""
        room = self.stage.table._room
        here = room.roster.present_seated()
        if self.phase is not Phase.INTERMISSION or room.is_paused or not here:
            return
        if room.is_time_running and all(member.is_ready for member in here):
            assert {member.person for member in here} & room.awaited
            assert self.stage.wake is not None
            assert self.stage.wake <= self.stage.now + 5.01

    @invariant()
    def no_stock_waits_to_be_made(self) -> None:
        if self.stage.table.state is not None:
            assert self.stage.rules.due(self.stage.table.state) is not Due.RESTOCK

    def teardown(self) -> None:
        """Let one person be there who presses what they may, and the match ends."""
        if not hasattr(self, "stage") or self.phase not in (Phase.DEALING, Phase.PLAYING, Phase.INTERMISSION):
            return
        self.do(c.NetworkLost(is_lost=False))
        self._bring_somebody()
        for _ in range(2000):
            if self.stage.is_in(Phase.FINISHED):
                return
            self._move_on()
        pytest.fail("the match does not end")

    def _bring_somebody(self) -> None:
        if not self.stage.table._room.roster.present():
            for person in sorted(NAMES):
                self.do(c.Returned(person, 0))

    def _move_on(self) -> None:
        stage = self.stage
        here = [member.person for member in stage.table._room.roster.present()]
        for person in here:
            self.do(c.Resume(person))
        if self.phase in (Phase.INTERMISSION, Phase.DEALING):
            self.let_time_pass(61.0)
            return
        info = stage.lobby.seats[stage.to_act]
        if not info.level and info.presence is Presence.LOST:
            for person in here:
                self.do(c.StandIn(person, stage.to_act))
        if self.phase is Phase.PLAYING:
            self.do(stage.good_move())


class LeavesEvening(Evening):
    game = "leaves"


class ThreeThirteenEvening(Evening):
    game = "three-thirteen"


class DreizehnEvening(Evening):
    game = "dreizehn"


EVENINGS = (Evening, LeavesEvening, ThreeThirteenEvening, DreizehnEvening)


def test_there_is_an_evening_for_every_game() -> None:
    assert {evening.game for evening in EVENINGS} == set(REGISTRY)


@pytest.mark.parametrize("evening", EVENINGS)
def test_no_order_of_events_breaks_a_table(evening: type[Evening]) -> None:
    examples = 60 if evening is Evening else 15
    run_state_machine_as_test(
        evening,
        settings=settings(
            max_examples=examples,
            stateful_step_count=60,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS)
def test_no_long_order_of_events_breaks_a_table(evening: type[Evening]) -> None:
    run_state_machine_as_test(
        evening,
        settings=settings(
            max_examples=60, stateful_step_count=100, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
