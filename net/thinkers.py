"""AI seats of a hosted table: each thinks in a process of its own, which may do its worst.

A policy may loop, exit, eat all memory or write rubbish; the host asks, waits no longer than it said
it would, and plays on. Whenever no legal action came in time the process is killed, a random answer is
played (random, because always the same answer might never end a game), and the next question starts
a new process.
"""

from __future__ import annotations

import asyncio
import os
import sys
from random import Random
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from core.game import AnyGame, Pending
from core.legal import Legal
from net import fence, wire
from net.brain import Answer, Failure, Question, Reply, Setup, pack

How: TypeAlias = Literal["policy", "forced", "fallback"]
Why: TypeAlias = Literal[
    "", "no-start", "late", "died", "garbage", "error", "illegal", "claims", "broken", "closed"
]
"""Why a random answer was played.

The process did not start; had no answer in time; ended; wrote what is no answer; the policy raised;
chose what is not legal; made claims without end; failed too often to be asked; was closed.
"""

MAX_ANSWER: Final = 1 << 16
MAX_CLAIMS: Final = 20
"""That many in answer to one decision, and then a real answer."""

PATIENCE: Final = 3
"""After so many failures in a row a seat is broken ..."""
RETRY: Final = 10
"""... and only every tenth decision its policy is tried again."""

_START_S: Final = 20.0
_KILL_S: Final = 1.0
# The process looks for modules just where this one does.
_PROGRAM: Final = "import sys; sys.path[:] = sys.argv[1:]; from net.brain import main; main()"
# The same policy with the same seed plays the same; one process thinks on one core.
_SURROUNDINGS: Final = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
_UNREADABLE: Final = (wire.BadFrame, msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
_replies: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)


class Choice(Struct, frozen=True):
    """What the seat plays, and where it comes from."""

    action: Struct
    how: How
    why: Why = ""


class Thinker:
    """One AI seat. `gate` is shared by all of a host: it lets as many think as there are cores to spare."""

    def __init__(self, game: AnyGame, setup: Setup, gate: asyncio.Semaphore, *, deadline_s: float) -> None:
        self.trouble = ""
        """What went wrong last, in one line that holds nothing a player must not know."""
        self._game = game
        self._setup = setup
        self._gate = gate
        self._deadline_s = deadline_s
        self._rng = Random(setup.seed + b"/fallback")
        self._busy = asyncio.Lock()
        self._worker: _Worker | None = None
        self._lives = 0
        self._failures = 0
        self._rested = 0
        self._claims = (0, 0)
        self._closed = False

    @property
    def broken(self) -> bool:
        """Has the policy failed so often that it is hardly asked any more? `trouble` says why."""
        return self._failures >= PATIENCE

    async def choose(self, view: bytes, legal: Legal[Struct], pending: Pending) -> Choice:
        """A legal action of a seat that owes an answer. Cancelled, it leaves nothing running."""
        if legal.count() == 1 and not legal.claims:
            return Choice(legal.first(), "forced")
        if self.broken and self._rested < RETRY - 1:
            self._rested += 1
            return self._fallback(legal, "broken")
        self._rested = 0
        try:
            async with self._gate, self._busy:
                action = await self._think(view, legal, pending)
        except _Trouble as trouble:
            self._failures += 1
            self.trouble = ": ".join(filter(None, (trouble.why, trouble.detail)))
            return self._fallback(legal, trouble.why)
        self._failures = 0
        return Choice(action, "policy")

    async def close(self) -> None:
        """Kills the process; a `choose` that waits for it plays a random answer, as does any after it."""
        self._closed = True
        if self._worker is not None:
            self._worker.kill()
        async with self._busy:
            await self._drop()

    def _fallback(self, legal: Legal[Struct], why: Why) -> Choice:
        return Choice(legal.sample(self._rng), "fallback", why)

    async def _think(self, view: bytes, legal: Legal[Struct], pending: Pending) -> Struct:
        try:
            if self._worker is not None and self._worker.fault:  # since it gave its last answer
                await self._drop()
            worker = self._worker or await self._start()
            codec = self._game.codec
            question = Question(worker.asked + 1, view, codec.encode_legal(legal), pending)
            answer = await worker.ask(question, self._deadline_s)
            if isinstance(answer, Failure):
                raise _Trouble("error", answer.text)
            return self._judge(answer, legal, pending)
        except BaseException as fault:
            await self._drop()
            if self._closed and isinstance(fault, _Trouble):
                raise _Trouble("closed") from None
            raise

    def _judge(self, answer: Answer, legal: Legal[Struct], pending: Pending) -> Struct:
        try:
            action = self._game.codec.action.decode(answer.action)
        except _UNREADABLE:
            raise _Trouble("illegal") from None
        if not legal.contains(action):
            raise _Trouble("illegal", type(action).__name__)
        if isinstance(action, self._game.codec.claims):
            decision, claims = self._claims
            self._claims = (pending.decision, claims + 1 if decision == pending.decision else 1)
            if self._claims[1] > MAX_CLAIMS:
                raise _Trouble("claims")
        return action

    async def _start(self) -> _Worker:
        if self._closed:
            raise _Trouble("closed")
        seed = self._setup.seed + (b"/%d" % self._lives if self._lives else b"")
        self._lives += 1
        try:
            self._worker = worker = await _Worker.start()
        except OSError as fault:
            raise _Trouble("no-start", fault.strerror or "") from None
        if self._closed:
            raise _Trouble("closed")
        try:
            ready = await worker.ask(replace(self._setup, seed=seed), _START_S)
        except _Trouble as trouble:
            raise _Trouble("no-start", trouble.why) from None
        if isinstance(ready, Failure):
            raise _Trouble("no-start", ready.text)
        return worker

    async def _drop(self) -> None:
        if self._worker is not None:
            worker, self._worker = self._worker, None
            await worker.end()


class _Trouble(Exception):
    """No action came of it."""

    def __init__(self, why: Why, detail: str = "") -> None:
        super().__init__(why, detail)
        self.why: Why = why
        self.detail = detail


class _Worker(asyncio.SubprocessProtocol):
    """A process that thinks, seen from the host. Nothing it writes is kept beyond one frame."""

    _transport: asyncio.SubprocessTransport
    _input: asyncio.WriteTransport

    def __init__(self) -> None:
        self.asked = -1
        """The number of the last question, 0 being the setup."""
        self.fault: Why = ""
        """Why no answer can come any more."""
        self._loop = asyncio.get_running_loop()
        self._news: asyncio.Future[Reply | None] = self._loop.create_future()
        self._frames = wire.Frames(MAX_ANSWER)
        self._lost = asyncio.Event()

    @classmethod
    async def start(cls) -> _Worker:
        """Starts a process that waits for its setup. OSError if that cannot be."""
        command = (sys.executable, "-P", "-c", _PROGRAM, *sys.path)
        starting = asyncio.ensure_future(
            asyncio.get_running_loop().subprocess_exec(
                cls,
                *command,
                stderr=asyncio.subprocess.DEVNULL,
                env=os.environ | _SURROUNDINGS,
                **fence.APART,
            )
        )
        try:
            _, worker = await asyncio.shield(starting)
        except asyncio.CancelledError:
            _, worker = await starting
            await worker.end()  # nobody else knows of it
            raise
        return worker

    async def ask(self, message: Setup | Question, patience_s: float) -> Reply:
        """The reply to a message; raises `_Trouble`."""
        self.asked += 1
        self._news = self._loop.create_future()
        if self.fault:
            raise _Trouble(self.fault)
        self._input.write(pack(message))
        # Not `timeout`: a reply that came in time counts, also if this loop hears of it late.
        await asyncio.wait([self._news], timeout=patience_s)
        if not self._news.done():
            raise _Trouble("late")
        if (reply := self._news.result()) is None:
            raise _Trouble(self.fault)
        return reply

    def kill(self) -> None:
        """Ends the process and all it has started, soon."""
        if self._transport.get_returncode() is None:
            fence.kill_group(self._transport.get_pid())

    async def end(self) -> None:
        """Kills, and returns when nothing is left."""
        self.kill()
        try:
            async with asyncio.timeout(_KILL_S):
                await self._lost.wait()
        except TimeoutError:
            pass
        finally:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process runs."""
        assert isinstance(transport, asyncio.SubprocessTransport)
        stdin = transport.get_pipe_transport(0)
        assert isinstance(stdin, asyncio.WriteTransport)
        self._transport, self._input = transport, stdin

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Some of a reply, or whatever else it may be."""
        if self.fault:
            return
        self._frames.feed(data)
        try:
            while (frame := self._frames.next()) is not None:
                self._replied(_replies.decode(frame))
        except _UNREADABLE:
            self._failed("garbage")

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """A process that closes stdin or stdout is of no use."""
        self._failed("died")

    def process_exited(self) -> None:
        """It ended; whatever it started ends as well. (Its number cannot have been given away so soon.)"""
        fence.kill_group(self._transport.get_pid())
        # What has left the group may still hold the other ends of the pipes: nobody waits for that.
        self._transport.close()
        self._failed("died")

    def connection_lost(self, exc: Exception | None) -> None:
        """It ended, and both pipes are closed."""
        self._lost.set()

    def _replied(self, reply: Reply) -> None:
        if reply.number > self.asked:
            self._failed("garbage")
        elif reply.number == self.asked and not self._news.done():
            self._news.set_result(reply)
        # Anything else answers an older question, or this one for the second time.

    def _failed(self, why: Why) -> None:
        self.fault = self.fault or why
        self._frames = wire.Frames(MAX_ANSWER)
        if not self._news.done():
            self._news.set_result(None)
