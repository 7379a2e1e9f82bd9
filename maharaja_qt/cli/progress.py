"""How far long work is: a bar on a terminal, a line now and then anywhere else; always on stderr."""

from __future__ import annotations

import importlib
import os
import sys
import time
from types import TracebackType
from typing import Final, Protocol, Self

from maharaja_qt.cli.common import clean, complain

_LINE_SECONDS: Final = 10.0


class _Bar(Protocol):
    def update(self, n: int) -> object: ...
    def set_postfix_str(self, s: str, refresh: bool) -> object: ...
    def close(self) -> object: ...


class Progress:
    """Counts what is done. `total` is None if nobody knows how much there will be."""

    def __init__(self, command: str, unit: str, total: int | None, done: int = 0) -> None:
        self._command = command
        self._unit = unit
        self._total = total
        self._done = done
        self._told = time.monotonic()
        self._bar: _Bar | None = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            # Imported here: nobody who pipes the output needs it.
            tqdm = importlib.import_module("tqdm").tqdm
            sized = os.get_terminal_size(sys.stderr.fileno()).columns > 0
            self._bar = tqdm(
                total=self._total,
                initial=self._done,
                unit=f" {self._unit}",
                desc=self._command,
                # Some terminals do not know their size; tqdm would then show nothing.
                ncols=None if sized else 80,
                nrows=None if sized else 24,
                dynamic_ncols=sized,
                leave=False,
            )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def step(self, count: int = 1, note: str = "") -> None:
        """So much more is done; `note` says what is going on."""
        self._done += count
        if self._bar is not None:
            self._bar.update(count)
            if note:  # shown at once: what comes next may take long
                self._bar.set_postfix_str(clean(note), refresh=True)
        elif time.monotonic() - self._told >= _LINE_SECONDS:
            self._told = time.monotonic()
            of = "" if self._total is None else f" of {self._total:,}"
            complain(self._command, f"{self._done:,}{of} {self._unit}" + (f": {note}" if note else ""))
