"""`maharaja simulate`: many games between policies, with their records and what came of them."""

from __future__ import annotations

import argparse
import json
import time
from typing import TYPE_CHECKING, Final

from core.faults import UserError
from maharaja_qt.cli.common import MAX_SEED, Commands, add_game, complain, seat_names, some_path, whole
from maharaja_qt.cli.progress import Progress

if TYPE_CHECKING:
    from pathlib import Path

    from maharaja_qt.cli.batch import Batch

_NAME: Final = "maharaja simulate"
_MAX_GAMES: Final = 1_000_000
_MAX_JOBS: Final = 256
_MEANING: Final = (
    "An action is whatever a seat does: an act line of the record. A decision is an action that answers a "
    "question of the rules; the others are claims, made unasked. Steps the rules take by themselves count "
    "as neither. A shared win counts as a share. Games are numbered from 1; game I of seed S is always the "
    "same, whatever --jobs is. The rates count what this run played, not what --resume found."
)


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "simulate",
        help="play many games between policies",
        description="Plays many games, every seat by a policy, and sums up what came of them.",
        epilog=_MEANING,
    )
    add_game(parser)
    parser.add_argument(
        "-n",
        dest="games",
        metavar="N",
        type=whole(1, _MAX_GAMES),
        default=1,
        help="number of games (default: 1)",
    )
    parser.add_argument("--seed", type=whole(0, MAX_SEED), default=0, help="seed of all games (default: 0)")
    parser.add_argument(
        "--jobs", type=whole(1, _MAX_JOBS), default=1, help="processes that play at a time (default: 1)"
    )
    parser.add_argument(
        "--record",
        metavar="DIR",
        type=some_path,
        help="keep each game's record there: game-00001.maharaja, ...",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on with the records in DIR: finished games are not played again",
    )
    parser.add_argument(
        "--study",
        metavar="DIR",
        type=some_path,
        help="write tables and pictures of what came of the games there, over those of an earlier study",
    )
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays, and sums up what is finished, also if it was stopped."""
    from ai.registry import find_policy
    from core.options import parse
    from core.registry import find_game
    from maharaja_qt.cli.batch import Batch
    from maharaja_qt.cli.folder import held
    from maharaja_qt.cli.match import Match, Wanted
    from maharaja_qt.cli.preparing import prepare
    from maharaja_qt.cli.study import make_folder, own_study

    if args.resume and args.record is None:
        raise UserError("--resume needs the --record DIR to go on with")
    game = find_game(args.game, args.charts)
    options, seats = parse(game.meta.options, args.option), seat_names(args.seats, game)
    match = Match(args.game, options, seats, args.seed, args.charts)
    for name in match.seats:
        find_policy(name, game)
    own = own_study(game) if args.study else None
    if args.study:
        make_folder(args.study)
    if own is not None:
        own.check(game, args.charts)
    wanted = Wanted(args.record, events=own.TAGS if own else ())
    batch = Batch(match, game, args.games, wanted)
    prepare(_NAME, game, options, seats)
    with held(args.record):
        batch.look_into_folder(resume=args.resume)
        for path, copy in batch.aside:
            complain(_NAME, f"{path}: the record is not whole: kept as {copy.name}, the game is played again")
        return _play(batch, args)


def _play(batch: Batch, args: argparse.Namespace) -> int:
    from msgspec import to_builtins

    from maharaja_qt.cli.match import MatchFailed
    from maharaja_qt.cli.summary import in_words, sum_up

    code, began = 0, time.perf_counter()
    try:
        with Progress(_NAME, "games", args.games, len(batch.found)) as progress:
            batch.play(args.jobs, progress.step)
    except KeyboardInterrupt:
        hint = "; --resume goes on" if args.record else ""
        complain(_NAME, f"stopped: {len(batch.results)} of {args.games} games are finished{hint}")
        code = 130
    except MatchFailed as fault:
        complain(_NAME, str(fault))
        code = 1
    summary = sum_up(batch, time.perf_counter() - began, args.study)
    told = _study(batch, args.study) if args.study and batch.results else []
    lines = [*in_words(summary, batch.game), *told]
    print(json.dumps(to_builtins(summary)) if args.json else "\n".join(lines))
    return code


def _study(batch: Batch, folder: Path) -> list[str]:
    from maharaja_qt.cli.study import write_study

    results = [batch.results[number] for number in sorted(batch.results)]
    with Progress(_NAME, "pictures", None) as progress:
        lines = write_study(batch.game, batch.match, results, folder, lambda note: progress.step(note=note))
    return ["", *lines]
