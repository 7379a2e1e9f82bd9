"""A study of many games of 1994: points, holders and history, turn by turn, as tables and pictures.

What it looks at are the entries of the ledger and the positions at the counts (15.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from statistics import fmean, quantiles
from typing import Final

from msgspec import Struct

from core import texts
from core.faults import UserError
from core.game import AnyGame
from core.games.empires.chart_types import NONE, Charts, Setup
from core.games.empires.events import Counted, Event, Scored
from core.games.empires.history import HISTORY, Statement, came_true, read_history
from core.games.empires.rules import Empires
from maharaja_qt.cli.common import table
from maharaja_qt.cli.intervals import wilson
from maharaja_qt.cli.match import Match, Result
from maharaja_qt.cli.study import write_csv

TAGS: Final = (str(Scored.__struct_config__.tag), str(Counted.__struct_config__.tag))


class Course(Struct, frozen=True):
    """How one game went: points by turn and nation, and who held what at the counts."""

    points: tuple[tuple[int, ...], ...]
    """[turn][nation] -> points earned in that turn."""
    counts: tuple[Counted, ...]


class Spread(Struct, frozen=True):
    """Points of a nation or a seat up to a turn: mean, and the span of four games out of five."""

    mean: float
    low: float
    high: float


class Study(Struct, frozen=True):
    """The games together. `holders[turn][area]` counts who held it: nation -> games."""

    charts: Charts
    setup: Setup
    courses: tuple[Course, ...]
    holders: dict[int, dict[int, Counter[int]]]

    def spread(self, nations: Sequence[int], turn: int) -> Spread:
        """Of the points of these nations together from the first turn to this one."""
        totals = [
            sum(course.points[t][n] for t in range(turn + 1) for n in nations) for course in self.courses
        ]
        if len(totals) < 2:
            return Spread(totals[0], totals[0], totals[0])
        tenths = quantiles(totals, n=10, method="inclusive")
        return Spread(fmean(totals), tenths[0], tenths[-1])

    def in_turn(self, nation: int, turn: int) -> float:
        """The mean points of a nation in this turn alone."""
        return fmean(course.points[turn][nation] for course in self.courses)

    def usual(self, nations: Sequence[int], turn: int) -> int:
        """What history gives these nations from the first turn of the set-up to this one."""
        turns = range(self.setup.first_turn, turn + 1)
        return sum(self.charts.expected[t][n] for t in turns for n in nations)

    def nations_of(self, seat: int) -> list[int]:
        """The nations a seat plays, in order of play."""
        return [nation for nation, owner in enumerate(self.setup.owner) if owner == seat]

    @property
    def turns(self) -> range:
        """All turns of the set-up."""
        return range(self.setup.first_turn, self.charts.last_turn + 1)

    @property
    def main_counts(self) -> list[int]:
        """The turns in which every nation counts."""
        everybody = (1 << len(self.charts.nations)) - 1
        return [turn for turn in self.turns if self.setup.turns[turn].scoring == everybody]


def check(game: AnyGame, charts: Path | None) -> None:
    """Raises `UserError` if the statements of history are faulty."""
    read_history(_ours(game).charts, _history_file(charts))


def write(
    game: AnyGame, match: Match, results: Sequence[Result], folder: Path, progress: Callable[[str], None]
) -> list[str]:
    """Writes tables, a plot and a map for each main count; gives the lines to print."""
    empires = _ours(game)
    study = gather(empires, match, results)
    words = texts.load(empires)
    write_csv(folder / "scores.csv", _SCORES, _scores(study, words))
    write_csv(folder / "holders.csv", _HOLDERS, _held(study, words))
    told = _history(study, read_history(study.charts, _history_file(match.charts)), words)
    write_csv(folder / "history.csv", _HISTORY, told)
    rows = [[str(row[0]), f"{100 * float(row[3]):.0f} %", _percents(row[4], row[5])] for row in told]
    return [
        "History", *table(("statement", ">came true", "95 %"), rows),
        *_draw(empires, study, words, match.charts, folder, progress),
    ]  # fmt: skip


def gather(game: Empires, match: Match, results: Sequence[Result]) -> Study:
    """The games as a study."""
    c = game.charts
    setup = c.setups[game.setup_name(match.options, len(match.seats))]
    courses = tuple(_course(c, [game.codec.event.decode(data) for data in done.events]) for done in results)
    holders: dict[int, dict[int, Counter[int]]] = {}
    for course in courses:
        for count in course.counts:
            areas = holders.setdefault(count.turn, {area: Counter() for area in range(c.board.land)})
            for nation, held in enumerate(count.held):
                for area, games in areas.items():
                    games[nation] += held >> area & 1
    return Study(c, setup, courses, dict(sorted(holders.items())))


def _course(c: Charts, events: Sequence[Event]) -> Course:
    points = [[0] * len(c.nations) for _ in range(c.last_turn + 1)]
    for event in events:
        if isinstance(event, Scored):
            points[event.turn][event.nation] += event.points
    counts = tuple(event for event in events if isinstance(event, Counted))
    return Course(tuple(map(tuple, points)), counts)


_SCORES: Final = (
    "seat", "nation", "turn", "mean_points", "history_points", "mean_so_far", "low_so_far_10_percent",
    "high_so_far_90_percent", "history_so_far",
)  # fmt: skip
_HOLDERS: Final = ("turn", "area", "nation", "games", "share")
_HISTORY: Final = ("statement", "games", "came_true", "share", "share_95_low", "share_95_high")


def _scores(study: Study, words: texts.Texts) -> Iterator[tuple[object, ...]]:
    for nation, seat in enumerate(study.setup.owner):
        if seat == NONE:
            continue
        for turn in study.turns:
            so_far = study.spread([nation], turn)
            yield (
                words.name("seat", seat), words.name("nation", nation), turn,
                round(study.in_turn(nation, turn), 3), study.charts.expected[turn][nation],
                round(so_far.mean, 3), so_far.low, so_far.high, study.usual([nation], turn),
            )  # fmt: skip


def _held(study: Study, words: texts.Texts) -> Iterator[tuple[object, ...]]:
    for turn, areas in study.holders.items():
        for area, games in areas.items():
            for nation, times in games.most_common():
                if times:
                    share = round(times / len(study.courses), 4)
                    yield (turn, words.name("area", area), words.name("nation", nation), times, share)


def _history(
    study: Study, statements: Sequence[Statement], words: texts.Texts
) -> list[tuple[str, int, int, float, float, float]]:
    rows = []
    for statement in statements:
        tried = (came_true(statement, course.counts) for course in study.courses)
        found = [true for true in tried if true is not None]
        if found:
            low, high = wilson(sum(found), len(found))
            said = words.say(
                "statement",
                statement.kind,
                {"nation": statement.nation, "turn": statement.turn, "areas": statement.areas},
            )
            shares = (round(sum(found) / len(found), 4), round(low, 4), round(high, 4))
            rows.append((said, len(found), sum(found), *shares))
    return rows


def _draw(
    game: Empires,
    study: Study,
    words: texts.Texts,
    charts: Path | None,
    folder: Path,
    progress: Callable[[str], None],
) -> list[str]:
    """Plot and maps, if what draws them is installed."""
    try:
        from maharaja_qt.empires.study_drawn import draw_holders, draw_scores
    except ImportError:
        return ["", "No plot and no maps: PySide6 is not installed, or lacks libraries of the system."]
    draw_scores(study, words, folder / "scores.svg")
    for turn in study.main_counts:
        if turn in study.holders:
            progress(f"map of Turn {turn}")
            draw_holders(game, study, turn, words, charts, folder / f"holders-turn-{turn:02}.png")
    return []


def _history_file(charts: Path | None) -> Traversable | Path:
    own = None if charts is None else charts / HISTORY
    return own if own is not None and own.is_file() else files("resources") / "empires" / HISTORY


def _ours(game: AnyGame) -> Empires:
    if not isinstance(game, Empires):
        raise UserError(f"{game.meta.title} is another game of the id {game.meta.id!r}: it cannot be studied")
    return game


def _percents(low: float, high: float) -> str:
    return f"{100 * low:.0f}..{100 * high:.0f}"
