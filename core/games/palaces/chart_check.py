"""Says all that is wrong with a board file at once: `check` for people, `sound_board` for the loader."""

from __future__ import annotations

from collections import Counter
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from core.games.palaces.board_file import BOARD, BoardFile, RoadEntry, read_board
from core.kit.datafile import ChartError, Fault, Faults

CHART_FILES: Final = (BOARD,)

CITIES: Final = 7
VILLAGES: Final = 30
"""Both are sure (1); how the roads run is not, so any roads will do that keep to the rest of 12."""


def check(directory: Traversable | Path | None) -> list[Fault]:
    """Every fault of the board in the directory."""
    faults = Faults()
    board, _ = read_board(directory, faults)
    if board is not None:
        _check_board(board, faults)
    return faults.found


def sound_board(directory: Traversable | Path | None) -> tuple[BoardFile, object]:
    """A board without fault, and the file's content as parsed; else `ChartError`."""
    faults = Faults()
    board, raw = read_board(directory, faults)
    if board is not None:
        _check_board(board, faults)
    if faults.found or board is None:
        raise ChartError(faults.found)
    return board, raw


def _check_board(board: BoardFile, faults: Faults) -> None:
    if len(board.city) != CITIES:
        faults.add(BOARD, "city", f"{len(board.city)} cities", f"{CITIES} cities (1)")
    villages = sum(len(road.villages) for road in board.road)
    if villages != VILLAGES:
        faults.add(BOARD, "road", f"{villages} villages on all roads", f"{VILLAGES} villages (1)")
    _check_names(board, faults)
    for number, road in enumerate(board.road, 1):
        _check_road(road, f"road[{number}]", board, faults)
    for name in _cut_off(board):
        faults.add(
            BOARD, "road", f"no road leads from {board.start.name!r} to {name!r}", "a way to each city"
        )


def _check_names(board: BoardFile, faults: Faults) -> None:
    """A name means one place."""
    every = [("start.name", board.start.name)]
    every += [(f"city[{city.name}].name", city.name) for city in board.city]
    every += [(f"road[{n}].villages", v) for n, road in enumerate(board.road, 1) for v in road.villages]
    times = Counter(name for _, name in every)
    for key, name in every:
        if not name.strip():
            faults.add(BOARD, key, "is empty", "a name")
        elif times[name] > 1:
            faults.add(BOARD, key, f"{name!r} stands there {times[name]} times", "each name once")
    colours = Counter(city.colour for city in board.city)
    for city in board.city:
        if colours[city.colour] > 1:
            wrong = f"{city.colour!r} is the colour of {colours[city.colour]} cities"
            faults.add(BOARD, f"city[{city.name}].colour", wrong, "another colour for each")


def _check_road(road: RoadEntry, key: str, board: BoardFile, faults: Faults) -> None:
    junctions = [board.start.name, *(city.name for city in board.city)]
    if len(road.ends) != 2:
        faults.add(BOARD, f"{key}.ends", f"{len(road.ends)} ends", "two ends")
    elif road.ends[0] == road.ends[1]:
        faults.add(BOARD, f"{key}.ends", f"both ends are {road.ends[0]!r}", "two different places")
    for name in dict.fromkeys(road.ends):
        faults.known(BOARD, f"{key}.ends", name, junctions, "place")
    if len(road.villages) not in (1, 2):
        faults.add(BOARD, f"{key}.villages", f"{len(road.villages)} villages", "one or two villages (12)")


def _cut_off(board: BoardFile) -> list[str]:
    """Cities that no road joins to the start place, however many houses are built."""
    reached, waiting = {board.start.name}, [board.start.name]
    while waiting:
        here = waiting.pop()
        for road in board.road:
            for end in road.ends if here in road.ends else ():
                if end not in reached:
                    reached.add(end)
                    waiting.append(end)
    return [city.name for city in board.city if city.name not in reached]
