"""What can be wrong with the Victory Point Cards: above all, objectives that can never count (15.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from core.games.empires.chart_check_board import check_list
from core.games.empires.chart_check_turns import Stays, during
from core.games.empires.chart_files import (
    CARDS,
    NATIONS,
    TURNS,
    AreasFile,
    CardEntry,
    CardsFile,
    CoastsObjective,
    DestroyObjective,
    LeaderEvent,
    LeadersFile,
    NationEntry,
    NationsFile,
    PlaceObjective,
    RajObjective,
    RemovalEvent,
    ScoringEvent,
    TurnsFile,
)
from core.games.empires.chart_types import Kind
from core.kit.datafile import Faults

Entry = PlaceObjective | DestroyObjective | CoastsObjective | RajObjective


class _Cards(msgspec.Struct):
    """What the checks of one objective look up."""

    board: AreasFile
    nations: dict[str, NationEntry]
    stays: Stays
    leaders: dict[str, list[range]]
    last: int
    faults: Faults


def check_cards(
    file: CardsFile,
    nations: NationsFile,
    board: AreasFile,
    turns: TurnsFile,
    leaders: LeadersFile,
    stays: Stays,
    faults: Faults,
) -> None:
    """All of cards.toml, and its agreement with the flags of turns.toml."""
    known = {nation.id: nation for nation in nations.nation}
    look = _Cards(board, known, stays, _leader_stays(leaders, turns), len(turns.turn), faults)
    cards = Counter(card.nation for card in file.card)
    for nation in known:
        if cards[nation] != 1:
            faults.add(
                CARDS, "card", f"{nation!r} has {cards[nation]} cards", "one card for each nation (2.3)"
            )
    ids = Counter(objective.id for card in file.card for _, _, objective in objectives(card))
    for name, times in ids.items():
        if times > 1:
            faults.add(CARDS, "card", f"{times} objectives have the id {name!r}", "an id of its own for each")
    for card in file.card:
        if faults.known(CARDS, f"card[{card.nation}].nation", card.nation, known, "nation"):
            _check_card(card, look)
    _check_scoring(file, turns, faults)
    _check_history(file, look)


def objectives(card: CardEntry) -> Iterator[tuple[Kind, str, Entry]]:
    """All objectives of a card, each with its kind and its key."""
    key = f"card[{card.nation}]"
    for hold in card.hold:
        yield "hold", f"{key}.hold[{hold.id}]", hold
    for capture in card.capture:
        yield "capture", f"{key}.capture[{capture.id}]", capture
    for destroy in card.destroy:
        yield "destroy", f"{key}.destroy[{destroy.id}]", destroy
    for coasts in card.coasts:
        yield "coasts", f"{key}.coasts[{coasts.id}]", coasts
    if card.raj is not None:
        yield "raj", f"{key}.raj", card.raj


def places(objective: PlaceObjective, board: AreasFile) -> list[str]:
    """The areas of an objective: those named and those of its regions, less the exceptions."""
    return list(objective.areas) + [
        name
        for name, area in board.areas.items()
        if area.region in objective.regions and name not in objective.except_
    ]


def _leader_stays(leaders: LeadersFile, turns: TurnsFile) -> dict[str, list[range]]:
    """Nation -> the turns in which each of its leaders can be on the map."""
    comes = {e.name: t.number for t in turns.turn for e in t.event if isinstance(e, LeaderEvent)}
    goes = {
        e.leader: t.number for t in turns.turn for e in t.event if isinstance(e, RemovalEvent) and e.leader
    }
    stays: dict[str, list[range]] = {}
    for leader in leaders.leader:
        if leader.name in comes:
            first = comes[leader.name]
            end = goes[leader.name] + (leader.removal != "turn start") if leader.name in goes else first + 2
            stays.setdefault(leader.nation, []).append(range(first, end))
    return stays


def _check_card(card: CardEntry, look: _Cards) -> None:
    nation, stay, faults = look.nations[card.nation], look.stays[card.nation], look.faults
    for _, key, objective in objectives(card):
        _check_turns(objective, key, card.nation, stay, look)
        if isinstance(objective, PlaceObjective):
            _check_places(objective, key, look)
        elif isinstance(objective, DestroyObjective):
            _check_destroy(objective, key, card.nation, look)
        elif isinstance(objective, CoastsObjective):
            _check_coasts(objective, key, nation, look)
    for kind, entries in (("hold", card.hold), ("capture", card.capture)):
        paid: dict[tuple[int, str], str] = {}
        for entry in entries:
            for turn in dict.fromkeys(entry.turns):
                for area in dict.fromkeys(places(entry, look.board)):
                    other = paid.setdefault((turn, area), entry.id)
                    if other != entry.id:
                        key = f"card[{card.nation}].{kind}[{entry.id}]"
                        wrong = f"{area!r} pays in turn {turn} by {other!r} already"
                        faults.add(CARDS, key, wrong, f"an area once a turn among the {kind} entries")
    if nation.raj and card.raj is None:
        faults.add(
            CARDS, f"card[{card.nation}].raj", "missing", "a raj entry, the nation has raj = true (13.0)"
        )
    if card.raj is not None and not nation.raj:
        wrong = f"{card.nation!r} has no raj = true in {NATIONS}"
        faults.add(CARDS, f"card[{card.nation}].raj", wrong, "a nation that may score Raj (13.0)")


def _check_turns(objective: Entry, key: str, nation: str, stay: range, look: _Cards) -> None:
    """Turns of the game in which the nation can be on the map."""
    if not objective.turns:
        look.faults.add(CARDS, f"{key}.turns", "is empty", "at least one turn")
    for turn, times in Counter(objective.turns).items():
        if times > 1:
            look.faults.add(
                CARDS, f"{key}.turns", f"turn {turn} stands there {times} times", "each turn once"
            )
        if not 1 <= turn <= look.last:
            look.faults.add(
                CARDS, f"{key}.turns", f"turn {turn} is outside the game", f"turns from 1 to {look.last}"
            )
        elif turn not in stay:
            wrong = f"{nation!r} cannot be on the map in turn {turn}"
            look.faults.add(CARDS, f"{key}.turns", wrong, f"turns of its stay, {during(stay)}")


def _check_places(objective: PlaceObjective, key: str, look: _Cards) -> None:
    faults, board = look.faults, look.board
    check_list(objective.areas, CARDS, f"{key}.areas", board.areas, "area", faults)
    check_list(objective.regions, CARDS, f"{key}.regions", board.regions, "region", faults)
    check_list(objective.except_, CARDS, f"{key}.except", board.areas, "area", faults)
    for name in objective.except_:
        if name in board.areas and board.areas[name].region not in objective.regions:
            wrong = f"{name!r} is in none of the regions"
            faults.add(CARDS, f"{key}.except", wrong, "areas of the regions named")
    for name in objective.areas:
        if name in board.areas and board.areas[name].region in objective.regions:
            faults.add(CARDS, f"{key}.areas", f"{name!r} is in the regions already", "each area once")
    known = all(name in board.areas for name in objective.areas)
    if not places(objective, board) and known and set(objective.regions) <= set(board.regions):
        faults.add(CARDS, key, "names no area", "at least one area or region")


def _check_destroy(objective: DestroyObjective, key: str, nation: str, look: _Cards) -> None:
    """Pieces that can be there in one of the turns."""
    faults = look.faults
    check_list(objective.nations, CARDS, f"{key}.nations", look.nations, "nation", faults)
    for field, names in (("nations", objective.nations), ("pieces", objective.pieces)):
        if not names:
            faults.add(CARDS, f"{key}.{field}", "is empty", "at least one name")
    for name in objective.nations:
        if name == nation:
            faults.add(CARDS, f"{key}.nations", f"{name!r} is the card's own nation", "another nation")
        elif name in look.nations:
            stay = look.stays[name]
            if not set(stay) & set(objective.turns):
                wrong = f"{name!r} cannot be on the map in these turns"
                faults.add(CARDS, f"{key}.nations", wrong, f"a nation that can, this one in {during(stay)}")
            elif "factory" in objective.pieces and not look.nations[name].factories:
                faults.add(CARDS, f"{key}.pieces", f"{name!r} has no factories", "pieces of that nation")
            if "leader" in objective.pieces and not any(
                set(stay) & set(objective.turns) for stay in look.leaders.get(name, [])
            ):
                wrong = f"{name!r} has no leader in these turns"
                faults.add(CARDS, f"{key}.pieces", wrong, "pieces of that nation")


def _check_coasts(objective: CoastsObjective, key: str, nation: NationEntry, look: _Cards) -> None:
    """Seas on which the nation can have factories."""
    seas = {sea for area in look.board.areas.values() if area.factory for sea in area.seas}
    most = min(len(seas), nation.factories)
    if not nation.factories:
        look.faults.add(CARDS, key, f"{nation.id!r} has no factories", "a nation with factories (12.1)")
    elif not 1 <= len(objective.points) <= most:
        wrong = f"awards for up to {len(objective.points)} seas"
        look.faults.add(CARDS, f"{key}.points", wrong, f"awards for 1 to {most} seas")
    if objective.points != sorted(objective.points):
        look.faults.add(CARDS, f"{key}.points", f"is {objective.points}", "no less for more seas")


def _check_scoring(file: CardsFile, turns: TurnsFile, faults: Faults) -> None:
    """The chart flags the turns in which a card pays for areas or coasts, and no others (15.2)."""
    pays: dict[int, list[str]] = {}
    for card in file.card:
        for objective in [*card.hold, *card.coasts]:
            for number in objective.turns:
                pays.setdefault(number, []).append(card.nation)
    flagged: dict[int, Sequence[str]] = {}
    for turn in turns.turn:
        for n, event in enumerate(turn.event, 1):
            if isinstance(event, ScoringEvent):
                key = f"turn[{turn.number}].event[{n}].nations"
                flagged[turn.number] = [*flagged.get(turn.number, ()), *event.nations]
                paid = pays.get(turn.number, [])
                for name in event.nations:
                    if (name == "all" and not paid) or (name != "all" and name not in paid):
                        who = "no card pays" if name == "all" else f"the card of {name!r} does not pay"
                        wrong = f"{who} for areas or coasts in turn {turn.number}"
                        faults.add(TURNS, key, wrong, "nations whose cards do")
    for number, nations in sorted(pays.items()):
        flags = flagged.get(number, ())
        for nation in dict.fromkeys(nations):
            if number <= len(turns.turn) and "all" not in flags and nation not in flags:
                wrong = f"the card of {nation!r} pays for areas or coasts and is not flagged"
                faults.add(TURNS, f"turn[{number}]", wrong, "a scoring entry with it")


def _check_history(file: CardsFile, look: _Cards) -> None:
    """The course of history names what exists, each turn once at most."""
    for turn, times in Counter(entry.turn for entry in file.history).items():
        if times > 1:
            look.faults.add(CARDS, f"history[{turn}]", f"stands there {times} times", "each turn once")
    for entry in file.history:
        key = f"history[{entry.turn}]"
        if not 1 <= entry.turn <= look.last:
            look.faults.add(CARDS, f"{key}.turn", "is outside the game", f"a turn from 1 to {look.last}")
        for field, table in (("holds", entry.holds), ("captures", entry.captures)):
            for nation, areas in table.items():
                at = f"{key}.{field}.{nation}"
                look.faults.known(CARDS, at, nation, look.nations, "nation")
                check_list(areas, CARDS, at, look.board.areas, "area", look.faults)
        for field, figures in (("raj", entry.raj), ("coasts", entry.coasts)):
            for nation in figures:
                look.faults.known(CARDS, f"{key}.{field}.{nation}", nation, look.nations, "nation")
        for n, lost in enumerate(entry.destroyed, 1):
            for field, nation in (("by", lost.by), ("nation", lost.nation)):
                look.faults.known(CARDS, f"{key}.destroyed[{n}].{field}", nation, look.nations, "nation")
