"""`maharaja perft`: how many sequences of legal moves a chess position has."""

from __future__ import annotations

import argparse
import json
from typing import Final

from maharaja_qt.cli.common import Commands, complain, whole
from maharaja_qt.cli.progress import Progress

_NAME: Final = "maharaja perft"
_DEEPEST: Final = 20


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "perft",
        help="count the sequences of legal moves of a chess position",
        description=(
            "Counts the sequences of DEPTH legal moves that lead on from a position: the usual proof of a "
            "move generator. The position is a FEN in quotes, with or without the two further fields for "
            "variant sides and unmoved pawns."
        ),
    )
    parser.add_argument("fen", metavar="FEN", help="the position, in quotes")
    parser.add_argument("depth", metavar="DEPTH", type=whole(0, _DEEPEST), help="how many moves long")
    parser.add_argument("--divide", action="store_true", help="also the count behind each first move")
    parser.add_argument("--json", action="store_true", help="the same as JSON; the count is `nodes`")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Counts."""
    from core import texts
    from core.games.chess import compiled, moves
    from core.games.chess.counts import divide
    from core.games.chess.fen import read_fen
    from core.games.chess.notation import coordinates
    from core.registry import find_game
    from maharaja_qt.cli.preparing import told

    position, notices = read_fen(args.fen, playable=False)
    game = find_game("chess")
    words = texts.load(game)
    for notice in notices:
        complain(_NAME, words.say("fen", notice.code, notice.params))
    told(_NAME, game, lambda tell: compiled.prepare(moves.perft, tell, load=True))
    counts: dict[str, int] = {}
    if args.depth:
        with Progress(_NAME, "moves", len(position.legal())) as progress:
            for move, nodes in divide(position, args.depth):
                counts[coordinates(move)] = nodes
                progress.step(note=coordinates(move))
    total = sum(counts.values()) if args.depth else 1
    if args.json:
        shown: dict[str, object] = {"fen": args.fen, "depth": args.depth, "nodes": total}
        if args.divide:
            shown["divide"] = counts
        print(json.dumps(shown))
        return 0
    if args.divide:
        for name, nodes in counts.items():
            print(f"{name}: {nodes}")
    print(total)
    return 0
