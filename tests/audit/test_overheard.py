"""What is overheard past the host shows a host that tells two stories, and shows nothing at an honest table."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lan_thirteen.audit.overheard import Finding, Overhearing, Verdict, judge
from lan_thirteen.core.lobby import DealId
from lan_thirteen.wire.limits import RECEIPTS_KEPT_OF_KEY, RECEIPTS_KEPT_OF_STRANGERS
from lan_thirteen.wire.receipt import Overheard
from tests.support.receipts import ANA, BO, CEM, HEAD, TABLE, ZENO, receipt_of

OTHER_HEAD = b"i" * 32
KEYS = {ANA.public, BO.public, CEM.public}
FIRST, SECOND, THIRD = (DealId(1, number, 1) for number in (1, 2, 3))
HEADS = {FIRST: HEAD}


def draw(hearing: Overhearing, of: DealId) -> tuple[Finding, ...]:
    """We give our bytes for this deal, and it is dealt from them."""
    hearing.drawing(of)
    return hearing.drew(of)


def at_the_table(*keys: bytes) -> Overhearing:
    hearing = Overhearing(TABLE)
    hearing.joined()
    for key in keys or KEYS:
        hearing.seated(key)
    return hearing


@pytest.mark.parametrize(
    ("heard", "verdict"),
    [
        (receipt_of(BO), Verdict.SAME),
        (receipt_of(BO, colour="red"), Verdict.SAME),
        (replace(receipt_of(BO), at=7), Verdict.SAME),
        (receipt_of(BO, head=OTHER_HEAD), Verdict.OTHER_STORY),
        (receipt_of(ZENO), Verdict.STRANGER),
        (receipt_of(ZENO, head=OTHER_HEAD), Verdict.STRANGER),
        (receipt_of(BO, 2, head=OTHER_HEAD), Verdict.IGNORED),
        (receipt_of(BO, attempt=2, head=OTHER_HEAD), Verdict.IGNORED),
        (receipt_of(ZENO, match=2), Verdict.IGNORED),
        (receipt_of(BO, head=OTHER_HEAD, table=b"u" * 16), Verdict.IGNORED),
        (receipt_of(ZENO, table=b"u" * 16), Verdict.IGNORED),
        (replace(receipt_of(BO), head=OTHER_HEAD), Verdict.IGNORED),
        (replace(receipt_of(BO), key=ZENO.public), Verdict.IGNORED),
        (replace(receipt_of(ZENO), key=BO.public, head=OTHER_HEAD), Verdict.IGNORED),
        (replace(receipt_of(BO, 2, head=OTHER_HEAD), deal=1), Verdict.IGNORED),
        (replace(receipt_of(BO, head=OTHER_HEAD), colour="red"), Verdict.IGNORED),
        (replace(receipt_of(BO, head=OTHER_HEAD, table=b"u" * 16), table=TABLE), Verdict.IGNORED),
    ],
)
def test_a_receipt_is_judged_by_its_signature_its_key_and_its_head(heard: Overheard, verdict: Verdict) -> None:
    assert judge(heard, TABLE, KEYS, HEADS) is verdict


def test_what_comes_early_is_judged_when_our_journal_has_that_deal() -> None:
    hearing = at_the_table()
    same, other, stranger = receipt_of(ANA), receipt_of(BO, head=OTHER_HEAD), receipt_of(ZENO)
    assert [hearing.hear(heard) for heard in (same, other, stranger, other)] == [()] * 4
    assert hearing.ended(SECOND, OTHER_HEAD) == ()
    assert hearing.ended(FIRST, HEAD) == (
        Finding(other, Verdict.OTHER_STORY),
        Finding(stranger, Verdict.STRANGER),
    )
    assert hearing.ended(FIRST, HEAD) == (), "each is found once"


def test_what_comes_late_is_judged_at_once() -> None:
    hearing = at_the_table()
    hearing.ended(FIRST, HEAD)
    other, stranger = receipt_of(BO, head=OTHER_HEAD), receipt_of(ZENO)
    assert hearing.hear(receipt_of(BO)) == ()
    assert hearing.hear(other) == (Finding(other, Verdict.OTHER_STORY),)
    assert hearing.hear(stranger) == (Finding(stranger, Verdict.STRANGER),)
    assert hearing.hear(replace(other, sig=bytes(64))) == ()


def test_who_sits_down_before_our_journal_says_so_is_no_stranger() -> None:
    hearing = at_the_table(ANA.public, BO.public)
    hearing.hear(receipt_of(CEM))
    hearing.seated(CEM.public)
    assert hearing.ended(FIRST, HEAD) == ()


def test_a_bot_has_no_key_so_nobody_can_sign_for_it() -> None:
    hearing = at_the_table()
    hearing.seated(b"")
    hearing.ended(FIRST, HEAD)
    assert hearing.hear(replace(receipt_of(BO, head=OTHER_HEAD), key=b"")) == ()


@pytest.mark.parametrize("theirs", [DealId(7, 1, 1), DealId(1, 900, 1), DealId(1, 1, 2), DealId(0, 1, 1)])
def test_two_worlds_whose_deals_have_other_numbers_are_found_when_the_next_deal_is_drawn(theirs: DealId) -> None:
    hearing = at_the_table()
    heard = receipt_of(ZENO, theirs.deal, match=theirs.match, attempt=theirs.attempt)
    known = receipt_of(BO, theirs.deal, match=theirs.match, attempt=theirs.attempt)
    found: list[Finding] = []
    for of in (FIRST, SECOND, THIRD):
        found += draw(hearing, of)
        found += hearing.hear(heard)
        found += hearing.hear(known)
        found += hearing.ended(of, HEAD)
    assert {(finding.heard, finding.verdict) for finding in found} == {
        (heard, Verdict.STRANGER),
        (known, Verdict.OTHER_STORY),
    }


def test_what_was_played_before_we_came_is_no_sign() -> None:
    hearing = at_the_table()
    hearing.hear(receipt_of(ZENO, 5))
    assert draw(hearing, DealId(2, 1, 1)) == ()
    hearing.hear(receipt_of(ZENO, 5))  # said again
    hearing.ended(DealId(2, 1, 1), HEAD)
    assert draw(hearing, DealId(2, 2, 1)) == ()


def test_what_was_over_while_we_were_away_is_no_sign() -> None:
    hearing = at_the_table()
    for of in (FIRST, SECOND, THIRD):
        draw(hearing, of)
        hearing.ended(of, HEAD)
    hearing.hear(receipt_of(BO, 4))
    hearing.joined()  # in the second match; of the first one nothing more will come
    hearing.hear(receipt_of(BO, 5))
    found = [*draw(hearing, DealId(2, 1, 1)), *hearing.ended(DealId(2, 1, 1), HEAD)]
    assert [*found, *draw(hearing, DealId(2, 2, 1))] == []


def test_a_deal_that_goes_on_without_us_is_no_sign() -> None:
    """Our link hangs: the others have given us up, played the deal and said so before we hear that it is drawn."""
    hearing = at_the_table()
    for of in (FIRST, SECOND):
        draw(hearing, of)
        hearing.ended(of, HEAD)
    said = receipt_of(BO, 3, attempt=2)
    hearing.hear(said)
    hearing.drawing(THIRD)  # too late
    again = DealId(1, 3, 2)
    assert hearing.drew(again) == ()
    assert hearing.ended(again, OTHER_HEAD) == (Finding(said, Verdict.OTHER_STORY),)


def test_what_is_heard_while_a_deal_is_drawn_is_due_with_the_next_one() -> None:
    hearing = at_the_table()
    for of in (FIRST, SECOND):
        draw(hearing, of)
        hearing.ended(of, HEAD)
    hearing.drawing(THIRD)
    heard = receipt_of(ZENO, match=9)
    hearing.hear(heard)
    assert hearing.drew(THIRD) == ()
    assert draw(hearing, DealId(1, 4, 1)) == (Finding(heard, Verdict.STRANGER),)


def test_a_flood_takes_bounded_room_and_none_from_those_whom_we_know() -> None:
    hearing = at_the_table()
    draw(hearing, FIRST)
    for number in range(2, 60):
        hearing.hear(receipt_of(ZENO, number))
        hearing.hear(receipt_of(CEM, number))
    assert len(hearing._early) == RECEIPTS_KEPT_OF_STRANGERS + RECEIPTS_KEPT_OF_KEY
    other = receipt_of(BO, head=OTHER_HEAD)
    hearing.hear(other)
    assert hearing.ended(FIRST, HEAD) == (Finding(other, Verdict.OTHER_STORY),)
    assert len(draw(hearing, SECOND)) == RECEIPTS_KEPT_OF_STRANGERS + RECEIPTS_KEPT_OF_KEY
    assert hearing._early == []


def test_what_is_not_signed_is_not_even_kept() -> None:
    hearing = at_the_table()
    hearing.hear(replace(receipt_of(BO), sig=bytes(64)))
    hearing.hear(receipt_of(BO, table=b"u" * 16))
    assert hearing._early == []


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32))
def test_at_an_honest_table_nothing_is_found_whoever_is_ahead_and_whatever_is_lost(seed: int) -> None:
    """Three laptops learn of one journal, each in its own time, and each hears the others late, early or never."""
    rng = Random(seed)
    laptops = [(key, at_the_table()) for key in (ANA, BO, CEM)]
    deals = [DealId(match, number, 1) for match in (1, 2) for number in (1, 2, 3)]
    waiting: list[tuple[int, Overheard]] = []
    for of in deals:
        for _, hearing in laptops:
            assert draw(hearing, of) == ()
        for key, hearing in rng.sample(laptops, len(laptops)):
            assert hearing.ended(of, of_head(of)) == ()
            said = receipt_of(key, of.deal, match=of.match, head=of_head(of))
            waiting += [(other, said) for other in range(len(laptops)) if rng.random() < 0.8]
            rng.shuffle(waiting)
            while waiting and rng.random() < 0.6:
                listener, heard = waiting.pop()
                assert laptops[listener][1].hear(heard) == ()


def of_head(of: DealId) -> bytes:
    return bytes([of.match, of.deal]) * 16
