"""How far a share or a mean found in so many games may be from the true one."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import Final, TypeAlias

Interval: TypeAlias = tuple[float, float]

_RESAMPLES: Final = 1_000


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
    if len(groups) < 2:
        return None
    total = [float(sum(group)) for group in groups].__getitem__
    size = [len(group) for group in groups].__getitem__
    rng, numbers, means = Random(0), range(len(groups)), []
    for _ in range(_RESAMPLES):
        drawn = rng.choices(numbers, k=len(groups))
        means.append(sum(map(total, drawn)) / sum(map(size, drawn)))
    means.sort()
    outside = round(_RESAMPLES * (1 - confidence) / 2)
    return (means[outside], means[-1 - outside])
