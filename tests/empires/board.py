"""Positions set by hand, in the middle of a nation's turn, with written-down dice, and short words to act.

Areas, nations and leaders go by their names in the charts (capitals do not matter; nations also by id).

    board = Board(turn=9, nation="muslims", armies={"muslims": {"Delhi": 3}, "rajputs": {"Agra": 1}})
    board.march("Delhi", "Agra", armies=3)
    board.done()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, structs

from core.ctx import Ctx
from core.dice import ScriptedDice
from core.games.empires import flow
from core.games.empires.actions import Action, Answer, AskLeave, Defy, Done, March, Place, Remove, Shift
from core.games.empires.chart_types import NONE, Charts, NationTurn, Objective
from core.games.empires.charts import shipped
from core.games.empires.events import Event
from core.games.empires.offers import Plain
from core.games.empires.pieces import armies_at, places_of
from core.games.empires.rules import Empires, first_position
from core.games.empires.run import Run
from core.games.empires.state import ARMS, FOREIGN, Ask, Cohort
from core.games.empires.steps import Step
from core.vault import Vault

E = TypeVar("E", bound=Struct)
Armies = Mapping[str, int]

PHASES = tuple(flow.PHASES)
"""Where a board may begin: a phase of the nation's turn, "turn" (its beginning), or "game-turn"."""


class Names:
    """Names of the charts to numbers and back."""

    def __init__(self, charts: Charts) -> None:
        self.c = charts
        self._numbers = {
            kind: {name.lower(): number for number, name in enumerate(names)}
            for kind, names in charts.names.items()
        }

    def place(self, name: str) -> int:
        """A land area, sea or foreign area."""
        number = self._numbers["area"].get(name.lower())
        return FOREIGN + self._numbers["foreign"][name.lower()] if number is None else number

    def place_name(self, place: int) -> str:
        return self.c.names["foreign" if place >= FOREIGN else "area"][place % FOREIGN]

    def mask(self, *names: str) -> int:
        return sum(1 << self.place(name) for name in names)

    def nation(self, name: str) -> int:
        return self._numbers["nation"][name.lower()]

    def nation_name(self, nation: int) -> str:
        return self.c.nations[nation].id

    def leader(self, name: str) -> int:
        return self._numbers["leader"][name.lower()]

    def region(self, name: str) -> int:
        return self._numbers["region"][name.lower()]

    def escort(self, name: str) -> int:
        """A leader, or "british arms"."""
        nation, is_arms, _ = name.lower().partition(" arms")
        return ARMS + self.nation(nation) if is_arms else self.leader(name)


NAMES = Names(shipped())


def with_chart(charts: Charts, setup: str, turn: int, nation: int, chart: Mapping[str, object]) -> Charts:
    """Charts in which one nation's turn reads differently (fields of `NationTurn`)."""
    made = charts.setups[setup]
    nations = list(made.turns[turn].nations)
    nations[nation] = structs.replace(nations[nation], **chart)
    turns = list(made.turns)
    turns[turn] = structs.replace(turns[turn], nations=tuple(nations))
    setups = {**charts.setups, setup: structs.replace(made, turns=tuple(turns))}
    return structs.replace(charts, setups=setups)


def with_lines(*lines: Objective) -> Charts:
    """Charts in which the cards of these nations have these lines only, in the turns of the lines."""
    due = [list(turn) for turn in NAMES.c.due]
    for line in lines:
        for turn in line.turns:
            due[turn][line.nation] = tuple(
                each for each in lines if each.nation == line.nation and turn in each.turns
            )
    return structs.replace(NAMES.c, due=tuple(map(tuple, due)))


class Board:
    """A position and the game on it.

    `nation` has its turn, in `phase` (a key of `flow.PHASES`; "move" is short for "movement"; "turn" for the
    beginning of its turn, "game-turn" for that of the game turn, where no nation is active yet).

    armies      nation -> place -> armies; only the active nation may share a land area
    came        place -> the places the active armies there came from, as "Agra" or {"Agra": 2, "Lahore": 1};
                they have moved. From a foreign area too.
    waiting     foreign area -> invaders who wait there; `waiting_leaders`: foreign area -> leaders
    placed      places whose active armies came in this turn (no straits for them)
    leaders     leader -> place;  moved: escorts that have moved in this phase
    factories   area -> nation;  arms: supplier -> (receiver, area or None for promised)
    chart       fields of the `NationTurn` of the active nation in this turn to read differently, such as
                {"boats": NAMES.mask("Indian Ocean"), "major": True}; `plain=True` empties it first
    rolls       all dice to come
    """

    def __init__(
        self,
        *,
        turn: int = 9,
        nation: str = "mughals",
        phase: str = "move",
        setup: str = "four",
        cycle: int = 1,
        armies: Mapping[str, Armies] | None = None,
        came: Mapping[str, str | Armies] | None = None,
        placed: Sequence[str] = (),
        waiting: Armies | None = None,
        waiting_leaders: Mapping[str, Sequence[str]] | None = None,
        leaders: Mapping[str, str] | None = None,
        moved: Sequence[str] = (),
        factories: Mapping[str, str] | None = None,
        arms: Mapping[str, tuple[str, str | None]] | None = None,
        submitted: Sequence[tuple[str, str]] = (),
        allied: Mapping[str, int] | None = None,
        leave: Sequence[tuple[str, str, bool]] = (),
        carry: Armies | None = None,
        points: Armies | None = None,
        standing: Sequence[tuple[str, int, int]] = (),
        keep_in_play: bool = False,
        errata: bool = True,
        plain: bool = False,
        chart: Mapping[str, object] | None = None,
        charts: Charts | None = None,
        rolls: Sequence[int] = (),
    ) -> None:
        self.names = n = NAMES if charts is None else Names(charts)
        c = shipped() if charts is None else charts
        active = n.nation(nation)
        if plain:
            old = c.setups[setup].turns[turn].nations[active]
            c = with_chart(c, setup, turn, active, structs.asdict(NationTurn(growth=old.growth)))
        self.c = c = with_chart(c, setup, turn, active, chart or {})
        self.game = Empires(c)
        self.dice = ScriptedDice(rolls)
        self.events: list[Event] = []
        self.last: list[Event] = []
        s = self.state = first_position(c, setup, [keep_in_play, errata])
        s.turn, s.cycle = turn, cycle
        s.owner, s.count = [NONE] * c.board.land, [0] * c.board.land
        begun = phase not in ("turn", "game-turn")
        for name, where in (armies or {}).items():
            for area, number in where.items():
                self._put(n.nation(name), n.place(area), number, begun and n.nation(name) == active)
        for area, name in (factories or {}).items():
            s.factories[n.place(area)] = n.nation(name)
        for leader, area in (leaders or {}).items():
            s.leader_at[n.leader(leader)] = n.place(area)
        for area, names in (waiting_leaders or {}).items():
            for leader in names:
                s.leader_at[n.leader(leader)] = n.place(area)
        for supplier, (receiver, at) in (arms or {}).items():
            s.arms_to[n.nation(supplier)] = n.nation(receiver)
            s.arms_at[n.nation(supplier)] = NONE if at is None else n.place(at)
        for name, paid in (allied or {}).items():
            s.allied[n.nation(name)] = paid
        for name, halves in (carry or {}).items():
            s.carry[n.nation(name)] = halves
        for name, number in (points or {}).items():
            s.points[n.nation(name)] = number
        s.standing = sorted([n.nation(name), topic, answer] for name, topic, answer in standing)
        if phase == "game-turn":
            s.stack = [[Step.GAME_TURN, 0, 0]]
        elif not begun:
            s.stack = [[Step.GAME_TURN, 2, active]]
        else:
            stage = PHASES.index("movement" if phase == "move" else phase)
            s.stack = [[Step.GAME_TURN, 2, active + 1], [Step.NATION_TURN, stage]]
            s.nation = active
            s.held = [
                active if owner == NONE and armies_at(s, active, a) else owner
                for a, owner in enumerate(s.owner)
            ]
            for area, came_from in (came or {}).items():
                self._come(n.place(area), {came_from: 99} if isinstance(came_from, str) else came_from)
            for area in placed:
                for cohort in s.cohorts:
                    cohort.bound = cohort.bound or cohort.place == n.place(area)
            outside = {**dict.fromkeys(waiting_leaders or {}, 0), **(waiting or {})}
            for area, number in outside.items():
                mask = sum(1 << n.leader(name) for name in (waiting_leaders or {}).get(area, ()))
                s.waiting.append([n.place(area), number, mask])
            s.moved = sum(1 << n.escort(name) for name in moved)
            s.submitted = [[n.nation(name), n.region(region)] for name, region in submitted]
            s.leave = [[n.place(sea), n.nation(name), int(yes)] for sea, name, yes in leave]
        self._run()

    def _put(self, nation: int, place: int, number: int, active: bool) -> None:
        s = self.state
        if active:
            s.cohorts.append(Cohort(place, number, []))
        elif place < self.c.board.land:
            assert s.owner[place] == NONE, f"two nations in {self.names.place_name(place)}"
            s.owner[place], s.count[place] = nation, number
        else:
            s.fleets = sorted([*s.fleets, [place, nation, number]])

    def _come(self, place: int, came_from: Armies) -> None:
        here = next(cohort for cohort in self.state.cohorts if cohort.place == place)
        for name, number in came_from.items():
            number = min(number, here.armies)
            here.armies -= number
            self.state.cohorts.append(Cohort(place, number, [self.names.place(name), place]))
        self.state.cohorts = [cohort for cohort in self.state.cohorts if cohort.armies]

    # The game.

    def _ctx(self) -> Ctx[Action]:
        return Ctx(0, self.dice, Vault[Action]())

    def _run(self) -> None:
        r = Run(self.c, self.state, self._ctx())
        flow.run_on(r)
        self._note(r.out)

    def _note(self, events: list[Event]) -> None:
        self.last = list(events)
        self.events += events
        self.game.invariants(self.state)
        codec = self.game.codec
        assert codec.state.decode(codec.encode(self.state)) == self.state

    @property
    def ask(self) -> Ask:
        """The open question."""
        assert self.state.ask is not None, "nobody is asked"
        return self.state.ask

    def asked(self) -> str:
        """The kind of the open question, "" when the game is over."""
        return self.state.ask.kind if self.state.ask else ""

    def asked_of(self) -> str:
        """The nation the open question is put to."""
        return self.names.nation_name(self.ask.nation)

    def act(self, action: Action) -> list[Event]:
        """Answers the open question; the events."""
        seat = self.ask.seat
        refusal = self.game.refuse(self.state, seat, action)
        assert refusal is None, f"{action} refused: {refusal}"
        assert self.game.legal(self.state, seat).contains(action), f"{action} is not listed"
        self._note(self.game.apply(self.state, seat, action, self._ctx()))
        return self.last

    def claim(self, nation: str, action: Action) -> list[Event]:
        """Declares something unasked for the seat of a nation; the events."""
        seat = self.c.setups[self.state.setup].owner[self.names.nation(nation)]
        refusal = self.game.refuse(self.state, seat, action)
        assert refusal is None, f"{action} refused: {refusal}"
        claims = self.game.legal(self.state, seat).claims
        assert any(claim.contains(action) for claim in claims), f"{action} is not listed"
        self._note(self.game.apply(self.state, seat, action, self._ctx()))
        return self.last

    def refused(self, action: Action) -> tuple[str, str]:
        """Code and section with which an answer is refused; ("", "") if it is legal."""
        seat = self.ask.seat
        refusal = self.game.refuse(self.state, seat, action)
        listed = self.game.legal(self.state, seat).contains(action)
        assert listed == (refusal is None), f"{action}: listed {listed}, {refusal}"
        return (refusal.code, refusal.rule) if refusal else ("", "")

    def legal(self, action: Action) -> bool:
        """Would this answer be taken?"""
        return self.refused(action) == ("", "")

    def listed(self) -> list[Action]:
        """The plain answers to the open question (no marches)."""
        found = self.game.legal(self.state, self.ask.seat).offers
        return [action for offer in found if isinstance(offer, Plain) for action in offer.actions]

    def choices(self) -> set[str]:
        """Names of the places the open question leaves to choose from."""
        return {
            self.names.place_name(action.place)
            for action in self.listed()
            if isinstance(action, Place | Remove)
        }

    # Answers in names.

    def way(
        self,
        origin: str,
        *path: str,
        armies: int = 1,
        drop: Armies | None = None,
        escorts: Mapping[str, str] | Sequence[str] | str = (),
    ) -> March:
        """A march: `armies` end at the last place, `drop` says how many end on the way, and `escorts` names
        those who go along: to the end, or each to the place given."""
        places = [self.names.place(name) for name in path]
        ends = [0] * len(path)
        ends[-1] = armies
        for name, number in (drop or {}).items():
            ends[places.index(self.names.place(name))] = number
        if isinstance(escorts, str):
            escorts = [escorts]
        if not isinstance(escorts, Mapping):
            escorts = dict.fromkeys(escorts, path[-1])
        last = len(path) - 1
        going = {
            self.names.escort(name): last if goal == path[-1] else path.index(goal)
            for name, goal in escorts.items()
        }
        return March(self.names.place(origin), tuple(places), tuple(ends), tuple(sorted(going.items())))

    def march(
        self,
        origin: str,
        *path: str,
        armies: int = 1,
        drop: Armies | None = None,
        escorts: Mapping[str, str] | Sequence[str] | str = (),
    ) -> list[Event]:
        """Makes the march of `way`."""
        return self.act(self.way(origin, *path, armies=armies, drop=drop, escorts=escorts))

    def no_march(
        self,
        origin: str,
        *path: str,
        armies: int = 1,
        drop: Armies | None = None,
        escorts: Mapping[str, str] | Sequence[str] | str = (),
    ) -> tuple[str, str]:
        """Code and section with which the march of `way` is refused; ("", "") if it is legal."""
        return self.refused(self.way(origin, *path, armies=armies, drop=drop, escorts=escorts))

    def can(
        self,
        origin: str,
        *path: str,
        armies: int = 1,
        drop: Armies | None = None,
        escorts: Mapping[str, str] | Sequence[str] | str = (),
    ) -> bool:
        """Is the march of `way` legal?"""
        return self.no_march(origin, *path, armies=armies, drop=drop, escorts=escorts) == ("", "")

    def place(self, *names: str) -> list[Event]:
        """Answers "where?", once for each name; the events of the last."""
        for name in names:
            self.act(Place(self.names.place(name)))
        return self.last

    def remove(self, *names: str) -> list[Event]:
        """Removes an army of each of these places, the first kind listed there; the events of the last."""
        for name in names:
            place = self.names.place(name)
            self.act(next(a for a in self.listed() if isinstance(a, Remove) and a.place == place))
        return self.last

    def answer(self, yes: bool) -> list[Event]:
        return self.act(Answer(yes))

    def ask_leave(self, sea: str) -> list[Event]:
        return self.act(AskLeave(self.names.place(sea)))

    def shift(self, origin: str, goal: str) -> list[Event]:
        return self.act(Shift(self.names.place(origin), self.names.place(goal)))

    def defy(self, nation: str) -> list[Event]:
        return self.act(Defy(self.names.nation(nation)))

    def done(self) -> list[Event]:
        return self.act(Done())

    # What stands where.

    def at(self, place: str) -> dict[str, int]:
        """Nation -> armies in a place; in a foreign area the invaders who wait."""
        number = self.names.place(place)
        if number >= FOREIGN:
            mine = [armies for at, armies, _ in self.state.waiting if at == number]
            return {self.names.nation_name(self.state.nation): armies for armies in mine}
        found = {n: armies_at(self.state, n, number) for n in range(len(self.c.nations))}
        return {self.names.nation_name(n): armies for n, armies in found.items() if armies}

    def armies(self, nation: str) -> dict[str, int]:
        """Place -> armies of a nation on the map."""
        found = places_of(self.state, self.names.nation(nation))
        return {self.names.place_name(place): number for place, number in found.items()}

    def escort(self, name: str) -> str:
        """Where a leader or Arms are: a place, "gone", or "" if not come yet."""
        number = self.names.escort(name)
        at = self.state.arms_at[number - ARMS] if number >= ARMS else self.state.leader_at[number]
        return self.names.place_name(at) if at >= 0 else "" if at == NONE else "gone"

    def points(self, nation: str) -> int:
        return self.state.points[self.names.nation(nation)]

    def carry(self, nation: str) -> int:
        """In halves."""
        return self.state.carry[self.names.nation(nation)]

    def seen(self, kind: type[E]) -> list[E]:
        """All events of a kind since the board was set."""
        return [event for event in self.events if isinstance(event, kind)]
