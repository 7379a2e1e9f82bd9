"""The ways in which the armies of a march can end at the places of its path, counted and numbered."""

from __future__ import annotations

from math import comb
from typing import TypeAlias

Limits: TypeAlias = tuple[int, list[int], int]
"""Armies to spare; the least that end at each place (-1: none may); the place from which on some army
has to end (-1: no matter)."""


def count_spreads(limits: Limits) -> int:
    """Ways to spread the spare armies, or some of them, over the places where any may end."""
    return _ways(*limits)


def nth_spread(limits: Limits, index: int) -> tuple[int, ...]:
    """How many armies end at each place in way number `index`; first come those with least at the first."""
    slack, least, tail = limits
    ends: list[int] = []
    for at, low in enumerate(least):
        if low < 0:
            ends.append(0)
            continue
        extra = 0
        after = least[at + 1 :]
        rest = tail if tail < 0 else max(tail - at - 1, 0)
        while index >= (ways := _ways(slack - extra, after, rest)):
            index -= ways
            extra += 1
            rest = -1 if at >= tail else rest
        slack -= extra
        tail = -1 if extra and at >= tail else tail
        ends.append(low + extra)
    return tuple(ends)


def _ways(slack: int, least: list[int], tail: int) -> int:
    places = len(least) - least.count(-1)
    ways = comb(slack + places, places)
    if tail >= 0:
        before = tail - least[:tail].count(-1)
        ways -= comb(slack + before, before)
    return ways
