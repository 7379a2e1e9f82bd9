"""Policies for the toy game that do to their process whatever a policy can do."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TypeAlias, cast

from ai.random_play import RandomPlay
from core.game import AnyGame, Pending
from core.legal import Legal
from core.policy import PolicyMaker
from net.brain import Answer, pack
from tests.toy.pieces import Action, Choose, Stand, View

BEACON = "ROGUE_BEACON"
"""The port to connect to, so that a test sees when this process thinks and when it is gone."""
LIVES = "ROGUE_LIVES"
"""A folder in which processes count themselves."""

_Maker: TypeAlias = Callable[[AnyGame, int, Random], object]

_kept: list[object] = []


class Rogue:
    """Lets something happen at each question, then plays the lowest card."""

    def __init__(self, mischief: Callable[[], object]) -> None:
        self._mischief = mischief

    def choose(self, view: View, legal: Legal[Action], pending: Pending) -> object:
        answer = self._mischief()
        return Choose(min(view.hand)) if answer is None else answer


def find(name: str, game: AnyGame) -> PolicyMaker:
    """The loader: `random`, or the name of something below."""
    return cast("PolicyMaker", _MAKERS[name])


def _life() -> int:
    """Which process of its seat this one is, from 1."""
    folder = Path(os.environ[LIVES])
    number = len(list(folder.iterdir())) + 1
    (folder / str(number)).touch(exist_ok=False)
    return number


def _light() -> None:
    beacon = socket.create_connection(("127.0.0.1", int(os.environ[BEACON])))
    beacon.sendall(b"%d\n" % os.getpid())
    _kept.append(beacon)


def _loop() -> None:
    while True:
        pass


def _loop_in_light() -> None:
    _light()
    _loop()


def _stuck() -> None:
    """No other thread runs while a regular expression backtracks."""
    _light()
    re.match("(a|a)*b", "a" * 1000)


def _raise() -> None:
    raise ZeroDivisionError("my hand is 7")


def _pipes() -> Iterator[int]:
    for fd in range(3, 32):
        with suppress(OSError):
            if stat.S_ISFIFO(os.fstat(fd).st_mode):
                yield fd


def _write(data: bytes) -> None:
    """Finds the pipe to the host and writes to it."""
    for fd in _pipes():
        with suppress(OSError):
            os.write(fd, data)


def _flood() -> None:
    """Writes as long as anybody reads."""
    while True:
        _write((3).to_bytes(4, "big") + b"???" * 10_000)


def _print() -> None:
    print("rubbish", flush=True)
    os.write(1, b"\xff\xff\xff\xffrubbish")
    subprocess.run([sys.executable, "-c", "print('rubbish')"], check=True)
    with suppress(EOFError):
        input()


def _eat() -> None:
    _kept.append(bytearray(2 << 30))


def _interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def _leave_a_child() -> None:
    _light()
    if os.fork():
        os._exit(0)
    _loop()


class Old:
    """Before its second answer it answers the first question once more, otherwise."""

    def __init__(self, game: AnyGame) -> None:
        self._encode = game.codec.encode
        self._number = 0

    def choose(self, view: View, legal: Legal[Action], pending: Pending) -> Action:
        self._number += 1
        if self._number == 2:
            _write(pack(Answer(1, self._encode(Choose(min(view.hand))))))
        return Choose(max(view.hand))


class Claimer:
    """Never answers."""

    def choose(self, view: View, legal: Legal[Action], pending: Pending) -> Action:
        return Stand(1)


class Hasher:
    """Plays by what differs from one Python to the next, and by chance."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View, legal: Legal[Action], pending: Pending) -> Action:
        answers = legal.expand(100)
        return answers[(hash(view.phase) ^ self._rng.getrandbits(10)) % len(answers)]


def _first_life(mischief: Callable[[], object], lives: int = 1) -> Rogue:
    return Rogue(mischief if _life() <= lives else lambda: None)


def _rogue(mischief: Callable[[], object]) -> _Maker:
    return lambda game, seat, rng: Rogue(mischief)


def _exit_at_start(game: AnyGame, seat: int, rng: Random) -> object:
    sys.exit("bye")


_MISCHIEF: dict[str, Callable[[], object]] = {
    "plain": lambda: None,
    "lit": _light,
    "loop": _loop,
    "loop-lit": _loop_in_light,
    "stuck": _stuck,
    "die": lambda: os._exit(0),
    "exit": sys.exit,
    "raise": _raise,
    "giant": lambda: _write(b"\xff\xff\xff\xff"),
    "not-msgpack": lambda: _write(b"\0\0\0\3???"),
    "flood": _flood,
    "not-asked": lambda: _write(pack(Answer(9, b"\xc0"))),
    "close-all": lambda: os.closerange(0, 100),
    "print": _print,
    "eat": _eat,
    "interrupt": _interrupt,
    "orphan": _leave_a_child,
    "cheat": lambda: Choose(99),
    "object": object,
    "text": lambda: "keep",
    "long": lambda: "x" * 100_000,
}


class Silent:
    """Has nothing to say."""

    def choose(self, view: View, legal: Legal[Action], pending: Pending) -> None:
        return None


_MAKERS: dict[str, _Maker] = {
    "random": lambda game, seat, rng: RandomPlay(rng),
    "old": lambda game, seat, rng: Old(game),
    "claim": lambda game, seat, rng: Claimer(),
    "hash": lambda game, seat, rng: Hasher(rng),
    "none": lambda game, seat, rng: Silent(),
    "exit-at-start": _exit_at_start,
    "loop-once": lambda game, seat, rng: _first_life(_loop_in_light),
    "late-once": lambda game, seat, rng: _first_life(_loop),
    "raise-thrice": lambda game, seat, rng: _first_life(_raise, 3),
    **{name: _rogue(mischief) for name, mischief in _MISCHIEF.items()},
}
