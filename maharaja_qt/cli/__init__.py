"""The command line.

Each command is a module with `add_parser`. Nothing heavy is imported before a command runs, and what
needs no window runs without the window's libraries.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Final, TextIO

from core.faults import UserError
from maharaja_qt.cli import arena, charts, find, host, join, perft, pgn, play, replay, simulate, tune, window
from maharaja_qt.cli.common import Parser, Usage, complain, forget

BAD_RECORD: Final = 1
BAD_COMMAND: Final = 2
INTERRUPTED: Final = 130
READER_GONE: Final = 141


def main(argv: list[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0, or another after one line on stderr."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:  # it was closed before the program began
            setattr(sys, name, _nowhere())
        elif isinstance(stream, io.TextIOWrapper):
            # A terminal that lacks a letter shows its number: no reason to stop.
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if argv is None else argv
    command = "maharaja"
    try:
        try:
            args = _parser().parse_args(words)
        except SystemExit:  # argparse, after --help or --version
            code = 0
        else:
            command = f"maharaja {args.command}" if args.command else "maharaja"
            code = args.run(args)
        sys.stdout.flush()
    except KeyboardInterrupt as stop:
        complain(command, f"stopped{stop}")
        return INTERRUPTED
    except BrokenPipeError:
        forget(sys.stdout)
        return READER_GONE
    except Usage as fault:
        if "--json" in words and words[0] in ("host", "join"):
            from maharaja_qt.cli.net_common import Events

            Events(as_json=True).fault(fault)
        complain(fault.command, str(fault))
        return BAD_COMMAND
    except UserError as fault:
        complain(command, str(fault))
        return _code(fault)
    except OSError as fault:
        forget(sys.stdout)
        complain(command, ": ".join(filter(None, (fault.filename, fault.strerror or str(fault)))))
        return BAD_RECORD
    return code


def _parser() -> Parser:
    parser = Parser(
        prog="maharaja",
        description="Board games of India, to play and to study. Without COMMAND the window opens.",
    )
    parser.add_argument("--version", action=_Version, help="show the version and exit")
    parser.add_argument(
        "--reset-settings", action="store_true", help="forget what was chosen in the window's settings"
    )
    commands = parser.add_subparsers(metavar="COMMAND", dest="command")
    for command in (play, host, find, join, simulate, arena, tune, replay, perft, pgn, charts):
        command.add_parser(commands)

    def open_window(args: argparse.Namespace) -> int:
        why = window.why_no_window()
        if not why:
            return window.open_window(args)
        parser.print_help(sys.stderr)
        complain("maharaja", f"no window: {why}")
        return BAD_COMMAND

    parser.set_defaults(run=open_window)
    return parser


class _Version(argparse.Action):
    """Looks the version up only when asked: reading the metadata takes longer than all the rest."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib import metadata

        try:
            version = metadata.version("maharaja")
        except metadata.PackageNotFoundError:
            version = "(not installed)"
        print(f"maharaja {version}")
        parser.exit()


def _code(fault: UserError) -> int:
    from core.record import RecordError

    return BAD_RECORD if isinstance(fault, RecordError) else BAD_COMMAND


def _nowhere() -> TextIO:
    """A stream that takes everything. It stands in the closed one's place, for other processes too."""
    fd = os.open(os.devnull, os.O_WRONLY)
    os.set_inheritable(fd, True)
    return os.fdopen(fd, "w", encoding="utf-8", errors="backslashreplace")
