"""A Dask cluster of two worker processes: `python -m tests.cli.cluster` lives until its input ends."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import LocalCluster

from tests.cli.runner import environment

WORKERS = 2


@contextmanager
def cluster(cwd: Path, **more: str) -> Iterator[str]:
    """Starts one; its workers have these variables in their surroundings. Gives the scheduler's address."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.cli.cluster"],
        cwd=cwd,
        env=environment(**more),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.stdin.close()
            process.wait()


def main() -> None:
    """Says where it is, and waits."""
    with LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as local:
        print(local.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
