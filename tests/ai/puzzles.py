"""Reads tests/ai/puzzles*.toml (puzzles.toml says what a puzzle is) and puts the positions to a level."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final, cast

import msgspec

from ai.registry import find_policy
from core.game import AnyGame
from core.games.empires.actions import (
    Action,
    Ally,
    Answer,
    AskLeave,
    Attack,
    BreakOff,
    Build,
    Done,
    Give,
    Lift,
    March,
    Pay,
    Place,
    Remove,
    Retreat,
)  # fmt: skip
from core.games.empires.chart_types import NONE
from core.games.empires.stacking import too_many
from tests.empires.board import NAMES, Board

LEVELS: Final = ("easy", "normal", "hard")
WORDS: Final[dict[str, Action]] = {
    "done": Done(),
    "yes": Answer(True),
    "no": Answer(False),
    "pay marker": Pay(),
    "break off": BreakOff(),
}


class After(msgspec.Struct, forbid_unknown_fields=True):
    """What must have come of it when the Movement Phase is over."""

    ends: dict[str, int] = {}
    held: list[str] = []
    points: int = 0
    one_of: dict[str, int] = {}
    spares: list[str] = []
    areas: int = 0
    wasted: int = 99


class Puzzle(msgspec.Struct, forbid_unknown_fields=True):
    """One entry of the file."""

    name: str
    because: str
    level: str
    board: dict[str, object]
    rolls: list[int] = []
    first: list[str] = []
    must: list[str] = []
    never: list[str] = []
    after: After | None = None
    not_yet: list[str] = []

    def __post_init__(self) -> None:
        """A puzzle asks something of known levels."""
        if self.level not in LEVELS or (self.after is None) == (not self.must and not self.never):
            raise ValueError(f"{self.name}: a level, and either must/never or after")
        if not set(self.not_yet) <= set(self.levels()):
            raise ValueError(f"{self.name}: not_yet names only levels that must get it")

    def levels(self) -> tuple[str, ...]:
        """Those that must get it."""
        return LEVELS[LEVELS.index(self.level) :]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    puzzle: list[Puzzle]


def puzzles() -> list[Puzzle]:
    """All of all files."""
    files = sorted(Path(__file__).parent.glob("puzzles*.toml"))
    return [
        puzzle
        for file in files
        for puzzle in msgspec.toml.decode(file.read_text(encoding="utf-8"), type=_File).puzzle
    ]


def set_up(puzzle: Puzzle) -> Board:
    """The position, with the answers before the question given."""
    board = Board(**puzzle.board, rolls=puzzle.rolls)  # type: ignore[arg-type]  # words of the file
    for word in puzzle.first:
        board.act(_meant(board, word))
    return board


def fault(puzzle: Puzzle, level: str) -> str:
    """What the level does wrong; '' if nothing."""
    board = set_up(puzzle)
    if puzzle.after is None:
        answer = answered(board, level)
        told = in_words(answer)
        return "" if (not puzzle.must or told in puzzle.must) and told not in puzzle.never else told
    nation, marches = board.asked_of(), []
    before = board.points(nation)
    while board.asked() == "move" and (answer := answered(board, level)) != Done():
        marches.append(in_words(answer))
        board.act(answer)
    armies, scored = board.armies(nation), board.points(nation) - before
    wrong = _wrong(puzzle.after, board, armies, led(board, nation), scored)
    return f"{wrong}: {', '.join(marches)} -> {armies}" if wrong else ""


def answered(board: Board, level: str) -> Action:
    """What a level answers when it has declared what alliances it wants (11.2); they answer nothing."""
    while isinstance(answer := chosen(board, level), Ally):
        board.claim(NAMES.nation_name(answer.nation), answer)
    return answer


def chosen(board: Board, level: str) -> Action:
    """What a level answers to the open question."""
    seat = board.ask.seat
    policy = find_policy(level, cast("AnyGame", board.game))(cast("AnyGame", board.game), seat, Random(0))
    pending = board.game.pending(board.state)[0]
    view, legal = board.game.view(board.state, seat), board.game.legal(board.state, seat)
    return cast("Action", policy.choose(view, legal, pending))  # type: ignore[arg-type]  # of this game


def led(board: Board, nation: str) -> set[str]:
    """Where leaders of a nation are."""
    mine = NAMES.nation(nation)
    leaders = zip(board.c.leaders, board.state.leader_at, strict=True)
    return {NAMES.place_name(at) for leader, at in leaders if leader.nation == mine and at >= 0}


def _wrong(after: After, board: Board, armies: dict[str, int], leaders: set[str], scored: int) -> str:
    for area, least in after.ends.items():
        if armies.get(area, 0) < least:
            return f"fewer than {least} in {area}"
    for area in after.held:
        if area not in leaders and area not in armies:
            return f"nobody in {area}"
    if scored < after.points:
        return f"{scored} of {after.points} points"
    if after.one_of and not any(armies.get(area, 0) >= n for area, n in after.one_of.items()):
        return f"in none of {', '.join(after.one_of)}"
    for area in after.spares:
        if area in armies:
            return f"in {area}"
    land = {NAMES.place(area): n for area, n in armies.items() if NAMES.place(area) < board.c.board.land}
    if len(land) < after.areas:
        return f"in fewer than {after.areas} areas"
    close = too_many(board.c, land)
    wasted = close + max(0, sum(land.values()) - close - 2 * len(land))
    return f"{wasted} wasted" if wasted > after.wasted else ""


def in_words(action: Action) -> str:
    """An answer as the file writes it."""
    name = NAMES.place_name
    for word, meant in WORDS.items():
        if action == meant:
            return word
    match action:
        case Place(place) | Remove(place) | Attack(place):
            return f"{type(action).__name__.lower()} {name(place)}"
        case Retreat(goal):
            return f"retreat {name(goal)}"
        case Build(area) | Lift(area):
            return f"{type(action).__name__.lower()} {name(area)}"
        case Give(nation):
            return f"give {NAMES.nation_name(nation)}"
        case AskLeave(sea):
            return f"ask {name(sea)}"
        case March(origin, path):
            return f"march {name(origin)} {name(path[-1])}"
        case Pay(place) if place != NONE:
            return f"pay {name(place)}"
        case _:
            return type(action).__name__.lower()


def _meant(board: Board, word: str) -> Action:
    """The answer to the open question that these words name."""
    return next(action for action in board.listed() if in_words(action) == word)
