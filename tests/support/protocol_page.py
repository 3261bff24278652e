"""The parts of the protocol's page that are made from the code: the picture of a link, the messages, the limits."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, get_args

from msgspec import inspect

from lan_thirteen.trust import journal as j
from lan_thirteen.wire import limits, link
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.link import GUEST_SAYS, HOST_SAYS, LinkState, Sayings

PAGE: Final = Path(link.__file__).parent.parent / "PROTOCOL.md"


def brought_up_to_date(page: str) -> str:
    """The page with every part between two marks made anew."""
    for name, make in _PARTS.items():
        before, begins, rest = page.partition(f"<!-- {name} -->\n")
        _, ends, after = rest.partition("<!-- end -->")
        if not begins or not ends:
            raise ValueError(f"the page must have a part {name}")
        page = f"{before}{begins}{make()}\n{ends}{after}"
    return page


def _picture() -> str:
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {LinkState.GREETING}"]
    for state in LinkState:
        for who, says in (("host", HOST_SAYS), ("guest", GUEST_SAYS)):
            lines += [f"    {state} --> {after}: {who} {', '.join(kinds)}" for after, kinds in _steps(says, state)]
    return "\n".join([*lines, f"    {LinkState.CLOSED} --> [*]", "```"])


def _steps(says: Sayings, state: LinkState) -> Iterator[tuple[LinkState, list[str]]]:
    for after in LinkState:
        kinds = [kind.__name__ for kind, then in says[state].items() if then is after]
        if kinds and after is state:
            yield after, [*kinds[:3], f"and {len(kinds) - 3} more"] if len(kinds) > 4 else kinds
        elif kinds:
            yield after, kinds


def _messages() -> str:
    from_host, from_guest = get_args(m.FromHost), get_args(m.FromGuest)
    rows = []
    for kind in dict.fromkeys((*from_host, *from_guest)):
        who = "both" if kind in from_host and kind in from_guest else "host" if kind in from_host else "guest"
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        fields = ", ".join(f"`{field.name}` {_type(field.type)}" for field in info.fields)
        rows.append((who, f"`{kind.__name__}`", fields or "–"))
    return _table(("says", "tag", "fields"), rows)


def _records() -> str:
    rows = []
    for kind in get_args(j.Record):
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        rows.append((f"`{kind.__name__}`", ", ".join(f"`{field.name}` {_type(field.type)}" for field in info.fields)))
    return _table(("record", "fields"), rows)


def _type(kind: inspect.Type) -> str:
    match kind:
        case inspect.NoneType():
            return "nil"
        case inspect.BoolType():
            return "bool"
        case inspect.IntType(ge=low, le=high):
            return "int" if low is None else f"int {low}-{high}"
        case inspect.StrType(max_length=high):
            return "text" if high is None else f"text ≤ {high}"
        case inspect.BytesType(min_length=low, max_length=high):
            return "bytes" if high is None else f"bytes {high}" if low == high else f"bytes ≤ {high}"
        case inspect.EnumType(cls=cls):
            return f"text {cls.__name__}"
        case inspect.VarTupleType(item_type=item, min_length=low, max_length=high):
            return f"[{_type(item)} …]" if high is None else f"[{_type(item)} …] {low or 0}-{high}"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(_type, items))}]"
        case inspect.UnionType(types=types):
            return " or ".join(map(_type, types))
        case inspect.StructType(cls=cls):
            return cls.__name__
        case _:
            raise TypeError(f"no message may hold {kind}")


def _limits() -> str:
    rows = []
    for name, why in _documented(Path(limits.__file__)):
        value = getattr(limits, name)
        is_row = isinstance(value, limits.Bounds)
        shown = ", ".join(f"{k} {v}" for k, v in value._asdict().items()) if is_row else str(value)
        rows.append((f"`{name}`", shown, why))
    return _table(("limit", "value", "what"), rows)


def _documented(module: Path) -> Iterator[tuple[str, str]]:
    """The constants of a module, each with the words that stand below it."""
    body = ast.parse(module.read_text("utf-8")).body
    for node, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            words = below.value.value if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else ""
            yield node.target.id, " ".join(str(words).split())


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines: list[Sequence[str]] = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_PARTS: Final[dict[str, Callable[[], str]]] = {
    "picture": _picture,
    "messages": _messages,
    "records": _records,
    "limits": _limits,
}
