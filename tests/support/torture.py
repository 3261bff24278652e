"""500 texts that people, and people who want to break something, might call themselves."""

from __future__ import annotations

from random import Random
from typing import Final

_PLAIN: Final = (
    *("", " ", "  a  ", "\t", "\n", "a\nb", "a\r\nb", "\x00", "a\x00b", "\x07\x1b[31mred", "\x7f", "\x85", "\u2028"),
    *("{", "}", "{}", "{0}", "{who}", "{0.__class__}", "{{}}", "{name!r}", "%s", "%(who)s", "%", "$x", "\\n", "\\"),
    *("*", "**", "a*b", "*bold*", "***", "_x_", "<b>x</b>", "&amp;", '"', "'", "`", "|", "~", "^", "#", "@", "..."),
    *("None", "null", "undefined", "True", "0", "-1", "1e999", "NaN", "../../etc/passwd", "C:\\con", "a/b", "?", "!"),
    *(
        "W" * 20,
        "i" * 40,
        "W" * 10_000,
        "뷁" * 10,
        "뷁" * 5_000,
        "한" * 40,
        "ㅋ" * 20,
        "가",
        "각",
        "민지 Minji",
        "똠방각하",
    ),
    *("山田太郎", "龍", "日本語テスト", "Ελληνικά", "Кириллица", "ĲSSELMEER", "Łódź", "İstanbul", "ı", "ß", "ẞ", "ﬁ"),
    *("שלום", "مرحبا", "\u202eabc", "\u202dabc\u202c", "abc\u200f", "a\u2066b\u2069", "العربية ABC עברית", "١٢٣"),
    *("e\u0301", "Zoe\u0308", "a" + "\u0301" * 60, "\u0301", "\u0301a", "Z͑ͫa̓l̅g̀o", "ก็็็็็็", "कि", "நி", "\u0e33"),
    *("\u200b", "a\u200bb", "\u200d", "\ufeff", "\u00ad", "a\u00adb", "\u2060", "\u3164", "\u115f", "\u2800", "\u034f"),
    *("🙂", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇳🇱", "👍🏽", "❤️", "♠♥♦♣", "↵", "1️⃣", "🙂" * 40, "🀄", "𝔄𝔟𝔠", "\U0001f468\U0001f3ff"),
    *(
        "\ue000",
        "\U000f0000",
        "\U0010ffff",
        "\ufffe",
        "\uffff",
        "\ufdd0",
        "\U00020000",
        "\ufffd",
        "\u0378",
        "\U000e0041",
    ),
    *("a" * 39 + "é", "x" * 200, "word " * 40, " - ", "Ana (2)", "Bot 1", "You", "you", "system-name", "LAN Thirteen"),
)
_PIECES: Final = (
    "a",
    "W",
    "é",
    "e\u0301",
    "한",
    "뷁",
    "ש",
    "م",
    "\u202e",
    "🙂",
    "{0}",
    "*",
    "%s",
    " ",
    "\u200b",
    "\u0301",
    "龍",
    "\n",
)


def torture() -> tuple[str, ...]:
    """All of them, always the same."""
    rng = Random(13)
    texts = list(_PLAIN)
    while len(texts) < 500:
        texts.append("".join(rng.choices(_PIECES, k=rng.randint(1, 30))))
    return tuple(texts)


SURROGATES: Final = ("\ud800", "a\udfffb", "\ud83d", "\udc80" * 30)
"""Halves of characters: Python's for bytes that are no text. They cannot travel, but may be typed or pasted."""
