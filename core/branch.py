"""A new game out of an old one: its lines up to some point, as the record of another table."""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from core import lines
from core.lines import Header, House, Line, Seat
from core.record import Record, RecordError, RecordFile


def branch(found: Record, upto: int, path: Path, table: str) -> None:
    """Writes the lines up to number `upto` to a new file, as those of table `table`.

    Nobody is asked to prove to be who sat there, or for the password of the old table.
    Raises `RecordError`; no file is left then.
    """
    data = b"".join(lines.to_bytes(_anew(line, table)) for line in found.lines[: upto + 1])
    file = RecordFile.create(path)
    try:
        file.append(data, sync=True)
    except OSError as fault:
        file.discard()
        raise RecordError.of_system(path, "written", fault) from None
    file.close()


def _anew(line: Line, table: str) -> Line:
    match line.body:
        case Header() as body:
            return structs.replace(line, body=structs.replace(body, table=table))
        case Seat() as body:
            return structs.replace(line, body=structs.replace(body, key=""))
        case House() as body:
            free = structs.replace(body, password="", banned=[], banned_from=[], bans=[])
            return structs.replace(line, body=free)
        case _:
            return line
