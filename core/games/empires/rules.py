"""The 1994 game as the contract wants it: set-up, questions, answers, view and result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path

from core.ctx import Ctx
from core.faults import UserError
from core.game import (
    HOST,
    Codec,
    Drop,
    Expire,
    Game,
    HostAction,
    Meta,
    Outcome,
    Pause,
    Pending,
    Refusal,
    Resume,
    Return,
    Sealed,
)
from core.games.empires import flow, scoring
from core.games.empires.actions import (
    Action,
    Ally,
    Answer,
    AskLeave,
    Attack,
    BreakOff,
    Build,
    CorrectArmies,
    CorrectFactory,
    CorrectLeader,
    CorrectPoints,
    Defy,
    Done,
    Give,
    Lift,
    March,
    Pay,
    Place,
    Remove,
    Retreat,
    Shift,
    Stand,
    TakeBack,
)
from core.games.empires.alliance import alliances, declare, refuse_alliance
from core.games.empires.chart_files import CHART_FILES, USUAL
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.charts import load
from core.games.empires.correction import CORRECTIONS, correct, refuse_correction
from core.games.empires.events import Event, NationEnded, Passed
from core.games.empires.facts import Fact, facts_of
from core.games.empires.invariants import check_state
from core.games.empires.offers import Offers, Plain
from core.games.empires.run import DECISIONS, Run
from core.games.empires.standing import refuse_stand, stand, stands
from core.games.empires.state import ARMS, FOREIGN, State
from core.games.empires.steps import Step
from core.games.empires.view import View, view_of
from core.kit.datafile import ChartError
from core.legal import Legal
from core.options import Option, OptionValue


def _kept_when(charts: Charts) -> str:
    """In which set-ups and turns armies are kept, as an aside."""
    when: dict[str, list[str]] = {}
    for name, setup in charts.setups.items():
        turns = [
            str(number)
            for number, turn in enumerate(setup.turns)
            if number >= setup.first_turn and any(removal.spared for removal in turn.removals)
        ]
        said = f"in turn{'s' * (len(turns) > 1)} {', '.join(turns)}" if turns else "in no turn"
        when.setdefault(said, []).append(name)
    return " (" + "; ".join(f"set-up {', '.join(names)}: {turns}" for turns, names in when.items()) + ")"


class Empires(Game[State, Action, Event, View]):
    """The rules on one set of charts."""

    def __init__(self, charts: Charts) -> None:
        self.charts = charts
        self.edition = charts.digest
        self.names = names_of(charts)
        self.resources = files("resources") / "empires"
        names = tuple(charts.setups)
        usual = "four" if "four" in names else names[0]
        seats = {name: setup.seats for name, setup in charts.setups.items()}
        self.meta = Meta(
            id="empires",
            title="Maharaja, 1994",
            rules_version=1,
            seats=tuple(dict.fromkeys((seats[usual], *sorted(seats.values())))),
            options=(
                Option("setup", USUAL, "Which set-up; usual: the one for the number of seats.",
                       choices=(USUAL, *names)),
                Option("keep_in_play", False, "The seat of the collapsing empire keeps some of the armies "
                       f"the chart takes off{_kept_when(charts)}."),
                Option("errata", True, "Play by the publisher's corrections; off: by the printed text where "
                       "the two differ."),
            ),
            dice=True,
        )  # fmt: skip
        self.codec = Codec[State, Action, Event, View](
            state=State,
            action=Action,
            event=Event,
            view=View,
            offer=Offers,
            claims=(Stand, Ally),
            consent=CORRECTIONS,
        )

    def with_charts(self, directory: Path) -> Empires:
        """The game on the charts in a folder, ours standing in for those it lacks; but not for all."""
        if not any((directory / name).is_file() for name in CHART_FILES):
            raise UserError(f"{directory} holds none of {', '.join(CHART_FILES)}")
        try:
            return Empires(load(directory))
        except ChartError as error:
            first, *more = error.faults
            others = f"; and {len(more)} more: run `maharaja charts check`" if more else ""
            raise UserError(f"{directory}: {first}{others}") from None

    def new(
        self, options: Mapping[str, OptionValue], seats: int, ctx: Ctx[Action]
    ) -> tuple[State, list[Event]]:
        """The set-up of 3.0 or 14.2, and all that comes before the first question."""
        name = self.setup_name(options, seats)
        state = first_position(self.charts, name, [bool(options[o]) for o in ("keep_in_play", "errata")])
        r = Run(self.charts, state, ctx)
        flow.run_on(r)
        return state, r.out

    def setup_name(self, options: Mapping[str, OptionValue], seats: int) -> str:
        """The set-up these options choose for so many seats. Raises `UserError` if none fits."""
        name = str(options["setup"])
        fitting = [n for n, setup in self.charts.setups.items() if setup.seats == seats]
        if name == USUAL and fitting:
            name = fitting[0]
        if name not in fitting:
            wanted = ", ".join(f"{n} ({setup.seats} seats)" for n, setup in self.charts.setups.items())
            raise UserError(f"option setup: {name} does not fit {seats} seats; set-ups: {wanted}")
        return name

    def pending(self, state: State) -> tuple[Pending, ...]:
        """The one open question."""
        ask = state.ask
        if ask is None:
            return ()
        return (Pending(ask.seat, state.decision, ask.kind, (ask.nation, *ask.args)),)

    def legal(self, state: State, seat: int) -> Legal[Action]:
        """The answers to the open question; standing answers and alliances as claims."""
        ask = state.ask
        if ask is None:
            return Legal(())
        offers = DECISIONS[ask.kind].offers(self.charts, state, ask) if ask.seat == seat else []
        return Legal(tuple(offers), partial(self._claims, state, seat))

    def _claims(self, state: State, seat: int) -> tuple[Plain, ...]:
        kinds = (stands(self.charts, state, seat), alliances(self.charts, state, seat))
        return tuple([Plain(kind) for kind in kinds if kind])

    def refuse(self, state: State, actor: int, action: Action | HostAction) -> Refusal | None:
        """By the rule that forbids it."""
        match action:
            case Expire() | Drop() | Return() | Pause() | Resume():
                return None if actor == HOST else Refusal("host-only")
            case CorrectArmies() | CorrectLeader() | CorrectFactory() | CorrectPoints():
                good = actor == HOST
                return refuse_correction(self.charts, state, action) if good else Refusal("host-only")
            case _ if actor < 0:
                return Refusal("not-your-decision")
            case Stand():
                return refuse_stand(self.charts, state, actor, action)
            case Ally():
                return refuse_alliance(self.charts, state, actor, action)
            case _:
                ask = state.ask
                if ask is None or ask.seat != actor:
                    return Refusal("not-your-decision")
                return DECISIONS[ask.kind].refuse(self.charts, state, ask, action)

    def apply(
        self, state: State, actor: int, action: Action | Sealed | HostAction, ctx: Ctx[Action]
    ) -> list[Event]:
        """Carries an answer out and goes on to the next question."""
        r = Run(self.charts, state, ctx)
        match action:
            # The answers first: there are many of them.
            case (
                March() | Done() | Place() | Remove() | Answer() | Retreat() | Attack() | BreakOff() | Build()
                | Lift() | Give() | TakeBack() | Pay() | AskLeave() | Shift() | Defy()
            ):  # fmt: skip
                ask = state.ask
                assert ask is not None
                DECISIONS[ask.kind].apply(r, ask, action)
                if not r.out and action in (Done(), Answer(yes=False)):
                    r.out.append(Passed(ask.nation, ask.kind, *ask.args[:2]))
                flow.run_on(r)
            case Expire() | Drop() | Return() | Pause() | Resume() | Sealed():
                pass  # the game has no clocks and no secrets
            case Stand():
                stand(r, action)
            case Ally():
                declare(r, action)
                flow.run_on(r)
            case CorrectArmies() | CorrectLeader() | CorrectFactory() | CorrectPoints():
                correct(r, action)
                flow.run_on(r)
        return r.out

    def view(self, state: State, seat: int | None) -> View:
        """All is open, but each seat is told what is asked of it."""
        return view_of(self.charts, state)

    def facts(self, view: View) -> tuple[Fact, ...]:
        """The turn, and nation by nation what it has."""
        return facts_of(self.charts, view)

    def redact(self, event: Event, seat: int | None) -> Event:
        """All is open."""
        return event

    def barrier(self, event: Event) -> bool:
        """The end of a nation's turn."""
        return isinstance(event, NationEnded)

    def outcome(self, state: State) -> Outcome | None:
        """By the points of the nations of each seat together (15.1)."""
        return scoring.result(self.charts, state)

    def how_far(self, state: State) -> tuple[int, int]:
        """Game turns of this set-up (1.0, 14.2)."""
        first, last = self.charts.setups[state.setup].first_turn, self.charts.last_turn
        over = last + 1 if state.over else state.turn
        return over - first, last + 1 - first

    def invariants(self, state: State) -> None:
        """What is true after every action."""
        check_state(self.charts, state)


def names_of(c: Charts) -> dict[str, tuple[str, ...]]:
    """The names of the charts, and those of all places and all escorts by their numbers in a state."""
    areas, leaders = c.names["area"], c.names["leader"]
    seas = (f"the {sea}" for sea in areas[c.board.land :])
    places = (*areas[: c.board.land], *seas, *[""] * (FOREIGN - len(areas)), *c.names["foreign"])
    arms = (f"Arms of the {nation}" for nation in c.names["nation"])
    return {**c.names, "place": places, "escort": (*leaders, *[""] * (ARMS - len(leaders)), *arms)}


def first_position(c: Charts, name: str, options: list[bool]) -> State:
    """The map as a set-up begins (3.0, 14.2)."""
    setup, nations, land = c.setups[name], len(c.nations), c.board.land
    state = State(
        setup=name, options=options, turn=setup.first_turn, nation=NONE, cycle=1, decision=0, ask=None,
        stack=[[Step.GAME_TURN, 0, 0]], over=False,
        owner=[NONE] * land, count=[0] * land, fleets=[], cohorts=[], waiting=[], shifted=[],
        factories=[NONE] * land, leader_at=[NONE] * len(c.leaders), arms_at=[NONE] * nations,
        arms_to=[NONE] * nations, moved=0, crossed=0, bound=0,
        carry=[0] * nations, points=[0] * nations, allied=[0] * nations,
        held=[NONE] * land, captured=0, submitted=[], defied=[], leave=[], refused=[], stopped=[],
        standing=[],
    )  # fmt: skip
    for nation, area in setup.armies:
        state.owner[area] = nation
        state.count[area] += 1
    return state
