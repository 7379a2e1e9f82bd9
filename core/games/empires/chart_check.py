"""Says all that is wrong with a chart set at once: `check` for people, `sound_files` for the loader.

What depends on a file that could not be parsed is not judged.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

from core.games.empires.chart_check_board import check_board
from core.games.empires.chart_check_cards import check_cards
from core.games.empires.chart_check_map import check_map
from core.games.empires.chart_check_nations import check_nations
from core.games.empires.chart_check_turns import check_leaders, check_turns, presence
from core.games.empires.chart_files import AREAS, CHART_FILES, NATIONS, TURNS, ChartFiles, read_files
from core.kit.datafile import ChartError, Fault, Faults

__all__ = ["CHART_FILES", "check", "sound_files"]


def check(directory: Traversable | Path | None) -> list[Fault]:
    """Every fault of the charts in the directory, our own files standing in for those it lacks."""
    faults = Faults()
    _check_files(read_files(directory, faults), faults)
    order = {name: number for number, name in enumerate(CHART_FILES)}
    return sorted(faults.found, key=lambda fault: order.get(fault.file, len(order)))


def sound_files(directory: Traversable | Path | None) -> ChartFiles:
    """The files of a chart set without fault. Our own alone are not judged again at each start."""
    faults = Faults()
    files = read_files(directory, faults)
    if directory is not None:
        _check_files(files, faults)
    if faults.found:
        raise ChartError(faults.found)
    return files


def _check_files(files: ChartFiles, faults: Faults) -> None:
    areas, nations, turns = files.areas, files.nations, files.turns
    for file, key, entries in (
        (AREAS, "areas", areas and areas.areas),
        (NATIONS, "nation", nations and nations.nation),
        (TURNS, "turn", turns and turns.turn),
    ):
        if entries is not None and not entries:
            # every name elsewhere would be unknown: one fault is enough
            faults.add(file, key, "is empty", "at least one entry")
            return
    if areas is not None:
        check_board(areas, faults)
        if files.map is not None:
            check_map(files.map, areas, faults)
    if areas is None or nations is None or turns is None:
        return
    check_nations(nations, areas, turns, faults)
    stays = presence(nations, turns)
    check_turns(turns, nations, areas, stays, faults)
    if files.leaders is not None:
        check_leaders(files.leaders, nations, turns, stays, faults)
        if files.cards is not None:
            check_cards(files.cards, nations, areas, turns, files.leaders, stays, faults)
