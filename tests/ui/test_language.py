"""Every sentence is in the language files, and every language has them all."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import polib
import pytest

from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui.assets import asset
from lan_thirteen.ui.text import load_language

PACKAGE = Path(__file__).parent.parent.parent / "lan_thirteen"
CATALOGUES = sorted(asset("lang").glob("*.po"))
ENGLISH = polib.pofile(str(asset("lang", "en.po")))
KEYS = {entry.msgid for entry in ENGLISH}
KEY = re.compile(r"[a-z]+[a-z-]*(\.[a-z0-9-]+)+(?<!\.json)(?<!\.log)(?<!\.png)")  # those are files


def _strings() -> tuple[set[str], set[str]]:
    """The keys that stand in the program's code, and the beginnings of those that are put together."""
    whole: set[str] = set()
    begun: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                begun.add(str(node.values[0].value))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                whole.add(node.value)
    return whole, {start for start in begun if re.fullmatch(r"[a-z-]+(\.[a-z0-9-]+)*\.", start)}


WHOLE, BEGUN = _strings()


def test_every_key_in_the_code_has_its_sentence() -> None:
    assert {key for key in WHOLE if key not in KEYS} == set()
    assert {start for start in BEGUN if not any(key.startswith(start) for key in KEYS)} == set()


def test_no_sentence_is_unused() -> None:
    def is_used(key: str) -> bool:
        return key in WHOLE or key.removesuffix(".you") in WHOLE or key.startswith(tuple(BEGUN))

    assert {key for key in KEYS if not is_used(key)} == set()


def test_a_sentence_about_you_stands_beside_one_about_others() -> None:
    assert {key for key in KEYS if key.endswith(".you") and key.removesuffix(".you") not in KEYS} == {"seat.you"}


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_every_game_has_its_sentence(game: str) -> None:
    assert {why.value for why in GAMES[game].refusals} <= KEYS


@pytest.mark.parametrize("path", CATALOGUES, ids=[path.stem for path in CATALOGUES])
def test_a_language_has_every_sentence_with_the_same_blanks(path: Path) -> None:
    catalogue = polib.pofile(str(path), check_for_duplicates=True)
    assert {entry.msgid for entry in catalogue} == KEYS
    for entry in catalogue:
        english = ENGLISH.find(entry.msgid)
        assert english is not None
        wanted = _blanks(next(iter(_forms(english))))
        assert all(text and _blanks(text) == wanted for text in _forms(entry)), entry.msgid


@pytest.mark.parametrize("path", CATALOGUES, ids=[path.stem for path in CATALOGUES])
def test_the_compiled_file_is_up_to_date(path: Path) -> None:
    assert path.with_suffix(".mo").read_bytes() == polib.pofile(str(path)).to_binary(), "run scripts/lang.py"


def test_the_first_number_chooses_the_plural() -> None:
    language = load_language()
    assert language.say("deal.points", 1, who="Ana", total=4) == "Ana: 1 point, 4 in all"
    assert language.say("deal.points", 0, who="Ana", total=4) == "Ana: 0 points, 4 in all"


def test_a_refusal_is_told_with_its_numbers_and_then_its_names() -> None:
    language = load_language()
    told = language.why(Refusal("settings.bad-value", (), ("mode", "wild", "single, expert")))
    assert told == "The option mode cannot be wild. It can be: single, expert."
    assert language.why(Refusal("leaves.end-needs-more", (3, 7))) == (
        "The end with the 7 holds 3 cards, so at least 3 are needed there."
    )


def test_a_name_with_braces_is_told_as_it_is() -> None:
    assert load_language().say("leaves.told.won", who="{0}{x}") == "{0}{x} wins the game."


def _forms(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


def _blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
