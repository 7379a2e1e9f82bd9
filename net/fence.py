"""What keeps a thinking process in. The only module of net that differs between operating systems.

The process is started as the leader of its own group: the Ctrl-C of a terminal does not reach it, and
whatever it starts itself dies with it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Final, NoReturn, TypedDict


class Apart(TypedDict, total=False):
    """Arguments that start a process as the leader of its own group."""

    start_new_session: bool
    creationflags: int


if sys.platform == "win32":
    # Without the second, a window of its own would open for it.
    APART: Final = Apart(creationflags=subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW)

    def kill_group(pid: int) -> None:
        """Ends the leader of a group; Windows knows no way to end the others with it."""
        with suppress(OSError):
            os.kill(pid, signal.SIGTERM)

    def end_own_group() -> NoReturn:
        """Ends this process at once."""
        os._exit(0)

    def shut_in(memory: int) -> None:
        """Nothing: Windows has no limit that a process can set itself without more ado."""

else:
    import resource

    APART: Final = Apart(start_new_session=True)

    def kill_group(pid: int) -> None:
        """Ends the leader of a group and all others in it."""
        with suppress(ProcessLookupError, PermissionError):  # gone already; macOS says so in its own way
            os.killpg(pid, signal.SIGKILL)

    def end_own_group() -> NoReturn:
        """Ends this process at once, and what it has started if it leads a group."""
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(0)

    def shut_in(memory: int) -> None:
        """This process may take `memory` bytes, leaves no core file (a view is in it), ends with its host."""
        _limit(resource.RLIMIT_AS, memory)
        _limit(resource.RLIMIT_CORE, 0)
        if sys.platform == "linux":
            import ctypes

            # A policy stuck inside one call to C never lets the thread run that sees the end of stdin.
            # Linux counts the end of the thread that started us as the end of the host.
            pr_set_pdeathsig = 1
            ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)

    def _limit(what: int, most: int) -> None:
        hard = resource.getrlimit(what)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        with suppress(OSError, ValueError):  # macOS refuses some limits
            resource.setrlimit(what, (most, most))
