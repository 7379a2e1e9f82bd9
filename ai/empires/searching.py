"""Choosing the next march: the one that gains most, or the first of the best plan of the whole phase."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.empires.levels import Level
from ai.empires.moves import Move, Stage
from ai.empires.planning import Planner
from ai.empires.terrain import Numbers


class Ranked(NamedTuple):
    """Moves with the parts of their scores, best first; None stands for no further move."""

    moves: list[Move | None]
    terms: Numbers


def ranked(planner: Planner, stage: Stage, level: Level) -> Ranked:
    """Every move of a stage that the level looks at.

    Those that gain something come first, by what they gain less what each army that moves could have gained
    otherwise: `level.chance` of the best that one army alone gains.
    """
    moves: list[Move | None] = [None, *planner.moves(stage, level.positions, level.joint)]
    terms = planner.judged(stage, moves)
    scores = terms.sum(axis=1)
    gains = scores - scores[0]
    going = np.array([0 if move is None else move.going for move in moves])
    good = gains > level.least
    chance = level.chance * gains[going == 1].max(initial=0.0)
    order = np.argsort(np.where(good, chance * going - gains, 1e3 - gains), kind="stable")
    return Ranked([moves[i] for i in order], terms[order])


def planned(planner: Planner, start: Stage, level: Level, first: Ranked) -> Ranked:
    """The same with the moves of the best plan found put in front.

    The plan grows by the best move after the best move; then each of its moves in turn is taken back and
    the best in its place is sought, until nothing is better or the budget of positions is spent.
    """
    left = level.plans
    plan: list[Move] = []
    terms, value = first.terms[0], -np.inf
    choice = first
    while left > 0:
        best = choice.terms[0].sum()
        if choice.moves[0] is None or best <= value + level.least:
            break
        plan.append(choice.moves[0])
        terms, value = choice.terms[0], best
        choice = ranked(planner, start.after(plan, planner.land), level)
        left -= len(choice.moves)
    better = len(plan) > 1
    while better and left > 0:
        better = False
        for index in range(len(plan)):
            rest = plan[:index] + plan[index + 1 :]
            choice = ranked(planner, start.after(rest, planner.land), level)
            left -= len(choice.moves)
            if choice.terms[0].sum() > value + level.least:
                plan = rest if choice.moves[0] is None else [*rest, choice.moves[0]]
                terms, value, better = choice.terms[0], choice.terms[0].sum(), True
                break
            if left <= 0:
                break
    front = [move for move in plan if not move.others] + [move for move in plan if move.others]
    if not front:
        return first
    return Ranked([*front, *first.moves], np.vstack([np.tile(terms, (len(front), 1)), first.terms]))
