"""A new game out of an old one: its lines up to some point, as the record of another table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import structs

from core import lines
from core.lines import Header, Line, Seat
from core.record import Record, RecordError, RecordFile


def branch(found: Record, upto: int, path: Path, table: str, player: Callable[[str], str]) -> None:
    """Writes the lines up to number `upto` to a new file, as those of table `table`.

    `player` says who plays in the place of each controller named; nobody proves to be who sat there.
    Raises `RecordError`; no file is left then.
    """
    data = b"".join(lines.to_bytes(_anew(line, table, player)) for line in found.lines[: upto + 1])
    file = RecordFile.create(path)
    try:
        file.append(data, sync=True)
    except OSError as fault:
        file.discard()
        raise RecordError(f"{path}: cannot be written: {fault.strerror}") from None
    file.close()


def _anew(line: Line, table: str, player: Callable[[str], str]) -> Line:
    match line.body:
        case Header() as body:
            who = [player(label) for label in body.controllers]
            return structs.replace(line, body=structs.replace(body, table=table, controllers=who))
        case Seat() as body:
            return structs.replace(
                line, body=structs.replace(body, controller=player(body.controller), key="")
            )
        case _:
            return line
