"""The display as lines of JSON, for programs that drive the window or look at it for somebody."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from lan_thirteen.ui.display import Display, Key, Node
from lan_thirteen.ui.pictures import Text


def told(display: Display, points_per_unit: float, focus: Key | None, title: str) -> Mapping[str, Any]:
    """What can be seen and pressed now; places are in points of the window, as the pointer's are."""
    reachable = display.nodes[display.floor :]
    return {
        "title": title,
        "nodes": [_node(n, points_per_unit, focus) for n in reachable if n.intent is not None or n.tip],
        "texts": [
            (_key(n), "".join(r.text for r in n.picture.runs)) for n in display.nodes if isinstance(n.picture, Text)
        ],
    }


def tell(facts: Mapping[str, Any]) -> None:
    """Write one line; who reads it may have gone."""
    try:
        sys.stdout.write(json.dumps(facts, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    except (OSError, ValueError):
        return


def _node(node: Node, points_per_unit: float, focus: Key | None) -> Mapping[str, Any]:
    return {
        "key": _key(node),
        "label": node.label,
        "tip": node.tip,
        "group": node.group,
        "can": node.intent is not None,
        "focus": node.key == focus,
        "box": [round(length * points_per_unit, 1) for length in node.reach],
    }


def _key(node: Node) -> list[str]:
    return [str(part) for part in node.key]


def _words(text: Text) -> str:
    return "".join(run.text for run in text.runs)
