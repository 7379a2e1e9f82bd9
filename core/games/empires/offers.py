"""Answers in factored form. `Plain` lists a few; `Marches` stands for up to thousands of moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb
from typing import TypeAlias

from msgspec import Struct

from core.games.empires.actions import Action, March
from core.games.empires.state import ARMS


class Plain(Struct, frozen=True, array_like=True, tag="plain"):
    """A short list of answers."""

    actions: tuple[Action, ...]

    def count(self) -> int:
        """Their number."""
        return len(self.actions)

    def nth(self, index: int) -> Action:
        """One of them."""
        return self.actions[index]

    def contains(self, action: Action) -> bool:
        """Is it among them?"""
        return action in self.actions


class Route(Struct, frozen=True, array_like=True):
    """A path and what it asks of the group that takes it.

    `least[i]`: armies that must end at `path[i]` so that the rest may pass (5.3), or -1 if none may
    end there. `lone`: mask of the places of the path where no leader may end without an army. `led`:
    steps for which an escort must come along. `old`: only pieces not `bound` may take it (5.16).
    """

    path: tuple[int, ...]
    least: tuple[int, ...]
    lone: int
    led: int
    old: bool


class Marches(Struct, frozen=True, array_like=True, tag="marches"):
    """All marches of the unmoved pieces of one place.

    `armies` may go, of which `old` may use the straits; `stay`: other armies stay there in any case
    (so that Arms may stay). `escorts` may go; those in `bound` not over the straits, and those in `tied`
    may not be left without an army: Arms (R12.2-d), and leaders at sea (R9.0-c). `held` armies have to
    stay for the sake of such pieces that have moved already.
    """

    origin: int
    armies: int
    old: int
    held: int
    stay: bool
    escorts: tuple[int, ...]
    bound: tuple[int, ...]
    tied: tuple[int, ...]
    routes: tuple[Route, ...]

    def count(self) -> int:
        """Number of different marches."""
        return sum(self._ways(route, where) for route in self.routes for where in self._where(route))

    def nth(self, index: int) -> March:
        """The march number `index`."""
        for route in self.routes:
            for where in self._where(route):
                ways = self._ways(route, where)
                if index < ways:
                    return self._build(route, where, index)
                index -= ways
        raise IndexError

    def contains(self, action: Action) -> bool:
        """Is this march one of them?"""
        if not isinstance(action, March) or action.origin != self.origin:
            return False
        route = next((r for r in self.routes if r.path == action.path), None)
        if route is None or len(action.ends) != len(route.path):
            return False
        ends = dict(action.escorts)
        if len(ends) != len(action.escorts) or list(ends) != sorted(ends):
            return False
        if any(piece not in self.escorts or not 0 <= at < len(route.path) for piece, at in ends.items()):
            return False
        where = tuple(ends[piece] + 1 if piece in ends else 0 for piece in self.escorts)
        limits = self._limits(route, where)
        if limits is None:
            return False
        slack, least = limits
        spare = 0
        for armies, low in zip(action.ends, least, strict=True):
            if armies < max(low, 0) or (low < 0 and armies):
                return False
            spare += armies - max(low, 0)
        return spare <= slack

    def _where(self, route: Route) -> Iterator[tuple[int, ...]]:
        """For each escort 0 (stays) or k (ends at the k-th place), in all ways."""
        if not self.escorts:
            if not route.led:
                yield ()
            return
        yield from product(range(len(route.path) + 1), repeat=len(self.escorts))

    def _limits(self, route: Route, where: tuple[int, ...]) -> tuple[int, list[int]] | None:
        """Armies to spare, and the least that end at each place (-1: none may); None if it cannot be."""
        last = len(route.path)
        furthest = max(where, default=0)
        if furthest < route.led:
            return None
        least = list(route.least)
        room = min(self.old if route.old else self.armies, self.armies - self.held)
        for piece, at in zip(self.escorts, where, strict=True):
            if not at:
                if piece in self.tied and not self.stay:
                    room = min(room, self.armies - 1)
                continue
            if route.old and piece in self.bound:
                return None
            if piece >= ARMS or route.lone >> (at - 1) & 1:
                if least[at - 1] < 0:
                    return None
                least[at - 1] = max(least[at - 1], 1)
            elif least[at - 1] < 0:
                return None
        if furthest < last:
            if least[-1] < 0:
                return None
            least[-1] = max(least[-1], 1)
        slack = room - sum(low for low in least if low > 0)
        return (slack, least) if slack >= 0 else None

    def _ways(self, route: Route, where: tuple[int, ...]) -> int:
        limits = self._limits(route, where)
        if limits is None:
            return 0
        slack, least = limits
        places = sum(low >= 0 for low in least)
        return comb(slack + places, places)

    def _build(self, route: Route, where: tuple[int, ...], index: int) -> March:
        limits = self._limits(route, where)
        assert limits is not None
        slack, least = limits
        open_places = sum(low >= 0 for low in least)
        ends = []
        for low in least:
            if low < 0:
                ends.append(0)
                continue
            # Of the ways to spread `slack` or fewer over the open places: first those with 0 here.
            open_places -= 1
            extra = 0
            while index >= (ways := comb(slack - extra + open_places, open_places)):
                index -= ways
                extra += 1
            slack -= extra
            ends.append(low + extra)
        escorts = tuple((piece, at - 1) for piece, at in zip(self.escorts, where, strict=True) if at)
        return March(self.origin, route.path, tuple(ends), escorts)


Offers: TypeAlias = Plain | Marches
