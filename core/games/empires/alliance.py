"""Alliance with the overlord (11.2): who may declare it and when, its price, what it does at once.

It is a claim: a seat declares it whenever the game waits for anybody. What it does then is the same as
when a window asks (`submission`) or a submission forces it: the price is paid, and armies leave.
"""

from __future__ import annotations

from functools import lru_cache

from core.game import Refusal
from core.games.empires import leaders, ledger, withdrawal
from core.games.empires.actions import Action, Ally, Pay
from core.games.empires.answers import choice
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import Allied
from core.games.empires.pieces import armies_at, has_army, land_of, strangers
from core.games.empires.protection import allied_areas
from core.games.empires.removals import take_off
from core.games.empires.run import Run, step
from core.games.empires.state import ARMY_GIVEN, MARKER_GIVEN, NO_ALLIANCE, State
from core.games.empires.steps import Step
from core.rules import rule


@rule("11.2", permissive=True)
def alliance_open(c: Charts, s: State) -> bool:
    """From the beginning of the overlord's own turn in the game turn the chart names (R11.2-a)."""
    if s.turn != c.alliance_from_turn:
        return s.turn > c.alliance_from_turn
    return bool(s.stack) and s.stack[0][2] > c.overlord


@rule("11.2", permissive=lambda c, s, nation: has_army(s, nation))
def may_ally(c: Charts, s: State, nation: int) -> bool:
    """An Indian nation with an army on the map that is no ally yet (R11.2-b)."""
    return not c.nations[nation].colonial and s.allied[nation] == NO_ALLIANCE and has_army(s, nation)


@rule("11.2", permissive=lambda c, s, nation: [(NONE, NONE)])
def prices(c: Charts, s: State, nation: int) -> list[tuple[int, int]]:
    """What it can give: its marker (NONE), or an army of a place, told apart by the way it came.

    What the dice have felled and is about to be taken off is nothing to give.
    """
    if nation == s.nation:
        armies = sorted({(cohort.place, cohort.entered_from()) for cohort in s.cohorts})
    else:
        armies = [(area, NONE) for area in land_of(s, nation).areas]
        armies += [(sea, NONE) for sea, who, _ in s.fleets if who == nation]
    for frame in s.stack:
        if frame[0] == Step.LOSSES and frame[2] == nation and armies_at(s, nation, frame[1]) <= frame[4]:
            armies = [army for army in armies if army[0] != frame[1]]
    return [(NONE, NONE), *armies]


# Declared unasked.


def alliances(c: Charts, s: State, seat: int) -> tuple[Ally, ...]:
    """All that a seat may declare now for its nations."""
    if not alliance_open(c, s):
        return ()
    found: tuple[Ally, ...] = ()
    for nation in c.setups[s.setup].played.get(seat, ()):
        if may_ally(c, s, nation):
            found += _declarations(nation, tuple(prices(c, s, nation)))
    return found


@lru_cache(maxsize=1024)
def _declarations(nation: int, paid: tuple[tuple[int, int], ...]) -> tuple[Ally, ...]:
    """Kept, for they are listed with every question and rarely change."""
    return tuple(Ally(nation, place, entry) for place, entry in paid)


def refuse_alliance(c: Charts, s: State, seat: int, action: Ally) -> Refusal | None:
    """Not for others' nations, not too early, not twice, not without the price."""
    nation, owner = action.nation, c.setups[s.setup].owner
    if not 0 <= nation < len(owner) or owner[nation] != seat:
        return Refusal("not-your-nation", "11.2", {"seat": seat})
    if not alliance_open(c, s):
        return Refusal("no-alliance-yet", "11.2", {"nation": nation, "turn": c.alliance_from_turn})
    if not may_ally(c, s, nation):
        return Refusal("cannot-ally", "11.2", {"nation": nation})
    if (action.place, action.entry) not in prices(c, s, nation):
        return Refusal("no-such-price", "11.2", {"nation": nation})
    return None


def declare(r: Run, action: Ally) -> None:
    """The open question may have changed by it, so it is put anew."""
    r.s.ask = None
    become_ally(r, action.nation, action.place, action.entry)


# Asked in a window, or forced.


def offered(c: Charts, s: State, nation: int) -> tuple[Action, ...]:
    """The price in answer to a question."""
    return tuple(Pay(place, entry) for place, entry in prices(c, s, nation))


@step(Step.PRICE)
def pay(r: Run, frame: list[int]) -> None:
    """A nation that has submitted to the overlord or an ally pays for the alliance (R11.2-d)."""
    if may_ally(r.c, r.s, frame[1]):
        r.ask("price", frame[1])
    else:
        r.drop()


def paid(r: Run, nation: int, action: Action) -> None:
    """The price has been named."""
    assert isinstance(action, Pay)
    become_ally(r, nation, action.place, action.entry)


choice(
    "price",
    "11.2",
    lambda c, s, ask: offered(c, s, ask.nation),
    lambda r, ask, action: paid(r, ask.nation, action),
)


# What it does.


def become_ally(r: Run, nation: int, place: int, entry: int) -> None:
    """The price is paid; armies of friends in each other's land leave it (R11.2-e, f)."""
    s = r.s
    s.allied[nation] = MARKER_GIVEN if place == NONE else ARMY_GIVEN
    r.out.append(Allied(nation, place != NONE))
    if place != NONE:
        _give_army(r, nation, place, entry)
    withdrawal.begin_withdrawal(r, allied_areas(r.c, s))


@rule("11.2")
def _give_army(r: Run, nation: int, place: int, entry: int) -> None:
    """One army from anywhere, even out of a battle; it is not destroyed and pays nobody (R11.2-b).

    Neither does a leader it leaves alone with enemies: he falls to no dice (9.2, R15.3-a).
    """
    s = r.s
    take_off(r, nation, place, 1, "alliance", entry)
    if strangers(s, nation, place):
        leaders.eliminate_lone(r, place, NONE)
    if place < r.c.board.land and nation != s.nation and s.nation != NONE and armies_at(s, s.nation, place):
        ledger.stands_in(r, place, army=True)
