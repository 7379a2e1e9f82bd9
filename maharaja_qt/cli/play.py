"""`maharaja play`: a table in the window, or one whole game between policies in the terminal."""

from __future__ import annotations

import argparse
import secrets
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from core.faults import UserError
from maharaja_qt.cli import window
from maharaja_qt.cli.common import (
    MAX_SEED,
    Commands,
    add_game,
    clean,
    complain,
    seat_names,
    some_path,
    table,
    whole,
)
from maharaja_qt.cli.progress import Progress

if TYPE_CHECKING:
    from core.game import AnyGame, Outcome
    from core.texts import Texts
    from maharaja_qt.cli.match import AnyTable
    from maharaja_qt.cli.pictures import Painter

_LAST_EVENTS: Final = 5
_BY_NAME: Final = Path()
"""`--record` without a file name."""
_PICTURE: Final = Path("final-map.png")


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "play",
        help="open a table in the window, or play a whole game between policies in the terminal",
        description=(
            "With a screen, a table of the game in the window: the seats that --seats calls `me` are yours. "
            "Without one, or with --terminal, --record, --picture or --charts, one whole game in the "
            "terminal, every seat by a policy, and how it ended."
        ),
    )
    add_game(parser)
    parser.add_argument(
        "--seed",
        type=whole(0, MAX_SEED),
        help="the same seed and seats give the same game: the first of `simulate` (default: a new one)",
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        nargs="?",
        const=_BY_NAME,
        type=some_path,
        help="keep the record, in FILE or else in NAME-SEED.maharaja in this folder; `replay` reads it",
    )
    parser.add_argument(
        "--picture",
        metavar="FILE",
        nargs="?",
        const=_PICTURE,
        type=some_path,
        help=f"draw the final map, in FILE or else in {_PICTURE} in this folder",
    )
    parser.add_argument("--terminal", action="store_true", help="play in the terminal in any case")
    parser.add_argument(
        "--load", metavar="FILE", type=some_path, help="go on with a saved game, in the window"
    )
    parser.add_argument(
        "--reset-settings", action="store_true", help="forget what was chosen in the settings"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """In the window if there can be one and nothing was asked that only the terminal does."""
    in_terminal = args.terminal or args.record or args.picture or args.charts
    why = "" if in_terminal else window.why_no_window()
    if not in_terminal and not why and window.has_board(args.game):
        return window.open_table(args)
    if args.load is not None:
        raise UserError(f"--load opens the window: {why or 'it does not go with what else was asked'}")
    return _in_terminal(args)


def _in_terminal(args: argparse.Namespace) -> int:
    """Plays and shows the final table."""
    from core import texts
    from core.options import parse
    from core.registry import find_game
    from maharaja_qt.cli import pictures
    from maharaja_qt.cli.match import Match, MatchFailed, play_match
    from maharaja_qt.cli.preparing import prepare

    game = find_game(args.game, args.charts)
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    match = Match(
        args.game, parse(game.meta.options, args.option), seat_names(args.seats, game), seed, args.charts
    )
    picture = args.picture
    kept = args.record
    if picture is None and not pictures.display() and pictures.painter(game) is not None:
        # Without a screen, a game that has a map leaves it behind, and its record.
        picture, kept = _PICTURE, kept or _BY_NAME
    record = _record(kept, f"{game.meta.id}-{seed}.maharaja")
    paint = None if picture is None else _painter(game)
    words = texts.load(game)
    prepare("maharaja play", game, match.options, match.seats)
    try:
        with ExitStack() as stack:
            showing = _Showing(stack, game, words)
            finished = play_match(match, game, 1, record, showing)
    except MatchFailed as fault:
        complain("maharaja play", f"{fault}{_so_far(record)}")
        return 1
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_so_far(record)) from None
    assert finished.outcome is not None
    print(f"{game.meta.title}: seed {seed}, {showing.actions} actions\n")
    print("\n".join(_final(words, match.seats, finished.outcome)))
    print(f"\n{clean(words.outcome(finished.outcome))}")
    print("\nThe last events:")
    seen = [event for told in finished.history(None) for event in told.events]
    for event in seen[-_LAST_EVENTS:]:
        print(f"  {clean(words.event(event))}")
    if paint is not None:
        paint(finished.view(None), picture, game, args.charts)
        print(f"\nFinal map: {clean(str(picture))}")
    if record is None:
        print("\nNot recorded; --record keeps the game.")
    else:
        print(f"\nRecord: {clean(str(record))}")
    return 0


class _Showing:
    """How far a game is: in turns where it is known how many there are, else in actions."""

    def __init__(self, stack: ExitStack, game: AnyGame, words: Texts) -> None:
        self.actions = -1
        self._stack = stack
        self._game = game
        self._words = words
        self._over = 0
        self._progress: Progress | None = None

    def __call__(self, played: AnyTable) -> None:
        self.actions += 1
        far = self._game.how_far(played.position.state)
        if self._progress is None:
            unit, total = ("actions", None) if far is None else ("turns", far[1])
            self._progress = self._stack.enter_context(Progress("maharaja play", unit, total))
        before, self._over = self._over, self.actions if far is None else far[0]
        asked = self._words.pending(played.pending[0]) if played.pending else ""
        self._progress.step(self._over - before, asked)


def _record(given: Path | None, usual: str) -> Path | None:
    if given is None:
        return None
    record = Path(usual) if given is _BY_NAME else given
    if record.exists():
        raise UserError(f"{record}: there is a file of this name already")
    if not record.parent.is_dir():
        raise UserError(f"{record}: there is no folder {record.parent}")
    return record


def _painter(game: AnyGame) -> Painter:
    from maharaja_qt.cli import pictures

    found = pictures.painter(game)
    if found is None:
        raise UserError(f"{game.meta.title} has no map to draw, or the window's libraries are not installed")
    return found


def _so_far(record: Path | None) -> str:
    return f"; the game so far is in {record}" if record is not None and record.exists() else ""


def _final(words: Texts, seats: list[str], outcome: Outcome) -> list[str]:
    rows: list[list[str]] = []
    for group in outcome.ranking:
        place = f"{len(rows) + 1}{'=' if len(group) > 1 else ''}"
        rows += [[place, words.name("seat", s), seats[s], str(outcome.scores[s])] for s in group]
    return table(("place", "seat", "player", ">score"), rows)
