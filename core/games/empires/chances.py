"""What is still worth doing before a question is done with: points within reach of pieces that can still act.

Reckoned from a view and the answers it allows, so from what everybody sees. No rule is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from core.game import Pending
from core.games.empires.actions import Action, Attack, Build, March
from core.games.empires.chart_types import ARMY, NONE, Charts, Objective
from core.games.empires.offers import Marches, Plain, Route
from core.games.empires.outlook import enemy_in, outlook, sketch, title
from core.games.empires.scoring import coast_points
from core.games.empires.view import View
from core.legal import Legal

Kind: TypeAlias = Literal["hold", "capture", "destroy", "raj", "build", "fight"]

AHEAD: Final = 1
"""So many turns after this one are looked at."""
GOOD: Final = 0.5
"""The least chance of an attack that is worth a word."""
LOOKED: Final = 3
"""So many places from which one could be attacked are looked at."""


class Chance(Struct, frozen=True):
    """Something that can still be done, and what it pays.

    `points`: for holding or entering the place, for each army destroyed, for the title, or for the factory
    (`fight`: 0). `turn`: the one at whose end they are counted; 0: at once. With an `enemy` in the place
    `wins` is the exact chance of so many `armies` from `origin`; without one it is 1. `areas`: of a title,
    how many more it needs, and how many it then has.
    """

    kind: Kind
    place: int
    points: int
    turn: int = 0
    origin: int = NONE
    armies: int = 0
    enemy: int = NONE
    wins: float = 1.0
    over_sea: bool = False
    areas: tuple[int, int] = (0, 0)
    expected: float = 0.0
    """Points, as likely as they are."""


def chances(c: Charts, view: View, legal: Legal[Action], asked: Pending, most: int) -> tuple[Chance, ...]:
    """The best of them; of several attacks that the same armies could make, one."""
    plain = [action for offer in legal.offers if isinstance(offer, Plain) for action in offer.actions]
    found: list[Chance] = []
    if asked.kind == "move":
        found = _Marching(c, view, legal).chances()
    elif asked.kind == "battle":
        found = [each for a in plain if isinstance(a, Attack) and (each := _fight(c, view, a))]
    elif asked.kind == "factories":
        found = [each for a in plain if isinstance(a, Build) and (each := _factory(c, view, a.area))]
    kept: list[Chance] = []
    order = sorted(
        found, key=lambda each: (max(each.turn, view.turn), -each.expected, -each.wins, each.place)
    )
    for each in order:
        fights = [other for other in kept if other.enemy != NONE and asked.kind == "move"]
        busy = each.enemy != NONE and any(each.origin == other.origin for other in fights)
        if not busy and all(each.place != other.place or each.kind == "raj" for other in kept):
            kept.append(each)
    return tuple(kept[:most])


def _lines(c: Charts, view: View) -> Iterator[tuple[Objective, int]]:
    """Lines of the active nation's card that will still pay, with the turn in which they do next."""
    for line in c.objectives:
        turns = [turn for turn in line.turns if view.turn <= turn <= view.turn + AHEAD]
        if line.nation == view.nation and turns:
            yield line, min(turns)


def _fight(c: Charts, view: View, attack: Attack) -> Chance | None:
    """An attack that may be made, with good odds."""
    place, enemy = attack.place, attack.nation
    look = outlook(c, view, place, enemy, factory=attack.factory)
    if look is None or look.odds.attacker_wins < GOOD:
        return None
    wins, armies = look.odds.attacker_wins, look.battle.attackers.armies
    return Chance("fight", place, 0, enemy=enemy, wins=wins, armies=armies, expected=wins)


def _factory(c: Charts, view: View, area: int) -> Chance | None:
    """The award for seas with factories, with one more than without."""
    s = sketch(c, view)
    for line, turn in _lines(c, view):
        if line.kind == "coasts":
            before = coast_points(c, s, line)
            s.factories[area] = view.nation
            more = coast_points(c, s, line) - before
            s.factories[area] = NONE
            if more > 0:
                return Chance("build", area, more, turn, expected=more)
    return None


class _Way(Struct, frozen=True):
    """A way to a place, and how many armies can end there at most."""

    offer: Marches
    route: Route
    most: int


class _Marching:
    """What armies that have not moved can still reach."""

    def __init__(self, c: Charts, view: View, legal: Legal[Action]) -> None:
        self._c, self._view = c, view
        self._offers = [offer for offer in legal.offers if isinstance(offer, Marches)]
        self._own = dict(view.armies[view.nation])
        self._lines = list(_lines(c, view))
        self._ways: dict[int, list[_Way]] = {}
        for offer in self._offers:
            self._find_ways(offer)

    def _find_ways(self, offer: Marches) -> None:
        """The shortest way from there to each land area without own armies."""
        found: dict[int, Route] = {}
        for route in offer.routes:
            end = route.path[-1]
            if end >= self._c.board.land or end in self._own:
                continue
            if end not in found or len(route.path) < len(found[end].path):
                found[end] = route
        for end, route in found.items():
            if most := offer.most_to_end(route):
                self._ways.setdefault(end, []).append(_Way(offer, route, most))

    def _holds(self, place: int) -> tuple[int, int]:
        """Points for holding a place at the next count that pays for it, and its turn."""
        found = [(t, -line.points[0]) for line, t in self._lines
                 if line.kind == "hold" and line.areas >> place & 1]  # fmt: skip
        turn, points = min(found, default=(0, 0))
        return -points, turn

    def _enters(self, place: int) -> int:
        """Points for entering it in this turn."""
        if self._view.captured >> place & 1:
            return 0
        due = self._c.due[self._view.turn][self._view.nation]
        return sum(line.points[0] for line in due if line.kind == "capture" and line.areas >> place & 1)

    def _destroys(self, nation: int) -> int:
        """Points for each army of a nation."""
        due = [line for line in self._c.due[self._view.turn][self._view.nation] if line.kind == "destroy"]
        return sum(line.points[0] for line in due if line.nations >> nation & 1 and line.pieces & ARMY)

    def _spare(self, origin: int) -> int:
        """Armies that can leave while the place stays held."""
        offer = next(offer for offer in self._offers if offer.origin == origin)
        return offer.armies - (0 if offer.stay or origin >= self._c.board.land else 1)

    def chances(self) -> list[Chance]:
        """All of them."""
        enemies = [(place, enemy_in(self._c, self._view, place)) for place in sorted(self._ways)]
        attacks = [each for place, enemy in enemies if enemy != NONE for each in self._attacks(place, enemy)]
        raj = self._raj()
        return [*self._peaceful(), *([raj] if raj is not None else []), *attacks]

    def _empty(self) -> list[int]:
        taken = {place for places in self._view.armies for place, _ in places}
        return [place for place in sorted(self._ways) if place not in taken]

    def _over_sea(self, route: Route) -> bool:
        return any(place >= self._c.board.land for place in route.path)

    def _peaceful(self) -> Iterator[Chance]:
        """Each army is counted on once; one that holds a place itself, for what is more there than here."""
        wanted = []
        for place in self._empty():
            (held, turn), entered = self._holds(place), self._enters(place)
            if entered:
                wanted.append((0, -entered, place, "capture"))
            elif held:
                wanted.append((turn, -held, place, "hold"))
        spare = {offer.origin: self._spare(offer.origin) for offer in self._offers}
        for turn, lost, place, kind in sorted(wanted):
            ways = sorted(self._ways[place], key=lambda way: (-spare[way.offer.origin], len(way.route.path)))
            way, origin = ways[0], ways[0].offer.origin
            gain = -lost if spare[origin] > 0 else -lost - self._holds(origin)[0]
            if spare[origin] < 0 or gain <= 0:
                continue
            spare[origin] -= 1
            made: Kind = "capture" if kind == "capture" else "hold"
            over = self._over_sea(way.route)
            yield Chance(made, place, -lost, turn, origin, 1, over_sea=over, expected=gain)

    def _raj(self) -> Chance | None:
        """The next title, if armies to spare can stand in as many more areas as it needs (13.0)."""
        view = self._view
        if not any(line.kind == "raj" for line in self._c.due[view.turn][view.nation]):
            return None
        areas, points = title(self._c, view, view.nation)
        more = next((each for each in self._c.titles if each[0] > areas and each[1] > points), None)
        if more is None:
            return None
        spare = {offer.origin: self._spare(offer.origin) for offer in self._offers}
        reached = []
        for place in sorted(self._empty(), key=lambda place: len(self._ways[place])):
            origin = max((way.offer.origin for way in self._ways[place]), key=lambda at: spare[at])
            if spare[origin] > 0 and view.factories[place] in (NONE, view.nation):
                spare[origin] -= 1
                reached.append(place)
        needed = more[0] - areas
        if needed > len(reached):
            return None
        gain, wanted = more[1] - points, (needed, more[0])
        return Chance("raj", reached[0], gain, view.turn, areas=wanted, expected=gain)

    def _attacks(self, place: int, enemy: int) -> Iterator[Chance]:
        """With as many as can come from one place, but for one that has something to hold there; from the
        places that can send most."""
        (held, turn), entered, each = self._holds(place), self._enters(place), self._destroys(enemy)
        if not (held or entered or each):
            return
        kind: Kind = "capture" if entered else "hold" if held else "destroy"
        points, when = (entered, 0) if entered else (held, turn) if held else (each, 0)
        ways = sorted(self._ways[place], key=lambda way: (-self._sent(way), len(way.route.path)))
        for way in ways[:LOOKED]:
            march = self._march(way, self._sent(way))
            look = march and outlook(self._c, self._view, place, enemy, march)
            if march is None or not look or look.odds.attacker_wins < GOOD:
                continue
            wins, sea = look.odds.attacker_wins, self._over_sea(way.route)
            gain = (held + entered) * wins + each * look.odds.defenders_lost.expected
            armies, start = sum(march.ends), march.origin
            yield Chance(kind, place, points, when, start, armies, enemy, wins, sea, expected=gain)

    def _sent(self, way: _Way) -> int:
        keeps = self._holds(way.offer.origin)[0] > 0
        return min(way.most, self._spare(way.offer.origin)) if keeps else way.most

    def _march(self, way: _Way, most: int) -> March | None:
        """So many to the end of a way, with all who go along, or fewer."""
        path, last = way.route.path, len(way.route.path) - 1
        for escorts in (tuple((piece, last) for piece in way.offer.escorts), ()):
            for number in range(most, 0, -1):
                march = March(way.offer.origin, path, (*[0] * last, number), escorts)
                if way.offer.contains(march):
                    return march
        return None
