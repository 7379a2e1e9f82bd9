"""The two commonest kinds of question: choose one of a short list, and yes or no."""

from __future__ import annotations

from collections.abc import Callable

from core.game import Refusal
from core.games.empires.actions import Action, Answer
from core.games.empires.chart_types import Charts
from core.games.empires.offers import Offers, Plain
from core.games.empires.run import Run, decision
from core.games.empires.state import Ask, State


class Listed:
    """A question whose answers are a short list; anything else is refused under one code and section."""

    def __init__(
        self,
        listed: Callable[[Charts, State, Ask], tuple[Action, ...]],
        code: str,
        section: str,
        apply: Callable[[Run, Ask, Action], None],
    ) -> None:
        self._listed, self._code, self._section, self._apply = listed, code, section, apply

    def offers(self, c: Charts, s: State, ask: Ask) -> list[Offers]:
        """The list."""
        return [Plain(self._listed(c, s, ask))]

    def refuse(self, c: Charts, s: State, ask: Ask, action: Action) -> Refusal | None:
        """Whatever is not in the list."""
        if action in self._listed(c, s, ask):
            return None
        return Refusal(self._code, self._section, {"nation": ask.nation})

    def apply(self, r: Run, ask: Ask, action: Action) -> None:
        """The question is answered; what follows is the step's business."""
        r.s.ask = None
        self._apply(r, ask, action)


def choice(
    kind: str,
    section: str,
    listed: Callable[[Charts, State, Ask], tuple[Action, ...]],
    apply: Callable[[Run, Ask, Action], None],
) -> None:
    """Registers a question with a short list of answers."""
    decision(kind, Listed(listed, f"not-{kind}", section, apply))


def yes_or_no(kind: str, section: str, apply: Callable[[Run, Ask, bool], None]) -> None:
    """Registers a yes-or-no question."""

    def answered(r: Run, ask: Ask, action: Action) -> None:
        assert isinstance(action, Answer)
        apply(r, ask, action.yes)

    decision(kind, Listed(lambda c, s, ask: (Answer(True), Answer(False)), f"not-{kind}", section, answered))
