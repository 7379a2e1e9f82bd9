"""Why a march is not allowed, rule by rule, and what an allowed one does (5.0, 7.1, 9.0, 9.1)."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import Refusal
from core.games.empires import ledger
from core.games.empires.actions import March
from core.games.empires.arms import lapse
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import Left, Marched, Went
from core.games.empires.leaders import eliminate_lone
from core.games.empires.pieces import armies_at, escorts_at, join, move_escort
from core.games.empires.protection import closed_areas, hostile_seas, passable_areas
from core.games.empires.routes import COLONIAL_STEPS, INDIAN_STEPS, LAND_STEPS_WITH_CROSSING, LED_STEPS
from core.games.empires.run import Run
from core.games.empires.state import ARMS, FOREIGN, Cohort, State
from core.rules import rule


def refuse_march(c: Charts, s: State, m: March) -> Refusal | None:
    """The first rule this march breaks, or None."""
    return _malformed(c, m) or next((refusal for check in _CHECKS if (refusal := check(c, s, m))), None)


def _malformed(c: Charts, m: March) -> Refusal | None:
    places = c.board.land + c.board.seas
    known = 0 <= m.origin < places or 0 <= m.origin - FOREIGN < len(c.board.foreign_entries)
    pieces = [piece for piece, _ in m.escorts]
    good = (
        known
        and 1 <= len(m.path) == len(m.ends)
        and all(armies >= 0 for armies in m.ends)
        and pieces == sorted(set(pieces))
        and all(0 <= at < len(m.path) for _, at in m.escorts)
        and (m.ends[-1] > 0 or any(at == len(m.path) - 1 for _, at in m.escorts))
    )
    return None if good else Refusal("no-march", "5.1")


def _steps(m: March) -> Iterator[tuple[int, int, int]]:
    """(number of the step from 0, from, to)."""
    here = m.origin
    for number, place in enumerate(m.path):
        yield number, here, place
        here = place


def _escorted(m: March) -> int:
    """The number of steps an escort makes along with the group."""
    return max((at + 1 for _, at in m.escorts), default=0)


def _sea(c: Charts, place: int) -> bool:
    return c.board.land <= place < c.board.land + c.board.seas


def _colonial(c: Charts, s: State) -> bool:
    return c.nations[s.nation].colonial


def _over_straits(c: Charts, m: March) -> bool:
    return m.origin < FOREIGN and len(m.path) == 1 and bool(_bit(c.board.strait_masks[m.origin], m.path[0]))


def _bit(mask: int, place: int) -> int:
    return mask >> place & 1 if place >= 0 else 0


@rule("5.11")
def _unmoved(c: Charts, s: State, m: March) -> Refusal | None:
    """The pieces stand there and have not moved in this phase."""
    if m.origin >= FOREIGN:
        group = next((group for group in s.waiting if group[0] == m.origin), None)
        armies, leaders = (group[1], group[2]) if group else (0, 0)
        there = [n for n in range(len(s.leader_at)) if leaders >> n & 1]
        resting = 0
    else:
        armies = sum(
            cohort.armies
            for cohort in s.cohorts
            if cohort.place == m.origin and not cohort.path and not cohort.crossed
        )
        there = escorts_at(c, s, s.nation, m.origin)
        resting = s.moved | s.crossed
    if sum(m.ends) > armies:
        return Refusal("not-so-many", "5.11", {"armies": armies, "place": m.origin})
    for piece, _ in m.escorts:
        if piece not in there or resting >> piece & 1:
            return Refusal("escort-not-there", "5.11", {"escort": piece, "place": m.origin})
    return None


@rule("5.13", "2.12")
def _known_ground(c: Charts, s: State, m: March) -> Refusal | None:
    """Nobody enters a foreign area."""
    for place in m.path:
        if not 0 <= place < c.board.land + c.board.seas:
            return Refusal("foreign-ground", "5.13", {"place": place})
    return None


@rule("5.15", "5.16", "7.1")
def _neighbours(c: Charts, s: State, m: March) -> Refusal | None:
    """Each step crosses a border, or the straits as the only one (5.16); invaders enter where their foreign
    area borders the land."""
    for number, here, place in _steps(m):
        if here >= FOREIGN:
            reach = c.board.foreign_entry_masks[here - FOREIGN]
        else:
            reach = c.board.to_land_masks[here] | c.board.to_sea_masks[here]
            if number == 0 and _over_straits(c, m):
                reach |= c.board.strait_masks[here]
        if not _bit(reach, place) and here < FOREIGN and _bit(c.board.strait_masks[here], place):
            return Refusal("straits-alone", "5.16", {"place": here, "goal": place})
        if not _bit(reach, place):
            code = "no-entry-there" if here >= FOREIGN else "no-border"
            return Refusal(code, "7.1" if here >= FOREIGN else "5.1", {"place": here, "goal": place})
    return None


@rule("5.16")
def _straits(c: Charts, s: State, m: March) -> Refusal | None:
    """Over the straits goes only who stood there when the turn began and has not moved (R5.16-a, b)."""
    if not _over_straits(c, m):
        return None
    old = sum(
        cohort.armies
        for cohort in s.cohorts
        if cohort.place == m.origin and not (cohort.path or cohort.crossed or cohort.bound)
    )
    if sum(m.ends) > old or any(s.bound >> piece & 1 for piece, _ in m.escorts):
        return Refusal("straits-whole-turn", "5.16", {"place": m.origin})
    return None


@rule("5.12", "5.14", "9.1")
def _allowance(c: Charts, s: State, m: March) -> Refusal | None:
    """Two areas; three for colonials and with a leader or Arms; entering is free (R7.1-a)."""
    if any(_sea(c, place) for place in m.path) and not _colonial(c, s):
        return None  # 5.4 has its own measure
    steps = len(m.path) - (m.origin >= FOREIGN)
    free = COLONIAL_STEPS if _colonial(c, s) else INDIAN_STEPS
    if steps <= free or (steps <= LED_STEPS and _escorted(m) == len(m.path)):
        return None
    return Refusal("too-far", "5.14" if _colonial(c, s) else "5.12", {"steps": steps, "most": free})


@rule("5.12", "5.14", "9.1")
def _hiland_stop(c: Charts, s: State, m: March) -> Refusal | None:
    """Who enters a hiland stops there, unless a leader or Arms go on with the group."""
    for number, _, place in _steps(m):
        going_on = number < len(m.path) - 1
        if going_on and _bit(c.board.hilands, place) and _escorted(m) < number + 2:
            return Refusal("hiland-stop", "5.12", {"place": place})
    return None


@rule("5.13", "5.4")
def _sea_shape(c: Charts, s: State, m: March) -> Refusal | None:
    """An Indian nation crosses one sea from coast to coast, or goes out against a fleet (R5.4-a, R5.41-b)."""
    seas = [number for number, place in enumerate(m.path) if _sea(c, place)]
    if not seas or _colonial(c, s):
        return None
    at, sea = seas[0], m.path[seas[0]]
    chart = c.setups[s.setup].turns[s.turn].nations[s.nation]
    if not _bit(chart.boats, sea) or m.origin >= FOREIGN:
        return Refusal("no-boats", "5.4", {"nation": s.nation, "place": sea})
    if len(seas) > 1:
        return Refusal("one-sea-only", "5.4", {"place": m.path[seas[1]]})
    if at < len(m.path) - 1 and _ends_at(m, at):
        return Refusal("not-at-sea", "5.4", {"place": sea})
    coast = m.path[at - 1] if at else m.origin
    if at < len(m.path) - 1 and m.path[at + 1] == coast:
        return Refusal("no-border", "5.4", {"place": coast, "goal": coast})
    if at == len(m.path) - 1 and not _bit(hostile_seas(c, s), sea):
        return Refusal("not-at-sea", "5.4", {"place": sea})
    return None


def _ends_at(m: March, at: int) -> bool:
    return m.ends[at] > 0 or any(where == at for _, where in m.escorts)


@rule("5.4", "9.1")
def _sea_allowance(c: Charts, s: State, m: March) -> Refusal | None:
    """A crossing is the whole move; with a leader or Arms two land steps may be added (R5.4-a, R9.1-d)."""
    if _colonial(c, s) or not any(_sea(c, place) for place in m.path):
        return None
    ends_at_sea = _sea(c, m.path[-1])
    added = len(m.path) - (1 if ends_at_sea else 2)
    if not added or (added <= LAND_STEPS_WITH_CROSSING and _escorted(m) == len(m.path)):
        return None
    most = LAND_STEPS_WITH_CROSSING if m.escorts else 0
    return Refusal("crossing-only", "5.4", {"steps": added, "most": most})


@rule("5.41")
def _leave_given(c: Charts, s: State, m: March) -> Refusal | None:
    """Every colonial nation with armies in the sea has given leave (R5.41-a, R5.41-b)."""
    if _colonial(c, s):
        return None
    for place in m.path[:-1]:
        if not _sea(c, place):
            continue
        if any(sea == place and not yes for sea, _, yes in s.leave):
            return Refusal("leave-refused", "5.41", {"place": place})
        for sea, who, _ in s.fleets:
            if sea == place and [sea, who, 1] not in s.leave:
                return Refusal("leave-not-asked", "5.41", {"place": place, "nation": who})
    return None


@rule("5.3")
def _enemy_stop(c: Charts, s: State, m: March) -> Refusal | None:
    """Armies stop the march, unless twice as many of its own have stopped there (R5.3-a, b, e)."""
    passable = passable_areas(c, s)
    for number, _, place in _steps(m):
        if (
            number == len(m.path) - 1
            or place >= c.board.land
            or s.owner[place] == NONE
            or _bit(passable, place)
        ):
            continue
        stopped = m.ends[number] + sum(
            cohort.armies for cohort in s.cohorts if cohort.place == place and (cohort.path or cohort.crossed)
        )
        if stopped < 2 * s.count[place]:
            return Refusal(
                "enemy-stop",
                "5.3",
                {"place": place, "nation": s.owner[place], "armies": s.count[place]},
                (place,),
            )
    return None


@rule("11.1", "11.2")
def _protected(c: Charts, s: State, m: March) -> Refusal | None:
    """Land of a nation that has submitted or is an ally is not entered, or only passed."""
    closed, passable = closed_areas(c, s), passable_areas(c, s)
    for number, place in enumerate(m.path):
        if _bit(closed, place) or (_bit(passable, place) and _ends_at(m, number)):
            by_alliance = bool(s.allied[s.owner[place]]) and not any(
                n == s.owner[place] for n, _ in s.submitted
            )
            return Refusal(
                "protected", "11.2" if by_alliance else "11.1", {"place": place, "nation": s.owner[place]}
            )
    return None


@rule("12.2")
def _arms_escorted(c: Charts, s: State, m: March) -> Refusal | None:
    """Arms go with an army or stay with one (R12.2-d)."""
    for piece, at in m.escorts:
        if piece >= ARMS and not m.ends[at]:
            return Refusal("arms-alone", "12.2", {"escort": piece, "place": m.path[at]})
    if m.origin < FOREIGN and armies_at(s, s.nation, m.origin) == sum(m.ends):
        going = {piece for piece, _ in m.escorts}
        for piece in escorts_at(c, s, s.nation, m.origin):
            if piece >= ARMS and piece not in going:
                return Refusal("arms-alone", "12.2", {"escort": piece, "place": m.origin})
    return None


@rule("9.0")
def _leader_company(c: Charts, s: State, m: March) -> Refusal | None:
    """No leader goes to sea or ends among enemies without an army, or is left so; invading ones enter in
    a group (R9.0-c, R7.1-b)."""
    for piece, at in m.escorts:
        place = m.path[at]
        hostile = place < c.board.land and s.owner[place] != NONE
        if piece < ARMS and (hostile or _sea(c, place)) and not (m.ends[at] or _held(s, m, place)):
            return Refusal("leader-alone", "9.0", {"escort": piece, "place": place})
        for number, passed in enumerate(m.path[:at]):
            if _sea(c, passed) and not any(m.ends[number:]) and not _held(s, m, passed):
                return Refusal("leader-alone", "9.0", {"escort": piece, "place": passed})
    going = {piece for piece, _ in m.escorts}
    if m.origin >= FOREIGN:
        group = next((group for group in s.waiting if group[0] == m.origin), [0, 0, 0])
        left = any(group[2] >> n & 1 and n not in going for n in range(len(s.leader_at)))
        if not any(m.ends) or (left and sum(m.ends) == group[1]):
            return Refusal("leader-alone", "7.1", {"place": m.origin})
    elif _sea(c, m.origin) and armies_at(s, s.nation, m.origin) == sum(m.ends):
        for piece in escorts_at(c, s, s.nation, m.origin):
            if piece < ARMS and piece not in going:
                return Refusal("leader-alone", "9.0", {"escort": piece, "place": m.origin})
    return None


def _held(s: State, m: March, place: int) -> bool:
    """Own armies will still be there: stopped ones, or at sea any of another place than the march leaves."""
    afloat = place >= len(s.owner) and place != m.origin
    return any(k.place == place and (afloat or k.path or k.crossed) for k in s.cohorts)


_CHECKS = (
    _known_ground, _neighbours, _unmoved, _straits, _allowance, _sea_shape, _sea_allowance, _leave_given,
    _hiland_stop, _enemy_stop, _protected, _arms_escorted, _leader_company,
)  # fmt: skip


def do_march(r: Run, m: March) -> None:
    """Carries out a march that `refuse_march` let pass."""
    s = r.s
    bound = _take(r, m)
    crossing = _over_straits(r.c, m)
    way = [m.origin, *m.path]
    for number, armies in enumerate(m.ends):
        ending = min(armies, bound)
        if ending:
            join(s, Cohort(m.path[number], ending, way[: number + 2], True, crossing))
            bound -= ending
        if armies > ending:
            join(s, Cohort(m.path[number], armies - ending, way[: number + 2], False, crossing))
    for piece, at in m.escorts:
        move_escort(s, piece, m.path[at])
        s.moved |= 1 << piece
        s.crossed |= crossing << piece
    if any(m.ends):
        last = max(number for number, armies in enumerate(m.ends) if armies)
        left = (Left(m.path[number], armies) for number, armies in enumerate(m.ends[:last]) if armies)
        r.out.append(Marched(s.nation, m.origin, m.path[:last], m.path[last], m.ends[last], tuple(left)))
    r.out += [Went(s.nation, piece, m.origin, m.path[at]) for piece, at in m.escorts]
    going = sum(m.ends)
    for armies, place in zip(m.ends, m.path, strict=True):
        if going:
            eliminate_lone(r, place, s.nation)
        if place < r.c.board.land:
            ledger.stands_in(r, place, army=going > 0)
        going -= armies
    lapse(r)


def _take(r: Run, m: March) -> int:
    """Takes the marching armies from where they are; returns how many of them are bound (R5.16-b)."""
    s, wanted = r.s, sum(m.ends)
    if m.origin >= FOREIGN:
        group = next(group for group in s.waiting if group[0] == m.origin)
        group[1] -= wanted
        for piece, _ in m.escorts:
            group[2] &= ~(1 << piece)
        s.waiting = [group for group in s.waiting if group[1] or group[2]]
        return wanted
    bound = 0
    # Those that may no longer use the straits go first, so that the others keep the choice.
    for cohort in sorted(s.cohorts, key=lambda cohort: not cohort.bound):
        if cohort.place == m.origin and not cohort.path and not cohort.crossed:
            if cohort.bound and _over_straits(r.c, m):
                continue
            taken = min(wanted, cohort.armies)
            cohort.armies -= taken
            wanted -= taken
            bound += taken if cohort.bound else 0
    s.cohorts = [cohort for cohort in s.cohorts if cohort.armies]
    return bound
