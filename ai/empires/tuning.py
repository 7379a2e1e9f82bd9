"""Learning the weights of the forecast from played games: `maharaja tune empires`.

Each nation's turn of a game gives a sample for every area and every later end of a turn: what `HELD` or
`OPEN` says of it then, and whether the nation (or its heir) held the area at that end. The weights are
those of a logistic regression, by Newton's method with a small ridge. The prospects are plain means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ai.empires.calendar import Calendar, calendar
from ai.empires.forecast import HELD, OPEN, SPANS, Outer, chances, fixed, many, span
from ai.empires.terrain import Numbers
from ai.empires.watching import Watching
from core.game import AnyGame
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.rules import Empires
from core.games.empires.view import View
from core.table import Table

FILE: Final = "forecast.toml"
RIDGE: Final = 1.0
STEPS: Final = 12
MORE: Final = {"armies", "support", "support_ratio", "grows", "coming", "hiland"}
"""What can only help."""
LESS: Final = {"late_most", "most", "sum", "late_want", "want", "leaving", "held_by", "friend", "vacant_want"}
"""What can only hurt. In played games strong nations fall and weak ones are spared: without these two the
fit would take such company for a cause."""
HEAD: Final = """\
# What was learned from played games, for the AI seats (ai/empires/forecast.py says what the names mean).
# Made by:  {made}
# Mean log loss without and with the weights, by turns until the count ({spans}):
{losses}
# [held], [open]: weights of the chance to keep and to get an area, one for each of those spans.
# [prospects]: points a nation made from Turn 1, 2, ... on.
"""


class Turn(Struct, frozen=True):
    """The end of a nation's turn: which, and the first view after it."""

    turn: int
    nation: int
    view: View


class Forecasting:
    """Looks on at games, and writes what can be learned of them."""

    def __init__(self, game: AnyGame) -> None:
        self._charts: Charts = cast("Empires", game).charts
        self._samples = Samples()
        self._story: list[Turn] = []
        self._last: View | None = None

    def see(self, table: Table[Struct, Struct, Struct, Struct]) -> None:
        """A table after its next action."""
        seen, last = cast("View", table.view(None)), self._last
        if last is not None and (seen.nation, seen.turn) != (last.nation, last.turn):
            self._story.append(Turn(last.turn, last.nation, seen))
        self._last = seen

    def end(self) -> None:
        """That game is over."""
        assert self._last is not None
        self._story.append(Turn(self._last.turn, self._last.nation, self._last))
        self._samples.watch(calendar(self._charts, self._last.setup), self._story)
        self._story, self._last = [], None

    def written(self, made: str) -> str:
        """The data file; `made` is the command that made it."""
        return fitted(self._samples, self._charts, made)


class Samples:
    """Rows of features with what came of them, by span; once for held areas and once for others."""

    def __init__(self) -> None:
        self.rows: dict[tuple[bool, int], list[Numbers]] = {}
        self.came: dict[tuple[bool, int], list[NDArray[np.bool_]]] = {}
        self.points: list[Numbers] = []
        """For each game (turns, nations): points made from each turn on."""

    def watch(self, calendar: Calendar, story: Sequence[Turn]) -> None:
        """One game; the last turn of the story ends with it."""
        ends = {each.turn: each.view for each in story}
        final = np.array(story[-1].view.points, dtype=np.float64)
        before = [ends[turn - 1].points if turn > 1 and turn - 1 in ends else 0 * final
                  for turn in range(1, calendar.last + 1)]  # fmt: skip
        self.points.append(final - np.array(before))
        for each in story:
            nation, view = each.nation, each.view
            if nation == NONE or not view.armies[nation] or view.nation == nation:
                continue
            own = np.zeros((1, calendar.terrain.places))
            for place, armies in view.armies[nation]:
                own[0, place] = armies
            self._turn(calendar, each, own, ends)

    def _turn(self, calendar: Calendar, each: Turn, own: Numbers, ends: dict[int, View]) -> None:
        turn, nation = each.turn, each.nation
        outer = Outer(calendar, turn, nation, each.view.armies, nation)
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
            wrong = [
                (name in MORE and weight < 0) or (name in LESS and weight > 0)
                for name, weight in zip(names, weights, strict=True)
            ]
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


def _loss(came: Numbers, chance: Numbers) -> float:
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(came * np.log(chance) + (1 - came) * np.log(1 - chance)).mean())


def fitted(samples: Samples, charts: Charts, made: str) -> str:
    """The whole data file."""
    losses, lines = [], []
    mean = np.mean(samples.points, axis=0)
    for mine, names in ((True, HELD), (False, OPEN)):
        fits = [samples.fit(mine, index) for index in range(len(SPANS))]
        table = np.array([weights for weights, _, _ in fits])
        shown = ", ".join(f"{without:.3f} {with_:.3f}" for _, without, with_ in fits)
        losses.append(f"#   {'held' if mine else 'open'}: {shown}")
        lines.append(f"\n[{'held' if mine else 'open'}]")
        lines += [f"{name} = [{', '.join(f'{w:.3f}' for w in table[:, i])}]" for i, name in enumerate(names)]
    lines.append("\n[prospects]")
    lines += [
        f"{nation.id} = [{', '.join(f'{points:.1f}' for points in mean[:, n])}]"
        for n, nation in enumerate(charts.nations)
    ]
    spans = ", ".join(map(str, SPANS))
    return HEAD.format(made=made, spans=spans, losses="\n".join(losses)) + "\n".join(lines) + "\n"


LEARNED: Final = {"forecast": Forecasting, "retreats": Watching}
"""What `maharaja tune` can make anew, each the file of that name."""
