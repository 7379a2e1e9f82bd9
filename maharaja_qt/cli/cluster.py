"""Playing many games on a Dask cluster (extra `arena`), which plays a dead worker's games again."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from core.faults import UserError
from maharaja_qt.cli.crew import Chunk, Take, Task, play_chunk, taken
from maharaja_qt.cli.match import MatchFailed, Wanted

if TYPE_CHECKING:
    from distributed import Future

_CONNECT_SECONDS: Final = 10
_AHEAD: Final = 4
"""Games handed out for each thread of the cluster, so that none waits for the next."""


def play_on(address: str, tasks: Sequence[Task], wanted: Wanted, take: Take) -> None:
    """Plays the tasks on the workers of the scheduler at this address; `take` is called here.

    Raises `UserError` if there is no such cluster or `distributed` is not installed, KeyboardInterrupt,
    `MatchFailed` for a game that fails or that kills its workers; what was finished has been taken.
    """
    try:
        from distributed import Client, as_completed
        from distributed.client import FutureCancelledError
        from distributed.comm.addressing import parse_address, parse_host_port
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise UserError(
            "--scheduler needs the package `distributed`, which is not installed; it comes with the extra "
            "`arena`: pip install 'maharaja[arena]'"
        ) from None
    # That a worker died is no news: its games are played again.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        parse_host_port(parse_address(address)[1])
        client = Client(address, timeout=_CONNECT_SECONDS)
    except (OSError, ValueError) as fault:
        why = str(fault).splitlines()[0]
        raise UserError(f"--scheduler {address}: there is no Dask scheduler to be reached: {why}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except TimeoutError:
            raise UserError(f"--scheduler {address}: the cluster has no workers") from None
        waiting, under_way = iter(tasks), dict[str, Task]()

        def hand_out(count: int) -> list[Future[Chunk]]:
            begun = []
            for task in islice(waiting, count):
                future = client.submit(play_chunk, [task], wanted, pure=False)
                under_way[str(future.key)] = task
                begun.append(future)
            return begun

        running = as_completed(hand_out(_AHEAD * sum(client.nthreads().values())))
        for future in running:
            task = under_way.pop(str(future.key))
            try:
                chunk = future.result()
            except KilledWorker:
                raise MatchFailed(f"game {task.key}: every worker that played it died") from None
            except FutureCancelledError:
                raise MatchFailed("the scheduler is gone") from None
            except ImportError as fault:
                raise MatchFailed(f"a worker cannot play: {fault}") from None
            taken([task], chunk, take)
            running.update(hand_out(1))
