"""One application of an action under way, and the two registers the flow is built from.

The flow of the game is data: `State.stack` holds frames `[step, arguments ...]`. A step function looks
at its frame (the innermost) and either does work, pushes a frame, drops its own, or asks. The loop in
`flow` calls the innermost step until a question is open or the game is over. Between calls nothing is
remembered but the state, so a save in the middle of anything is a save like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

from core.ctx import Ctx
from core.game import Refusal
from core.games.empires.actions import Action
from core.games.empires.chart_types import Charts, NationTurn, Setup
from core.games.empires.events import Event
from core.games.empires.offers import Offers
from core.games.empires.state import Ask, State
from core.games.empires.steps import Step as StepNumber


class Run:
    """Charts, state, the outside world and the events so far."""

    __slots__ = ("c", "ctx", "out", "s", "setup")

    def __init__(self, charts: Charts, state: State, ctx: Ctx[Action]) -> None:
        self.c = charts
        self.s = state
        self.ctx = ctx
        self.out: list[Event] = []
        self.setup: Setup = charts.setups[state.setup]

    @property
    def chart(self) -> NationTurn:
        """What the charts say of the active nation in this turn."""
        return self.setup.turns[self.s.turn].nations[self.s.nation]

    def seat_of(self, nation: int) -> int:
        """Who plays a nation (14.1)."""
        return self.setup.owner[nation]

    def push(self, step: StepNumber, *args: int) -> None:
        """Something to be done before the present frame goes on."""
        self.s.stack.append([step, *args])

    def drop(self) -> None:
        """The innermost frame is finished."""
        self.s.stack.pop()

    def ask(self, kind: str, nation: int, *args: int) -> None:
        """Puts a question to the seat of a nation; the loop stops."""
        self.s.decision += 1
        self.s.ask = Ask(kind, self.seat_of(nation), nation, list(args))


StepFunction: TypeAlias = Callable[[Run, list[int]], None]
STEPS: Final[dict[int, StepFunction]] = {}
"""Step number -> its function; filled by `step`."""


def step(number: StepNumber) -> Callable[[StepFunction], StepFunction]:
    """Registers the function of a step."""

    def register(function: StepFunction) -> StepFunction:
        assert number not in STEPS, number
        STEPS[number] = function
        return function

    return register


class Decision(Protocol):
    """A kind of question: what may be answered, why not, and what an answer does.

    `apply` clears `State.ask` unless the same question stays open (then it asks again).
    """

    def offers(self, c: Charts, s: State, ask: Ask) -> list[Offers]:
        """All answers, factored; never empty."""
        ...

    def refuse(self, c: Charts, s: State, ask: Ask, action: Action) -> Refusal | None:
        """Why this is no answer; None if it is one."""
        ...

    def apply(self, r: Run, ask: Ask, action: Action) -> None:
        """Carries an answer out."""
        ...


DECISIONS: Final[dict[str, Decision]] = {}
"""Kind of question -> how it is answered; filled by `decision`."""


def decision(kind: str, made: Decision) -> None:
    """Registers a kind of question."""
    assert kind not in DECISIONS, kind
    DECISIONS[kind] = made
