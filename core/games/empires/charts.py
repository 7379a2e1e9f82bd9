"""Reads a chart set and compiles it to the form the rules run on (chart_types)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources.abc import Traversable
from pathlib import Path

from core.games.empires.chart_cards import compile_cards, expected_points
from core.games.empires.chart_check import sound_files
from core.games.empires.chart_check_cards import objectives
from core.games.empires.chart_files import (
    CHART_FILES,
    MAP,
    AreasFile,
    BoatsEvent,
    CardsFile,
    Event,
    InvasionEvent,
    LeaderEvent,
    LeadersFile,
    MajorInvasionEvent,
    NationEntry,
    NationsFile,
    RajObjective,
    ReinforcementEvent,
    RemovalEvent,
    ReplacementEvent,
    ScoringEvent,
    TurnsFile,
)
from core.games.empires.chart_types import (
    NONE,
    Arrival,
    Board,
    Charts,
    GameTurn,
    Leader,
    Nation,
    NationTurn,
    Reinforcement,
    Removal,
    Setup,
    Submission,
    TopUp,
)

_PROSE = {"dates", "notes", "history"}


@cache
def shipped() -> Charts:
    """The charts that come with the program."""
    return load(None)


def load(directory: Traversable | Path | None) -> Charts:
    """The charts in a directory, our own files standing in for those it lacks; else ChartError."""
    files = sound_files(directory)
    board, nations, turns = files.areas, files.nations, files.turns
    leaders, cards = files.leaders, files.cards
    # a file that could not be parsed is a fault, so sound files are all there
    assert board and nations and turns and leaders and cards
    return _Compiler(board, nations, turns, leaders, cards).charts(_digest(files.raw))


def _mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))


def _masks(lists: Iterable[Iterable[int]]) -> tuple[int, ...]:
    return tuple(_mask(numbers) for numbers in lists)


def _numbers(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def _digest(raw: Mapping[str, object]) -> str:
    """Which charts these are: the files as they are written, in their order, less comments and prose.

    Taken from the text and not from the compiled form, so that a change of our code does not make old
    records look as if they were played with other charts. The map is left out: it only draws.
    """
    content = [_without_prose(raw[name]) for name in CHART_FILES if name != MAP]
    return blake2b(json.dumps(content).encode(), digest_size=16).hexdigest()


def _without_prose(value: object) -> object:
    if isinstance(value, dict):
        return {
            key: _without_prose(each)
            for key, each in value.items()
            if key not in _PROSE and not key.endswith(("source", "reconstructed"))
        }
    return [_without_prose(each) for each in value] if isinstance(value, list) else value


class _Compiler:
    """Turns names into numbers. The files are sound, so nothing is checked here."""

    def __init__(
        self,
        board: AreasFile,
        nations: NationsFile,
        turns: TurnsFile,
        leaders: LeadersFile,
        cards: CardsFile,
    ) -> None:
        self.board, self.turns, self.leaders, self.cards = board, turns, leaders, cards
        self.file = nations
        self.area = _numbers([*board.areas, *board.sea_borders])
        self.foreign = _numbers(board.foreign_borders)
        self.region = _numbers(board.regions)
        self.nation = _numbers(nations.order_of_play)
        self.leader = _numbers(leader.name for leader in leaders.leader)
        self.last = len(turns.turn)
        self.land = len(board.areas)
        self.regions = _masks(
            [self.area[name] for name, area in board.areas.items() if area.region == region]
            for region in board.regions
        )
        self.led = self._leaders()
        self.schedule = {
            start: tuple(self._turn(number, start) for number in range(self.last + 1))
            for start in nations.start
        }

    def charts(self, digest: str) -> Charts:
        nations = self._nations()
        titles = tuple(zip(self.file.raj.areas, self.file.raj.points, strict=True))
        lines = compile_cards(self.cards, self.board, self.area, self.nation, titles)
        overlord = self.file.overlord
        return Charts(
            digest=digest,
            names=self._names(),
            dates=("", *(turn.dates for turn in self.turns.turn)),
            notes=self._notes(),
            sources={
                line.id: line.source if isinstance(line, RajObjective) else card.source
                for card in self.cards.card
                for _, _, line in objectives(card)
            },
            reconstructed=frozenset(self._reconstructed()),
            expected=expected_points(self.cards.history, lines, self.area, self.nation, titles, self.last),
            board=self._board(),
            nations=nations,
            leaders=self.led,
            overlord=self.nation[overlord.nation] if overlord else NONE,
            alliance_from_turn=overlord.alliance_from_turn if overlord else self.last + 1,
            claimants=_mask(n for n, nation in enumerate(nations) if nation.claimant),
            empire=self._empire(),
            titles=titles,
            last_turn=self.last,
            setups={name: self._setup(name) for name in self.file.control},
            objectives=lines,
            due=tuple(
                tuple(
                    tuple(line for line in lines if line.nation == nation and turn in line.turns)
                    for nation in self.nation.values()
                )
                for turn in range(self.last + 1)
            ),
        )

    def _reconstructed(self) -> Iterator[tuple[int, int, str]]:
        led = {leader.name: leader.nation for leader in self.leaders.leader}
        for turn in self.turns.turn:
            for event in turn.event:
                if event.source != "reconstructed" and not event.reconstructed:
                    continue
                kind = str(event.__struct_config__.tag)
                if isinstance(event, ScoringEvent):
                    yield turn.number, NONE, kind
                elif isinstance(event, BoatsEvent):
                    yield from ((turn.number, self.nation[name], kind) for name in event.nations)
                elif isinstance(event, ReplacementEvent):
                    yield turn.number, self.nation[event.to_nation], kind
                else:
                    name = led[event.name] if isinstance(event, LeaderEvent) else event.nation
                    yield turn.number, self.nation[name], kind

    def _names(self) -> dict[str, tuple[str, ...]]:
        shown = {nation.id: nation.name for nation in self.file.nation}
        most = max(self.file.control.values(), key=lambda control: len(control.seats))
        return {
            "area": tuple(self.area),
            "foreign": tuple(self.foreign),
            "region": tuple(self.region),
            "nation": tuple(shown[name] for name in self.nation),
            "leader": tuple(self.leader),
            "seat": tuple(most.seats),
        }

    def _notes(self) -> tuple[tuple[str, ...], ...]:
        notes = {card.nation: tuple(card.notes) for card in self.cards.card}
        return tuple(notes[name] for name in self.nation)

    # -------------------------------------------------------------------------------- the board

    def _board(self) -> Board:
        board, area = self.board, self.area
        coasts: dict[str, list[int]] = {sea: [] for sea in board.sea_borders}
        entries: dict[str, list[int]] = {foreign: [] for foreign in board.foreign_borders}
        for name, entry in board.areas.items():
            for sea in entry.seas:
                coasts[sea].append(area[name])
            for foreign in entry.foreign:
                entries[foreign].append(area[name])
        to_land = [[area[other] for other in entry.borders] for entry in board.areas.values()]
        to_land += coasts.values()
        to_sea = [[area[sea] for sea in entry.seas] for entry in board.areas.values()]
        to_sea += [[area[sea] for sea in others] for others in board.sea_borders.values()]
        straits = [(area[a], area[b]) for a, b in board.straits]
        bridged: list[list[int]] = [[] for _ in area]
        for a, b in straits:
            bridged[a].append(b)
            bridged[b].append(a)
        corner = [area[name] for name in board.corner]
        return Board(
            land=self.land,
            seas=len(board.sea_borders),
            land_mask=_mask(range(self.land)),
            sea_mask=_mask(range(self.land, len(area))),
            hilands=_mask(area[name] for name, entry in board.areas.items() if entry.hiland),
            factory_coasts=_mask(area[name] for name, entry in board.areas.items() if entry.factory),
            coasts=tuple(area[name] for name, entry in board.areas.items() if entry.factory),
            value=tuple(1 if entry.hiland else 2 for entry in board.areas.values()),
            region_of=tuple(self.region[entry.region] for entry in board.areas.values()),
            region_masks=self.regions,
            to_land=tuple(tuple(sorted(others)) for others in to_land),
            to_land_masks=_masks(to_land),
            to_sea=tuple(tuple(sorted(others)) for others in to_sea),
            to_sea_masks=_masks(to_sea),
            straits=tuple(straits),
            strait_masks=_masks(bridged),
            across_corner=tuple(zip(corner[:2], corner[2:], strict=True)),
            foreign_entries=tuple(tuple(lands) for lands in entries.values()),
            foreign_entry_masks=_masks(entries.values()),
            foreign_borders=tuple(
                tuple(self.foreign[other] for other in others) for others in board.foreign_borders.values()
            ),
        )

    # ---------------------------------------------------------------------- nations and leaders

    def _nations(self) -> tuple[Nation, ...]:
        entries = {nation.id: nation for nation in self.file.nation}
        return tuple(self._nation(entries[name]) for name in self.nation)

    def _nation(self, entry: NationEntry) -> Nation:
        overlord = self.file.overlord
        return Nation(
            id=entry.id,
            colonial=entry.colonial,
            armies=entry.armies,
            factories=entry.factories,
            arms=entry.arms,
            colour=entry.colour,
            raj=entry.raj,
            overlord=overlord is not None and entry.id == overlord.nation,
            claimant=overlord is not None and entry.id in overlord.claimants,
            submission=tuple(
                Submission(
                    region=self.region[each.region], areas_left=each.areas_left, from_turn=each.from_turn
                )
                for each in entry.submission
            ),
            leaders=tuple(n for n, leader in enumerate(self.led) if leader.nation == self.nation[entry.id]),
        )

    def _leaders(self) -> tuple[Leader, ...]:
        comes = {e.name: t.number for t in self.turns.turn for e in t.event if isinstance(e, LeaderEvent)}
        goes = {e.leader: t.number for t in self.turns.turn for e in t.event if isinstance(e, RemovalEvent)}
        return tuple(
            Leader(
                nation=self.nation[entry.nation],
                turn=comes[entry.name],
                removal=entry.removal,
                removal_turn=goes.get(entry.name, comes[entry.name] + 1),
            )
            for entry in self.leaders.leader
        )

    def _empire(self) -> tuple[int, ...]:
        """The nations that replace one another, older first (10.4)."""
        changes = [e for t in self.turns.turn for e in t.event if isinstance(e, ReplacementEvent)]
        names = [name for change in changes for name in (change.from_nation, change.to_nation)]
        return tuple(self.nation[name] for name in dict.fromkeys(names))

    # ------------------------------------------------------------------------ set-ups and turns

    def _setup(self, name: str) -> Setup:
        control = self.file.control[name]
        start = self.file.start[control.start]
        owner = {nation: seat for seat, nations in enumerate(control.seats.values()) for nation in nations}
        return Setup(
            id=name,
            start=control.start,
            seats=len(control.seats),
            first_turn=start.first_turn,
            owner=tuple(owner.get(nation, NONE) for nation in self.nation),
            played={
                seat: tuple(number for nation, number in self.nation.items() if nation in nations)
                for seat, nations in enumerate(control.seats.values())
            },
            armies=tuple(
                (self.nation[nation], self.area[area])
                for nation in self.nation
                for area in start.armies.get(nation, ())
            ),
            turns=self.schedule[control.start],
        )

    def _turn(self, number: int, start: str) -> GameTurn:
        if not number:
            return GameTurn()
        events = [e for e in self.turns.turn[number - 1].event if not e.games or start in e.games]
        scoring: list[int] = []
        for event in events:
            if isinstance(event, ScoringEvent):
                names = self.nation if event.nations == ["all"] else event.nations
                scoring += [self.nation[name] for name in names]
        return GameTurn(
            removals=tuple(
                self._removal(e) for e in events if isinstance(e, RemovalEvent) and e.when == "turn start"
            ),
            replacements=tuple(
                (self.nation[e.from_nation], self.nation[e.to_nation])
                for e in events
                if isinstance(e, ReplacementEvent)
            ),
            nations=tuple(self._nation_turn(name, number, events) for name in self.nation),
            scoring=_mask(scoring),
        )

    def _removal(self, event: RemovalEvent) -> Removal:
        return Removal(
            nation=self.nation[event.nation],
            armies=event.armies,
            leader=NONE if event.leader is None else self.leader[event.leader],
            spared=event.spared,
        )

    def _nation_turn(self, name: str, number: int, events: list[Event]) -> NationTurn:
        reinforcement, top_up, boats = None, None, 0
        for event in events:
            if isinstance(event, BoatsEvent) and name in event.nations:
                boats = _mask(self.area[sea] for sea in event.seas or self.board.sea_borders)
            elif isinstance(event, ReinforcementEvent) and event.nation == name:
                if event.into_sea is not None:
                    top_up = TopUp(up_to=event.up_to, sea=self.area[event.into_sea])
                else:
                    region = NONE if event.fallback_region is None else self.region[event.fallback_region]
                    reinforcement = Reinforcement(number=event.number, fallback=region)
        mine = [(n, leader) for n, leader in enumerate(self.led) if leader.nation == self.nation[name]]
        return NationTurn(
            arrivals=tuple(
                self._arrival(e) for e in events if isinstance(e, InvasionEvent) and e.nation == name
            ),
            leaders_in=tuple(n for n, leader in mine if leader.turn == number),
            leaders_out=tuple(
                n
                for n, leader in mine
                if leader.removal == "next nation turn" and leader.removal_turn == number
            ),
            reinforcement=reinforcement,
            top_up=top_up,
            boats=boats,
            major=any(isinstance(e, MajorInvasionEvent) and e.nation == name for e in events),
            removals=tuple(
                self._removal(e)
                for e in events
                if isinstance(e, RemovalEvent) and e.when == "nation turn end" and e.nation == name
            ),
            growth=self._growth(name, number),
        )

    def _arrival(self, event: InvasionEvent) -> Arrival:
        return Arrival(
            number=event.number,
            foreign=NONE if event.from_foreign is None else self.foreign[event.from_foreign],
            areas=tuple((self.area[name], armies) for name, armies in event.into_areas.items()),
            sea=NONE if event.into_sea is None else self.area[event.into_sea],
        )

    def _growth(self, name: str, turn: int) -> int:
        """The areas that count for growth (10.1, 10.5)."""
        entry = next(nation for nation in self.file.nation if nation.id == name)
        if entry.colonial:
            return 0
        for limit in entry.growth_limits:
            if limit.turns[0] <= turn <= limit.turns[1]:
                return sum(self.regions[self.region[region]] for region in limit.regions)
        return _mask(range(self.land))
