"""The program's own log: a few small files in the user's folder, the oldest thrown away."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Final

from platformdirs import user_log_path

BYTES: Final = 256 * 1024
FILES: Final = 3


def log_file() -> Path:
    """Where it is written."""
    return user_log_path("maharaja", appauthor=False) / "maharaja.log"


def keep_log(told: Callable[[str], None] = lambda _: None) -> RotatingFileHandler | None:
    """Begins to write it, with every exception nobody caught; `told` hears of those too."""
    file = log_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            file, maxBytes=BYTES, backupCount=FILES - 1, encoding="utf-8", delay=True
        )
    except OSError:
        return None  # a full or locked disk is no reason not to play
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.getLogger("maharaja").info("begins")

    def uncaught(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, fault, trace)
            return
        logging.getLogger("maharaja").critical("nobody caught this", exc_info=(kind, fault, trace))
        told(f"{kind.__name__}: {fault}")

    sys.excepthook = uncaught
    return handler
