"""The Movement Phase as one open question: march, ask leave, go round, defy, or done (4.3, 5.0, 7.1)."""

from __future__ import annotations

from core.game import Refusal
from core.games.empires.actions import Action, AskLeave, Defy, Done, March, Shift
from core.games.empires.answers import yes_or_no
from core.games.empires.chart_types import Charts
from core.games.empires.events import Defied, LeaderWent, LeaveAnswered, LeaveAsked, Lost, Shifted
from core.games.empires.march_rules import do_march, refuse_march
from core.games.empires.movement import marches
from core.games.empires.offers import Offers, Plain
from core.games.empires.pieces import leads, move_escort, places_of
from core.games.empires.protection import closed_areas, shielded
from core.games.empires.run import Run, decision, step
from core.games.empires.stacking import makes_room, overfull_now
from core.games.empires.standing import LEAVE, standing_answer
from core.games.empires.state import ERRATA, FOREIGN, GONE, Ask, State
from core.games.empires.steps import Step
from core.rules import rule


@step(Step.MOVE)
def move(r: Run, frame: list[int]) -> None:
    """Asks the seat of the active nation until it is done; not at all if nothing could be done."""
    s = r.s
    _lose_without_way_in(r)
    if s.cohorts or s.waiting or leads(r.c, s, s.nation):
        r.ask("move", s.nation)
    else:
        r.drop()


class Moving:
    """The question of the Movement Phase."""

    def offers(self, c: Charts, s: State, ask: Ask) -> list[Offers]:
        """Marches by place, then what else may be done, `Done` last."""
        found: list[Offers] = [*marches(c, s)]
        others: list[Action] = [AskLeave(sea) for sea in _askable(c, s)]
        others += [Shift(group[0], goal) for group in s.waiting for goal in shift_goals(c, s, group[0])]
        others += [Defy(nation) for nation in defiable(c, s)]
        if _refuse_done(c, s) is None:
            others.append(Done())
        if others:
            found.append(Plain(tuple(others)))
        return found

    def refuse(self, c: Charts, s: State, ask: Ask, action: Action) -> Refusal | None:
        """By the rule that forbids it."""
        match action:
            case March():
                return refuse_march(c, s, action)
            case Done():
                return _refuse_done(c, s)
            case AskLeave(sea):
                return None if sea in _askable(c, s) else Refusal("no-leave-to-ask", "5.41", {"place": sea})
            case Shift(origin, goal):
                good = any(g[0] == origin for g in s.waiting) and goal in shift_goals(c, s, origin)
                return None if good else Refusal("no-shift", "7.1", {"place": origin})
            case Defy(nation):
                return None if nation in defiable(c, s) else Refusal("no-defiance", "7.1", {"nation": nation})
            case _:
                return Refusal("not-now", "4.3")

    def apply(self, r: Run, ask: Ask, action: Action) -> None:
        """One thing done; the step asks again unless the phase is over."""
        r.s.ask = None
        match action:
            case March():
                do_march(r, action)
            case AskLeave(sea):
                r.out.append(LeaveAsked(r.s.nation, sea))
                r.push(Step.LEAVE, sea)
            case Shift(origin, goal):
                _shift(r, origin, goal)
            case Defy(nation):
                r.s.defied.append(nation)
                r.out.append(Defied(r.s.nation, nation))
            case _:
                r.drop()


decision("move", Moving())


def _refuse_done(c: Charts, s: State) -> Refusal | None:
    return _still_outside(c, s) or _still_crowded(c, s)


@rule("7.1")
def _still_outside(c: Charts, s: State) -> Refusal | None:
    """All invaders must enter (R7.1-b)."""
    return Refusal("invaders-outside", "7.1", {"place": s.waiting[0][0]}) if s.waiting else None


@rule("5.2")
def _still_crowded(c: Charts, s: State) -> Refusal | None:
    """Not while an unmoved army of an overfull area can still go where there is room, by itself or along
    with a leader or Arms (R5.2-c).

    A march that has to leave armies among enemies on its way need not be looked at: if there is room for
    them they could have gone there, and if there is none that area would be overfull.
    """
    crowded = overfull_now(c, s, s.nation)
    if not crowded:
        return None
    armies = places_of(s, s.nation)
    for offer in marches(c, s):
        if offer.origin not in crowded:
            continue
        for route in offer.routes:
            goal = route.path[-1]
            if goal == offer.origin or any(low > 0 for low in route.least):
                continue
            if makes_room(c, armies, offer.origin, goal, offer.most_to_end(route)):
                return Refusal("overfull", "5.2", {"place": offer.origin, "goal": goal}, (offer.origin,))
    return None


# Leave to cross a sea.


@rule("5.41")
def _askable(c: Charts, s: State) -> list[int]:
    """Seas with boats for this nation, fleets not asked yet, and own pieces that could go there."""
    if not s.fleets or c.nations[s.nation].colonial:
        return []
    boats = c.setups[s.setup].turns[s.turn].nations[s.nation].boats
    fleets = sorted({sea for sea, _, _ in s.fleets if boats >> sea & 1})
    asked = {sea for sea, _, _ in s.leave}
    return [sea for sea in fleets if sea not in asked and _could_sail(c, s, sea)]


def _could_sail(c: Charts, s: State, sea: int) -> bool:
    """Is an unmoved army on a coast of the sea, or anywhere with a leader or Arms?"""
    for cohort in s.cohorts:
        if cohort.path or cohort.crossed:
            continue
        if c.board.to_land_masks[sea] >> cohort.place & 1:
            return True
        if cohort.place in s.leader_at or cohort.place in s.arms_at:
            return True
    return False


@step(Step.LEAVE)
def ask_leave(r: Run, frame: list[int]) -> None:
    """Each colonial nation with armies in the sea answers once, in order of play (R5.41-a)."""
    s, sea = r.s, frame[1]
    for nation in sorted(who for place, who, _ in s.fleets if place == sea):
        if any(place == sea and who == nation for place, who, _ in s.leave):
            continue
        standing = standing_answer(s, nation, LEAVE)
        if standing is None:
            r.ask("leave", nation, s.nation, sea)
            return
        _answer_leave(r, nation, sea, standing)
    r.drop()


def _answer_leave(r: Run, nation: int, sea: int, yes: bool) -> None:
    r.s.leave.append([sea, nation, int(yes)])
    r.out.append(LeaveAnswered(nation, r.s.nation, sea, yes))


yes_or_no("leave", "5.41", lambda r, ask, yes: _answer_leave(r, ask.nation, ask.args[1], yes))


# Invaders whose way in is closed (R7.1-c).


def _entries_open(c: Charts, s: State, place: int) -> bool:
    return bool(c.board.foreign_entry_masks[place - FOREIGN] & ~closed_areas(c, s))


@rule("7.1", permissive=lambda c, s, origin: [FOREIGN + f for f in c.board.foreign_borders[origin - FOREIGN]])
def shift_goals(c: Charts, s: State, origin: int) -> list[int]:
    """Foreign areas to which blocked invaders may go round, by the errata: once, if no border is open."""
    if not s.options[ERRATA] or _entries_open(c, s, origin) or origin in s.shifted:
        return []
    return [FOREIGN + other for other in c.board.foreign_borders[origin - FOREIGN]]


def _shift(r: Run, origin: int, goal: int) -> None:
    s = r.s
    group = next(group for group in s.waiting if group[0] == origin)
    s.shifted.append(goal)
    r.out.append(Shifted(s.nation, origin, goal, group[1]))
    for leader in range(len(s.leader_at)):
        if group[2] >> leader & 1:
            move_escort(s, leader, goal)
    others = [other for other in s.waiting if other[0] == goal]
    if others:
        others[0][1] += group[1]
        others[0][2] |= group[2]
        s.waiting.remove(group)
    else:
        group[0] = goal


@rule("7.1", permissive=lambda c, s: sorted({nation for nation, _ in s.submitted}))
def defiable(c: Charts, s: State) -> list[int]:
    """Nations that blocked invaders may treat as not having submitted, if no shift opens a way."""
    if not s.waiting or not s.submitted:
        return []
    blocked = [p for p, _, _ in s.waiting if not _entries_open(c, s, p) and not shift_goals(c, s, p)]
    entries = sum(1 << a for p in blocked for a in c.board.foreign_entries[p - FOREIGN])
    nations = {s.owner[area] for area in range(c.board.land) if entries >> area & 1}
    submitted = {nation for nation, _ in s.submitted}
    return sorted(n for n in nations & submitted if not shielded(c, s, n))


@rule("7.1")
def _lose_without_way_in(r: Run) -> None:
    """Invaders with no way in at all are lost (R7.1-c)."""
    s = r.s
    for group in list(s.waiting):
        place, armies, leaders = group
        if _entries_open(r.c, s, place) or shift_goals(r.c, s, place) or defiable(r.c, s):
            continue
        s.waiting.remove(group)
        r.out.append(Lost(s.nation, place, armies, "no-way-in"))
        for leader in range(len(s.leader_at)):
            if leaders >> leader & 1:
                move_escort(s, leader, GONE)
                r.out.append(LeaderWent(leader, s.nation, place, "no-way-in"))
