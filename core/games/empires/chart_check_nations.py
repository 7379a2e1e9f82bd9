"""What can be wrong with nations, counters, set-ups and control tables."""

from __future__ import annotations

from collections import Counter

from core.games.empires.chart_check_board import check_list
from core.games.empires.chart_files import (
    NATIONS,
    USUAL,
    AreasFile,
    ControlEntry,
    InvasionEvent,
    NationEntry,
    NationsFile,
    ReinforcementEvent,
    StartEntry,
    TurnsFile,
)
from core.kit.datafile import Faults

SEATS = "ABCDE"


def check_nations(file: NationsFile, board: AreasFile, turns: TurnsFile, faults: Faults) -> None:
    """All of nations.toml."""
    last = len(turns.turn)
    ids = [nation.id for nation in file.nation]
    for field, values in (("id", ids), ("name", [nation.name for nation in file.nation])):
        for value, times in Counter(values).items():
            if times > 1:
                faults.add(
                    NATIONS,
                    "nation",
                    f"{times} nations have the {field} {value!r}",
                    f"another {field} for each",
                )
    check_list(file.order_of_play, NATIONS, "order_of_play", ids, "nation", faults)
    check_list(file.order_reconstructed, NATIONS, "order_reconstructed", ids, "nation", faults)
    for missing in [each for each in dict.fromkeys(ids) if each not in file.order_of_play]:
        faults.add(NATIONS, "order_of_play", f"nation {missing!r} is missing", "every nation once")
    for nation in file.nation:
        _check_nation(nation, board, last, faults)
    _check_mix(file, faults)
    _check_raj(file, board, last, faults)
    for name, start in file.start.items():
        _check_start(name, start, file, board, last, faults)
    if not file.control:
        faults.add(NATIONS, "control", "is empty", "at least one control table (14.1)")
    for name, control in file.control.items():
        _check_control(name, control, file, turns, faults)


def _check_nation(nation: NationEntry, board: AreasFile, last: int, faults: Faults) -> None:
    key = f"nation[{nation.id}]"
    if nation.colonial:
        for field, entries in (("submission", nation.submission), ("growth_limits", nation.growth_limits)):
            if entries:
                rule = "11.1" if field == "submission" else "10.1"
                faults.add(
                    NATIONS,
                    f"{key}.{field}",
                    "the nation is colonial",
                    f"none for a colonial nation ({rule})",
                )
        if nation.arms > 1:
            faults.add(NATIONS, f"{key}.arms", f"is {nation.arms}", "one Arms marker at most (12.2)")
    else:
        for field, number in (("factories", nation.factories), ("arms", nation.arms)):
            if number:
                faults.add(
                    NATIONS,
                    f"{key}.{field}",
                    f"is {number}",
                    "0 for a nation that is not colonial (2.24, 2.25)",
                )
    for n, submission in enumerate(nation.submission, 1):
        at = f"{key}.submission[{n}]"
        if faults.known(NATIONS, f"{at}.region", submission.region, board.regions, "region"):
            size = sum(area.region == submission.region for area in board.areas.values())
            if submission.areas_left >= size:
                wrong = f"is {submission.areas_left} of the {size} areas of {submission.region}"
                faults.add(NATIONS, f"{at}.areas_left", wrong, f"fewer than {size}")
        if any(submission.region == other.region for other in nation.submission[: n - 1]):
            faults.add(
                NATIONS,
                f"{at}.region",
                f"{submission.region!r} stands there twice",
                "one entry for each region",
            )
        _check_turn(submission.from_turn, f"{at}.from_turn", last, faults)
    limited: list[int] = []
    for n, limit in enumerate(nation.growth_limits, 1):
        at = f"{key}.growth_limits[{n}]"
        check_list(limit.regions, NATIONS, f"{at}.regions", board.regions, "region", faults)
        if len(limit.turns) != 2 or limit.turns[0] > limit.turns[1]:
            faults.add(NATIONS, f"{at}.turns", f"is {limit.turns}", "[first turn, last turn]")
            continue
        _check_turn(limit.turns[1], f"{at}.turns", last, faults)
        span = list(range(limit.turns[0], limit.turns[1] + 1))
        if set(span) & set(limited):
            faults.add(NATIONS, f"{at}.turns", "the turns have a limit already", "one limit for each turn")
        limited += span


def _check_turn(turn: int, key: str, last: int, faults: Faults) -> None:
    if not 1 <= turn <= last:
        faults.add(NATIONS, key, f"is turn {turn}", f"a turn from 1 to {last}")


def _check_mix(file: NationsFile, faults: Faults) -> None:
    """The counters of the nations are not more than there are in the box (14.1, R2.0-a)."""
    for kind, there in (
        ("armies", file.mix.armies),
        ("factories", file.mix.factories),
        ("arms", file.mix.arms),
    ):
        used = sum(getattr(nation, kind) for nation in file.nation)
        if used > there:
            faults.add(
                NATIONS,
                f"mix.{kind}",
                f"the nations have {used} together, the mix {there}",
                f"at most {there}",
            )


def _check_raj(file: NationsFile, board: AreasFile, last: int, faults: Faults) -> None:
    """The titles of 13.0 and the overlord of 11.2."""
    areas, points = file.raj.areas, file.raj.points
    if len(areas) != len(points):
        faults.add(
            NATIONS, "raj.points", f"{len(points)} for {len(areas)} titles", "as many points as titles"
        )
    for field, steps in (("areas", areas), ("points", points)):
        if sorted(set(steps)) != steps:
            faults.add(NATIONS, f"raj.{field}", f"is {steps}", "numbers that rise")
    if areas and areas[-1] > len(board.areas):
        faults.add(
            NATIONS,
            "raj.areas",
            f"asks for {areas[-1]} areas",
            f"at most the {len(board.areas)} of the board",
        )
    overlord = file.overlord
    if overlord is None:
        return
    nations = {nation.id: nation for nation in file.nation}
    if faults.known(NATIONS, "overlord.nation", overlord.nation, nations, "nation"):
        nation = nations[overlord.nation]
        if not nation.colonial:
            faults.add(
                NATIONS, "overlord.nation", f"{nation.id!r} is not colonial", "a colonial nation (11.2)"
            )
        if not nation.raj:
            faults.add(
                NATIONS, "overlord.nation", f"{nation.id!r} scores no Raj", "a nation with raj = true (13.0)"
            )
    check_list(overlord.claimants, NATIONS, "overlord.claimants", nations, "nation", faults)
    for name in overlord.claimants:
        if name in nations and (nations[name].colonial or not nations[name].raj):
            wanted = "an Indian nation with raj = true (13.0)"
            faults.add(NATIONS, "overlord.claimants", f"{name!r} makes no Raj claims", wanted)
    _check_turn(overlord.alliance_from_turn, "overlord.alliance_from_turn", last, faults)


def _check_start(
    name: str, start: StartEntry, file: NationsFile, board: AreasFile, last: int, faults: Faults
) -> None:
    """A start: one army of one nation in an area, no more than there are counters (3.0)."""
    key = f"start.{name}"
    _check_turn(start.first_turn, f"{key}.first_turn", last, faults)
    nations = {nation.id: nation for nation in file.nation}
    holder: dict[str, str] = {}
    for nation, areas in start.armies.items():
        at = f"{key}.armies.{nation}"
        if faults.known(NATIONS, at, nation, nations, "nation") and 0 < nations[nation].armies < len(areas):
            wrong = f"{len(areas)} armies"
            faults.add(NATIONS, at, wrong, f"at most the {nations[nation].armies} counters of the nation")
        check_list(areas, NATIONS, at, board.areas, "area", faults)
        for area in areas:
            other = holder.setdefault(area, nation)
            if other != nation:
                wrong = f"{area!r} has an army of {other!r} already"
                faults.add(NATIONS, at, wrong, "armies of one nation in an area")


def _check_control(
    name: str, control: ControlEntry, file: NationsFile, turns: TurnsFile, faults: Faults
) -> None:
    """A control table gives each nation to one seat (14.1), or leaves it out of play (14.2)."""
    key = f"control.{name}"
    if name == USUAL:
        faults.add(NATIONS, key, "the name stands for whichever table fits", "another name")
    ids = [nation.id for nation in file.nation]
    letters = list(SEATS[: len(control.seats)])
    if list(control.seats) != letters or not 3 <= len(letters) <= len(SEATS):
        faults.add(
            NATIONS,
            f"{key}.seats",
            f"has {', '.join(control.seats)}",
            "three to five seats, A, B, C ... (1.0)",
        )
    lists = {f"{key}.seats.{seat}": nations for seat, nations in control.seats.items()}
    lists[f"{key}.not_in_play"] = control.not_in_play
    first: dict[str, str] = {}
    for at, nations in lists.items():
        check_list(nations, NATIONS, at, ids, "nation", faults)
        for nation in dict.fromkeys(nations):
            if nation in first:
                faults.add(
                    NATIONS, at, f"{nation!r} is in {first[nation]} already", "every nation once (14.1)"
                )
            first.setdefault(nation, at)
    for nation in ids:
        if nation not in first:
            faults.add(NATIONS, f"{key}.seats", f"no seat has {nation!r}", "every nation once (14.1)")
    if faults.known(NATIONS, f"{key}.start", control.start, file.start, "start"):
        start = file.start[control.start]
        for nation in control.not_in_play:
            if nation in start.armies or _arrives(nation, start.first_turn, turns):
                wrong = f"{nation!r} has armies in this game"
                faults.add(NATIONS, f"{key}.not_in_play", wrong, "a nation that neither stands nor arrives")
    if control.counter_colours:
        _check_colours(key, control, {nation.id: nation.colour for nation in file.nation}, faults)


def _arrives(nation: str, first_turn: int, turns: TurnsFile) -> bool:
    return any(
        isinstance(event, InvasionEvent | ReinforcementEvent) and event.nation == nation
        for turn in turns.turn
        if turn.number >= first_turn
        for event in turn.event
    )


def _check_colours(key: str, control: ControlEntry, colours: dict[str, str], faults: Faults) -> None:
    """Seats and counter colours agree where the table says so (14.1)."""
    taken: dict[str, str] = {}
    for seat, nations in control.seats.items():
        known = [nation for nation in nations if colours.get(nation)]
        for nation in known:
            if colours[nation] != colours[known[0]]:
                wrong = f"{nation!r} is {colours[nation]}"
                faults.add(NATIONS, f"{key}.seats.{seat}", wrong, f"{colours[known[0]]} like {known[0]!r}")
        other = taken.setdefault(colours[known[0]], seat) if known else seat
        if other != seat:
            wrong = f"{colours[known[0]]} like seat {other}"
            faults.add(NATIONS, f"{key}.seats.{seat}", wrong, "a counter colour of its own")
