"""What of this game is lifted and dropped while a nation moves: marches, and invaders that go round.

Only the offers say what is legal: a march is made up for a goal and tried against them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot

from core.game import Pending
from core.games.empires.actions import Action, AskLeave, March, Place, Shift
from core.games.empires.chart_types import Charts
from core.games.empires.offers import Marches, Plain, Retreats, Route
from core.games.empires.state import ARMS, FOREIGN
from core.games.empires.view import View
from core.legal import Legal
from core.texts import Texts
from maharaja_qt.board.hand import Goal, Hand, Single, Spot
from maharaja_qt.board.pieces import Piece
from maharaja_qt.empires.falling_back import RetreatHand
from maharaja_qt.empires.layout import escort_id, held_ids
from maharaja_qt.empires.spots import spots_of
from maharaja_qt.empires.ways import shortest

_FROM_ONE_PLACE = frozenset({"retreat", "fall-back", "landing"})


class EmpiresMoves:
    """The index of what may be lifted: origin -> its marches, and pieces that go round, retreat or withdraw.

    `centre` is where a place is; of ways of equal length the straightest is taken. `asked` is the question;
    without one, the armies of the active nation march.
    """

    def __init__(
        self,
        c: Charts,
        view: View,
        legal: Legal[Action],
        words: Texts,
        centre: Callable[[int], tuple[float, float]],
        asked: Pending | None = None,
    ) -> None:
        self.c = c
        self.view = view
        self.words = words
        self.centre = centre
        self.kind = "move" if asked is None else asked.kind
        self.nation = view.nation if asked is None else asked.subject[0]
        self.marches: dict[int, Marches] = {}
        self.retreats: list[Retreats] = []
        self.leave: frozenset[int] = frozenset()
        """Seas that can be crossed if leave is asked first."""
        self.singles: dict[Hashable, dict[int, list[Action]]] = {}
        """Piece -> goal -> actions, where one thing goes to one place."""
        for offer in legal.offers:
            if isinstance(offer, Marches):
                self.marches[offer.origin] = offer
            elif isinstance(offer, Retreats):
                self.retreats.append(offer)
            elif isinstance(offer, Plain):
                self._plain(offer, asked)
        self.place = asked.subject[1] if asked is not None and self.kind in _FROM_ONE_PLACE else -1
        """The place that is left, where the question names one."""
        moving = asked is None or asked.kind == "move"
        self.spots: Mapping[int, Spot]
        self.spots = {} if moving or asked is None else spots_of(c, view, legal, asked)

    def _plain(self, offer: Plain, asked: Pending | None) -> None:
        for action in offer.actions:
            match action:
                case Shift(origin, goal):
                    self._single(("army", self.nation, origin), goal, action)
                case AskLeave(sea):
                    self.leave |= {sea}
                case Place(goal) if asked is not None and asked.kind == "withdrawal":
                    self._single(("army", self.nation, asked.subject[1]), goal, action)
                case Place(goal) if asked is not None and asked.kind == "withdrawal-escort":
                    if goal != asked.subject[1]:
                        self._single(escort_id(asked.subject[2]), goal, action)

    def _single(self, piece: Hashable, goal: int, action: Action) -> None:
        self.singles.setdefault(piece, {}).setdefault(goal, []).append(action)

    def say(self, code: str, **params: object) -> str:
        """A sentence of the board."""
        return self.words.say("board", code, params)

    def holding(self, number: int, most: int, least: int, escorts: Sequence[int]) -> str:
        """What is in the hand, and what the wheel does."""
        if not number:
            return self.say("hold-alone" if most else "hold-only", escorts=tuple(escorts))
        code = "hold-all" if most == 1 else "hold" if number > max(least, 1) else "hold-more"
        return self.say(code, number=number, most=most, escorts=tuple(escorts))

    def origins(self) -> frozenset[int]:
        """Places from which something may be lifted."""
        single = {piece[2] for piece in self.singles if isinstance(piece, tuple) and piece[0] == "army"}
        return frozenset({*self.marches, *single, *({self.place} if self.retreats else ())})

    # What a piece is.

    def _nation(self, piece: Piece) -> int:
        """The nation a piece moves with, or -1: `id` says what it is (see `Layout`)."""
        match piece.id:
            case ("army", int(nation), *_):
                return nation
            case ("leader", int(leader), *_):
                return self.nation if self._escorts(piece.place, leader) else -1
            case ("arms", int(supplier), *_):
                return self.view.arms_to[supplier]
        return -1

    def _escorts(self, place: int, piece: int) -> bool:
        if self.retreats:
            return place == self.place and piece in self.retreats[0].escorts
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
        if _plain_id(piece) in self.singles:
            return True
        if self._nation(piece) != self.nation:
            return False
        if self.retreats:
            return piece.place == self.place
        offer = self.marches.get(piece.place)
        if offer is None:
            return False
        escort = self.escort(piece)
        return escort in offer.escorts if escort >= 0 else offer.armies > 0

    def why_not(self, piece: Piece) -> str:
        """Why it cannot be lifted."""
        if not self.marches and not self.retreats and not self.singles:
            return self.say("click-instead") if self.spots else self.say("not-asked")
        match piece.id:
            case ("army", int(nation), *_) if nation != self.nation:
                return self.say("not-yours", nation=nation)
            case ("army" | "leader" | "arms", *_):
                return self.say("has-moved" if self.marches else "not-these")
        return ""

    def lift(self, piece: Piece, number: int, along: bool) -> Hand[Action] | None:
        """A stack with its escorts, or an escort alone."""
        if not self.movable(piece):
            return None
        single = self.singles.get(_plain_id(piece))
        if single is not None:
            whole = piece.count if self.kind == "move" else 1
            return Single(piece, single, whole, lambda place: self.no_way(piece.place, place))
        escort = self.escort(piece)
        if self.retreats:
            return RetreatHand(self, self.retreats, number, (escort,) if escort >= 0 else ())
        offer = self.marches[piece.place]
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
        if not movable:
            return None
        escorts = tuple(sorted(self.escort(piece) for piece in movable if self.escort(piece) >= 0))
        armies = sum(1 for piece in movable if self.escort(piece) < 0)
        offer = self.marches.get(movable[0].place)
        if self.retreats:
            return RetreatHand(self, self.retreats, armies, escorts)
        if offer is None:
            return self.lift(movable[0], 1, False)
        return MarchHand(self, offer, movable[0], min(armies, offer.armies - offer.held), escorts)

    def no_way(self, origin: int, place: int) -> str:
        """That there is none to a place."""
        return self.say("no-goal", origin=origin, goal=place) if place >= 0 else self.say("outside")

    def strangers(self, place: int) -> bool:
        """Has another nation armies there?"""
        return strangers(self.view, self.nation, place)


def strangers(view: View, nation: int, place: int) -> bool:
    """Has another nation armies there?"""
    return any(place == at for other, armies in enumerate(view.armies) if other != nation for at, _ in armies)


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
        self._bests: dict[int, March | None] = {}

    # How many.

    @property
    def most(self) -> int:
        """Armies that may go."""
        return self._offer.armies - self._offer.held

    @property
    def taken(self) -> Mapping[Hashable, int]:
        """Piece -> how many of it are held."""
        return held_ids(self._moves.nation, self.origin, self.number, self.escorts)

    @property
    def label(self) -> str:
        """ "3 of 3 with Chandra · wheel for fewer", and what is or can be left on the way."""
        left = sum(self._left.values())
        if left:
            return self._moves.say("hold-left", going=self.number - left, number=self.number, left=left)
        said = self._moves.holding(self.number, self.most, self._least, self.escorts)
        return f"{said} · {self._moves.say('leave-here')}" if self._may_leave() else said

    def _may_leave(self) -> bool:
        """Does a way go on from the place carried over, for armies enough to part?"""
        here = self._trail[-1] if self._trail and self.number > 1 else -1
        return any(here in route.path[:-1] for route in self._offer.routes)

    def more(self, by: int) -> None:
        """Takes up more armies, or fewer."""
        self.take(self.number + by)

    def take(self, number: int) -> None:
        """Takes so many armies, not fewer than are left on the way."""
        self.number = min(max(number, self._least, sum(self._left.values())), self.most)
        self._reckon_anew()

    def _reckon_anew(self) -> None:
        self._goals = None
        self._bests.clear()

    # Which way.

    def over(self, place: int) -> None:
        """The trail: places carried over, back to the last time this one was."""
        if place < 0 or place == self.origin:
            self._trail.clear()
        elif place in self._trail:
            del self._trail[self._trail.index(place) + 1 :]
        else:
            self._trail.append(place)
        self._bests.clear()
        left = {at: number for at, number in self._left.items() if at in self._trail}
        if left != self._left:  # by which way they go does not change where they can go
            self._left = left
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
        self._reckon_anew()

    def left(self) -> Mapping[int, int]:
        """Place -> how many are left there."""
        return dict(self._left)

    # Where to.

    @property
    def goals(self) -> Mapping[int, Goal]:
        """All ends of marches with what is held."""
        if self._goals is None:
            ends: dict[int, list[Route]] = {}
            for route in self._offer.routes:
                ends.setdefault(route.path[-1], []).append(route)
            self._goals = {
                end: self._goal(end)
                for end, routes in sorted(ends.items())
                if any(True for route in routes for _ in self._tries(route))
            }
            for sea in self._leave():
                self._goals.setdefault(sea, Goal("quiet", "?"))
        return self._goals

    def _leave(self) -> frozenset[int]:
        """Seas at this coast that can be crossed if leave is asked first."""
        board = self._moves.c.board
        return self._moves.leave & {*board.to_sea[self.origin]} if self.origin < board.land else frozenset()

    def _goal(self, place: int) -> Goal:
        if self._moves.strangers(place):
            return Goal("battle")
        come = self.number - sum(number for at, number in self._left.items() if at != place)
        return Goal("quiet", f"+{come}" if come else "+")

    def _best(self, place: int) -> March | None:
        """The march to a place along the way they were carried, else the shortest and straightest."""
        if place not in self._bests:
            self._bests[place] = self._found_best(place)
        return self._bests[place]

    def _found_best(self, place: int) -> March | None:
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
        """The one march; where leave to cross is needed, the question for it too."""
        march = self._best(place)
        asks = (AskLeave(place),) if place in self._leave() else ()
        return asks if march is None else (*asks, march)

    def march(self, place: int) -> March | None:
        """The march to a goal."""
        return self._best(place)

    def why_not(self, place: int) -> str:
        """That there is no way; the rule is the table's to name."""
        if place < 0:
            return self._moves.say("outside")
        known = any(route.path[-1] == place for route in self._offer.routes)
        return self._moves.say("no-goal-so" if known else "no-goal", origin=self.origin, goal=place)

    def attempt(self, place: int) -> Action | None:
        """The march by the shortest way on the map, whatever the rules say of it."""
        path = shortest(self._moves.c, self.origin, place) if 0 <= place < FOREIGN else ()
        if not path:
            return None
        ends = (0,) * (len(path) - 1) + (self.number,)
        return March(self.origin, path, ends, tuple((escort, len(path) - 1) for escort in self.escorts))


def _plain_id(piece: Piece) -> Hashable:
    """What a piece is, without the number it has when a stack is laid out."""
    match piece.id:
        case ("army", nation, place, *_):
            return "army", nation, place
        case (("leader" | "arms") as what, number, *_):
            return what, number
    return piece.id
