"""The network thread: everything with a socket lives there, and the window never waits for it."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

T = TypeVar("T")

STOP_S: Final = 4.0
"""How long leaving may take before the program ends all the same."""

SWITCH_S: Final = 0.001
"""So long the window waits for its turn while this thread is at work, each time it has lost it."""

TURNS: Final = 3
"""Turns of the loop in which connections that were ended say so and free their sockets."""

_log = logging.getLogger(__name__)


class Network(QObject):
    """One asyncio loop in a thread of its own. Made and used in the GUI thread."""

    _ended = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ended.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        sys.setswitchinterval(SWITCH_S)
        self._loop = asyncio.new_event_loop()
        self._stopped = False
        self._thread = threading.Thread(target=self._live, name="network", daemon=True)
        self._thread.start()

    def run(
        self,
        work: Coroutine[Any, Any, T],
        then: Callable[[T], None] = lambda _: None,
        failed: Callable[[Exception], None] | None = None,
    ) -> Callable[[], None]:
        """Does the work in the network thread; `then` or `failed` is called in this one.

        Returns a function that cancels it: nothing is called then.
        """

        async def do() -> None:
            try:
                result = await work
            except Exception as fault:
                if failed is None:
                    _log.exception("work of the network thread failed")
                else:
                    self._ended.emit(failed, fault, cancelled)
            else:
                self._ended.emit(then, result, cancelled)

        cancelled = threading.Event()
        if self._stopped:  # a widget's last word, on its way out
            work.close()
            return cancelled.set
        future = asyncio.run_coroutine_threadsafe(do(), self._loop)

        def cancel() -> None:
            cancelled.set()
            future.cancel()

        return cancel

    def call(self, what: Callable[[], object]) -> None:
        """Calls something in the network thread soon."""
        if not self._stopped:
            self._loop.call_soon_threadsafe(what)

    def finish(self, work: Coroutine[Any, Any, object]) -> None:
        """Does this last, waits for it no longer than `STOP_S`, and ends the thread."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            future.result(STOP_S)
        except Exception:
            _log.exception("leaving took too long or failed")
        self.stop()

    def stop(self) -> None:
        """Ends the thread with all that still runs in it."""

        async def end() -> None:
            others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            for _ in range(TURNS):
                await asyncio.sleep(0)
            self._loop.stop()

        self._stopped = True
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(end(), self._loop)
            self._thread.join(STOP_S)

    def _live(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        if not self._loop.is_running():
            self._loop.close()

    def _deliver(self, tell: Callable[[object], None], what: object, cancelled: threading.Event) -> None:
        if not cancelled.is_set():
            tell(what)
