"""The charts as the rules run on them: small numbers and bit masks, never changed once made.

Numbers. Areas: land areas from 0, then seas, in the order of areas.toml; foreign areas, regions,
nations (order of play), leaders and seats each from 0. A mask has bit n set for number n. NONE stands
for "no such thing". Lists over game turns are indexed by the turn's number; entry 0 is empty.
"""

from __future__ import annotations

from typing import Literal

import msgspec

NONE = -1
ARMY, LEADER, FACTORY = 1, 2, 4
Kind = Literal["hold", "capture", "destroy", "coasts", "raj"]

PIECES = {"army": ARMY, "leader": LEADER, "factory": FACTORY}


def numbers(mask: int) -> list[int]:
    """What a mask holds, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """A region in which a nation may submit (11.1)."""

    region: int
    areas_left: int
    from_turn: int


class Nation(msgspec.Struct, frozen=True, kw_only=True):
    """A nation, its counters and what the charts let it do."""

    id: str
    colonial: bool
    armies: int
    factories: int
    arms: int
    colour: str
    raj: bool
    overlord: bool
    """Others ally with it (11.2); it counts factories, allies and vacant areas for Raj (13.0)."""
    claimant: bool
    """Its armies, unless allied, deny the overlord the area of a factory (13.0, R13.0-d)."""
    submission: tuple[Submission, ...]
    leaders: tuple[int, ...]

    @property
    def population_marker(self) -> bool:
        """Indian nations have one (2.23)."""
        return not self.colonial


class Leader(msgspec.Struct, frozen=True, kw_only=True):
    """A leader: the nation led, the turn of arrival, how and when removed (9.0, 10.3, 10.4)."""

    nation: int
    turn: int
    removal: Literal["nation turn end", "turn start", "next nation turn"]
    removal_turn: int


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """Armies that enter from a foreign area (7.1), in land areas (7.2) or in a sea (7.3)."""

    number: int
    foreign: int = NONE
    areas: tuple[tuple[int, int], ...] = ()
    """(land area, armies)"""
    sea: int = NONE


class Reinforcement(msgspec.Struct, frozen=True, kw_only=True):
    """Armies placed like growth, or into vacant areas of the fallback region (10.6)."""

    number: int
    fallback: int = NONE
    """The region, or NONE."""


class TopUp(msgspec.Struct, frozen=True, kw_only=True):
    """A colonial nation is filled up to so many armies, arriving in a sea (10.7)."""

    up_to: int
    sea: int


class Removal(msgspec.Struct, frozen=True, kw_only=True):
    """Armies and a leader that the chart takes off (10.3, 10.4)."""

    nation: int
    armies: int
    leader: int
    spared: int
    """How many fewer with the option that keeps the seat of the collapsing empire in play."""


class NationTurn(msgspec.Struct, frozen=True, kw_only=True):
    """What the charts say of one nation in one game turn."""

    arrivals: tuple[Arrival, ...] = ()
    leaders_in: tuple[int, ...] = ()
    leaders_out: tuple[int, ...] = ()
    """Those who go as the nation's turn begins (9.0)."""
    reinforcement: Reinforcement | None = None
    top_up: TopUp | None = None
    boats: int = 0
    """Mask of the seas its armies may cross (5.4); colonial nations need no entry."""
    major: bool = False
    removals: tuple[Removal, ...] = ()
    """Those at the end of the nation's turn (10.3)."""
    growth: int = 0
    """Mask of the areas that count for growth; 0 = no growth (10.5)."""

    @property
    def arrives(self) -> bool:
        """The chart brings armies (4.0, R4.0-a)."""
        return bool(self.arrivals or self.reinforcement or self.top_up)


class GameTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A game turn of the chart."""

    removals: tuple[Removal, ...] = ()
    """Those at the start of the game turn (10.4)."""
    replacements: tuple[tuple[int, int], ...] = ()
    """(older, younger) nation, at the start of the game turn (10.4)."""
    nations: tuple[NationTurn, ...] = ()
    scoring: int = 0
    """Mask of the nations that count at the end of the game turn (15.2)."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """A game one can play: seats, who plays what, where armies stand, what the chart brings."""

    id: str
    start: str
    seats: int
    first_turn: int
    owner: tuple[int, ...]
    """Nation -> seat; NONE = not in play."""
    played: dict[int, tuple[int, ...]]
    """Seat -> its nations."""
    armies: tuple[tuple[int, int], ...]
    """(nation, area) of every starting army."""
    turns: tuple[GameTurn, ...]


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a Victory Point Card (15.3)."""

    id: str
    kind: Kind
    nation: int
    turns: tuple[int, ...]
    points: tuple[int, ...]
    """One figure for each area or piece; for coasts and Raj the awards by steps."""
    areas: int = 0
    """Mask of the areas to hold or capture."""
    nations: int = 0
    """Mask of the nations whose pieces pay."""
    pieces: int = 0
    """ARMY, LEADER, FACTORY of those nations."""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The map (2.1)."""

    land: int
    seas: int
    land_mask: int
    sea_mask: int
    hilands: int
    factory_coasts: int
    coasts: tuple[int, ...]
    """The same, by number."""
    value: tuple[int, ...]
    """Land area -> growth value in halves (10.1)."""
    region_of: tuple[int, ...]
    region_masks: tuple[int, ...]
    to_land: tuple[tuple[int, ...], ...]
    """Area -> land areas across a border; of a sea: its coasts. Neither straits nor corner."""
    to_land_masks: tuple[int, ...]
    to_sea: tuple[tuple[int, ...], ...]
    """Area -> seas it touches."""
    to_sea_masks: tuple[int, ...]
    straits: tuple[tuple[int, int], ...]
    strait_masks: tuple[int, ...]
    """Area -> areas across its straits (5.16)."""
    across_corner: tuple[tuple[int, int], ...]
    """Pairs that meet in a point only (5.15)."""
    foreign_entries: tuple[tuple[int, ...], ...]
    """Foreign area -> land areas it borders (7.1)."""
    foreign_entry_masks: tuple[int, ...]
    foreign_borders: tuple[tuple[int, ...], ...]


class Charts(msgspec.Struct, frozen=True, kw_only=True):
    """A whole chart set. `digest` says which: it covers all that bears on the rules."""

    digest: str

    names: dict[str, tuple[str, ...]]
    """By kind: area (land, then seas), foreign, region, nation, leader, seat."""
    dates: tuple[str, ...]
    notes: tuple[tuple[str, ...], ...]
    """Nation -> the player notes of its card."""
    sources: dict[str, str]
    """Objective id -> where it comes from."""
    reconstructed: frozenset[tuple[int, int, str]]
    """(turn, nation or NONE, type of entry) of what the chart of turns has, in whole or in part, from nowhere
    but this project."""
    expected: tuple[tuple[int, ...], ...]
    """[turn][nation] -> points of that turn in the course of history."""

    board: Board
    nations: tuple[Nation, ...]
    leaders: tuple[Leader, ...]
    overlord: int
    alliance_from_turn: int
    claimants: int
    empire: tuple[int, ...]
    """The empire that collapses: its nations, older first (10.4)."""
    titles: tuple[tuple[int, int], ...]
    """(areas, points) of Raj, rising (13.0)."""
    last_turn: int
    setups: dict[str, Setup]
    objectives: tuple[Objective, ...]
    """All lines of all cards, by nation."""
    due: tuple[tuple[tuple[Objective, ...], ...], ...]
    """[turn][nation] -> the lines that can pay then."""
