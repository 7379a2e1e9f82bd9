"""The lines of a record: what each kind holds, and its bytes.

A record is a text file, one JSON array a line: `[n, kind, at_ms, body, crc32]`. `n` counts the lines
from 0 and never goes back; `at_ms` is table time; the checksum covers the bytes before its comma.
Line 0 is the header. Bodies are positional; digests, commitments, salts and seeds are hex.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, TypeAlias
from zlib import crc32

import msgspec
from msgspec import Raw, Struct

from core.game import Outcome
from core.options import OptionValue

FORMAT: Final = 1
"""Version of the file format this program writes and the newest it reads."""

MAX_LINE: Final = 1 << 20
"""Longest line in bytes, checked before anything is decoded."""


class Header(Struct, array_like=True, frozen=True):
    """Line 0. `edition` names replaceable data (charts); `rolls` are the dice of the set-up."""

    format: int
    game: str
    rules_version: int
    edition: str
    table: str
    options: dict[str, OptionValue]
    controllers: list[str]
    dice: str
    rolls: list[list[int]]
    digest: str


class Opened(Struct, array_like=True, frozen=True):
    """A sealed choice shown in plain: the line that committed to it, its salt, the action."""

    handle: int
    salt: str
    action: Raw


class Act(Struct, array_like=True, frozen=True):
    """An action of a seat, or of the host (actor -1, kind `host`), with all that came from outside."""

    actor: int
    decision: int
    action: Raw
    rolls: list[list[int]]
    opened: list[Opened]
    judged: list[int]
    digest: str


class Undo(Struct, array_like=True, frozen=True):
    """Lines `to` and later no longer count; `consent` are the seats that agreed to a take-back."""

    by: int
    to: int
    consent: list[int]
    digest: str


class Seat(Struct, array_like=True, frozen=True):
    """Who answers for a seat from now on, and why it changed."""

    seat: int
    controller: str
    reason: str


class DiceSeed(Struct, array_like=True, frozen=True):
    """The seed used up to here, shown (or ''), and the commitment to the next (or '')."""

    seed: str
    commitment: str


class Reseal(Struct, array_like=True, frozen=True):
    """After a crash an owner could not send the choice behind `handle` again and made another."""

    handle: int
    commitment: str


class End(Struct, array_like=True, frozen=True):
    """The result."""

    outcome: Outcome


Body: TypeAlias = Header | Act | Undo | Seat | DiceSeed | Reseal | End

KINDS: Final[dict[str, type[Body]]] = {
    "open": Header,
    "act": Act,
    "host": Act,
    "undo": Undo,
    "seat": Seat,
    "dice": DiceSeed,
    "reseal": Reseal,
    "end": End,
}

_SEALED_TAG: Final = "sealed"
_encode = msgspec.json.Encoder().encode
_decode_line = msgspec.json.Decoder(tuple[int, str, int, Raw, int]).decode
_decode_body = {kind: msgspec.json.Decoder(type_).decode for kind, type_ in KINDS.items()}
_decode_sealed = msgspec.json.Decoder(tuple[str, str]).decode


class Line(Struct, frozen=True):
    """One decoded line."""

    n: int
    kind: str
    at_ms: int
    body: Body


class BadLine(ValueError):
    """A line that cannot be used; the message says why."""


def to_bytes(line: Line) -> bytes:
    """The line as it stands in the file, newline included."""
    head = _encode((line.n, line.kind, line.at_ms, line.body))[:-1]
    return b"%b,%d]\n" % (head, crc32(head))


def from_bytes(data: bytes, n: int) -> Line:
    """The inverse, for a line without or with its newline, expected to have number `n`.

    Raises `BadLine`.
    """
    data = data.rstrip(b"\n")
    head, comma, _ = data.rpartition(b",")
    if not comma or not data.endswith(b"]"):
        raise BadLine("it is cut short")
    try:
        number, kind, at_ms, raw, check = _decode_line(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadLine("it is no record line") from None
    if check != crc32(head):
        raise BadLine("its checksum does not fit")
    if kind not in KINDS:
        raise BadLine(f"its kind {kind!r} is unknown")
    if number != n:
        raise BadLine(f"it has number {number} where {n} was expected")
    try:
        body = _decode_body[kind](raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise BadLine(f"its content does not fit its kind {kind!r}: {fault}") from None
    return Line(number, kind, at_ms, body)


def commit_to(salt: bytes, action: bytes) -> str:
    """The commitment to a sealed choice: BLAKE2b-256 over its JSON, keyed with the salt."""
    return blake2b(action, key=salt, digest_size=32, person=b"maharaja seal").hexdigest()


def sealed_action(commitment: str) -> Raw:
    """What stands in an act line in the place of a sealed choice."""
    return Raw(_encode((_SEALED_TAG, commitment)))


def sealed_commitment(action: Raw) -> str | None:
    """The commitment in an act line, or None if its action is in plain."""
    try:
        tag, commitment = _decode_sealed(action)
    except msgspec.DecodeError:
        return None
    return commitment if tag == _SEALED_TAG else None
