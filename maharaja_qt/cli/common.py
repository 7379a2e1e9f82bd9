"""What the commands share: arguments, text that is safe on a terminal, tables, and one-line errors."""

from __future__ import annotations

import argparse
import os
import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TextIO, TypeAlias

from core.faults import UserError

if TYPE_CHECKING:
    from core.game import AnyGame

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"

MAX_SEED: Final = (1 << 63) - 1
_JOINERS: Final = "\u200c\u200d"  # Indian scripts need them
_GAME_HELP: Final = "a game's id, or MODULE:OBJECT for one of your own"
_SEATS_HELP: Final = (
    "who plays, in order, with commas: `random`, a policy of the game, or MODULE:ATTRIBUTE for one of your "
    "own; NAME*4 stands for four (default: `random` in the game's usual number of seats)"
)


class Usage(UserError):
    """Arguments that cannot be parsed, for the command named."""

    def __init__(self, command: str, message: str) -> None:
        super().__init__(message)
        self.command = command


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line."""

    def __init__(self, *args: object, **settings: object) -> None:
        super().__init__(*args, **settings)  # type: ignore[arg-type]  # handed on as they come
        self.allow_abbrev = False

    def parse_known_args(  # type: ignore[override]  # without the overloads, which nobody here uses
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """All must be known: a command's own parser says so, not the program's."""
        known, extra = super().parse_known_args(args, namespace)
        if extra:
            self.error(f"unrecognized arguments: {' '.join(extra)}")
        return known, extra

    def error(self, message: str) -> NoReturn:
        """One line instead of the usage."""
        raise Usage(self.prog, f"{message.removeprefix('argument ')} (see {self.prog} --help)")


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argument type: a whole number in these bounds."""

    def parse(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) < 20 and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")

    return parse


def some_path(text: str) -> Path:
    """An argument type: the name of a file or folder. An empty one would be this folder, unasked."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def add_game(parser: Parser) -> None:
    """The arguments that say what is played: GAME, --seats, --seed, --option."""
    parser.add_argument("game", metavar="GAME", help=_GAME_HELP)
    parser.add_argument("--seats", metavar="NAME,...", help=_SEATS_HELP)
    add_options(parser)
    add_charts(parser)


def add_options(parser: Parser) -> None:
    """The argument for options of the game."""
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game; repeatable",
    )


def add_charts(parser: Parser) -> None:
    """The argument for somebody's own charts."""
    parser.add_argument(
        "--charts",
        metavar="DIR",
        type=some_path,
        help="your own charts: files there stand in for the program's",
    )


def seat_names(text: str | None, game: AnyGame) -> list[str]:
    """The policy of each seat from what a person typed. Raises `UserError`."""
    counts = game.meta.seats
    if text is None:
        return ["random"] * counts[0]
    names: list[str] = []
    for word in text.split(","):
        name, star, times = word.strip().partition("*")
        if not name or (star and not (times.isascii() and times.isdecimal() and 0 < int(times[:4]) < 100)):
            raise UserError(f"--seats: {word!r} is no name of a policy and no NAME*NUMBER")
        names += [name] * (int(times) if star else 1)
    if len(names) not in counts:
        *most, last = (str(count) for count in sorted(counts))
        allowed = f"{', '.join(most)} or {last}" if most else last
        raise UserError(f"--seats: {game.meta.title} is for {allowed} seats, not {len(names)}")
    return names


def clean(text: str) -> str:
    """The text with all that could steer a terminal, or pass for other text, made visible."""
    return "".join(
        c if c.isprintable() or c in _JOINERS or unicodedata.category(c) == "Zs" else "\ufffd" for c in text
    )


def complain(command: str, message: str) -> None:
    """One line on stderr, if anybody can read it."""
    try:
        print(f"{command}: {clean(message)}", file=sys.stderr)
    except OSError:
        forget(sys.stderr)


def forget(stream: TextIO) -> None:
    """What is still buffered cannot be written; without this Python complains once more at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned columns; a head that begins with '>' is for numbers, which stand to the right."""
    right = [head.startswith(">") for head in heads]
    cells = [[head.removeprefix(">") for head in heads], *([clean(cell) for cell in row] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(heads))]
    return [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in cells
    ]
