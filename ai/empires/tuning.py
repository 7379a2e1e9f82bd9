"""Learning the weights of the forecast from played games: `maharaja tune empires`.

Each nation's turn of a game gives a sample for every area and every later end of a turn: what `HELD` or
`OPEN` says of it then, and whether the nation (or its heir) held the area at that end. The weights are
those of a logistic regression, by Newton's method with a small ridge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.empires.calendar import Calendar
from ai.empires.forecast import HELD, OPEN, SPANS, Outer, chances, fixed, many, span
from ai.empires.terrain import Numbers
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.view import View

RIDGE: Final = 1.0
STEPS: Final = 12
MORE: Final = {"armies", "support", "support_ratio", "grows", "coming", "hiland"}
"""What can only help."""
LESS: Final = {"late_most", "most", "sum", "late_want", "want", "leaving", "held_by", "friend", "vacant_want"}
"""What can only hurt. In played games strong nations fall and weak ones are spared: without these two the
fit would take such company for a cause."""


class Samples:
    """Rows of features with what came of them, by span; once for held areas and once for others."""

    def __init__(self) -> None:
        self.rows: dict[tuple[bool, int], list[Numbers]] = {}
        self.came: dict[tuple[bool, int], list[NDArray[np.bool_]]] = {}
        self.points: list[Numbers] = []
        """For each game (turns, nations): points made from each turn on."""

    def watch(self, calendar: Calendar, story: Sequence[tuple[int, int, View]]) -> None:
        """One game: (turn, nation, the view after that nation's turn), the last of all included."""
        ends = {turn: view for turn, _, view in story}
        final = np.array(story[-1][2].points, dtype=np.float64)
        before = [ends[turn - 1].points if turn > 1 and turn - 1 in ends else 0 * final
                  for turn in range(1, calendar.last + 1)]  # fmt: skip
        self.points.append(final - np.array(before))
        for turn, nation, view in story:
            if nation == NONE or not view.armies[nation] or view.nation == nation:
                continue
            own = np.zeros((1, calendar.terrain.places))
            for place, armies in view.armies[nation]:
                own[0, place] = armies
            self._turn(calendar, turn, nation, view, own, ends)

    def _turn(
        self, calendar: Calendar, turn: int, nation: int, view: View, own: Numbers, ends: dict[int, View]
    ) -> None:
        outer = Outer(calendar, _at(view, turn, nation), nation)
        stand = own[0, : outer.land]
        support, total = (own @ outer.reach.T)[0], own.sum()
        here = stand > 0
        wanted = ~here & (support + outer.coming > 0)
        helped, armies = np.log1p(np.maximum(support - stand, 0.0)), many(stand)
        ratio = support / (support + outer.foes * outer.tough + 1e-9)
        moving_held = np.stack([armies, armies * calendar.terrain.hiland, helped], axis=1)
        moving_open = np.stack([np.log1p(support), ratio], axis=1)
        for then in range(turn, calendar.last + 1):
            heir = calendar.heir(nation, turn, then)
            kept = np.zeros(outer.land, dtype=bool)
            kept[[place for place, _ in ends[then].armies[heir] if place < outer.land]] = True
            gone = calendar.leaving(nation, turn, then)
            grows = min(calendar.growing(nation, turn)[1], then - turn)
            held, open_ = fixed(outer, gone / (gone + total), grows)
            self._add(True, then - turn, np.hstack([held, moving_held])[here], kept[here])
            if then > turn:
                self._add(False, then - turn, np.hstack([open_, moving_open])[wanted], kept[wanted])

    def _add(self, mine: bool, turns: int, rows: Numbers, came: NDArray[np.bool_]) -> None:
        key = mine, span(turns)
        self.rows.setdefault(key, []).append(rows)
        self.came.setdefault(key, []).append(came)

    def fit(self, mine: bool, index: int) -> tuple[Numbers, float, float]:
        """The weights of a span, the mean log loss without and with them."""
        key = mine, index
        if key not in self.rows:
            return np.zeros(len(HELD if mine else OPEN)), 0.0, 0.0
        rows, came = np.concatenate(self.rows[key]), np.concatenate(self.came[key]).astype(np.float64)
        names = HELD if mine else OPEN
        used = np.ones(len(names), dtype=bool)
        while True:
            weights = np.zeros(len(names))
            weights[used] = _newton(rows[:, used], came)
            wrong = [n in MORE and w < 0 or n in LESS and w > 0 for n, w in zip(names, weights, strict=True)]
            if not any(wrong):
                break
            used &= ~np.array(wrong)
        return weights, _loss(came, np.full(len(came), came.mean())), _loss(came, chances(rows @ weights))


def _newton(rows: Numbers, came: Numbers) -> Numbers:
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chance = chances(rows @ weights)
        slope = rows.T @ (came - chance) - RIDGE * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def _at(view: View, turn: int, nation: int) -> View:
    """The view as of the end of a nation's turn."""
    import msgspec

    return msgspec.structs.replace(view, turn=turn, nation=nation)


def _loss(came: Numbers, chance: Numbers) -> float:
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(came * np.log(chance) + (1 - came) * np.log(1 - chance)).mean())


def fitted(samples: Samples, charts: Charts) -> str:
    """The whole of the data file but its head."""
    mean = np.mean(samples.points, axis=0)
    lines = ["\n[prospects]"]
    lines += [f"{nation.id} = [{', '.join(f'{p:.1f}' for p in mean[:, n])}]" for n, nation in enumerate(charts.nations)]
    for mine, names in ((True, HELD), (False, OPEN)):
        table = np.array([samples.fit(mine, i)[0] for i in range(len(SPANS))])
        lines.append(f"\n[{'held' if mine else 'open'}]")
        lines += [f"{name} = [{', '.join(f'{w:.3f}' for w in table[:, i])}]" for i, name in enumerate(names)]
    return "\n".join(lines) + "\n"
