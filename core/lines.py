"""The lines of a record: what each kind holds, and its bytes.

A record is a text file, one JSON array a line: `[n, kind, at_ms, body, crc32]`. `n` counts the lines
from 0 and never goes back; `at_ms` is table time; the checksum covers the bytes before its comma.
Line 0 is the header. Bodies are positional; digests, commitments, salts and seeds are hex.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Annotated, Final, TypeAlias
from zlib import crc32

import msgspec
from msgspec import Meta, Raw, Struct

from core.game import Outcome
from core.options import OptionValue

FORMAT: Final = 1
"""Version of the file format this program writes and reads.

Whatever changes, line 0 stays a line of this form and its body begins with the number of the format.
"""

MAX_LINE: Final = 1 << 20
"""Longest line in bytes, checked before anything is decoded or written."""

Whole: TypeAlias = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]
"""A number in a line: every JSON reader keeps it exact, and time may grow on it for ever."""


class Header(Struct, array_like=True, frozen=True):
    """Line 0. `edition` names replaceable data (charts); `rolls` are the dice of the set-up."""

    format: Whole
    game: str
    rules_version: Whole
    edition: str
    table: str
    options: dict[str, OptionValue]
    controllers: list[str]
    dice: str
    rolls: list[list[Whole]]
    digest: str


class Opened(Struct, array_like=True, frozen=True):
    """A sealed choice shown in plain: the line that committed to it, its salt, the action."""

    handle: Whole
    salt: str
    action: Raw


class Act(Struct, array_like=True, frozen=True):
    """An action of a seat, or of the host (actor -1, kind `host`), with all that came from outside."""

    actor: Whole
    decision: Whole
    action: Raw
    rolls: list[list[Whole]]
    opened: list[Opened]
    judged: list[Whole]
    digest: str


class Agreed(Act, array_like=True, frozen=True):
    """An action of the host to which everybody had to agree (kind `agreed`); `consent` are the seats."""

    consent: list[Whole]


class Undo(Struct, array_like=True, frozen=True):
    """Lines `to` and later no longer count; `consent` are the seats that agreed to a take-back."""

    by: Whole
    to: Whole
    consent: list[Whole]
    digest: str


class Seat(Struct, array_like=True, frozen=True):
    """Who answers for a seat from now on, and why it changed.

    `key` is what its owner proves itself by when it comes back over a network; '' if there is none.
    """

    seat: Whole
    controller: str
    reason: str
    key: str = ""


class DiceSeed(Struct, array_like=True, frozen=True):
    """The seed used up to here, shown (or ''), and the commitment to the next (or '')."""

    seed: str
    commitment: str


class Reseal(Struct, array_like=True, frozen=True):
    """After a crash an owner could not send the choice behind `handle` again and made another."""

    handle: Whole
    commitment: str


class Banned(Struct, array_like=True, frozen=True):
    """Somebody kept out of a table: public id (hex, '' if none) and addresses; `spared` are names and keys
    (hex) of others from there, who stay welcome."""

    name: str
    member: str
    addresses: list[str]
    spared: list[tuple[str, str]]


class House(Struct, array_like=True, frozen=True):
    """What the host has set for the table besides the game, from now on; times in ms.

    `password` (hex) checks a proof of it and makes none. `banned` and `banned_from` are ids and addresses of
    bans as they were written at first, without names; now they stand in `bans`.
    """

    name: str
    after_drop: str
    grace: Whole
    limit: Whole
    pace: Whole
    watchers: bool
    locked: bool
    password: str
    banned: list[str]
    banned_from: list[str]
    bans: list[Banned] = []


class End(Struct, array_like=True, frozen=True):
    """The result."""

    outcome: Outcome


Body: TypeAlias = Header | Act | Agreed | Undo | Seat | DiceSeed | Reseal | House | End

KINDS: Final[dict[str, type[Body]]] = {
    "open": Header,
    "act": Act,
    "host": Act,
    "agreed": Agreed,
    "undo": Undo,
    "seat": Seat,
    "dice": DiceSeed,
    "reseal": Reseal,
    "house": House,
    "end": End,
}

_SEALED_TAG: Final = "sealed"
_encode = msgspec.json.Encoder().encode
_decode_line = msgspec.json.Decoder(tuple[Whole, str, Whole, Raw, int]).decode
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
    kind, at_ms, raw = _unwrap(data, n)
    if kind not in KINDS:
        raise BadLine(f"its kind {kind[:20]!r} is unknown")
    try:
        body = _decode_body[kind](raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise BadLine(f"its content does not fit its kind {kind!r}: {fault}") from None
    return Line(n, kind, at_ms, body)


def format_of(data: bytes) -> int:
    """The format of the record whose line 0 this is, also of one this program cannot read.

    Raises `BadLine`.
    """
    _, _, raw = _unwrap(data, 0)
    number = re.match(rb"\[(\d{1,9})[],]", bytes(raw))
    if number is None:
        raise BadLine("it names no format")
    return int(number[1])


def _unwrap(data: bytes, n: int) -> tuple[str, int, Raw]:
    """Kind, time and still encoded body of line `n`, once its checksum fits."""
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
    if number != n:
        raise BadLine(f"it has number {number} where {n} was expected")
    return kind, at_ms, raw


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
