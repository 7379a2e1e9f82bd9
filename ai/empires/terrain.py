"""Who can be where soon: reach over the map as matrices, one row for each land area.

Columns are places (land areas, then seas), or foreign areas for `entry`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.games.empires.chart_types import Board, Charts

Numbers: TypeAlias = NDArray[np.float64]
"""Floats of any shape; the docstrings say which."""

INDIAN_STEPS: Final = 2
COLONIAL_STEPS: Final = 3


class Terrain:
    """Reach within one turn of an army without a leader (5.12, 5.14, 5.16, 7.1)."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places = board.land + board.seas
        self.hiland: Numbers = bits(board.hilands, board.land)
        self.indian = self._reach(sea=False)
        self.colonial = self._reach(sea=True)
        self.twice: Numbers = (self.indian[:, : board.land] @ self.indian > 0).astype(np.float64)
        self.entry = self._entry()
        self.rim: Numbers = (self.indian[:, : board.land] @ self.entry > 0).astype(np.float64)

    def reach(self, colonial: bool) -> Numbers:
        """(land, places): 1 where an army of the column's place can be in the row's area."""
        return self.colonial if colonial else self.indian

    def _reach(self, sea: bool) -> Numbers:
        board = self.board
        found = np.zeros((board.land, self.places))
        for start in range(self.places if sea else board.land):
            edge, seen = {start}, {start}
            for step in range(COLONIAL_STEPS if sea else INDIAN_STEPS):
                nexts = {
                    near
                    for here in edge
                    if not step or here >= board.land or not board.hilands >> here & 1
                    for near in (*board.to_land[here], *(board.to_sea[here] if sea else ()))
                }
                edge = nexts - seen
                seen |= nexts
            if start < board.land:
                seen |= {a for a in range(board.land) if board.strait_masks[start] >> a & 1}
            found[[place for place in seen if place < board.land], start] = 1.0
        return found

    def _entry(self) -> Numbers:
        """(land, foreign): 1 where an invader of the column's foreign area can be in its first turn."""
        board = self.board
        found = np.zeros((board.land, len(board.foreign_entries)))
        for foreign, entries in enumerate(board.foreign_entries):
            for area in entries:
                onward = self.indian[:, area] * (not board.hilands >> area & 1)
                found[:, foreign] = np.maximum(found[:, foreign], onward)
                found[area, foreign] = 1.0
        return found


def bits(mask: int, length: int) -> Numbers:
    """(length,): the bits of a mask as zeros and ones."""
    return np.array([mask >> n & 1 for n in range(length)], dtype=np.float64)


def mask(values: Numbers) -> int:
    """The same backwards: bits for whatever is not 0 of an array (length,)."""
    return sum([1 << n for n in np.flatnonzero(values).tolist()])


_TERRAINS: Final[dict[str, Terrain]] = {}


def terrain(charts: Charts) -> Terrain:
    """The terrain of a chart set, worked out when first asked for."""
    if charts.digest not in _TERRAINS:
        _TERRAINS[charts.digest] = Terrain(charts.board)
    return _TERRAINS[charts.digest]
