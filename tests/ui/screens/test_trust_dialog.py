"""Behind the mark: verdicts, the words to compare, what a mark proves, and a proof to keep."""

from __future__ import annotations

from itertools import product

import pytest

from lan_thirteen.core.lobby import Colour, DealId
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.orders import ProofFailed, ProofSaved, SaveProof
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Display, Node, covered
from lan_thirteen.ui.screens import rules, trust_dialog, trust_page
from lan_thirteen.ui.screens.common import GAMES
from lan_thirteen.ui.screens.trust_dialog import Close, Facts, ReadMore, Save, Scroll, State
from lan_thirteen.ui.text import Language, load_language
from lan_thirteen.ui.widgets import Wheel
from tests.ui.rectangles import EACH_SIZE, Longer, check, stage_of, text_scales

ENGLISH = load_language()
STAGE = stage_of(1280, 720)
WORDS = ("lusab", "gutih", "rivon")
PATH = "/home/femke/.local/share/lan-thirteen/proofs/2026-11-30 Friday Leaves.proof"


def verdict(deal: int, colour: Colour, code: str, *names: str) -> DealChecked:
    return DealChecked(DealId(1, deal, 1), colour, Refusal(code, (deal,), names))


GREEN = tuple(verdict(deal, Colour.GREEN, "fair.green") for deal in range(13, 2, -1))
RED = verdict(2, Colour.RED, "fair.red.hand", "W" * 30, "M" * 20)
GREY = verdict(1, Colour.GREY, "fair.grey.late")
ALL = (*GREEN, RED, GREY)
WRONG = Facts(ALL, Colour.RED, WORDS, has_match=True)
GOOD = Facts(GREEN, Colour.GREEN, WORDS, has_match=True)
LONG = WRONG._replace(proof=ProofSaved("/" + "W" * 400))
EACH = (
    Facts(),
    Facts(words=WORDS),
    GOOD,
    WRONG,
    GOOD._replace(proof=SaveProof()),
    WRONG._replace(proof=ProofSaved(PATH)),
    LONG,
    GOOD._replace(words=None, proof=ProofFailed(Refusal("fair.grey.nobody", (3,)))),
)


def shown(facts: Facts, state: State | None = None, stage: Stage = STAGE) -> Display:
    below = Node(("below",), stage.canvas.box, p.Backdrop("felt"), "below", "Below")
    return covered(Display((below,)), trust_dialog.nodes(state or State(), facts, stage))


def words(display: Display, *key: object) -> str:
    texts = [n.picture for n in display.nodes if n.key[: len(key)] == key and isinstance(n.picture, p.Text)]
    return " ".join(run.text for text in texts for run in text.runs)


def box_of(display: Display, *key: object) -> Box:
    node = display.find(key)
    assert node is not None, key
    return node.box


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("language", [ENGLISH, Longer(ENGLISH)], ids=["en", "longer"])
def test_nothing_overlaps_or_is_cut(size: tuple[int, int], language: Language) -> None:
    canvas = stage_of(*size).canvas
    for scale, facts, offset in product(text_scales(canvas), EACH, (0, 3)):
        stage = stage_of(*size, scale, language)
        display = shown(facts, State(offset), stage)
        check(display, stage)
        dialog = box_of(display, "trust")
        assert dialog.within(canvas.box)
        assert all(n.box.within(dialog, 0.6) for n in display.nodes if n.key[0] == "trust")
        shortened = [n.key for n in display.nodes if isinstance(n.picture, p.Text) and n.tip]
        assert all(key[:2] == ("trust", "proof") for key in shortened)
        assert not shortened or facts is LONG


@pytest.mark.parametrize("size", EACH_SIZE)
def test_the_parts_stand_below_each_other(size: tuple[int, int]) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        display = shown(WRONG, State(), stage_of(*size, scale, Longer(ENGLISH)))
        ends = [
            max(n.box.bottom for n in display.nodes if n.key[: len(key)] == key)
            for key in (("trust", "title"), trust_dialog.LIST, ("trust", "words"))
        ]
        starts = [
            min(n.box.y for n in display.nodes if n.key[: len(key)] == key)
            for key in (trust_dialog.LIST, ("trust", "words"), ("trust", "fair.short.proves"))
        ]
        assert all(start >= end - 0.5 for start, end in zip(starts, ends, strict=True))


def test_all_verdicts_can_be_read_the_newest_first() -> None:
    for stage in (STAGE, stage_of(960, 540, 1.15)):
        state: State | None = State()
        seen: list[str] = []
        for _ in range(60):
            assert state is not None
            text = words(shown(WRONG, state, stage), *trust_dialog.LIST)
            if seen and seen[-1] == text:
                break
            seen.append(text)
            state, _ = trust_dialog.press(state, Scroll(1), WRONG, stage)
        assert seen[0].startswith("Deal 13 is checked")
        assert seen[-1].endswith("Deal 1: you came when it had begun, so this laptop could not check it.")
        assert any("gave you other cards than were drawn" in text.replace("\n", " ") for text in seen)
        assert "Deal 13" in seen[0]
        assert "Deal 13" not in seen[-1]


def test_the_wheel_and_the_keys_scroll_no_further_than_there_is_something() -> None:
    far, _ = trust_dialog.press(State(), Wheel(trust_dialog.LIST, 500), WRONG, STAGE)
    assert far is not None
    back, _ = trust_dialog.press(far, Scroll(-1), WRONG, STAGE)
    assert back == State(far.offset - 1)
    assert trust_dialog.press(far, trust_dialog.keys(WRONG)["home"], WRONG, STAGE)[0] == State()
    few = GOOD._replace(checks=GREEN[:1])
    assert trust_dialog.press(State(), Scroll(5), few, STAGE)[0] == State()


def test_each_verdict_has_its_sign() -> None:
    display = shown(Facts((GREEN[0], RED, GREY), Colour.RED))
    signs = [n.picture.name for n in display.nodes if n.key[-1] == "sign" and isinstance(n.picture, p.Icon)]
    assert signs == ["shield-check", "triangle-alert", "info"]
    assert words(shown(Facts()), *trust_dialog.LIST) == "No deal is over yet. Each one is checked when it ends."


def test_the_words_stand_there_once_they_are_known_with_what_they_say() -> None:
    text = words(shown(GOOD))
    assert "Compare these three words aloud: the same on every laptop?" in text
    assert "lusab · gutih · rivon" in text
    assert "do not play" in text
    without = words(shown(GOOD._replace(words=None)))
    assert "Compare" not in without
    assert "lusab" not in without


def test_it_says_what_the_mark_cannot_show() -> None:
    text = words(shown(GOOD))
    assert "the host's program knows all cards" in text
    assert "one person plays as several" in text


def test_a_proof_is_saved_and_its_place_is_told() -> None:
    assert trust_dialog.press(State(), Save(), GOOD, STAGE) == (State(), (SaveProof(),))
    writing = GOOD._replace(proof=SaveProof())
    assert trust_dialog.press(State(), Save(), writing, STAGE) == (State(), ())
    node = shown(writing).find(("trust", "save"))
    assert node is not None
    assert node.intent is None
    told = words(shown(GOOD._replace(proof=ProofSaved(PATH))), "trust", "proof")
    assert PATH.replace(" ", "") in told.replace(" ", "")
    failed = ProofFailed(Refusal("fair.grey.nobody", (3,)))
    assert words(shown(GOOD._replace(proof=failed)), "trust", "proof") == ENGLISH.why(failed.why)


def test_where_nothing_was_played_there_is_nothing_to_save() -> None:
    before = Facts(words=WORDS)
    assert shown(before).find(("trust", "save")) is None
    assert trust_dialog.press(State(), Save(), before, STAGE)[1] == ()


def test_in_red_to_save_a_proof_is_the_main_thing() -> None:
    def is_bright(facts: Facts, name: str) -> bool:
        node = shown(facts).find(("trust", name))
        assert node is not None
        assert isinstance(node.picture, p.Panel)
        return node.picture.top[0] > 200 and node.picture.opacity == 1.0

    saved = WRONG._replace(proof=ProofSaved(PATH))
    for facts, main, intent in ((WRONG, "save", Save()), (GOOD, "close", Close()), (saved, "close", Close())):
        assert [name for name in ("more", "save", "close") if is_bright(facts, name)] == [main]
        assert trust_dialog.keys(facts)["return"] == intent
    assert "others can check" in words(shown(WRONG), "trust", "proof")
    assert not words(shown(GOOD), "trust", "proof")


def test_it_closes_and_leads_on_to_the_whole_page() -> None:
    assert trust_dialog.press(State(), trust_dialog.keys(GOOD)["escape"], GOOD, STAGE) == (None, ())
    assert trust_dialog.press(State(), ReadMore(), GOOD, STAGE) == (None, (ReadMore(),))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_page_that_says_what_the_mark_proves(game: str) -> None:
    state = rules.State(game, rules.FAIR)
    pages = rules._pages(ENGLISH, game, None, None)
    assert pages[rules.FAIR] == trust_page.page()
    assert pages[rules.OPTIONS].tab.key == "win.rules.tab.options"
    sheets = [words(Display(rules.present(state._replace(sheet=sheet), STAGE))) for sheet in range(2)]
    assert "What every laptop checks by itself" in sheets[0]
    assert "What it cannot show" in " ".join(sheets)
    assert "lan-thirteen audit FILE" in sheets[-1]
