"""`maharaja arena`: is one player stronger than another, and how sure is that?"""

from __future__ import annotations

import argparse
import json
import time
from typing import TYPE_CHECKING, Final

from core.faults import UserError
from maharaja_qt.cli.common import (
    MAX_SEED,
    Commands,
    add_charts,
    add_options,
    complain,
    some_path,
    whole,
)
from maharaja_qt.cli.progress import Progress

if TYPE_CHECKING:
    from core.game import AnyGame
    from maharaja_qt.cli.contest import Book, Contest

_NAME: Final = "maharaja arena"
_MAX_GAMES: Final = 1_000_000
_MAX_JOBS: Final = 256
_USUAL_DEALS: Final = 25
_USUAL_JOBS: Final = 2
_GAME_HELP: Final = "a game's id, or MODULE:OBJECT for one of your own"
_POLICY_HELP: Final = "`random`, a policy of the game, or MODULE:ATTRIBUTE for one of your own"
_MEANING: Final = (
    "Every seed is played once with A in each seat, so that neither luck nor a good seat decides. A shared "
    "win counts as a part. Intervals hold the true value 95 times of 100: of shares by Wilson, of mean "
    "scores by the bootstrap over seeds. Times are those of a processor, for decisions with more than one "
    "answer. A against itself wins exactly its even share; if not, it is not the same player at every seat. "
    "With --scheduler the games are played by the workers of a Dask cluster, best with one thread each, on "
    "which this program is installed too."
)


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "arena",
        help="compare two policies over many games",
        description="Plays one seat of policy A among seats of policy B, in turn in every seat.",
        epilog=_MEANING,
    )
    parser.add_argument("game", metavar="GAME", help=_GAME_HELP)
    parser.add_argument("--a", metavar="POLICY", required=True, help=_POLICY_HELP)
    parser.add_argument("--b", metavar="POLICY", required=True, help="who has all the other seats")
    parser.add_argument(
        "-n",
        dest="games",
        metavar="N",
        type=whole(1, _MAX_GAMES),
        help=f"number of games, a multiple of the players (default: {_USUAL_DEALS} for each seat)",
    )
    parser.add_argument(
        "--players", metavar="N", type=whole(2, 99), help="number of seats (default: the game's usual one)"
    )
    parser.add_argument("--seed", type=whole(0, MAX_SEED), default=0, help="seed of all games (default: 0)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=whole(1, _MAX_JOBS), help=f"processes that play at a time (default: {_USUAL_JOBS})"
    )
    where.add_argument("--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler")
    parser.add_argument(
        "--resume",
        metavar="DIR",
        type=some_path,
        help="keep finished games there, and go on with those that are there already",
    )
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    add_options(parser)
    add_charts(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays, and sums up what is finished, also if it was stopped."""
    from ai.registry import find_policy
    from core.options import parse
    from core.registry import find_game
    from maharaja_qt.cli.contest import Book, Contest
    from maharaja_qt.cli.folder import held
    from maharaja_qt.cli.preparing import prepare

    game = find_game(args.game, args.charts)
    players = _players(args.players, game)
    games = args.games or _USUAL_DEALS * players
    if games % players:
        more = games + players - games % players
        raise UserError(f"-n: {games} games do not give {players} seats a turn each: take {more}")
    for name in (args.a, args.b):
        find_policy(name, game)
    options = parse(game.meta.options, args.option)
    contest = Contest(args.game, options, args.a, args.b, players, args.seed, args.charts)
    prepare(_NAME, game, options, (args.a, args.b))
    with held(args.resume):
        book = Book(contest, game, args.resume)
        try:
            return _play(contest, game, book, games, args)
        finally:
            book.close()


def _players(wanted: int | None, game: AnyGame) -> int:
    counts = [count for count in game.meta.seats if count > 1]
    if not counts:
        raise UserError(f"{game.meta.title} is for one player: there is nobody to compare with")
    if wanted is None:
        return counts[0]
    if wanted not in counts:
        allowed = ", ".join(str(count) for count in sorted(counts))
        raise UserError(f"--players: {game.meta.title} is for {allowed} players, not {wanted}")
    return wanted


def _play(contest: Contest, game: AnyGame, book: Book, games: int, args: argparse.Namespace) -> int:
    from msgspec import to_builtins

    from maharaja_qt.cli.crew import Task, play
    from maharaja_qt.cli.match import MatchFailed, Result, Wanted
    from maharaja_qt.cli.standing import in_words, stand

    todo = [contest.task(key) for key in range(1, games + 1) if key not in book.results]
    wanted, played, code, began = Wanted(paces=True), 0, 0, time.perf_counter()
    try:
        with Progress(_NAME, "games", games, games - len(todo)) as progress:

            def take(task: Task, result: Result) -> None:
                nonlocal played
                book.take(task, result)
                played += 1
                progress.step()

            if args.scheduler is None:
                play(todo, game, wanted, args.jobs or _USUAL_JOBS, take)
            else:
                from maharaja_qt.cli.cluster import play_on

                play_on(args.scheduler, todo, wanted, take)
    except KeyboardInterrupt:
        done = games - len(todo) + played
        hint = "the same command goes on" if args.resume else "with --resume DIR it could have gone on"
        complain(_NAME, f"stopped: {done} of {games} games are finished; {hint}")
        code = 130
    except MatchFailed as fault:
        complain(_NAME, str(fault))
        code = 1
    finished = {key: result for key, result in book.results.items() if key <= games}
    standing = stand(contest, finished, games, played, time.perf_counter() - began)
    print(json.dumps(to_builtins(standing)) if args.json else "\n".join(in_words(standing, game)))
    return code
