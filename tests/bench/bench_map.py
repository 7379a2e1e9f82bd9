"""The map: start to painted board, one tile, and event to end of paint while panning, zooming and dragging.

Runs without a screen. The bounds are those for 300 counters: 8 ms at 1280x800, 16 ms at 2560x1440, in 99
of 100 frames; sharp within 200 ms of the last step of a zoom.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from time import perf_counter, process_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
BEGUN = perf_counter()

from msgspec import structs  # noqa: E402 - the start is measured with the imports
from PySide6.QtCore import QPointF  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from core.games.empires import game  # noqa: E402
from maharaja_qt.empires.board import EmpiresBoard  # noqa: E402
from maharaja_qt.theme import theme  # noqa: E402
from tests.qt import hands  # noqa: E402
from tests.qt.positions import gupta  # noqa: E402

COUNTERS = 300
SIZES = {(1280, 800): 8.0, (2560, 1440): 16.0}


Times = list[tuple[float, float]]
"""Of each frame: time on the clock, and of the processor, which other work on the machine leaves alone."""


class Watch:
    """Takes both times from when it is made."""

    def __init__(self) -> None:
        self.begun = perf_counter(), process_time()

    def read(self) -> tuple[float, float]:
        """Both, in seconds."""
        return perf_counter() - self.begun[0], process_time() - self.begun[1]


def part(times: list[float], share: float) -> float:
    """The time that a share of all stay under, in ms."""
    return sorted(times)[min(int(share * len(times)), len(times) - 1)] * 1000


def frames(board: EmpiresBoard, step: Callable[[int], None], number: int) -> Times:
    """How long each event takes until the whole view is painted."""
    times = []
    for n in range(number):
        watch = Watch()
        step(n)
        board.repaint()
        times.append(watch.read())
        QApplication.processEvents()
    return times


def crowd(board: EmpiresBoard) -> None:
    """Adds counters until there are enough."""
    pieces = board.layer.pieces
    more = [  # under the others, so that those are the ones pressed
        structs.replace(piece, id=("more", n, *piece.id), x=piece.x + n % 7 * 3, y=piece.y + n % 5 * 4, z=0)
        for n in range(COUNTERS // len(pieces) + 1)
        for piece in pieces
        if isinstance(piece.id, tuple)
    ]
    board.layer.show([*pieces, *more[: COUNTERS - len(pieces)]], {})


def tell(name: str, times: Times, bound: float | None = None) -> None:
    """One line of figures."""
    bounded = f"   bound {bound:.0f}" if bound else ""
    wall, busy = [each[0] for each in times], [each[1] for each in times]
    print(
        f"  {name:<28} median {part(wall, 0.5):6.1f}   p99 {part(wall, 0.99):6.1f}"
        f"   processor {part(busy, 0.5):6.1f} {part(busy, 0.99):6.1f} ms{bounded}"
    )


def measure(size: tuple[int, int], bound: float, number: int) -> None:
    """All figures for one size of window."""
    print(f"{size[0]}x{size[1]}, {COUNTERS} counters")
    _, view, legal = gupta()
    board = EmpiresBoard(game)
    board.resize(*size)
    board.show(view)
    board.show()
    board.ask(legal)
    QApplication.processEvents()
    crowd(board)
    board.whole_picture()
    middle = QPointF(size[0] / 2, size[1] / 2)

    board.restore(480, 400, 2.0 * board.camera.least)
    board.whole_picture()
    tiles = []
    for key in board.tiles._in_view(board.tiles._levels[-1], board.camera):
        watch = Watch()
        board.tiles.make(key)
        tiles.append(watch.read())
    tell("a tile", tiles)

    tell("at rest", frames(board, lambda n: board.update(), number), bound)
    tell("panning", frames(board, lambda n: board.pan(3 * (-1) ** (n // 20), 2), number), bound)

    board.fit()
    board.motion.finish()
    board.whole_picture()
    for key in list(board.tiles._made):
        if key[0] != board.tiles._levels[0]:
            del board.tiles._made[key]
    zooming: Times = []
    gaps: list[float] = []
    for _ in range(10):
        hands.wheel(board, middle, 1)
        last = perf_counter()
        while board.motion.moving("camera"):
            QApplication.processEvents()
            gaps.append(perf_counter() - last)
            last = perf_counter()
            board.motion.step()
            watch = Watch()
            board.repaint()
            zooming.append(watch.read())
    tell("zooming", zooming, bound)
    print(f"  {'longest gap while zooming':<28} {max(gaps) * 1000:6.1f} ms")
    start = perf_counter()
    while not board.sharp:
        QApplication.processEvents()
    print(f"  {'end of zoom to sharp':<28} {(perf_counter() - start) * 1000:6.1f} ms   bound 200")

    board.restore(480, 400, 1.6 * board.camera.least)
    board.ask(legal)
    crowd(board)
    board.whole_picture()
    place = game.names["place"].index("Agra")
    at = QPointF(*board.camera.to_view(*board.map.shape(place).stack))
    start = perf_counter()
    hands.press(board, at)
    hands.move(board, at + QPointF(30, 0))
    hands.move(board, at + QPointF(34, 0))
    board.repaint()
    print(f"  {'lift, with its goals':<28} {(perf_counter() - start) * 1000:6.1f} ms")
    assert board.dragging

    def carry(n: int) -> None:
        QTest.mouseMove(board, (at + QPointF(30 + n % 200, n % 90)).toPoint())

    tell("dragging", frames(board, carry, number), bound)
    board.cancel()
    board.close()


def main() -> int:
    """Prints all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=300)
    number = parser.parse_args().frames
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme().apply()
    _, view, _ = gupta()
    board = EmpiresBoard(game)
    board.resize(1280, 800)
    board.show(view)
    board.show()
    board.finish_tiles()
    board.repaint()
    print(f"imports to painted board: {(perf_counter() - BEGUN) * 1000:.0f} ms")
    board.close()
    for size, bound in SIZES.items():
        measure(size, bound, number)
    return 0


if __name__ == "__main__":
    sys.exit(main())
