"""What a battle would be, reckoned from what everybody sees: for whoever holds armies over a place or fights.

No rule is decided here: a view is turned back into a position as far as it goes, and the rules are asked.
"""

from __future__ import annotations

from msgspec import Struct

from core.games.empires.actions import March
from core.games.empires.battle_round import ARMIES, FACTORY, battle_of
from core.games.empires.chart_types import ARMY, NONE, Charts
from core.games.empires.odds import Battle, Distribution, Needs, fight_on, needs
from core.games.empires.pieces import armies_at, escorts_at, move_escort, strangers
from core.games.empires.removals import excess, tested_after_movement
from core.games.empires.retreats import defender_goals
from core.games.empires.rules import first_position
from core.games.empires.scoring import raj_areas, title_points, would_pay
from core.games.empires.state import FOREIGN, Cohort, State
from core.games.empires.view import View


class Outlook(Struct, frozen=True):
    """A battle in the eyes of the attacker, before its first round or between two."""

    place: int
    attacker: int
    enemy: int
    battle: Battle
    needs: Needs
    odds: Distribution
    ours: tuple[int, ...]
    """Leaders and Arms with the attackers."""
    theirs: tuple[int, ...]
    refuges: tuple[int, ...]
    """Where the defender may retreat to after a round (8.5)."""
    watched: tuple[int, ...]
    """Neighbours without armies that are closed to it: attackers stand next to them or came from there."""


class Stake(Struct, frozen=True):
    """Points of a card that hang on a battle: what for (a kind of line, or `empty`), how many, about whom."""

    why: str
    points: int
    place: int
    victim: int = NONE


def sketch(c: Charts, view: View, march: March | None = None) -> State:
    """The pieces of a view as a position with nothing under way; after a march, if one is given."""
    s = first_position(c, view.setup, list(view.options))
    s.turn, s.nation, s.cycle = view.turn, view.nation, view.cycle
    s.owner, s.count = [NONE] * c.board.land, [0] * c.board.land
    for nation, places in enumerate(view.armies):
        for place, armies in places:
            if nation == view.nation:
                s.cohorts.append(Cohort(place, armies, []))
            elif place < c.board.land:
                s.owner[place], s.count[place] = nation, armies
            else:
                s.fleets.append([place, nation, armies])
    for place, entry, armies in view.came:
        _part(s, place, armies).path = [entry, place]
    s.factories, s.leader_at = list(view.factories), list(view.leader_at)
    s.arms_at, s.arms_to = list(view.arms_at), list(view.arms_to)
    s.allied, s.captured = list(view.allied), view.captured
    s.submitted = [list(each) for each in view.submitted]
    if march is not None:
        _march(s, march)
    return s


def _part(s: State, place: int, armies: int) -> Cohort:
    """So many of the active armies of a place that have come no way, as a cohort of their own."""
    for cohort in s.cohorts:
        if cohort.place == place and not cohort.path:
            cohort.armies -= armies
            break
    s.cohorts = [cohort for cohort in s.cohorts if cohort.armies > 0]
    made = Cohort(place, armies, [])
    s.cohorts.append(made)
    return made


def _march(s: State, march: March) -> None:
    for at, (place, armies) in enumerate(zip(march.path, march.ends, strict=True)):
        if armies:
            part = Cohort(place, armies, []) if march.origin >= FOREIGN else _part(s, march.origin, armies)
            part.place, part.path = place, [march.origin, *march.path[: at + 1]]
            if march.origin >= FOREIGN:
                s.cohorts.append(part)
    for escort, at in march.escorts:
        move_escort(s, escort, march.path[at])


def enemy_in(c: Charts, view: View, place: int) -> int:
    """Whom an attack of the active nation in a place would meet: the largest army, or NONE."""
    here = [
        (armies, nation)
        for nation, places in enumerate(view.armies)
        if nation != view.nation
        for at, armies in places
        if at == place
    ]
    return max(here)[1] if here else NONE


def outlook(
    c: Charts, view: View, place: int, enemy: int, march: March | None = None, *, factory: bool = False
) -> Outlook | None:
    """How the battle in a place would go; None if there is nobody to fight it."""
    s = sketch(c, view, march)
    battle = battle_of(c, s, place, enemy, FACTORY if factory else ARMIES)
    if not battle.attackers.armies or not (battle.defenders.armies or battle.factory):
        return None
    came_from = {k.entered_from() for k in s.cohorts if k.place == place}
    entries = sum(1 << entry for entry in came_from if 0 <= entry < FOREIGN)
    goals = 0 if factory else defender_goals(c, s, enemy, place, entries)
    around = c.board.to_land_masks[place] if not factory else 0
    closed = [a for a in range(c.board.land) if around >> a & 1 and not goals >> a & 1 and s.owner[a] == NONE]
    return Outlook(
        place, s.nation, enemy, battle, needs(battle), fight_on(battle),
        tuple(escorts_at(c, s, s.nation, place)), tuple(escorts_at(c, s, enemy, place)),
        tuple(place for place in range(goals.bit_length()) if goals >> place & 1),
        tuple(a for a in closed if not armies_at(s, s.nation, a)),
    )  # fmt: skip


def titles(c: Charts, view: View) -> tuple[tuple[int, int, int], ...]:
    """(nation, areas, points) of every nation that would be Raja now and may still be paid for it (13.0)."""
    can = {line.nation for line in c.objectives if line.kind == "raj" and line.turns[-1] >= view.turn}
    found = ((nation, *title(c, view, nation)) for nation in sorted(can) if view.armies[nation])
    return tuple(each for each in found if each[2])


def title(c: Charts, view: View, nation: int) -> tuple[int, int]:
    """The areas that count for a nation's Raj, and the points they would be worth."""
    areas = raj_areas(c, sketch(c, view), nation).bit_count()
    return areas, title_points(c, areas)


def pays_now(c: Charts, view: View, nation: int) -> dict[str, int]:
    """Lines of a nation's card -> points that they would pay in this turn for what is on the map."""
    return {each.objective.id: each.points for each in would_pay(c, sketch(c, view), nation)}


def surplus(c: Charts, view: View) -> int:
    """Armies of the active nation that will be too many for its land if nothing more changes (6.0)."""
    if view.nation == NONE:
        return 0
    s = sketch(c, view)
    return excess(c, s) if tested_after_movement(c, s) else 0


def stakes(c: Charts, view: View, place: int, enemy: int, march: March | None = None) -> tuple[Stake, ...]:
    """What the card of this turn says of the battle, or (`enemy` NONE) of entering the place, and of the
    place left empty for it."""
    s = sketch(c, view, march)
    found = []
    for line in c.due[view.turn][view.nation]:
        here = place < c.board.land and bool(line.areas >> place & 1)
        if line.kind == "hold" and here:
            found.append(Stake("hold", line.points[0], place))
        elif line.kind == "capture" and here and not view.captured >> place & 1:
            found.append(Stake("capture", line.points[0], place))
        elif line.kind == "destroy" and enemy != NONE and line.nations >> enemy & 1 and line.pieces & ARMY:
            found.append(Stake("destroy", line.points[0], place, enemy))
        if march is None or march.origin >= c.board.land or line.kind != "hold":
            continue
        emptied = not armies_at(s, s.nation, march.origin) and not strangers(s, s.nation, march.origin)
        if emptied and line.areas >> march.origin & 1:
            found.append(Stake("empty", line.points[0], march.origin))
    return tuple(found)
