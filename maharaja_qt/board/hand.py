"""What may be lifted, where it may go and what that does: an index built from the offers of a game.

Piece -> target -> actions. The same index serves dragging, clicking and the keyboard; no rule is decided
here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from maharaja_qt.board.pieces import Piece

A = TypeVar("A", bound=Struct)
A_co = TypeVar("A_co", bound=Struct, covariant=True)


class Goal(Struct, frozen=True):
    """A target that lights up, and what its badge says."""

    kind: Literal["quiet", "battle"] = "quiet"
    badge: str = ""


class Spot(Struct, frozen=True):
    """A place whose click is an answer, or opens the choice of several."""

    goal: Goal
    actions: tuple[Struct, ...]


class Hand(Protocol[A_co]):
    """What is held: some pieces of one place."""

    @property
    def origin(self) -> int:
        """The place they were lifted from."""
        ...

    @property
    def taken(self) -> Mapping[Hashable, int]:
        """Piece -> how many of it are held."""
        ...

    @property
    def goals(self) -> Mapping[int, Goal]:
        """The places where they may be dropped now."""
        ...

    @property
    def label(self) -> str:
        """How many are held, in words; "" if there is nothing to choose."""
        ...

    def more(self, by: int) -> None:
        """Takes up so many more, or fewer."""
        ...

    def take(self, number: int) -> None:
        """Takes so many, as far as there are."""
        ...

    def over(self, place: int) -> None:
        """They are carried over a place, which may choose the way."""
        ...

    def set_down(self, by: int) -> None:
        """Leaves so many at the place they are carried over, or takes them up again."""
        ...

    def left(self) -> Mapping[int, int]:
        """Place -> how many are left there on the way."""
        ...

    def route(self, place: int) -> Sequence[int]:
        """The places passed on the way to a goal, the goal last; empty if it is none."""
        ...

    def actions(self, place: int) -> Sequence[A_co]:
        """What dropping them at a place may mean: nothing, one thing, or several to choose from."""
        ...

    def why_not(self, place: int) -> str:
        """Why they cannot be dropped there."""
        ...

    def attempt(self, place: int) -> A_co | None:
        """What dropping them at a place that is no goal would have meant: the table can say why not."""
        ...


class Moves(Protocol[A_co]):
    """What can be lifted now, and what is answered by a click alone."""

    @property
    def spots(self) -> Mapping[int, Spot]:
        """Place -> what a click there means, with nothing in the hand."""
        ...

    def movable(self, piece: Piece) -> bool:
        """Is it in the index?"""
        ...

    def why_not(self, piece: Piece) -> str:
        """Why it cannot be lifted."""
        ...

    def lift(self, piece: Piece, number: int, along: bool) -> Hand[A_co] | None:
        """Takes up `number` of a piece (0: as many as may go), others `along` with it or not."""
        ...

    def lift_these(self, pieces: Sequence[Piece]) -> Hand[A_co] | None:
        """Takes up exactly these."""
        ...


class Index(Generic[A]):
    """Moves that are a plain list: each an action that takes one piece to one place."""

    def __init__(
        self, moves: Iterable[tuple[Hashable, int, A]], refusals: Mapping[Hashable, str] | None = None
    ) -> None:
        self.spots: Mapping[int, Spot] = {}
        self._found: dict[Hashable, dict[int, list[A]]] = {}
        self._refusals = refusals or {}
        for piece, place, action in moves:
            self._found.setdefault(piece, {}).setdefault(place, []).append(action)

    def movable(self, piece: Piece) -> bool:
        """Is it in the index?"""
        return piece.id in self._found

    def why_not(self, piece: Piece) -> str:
        """What was given as the reason for this piece."""
        return self._refusals.get(piece.id, "")

    def lift(self, piece: Piece, number: int, along: bool) -> Hand[A] | None:
        """One piece, all of it."""
        return Single(piece, self._found[piece.id], piece.count) if piece.id in self._found else None

    def lift_these(self, pieces: Sequence[Piece]) -> Hand[A] | None:
        """Only one at a time goes."""
        return self.lift(pieces[0], 0, False) if len(pieces) == 1 else None


class Single(Generic[A]):
    """So many of one piece in the hand, with a list of what they may do; `why` says why not elsewhere."""

    def __init__(
        self,
        piece: Piece,
        found: Mapping[int, Sequence[A]],
        number: int,
        why: Callable[[int], str] = lambda place: "",
    ) -> None:
        self.origin = piece.place
        self.taken: Mapping[Hashable, int] = {piece.id: number}
        self.goals: Mapping[int, Goal] = dict.fromkeys(found, Goal())
        self.label = ""
        self.why_not = why
        self._found = found

    def more(self, by: int) -> None:
        """There is no choice."""

    def take(self, number: int) -> None:
        """There is no choice."""

    def over(self, place: int) -> None:
        """The way is of no matter."""

    def set_down(self, by: int) -> None:
        """Nothing is left on the way."""

    def left(self) -> Mapping[int, int]:
        """Nothing."""
        return {}

    def route(self, place: int) -> Sequence[int]:
        """Straight there."""
        return (place,) if place in self._found else ()

    def actions(self, place: int) -> Sequence[A]:
        """As they were listed."""
        return self._found.get(place, ())

    def attempt(self, place: int) -> A | None:
        """The list does not say."""
        return None
