"""The Factory Phase of a colonial nation: one factory taken up, then two built and one set down (12.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.game import Refusal
from core.games.empires.actions import Action, Build, Done, Lift
from core.games.empires.answers import yes_or_no
from core.games.empires.arms import lapse
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import Built, Lifted, PermissionAnswered, PermissionAsked
from core.games.empires.leaders import eliminate_lone
from core.games.empires.offers import Offers, Plain
from core.games.empires.pieces import armies_at, strangers
from core.games.empires.protection import held_by
from core.games.empires.run import Run, decision, step
from core.games.empires.state import BUILDING, NO_ALLIANCE, Ask, State
from core.games.empires.steps import Step
from core.rules import rule

BUILT_A_PHASE: Final = 2


@step(Step.FACTORIES)
def factories(r: Run, frame: list[int]) -> None:
    """Asks as long as something can be built or taken up; the frame holds how many were, in this phase."""
    _, built, lifted = frame
    if any(_choices(r.c, r.s, built, lifted)):
        r.ask("factories", r.s.nation, built, lifted)
    else:
        r.drop()


class Factories:
    """The question of the Factory Phase."""

    def offers(self, c: Charts, s: State, ask: Ask) -> list[Offers]:
        """Coasts to build on, factories to take up, and an end."""
        built, lifted = ask.args
        return [Plain((*_choices(c, s, built, lifted), Done()))]

    def refuse(self, c: Charts, s: State, ask: Ask, action: Action) -> Refusal | None:
        """By the rule that forbids it."""
        built, lifted = ask.args
        match action:
            case Build(area):
                return refuse_build(c, s, built, lifted, area)
            case Lift(area):
                return refuse_lift(c, s, built, lifted, area)
            case Done():
                return None
            case _:
                return Refusal("not-now", "12.1")

    def apply(self, r: Run, ask: Ask, action: Action) -> None:
        """One thing done; the step asks again unless the phase is over."""
        r.s.ask = None
        match action:
            case Build(area):
                r.push(Step.PERMISSION, area)
            case Lift(area):
                _lift(r, area)
            case _:
                r.drop()


decision("factories", Factories())


def _choices(c: Charts, s: State, built: int, lifted: int) -> Iterator[Action]:
    if not (_in_stock(c, s) or _two_a_phase(built, lifted)):
        yield from map(Build, _sites(c, s))
    if s.nation in s.factories:
        own = (area for area in c.board.coasts if s.factories[area] == s.nation)
        yield from (Lift(area) for area in own if not refuse_lift(c, s, built, lifted, area))


def _sites(c: Charts, s: State) -> Iterator[int]:
    """Where a factory might be built, its number being no matter."""
    near = footholds(c, s)
    return (area for area in c.board.coasts if near >> area & 1 and not _bad_site(c, s, area))


# Building.


def refuse_build(c: Charts, s: State, built: int, lifted: int, area: int) -> Refusal | None:
    """The first rule that building there would break, or None."""
    return _bad_site(c, s, area) or _in_stock(c, s) or _two_a_phase(built, lifted)


def _bad_site(c: Charts, s: State, area: int) -> Refusal | None:
    for check in _SITE_CHECKS:
        refusal = check(c, s, area)
        if refusal:
            return refusal
    return None


@rule("12.1")
def _factory_coast(c: Charts, s: State, area: int) -> Refusal | None:
    """Only the coasts of the charts, never inland."""
    good = area in c.board.coasts
    return None if good else Refusal("no-factory-coast", "12.1", {"place": area})


@rule("12.1")
def _one_an_area(c: Charts, s: State, area: int) -> Refusal | None:
    """One factory to an area, whosever it is."""
    there = s.factories[area]
    return None if there == NONE else Refusal("factory-there", "12.1", {"place": area, "nation": there})


@rule("12.1", permissive=lambda c, s: c.board.land_mask)
def footholds(c: Charts, s: State) -> int:
    """Mask of the areas with own armies, or with another nation's and an own army in a sea touching them
    (R12.1-a)."""
    ashore, coasts = 0, 0
    for cohort in s.cohorts:
        if cohort.place < c.board.land:
            ashore |= 1 << cohort.place
        else:
            coasts |= c.board.to_land_masks[cohort.place]
    return ashore | coasts & ~held_by(s, NONE)


def _foothold(c: Charts, s: State, area: int) -> Refusal | None:
    good = footholds(c, s) >> area & 1
    return None if good else Refusal("no-foothold", "12.1", {"place": area, "nation": s.nation})


@rule("16.0")
def _not_refused(c: Charts, s: State, area: int) -> Refusal | None:
    """Leave that was refused is not asked for again in this phase (R16.0-d)."""
    holder = s.owner[area]
    if not asks_leave(c, s, area) or [BUILDING, holder, area] not in s.refused:
        return None
    return Refusal("permission-refused", "16.0", {"place": area, "nation": holder})


_SITE_CHECKS: Final = (_factory_coast, _one_an_area, _foothold, _not_refused)


@rule("12.1")
def _in_stock(c: Charts, s: State) -> Refusal | None:
    """Three factories, or what the charts say, on the map at once."""
    most = c.nations[s.nation].factories
    if s.factories.count(s.nation) < most:
        return None
    return Refusal("no-factory-left", "12.1", {"nation": s.nation, "most": most})


@rule("12.1")
def _two_a_phase(built: int, lifted: int) -> Refusal | None:
    """Two, and the one taken up as a third (R12.1-c)."""
    if built < BUILT_A_PHASE + lifted:
        return None
    return Refusal("built-enough", "12.1", {"built": built})


@step(Step.PERMISSION)
def build(r: Run, frame: list[int]) -> None:
    """Builds in the area of the frame, once its holder has been asked where it must be."""
    c, s, area = r.c, r.s, frame[1]
    _, built, lifted = s.stack[-2]
    if refuse_build(c, s, built, lifted, area) is not None:
        r.drop()  # the position has changed since the request
    elif asks_leave(c, s, area):
        r.out.append(PermissionAsked(s.nation, s.owner[area], area))
        r.ask("permission", s.owner[area], s.nation, area)
    else:
        r.drop()
        _build(r, area)


def _build(r: Run, area: int) -> None:
    r.s.stack[-1][1] += 1
    r.s.factories[area] = r.s.nation
    r.out.append(Built(r.s.nation, area))


def _answered(r: Run, ask: Ask, yes: bool) -> None:
    asking, area = ask.args
    r.out.append(PermissionAnswered(ask.nation, asking, area, yes))
    r.drop()
    _, built, lifted = r.s.stack[-1]
    if not yes:
        r.s.refused.append([BUILDING, ask.nation, area])
    elif refuse_build(r.c, r.s, built, lifted, area) is None:
        _build(r, area)


yes_or_no("permission", "12.1", _answered)


# Leave of the nation whose armies are there.


@rule("12.1", permissive=False)
def asks_leave(c: Charts, s: State, area: int) -> bool:
    """Building among another nation's armies takes its leave, unless that is certain (R12.1-b)."""
    holder = s.owner[area]
    if holder == NONE or armies_at(s, s.nation, area):
        return False
    return not (_one_seat(c, s, holder) or _has_submitted(c, s, holder) or _allied(c, s, holder))


@rule("12.1", permissive=False)
def _one_seat(c: Charts, s: State, holder: int) -> bool:
    """Both nations have one seat."""
    owner = c.setups[s.setup].owner
    return owner[holder] == owner[s.nation]


@rule("11.1", permissive=False)
def _has_submitted(c: Charts, s: State, holder: int) -> bool:
    """The holder has submitted in this turn; then it must allow all its coasts (R11.1-g)."""
    return any(nation == holder for nation, _ in s.submitted)


@rule("11.2", permissive=False)
def _allied(c: Charts, s: State, holder: int) -> bool:
    """The overlord builds on the coasts of its allies."""
    return s.nation == c.overlord and s.allied[holder] != NO_ALLIANCE


# Taking up.


def refuse_lift(c: Charts, s: State, built: int, lifted: int, area: int) -> Refusal | None:
    """The first rule that taking up this factory would break, or None."""
    return _own_factory(s, area) or _one_before_building(built, lifted) or _another_place(c, s, area)


def _own_factory(s: State, area: int) -> Refusal | None:
    if area in range(len(s.factories)) and s.factories[area] == s.nation:
        return None
    return Refusal("not-your-factory", "12.1", {"place": area})


@rule("12.1")
def _one_before_building(built: int, lifted: int) -> Refusal | None:
    """One a phase, before anything is built (R12.1-c)."""
    return Refusal("lift-first", "12.1") if built or lifted else None


@rule("12.1")
def _another_place(c: Charts, s: State, area: int) -> Refusal | None:
    """A factory is taken up to stand elsewhere; whether it will is its owner's affair."""
    if any(goal != area for goal in _sites(c, s)):
        return None
    return Refusal("nowhere-to-move", "12.1", {"place": area})


def _lift(r: Run, area: int) -> None:
    """A leader whom it leaves alone with enemy armies falls, and nobody is paid (9.2, R15.3-a)."""
    r.s.stack[-1][2] = 1
    r.s.factories[area] = NONE
    r.out.append(Lifted(r.s.nation, area))
    if strangers(r.s, r.s.nation, area):
        eliminate_lone(r, area, NONE)
    lapse(r)
