"""Ways on the map, whatever the rules say of them."""

from __future__ import annotations

from core.games.empires.chart_types import Charts
from core.games.empires.state import FOREIGN


def shortest(c: Charts, origin: int, goal: int) -> tuple[int, ...]:
    """The places of the shortest way between two by land, sea and straits; empty if there is none."""
    before = {origin: -1}
    edge = [origin]
    while edge and goal not in before:
        for place in list(edge):
            edge.remove(place)
            for near in _next_to(c, place):
                if near not in before:
                    before[near] = place
                    edge.append(near)
    path = []
    while goal != origin and goal in before:
        path.append(goal)
        goal = before[goal]
    return tuple(reversed(path))


def _next_to(c: Charts, place: int) -> list[int]:
    if place >= FOREIGN:
        return [
            area for area in range(c.board.land) if c.board.foreign_entry_masks[place - FOREIGN] >> area & 1
        ]
    near = c.board.to_land_masks[place] | c.board.to_sea_masks[place]
    near |= c.board.strait_masks[place] if place < c.board.land else 0
    return [other for other in range(near.bit_length()) if near >> other & 1]
