"""What was carried out in earlier sittings of a table: a host that crashed may not have said so.

A guest sends a command again until it is answered. While the host lives it knows the command by its
number; afterwards by what stands in the record behind the last line its sender knew.
"""

from __future__ import annotations

from collections import defaultdict

import msgspec
from msgspec import Raw, Struct

from core import lines
from core.lines import Act, Seat, Undo
from core.table import Table

_json = msgspec.json.Encoder().encode


def reasons(table: Table[Struct, Struct, Struct, Struct]) -> list[str]:
    """Why each seat is played by whoever plays it, as far as that is written."""
    found = [""] * len(table.controllers)
    for n, line in enumerate(table.journal.lines):
        body = lines.from_bytes(line, n).body
        if isinstance(body, Seat):
            found[body.seat] = body.reason
    return found


class Earlier:
    """The deeds a table had seen when this sitting began."""

    def __init__(self, table: Table[Struct, Struct, Struct, Struct]) -> None:
        self._acts: defaultdict[tuple[int, int], list[tuple[int, Raw]]] = defaultdict(list)
        self._undos: defaultdict[int, list[int]] = defaultdict(list)
        for n, line in enumerate(table.journal.lines):
            match lines.from_bytes(line, n).body:
                case Act() as body:
                    self._acts[body.actor, body.decision].append((n, body.action))
                case Undo(by, _, []):
                    self._undos[by].append(n)
                case _:
                    pass

    def act(self, seat: int, decision: int, expected: int, action: Struct, salt: bytes) -> int | None:
        """The line after `expected` in which this very action of the seat stands."""
        plain = _json(action)
        for n, written in self._acts.get((seat, decision), ()):
            sealed = lines.sealed_commitment(written)
            same = bytes(written) == plain if sealed is None else sealed == lines.commit_to(salt, plain)
            if n > expected and same:
                return n
        return None

    def undo(self, seat: int, expected: int) -> int | None:
        """The line after `expected` in which the seat took back its last step."""
        return next((n for n in self._undos.get(seat, ()) if n > expected), None)
