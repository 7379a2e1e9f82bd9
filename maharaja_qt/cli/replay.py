"""`maharaja replay`: tells a record, shows a position in it, or proves it right."""

from __future__ import annotations

import argparse
import json
import re
from typing import TYPE_CHECKING, Final

from core.faults import UserError
from maharaja_qt.cli.common import Commands, add_charts, clean, complain, some_path, whole
from maharaja_qt.cli.progress import Progress

if TYPE_CHECKING:
    from pathlib import Path

    from core.game import AnyGame
    from core.record import Record
    from maharaja_qt.cli.story import Teller

_NAME: Final = "maharaja replay"
_MAX_LINE: Final = 10**9
_SPEC: Final = re.compile(r"[\w.]+:\w+", re.ASCII)


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "replay",
        help="tell the story of a record, or verify it",
        description=(
            "Tells the game of a record in sentences. A finished game is told in full, one that is not over "
            "only as far as a watcher may know it, or the player of --seat."
        ),
    )
    parser.add_argument(
        "file", metavar="FILE", type=some_path, help="a record (.maharaja, or .part of a stopped one)"
    )
    parser.add_argument(
        "--game", metavar="SPEC", help="allow the record to load this MODULE:OBJECT (only code you trust)"
    )
    add_charts(parser)
    parser.add_argument("--json", action="store_true", help="the same as JSON")
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--verify",
        action="store_true",
        help="play all lines again and compare: nothing is told but the verdict",
    )
    either.add_argument(
        "--at",
        metavar="N",
        type=whole(1, _MAX_LINE),
        help="tell up to line N only, and show the position there",
    )
    parser.add_argument(
        "--seat", metavar="S", type=whole(0, 99), help="tell only what seat S (from 0) may know"
    )
    parser.add_argument(
        "--hint",
        metavar="POLICY",
        help="with --at: what this policy would answer there, and why, from what the seat that is asked sees",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Tells, shows or verifies."""
    from core.record import read

    if args.verify and args.seat is not None:
        raise UserError("--verify compares everything; --seat does not go with it")
    if args.hint is not None and args.at is None:
        raise UserError("--hint goes with --at N, the position it is about")
    if not args.file.is_file():
        raise UserError(
            f"{args.file}: {'that is no file' if args.file.exists() else 'there is no such file'}"
        )
    record = read(args.file)
    game = _game(record, args.game, args.charts)
    if args.at is not None and args.at > len(record.lines) and record.damage is None:
        raise UserError(f"{args.file}: there is no line {args.at}; the last is {len(record.lines)}")
    if args.seat is not None and args.seat >= len(record.header.controllers):
        raise UserError(
            f"{args.file}: there is no seat {args.seat}; the last is {len(record.header.controllers) - 1}"
        )
    return _verify(args, record, game) if args.verify else _tell(args, record, game)


def _game(record: Record, allowed: str | None, charts: Path | None) -> AnyGame:
    """The record's game. Code that a file names is only loaded if the person named it too."""
    from core.registry import find_game

    spec = record.header.game
    if allowed is not None and allowed != spec:
        raise UserError(f"--game {allowed}: {record.path} is a record of {spec!r}")
    if ":" in spec and allowed is None:
        if not _SPEC.fullmatch(spec):
            raise UserError(f"{record.path}: its game {spec!r} cannot be the name of one")
        raise UserError(
            f"{record.path}: to tell it the code {spec} must be loaded; if you trust that, add --game {spec}"
        )
    try:
        return find_game(spec, charts)
    except UserError as fault:
        raise UserError(f"{record.path}: {fault}") from None


def _verify(args: argparse.Namespace, record: Record, game: AnyGame) -> int:
    from core.lines import Act
    from core.record import RecordError
    from core.replay import Replay
    from maharaja_qt.cli.preparing import prepare
    from maharaja_qt.cli.story import is_finished

    finished = is_finished(record)
    fault = record.describe_damage()
    acts = [line.body for line in record.lines if isinstance(line.body, Act)]
    rolls = [*record.header.rolls, *(roll for act in acts for roll in act.rolls)]
    unchecked = 0
    try:
        played = Replay(game, record)
        prepare(_NAME, game, record.header.options)
        with Progress(_NAME, "lines", len(record.lines), 1) as progress:
            for line in record.lines[1:]:
                played.play(line)
                progress.step()
        played.finish()
        unchecked = played.unchecked
    except RecordError as found:
        # It comes before any damage, which ends what could be read.
        fault = str(found)
    checked = sum(len(roll) - 1 for roll in rolls) - unchecked
    if args.json:
        verdict = {
            "file": str(args.file),
            "ok": not fault,
            "fault": fault or None,
            "finished": finished,
            "lines": len(record.lines),
            "actions": len(acts),
            "dice_checked": None if fault else checked,
            "dice_unchecked": None if fault else unchecked,
        }
        print(json.dumps(verdict))
    if fault:
        complain(_NAME, fault)
        return 1
    if not args.json:
        print(
            f"{clean(str(args.file))}: OK: {len(record.lines)} lines and {len(acts)} actions give the "
            f"recorded positions; {checked} dice results follow from the seed committed to, "
            f"{unchecked} are unchecked{'' if finished else '; the game is unfinished'}"
        )
    return 0


def _tell(args: argparse.Namespace, record: Record, game: AnyGame) -> int:
    from core import texts
    from core.record import RecordError
    from maharaja_qt.cli.preparing import prepare
    from maharaja_qt.cli.story import FULL, Teller, is_finished
    from maharaja_qt.cli.telling import as_data, as_text

    finished = is_finished(record)
    reader = FULL if finished and args.seat is None else args.seat
    fault = ""
    teller = Teller(game, texts.load(game), record, reader)
    prepare(_NAME, game, record.header.options, (args.hint,) if args.hint else ())
    try:
        with Progress(_NAME, "lines", len(record.lines), 1) as progress:
            for line in record.lines[1 : args.at]:
                teller.tell(line)
                progress.step()
        if args.at is None or args.at > len(record.lines):
            fault = record.describe_damage()
    except RecordError as found:
        fault = str(found)
    if args.json:
        print(json.dumps(as_data(teller, record, finished, args.at is not None, fault)))
    else:
        print("\n".join(as_text(teller, args.at is not None)))
    if args.hint is not None and not fault and not args.json:
        print("\n".join(_hint(teller, args.hint)))
    if fault:
        complain(_NAME, fault)
    return 1 if fault else 0


def _hint(teller: Teller, policy: str) -> list[str]:
    """What a policy would answer to the first open question, if the reader may see as that seat does."""
    from ai.explain import hint, sentences
    from maharaja_qt.cli.story import FULL

    position = teller.played.position
    if not position.pending:
        raise UserError("--hint: nobody is asked anything there")
    owed = position.pending[0]
    if teller.reader not in (FULL, owed.seat):
        raise UserError(f"--hint: seat {owed.seat} is asked; give --seat {owed.seat}")
    view = teller.game.view(position.state, owed.seat)
    why = hint(teller.game, view, teller.game.legal(position.state, owed.seat), owed, policy)
    return [f"Hint of {policy}:", *(f"  {clean(line)}" for line in sentences(teller.texts, why, owed.kind))]
