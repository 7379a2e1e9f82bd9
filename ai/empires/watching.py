"""Learning from played games how often armies leave a battle: `maharaja tune empires --learn retreats`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import numpy as np
from msgspec import Struct

from ai.empires.fights import Fights
from ai.empires.terrain import Numbers
from core.game import AnyGame
from core.games.empires.actions import Retreat
from core.games.empires.battle_round import ARMIES
from core.games.empires.events import NoRetreat
from core.games.empires.rules import Empires
from core.games.empires.view import View
from core.table import Table

KNOTS: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.6, 1.0)
HEAD: Final = """\
# How often armies leave a battle after a round, for the AI seats (see ai/empires/habits.py).
# Made by:  {made}
# Defenders could leave in {0} of {1} rounds, attackers in {2} of {3}.
# chance: of defenders to hold the place to the end, of attackers to take it; lines between them are straight.
# defenders, attackers: the part of them that leaves then, on the average of those who can and who cannot.
"""


class Watching:
    """Looks on at games, and writes how often armies left."""

    def __init__(self, game: AnyGame) -> None:
        self._charts = cast("Empires", game).charts
        self._seen: dict[str, list[tuple[float, float]]] = {"retreat": [], "fall-back": []}
        """Kind of question -> (chance, part that left)"""
        self._cannot = {"retreat": 0, "fall-back": 0}
        self._before: tuple[object, ...] = ()

    def see(self, table: Table[Struct, Struct, Struct, Struct]) -> None:
        """A table after its next action."""
        view = cast("View", table.view(None))
        for told in table.history(None, table.n - 1):
            for event in told.events:
                if isinstance(event, NoRetreat):
                    self._cannot["fall-back" if event.nation == view.nation else "retreat"] += 1
        decided = table.decided(table.n)
        if decided is None or (kind := decided.asked[0].kind) not in self._seen:
            self._before = ()
            return
        mine, place, enemy, *against = decided.asked[0].subject
        # Groups are asked one by one: the first answer tells.
        again = self._before == (kind, mine, place)
        self._before = kind, mine, place
        if again or against not in ([], [ARMIES]):
            return
        before = cast("View", decided.view)
        ours, theirs = (dict(before.armies[nation]).get(place, 0) for nation in (mine, enemy))
        fights = Fights(self._charts, before)
        if kind == "retreat":
            chance = fights.attack(enemy, theirs, mine, ours, place).held
        else:
            chance = fights.attack(mine, ours, enemy, theirs, place).chance
        gone = decided.action.armies if isinstance(decided.action, Retreat) else 0
        self._seen[kind].append((chance, gone / ours))

    def end(self) -> None:
        """That game is over."""
        self._before = ()

    def written(self, made: str) -> str:
        """The data file; `made` is the command that made it."""
        rounds, rows = list[int](), [f"chance = [{_row(KNOTS)}]\n"]
        for kind, name in (("retreat", "defenders"), ("fall-back", "attackers")):
            could = len(self._seen[kind])
            rounds += [could, could + self._cannot[kind]]
            part = could / max(rounds[-1], 1)
            rows.append(f"{name} = [{_row([part * gone for gone in part_leaving(self._seen[kind])])}]\n")
        return HEAD.format(*rounds, made=made) + "".join(rows)


def _row(values: Sequence[float]) -> str:
    return ", ".join(f"{value:.3f}" for value in values)


def part_leaving(seen: Sequence[tuple[float, float]]) -> list[float]:
    """The mean part that left near each knot; a sample between two knots counts for each by its nearness."""
    chance, gone = np.array(seen or [(0.0, 0.0)]).T
    near: Numbers = np.array([np.interp(chance, KNOTS, row) for row in np.eye(len(KNOTS))])
    found: list[float] = (near @ gone / np.maximum(near.sum(axis=1), 1e-9)).tolist()
    return found
