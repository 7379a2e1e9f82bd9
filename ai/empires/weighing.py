"""Answers side by side, with the parts of their scores: what a choice is made from and explained by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ai.empires.appraisal import TERMS
from ai.empires.terrain import Numbers
from ai.explain import WEIGHED, Choice, Term, Why
from core.games.empires.actions import Action

SMALL = 0.005
"""Terms below this many points are not told."""


class Weighed(NamedTuple):
    """The answer chosen, and what it was compared with; `terms` is (answers, len(TERMS)), or None."""

    answer: Action
    reason: str
    answers: Sequence[Action] = ()
    terms: Numbers | None = None

    def why(self) -> Why:
        """The answer and the best of the others."""
        if self.terms is None:
            return Why(self.reason, Choice(self.answer))
        order = np.argsort(-self.terms.sum(axis=1), kind="stable").tolist()
        mine = next((n for n in order if self.answers[n] == self.answer), None)
        other = next((n for n in order if self.answers[n] != self.answer), None)
        return Why(
            self.reason,
            Choice(self.answer) if mine is None else self._choice(mine),
            None if other is None or mine is None else self._choice(other),
        )

    def _choice(self, index: int) -> Choice:
        assert self.terms is not None
        parts = zip(TERMS, self.terms[index].tolist(), strict=True)
        return Choice(
            self.answers[index],
            tuple(Term(code, round(points, 3)) for code, points in parts if abs(points) > SMALL),
        )


def best(answers: Sequence[Action], terms: Numbers) -> Weighed:
    """The answer with the highest score, the first of equals."""
    return Weighed(answers[int(np.argmax(terms.sum(axis=1)))], WEIGHED, answers, terms)
