"""Frames: how messages become bytes and strangers' bytes become messages, or one `BadFrame`.

A frame is a length of 4 bytes, big-endian, and that many bytes. The length is looked at before anything
is kept, so a peer can make us hold at most one frame of its limit. MessagePack is read against types in which
every field is bounded, without maps, floats and extensions: nothing untyped ever comes to be, so neither
a thousand brackets nor a length that lies costs more than the bytes they came in.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

HEAD: Final = 4
SMALL: Final = 4 * 1024
"""Largest frame, in bytes, of somebody who has not been let in."""
LARGE: Final = 256 * 1024
"""Largest frame of a member."""

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


def unpack(content: bytes, type_: object) -> object:
    """The message of one of the types of the union `type_`. Raises `BadFrame`."""
    try:
        return _decoder(type_).decode(content)
    except msgspec.MsgspecError:
        # Neither the content nor the fault's words: both are the stranger's.
        raise BadFrame("not-a-message") from None


@cache
def _decoder(type_: object) -> msgspec.msgpack.Decoder[object]:
    return msgspec.msgpack.Decoder(type_)
