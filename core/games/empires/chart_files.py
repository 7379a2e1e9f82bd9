"""The chart files of the game as typed structs, just as they are written.

Which file decides what is said at the head of each. A folder of the user's own may hold any of them;
the others are ours.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from core.kit.datafile import Faults, S, nearest, parse, read_struct, read_text

Some = Annotated[int, Meta(ge=1, le=999)]
Count = Annotated[int, Meta(ge=0, le=999)]

AREAS, NATIONS, TURNS = "areas.toml", "nations.toml", "turns.toml"
LEADERS, CARDS, MAP = "leaders.toml", "cards.toml", "map.geojson"
CHART_FILES = (AREAS, NATIONS, TURNS, LEADERS, CARDS, MAP)
OTHER_FILES = (
    *("cover.toml", "history.toml", "learn.toml"),
    *("palette.toml", "rules.toml", "rulings.toml", "texts.toml"),
)
USUAL = "usual"
"""The set-up chosen by the number of seats; no control table has this name."""


class _Entry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of a chart file; an unknown key in it is a fault."""


# ------------------------------------------------------------------------------------------ areas


class AreaEntry(_Entry):
    """A land area (2.11)."""

    region: str
    borders: list[str]
    hiland: bool = False
    seas: list[str] = []
    foreign: list[str] = []
    factory: bool = False


class AreasFile(_Entry):
    """The board (2.1): what there is and what borders what."""

    format: Literal[1]
    regions: list[str]
    foreign_borders: dict[str, list[str]]
    sea_borders: dict[str, list[str]]
    areas: dict[str, AreaEntry]
    straits: list[list[str]] = []
    corner: list[str] = []


# ---------------------------------------------------------------------------------------- nations


class SubmissionEntry(_Entry):
    """Where a nation may submit, and when (11.1)."""

    region: str
    areas_left: Some
    from_turn: Some


class GrowthLimitEntry(_Entry):
    """The only regions that count for growth in some turns (10.5)."""

    turns: list[Some]
    regions: list[str]
    source: str


class NationEntry(_Entry):
    """A nation and its counters."""

    label: ClassVar[str] = "id"
    id: str
    name: str
    armies: Some
    armies_source: str
    colour: str
    colonial: bool = False
    factories: Count = 0
    arms: Count = 0
    raj: bool = False
    submission: list[SubmissionEntry] = []
    growth_limits: list[GrowthLimitEntry] = []


class MixEntry(_Entry):
    """All counters of the box, by kind (14.1)."""

    armies: Count
    leaders: Count
    factories: Count
    arms: Count
    source: str


class RajEntry(_Entry):
    """The titles of 13.0: areas needed and points."""

    areas: list[Some]
    points: list[Some]
    source: str


class OverlordEntry(_Entry):
    """The nation others ally with (11.2) and those whose armies deny it a factory's area (13.0)."""

    nation: str
    alliance_from_turn: Some
    alliance_source: str
    claimants: list[str]
    claimants_source: str


class StartEntry(_Entry):
    """A start: one army of each nation in each of its areas (3.0, 14.2)."""

    source: str
    first_turn: Some
    armies: dict[str, list[str]]


class ControlEntry(_Entry):
    """A control table (14.1)."""

    start: str
    source: str
    seats: dict[str, list[str]]
    not_in_play: list[str] = []
    counter_colours: bool = False


class NationsFile(_Entry):
    """Nations, order of play, set-ups and control."""

    format: Literal[1]
    order_of_play: list[str]
    order_source: str
    mix: MixEntry
    raj: RajEntry
    nation: list[NationEntry]
    start: dict[str, StartEntry]
    control: dict[str, ControlEntry]
    order_reconstructed: list[str] = []
    overlord: OverlordEntry | None = None


# ------------------------------------------------------------------------------------------ turns


class _Event(_Entry, tag_field="type", kw_only=True):
    source: str
    reconstructed: list[str] = []
    games: list[str] | None = None
    """The starts it is for; without the key, all."""


class InvasionEvent(_Event, tag="invasion"):
    """Arrivals from a foreign area, in land areas or in a sea (7.1 to 7.3)."""

    nation: str
    number: Some
    from_foreign: str | None = None
    into_areas: dict[str, Some] = {}
    into_sea: str | None = None
    shortage: bool = False


class LeaderEvent(_Event, tag="leader"):
    """A leader comes (9.0)."""

    name: str


class ReinforcementEvent(_Event, tag="reinforcement"):
    """Charted reinforcements (10.6) or a top-up (10.7)."""

    nation: str
    number: Count = 0
    fallback_region: str | None = None
    up_to: Count = 0
    into_sea: str | None = None


class BoatsEvent(_Event, tag="boats"):
    """Nations whose armies may cross a sea (5.4)."""

    nations: list[str]
    seas: list[str] = []


class MajorInvasionEvent(_Event, tag="major_invasion"):
    """Two cycles of movement and battle (7.4)."""

    nation: str


class RemovalEvent(_Event, tag="removal"):
    """Armies and a leader go (10.3, 10.4)."""

    nation: str
    armies: Count
    when: Literal["turn start", "nation turn end"]
    leader: str | None = None
    spared: Count = 0


class ReplacementEvent(_Event, tag="replacement"):
    """One nation's armies turn into another's (10.4)."""

    from_nation: str
    to_nation: str


class ScoringEvent(_Event, tag="scoring"):
    """Nations that count at the end of the game turn (15.2)."""

    nations: list[str]


Event = (
    InvasionEvent
    | LeaderEvent
    | ReinforcementEvent
    | BoatsEvent
    | MajorInvasionEvent
    | RemovalEvent
    | ReplacementEvent
    | ScoringEvent
)


class TurnEntry(_Entry):
    """A game turn of the Turn Record Chart (2.41)."""

    label: ClassVar[str] = "number"
    number: Some
    dates: str
    event: list[Event]


class TurnsFile(_Entry):
    """The Turn Record Chart."""

    format: Literal[1]
    turn: list[TurnEntry]


# ---------------------------------------------------------------------------------------- leaders


class LeaderEntry(_Entry):
    """A leader, the nation led and the rule of leaving (9.0)."""

    label: ClassVar[str] = "name"
    name: str
    nation: str
    removal: Literal["nation turn end", "turn start", "next nation turn"]
    removal_source: str


class LeadersFile(_Entry):
    """The leaders."""

    format: Literal[1]
    leader: list[LeaderEntry]


# ------------------------------------------------------------------------------------------ cards


class _Objective(_Entry):
    label: ClassVar[str] = "id"
    id: str
    turns: list[Some]


class PlaceObjective(_Objective):
    """Areas to hold or to capture (15.3)."""

    points: Some
    areas: list[str] = []
    regions: list[str] = []
    except_: list[str] = msgspec.field(name="except", default_factory=list)


class DestroyObjective(_Objective):
    """Pieces to destroy (15.3)."""

    nations: list[str]
    pieces: list[Literal["army", "leader", "factory"]]
    points: Some


class CoastsObjective(_Objective):
    """Seas with factories: points[n-1] is the whole award for n of them (15.3)."""

    points: list[Some]


class RajObjective(_Objective):
    """Turns in which Raj points may be scored (13.0)."""

    source: str
    reconstructed: list[str] = []


class CardEntry(_Entry):
    """A Victory Point Card (2.3)."""

    label: ClassVar[str] = "nation"
    nation: str
    source: str
    notes: list[str] = []
    hold: list[PlaceObjective] = []
    capture: list[PlaceObjective] = []
    destroy: list[DestroyObjective] = []
    coasts: list[CoastsObjective] = []
    raj: RajObjective | None = None


class DestroyedEntry(_Entry):
    """Pieces destroyed in the course of history that some card pays for."""

    by: str
    nation: str
    piece: Literal["army", "leader", "factory"]
    number: Some


class HistoryEntry(_Entry):
    """The course of history in game terms, one game turn."""

    label: ClassVar[str] = "turn"
    turn: Some
    holds: dict[str, list[str]] = {}
    captures: dict[str, list[str]] = {}
    destroyed: list[DestroyedEntry] = []
    raj: dict[str, Count] = {}
    coasts: dict[str, Count] = {}


class CardsFile(_Entry):
    """The Victory Point Cards and the history they are measured by."""

    format: Literal[1]
    card: list[CardEntry]
    history: list[HistoryEntry] = []


# -------------------------------------------------------------------------------------------- map
# GeoJSON allows members of one's own, so unknown keys are no faults here.


class MapCorner(msgspec.Struct):
    """The areas that meet in the corner, and where it is."""

    areas: list[str]
    point: list[float] = []


class MapStrait(msgspec.Struct):
    """The areas that a bridge joins, and its two ends."""

    areas: list[str]
    bridge: list[list[float]] = []


class MapProperties(msgspec.Struct):
    """Marks drawn on the map, and its height."""

    height: float = 916.2
    corner: MapCorner = msgspec.field(default_factory=lambda: MapCorner(areas=[]))
    straits: list[MapStrait] = []


class MapLabel(msgspec.Struct):
    """Where a name stands and how much room it has."""

    x: float
    y: float
    angle: float = 0.0
    width: float = 1000.0
    align: Literal["center", "left", "right"] = "center"


class MapPlace(msgspec.Struct):
    """What a shape stands for, and where its counters and its name go."""

    name: str
    kind: Literal["land", "foreign", "sea", "beyond"]
    anchor: list[float]
    clearance: float = 20.0
    label: MapLabel | None = None
    stack: list[float] = []
    port: list[float] = []
    curve: list[list[float]] = []


class MapGeometry(msgspec.Struct):
    """The outline of a shape: rings of points, or several such lists; thousands of numbers, so the
    checker looks at them by the ring."""

    type: Literal["Polygon", "MultiPolygon"]
    coordinates: list[object]


class MapFeature(msgspec.Struct):
    """A shape of the map."""

    label: ClassVar[str] = "id"
    id: str
    properties: MapPlace
    geometry: MapGeometry


class MapFile(msgspec.Struct):
    """The map."""

    features: list[MapFeature]
    properties: MapProperties = msgspec.field(default_factory=MapProperties)


# ---------------------------------------------------------------------------------------- reading


class ChartFiles(msgspec.Struct):
    """The files of a chart set; None where a file could not be parsed."""

    areas: AreasFile | None
    nations: NationsFile | None
    turns: TurnsFile | None
    leaders: LeadersFile | None
    cards: CardsFile | None
    map: MapFile | None
    raw: dict[str, object]
    """File -> its content as parsed."""


def read_files(directory: Traversable | Path | None, faults: Faults) -> ChartFiles:
    """All chart files: those in the directory, ours for the rest."""
    own: dict[str, Traversable | Path] = {}
    if directory is not None and directory.is_dir():
        own = {item.name: item for item in directory.iterdir() if item.is_file()}
    elif directory is not None:
        faults.add(directory.name, "folder", "is not there", "a folder with chart files")
    raw: dict[str, object] = {}
    ours = files("resources") / "empires"
    for name in sorted(own):
        if name.endswith((".toml", ".geojson")) and name not in CHART_FILES + OTHER_FILES:
            faults.add(
                name,
                "file",
                "not a chart file",
                f"one of {', '.join(CHART_FILES)}{nearest(name, CHART_FILES)}",
            )

    def read(cls: type[S], name: str) -> S | None:
        text = read_text(own.get(name, ours / name), faults)
        raw[name] = None if text is None else parse(text, name, faults)
        return None if raw[name] is None else read_struct(cls, raw[name], name, "", faults)

    return ChartFiles(
        areas=read(AreasFile, AREAS),
        nations=read(NationsFile, NATIONS),
        turns=read(TurnsFile, TURNS),
        leaders=read(LeadersFile, LEADERS),
        cards=read(CardsFile, CARDS),
        map=read(MapFile, MAP),
        raw=raw,
    )
