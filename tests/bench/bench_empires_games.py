"""Whole games of the 1994 game: how fast they play, what they weigh, and how fast a record is verified.

The rules run as they do in play: compiled after `make compile`, and with MAHARAJA_COMPILED=no as Python.
All in one run, the parts in turns, times in CPU seconds, each figure the median over the rounds:

  engine          random play of the rules alone: list, draw, apply, snapshot (the encoded state). Steps
                  with a single answer take their time but are not counted (the share is printed)
  catanatron      the peer: its own four random players, as it plays them. A tick is one call of its
                  `play_tick`, also where there is one thing to do only (the share is printed)
  ratio           choices of the engine per second over all ticks of the peer per second (the bar is 0.8),
                  and over those of its ticks that were a choice too: like against like
  whole table     the same play through a table: one view and the list for who answers, refuse, apply,
                  snapshot, digest and the line in memory
  basic           games per second with the policy `basic` in all seats, if there is one
  verify          playing a finished game's record again; the bar is 0.5 s
  record          bytes of a finished game's record, and of one line
  memory          what a finished table holds on to (tracemalloc), and the process at its largest
"""

from __future__ import annotations

import argparse
import resource
import time
import tracemalloc
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from random import Random
from statistics import median
from typing import TypeVar

from msgspec import Struct

from ai.registry import find_policy, policy_names
from core.ctx import Ctx
from core.dice import SeededDice
from core.game import Game, Pending
from core.games.empires import game, movement
from core.games.empires.actions import Action
from core.games.empires.events import Event
from core.games.empires.state import State
from core.games.empires.view import View
from core.kit.check import record_of
from core.legal import Legal
from core.options import complete
from core.play import play_out
from core.policy import Policy
from core.registry import find_game
from core.replay import replay
from core.table import Table, open_table
from core.vault import Vault

S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
E = TypeVar("E", bound=Struct)
V = TypeVar("V", bound=Struct)

SEATS = 4
LIMIT = 100_000

EmpiresTable = Table[State, Action, Event, View]


class Engine:
    """The rules alone; `forced` of their `steps` had one answer only."""

    def __init__(self) -> None:
        self.steps = self.forced = 0
        self.single: list[Legal[Action]] = []

    def play(self, seed: int) -> int:
        """A game at random; its steps. What may have been forced is looked at when the clock has stopped."""
        rng, dice, vault = Random(seed), SeededDice(b"%d" % seed), Vault[Action]()
        options = complete(game.meta.options, {})
        state, _ = game.new(options, SEATS, Ctx(0, dice, vault))
        steps = 0
        while state.ask is not None:
            seat = state.ask.seat
            legal = game.legal(state, seat)
            if len(legal.offers) == 1:
                self.single.append(legal)
            game.apply(state, seat, legal.sample(rng), Ctx(0, dice, vault))
            game.codec.encode(state)
            steps += 1
        self.steps += steps
        return steps

    def forced_since(self) -> int:
        """Steps with one answer only since this was last asked."""
        forced = sum(legal.count() == 1 for legal in self.single)
        self.forced += forced
        self.single.clear()
        return forced


class Sampling:
    """Plays at random with the table's list, as `random` does."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, legal: Legal[Action], pending: Pending) -> Action:
        return legal.sample(self.rng)


def new_table(played: Game[S, A, E, V], seed: int) -> Table[S, A, E, V]:
    return open_table(
        played, {}, ["ai:random"] * SEATS, table_id="t", dice=SeededDice(b"%d" % seed), clock=lambda: 0,
        salts=lambda: bytes(16),
    )  # fmt: skip


def finished(seed: int) -> EmpiresTable:
    """A table played to its end."""
    table = new_table(game, seed)
    policies: list[Policy[Action, View]] = [Sampling(Random(seed * SEATS + seat)) for seat in range(SEATS)]
    play_out(table, policies, limit=LIMIT)
    return table


def whole_table(seed: int) -> int:
    """A game at a table; its decisions."""
    return finished(seed).n - 1


def basic(seed: int) -> int:
    """A game of four `basic`; its actions."""
    any_game = find_game("empires")
    make = find_policy("basic", any_game)
    policies = [make(any_game, seat, Random(seed * SEATS + seat)) for seat in range(SEATS)]
    return play_out(new_table(any_game, seed), policies, limit=LIMIT)


class Peer:
    """Catanatron; `forced` of its ticks had one thing to do."""

    def __init__(self) -> None:
        self.ticks = self.forced = 0

    def play(self, seed: int) -> int:
        """A game of four random players; its ticks."""
        from catanatron import Color, Game, RandomPlayer
        from catanatron.game import TURNS_LIMIT

        # To it a seed of 0 is none.
        played = Game([RandomPlayer(color) for color in Color], seed=seed + 1)
        ticks = 0
        while played.winning_color() is None and played.state.num_turns < TURNS_LIMIT:
            self.forced += len(played.state.playable_actions) == 1
            played.play_tick()
            ticks += 1
        self.ticks += ticks
        return ticks


class Pace:
    """Steps and seconds of one way to play, round by round; `uncounted` says how many steps do not count."""

    def __init__(
        self, name: str, play: Callable[[int], int], games: int, uncounted: Callable[[], int] = lambda: 0
    ) -> None:
        self.name, self.play, self.games, self.uncounted = name, play, games, uncounted
        self.found: list[tuple[int, float]] = []

    def round(self, number: int) -> None:
        begin = time.process_time()
        steps = sum(self.play(number * self.games + k) for k in range(self.games))
        seconds = time.process_time() - begin
        self.found.append((steps - self.uncounted(), seconds))

    @property
    def per_second(self) -> float:
        return median(steps / seconds for steps, seconds in self.found)

    def line(self) -> str:
        games = median(self.games / seconds for _, seconds in self.found)
        steps = sum(steps for steps, _ in self.found) / len(self.found) / self.games
        return (
            f"{self.name:14}{self.per_second:9.0f} a second {1e6 / self.per_second:8.1f} us each "
            f"{steps:8.0f} a game {games:8.2f} games a second"
        )


def weigh() -> None:
    """Record, verification and memory of finished games."""
    tables = [finished(seed) for seed in range(5)]
    seconds = []
    for table in tables:
        begin = time.process_time()
        replay(game, record_of(table))
        seconds.append(time.process_time() - begin)
    sizes = [sum(map(len, table.journal.lines)) for table in tables]
    count = [table.n for table in tables]
    print(f"verify        {median(seconds):9.3f} s, slowest {max(seconds):.3f} s (bar 0.5)")
    print(f"record        {median(sizes):9.0f} bytes, {sum(sizes) / sum(count):.0f} a line")
    tracemalloc.start()
    table = finished(1)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"memory        {held / 1024:9.0f} KiB a finished table of {table.n} lines")
    print(f"process       {most / 1024:9.0f} MiB at its largest")


def main() -> None:
    parser = argparse.ArgumentParser(description="Whole games of the 1994 game.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--alone", action="store_true", help="leave the peer out")
    args = parser.parse_args()
    rules, peer = Engine(), Peer()
    ours, table = Pace("engine", rules.play, 4, rules.forced_since), Pace("whole table", whole_table, 4)
    theirs = Pace("catanatron", peer.play, 4)
    paces = [ours, table] if args.alone else [ours, theirs, table]
    if "basic" in policy_names(find_game("empires")):
        paces.append(Pace("basic", basic, 1))
    for pace in paces:
        pace.round(args.rounds)
        pace.found.clear()
    for number in range(args.rounds):
        for pace in paces:
            pace.round(number)
    for pace in paces:
        print(pace.line())
    form = "compiled" if movement.__file__.endswith(EXTENSION_SUFFIXES[0]) else "Python"
    print(f"engine: {form}; {100 * rules.forced / rules.steps:.0f} in 100 steps had one answer only")
    if not args.alone:
        ratio, choices = ours.per_second / theirs.per_second, 1 - peer.forced / peer.ticks
        print(f"catanatron: {100 - 100 * choices:.0f} in 100 ticks had one thing to do only")
        print(f"ratio         {ratio:9.2f}   choices to ticks (bar 0.8)")
        print(f"              {ratio / choices:9.2f}   choices to choices")
    weigh()


if __name__ == "__main__":
    main()
