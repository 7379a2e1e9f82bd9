"""`maharaja pgn`: a record of chess as PGN, and a PGN as a record."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from core.faults import UserError
from maharaja_qt.cli.common import Commands, Parser, clean, complain, some_path, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.games.chess.pgn import PgnGame, Written
    from core.options import OptionValue
    from core.record import Record

_NAME: Final = "maharaja pgn"
_MOST: Final = 100_000


def add_parser(commands: Commands) -> None:
    """Adds `pgn` with its commands."""
    pgn = commands.add_parser("pgn", help="chess as PGN: write a record so, or make a record of one")
    words = pgn.add_subparsers(dest="pgn_command", required=True, metavar="COMMAND", parser_class=Parser)
    export = words.add_parser(
        "export",
        help="write a record as PGN",
        description="Writes the game of a record as PGN: its armies as set-up and FEN, the moves in SAN, the "
        "clocks as comments.",
    )
    export.add_argument("file", metavar="RECORD", type=some_path, help="a record of chess (.maharaja)")
    export.add_argument("--to", metavar="FILE", type=some_path, help="a new file (default: print it)")
    export.set_defaults(run=run_export)
    read = words.add_parser(
        "import",
        help="make a record of a PGN",
        description="Plays a game of a PGN once more, move by move, and keeps its record: `replay` tells it, "
        "and `host chess --resume` goes on with one that is not over. Clocks are kept if each side has whole "
        "minutes for the whole game.",
    )
    read.add_argument("file", metavar="PGN", type=some_path, help="a file with one game or more")
    read.add_argument(
        "--number", metavar="N", type=whole(1, _MOST), help="which game (needed if there are several)"
    )
    read.add_argument(
        "--to", metavar="FILE", type=some_path, help="a new file (default: PGN with the ending .maharaja)"
    )
    read.set_defaults(run=run_import)


def run_export(args: argparse.Namespace) -> int:
    """Writes a record as PGN."""
    from core.games.chess.pgn import PgnError, write_pgn
    from core.record import RecordError, read

    record = read(_there(args.file))
    if record.header.game != "chess":
        raise UserError(f"{args.file}: it is a record of {record.header.game!r}, not of chess")
    fault = record.describe_damage()
    try:
        game, stopped = _told(record)
        text = write_pgn(game)
    except (PgnError, RecordError) as why:
        raise UserError(str(why) if isinstance(why, RecordError) else f"{args.file}: {why}") from None
    if args.to is None:
        print(text, end="")
    else:
        with _new(args.to).open("x", encoding="utf-8") as file:
            file.write(text)
    if fault := stopped or fault:
        complain(f"{_NAME} export", fault)
    return 1 if fault else 0


def _told(record: Record) -> tuple[PgnGame, str]:
    """The game as far as it can be played again, and why no farther."""
    from core.games.chess import game
    from core.games.chess.pgn import game_of
    from core.record import RecordError
    from core.replay import Replay

    played, stopped = Replay(game, record), ""
    _make_ready("export", record.header.options)
    try:
        for line in record.lines[1:]:
            played.play(line)
    except RecordError as fault:
        stopped = str(fault)
    position = played.position
    steps = [position.opening, *(step.events for step in position.steps if not step.undone)]
    names = [f"{who[3:]} (AI)" if who.startswith("ai:") else who for who in position.controllers]
    tags = dict(zip(("White", "Black"), names, strict=True))
    return game_of((event for events in steps for event in events), tags), stopped


def run_import(args: argparse.Namespace) -> int:
    """Makes a record of a PGN."""
    from core.games.chess.pgn import LONGEST, PgnError, written_games
    from core.games.chess.retold import retell, times

    source = _there(args.file)
    target = _new(args.to or source.with_suffix(".maharaja"))
    data = source.read_bytes()
    if len(data) > 4 * LONGEST:
        raise UserError(f"{source}: a PGN has at most {LONGEST} characters")
    try:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("latin-1")  # as the standard once had it
        written = _chosen(written_games(text), args.number)
        game = written.read()
        _make_ready("import", times(game.tags))
        table = retell(game, written.where)
    except PgnError as fault:
        raise UserError(f"{source}: {fault}") from None
    table.save(target)
    table.close()
    control = game.tags.get("TimeControl", "-")
    if control not in ("-", "?", "") and not table.position.state.clocks.base_ms:
        complain(f"{_NAME} import", f"the clocks are left out: no table has the time control {control!r}")
    print(f"Record: {clean(str(target))}")
    return 0


def _make_ready(word: str, options: Mapping[str, OptionValue]) -> None:
    """A flag may fall where there are clocks, and what then looks for a mate may have to be compiled."""
    from core.registry import find_game
    from maharaja_qt.cli.preparing import prepare

    if options.get("minutes"):
        prepare(f"{_NAME} {word}", find_game("chess"), options)


def _chosen(games: Iterable[Written], number: int | None) -> Written:
    """The game of this number, or the only one. What comes after it is not looked at."""
    from core.games.chess.pgn import PgnError

    found: Written | None = None
    count = 0
    for count, game in enumerate(games, 1):
        if count == number:
            return game
        found = game
    if found is None or number is not None or count > 1:
        raise PgnError(f"it has {count} game{'s' * (count > 1)}; --number says which")
    return found


def _there(path: Path) -> Path:
    if not path.is_file():
        raise UserError(f"{path}: {'that is no file' if path.exists() else 'there is no such file'}")
    return path


def _new(path: Path) -> Path:
    if path.exists():
        raise UserError(f"{path}: there is a file of this name already")
    if not path.parent.is_dir():
        raise UserError(f"{path}: there is no folder {path.parent}")
    return path
