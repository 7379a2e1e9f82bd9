"""The board as the rules run on it: places and roads by number.

Places: the cities, then the start place, then the villages. A governor has the number of the city.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Struct

from core.games.palaces.chart_check import sound_board


class Road(Struct, frozen=True):
    """A road between two cities (or the start place) through one village or two."""

    ends: tuple[int, int]
    villages: tuple[int, ...]

    def other(self, end: int) -> int:
        """The end that is not this one."""
        return self.ends[self.ends[0] == end]


class Board(Struct, frozen=True):
    """Cities 0 .. `start` - 1, the start place, villages; `at` gives the roads of each city and the start."""

    start: int
    roads: tuple[Road, ...]
    at: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    digest: str

    @property
    def places(self) -> int:
        """All cities, villages and the start place."""
        return len(self.names)

    @property
    def villages(self) -> range:
        """The places that are villages."""
        return range(self.start + 1, self.places)

    @property
    def road_names(self) -> tuple[str, ...]:
        """Each road by its ends."""
        return tuple(" – ".join(self.names[end] for end in road.ends) for road in self.roads)


@cache
def shipped() -> Board:
    """The board that comes with the program."""
    return load(None)


def load(directory: Traversable | Path | None) -> Board:
    """The board in a directory, ours if it has none; `ChartError` if it has faults."""
    file, raw = sound_board(directory)
    junctions = [*(city.name for city in file.city), file.start.name]
    number = {name: place for place, name in enumerate(junctions)}
    names, roads = list(junctions), []
    for entry in file.road:
        villages = tuple(range(len(names), len(names) + len(entry.villages)))
        names += entry.villages
        a, b = (number[end] for end in entry.ends)
        roads.append(Road((a, b), villages))
    return Board(
        start=len(file.city),
        roads=tuple(roads),
        at=tuple(
            tuple(n for n, road in enumerate(roads) if place in road.ends) for place in range(len(junctions))
        ),
        names=tuple(names),
        # Of the text, so that a change of our code does not make old records look like another board's.
        digest=blake2b(json.dumps(raw).encode(), digest_size=16).hexdigest(),
    )
