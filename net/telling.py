"""What each pair of eyes is told of a table: packed once, however many look through them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from core import lines
from core.table import Told
from net import messages as m
from net.wire import pack

if TYPE_CHECKING:
    from net.play import AnyTable, Step

CHUNK: Final = 64
"""Steps in one message."""
CHUNK_BYTES: Final = 128 * 1024
HASHES_KEPT: Final = 32


class Telling:
    """Packed updates and steps of one table. Seat -1 stands for watchers."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._updates: dict[int, tuple[int, bytes]] = {}
        self._hashes: dict[tuple[int, int], bytes] = {}
        self._steps: dict[int, tuple[int, list[bytes]]] = {}
        undos = (
            lines.from_bytes(line, n) for n, line in enumerate(table.journal.lines) if b'"undo"' in line[:16]
        )
        self._undone = [m.Undone(line.n, line.body.to) for line in undos if isinstance(line.body, lines.Undo)]

    def update(self, seat: int) -> tuple[int, bytes]:
        """The line and the packed newest view and list of one seat."""
        table, n = self._table, self._table.n
        known = self._updates.get(seat)
        if known is not None and known[0] == n:
            return known
        codec = table.game.codec
        view = codec.encode(table.view(None if seat < 0 else seat))
        legal = codec.encode_legal(table.legal(seat)) if seat >= 0 else b""
        owed = tuple(handle for handle, owner in table.owed().items() if owner == seat)
        asked = tuple(m.Asked(p.decision, p.kind, p.subject) for p in table.pending if p.seat == seat)
        hashed = view_hash(view)
        self._hashes[seat, n] = hashed
        while len(self._hashes) > HASHES_KEPT:
            del self._hashes[next(iter(self._hashes))]
        self._updates[seat] = n, pack(m.Update(seat, n, view, legal, hashed, asked, owed))
        return self._updates[seat]

    def hash_of(self, seat: int, n: int) -> bytes | None:
        """The hash of the view that was sent for this seat and line, if it is still known."""
        return self._hashes.get((seat, n))

    def forget(self) -> None:
        """What is owed has changed without a new line."""
        self._updates.clear()

    def kept(self, seats: Sequence[int]) -> list[m.Kept]:
        """What the owner of these seats has sealed and not yet shown."""
        codec, choices = self._table.game.codec, self._table.vault.choices
        return [
            m.Kept(seat, handle, codec.encode(action), choices[handle].salt)
            for seat in seats
            for handle, action in self._table.sealed_of(seat).items()
        ]

    def told(self, step: Step, seat: int) -> list[bytes]:
        """What was just accepted, as this seat may know it."""
        known = self._steps.get(seat)
        if known is not None and known[0] == step.n:
            return known[1]
        if step.undone < 0:
            packed = self._pack(seat, self._table.history(None if seat < 0 else seat, step.n - 1))
        else:
            undone = m.Undone(step.n, step.undone)
            if undone not in self._undone[-1:]:
                self._undone.append(undone)
            packed = [pack(undone)]
        self._steps[seat] = step.n, packed
        return packed

    def history(self, eyes: Sequence[int], known: int) -> list[bytes]:
        """All that happened after line `known`, packed."""
        packed = [pack(undone) for undone in self._undone if undone.n > known >= undone.to]
        for seat in eyes:
            packed += self._pack(seat, self._table.history(None if seat < 0 else seat, known))
        return packed

    def _pack(self, seat: int, told: list[Told[Struct]]) -> list[bytes]:
        packed: list[bytes] = []
        steps: list[m.Step] = []
        size = 0
        for step in told:
            events = tuple(self._table.game.codec.encode(event) for event in step.events)
            length = sum(len(event) for event in events)
            if steps and (len(steps) == CHUNK or size + length > CHUNK_BYTES):
                packed.append(pack(m.Told(seat, tuple(steps))))
                steps, size = [], 0
            steps.append(m.Step(step.n, step.at_ms, step.actor, step.controller, events, step.barrier))
            size += length
        if steps:
            packed.append(pack(m.Told(seat, tuple(steps))))
        return packed


def view_hash(view: bytes) -> bytes:
    """What both ends compare: 8 bytes of BLAKE2b."""
    return blake2b(view, digest_size=8).digest()
