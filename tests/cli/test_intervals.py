"""Intervals and times against figures known from elsewhere."""

import pytest

from maharaja_qt.cli.intervals import bootstrap, wilson
from maharaja_qt.cli.pace import Pace


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_is_wider_the_surer_it_is_to_be_and_knows_nothing_of_no_games() -> None:
    low, high = wilson(50, 200)
    lower, higher = wilson(50, 200, 0.99)
    assert lower < low < 0.25 < high < higher
    assert wilson(0, 0) == (0, 1)


def test_bootstrap_is_near_what_the_spread_says_for_many_games() -> None:
    # 200 values of mean 0 and standard deviation 1: 1.96 / sqrt(200) to either side.
    low, high = bootstrap([[1.0], [-1.0]] * 100) or (0, 0)
    assert low == pytest.approx(-0.139, abs=0.02)
    assert high == pytest.approx(0.139, abs=0.02)
    assert bootstrap([[1.0, -1.0]]) is None


def test_bootstrap_draws_values_of_a_deal_together() -> None:
    """Deals with the same mean leave no doubt, however the values differ within."""
    assert bootstrap([[0.0, 10.0], [5.0, 5.0], [4.0, 6.0]]) == (5, 5)
    low, high = bootstrap([[10.0, 10.0], [0.0, 0.0]] * 10) or (0, 0)
    assert low < 4 < 6 < high


def test_a_pace_of_many_decisions() -> None:
    quick, slow = Pace(), Pace()
    for _ in range(98):
        quick.add(0.001)
    for _ in range(2):
        slow.add(1.0)

    assert quick.percentile_ms(99) == pytest.approx(1, rel=0.03)
    quick.join(slow)
    assert quick.decisions == 100
    assert quick.mean_ms == pytest.approx(20.98)
    assert quick.percentile_ms(98) == pytest.approx(1, rel=0.03)
    assert quick.percentile_ms(99) == pytest.approx(1000, rel=0.03)
    assert Pace().mean_ms is None
    assert Pace().percentile_ms(99) is None
