"""Armies leave a contested place group by group: what retreats (8.5, 8.6) and landings (8.2) share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.game import Refusal
from core.games.empires import ledger
from core.games.empires.actions import Action, Retreat
from core.games.empires.arms import lapse
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import Landed, Retreated
from core.games.empires.leaders import eliminate_lone
from core.games.empires.offers import Offers, Plain, Retreats
from core.games.empires.pieces import (
    add_armies,
    armies_at,
    escorts_at,
    join,
    move_escort,
    places_of,
    take_armies,
)
from core.games.empires.run import Run
from core.games.empires.stacking import normal_limit, overfull
from core.games.empires.state import ARMS, Ask, Cohort, State
from core.rules import rule


class Way(NamedTuple):
    """So many armies, which came by `entry` (NONE: whichever), may leave for `goal`."""

    entry: int
    goal: int
    armies: int


@rule("5.2", permissive=True)
def fits(c: Charts, standing: dict[int, int], place: int, goal: int, armies: int) -> bool:
    """May so many armies of those that stand there go on to another place without overfilling it? (R5.2-d)"""
    coming = standing.get(goal, 0) + armies
    if goal >= c.board.land or coming <= normal_limit(c, goal):
        return True
    return goal not in overfull(c, {**standing, place: standing[place] - armies, goal: coming})


def groups(c: Charts, standing: dict[int, int], place: int, way: Way) -> Iterator[tuple[int, int]]:
    """(fewest, most) of the sizes of a group that may take a way. The large group moving may leave a gap."""
    least = 0
    for armies in range(1, way.armies + 2):
        if armies <= way.armies and fits(c, standing, place, way.goal, armies):
            least = least or armies
        elif least:
            yield least, armies - 1
            least = 0


@rule("12.2", "8.2", permissive=())
def tied_to(c: Charts, s: State, escorts: list[int], place: int, nation: int) -> tuple[int, ...]:
    """Who may not be left when the last armies go: Arms (R12.2-d), and at sea an Indian leader (R8.2-b)."""
    ashore = place < c.board.land or c.nations[nation].colonial
    return tuple(piece for piece in escorts if piece >= ARMS or not ashore)


class Leaving:
    """The question which armies leave a place, for where and with whom, one group at a time."""

    def __init__(
        self,
        section: str,
        ways: Callable[[Charts, State], list[Way]],
        others: Callable[[Charts, State], tuple[Action, ...]],
        event: type[Retreated] | type[Landed],
        apply: Callable[[Run, Action], None],
    ) -> None:
        self._section, self._ways, self._others, self._event, self._apply = (
            section,
            ways,
            others,
            event,
            apply,
        )

    def retreats(self, c: Charts, s: State, nation: int, place: int) -> Iterator[Retreats]:
        """The groups that may leave."""
        ways = self._ways(c, s)
        if not ways:
            return
        escorts, standing = escorts_at(c, s, nation, place), places_of(s, nation)
        tied = tied_to(c, s, escorts, place, nation)
        for way in ways:
            for least, most in groups(c, standing, place, way):
                yield Retreats(way.goal, way.entry, least, most, standing[place], tuple(escorts), tied)

    def offers(self, c: Charts, s: State, ask: Ask) -> list[Offers]:
        """Groups, then what else may be said."""
        others = self._others(c, s)
        leaving = self.retreats(c, s, ask.nation, ask.args[0])
        return [*leaving, Plain(others)] if others else [*leaving]

    def refuse(self, c: Charts, s: State, ask: Ask, action: Action) -> Refusal | None:
        """By the rule that forbids it."""
        if not isinstance(action, Retreat):
            return None if action in self._others(c, s) else Refusal("not-now", self._section)
        nation, place = ask.nation, ask.args[0]
        way = next((w for w in self._ways(c, s) if (w.entry, w.goal) == (action.entry, action.goal)), None)
        if way is None:
            return Refusal("no-way-out", self._section, {"place": place, "goal": action.goal})
        if not 1 <= action.armies <= way.armies:
            return Refusal("too-many", self._section, {"armies": way.armies, "place": place})
        if not fits(c, places_of(s, nation), place, way.goal, action.armies):
            return Refusal("no-room", "5.2", {"armies": action.armies, "goal": way.goal}, (way.goal,))
        here = escorts_at(c, s, nation, place)
        if list(action.escorts) != sorted(set(action.escorts) & set(here)):
            return Refusal("not-those-escorts", self._section, {"place": place})
        if action.armies == armies_at(s, nation, place):
            for piece in tied_to(c, s, here, place, nation):
                if piece not in action.escorts:
                    code, section = ("arms-alone", "12.2") if piece >= ARMS else ("leader-alone", "8.2")
                    return Refusal(code, section, {"escort": piece, "place": place})
        return None

    def apply(self, r: Run, ask: Ask, action: Action) -> None:
        """A group goes and the step asks again, or something else was said."""
        r.s.ask = None
        if isinstance(action, Retreat):
            self.go(r, ask.nation, ask.args[0], action)
        else:
            self._apply(r, action)

    def go(self, r: Run, nation: int, place: int, group: Retreat) -> None:
        """A group arrives: a leader alone there falls (R9.0-d); on its own turn the nation stands there."""
        s, goal = r.s, group.goal
        if nation == s.nation:
            _step_back(s, place, group)
        else:
            take_armies(s, nation, place, group.armies)
            add_armies(s, nation, goal, group.armies)
        for piece in group.escorts:
            move_escort(s, piece, goal)
            s.moved |= 1 << piece if nation == s.nation else 0
        r.out.append(self._event(nation, place, goal, group.armies, group.escorts))
        eliminate_lone(r, goal, nation)
        if nation == s.nation and goal < r.c.board.land:
            ledger.stands_in(r, goal, army=True)
        lapse(r)


def _step_back(s: State, place: int, group: Retreat) -> None:
    """Armies of the active nation go on from their path by one step more."""
    left = group.armies
    for cohort in [k for k in s.cohorts if k.place == place and group.entry in (NONE, k.entered_from())]:
        going = min(left, cohort.armies)
        if going:
            cohort.armies -= going
            left -= going
            path = [*(cohort.path or [place]), group.goal]
            join(s, Cohort(group.goal, going, path, cohort.bound, cohort.crossed))
    assert not left
    s.cohorts = [cohort for cohort in s.cohorts if cohort.armies]
