"""The process in which one AI seat thinks: all it is ever told is what that seat may see.

It reads frames from stdin and writes frames to stdout: four bytes of length, then MessagePack. The
first frame is a `Setup`, answered under the number 0; every further one is a `Question`. When stdin
ends, so does the process, whatever its policy is doing.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Annotated, BinaryIO, Final, NoReturn, TypeAlias, cast

import msgspec
from msgspec import Meta, Struct

from core.faults import UserError
from core.game import AnyGame, Pending
from core.policy import AnyPolicy, PolicyMaker
from core.registry import find_game, load
from net import fence, wire

Loader: TypeAlias = Callable[[str, AnyGame], PolicyMaker]
"""Finds the policy of that name for a game; raises `UserError`."""

_MEMORY: Final = 3 << 29
_MAX_TEXT: Final = 300


class Setup(Struct, frozen=True, array_like=True):
    """Who is to think: all by names that are looked up in the process itself.

    `loader` names a `Loader` as module:attribute. The policy draws from `Random(seed)`.
    """

    game: str
    loader: str
    policy: str
    seat: int
    seed: bytes
    charts: str | None = None


class Question(Struct, frozen=True, array_like=True):
    """What to decide; numbers go up from 1. View and list as the game's codec encodes them."""

    number: int
    view: bytes
    legal: bytes
    pending: Pending


class Answer(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=0):
    """The action chosen, as the game's codec encodes it; none in answer to a `Setup`."""

    number: int
    action: bytes


class Failure(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=1):
    """Why there is no action."""

    number: int
    text: Annotated[str, Meta(max_length=_MAX_TEXT)]


Reply: TypeAlias = Answer | Failure


def pack(message: Setup | Question | Reply) -> bytes:
    """A whole frame."""
    return wire.framed(wire.pack(message))


def main() -> NoReturn:
    """Thinks until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the host decides what an interrupt means
    source, sink = _private(0, "rb"), _private(1, "wb")
    fence.shut_in(_MEMORY)
    frames = SimpleQueue[bytes]()
    Thread(target=_read, args=(source, frames), daemon=True).start()

    def reply(message: Reply) -> None:
        sink.write(pack(message))
        sink.flush()

    try:
        game, policy = _set_up(msgspec.msgpack.decode(frames.get(), type=Setup))
    except BaseException as fault:  # a policy is somebody's own code, which may also exit
        text = str(fault) if isinstance(fault, UserError) else f"{_where(fault)}: {fault}"
        reply(Failure(0, text[:_MAX_TEXT]))
        while True:  # the host has heard, and ends this process
            frames.get()
    reply(Answer(0, b""))
    questions = msgspec.msgpack.Decoder(Question)
    while True:
        reply(_answer(game, policy, questions.decode(frames.get())))


def _private(fd: int, mode: str) -> BinaryIO:
    """Moves stdin or stdout to where a policy that prints or reads does not find it."""
    moved = os.dup(fd)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, fd)
    os.close(nothing)
    return cast("BinaryIO", open(moved, mode))  # noqa: PTH123 - a number, open to the end


def _read(source: BinaryIO, frames: SimpleQueue[bytes]) -> None:
    """Runs beside the policy, so that the end of stdin is seen while it thinks."""
    try:
        while len(head := source.read(wire.HEAD)) == wire.HEAD:
            frames.put(source.read(int.from_bytes(head, "big")))
    finally:
        fence.end_own_group()


def _set_up(setup: Setup) -> tuple[AnyGame, AnyPolicy]:
    game = find_game(setup.game, None if setup.charts is None else Path(setup.charts))
    find_policy = cast("Loader", load(setup.loader, "loader of policies"))
    return game, find_policy(setup.policy, game)(game, setup.seat, Random(setup.seed))


def _answer(game: AnyGame, policy: AnyPolicy, question: Question) -> Reply:
    try:
        view, legal = game.codec.view.decode(question.view), game.codec.decode_legal(question.legal)
        action = game.codec.encode(policy.choose(view, legal, question.pending))
    except BaseException as fault:
        # Not its message: there may be something in it that only this seat should know.
        return Failure(question.number, _where(fault)[:_MAX_TEXT])
    return Answer(question.number, action)


def _where(fault: BaseException) -> str:
    frame = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} ({Path(frame.filename).name}, line {frame.lineno})"
