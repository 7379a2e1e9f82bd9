"""Nodes per second of the chess move generator beside python-chess, in one run; last ply counted.

The bar is ten times python-chess at the start position (depth 5) and at kiwipete (S02, depth 4); V03, with
compound pieces, is only reported. Debian's fairy-stockfish is asked too if it is installed. Prints the nodes
per second of the best of three runs (python-chess: of one) and the ratio.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable

import chess

from core.games.chess.counts import count_sequences
from core.games.chess.fen import START, read_fen

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
V03 = "r3k2r/p1ppcpb1/bn2pnp1/3PA3/1p2P3/2N2M1p/PPPBBPPP/R3K2R w - - 0 1 Vv a2b2c2f2g2h2a7c7d7f7"
BAR = 10


def python_chess(board: chess.Board, depth: int) -> int:
    """The same count by python-chess, the last ply counted too."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += python_chess(board, depth - 1)
        board.pop()
    return nodes


def rate(count: Callable[[], int], times: int = 1) -> tuple[int, float]:
    """(nodes, nodes per second of the fastest run)."""
    best = 0.0
    for _ in range(times):
        begin = time.perf_counter()
        nodes = count()
        best = max(best, nodes / (time.perf_counter() - begin))
    return nodes, best


def fairy_stockfish(fen: str, depth: int) -> float:
    """Nodes per second of Debian's program, 0 if it is not installed."""
    program = shutil.which("fairy-stockfish") or shutil.which("/usr/games/fairy-stockfish")
    if program is None:
        return 0.0
    begin = time.perf_counter()
    said = subprocess.run(
        [program],
        input=f"position fen {fen}\ngo perft {depth}\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    nodes = int(said.rpartition("Nodes searched:")[2].split()[0])
    return nodes / (time.perf_counter() - begin)


def main() -> int:
    count_sequences(read_fen(START)[0], 1)  # compiled, or loaded
    failed = False
    for name, fen, depth in (("start", START, 5), ("kiwipete", KIWIPETE, 4)):
        position = read_fen(fen)[0]
        ours, fast = rate(lambda p=position, d=depth: count_sequences(p, d), 3)  # type: ignore[misc]
        theirs, slow = rate(lambda f=fen, d=depth: python_chess(chess.Board(f), d))  # type: ignore[misc]
        assert ours == theirs
        failed |= fast < BAR * slow
        other = fairy_stockfish(fen, depth + 1)
        beside = f"; fairy-stockfish {other / 1e6:.1f} M" if other else ""
        print(
            f"{name:8} depth {depth}: {ours:>9,} nodes, {fast / 1e6:6.1f} M nodes/s; python-chess "
            f"{slow / 1e6:.2f} M; {fast / slow:.0f} times (bar {BAR}){beside}"
        )
    nodes, fast = rate(lambda: count_sequences(read_fen(V03)[0], 4), 3)
    print(f"V03      depth 4: {nodes:>9,} nodes, {fast / 1e6:6.1f} M nodes/s")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
