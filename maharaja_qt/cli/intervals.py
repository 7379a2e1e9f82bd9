"""How far a share or a mean found in so many games may be from the true one."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean
from typing import Final, TypeAlias

Interval: TypeAlias = tuple[float, float]

_RESAMPLES: Final = 2_000


def wilson(wins: float, games: int, confidence: float = 0.95) -> Interval:
    """The interval of a share of wins; `wins` may be a sum of parts. (0, 1) if there were no games.

    The score interval of E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
    Inference", Journal of the American Statistical Association 22 (1927), 209-212. A win shared counts
    as a part: that varies less than whole wins do, so that the interval is then rather too wide.
    """
    if not games:
        return (0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, weight = wins / games, z * z / games
    centre = (share + weight / 2) / (1 + weight)
    half = z * sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return (max(0.0, centre - half), min(1.0, centre + half))


def bootstrap(groups: Sequence[Sequence[float]], confidence: float = 0.95) -> Interval | None:
    """The interval of the mean of all values; those of a group belong together and are drawn together.

    The percentile bootstrap of B. Efron, "Bootstrap Methods: Another Look at the Jackknife", Annals of
    Statistics 7 (1979), 1-26, over groups, with a fixed seed. None if there are fewer than two groups.
    """
    import numpy as np

    if len(groups) < 2:
        return None
    totals = np.array([sum(group) for group in groups], dtype=float)
    counts = np.array([len(group) for group in groups])
    rng = np.random.default_rng(0)
    draws = (rng.integers(0, len(groups), len(groups)) for _ in range(_RESAMPLES))
    means = [float(totals[drawn].sum() / counts[drawn].sum()) for drawn in draws]
    tail = 100 * (1 - confidence) / 2
    low, high = np.percentile(means, (tail, 100 - tail))
    return (float(low), float(high))


def mean(values: Sequence[float]) -> float | None:
    """The mean; None of nothing."""
    return fmean(values) if values else None
