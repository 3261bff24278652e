"""What a computer lets through."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from tests.lab.filters import Protocol, Way, group_filter, port_filter
from tests.lab.namespace import Namespace


class Firewall:
    """The filters on a device; asking for one twice is the same as once."""

    def __init__(self, namespace: Namespace, device: str) -> None:
        self._namespace = namespace
        self._device = device
        self._preferences = count(1)
        self._filters: dict[tuple[object, ...], list[tuple[str, int]]] = {}
        namespace.tc(f"qdisc add dev {device} clsact")

    def block(self, protocol: Protocol, port: int, way: Way) -> None:
        """Drop the packets of this port."""
        hook = "ingress" if way == "in" else "egress"
        self._add((protocol, port, way), {hook: port_filter(protocol, port, way)})

    def unblock(self, protocol: Protocol, port: int, way: Way) -> None:
        """Let them through."""
        self._remove((protocol, port, way))

    def block_groups(self, *, broadcast: bool) -> None:
        """Drop multicast, and broadcast if asked."""
        code = group_filter(broadcast=broadcast)
        self._add((), {"ingress": code, "egress": code})

    def unblock_groups(self) -> None:
        """Let them through."""
        self._remove(())

    def _add(self, key: tuple[object, ...], codes: Mapping[str, str]) -> None:
        self._remove(key)
        self._filters[key] = made = [(hook, next(self._preferences)) for hook in codes]
        self._namespace.tc(
            *(
                f"filter add dev {self._device} {hook} pref {preference} protocol all"
                f" bpf bytecode '{codes[hook]}' direct-action"
                for hook, preference in made
            )
        )

    def _remove(self, key: tuple[object, ...]) -> None:
        made = self._filters.pop(key, [])
        self._namespace.tc(*(f"filter del dev {self._device} {hook} pref {number}" for hook, number in made))
