"""Policies and games that misbehave at an exact moment, so that no test needs a clock."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import ClassVar

from msgspec import Struct

from ai.random_play import RandomPlay
from core.game import AnyGame, HostAction, Pending, Sealed
from core.legal import Legal
from tests.toy import GameCtx, Toy
from tests.toy.pieces import Action, Event, Resign, State

FATEFUL = 30
"""The how manieth question (of one process, to one kind of policy) something happens at."""


class Fateful(RandomPlay):
    """Random play, but at one question `event` happens first."""

    asked: ClassVar[dict[Callable[[], None], int]] = {}

    def __init__(self, rng: Random, event: Callable[[], None]) -> None:
        super().__init__(rng)
        self._event = event

    def choose(self, view: Struct, legal: Legal[Struct], pending: Pending) -> Struct:
        self.asked[self._event] = self.asked.get(self._event, 0) + 1
        if self.asked[self._event] == FATEFUL:
            self._event()
        return super().choose(view, legal, pending)


def _fail() -> None:
    raise ZeroDivisionError("no idea")


def _interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def _interrupt_parent() -> None:
    """As Ctrl-C does it: everybody in the terminal hears it, workers too."""
    if Path("interrupted").exists():
        return
    Path("interrupted").touch()
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getppid(), signal.SIGINT)


def _die() -> None:
    if "DIE" in os.environ:
        os._exit(9)


def _die_once() -> None:
    """As a computer that goes off in the middle: the file in DIE_ONCE says that it has happened."""
    if "DIE_ONCE" in os.environ:
        try:
            Path(os.environ["DIE_ONCE"]).open("x").close()
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)


def _leave() -> None:
    sys.exit("bye")


def leaving(game: AnyGame, seat: int, rng: Random) -> RandomPlay:
    return Fateful(rng, _leave)


def failing(game: AnyGame, seat: int, rng: Random) -> RandomPlay:
    return Fateful(rng, _fail)


def interrupting(game: AnyGame, seat: int, rng: Random) -> RandomPlay:
    return Fateful(rng, _interrupt)


def now(game: AnyGame, seat: int, rng: Random) -> RandomPlay:
    class Now(RandomPlay):
        def choose(self, view: Struct, legal: Legal[Struct], pending: Pending) -> Struct:
            _interrupt()
            return super().choose(view, legal, pending)

    return Now(rng)


def interrupting_parent(game: AnyGame, seat: int, rng: Random) -> RandomPlay:
    return Fateful(rng, _interrupt_parent)


def dying(game: AnyGame, seat: int, rng: Random) -> RandomPlay:
    return Fateful(rng, _die)


def dying_once(game: AnyGame, seat: int, rng: Random) -> RandomPlay:
    return Fateful(rng, _die_once)


class Last(RandomPlay):
    """Always the last of the answers."""

    def choose(self, view: Struct, legal: Legal[Struct], pending: Pending) -> Struct:
        return legal.expand(1_000)[-1]


def last(game: AnyGame, seat: int, rng: Random) -> RandomPlay:
    return Last(rng)


class Resigner(RandomPlay):
    """Makes a claim wherever it can."""

    def choose(self, view: Struct, legal: Legal[Struct], pending: Pending) -> Struct:
        return Resign()


def resigning(game: AnyGame, seat: int, rng: Random) -> RandomPlay:
    return Resigner(rng)


def cheating(game: AnyGame, seat: int, rng: Random) -> RandomPlay:
    class Cheat(RandomPlay):
        def choose(self, view: Struct, legal: Legal[Struct], pending: Pending) -> Struct:
            return game.codec.action_json.decode(b'["choose",99]')

    return Cheat(rng)


class Broken(Toy):
    """Its rules fail after ten points."""

    def apply(
        self, state: State, actor: int, action: Action | Sealed | HostAction, ctx: GameCtx
    ) -> list[Event]:
        if sum(state.points) > 10:
            raise KeyError("lost piece")
        return super().apply(state, actor, action, ctx)


broken = Broken()
number = 7
