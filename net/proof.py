"""Proving who one is without sending it again: tokens, passwords and the seals on frames.

A member's *token* is 16 random bytes, sent once, when it first comes in. From then on both sides prove
that they know it as in SCRAM (RFC 5802): the host keeps only what can check a proof, salted with the
table's id, so neither a record file nor a listener's recording of a return lets anybody take a seat.
A table's password is proved in the same way.
Every frame of a member carries a counter and a MAC under a key of this connection, which comes from the
token and all that was said before: whatever somebody changed in that, no sealed frame is good after it.
"""

from __future__ import annotations

import hmac
from hashlib import blake2b, scrypt, sha256
from typing import Final

TOKEN_BYTES: Final = 16
NONCE_BYTES: Final = 16
PROOF_BYTES: Final = 32
COUNTER_BYTES: Final = 4
HEAD_BYTES: Final = 4
MAC_BYTES: Final = 16
SEAL_BYTES: Final = COUNTER_BYTES + MAC_BYTES

_COST: Final = {"n": 1 << 13, "r": 8, "p": 1}


def client_key(token: bytes, table_id: str) -> bytes:
    """What a member's program works with; only it and, while connected, the host know it."""
    return hmac.digest(token, b"maharaja member " + table_id.encode(), "sha256")


def stored_key(key: bytes) -> bytes:
    """What the host keeps: enough to check a proof, not to make one."""
    return sha256(key).digest()


def member_id(stored: bytes) -> bytes:
    """A public name for the member with this stored key (8 bytes)."""
    return sha256(b"member" + stored).digest()[:8]


def prove(key: bytes, nonces: bytes) -> bytes:
    """The proof that the sender knows `key`, good for these nonces alone."""
    return _xor(key, hmac.digest(stored_key(key), nonces, "sha256"))


def check(stored: bytes, proof: bytes, nonces: bytes) -> bytes | None:
    """The client key if the proof is good, else None."""
    if len(proof) != PROOF_BYTES:
        return None
    key = _xor(proof, hmac.digest(stored, nonces, "sha256"))
    return key if hmac.compare_digest(stored_key(key), stored) else None


def password_key(password: str, table_id: str) -> bytes:
    """A password stretched (about 25 ms), so that guessing from a recording is slow; to be proved like a
    member's key."""
    return scrypt(password.encode("utf-8", "surrogatepass"), salt=table_id.encode(), dklen=32, **_COST)


class Talk:
    """What both sides have said in the open, in the order in which they take turns."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, content: bytes) -> None:
        """One more message."""
        self._hash.update(len(content).to_bytes(HEAD_BYTES, "big") + content)

    def digest(self) -> bytes:
        """Of all of them."""
        return self._hash.digest()


class Seal:
    """Numbers and signs the frames of one direction of one connection."""

    def __init__(self, key: bytes, talk: bytes, direction: bytes) -> None:
        self._key = hmac.digest(key, b"frames" + direction + talk, "sha256")
        self._next = 0

    @property
    def last(self) -> int:
        """The number of the frame that was closed or opened last, from 0; -1 before the first."""
        return self._next - 1

    def close(self, content: bytes) -> bytes:
        """The content with counter and MAC before it."""
        counter = self._next.to_bytes(COUNTER_BYTES, "big")
        self._next += 1
        return counter + self._mac(counter, content) + content

    def open(self, frame: bytes) -> bytes | None:
        """The content, or None if it is not the next frame of this peer."""
        counter = self._next.to_bytes(COUNTER_BYTES, "big")
        content = frame[SEAL_BYTES:]
        if not hmac.compare_digest(frame[:SEAL_BYTES], counter + self._mac(counter, content)):
            return None
        self._next += 1
        return content

    def _mac(self, counter: bytes, content: bytes) -> bytes:
        return blake2b(counter + content, key=self._key, digest_size=MAC_BYTES).digest()


def _xor(a: bytes, b: bytes) -> bytes:
    return (int.from_bytes(a, "big") ^ int.from_bytes(b, "big")).to_bytes(PROOF_BYTES, "big")
