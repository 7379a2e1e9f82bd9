"""The numbers of the box (1, 2, 7): what there is of each piece, what things cost and what is paid."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Kind(IntEnum):
    """The nine actions of the disc (4); after them what is not on it but also builds or moves a house."""

    GOLD = 0
    HOUSE = 1
    TWO_HOUSES = 2
    MOVE_HOUSE = 3
    QUARRY = 4
    PALACE = 5
    PALACE_HOUSE = 6
    TRACK = 7
    EXCHANGE = 8
    BUILDER = 9


DISC: Final = 9
"""Actions that can be planned: the kinds below this number."""


class Card(IntEnum):
    """The characters by their numbers (5)."""

    MOGUL = 1
    TRADER = 2
    SADHU = 3
    MONK = 4
    BUILDER = 5
    ARTISAN = 6
    YOGI = 7


NONE: Final = -1

PALACES: Final = 7
OUTER_SITES: Final = 6
FIRST_HOUSES: Final = 4
MORE_HOUSES: Final = 6
QUARRY_HOUSES: Final = 10
HOUSES: Final = FIRST_HOUSES + MORE_HOUSES + QUARRY_HOUSES
CHITS: Final = 7
LAST_BOX: Final = 10
"""Boxes of the governor track above the unnumbered ones, of which there is one for each governor."""

START_GOLD: Final = 15
GOLD_TAKEN: Final = 2
HOUSES_TAKEN: Final = 2
HOUSE_COST: Final = 1
PALACE_COST: Final = 12
ARTISAN_COST: Final = 9
TRADER_GOLD: Final = 1
UNDONE_GOLD: Final = 2
"""What each other player gets for a planned action that is not done, or only in part (4)."""

PAYOUT: Final = {1: (5,), 2: (10, 5), 3: (11, 7, 3), 4: (12, 9, 6, 3), 5: (13, 10, 7, 4, 1)}
"""Players -> gold by rank (7); the row for one counts only with `payout_row` in_city."""

SEATS: Final = ("Black", "Red", "Green", "Blue", "Yellow")
CARD_NAMES: Final = (
    "no character", "Mogul", "Trader", "Sadhu", "Wandering Monk", "Builder", "Artisan", "Yogi",
)  # fmt: skip
KIND_NAMES: Final = (
    "Gold", "House", "Two houses", "Move a house", "Quarry", "Palace", "Palace and house",
    "Governor track", "Exchange character", "Builder",
)  # fmt: skip
