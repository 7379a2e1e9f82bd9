"""Starting the program as its user does."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOY = "tests.toy:game"
PROGRESS = re.compile(r"^maharaja \w+: [\d,]+(?: of [\d,]+)? \w+(?:: .*)?\n", re.MULTILINE)
"""What long work says of itself now and then: how often, depends on the machine."""
START = "import sys; from maharaja_qt.cli import main; sys.exit(main())"


def environment(**more: str) -> dict[str, str]:
    """The surroundings of a started program: it finds this source and nothing else."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def start(
    *words: str,
    cwd: Path,
    prelude: str = "",
    stdout: int = subprocess.PIPE,
    stderr: int = subprocess.PIPE,
    **more: str,
) -> subprocess.CompletedProcess[str]:
    """Runs `maharaja WORDS`, after some Python of the test's own; its stderr is told without progress."""
    done = subprocess.run(
        [sys.executable, "-c", prelude + START, *words],
        cwd=cwd,
        env=environment(**more),
        stdout=stdout,
        stderr=stderr,
        text=True,
        timeout=100,
        check=False,
    )
    if done.stderr is not None:
        done.stderr = PROGRESS.sub("", done.stderr)
    return done
