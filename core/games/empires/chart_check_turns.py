"""What can be wrong with the Turn Record Chart and the leaders it brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from core.games.empires.chart_check_board import check_list
from core.games.empires.chart_files import (
    LEADERS,
    TURNS,
    AreasFile,
    BoatsEvent,
    Event,
    InvasionEvent,
    LeaderEntry,
    LeaderEvent,
    LeadersFile,
    MajorInvasionEvent,
    NationEntry,
    NationsFile,
    ReinforcementEvent,
    RemovalEvent,
    ReplacementEvent,
    ScoringEvent,
    TurnsFile,
)
from core.games.empires.state import ARMS
from core.kit.datafile import Faults

Stays = Mapping[str, range]
"""Nation -> the game turns in which it can be on the map, in any of the games."""


def presence(nations: NationsFile, turns: TurnsFile) -> dict[str, range]:
    """When a nation can be on the map at all: from its first armies until another replaces it."""
    last = len(turns.turn)
    came: dict[str, list[int]] = {nation.id: [] for nation in nations.nation}
    left: dict[str, int] = {}
    for start in nations.start.values():
        for name in start.armies:
            came.setdefault(name, []).append(start.first_turn)
    for turn in turns.turn:
        for event in turn.event:
            if isinstance(event, InvasionEvent | ReinforcementEvent):
                came.setdefault(event.nation, []).append(turn.number)
            elif isinstance(event, ReplacementEvent):
                came.setdefault(event.to_nation, []).append(turn.number)
                left[event.from_nation] = turn.number
    stays = {}
    for name, arrivals in came.items():
        gone = left.get(name, last + 1)
        end = last + 1 if any(turn >= gone for turn in arrivals) else gone
        stays[name] = range(min(arrivals), end) if arrivals else range(0)
    return stays


def during(stay: range) -> str:
    """The turns of a stay, in words."""
    return f"turns {stay[0]} to {stay[-1]}" if stay else "no turn"


class _Chart(msgspec.Struct):
    """What the checks of one entry look up."""

    board: AreasFile
    nations: dict[str, NationEntry]
    starts: list[str]
    stays: dict[str, range]
    faults: Faults

    def nation(self, name: str, key: str) -> NationEntry | None:
        known = self.faults.known(TURNS, key, name, self.nations, "nation")
        return self.nations[name] if known else None


def check_turns(
    file: TurnsFile, nations: NationsFile, board: AreasFile, stays: dict[str, range], faults: Faults
) -> None:
    """All of turns.toml except who the leaders are."""
    numbers = [turn.number for turn in file.turn]
    if numbers != list(range(1, len(numbers) + 1)):
        faults.add(TURNS, "turn", f"the numbers are {numbers}", f"1 to {len(numbers)} in order")
    chart = _Chart(board, {each.id: each for each in nations.nation}, list(nations.start), stays, faults)
    for turn in file.turn:
        seen: set[tuple[str, str]] = set()
        for n, event in enumerate(turn.event, 1):
            key = f"turn[{turn.number}].event[{n}]"
            check_list(event.games or [], TURNS, f"{key}.games", nations.start, "start", faults)
            if event.games == []:
                faults.add(TURNS, f"{key}.games", "is empty", "at least one start, or no such key for all")
            fields = (*event.__struct_fields__, "turn")
            check_list(event.reconstructed, TURNS, f"{key}.reconstructed", fields, "field", faults)
            _check_event(event, turn.number, key, chart)
            for nation in _once_a_turn(event):
                kind = str(event.__struct_config__.tag)
                if (kind, nation) in seen:
                    faults.add(TURNS, key, f"a second {kind} of {nation!r} in this turn", "one at most")
                seen.add((kind, nation))
    for name in nations.start:
        _check_counters(name, file, nations, faults)


def _once_a_turn(event: Event) -> list[str]:
    if isinstance(event, MajorInvasionEvent | ReinforcementEvent):
        return [event.nation]
    if isinstance(event, BoatsEvent | ScoringEvent):
        return event.nations
    return []


def _check_event(event: Event, turn: int, key: str, chart: _Chart) -> None:
    faults = chart.faults
    if isinstance(event, InvasionEvent):
        _check_invasion(event, key, chart)
    elif isinstance(event, ReinforcementEvent):
        _check_reinforcement(event, key, chart)
    elif isinstance(event, BoatsEvent):
        if not event.nations:
            faults.add(TURNS, f"{key}.nations", "is empty", "at least one nation")
        for name in event.nations:
            nation = chart.nation(name, f"{key}.nations")
            if nation is not None and nation.colonial:
                faults.add(
                    TURNS,
                    f"{key}.nations",
                    f"{name!r} is colonial and always has boats",
                    "Indian nations (5.41)",
                )
            _check_stay(name, turn, f"{key}.nations", chart)
        check_list(event.seas, TURNS, f"{key}.seas", chart.board.sea_borders, "sea", faults)
    elif isinstance(event, MajorInvasionEvent):
        if chart.nation(event.nation, f"{key}.nation") is not None:
            _check_stay(event.nation, turn, f"{key}.nation", chart)
    elif isinstance(event, RemovalEvent):
        if chart.nation(event.nation, f"{key}.nation") is not None:
            # a removal at the start of a turn finds what the turn before has left
            _check_stay(event.nation, turn - (event.when == "turn start"), f"{key}.nation", chart)
        if event.spared > event.armies:
            faults.add(
                TURNS, f"{key}.spared", f"is {event.spared}", f"at most the {event.armies} armies removed"
            )
    elif isinstance(event, ReplacementEvent):
        known = [
            chart.nation(event.from_nation, f"{key}.from_nation"),
            chart.nation(event.to_nation, f"{key}.to_nation"),
        ]
        if all(known):
            _check_stay(event.from_nation, turn - 1, f"{key}.from_nation", chart)
        if event.from_nation == event.to_nation:
            faults.add(TURNS, f"{key}.to_nation", f"{event.to_nation!r} replaces itself", "another nation")
    elif isinstance(event, ScoringEvent) and event.nations != ["all"]:
        check_list(event.nations, TURNS, f"{key}.nations", chart.nations, "nation", faults)


def _check_stay(name: str, turn: int, key: str, chart: _Chart) -> None:
    stay = chart.stays.get(name)
    if stay is not None and turn not in stay:
        chart.faults.add(
            TURNS, key, f"{name!r} cannot be on the map in turn {turn}", f"a turn of its stay, {during(stay)}"
        )


def _check_invasion(event: InvasionEvent, key: str, chart: _Chart) -> None:
    """From a foreign area with a border, into land areas, or into a sea (7.1 to 7.3)."""
    faults, board = chart.faults, chart.board
    nation = chart.nation(event.nation, f"{key}.nation")
    ways = [event.from_foreign is not None, bool(event.into_areas), event.into_sea is not None]
    if sum(ways) != 1:
        faults.add(TURNS, key, f"has {sum(ways)} ways in", "one of from_foreign, into_areas and into_sea")
    source, at = event.from_foreign, f"{key}.from_foreign"
    if source is not None and faults.known(TURNS, at, source, board.foreign_borders, "foreign area"):
        open_to = [name for name, area in board.areas.items() if source in area.foreign]
        if not open_to:
            wanted = "a foreign area with a border to land (7.1)"
            faults.add(TURNS, at, f"{source!r} borders no land area", wanted)
    check_list(list(event.into_areas), TURNS, f"{key}.into_areas", board.areas, "area", faults)
    if event.into_areas and sum(event.into_areas.values()) != event.number:
        wrong = f"is {event.number}, but {sum(event.into_areas.values())} stand in into_areas"
        faults.add(TURNS, f"{key}.number", wrong, "the sum of into_areas")
    if event.into_sea is not None:
        faults.known(TURNS, f"{key}.into_sea", event.into_sea, board.sea_borders, "sea")
    if nation is not None and nation.colonial != (event.into_sea is not None) and sum(ways) == 1:
        word, way = (
            ("colonial", "into_sea (7.3)")
            if nation.colonial
            else ("not colonial", "a way in by land (7.1, 7.2)")
        )
        faults.add(TURNS, key, f"{nation.id!r} is {word}", way)


def _check_reinforcement(event: ReinforcementEvent, key: str, chart: _Chart) -> None:
    """A number placed like growth (10.6), or a filling up from a sea (10.7)."""
    faults, board = chart.faults, chart.board
    nation = chart.nation(event.nation, f"{key}.nation")
    if bool(event.number) == bool(event.up_to):
        faults.add(TURNS, key, "number and up_to do not agree", "one of number and up_to")
    if bool(event.up_to) != (event.into_sea is not None):
        faults.add(TURNS, key, "up_to and into_sea do not agree", "both (10.7) or neither (10.6)")
    if event.into_sea is not None:
        faults.known(TURNS, f"{key}.into_sea", event.into_sea, board.sea_borders, "sea")
    if event.fallback_region is not None:
        faults.known(TURNS, f"{key}.fallback_region", event.fallback_region, board.regions, "region")
    if nation is not None:
        if nation.colonial != bool(event.up_to):
            wanted = "up_to and into_sea (10.7)" if nation.colonial else "number (10.6)"
            faults.add(TURNS, key, f"{nation.id!r} is {'' if nation.colonial else 'not '}colonial", wanted)
        if 0 < nation.armies < event.up_to:
            wrong = f"is {event.up_to}"
            faults.add(TURNS, f"{key}.up_to", wrong, f"at most the {nation.armies} counters of {nation.id!r}")


def _check_counters(start: str, file: TurnsFile, nations: NationsFile, faults: Faults) -> None:
    """Without any loss or growth the arrivals stay within the counters, or say shortage (14.1)."""
    mix = {nation.id: nation.armies for nation in nations.nation if nation.armies}
    have: Counter[str] = Counter({name: len(areas) for name, areas in nations.start[start].armies.items()})
    for turn in file.turn[max(0, nations.start[start].first_turn - 1) :]:
        # removals and replacement of the turn's start come first, then arrivals, then what leaves again
        steps = sorted(enumerate(turn.event, 1), key=lambda step: _when(step[1]))
        for n, event in steps:
            if event.games and start not in event.games:
                continue
            if isinstance(event, RemovalEvent):
                have[event.nation] = max(0, have[event.nation] - event.armies)
            elif isinstance(event, ReplacementEvent):
                have[event.to_nation] += have.pop(event.from_nation, 0)
            elif isinstance(event, InvasionEvent | ReinforcementEvent):
                there, most = have[event.nation], mix.get(event.nation, 0)
                bound = max(there, min(event.up_to, most)) if isinstance(event, ReinforcementEvent) else there
                after = bound + event.number
                if after > most and event.nation in mix and not getattr(event, "shortage", False):
                    wrong = f"brings {event.nation!r} to {after} armies without a loss"
                    wanted = f"at most its {most} counters, or shortage = true (14.1)"
                    faults.add(TURNS, f"turn[{turn.number}].event[{n}].number", wrong, wanted)
                have[event.nation] = min(after, most)


def _when(event: Event) -> int:
    if isinstance(event, RemovalEvent):
        return 0 if event.when == "turn start" else 3
    return 1 if isinstance(event, ReplacementEvent) else 2


def check_leaders(
    file: LeadersFile, nations: NationsFile, turns: TurnsFile, stays: Stays, faults: Faults
) -> None:
    """Each leader comes once, while the nation can be there, and goes by the rule named."""
    leaders = {leader.name: leader for leader in file.leader}
    for name, times in Counter(leader.name for leader in file.leader).items():
        if times > 1:
            faults.add(LEADERS, f"leader[{name}]", f"stands there {times} times", "each leader once")
    if len(file.leader) > nations.mix.leaders:
        wrong = f"{len(file.leader)} leaders"
        faults.add(LEADERS, "leader", wrong, f"at most the {nations.mix.leaders} of the mix in nations.toml")
    if len(file.leader) > ARMS:
        faults.add(LEADERS, "leader", f"{len(file.leader)} leaders", f"at most {ARMS}")
    comes = _leader_arrivals(leaders, turns, stays, faults)
    goes = _leader_removals(leaders, turns, faults)
    for name, leader in leaders.items():
        key = f"leader[{name}]"
        faults.known(LEADERS, f"{key}.nation", leader.nation, [each.id for each in nations.nation], "nation")
        arrivals = comes.get(name, [])
        if len(arrivals) != 1:
            wrong = "never comes" if not arrivals else f"comes in turns {', '.join(map(str, arrivals))}"
            faults.add(LEADERS, key, wrong, "one leader entry in turns.toml")
        removals = goes.get(name, [])
        if leader.removal == "next nation turn":
            for _, _, at in removals:
                faults.add(TURNS, at, f"{name!r} goes as the next turn of the nation begins", "no removal")
            continue
        if len(removals) != 1:
            wrong = f"{leader.removal!r} but {len(removals)} removals in turns.toml"
            faults.add(LEADERS, f"{key}.removal", wrong, "one removal")
        for turn_number, when, at in removals:
            if when != leader.removal:
                faults.add(TURNS, at, f"{name!r} goes at {when!r}", f"{leader.removal!r} as in leaders.toml")
            elif arrivals and turn_number < arrivals[0] + (when == "turn start"):
                wrong = f"{name!r} goes in turn {turn_number} and comes in turn {arrivals[0]}"
                faults.add(TURNS, at, wrong, "a removal after the arrival")


def _leader_arrivals(
    leaders: Mapping[str, LeaderEntry], turns: TurnsFile, stays: Stays, faults: Faults
) -> dict[str, list[int]]:
    """Leader -> the turns of arrival."""
    comes: dict[str, list[int]] = {}
    for turn in turns.turn:
        for n, event in enumerate(turn.event, 1):
            key = f"turn[{turn.number}].event[{n}].name"
            if isinstance(event, LeaderEvent) and faults.known(TURNS, key, event.name, leaders, "leader"):
                comes.setdefault(event.name, []).append(turn.number)
                nation = leaders[event.name].nation
                if nation in stays and turn.number not in stays[nation]:
                    wrong = f"{event.name!r} comes in turn {turn.number} and {nation!r} is not there"
                    faults.add(TURNS, key, wrong, f"a turn of its stay, {during(stays[nation])}")
    return comes


def _leader_removals(
    leaders: Mapping[str, LeaderEntry], turns: TurnsFile, faults: Faults
) -> dict[str, list[tuple[int, str, str]]]:
    """Leader -> the removals with this name: turn, moment and key."""
    goes: dict[str, list[tuple[int, str, str]]] = {}
    for turn in turns.turn:
        for n, event in enumerate(turn.event, 1):
            if not isinstance(event, RemovalEvent) or event.leader is None:
                continue
            name, key = event.leader, f"turn[{turn.number}].event[{n}].leader"
            if faults.known(TURNS, key, name, leaders, "leader"):
                goes.setdefault(name, []).append((turn.number, event.when, key))
                if leaders[name].nation != event.nation:
                    wrong = f"{name!r} leads {leaders[name].nation!r}"
                    faults.add(TURNS, key, wrong, f"a leader of {event.nation!r}")
    return goes
