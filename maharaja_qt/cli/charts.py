"""`maharaja charts check DIR`: says all that is wrong with a folder of one's own charts."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Final

from core.faults import UserError
from maharaja_qt.cli.common import some_path

if TYPE_CHECKING:
    from core.kit.datafile import Fault

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

CHECKER: Final = "chart_check"
"""The module of a game that checks its charts: `check(directory)` and the names `CHART_FILES`."""


def add_parser(subparsers: Subparsers) -> None:
    """Adds `charts` with its commands."""
    charts = subparsers.add_parser("charts", help="check charts of your own")
    commands = charts.add_subparsers(dest="charts_command", required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check",
        help="list every fault of a folder of charts",
        description="Reads the chart files in DIR, with the program's own for those it lacks, and prints "
        "every fault on a line of its own. Exit code 0: no fault; 1: faults; 2: nothing to check.",
    )
    check.add_argument("directory", metavar="DIR", type=some_path, help="the folder with your chart files")
    check.add_argument("--game", metavar="GAME", default="empires", help="whose charts (%(default)s)")
    check.add_argument("--json", action="store_true", help="print the faults as JSON")
    check.set_defaults(run=run)


def _checker(game: str) -> ModuleType:
    """The module of this game that checks charts."""
    from core import games

    folders = {found.name: f"{games.__path__[0]}/{found.name}" for found in iter_modules(games.__path__)}
    having = [name for name in folders if any(m.name == CHECKER for m in iter_modules([folders[name]]))]
    if game not in having:
        raise UserError(f"--game: there are no charts of {game!r}; games with charts: {', '.join(having)}")
    return import_module(f"{games.__name__}.{game}.{CHECKER}")


def run(args: argparse.Namespace) -> int:
    """Checks the folder; the exit code is the number of the outcome."""
    directory: Path = args.directory
    module = _checker(args.game)
    check: Callable[[Path], Sequence[Fault]] = module.check
    names: Sequence[str] = module.CHART_FILES
    if not directory.is_dir():
        print(f"maharaja charts check: {directory} is not a folder", file=sys.stderr)
        return 2
    there = [name for name in names if (directory / name).is_file()]
    if not there:
        print(f"maharaja charts check: {directory} holds none of {', '.join(names)}", file=sys.stderr)
        return 2
    faults = check(directory)
    if args.json:
        rows = [{field: getattr(fault, field) for field in fault.__struct_fields__} for fault in faults]
        print(json.dumps({"game": args.game, "files": there, "faults": rows}, indent=1))
    else:
        for fault in faults:
            print(fault)
    count = f"{len(faults)} fault{'s' * (len(faults) != 1)}" if faults else "no fault"
    print(f"{count} in {', '.join(there)}", file=sys.stderr)
    return 1 if faults else 0
