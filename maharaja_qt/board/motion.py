"""Motion: values that go from here to there in a time, all stepped by one timer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import perf_counter
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, Qt, QTimer

Curve: TypeAlias = Callable[[float], float]
FRAME_MS: Final = 16


def ease_out(share: float) -> float:
    """Fast at first."""
    return 1 - (1 - share) ** 3


def ease_in_out(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)


class _Run(NamedTuple):
    begun: float
    seconds: float
    step: Callable[[float], None]
    done: Callable[[], None] | None
    curve: Curve


class Motion(QObject):
    """What moves on one board. With `off`, everything arrives at once; else within `most_ms`, if set."""

    def __init__(self, parent: QObject, repaint: Callable[[], None]) -> None:
        super().__init__(parent)
        self.off = False
        self.most_ms: int | None = None
        self._runs: dict[Hashable, _Run] = {}
        self._repaint = repaint
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.step)

    @property
    def busy(self) -> bool:
        """Does anything move?"""
        return bool(self._runs)

    def running(self) -> list[Hashable]:
        """What moves."""
        return list(self._runs)

    def moving(self, key: Hashable) -> bool:
        """Does this move?"""
        return key in self._runs

    def run(
        self,
        key: Hashable,
        ms: int,
        step: Callable[[float], None],
        done: Callable[[], None] | None = None,
        curve: Curve = ease_out,
    ) -> None:
        """Calls `step` with 0 to 1 until `ms` have passed, then `done`. One run to a key."""
        ms = ms if self.most_ms is None else min(ms, self.most_ms)
        self._runs[key] = _Run(perf_counter(), ms / 1000, step, done, curve)
        if self.off or ms <= 0:
            self.finish(key)
        elif not self._timer.isActive():
            self._timer.start()
            self._repaint()

    def stop(self, key: Hashable) -> None:
        """Stops a run where it is."""
        self._runs.pop(key, None)

    def finish(self, key: Hashable | None = None) -> None:
        """Brings one run, or all, to the end at once."""
        for each in list(self._runs) if key is None else [key]:
            run = self._runs.pop(each, None)
            if run is not None:
                run.step(1.0)
                if run.done is not None:
                    run.done()
        self._repaint()

    def step(self) -> None:
        """One frame."""
        now = perf_counter()
        for key, run in list(self._runs.items()):
            share = (now - run.begun) / run.seconds
            if share >= 1:
                del self._runs[key]
                run.step(1.0)
                if run.done is not None:
                    run.done()
            else:
                run.step(run.curve(share))
        if not self._runs:
            self._timer.stop()
        self._repaint()
