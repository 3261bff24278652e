"""Honest deals without end: what is said of them that should not be."""

from __future__ import annotations

from random import Random
from typing import cast

from lan_thirteen.core.game import Due
from lan_thirteen.core.lobby import Colour
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.dealer import Sealed
from tests.support.fair import FairTable, Laptop, in_loop
from tests.support.play import random_settings


def honest_deals(game: str, seed: str, deals: int) -> list[str]:
    """So many honest deals in which people are cut off and come back; what is alarming about them."""
    return cast(list[str], in_loop(lambda: _honest_deals(game, seed, deals)))


def _honest_deals(game: str, seed: str, deals: int) -> list[str]:
    rng, wrong = Random(f"{game} {seed}"), list[str]()
    while deals > 0:
        seats, options = random_settings(GAMES[game], rng)
        people = rng.randint(2, seats)
        table = FairTable(game, seats, people, rng, options=options)
        watcher = table.come("Wim", watch=True)
        table.start()
        while table.is_playing and deals > 0:
            play_with_cuts(table, rng)
            deals -= 1
            wrong += _wrong(table, watcher)
            table.next_deal()
        wrong += _wrong(table, watcher)
        wrong += [f"{game}: {laptop.name} can prove {laptop.proven()}" for laptop in table.laptops if laptop.proven()]
    return wrong


def play_with_cuts(table: FairTable, rng: Random) -> None:
    victim = rng.choice(table.laptops[1:]) if rng.random() < 0.3 else None
    away = next((laptop for laptop in table.laptops if not laptop.is_connected), None)
    victim = away or victim
    stays_away = rng.random() < 0.3
    well, moves = rng.random() < (0.8 if table.game == "three-thirteen" else 0.2), 0
    cut_at, back_at = sorted((rng.randint(0, 20), rng.randint(0, 40)))
    while table.is_playing:
        if victim is not None and moves == cut_at and victim.is_connected:
            table.cut(victim)
        if victim is not None and moves == back_at and not victim.is_connected and not stays_away:
            table.bring_back(victim)
        table.move(well=well or moves > 400)
        moves += 1
    if victim is not None and not victim.is_connected:
        deal = table.state.deal
        if stays_away:
            victim.was_away |= {deal, deal + 1}
        else:
            table.bring_back(victim)


def _wrong(table: FairTable, watcher: Laptop) -> list[str]:
    """What should not be said of deals that were honest."""
    deal = table.state.deal
    if table.rules.due(table.state) is not Due.DEAL and table.rules.actor(table.state) is not None:
        deal -= 1
    said = []
    # who has drawn a deal with the host alone has nobody to check it for
    lonely = {kept.of.deal for kept in table.memory.secrets if isinstance(kept, Sealed) and len(kept.drawers) == 1}
    for laptop in table.laptops:
        colours = laptop.colours()
        wanted = {n: Colour.GREY if laptop is watcher or n in lonely else Colour.GREEN for n in range(1, deal + 1)}
        for number, colour in wanted.items():
            found = colours.get(number)
            is_wrong = found is Colour.RED if number in laptop.was_away else found is not colour
            if is_wrong:
                said.append(f"{table.game}, deal {number}: {laptop.name} has {laptop.checks[-2:]}")
    return said
