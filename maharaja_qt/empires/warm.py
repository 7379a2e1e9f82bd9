"""What every board needs, worked out while somebody still looks at the start page."""

from __future__ import annotations

from core.games.empires import game
from maharaja_qt.empires.atlas import atlas
from maharaja_qt.empires.geography import read_map
from maharaja_qt.theme import Look


def warm(look: Look) -> None:
    """Lines, paths and soft pictures of the map. Touches no widget: any thread may do it."""
    atlas(read_map(game.charts)).work_out(look)
