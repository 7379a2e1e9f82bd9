"""Frames: how messages become bytes and strangers' bytes become messages, or one `BadFrame`.

A frame is a length of 4 bytes, big-endian, and that many bytes. The length is looked at before anything
is kept, so a peer can make us hold at most one frame of its limit. MessagePack is read in two steps:
msgpack, without maps and extensions and with arrays no longer than our longest, since it makes room for
what an array says it holds before it has seen it; then msgspec, against types in which every field is
bounded. What comes between the two is untyped; it is never printed and never walked.
"""

from __future__ import annotations

from typing import Final, cast

import msgpack
import msgspec

HEAD: Final = 4
SMALL: Final = 4 * 1024
"""Largest frame, in bytes, of somebody who has not been let in."""
LARGE: Final = 256 * 1024
"""Largest frame of a member."""
SHORT: Final = 32
"""Longest array of a stranger; a thousand that lie, one in another, come to 256 KiB."""
LONG: Final = 1024
"""Longest array of anybody."""

_encode = msgspec.msgpack.Encoder().encode


class BadFrame(Exception):
    """What a peer sent cannot be read. `code` says why; nothing of the content is in it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Frames:
    """Cuts a stream into frames. `limit` may be raised once the peer is known."""

    def __init__(self, limit: int = SMALL) -> None:
        self.limit = limit
        self._data = bytearray()

    def feed(self, data: bytes) -> None:
        """More of the stream. What is kept stays below one frame and one read."""
        self._data += data

    def next(self) -> bytes | None:
        """The next whole frame, or None. Raises `BadFrame` for a length of zero or over the limit."""
        if len(self._data) < HEAD:
            return None
        length = int.from_bytes(self._data[:HEAD], "big")
        if length == 0:
            raise BadFrame("empty-frame")
        if length > self.limit:
            raise BadFrame("frame-too-long")
        if len(self._data) < HEAD + length:
            return None
        frame = bytes(self._data[HEAD : HEAD + length])
        del self._data[: HEAD + length]
        return frame

    @property
    def partial(self) -> bool:
        """Has a frame begun that is not whole?"""
        return bool(self._data)


def framed(content: bytes) -> bytes:
    """The content with its length before it."""
    return len(content).to_bytes(HEAD, "big") + content


def pack(message: msgspec.Struct) -> bytes:
    """A message as MessagePack of a positional struct."""
    return _encode(message)


def readable(message: msgspec.Struct, type_: object) -> bool:
    """Could the other side read this message of ours, which must be one of the union `type_`?"""
    try:
        unpack(pack(message), type_)
    except (BadFrame, ValueError, OverflowError):
        return False
    return True


def unpack(content: bytes, type_: object, longest: int = LONG) -> object:
    """The message of one of the types of the union `type_`. Raises `BadFrame`."""
    try:
        raw = msgpack.unpackb(content, max_map_len=0, max_ext_len=0, max_array_len=longest)
        return cast("object", msgspec.convert(raw, type_, strict=True))
    except (ValueError, RecursionError, msgspec.MsgspecError, msgpack.UnpackException):
        # Neither the content nor the fault's words: both are the stranger's.
        raise BadFrame("not-a-message") from None
