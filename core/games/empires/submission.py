"""Submission (11.1): who may submit, the windows in which nations are asked, and what it brings about.

A window goes round the nations in order of play from the active one on (R16.0-b) and puts each question
that arises once. Its frame holds how many of the possible questions are behind it.
"""

from __future__ import annotations

from typing import Final

from core.games.empires import alliance, withdrawal
from core.games.empires.actions import Action, Answer
from core.games.empires.answers import choice, yes_or_no
from core.games.empires.chart_types import NONE, Charts, Submission, numbers
from core.games.empires.events import Submitted
from core.games.empires.protection import held_by, is_friend, shielded
from core.games.empires.run import Run, step
from core.games.empires.standing import ALLIANCE, standing_answer, standing_submission
from core.games.empires.state import ERRATA, FOREIGN, Ask, State
from core.games.empires.steps import Step
from core.rules import rule


@rule("11.1", permissive=False)
def may_submit(c: Charts, s: State, nation: int, entry: Submission, ground: int) -> bool:
    """May a nation submit in a region now, the active nation's armies being on this ground?"""
    return (
        nation != s.nation
        and s.turn >= entry.from_turn
        and bool(ground & c.board.region_masks[entry.region])
        and 1 <= areas_left(c, s, nation, entry.region) <= entry.areas_left
        and [nation, entry.region] not in s.submitted
        and not shielded(c, s, nation)
    )


def areas_left(c: Charts, s: State, nation: int, region: int) -> int:
    """Areas of a region in which a nation has armies, contested or not (R11.1-b)."""
    return (held_by(s, nation) & c.board.region_masks[region]).bit_count()


@rule("11.1", permissive=lambda c, s: dict.fromkeys(range(len(c.nations)), -1))
def invaded(c: Charts, s: State) -> dict[int, int]:
    """Nation -> mask of the areas it held when the turn began, with the active nation's armies (R11.1-c)."""
    ground: dict[int, int] = {}
    nobody = (NONE, s.nation)
    for cohort in s.cohorts:
        if cohort.place < c.board.land and (nation := s.held[cohort.place]) not in nobody:
            ground[nation] = ground.get(nation, 0) | 1 << cohort.place
    return ground


@rule("7.1", permissive={})
def threatened(c: Charts, s: State) -> dict[int, int]:
    """Nation -> mask of its areas next to where invaders wait, who count as if in them (R7.1-c)."""
    reach = 0
    for place, _, _ in s.waiting:
        reach |= c.board.foreign_entry_masks[place - FOREIGN]
    ground: dict[int, int] = {}
    for area in numbers(reach):
        nation = s.owner[area]
        if nation != NONE:
            ground[nation] = ground.get(nation, 0) | 1 << area
    return ground


# The windows.

_ROUND: Final[dict[tuple[str, int], dict[int, list[tuple[int, Submission | None]]]]] = {}
"""The questions of a round, numbered, by charts and active nation, then by the nation asked."""


@step(Step.WINDOW)
def window(r: Run, frame: list[int]) -> None:
    """After a Movement Phase, a round, a battle: who may submit or ally is asked (R11.1-a, R11.2-a)."""
    _go_round(r, frame, entering=False)


@step(Step.ENTRY_WINDOW)
def entry_window(r: Run, frame: list[int]) -> None:
    """Before invaders enter, once (R7.1-c); the printed text knows no such question."""
    if r.s.options[ERRATA]:
        _go_round(r, frame, entering=True)
    else:
        r.drop()


def _go_round(r: Run, frame: list[int], *, entering: bool) -> None:
    """Puts the next question, or takes the answer that stands; the frame gets its count when first seen."""
    c, s = r.c, r.s
    if len(frame) == 1:
        frame.append(0)
    ground = (threatened if entering else invaded)(c, s)
    facing = [] if entering else alliances_at_hand(c, s)
    if not ground and not facing:
        r.drop()
        return
    key = (c.digest, s.nation)
    asked = _ROUND.get(key)
    if asked is None:
        asked = _ROUND[key] = {}
        for number, (nation, entry) in enumerate(_questions(c, s.nation)):
            asked.setdefault(nation, []).append((number, entry))
    met = [each for each in asked if each in ground or each in facing]
    for number, nation, entry in [(number, each, entry) for each in met for number, entry in asked[each]]:
        if number < frame[1]:
            continue
        frame[1] = number
        if entry is None:
            if nation in facing and standing_answer(s, nation, ALLIANCE) is None:
                r.ask("alliance", nation, s.nation)
                return
        elif may_submit(c, s, nation, entry, ground.get(nation, 0)):
            answer = standing_submission(s, nation, areas_left(c, s, nation, entry.region))
            if answer is None:
                r.ask("submission", nation, s.nation, entry.region)
                return
            if answer:
                frame[1] += 1
                submit(r, nation, entry.region)
                return
    r.drop()


@rule("16.0", permissive=lambda c, active: [])
def _questions(c: Charts, active: int) -> list[tuple[int, Submission | None]]:
    """All there can be, in order: each region of a nation, then (None) alliance (R16.0-b)."""
    found: list[tuple[int, Submission | None]] = []
    for nation in (*range(active + 1, len(c.nations)), *range(active)):
        found += [(nation, entry) for entry in c.nations[nation].submission]
        if not c.nations[nation].colonial:
            found.append((nation, None))
    return found


@rule("11.2", permissive=())
def alliances_at_hand(c: Charts, s: State) -> list[int]:
    """Nations that could ally, face to face with the overlord or an ally in their own areas (R11.2-a)."""
    if not is_friend(c, s, s.nation) or not alliance.alliance_open(c, s):
        return []
    holders = {s.owner[cohort.place] for cohort in s.cohorts if cohort.place < c.board.land} - {NONE}
    return [nation for nation in holders if alliance.may_ally(c, s, nation)]


def _submission_answered(r: Run, ask: Ask, yes: bool) -> None:
    r.s.stack[-1][1] += 1
    if yes:
        submit(r, ask.nation, ask.args[1])


yes_or_no("submission", "11.1", _submission_answered)


def _alliance_answered(r: Run, ask: Ask, action: Action) -> None:
    r.s.stack[-1][1] += 1
    if not isinstance(action, Answer):
        alliance.paid(r, ask.nation, action)


choice(
    "alliance",
    "11.2",
    lambda c, s, ask: (Answer(False), *alliance.offered(c, s, ask.nation)),
    _alliance_answered,
)


# What it brings about.


def submit(r: Run, nation: int, region: int) -> None:
    """The attacker cannot refuse: its armies leave the areas of the nation in that region (R11.1-d, e)."""
    r.s.submitted.append([nation, region])
    r.out.append(Submitted(nation, r.s.nation, region))
    withdrawal.begin_withdrawal(r, held_by(r.s, nation) & r.c.board.region_masks[region])
    _ally_at_once(r, nation)


@rule("11.2")
def _ally_at_once(r: Run, nation: int) -> None:
    """Whoever submits to the overlord or an ally allies too, and pays before anybody leaves (R11.2-d)."""
    if is_friend(r.c, r.s, r.s.nation) and alliance.alliance_open(r.c, r.s):
        r.push(Step.PRICE, nation)
