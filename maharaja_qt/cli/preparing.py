"""What takes long once on a computer is done before a table opens, and whoever waits for it is told."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar, cast

from core.game import AnyGame, Tell
from core.options import OptionValue
from maharaja_qt.cli.common import complain
from maharaja_qt.cli.progress import Progress

T = TypeVar("T")


def prepare(
    command: str, game: AnyGame, options: Mapping[str, OptionValue], policies: Iterable[str] = ()
) -> None:
    """Makes the game with these options ready to be played, also by these policies."""
    from ai import registry

    told(command, game, lambda tell: registry.prepare(game, options, policies, tell))


def told(command: str, game: AnyGame, work: Callable[[Tell], None]) -> None:
    """Does the work. Nothing is said unless it takes long."""
    with contextlib.ExitStack() as stack:
        progress: Progress | None = None

        def tell(done: int, of: int) -> None:
            nonlocal progress
            if progress is None:
                complain(
                    command, f"{game.meta.title} is being compiled, once: that takes up to half a minute"
                )
                progress = stack.enter_context(Progress(command, "steps", None))
            progress.step(int(of > 0), note=f"{done} of {of}" if of else "by another program: waiting")

        work(tell)


async def prepare_aside(
    command: str, game: AnyGame, options: Mapping[str, OptionValue], policies: Iterable[str]
) -> None:
    """The same beside a loop that has to hear Ctrl-C."""
    await in_a_thread(lambda: prepare(command, game, options, policies))


async def in_a_thread(work: Callable[[], T]) -> T:
    """What the work gives or raises, from a thread that nobody waits for at the end of the program."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def tell(found: T | None, fault: BaseException | None) -> None:
        if answer.cancelled():
            return
        if fault is None:
            answer.set_result(cast("T", found))
        else:
            answer.set_exception(fault)

    def run() -> None:
        found: T | None = None
        fault: BaseException | None = None
        try:
            found = work()
        except BaseException as error:  # somebody else's code may also exit
            fault = error
        with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
            loop.call_soon_threadsafe(tell, found, fault)

    threading.Thread(target=run, daemon=True, name="aside").start()
    return await answer
