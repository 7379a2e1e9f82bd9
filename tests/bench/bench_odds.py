"""Odds of battles beside two plain ways to get them; prints times and ratios, judges nothing.

The peers, on the same battles in the same run:
  simulation   games with real dice, as many as put the win chance within half a percent (95 times of 100)
  fractions    the textbook recursion over all pairs of hits, memoised, on `fractions.Fraction`;
               win chance only

Run with `python tests/bench/bench_odds.py`; `--quick` leaves the peers out.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import comb
from time import perf_counter

from core.games.empires.odds import Battle, Force, fight_on, forget, needs, one_round

GAMES = 38_416  # (1.96 / 2 / 0.005) squared: worst case, an even battle

BATTLES = [
    ("3 against 2", Battle(Force(3), Force(2))),
    ("12 against 8", Battle(Force(12), Force(8))),
    ("12 against 8, hiland", Battle(Force(12, bonus=2), Force(8), hiland=True)),
    ("12 against 8 and a factory", Battle(Force(12, bonus=1), Force(8, colonial=True, bonus=1), factory=1)),
    ("27 against 22", Battle(Force(27), Force(22))),
    ("22 against 27, hiland", Battle(Force(22, bonus=2), Force(27, bonus=1), hiland=True)),
]


def clock(action: Callable[[], object], repeats: int, before: Callable[[], object] | None = None) -> float:
    """Take the least time of one call, in milliseconds."""
    times = []
    for _ in range(repeats):
        if before:
            before()
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return min(times) * 1000


def simulated(battle: Battle, games: int) -> float:
    """Win chance of the attacker by playing."""
    rng = random.Random(1)
    throw = rng.random
    need = needs(battle)
    wins = 0
    for _ in range(games):
        a, d, f = battle.attackers.armies, battle.defenders.armies, battle.factory
        while a and (d or f):
            wanted = need.attack_army if d else need.attack_factory
            hits = sum([int(throw() * 6) + 1 >= wanted for _ in range(a)])
            back = sum([int(throw() * 6) + 1 >= need.army for _ in range(d)])
            if f:
                back += int(throw() * 6) + 1 >= need.factory
            if d:
                d = max(0, d - hits)
            elif hits:
                f = 0
            a = max(0, a - back)
        wins += a > 0
    return wins / games


def recursed(battle: Battle) -> Fraction:
    """Win chance of the attacker by exact recursion."""
    need = needs(battle)

    @cache
    def binomial(dice: int, wanted: int) -> list[Fraction]:
        p = Fraction(7 - wanted, 6)
        return [comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1)]

    @cache
    def win(a: int, d: int, f: int) -> Fraction:
        if not a or not (d or f):
            return Fraction(1 if a else 0)
        total = idle = Fraction(0)
        ours = binomial(a, need.attack_army if d else need.attack_factory)
        theirs = binomial(d, need.army)
        extra = binomial(f, need.factory)
        for (i, p), (j, q), (k, r) in product(enumerate(ours), enumerate(theirs), enumerate(extra)):
            rest = max(0, a - j - k), max(0, d - i), f if d else max(0, f - i)
            if rest == (a, d, f):
                idle += p * q * r
            else:
                total += p * q * r * win(*rest)
        return total / (1 - idle)

    return win(battle.attackers.armies, battle.defenders.armies, battle.factory)


def every_modifier(attackers: int, defenders: int) -> list[Battle]:
    """All battles of these sizes: both flags, both bonuses, hiland, factory, sea."""
    found = []
    for ours, plus, theirs, minus in product((False, True), range(3), (False, True), range(3)):
        forces = Force(attackers, ours, plus), Force(defenders, theirs, minus)
        found += [Battle(*forces), Battle(*forces, hiland=True), Battle(*forces, sea=True)]
        if theirs:
            found += [Battle(*forces, factory=1), Battle(*forces, factory=1, hiland=True)]
    return found


def show(battle: Battle) -> None:
    """Take everything that a display shows."""
    odds = fight_on(battle)
    _ = odds.attacker_wins, odds.defender_wins, odds.mutual, odds.area_taken, odds.factory_lost
    for losses in (odds.attackers_lost, odds.defenders_lost):
        _ = losses.expected, losses.likely()


def show_ours() -> None:
    """Print our times: each battle, then the slowest of all modifiers."""
    print(f"{'milliseconds':28}{'fight on':>10}{'all shown':>10}{'one round':>11}{'again':>9}")
    for name, battle in BATTLES:
        print(
            f"{name:28}"
            f"{clock(partial(fight_on, battle), 15, forget):10.3f}"
            f"{clock(partial(show, battle), 15, forget):10.3f}"
            f"{clock(partial(one_round, battle), 15, forget):11.3f}"
            f"{clock(partial(show, battle), 50):9.4f}"
        )
    for attackers, defenders in ((12, 8), (27, 22), (22, 27)):
        worst = max(
            clock(partial(fight_on, battle), 5, forget) for battle in every_modifier(attackers, defenders)
        )
        print(f"slowest of all modifiers, {attackers} against {defenders}: {worst:.3f}")


def show_peers() -> None:
    """Print the peers' times and how many times ours they take."""
    print(f"\n{'milliseconds':28}{'ours':>8}{'simulation':>12}{'ratio':>9}{'fractions':>12}{'ratio':>9}")
    for name, battle in BATTLES:
        ours = clock(partial(fight_on, battle), 15, forget)
        exact = fight_on(battle).attacker_wins
        start = perf_counter()
        played = simulated(battle, GAMES)
        slow = (perf_counter() - start) * 1000
        line = f"{name:28}{ours:8.3f}{slow:12.1f}{slow / ours:9.0f}"
        start = perf_counter()
        whole = recursed(battle)
        slow = (perf_counter() - start) * 1000
        line += f"{slow:12.1f}{slow / ours:9.0f}   differs by {abs(float(whole) - exact):.0e}"
        print(f"{line}   simulated {played:.4f}, exact {exact:.4f}")


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(description="Time the odds of battles.")
    parser.add_argument("--quick", action="store_true", help="leave the peers out")
    arguments = parser.parse_args()
    show_ours()
    if not arguments.quick:
        show_peers()


if __name__ == "__main__":
    main()
