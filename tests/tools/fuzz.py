"""Random games of everything: any game, seats and options, with undo, claims, expiry and stale answers.

`make fuzz N=200`. After every line the position is checked in full, at the end the record is played
again. A failure leaves its record and prints the command that opens it.
"""

from __future__ import annotations

import sys
import traceback
from itertools import count
from pathlib import Path
from random import Random

from msgspec import Struct
from tqdm import tqdm

from core.ctx import Ctx
from core.dice import SeededDice
from core.faults import UserError
from core.game import AnyGame
from core.kit import check
from core.options import OptionValue
from core.registry import find_game, game_ids
from core.table import Table, open_table
from core.vault import Vault
from maharaja_qt.cli.common import Parser, complain, some_path, whole

NAME = "python -m tests.tools.fuzz"
LIMIT = 2_145
"""Lines: three times the longest of 1,000 random games of the 1994 game, which had 715 (554 on average)."""


def options_of(game: AnyGame, rng: Random) -> dict[str, OptionValue]:
    """Any allowed value for each option."""
    chosen: dict[str, OptionValue] = {}
    for option in game.meta.options:
        if isinstance(option.default, bool):
            chosen[option.name] = rng.random() < 0.5
        elif isinstance(option.default, int):
            chosen[option.name] = rng.randint(option.low, option.high)
        else:
            chosen[option.name] = rng.choice(option.choices)
    return chosen


def _fit(game: AnyGame, options: dict[str, OptionValue], seats: int) -> bool:
    """Do these options go with so many seats?"""
    try:
        game.new(options, seats, Ctx(0, SeededDice(b"trial"), Vault()))
    except UserError:
        return False
    return True


def new_table(spec: str, seed: str) -> tuple[Table[Struct, Struct, Struct, Struct], Random]:
    """The table a seed stands for; looks at its clock take 10 ms to 10 s."""
    game, rng = find_game(spec), Random(seed)
    pace = 10 ** rng.randint(1, 4)
    seats = rng.choice(game.meta.seats)
    options = options_of(game, rng)
    while not _fit(game, options, seats):
        options = options_of(game, rng)
    table = open_table(
        game, options, ["person"] * seats, table_id=seed, dice=SeededDice(seed.encode()),
        clock=count(0, pace).__next__, salts=lambda: rng.randbytes(16), spec=spec,
    )  # fmt: skip
    return table, rng


def run(spec: str, seed: str, folder: Path) -> str:
    """One game; '' or what went wrong, with the record left in `folder`."""
    table, rng = new_table(spec, seed)
    try:
        check.RandomPlay(table, rng).run(LIMIT)
        check.check_replay(table)
    except Exception:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{table.game.meta.id}-{seed}.maharaja"
        path.unlink(missing_ok=True)
        table.save(path)
        table.close()
        return f"{traceback.format_exc()}\nmaharaja replay {path} --game {spec}"
    return ""


def main(argv: list[str] | None = None) -> int:
    """Plays; 0: all went well, 1: a game failed, 2: one line says what cannot be played."""
    try:
        return _fuzz(argv)
    except UserError as fault:
        complain(NAME, str(fault))
        return 2


def _fuzz(argv: list[str] | None) -> int:
    parser = Parser(prog=NAME, description=__doc__)
    parser.add_argument("--games", type=whole(1, 10**9), default=150, help="number of random games in all")
    parser.add_argument("--seed", default="fuzz", help="where the seeds come from")
    parser.add_argument("--game", action="append", help="a game's id or MODULE:OBJECT; default: all")
    parser.add_argument("--folder", type=some_path, default=Path("fuzz-failures"))
    args = parser.parse_args(argv)
    specs = args.game or [*game_ids(), "tests.toy:game"]
    failures = 0
    for number in tqdm(range(args.games), unit="game", mininterval=1):
        fault = run(specs[number % len(specs)], f"{args.seed}-{number}", args.folder)
        if fault:
            failures += 1
            print(fault, file=sys.stderr)
    print(f"{args.games - failures} games over and verified, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
