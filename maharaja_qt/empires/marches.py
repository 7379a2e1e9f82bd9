"""What of this game is lifted and dropped while a nation moves: marches, and invaders that go round.

Only the offers say what is legal: a march is made up for a goal and tried against them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot

from core.games.empires.actions import Action, March, Shift
from core.games.empires.offers import Marches, Plain, Route
from core.games.empires.state import ARMS, FOREIGN
from core.games.empires.view import View
from core.legal import Legal
from core.texts import Texts
from maharaja_qt.board.hand import Goal, Hand
from maharaja_qt.board.pieces import Piece

Explain = Callable[[Action], str]
"""The sentence with which the table refuses an action."""


class EmpiresMoves:
    """The index of what may be lifted: origin -> its marches, and invaders that go round.

    `centre` is where a place is; of ways of equal length the straightest is taken.
    """

    def __init__(
        self,
        view: View,
        legal: Legal[Action],
        words: Texts,
        centre: Callable[[int], tuple[float, float]],
        explain: Explain | None = None,
    ) -> None:
        self.view = view
        self.words = words
        self.centre = centre
        self.explain = explain
        self.marches: dict[int, Marches] = {}
        self.shifts: dict[int, list[Shift]] = {}
        for offer in legal.offers:
            if isinstance(offer, Marches):
                self.marches[offer.origin] = offer
            elif isinstance(offer, Plain):
                for action in offer.actions:
                    if isinstance(action, Shift):
                        self.shifts.setdefault(action.origin, []).append(action)

    def say(self, code: str, **params: object) -> str:
        """A sentence of the board."""
        return self.words.say("board", code, params)

    def origins(self) -> frozenset[int]:
        """Places from which something may be lifted."""
        return frozenset({*self.marches, *self.shifts})

    # What a piece is.

    def _nation(self, piece: Piece) -> int:
        """The nation a piece moves with, or -1: `id` says what it is (see `Layout`)."""
        match piece.id:
            case ("army", int(nation), *_):
                return nation
            case ("leader", int(leader), *_):
                return self.view.nation if self._escorts(piece.place, leader) else -1
            case ("arms", int(supplier), *_):
                return self.view.arms_to[supplier]
        return -1

    def _escorts(self, place: int, piece: int) -> bool:
        offer = self.marches.get(place)
        return offer is not None and piece in offer.escorts

    def escort(self, piece: Piece) -> int:
        """The number of a leader or of Arms as an escort, or -1."""
        match piece.id:
            case ("leader", int(leader), *_):
                return leader
            case ("arms", int(supplier), *_):
                return ARMS + supplier
        return -1

    def movable(self, piece: Piece) -> bool:
        """Does an offer begin with this piece?"""
        if piece.place in self.shifts and self._nation(piece) == self.view.nation:
            return True
        offer = self.marches.get(piece.place)
        if offer is None or self._nation(piece) != self.view.nation:
            return False
        escort = self.escort(piece)
        return escort in offer.escorts if escort >= 0 else offer.armies > 0

    def why_not(self, piece: Piece) -> str:
        """Why it cannot be lifted."""
        if not self.marches:
            return self.say("not-asked")
        match piece.id:
            case ("army", int(nation), *_) if nation != self.view.nation:
                return self.say("not-yours", nation=nation)
            case ("army" | "leader" | "arms", *_):
                return self.say("has-moved")
        return ""

    def lift(self, piece: Piece, number: int, along: bool) -> Hand[Action] | None:
        """A stack with its escorts, or an escort alone."""
        if not self.movable(piece):
            return None
        offer = self.marches.get(piece.place)
        if offer is None:
            return _Round(self, piece)
        escort = self.escort(piece)
        if escort >= 0:
            return MarchHand(self, offer, piece, 0, (escort,))
        most = offer.armies - offer.held
        wanted = min(number or most, most)
        return MarchHand(
            self, offer, piece, max(wanted, 1), offer.escorts if along and wanted == most else ()
        )

    def lift_these(self, pieces: Sequence[Piece]) -> Hand[Action] | None:
        """So many single armies and these escorts."""
        movable = [piece for piece in pieces if self.movable(piece)]
        offer = self.marches.get(movable[0].place) if movable else None
        if offer is None:
            return None
        escorts = sorted(self.escort(piece) for piece in movable if self.escort(piece) >= 0)
        armies = sum(1 for piece in movable if self.escort(piece) < 0)
        return MarchHand(self, offer, movable[0], min(armies, offer.armies - offer.held), tuple(escorts))

    def strangers(self, place: int) -> bool:
        """Has another nation armies there?"""
        return any(
            place == at
            for nation, armies in enumerate(self.view.armies)
            if nation != self.view.nation
            for at, _ in armies
        )


class MarchHand:
    """Armies and escorts of one origin in the hand: how many, by which way, and who is left on it."""

    def __init__(
        self, moves: EmpiresMoves, offer: Marches, piece: Piece, number: int, escorts: tuple[int, ...]
    ) -> None:
        self._moves = moves
        self._offer = offer
        self._piece = piece
        self.origin = offer.origin
        self.number = number
        self.escorts = escorts
        self._least = 0 if escorts else 1
        self._trail: list[int] = []
        self._left: dict[int, int] = {}
        self._goals: dict[int, Goal] | None = None

    # How many.

    @property
    def most(self) -> int:
        """Armies that may go."""
        return self._offer.armies - self._offer.held

    @property
    def taken(self) -> Mapping[Hashable, int]:
        """Piece -> how many of it are held."""
        nation = self._moves.view.nation
        held: dict[Hashable, int] = {}
        if self.number:
            held["army", nation, self.origin] = self.number
        for escort in self.escorts:
            held[("arms", escort - ARMS) if escort >= ARMS else ("leader", escort)] = 1
        return held

    @property
    def label(self) -> str:
        """ "3 of 3, wheel for fewer"."""
        code = "hold" if self.most > 1 else "hold-all"
        return self._moves.say(code, number=self.number, most=self.most)

    def more(self, by: int) -> None:
        """Takes up more armies, or fewer."""
        self.take(self.number + by)

    def take(self, number: int) -> None:
        """Takes so many armies, not fewer than are left on the way."""
        self.number = min(max(number, self._least, sum(self._left.values())), self.most)
        self._goals = None

    # Which way.

    def over(self, place: int) -> None:
        """The trail: places carried over, back to the last time this one was."""
        if place < 0 or place == self.origin:
            self._trail.clear()
        elif place in self._trail:
            del self._trail[self._trail.index(place) + 1 :]
        else:
            self._trail.append(place)
        self._left = {at: number for at, number in self._left.items() if at in self._trail}
        self._goals = None

    def set_down(self, by: int) -> None:
        """Leaves armies at the place carried over, if some way goes on from there."""
        if not self._trail:
            return
        place = self._trail[-1]
        spare = self.number - sum(self._left.values())
        number = min(max(self._left.get(place, 0) + by, 0), self._left.get(place, 0) + spare)
        self._left[place] = number
        if not number:
            del self._left[place]
        self._goals = None

    def left(self) -> Mapping[int, int]:
        """Place -> how many are left there."""
        return dict(self._left)

    # Where to.

    @property
    def goals(self) -> Mapping[int, Goal]:
        """All ends of marches with what is held."""
        if self._goals is None:
            ends = {route.path[-1] for route in self._offer.routes}
            self._goals = {end: self._goal(end) for end in sorted(ends) if self._best(end)}
        return self._goals

    def _goal(self, place: int) -> Goal:
        if self._moves.strangers(place):
            return Goal("battle")
        return Goal("quiet", f"+{self.number}" if self.number else "+")

    def _best(self, place: int) -> March | None:
        """The march to a place along the way they were carried, else the shortest and straightest."""
        found = [(route, march) for route in self._offer.routes if route.path[-1] == place
                 for march in self._tries(route)]  # fmt: skip
        if not found:
            return None
        return min(found, key=lambda each: self._rank(each[0]))[1]

    def _rank(self, route: Route) -> tuple[int, int, int, float]:
        path = list(route.path)
        # A way that differs from the trail, then a longer one, is the worse.
        strays = 0 if path == self._trail else 1
        missed = len([at for at in path[:-1] if at not in self._trail])
        points = [self._moves.centre(at) for at in (self.origin, *path)]
        length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
        return strays, missed if self._trail else 0, len(path), length

    def _tries(self, route: Route) -> Iterator[March]:
        """The march by a route with what is held, if the offers know it; with fewer where not all may go."""
        path, last = route.path, len(route.path) - 1
        if any(at not in path[:-1] for at in self._left if at != path[-1]):
            return
        down = [max(self._left.get(at, 0) if i < last else 0, route.least[i] if i < last else 0, 0)
                for i, at in enumerate(path)]  # fmt: skip
        for number in range(self.number, -1, -1):
            rest = number - sum(down)
            if rest < 0:
                return
            ends = (*down[:-1], rest)
            march = March(self.origin, path, ends, tuple((each, last) for each in self.escorts))
            if self._offer.contains(march):
                yield march
                return

    def route(self, place: int) -> Sequence[int]:
        """The places of the way to a goal."""
        march = self._best(place)
        return () if march is None else march.path

    def ends(self, place: int) -> Mapping[int, int]:
        """Place -> armies that end there, on the way to a goal."""
        march = self._best(place)
        return {} if march is None else {at: n for at, n in zip(march.path, march.ends, strict=True) if n}

    def actions(self, place: int) -> Sequence[Action]:
        """The one march."""
        march = self._best(place)
        return () if march is None else (march,)

    def why_not(self, place: int) -> str:
        """The table's reason, if it was asked; else that there is no way."""
        if place < 0:
            return self._moves.say("outside")
        if self._moves.explain is not None and place < FOREIGN:
            ends = (self.number,) if self.number else (0,)
            said = self._moves.explain(
                March(self.origin, (place,), ends, tuple((e, 0) for e in self.escorts))
            )
            if said:
                return said
        known = any(route.path[-1] == place for route in self._offer.routes)
        return self._moves.say("no-goal-so" if known else "no-goal", origin=self.origin, goal=place)


class _Round:
    """Blocked invaders in the hand, who may only go round to another foreign area (7.1)."""

    def __init__(self, moves: EmpiresMoves, piece: Piece) -> None:
        self._moves = moves
        self.origin = piece.place
        self.taken: Mapping[Hashable, int] = {piece.id: piece.count}
        self._found = {shift.goal: shift for shift in moves.shifts[piece.place]}
        self.goals: Mapping[int, Goal] = dict.fromkeys(self._found, Goal())
        self.label = ""

    def more(self, by: int) -> None:
        """All go."""

    def take(self, number: int) -> None:
        """All go."""

    def over(self, place: int) -> None:
        """There is one way."""

    def set_down(self, by: int) -> None:
        """None is left on the way."""

    def left(self) -> Mapping[int, int]:
        """Nothing."""
        return {}

    def route(self, place: int) -> Sequence[int]:
        """Straight there."""
        return (place,) if place in self._found else ()

    def actions(self, place: int) -> Sequence[Action]:
        """The one shift."""
        return (self._found[place],) if place in self._found else ()

    def why_not(self, place: int) -> str:
        """There is no such neighbour."""
        return self._moves.say("no-goal", origin=self.origin, goal=place) if place >= 0 else ""
