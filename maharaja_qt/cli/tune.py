"""`maharaja tune`: what a game's AI seats learn from played games, made anew."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, cast

from core.faults import UserError
from maharaja_qt.cli.common import MAX_SEED, Commands, add_charts, add_options, seat_names, some_path, whole
from maharaja_qt.cli.progress import Progress

if TYPE_CHECKING:
    from core.game import AnyGame
    from maharaja_qt.cli.match import AnyTable

_NAME: Final = "maharaja tune"
_MOST: Final = 100_000


class Tuning(Protocol):
    """What `ai.<game>.tuning` offers: `LEARNED` says what can be learned, and which of these learns it."""

    def __init__(self, game: AnyGame) -> None: ...

    def see(self, table: AnyTable) -> None:
        """A table after its next action."""
        ...

    def end(self) -> None:
        """That game is over."""
        ...

    def written(self, made: str) -> str:
        """The data file; `made` is the command that made it."""
        ...


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "tune",
        help="learn the data of a game's AI seats from played games",
        description=(
            "Plays games between policies and writes what the AI seats of the game learn from them: the same "
            "file for the same arguments. Seats of each table move on by one from game to game."
        ),
    )
    parser.add_argument("game", metavar="GAME", help="a game with AI seats that learn (empires)")
    parser.add_argument(
        "--seats",
        metavar="NAME,...",
        action="append",
        required=True,
        help="who plays, as for `maharaja simulate`; repeatable: so many games of each table",
    )
    parser.add_argument(
        "-n", dest="games", metavar="N", type=whole(1, _MOST), default=40, help="games a table (default: 40)"
    )
    parser.add_argument("--seed", type=whole(0, MAX_SEED), default=0, help="seed of all games (default: 0)")
    parser.add_argument(
        "--learn", metavar="WHAT", default="forecast", help="what to learn (empires: forecast, retreats)"
    )
    parser.add_argument("--out", metavar="FILE", type=some_path, required=True, help="where to write")
    add_options(parser)
    add_charts(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays, learns, writes."""
    from ai.registry import find_policy
    from core.options import parse
    from core.registry import find_game, load
    from maharaja_qt.cli.match import Match, MatchFailed, play_match

    game = find_game(args.game, args.charts)
    try:
        learned = cast("dict[str, type[Tuning]]", load(f"ai.{game.meta.id}.tuning:LEARNED", "tuning"))
    except UserError:
        raise UserError(f"{game.meta.title}: no AI seat of it learns from games") from None
    if args.learn not in learned:
        raise UserError(f"--learn {args.learn}: expected one of {', '.join(learned)}")
    tuning = learned[args.learn](game)

    options = parse(game.meta.options, args.option)
    tables = [seat_names(text, game) for text in args.seats]
    for name in {name for names in tables for name in names}:
        find_policy(name, game)
    with Progress(_NAME, "games", args.games * len(tables), 0) as progress:
        for names in tables:
            for number in range(1, args.games + 1):
                turned = names[number % len(names) :] + names[: number % len(names)]
                match = Match(args.game, options, turned, args.seed, args.charts)
                try:
                    play_match(match, game, number, progress=tuning.see)
                    tuning.end()
                except MatchFailed as fault:
                    raise UserError(str(fault)) from None
                progress.step()
    given = [f"--seats {text}" for text in args.seats] + [f"--option {text}" for text in args.option]
    given += [f"--learn {args.learn}"] if args.learn != "forecast" else []
    made = f"maharaja tune {args.game} {' '.join(given)} -n {args.games} --seed {args.seed}"
    cast("Path", args.out).write_text(tuning.written(made), encoding="utf-8")
    return 0
