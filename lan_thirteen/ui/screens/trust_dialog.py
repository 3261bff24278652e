"""Behind the mark: what was found in each deal, the words to compare, what all that proves, and a proof to keep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, assert_never

from lan_thirteen.core.lobby import Colour
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.orders import ProofFailed, ProofSaved, SaveProof
from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height, wrap
from lan_thirteen.ui.pictures import Icon, Panel
from lan_thirteen.ui.screens.fair_mark import LOOKS
from lan_thirteen.ui.screens.room_trust import said_words
from lan_thirteen.ui.theme import Face, Type

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

LIST: Final = ("trust", "deals")
_WIDE: Final = 760
_WIDE_COMPACT: Final = 912
_LEAST_ROWS: Final = 2
_MOST_ROWS: Final = 9
_WORDS: Final = Type(Face.EXTRABOLD, 22)
_SIGN: Final = 15.0
_LIMITS: Final = ("fair.short.proves", "fair.short.looked", "fair.short.people")
_FAR: Final = 10_000
_PATH_LINES: Final = 3
"""A path that needs more is cut; its tip is the whole."""


class State(NamedTuple):
    """The open dialog."""

    offset: int = 0
    """So many lines of what was found are scrolled away."""


class Facts(NamedTuple):
    """What is known, and what has become of a proof."""

    checks: tuple[DealChecked, ...] = ()
    """The newest first."""
    worst: Colour | None = None
    words: tuple[str, str, str] | None = None
    proof: SaveProof | ProofSaved | ProofFailed | None = None
    has_match: bool = False
    """There is a match that a proof could be of."""

    @property
    def is_wrong(self) -> bool:
        return self.worst is Colour.RED

    @property
    def can_save(self) -> bool:
        return self.has_match and not isinstance(self.proof, SaveProof)

    @property
    def is_saved(self) -> bool:
        return isinstance(self.proof, ProofSaved)


class Close(NamedTuple):
    pass


class Save(NamedTuple):
    """Keep a proof of what was found."""


class ReadMore(NamedTuple):
    """The whole page of what the mark proves."""


class Scroll(NamedTuple):
    lines: int


Intent: TypeAlias = Close | Save | ReadMore | Scroll | w.Wheel
Wish: TypeAlias = SaveProof | ReadMore


class _Line(NamedTuple):
    """A line of what was found; the first of each verdict has its sign."""

    text: str
    colour: Colour | None = None


class _Frame(NamedTuple):
    """Where the parts of the dialog are."""

    box: Box
    title: Box
    deals: Box
    words: Box
    limits: Box
    proof: Box
    buttons: Box


def press(state: State, intent: Intent, facts: Facts, stage: Stage) -> tuple[State | None, tuple[Wish, ...]]:
    """The dialog after a press, None where it closes, and what the program is to do."""
    match intent:
        case Close():
            return None, ()
        case Save():
            return state, (SaveProof(),) if facts.can_save else ()
        case ReadMore():
            return None, (intent,)
        case Scroll(lines) | w.Wheel(_, lines):
            frame = _frame(facts, stage)
            told = len(_lines(facts, stage, frame.deals.w))
            most = w.window_of(told, _rows_seen(stage, frame), 0).most
            return State(min(max(0, state.offset + lines), most)), ()
        case _:
            assert_never(intent)


def keys(facts: Facts) -> Mapping[str, Intent]:
    """The intent of each key; return saves a proof first where something is wrong."""
    wants_proof = facts.is_wrong and facts.can_save and not facts.is_saved
    return {
        "escape": Close(),
        "f2": Close(),
        "return": Save() if wants_proof else Close(),
        "s": Save(),
        "f1": ReadMore(),
        "pageup": Scroll(-3),
        "pagedown": Scroll(3),
        "home": Scroll(-_FAR),
        "end": Scroll(_FAR),
    }


def nodes(state: State, facts: Facts, stage: Stage) -> tuple[Node, ...]:
    """The dialog, for ``display.covered``."""
    frame = _frame(facts, stage)
    ground = Panel(theme.INK[3], theme.INK[1], 24, 0.985, theme.WHITE, 1.0, 0.14, has_shadow=True, shine=0.14)
    return (
        w.shade(stage),
        Node(("trust",), frame.box, ground),
        *_title(facts, stage, frame.title),
        *_deals(state, facts, stage, frame.deals),
        *_words(facts, stage, frame.words),
        *_limits(stage, frame.limits),
        *_proof(facts, stage, frame.proof),
        *_buttons(facts, stage, frame.buttons),
    )


def _frame(facts: Facts, stage: Stage) -> _Frame:
    """The list of deals takes what the other parts leave."""
    canvas, large = stage.canvas, max(1.0, stage.text_scale)
    pad, edge, gap = (20.0, 6.0, 7.0) if canvas.is_compact else (30.0, 20.0, 12.0)
    wide = min(_WIDE_COMPACT if canvas.is_compact else _WIDE * large, canvas.w - 48)
    inner = wide - 2 * pad
    said = _said_of_proof(facts, stage)
    heights = [
        max(line_height(stage, theme.DIALOG_TITLE), 28.0),
        0.0,
        _words_height(facts, stage, inner),
        sum(_limit_height(stage, key, inner) for key in _LIMITS),
        min(w.paragraph_height(stage, said, theme.BODY, inner), _PATH_LINES * _row(stage)) if said else 0.0,
        max(46.0, theme.BUTTON.size * stage.text_scale * 2.5),
    ]
    gaps = gap * (sum(height > 0 for height in heights) + 1)
    room = canvas.h - 2 * edge - 1.6 * pad - sum(heights) - gaps
    rows = min(len(_lines(facts, stage, inner)), _MOST_ROWS, max(_LEAST_ROWS, int(room / _row(stage))))
    heights[1] = rows * _row(stage)
    tall = sum(heights) + gaps + 1.6 * pad
    box = Box.around(canvas.w / 2, canvas.h / 2, wide, tall)
    y = box.y + 0.8 * pad
    spots = []
    for height in heights:
        spots.append(Box(box.x + pad, y, inner, height))
        y += height + (gap if height else 0.0)
    title, deals, words, limits, proof, buttons = spots
    foot = buttons._replace(y=box.bottom - 0.8 * pad - buttons.h)
    return _Frame(box, title, deals, words, limits, proof, foot)


def _row(stage: Stage) -> float:
    return line_height(stage, theme.BODY)


def _rows_seen(stage: Stage, frame: _Frame) -> int:
    return w.rows_seen(frame.deals.h, _row(stage), 0)


def _title(facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    icon, ink = ("shield-check", theme.AMBER) if facts.worst is None else LOOKS[facts.worst]
    yield Node(("trust", "icon"), Box(box.x, box.cy - 13, 26, 26), Icon(icon, ink))
    words = Box(box.x + 40, box.y, box.w - 40, box.h)
    text = stage.say("fair.about.title")
    yield from w.line(stage, ("trust", "title"), words, text, theme.DIALOG_TITLE, theme.TEXT)


def _start(stage: Stage) -> float:
    """Where words begin that have a sign before them."""
    return _SIGN * max(1.0, stage.text_scale) + 10


def _lines(facts: Facts, stage: Stage, width: float) -> list[_Line]:
    """What was found, in lines."""
    if not facts.checks:
        words = stage.say("fair.none-yet")
        return [_Line(line) for line in wrap(stage, words, theme.BODY, width - _start(stage) - 14)]
    found: list[_Line] = []
    for check in facts.checks:
        words = stage.language.why(check.why)
        first, *others = wrap(stage, words, theme.BODY, width - _start(stage) - 14)
        found += [_Line(first, check.colour), *(_Line(line) for line in others)]
    return found


def _deals(state: State, facts: Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    lines, start, size = _lines(facts, stage, box.w), _start(stage), _start(stage) - 10
    indent = start if facts.checks else 0.0

    def drawn(place: int, line: _Line) -> w.Row:
        def draw(spot: Box) -> tuple[Node, ...]:
            key = (*LIST, place)
            words = Box(spot.x + indent, spot.y, spot.w - indent, spot.h)
            text = w.line(stage, key, words, line.text, theme.BODY, theme.TEXT)
            if line.colour is None:
                return text
            icon, ink = LOOKS[line.colour]
            sign = Box(spot.x, spot.cy - size / 2, size, size)
            return (Node((*key, "sign"), sign, Icon(icon, ink)), *text)

        return draw

    rows = [drawn(place, line) for place, line in enumerate(lines)]
    return w.scroll_list(LIST, box, rows, state.offset, row=_row(stage), gap=0)


def _words_height(facts: Facts, stage: Stage, width: float) -> float:
    if facts.words is None:
        return 0.0
    question = w.paragraph_height(stage, stage.say("trust.words.ask"), theme.BODY_STRONG, width - 32)
    meaning = w.paragraph_height(stage, stage.say("trust.words.mean"), theme.BODY, width - 32)
    return question + line_height(stage, _WORDS) + meaning + 18


def _words(facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    """The three words, the question, and what its answer says."""
    if facts.words is None:
        return
    yield from w.plaque(("trust", "words"), box)
    inner = box.inset(16, 9)
    question, meaning = stage.say("trust.words.ask"), stage.say("trust.words.mean")
    yield from w.paragraph(stage, ("trust", "ask"), inner, question, theme.BODY_STRONG, theme.TEXT)
    y = inner.y + w.paragraph_height(stage, question, theme.BODY_STRONG, inner.w)
    words = Box(inner.x, y, inner.w, line_height(stage, _WORDS))
    yield from w.line(stage, ("trust", "three"), words, said_words(facts.words), _WORDS, theme.AMBER)
    below = Box(inner.x, words.bottom, inner.w, inner.bottom - words.bottom)
    yield from w.paragraph(stage, ("trust", "mean"), below, meaning, theme.BODY, theme.TEXT_2)


def _limit_height(stage: Stage, key: str, width: float) -> float:
    return w.paragraph_height(stage, stage.say(key), theme.BODY, width)


def _limits(stage: Stage, box: Box) -> Iterator[Node]:
    """What a mark proves, and what it cannot."""
    y = box.y
    for key in _LIMITS:
        spot = Box(box.x, y, box.w, _limit_height(stage, key, box.w))
        yield from w.paragraph(stage, ("trust", key), spot, stage.say(key), theme.BODY, theme.TEXT_2)
        y = spot.bottom


def _said_of_proof(facts: Facts, stage: Stage) -> str:
    """What has become of the proof; where something is wrong, what one is for."""
    match facts.proof:
        case ProofSaved(path):
            return stage.say("proof.saved", path=path)
        case ProofFailed(why):
            return stage.language.why(why)
        case SaveProof():
            return stage.say("proof.saving")
        case None:
            return stage.say("proof.wanted") if facts.is_wrong and facts.has_match else ""
        case _:
            assert_never(facts.proof)


def _proof(facts: Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    said = _said_of_proof(facts, stage)
    if not said:
        return ()
    ink = theme.MINT if facts.is_saved else theme.TEXT_2 if isinstance(facts.proof, SaveProof) else theme.AMBER
    return w.paragraph(stage, ("trust", "proof"), box, said, theme.BODY, ink, most=_PATH_LINES)


def _buttons(facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    """In red, to save a proof is the main thing."""
    say = stage.say
    is_main = facts.is_wrong and facts.has_match and not facts.is_saved
    close, save = (w.Tone.PLAIN, w.Tone.AMBER) if is_main else (w.Tone.AMBER, w.Tone.PLAIN)
    offers: list[tuple[str, str, Intent, w.Tone, str, str]] = [
        ("more", say("fair.more"), ReadMore(), w.Tone.QUIET, "book-open", "F1"),
    ]
    if facts.has_match:
        offers.append(("save", say("proof.save"), Save(), save, "save", "S"))
    offers.append(("close", say("win.end.close"), Close(), close, "x", "Esc"))
    gap = 12.0
    most = (box.w - gap * (len(offers) - 1)) / len(offers)
    right = box.right
    for name, text, intent, tone, icon, hint in reversed(offers):
        wide = min(max(w.button_width(stage, text, icon=icon, hint=hint) + 8, 130.0), most)
        spot = Box(right - wide, box.y, wide, box.h - 3)
        is_on = name != "save" or facts.can_save
        yield from w.button(
            stage, ("trust", name), spot, text, intent, tone=tone, icon=icon, hint=hint, is_enabled=is_on,
            tip="" if is_on else say("proof.saving"),
        )  # fmt: skip
        right = spot.x - gap
