"""What attacks are thought to lead to, with retreats and without."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.empires.fights import fought, struggled

ARMIES = st.integers(1, 7)
BONUS = st.integers(0, 2)


@given(ARMIES, ARMIES, st.booleans(), BONUS, BONUS, st.booleans())
def test_every_army_of_an_attack_is_accounted_for(
    ours: int, theirs: int, colonial: bool, bonus: int, their_bonus: int, hiland: bool
) -> None:
    """Left, lost or gone: on the average they come to all there were."""
    ends = struggled(ours, colonial, bonus, theirs, False, their_bonus, 0, hiland, False)
    # Attackers are also left in a place from which the defenders went, and the other way round.
    assert ends.chance * ends.left + ends.lost + ends.back == pytest.approx(ours)
    assert ends.held * ends.stand + ends.felled + ends.fled == pytest.approx(theirs)
    assert ends.chance + ends.held <= 1 + 1e-9


@given(ARMIES, ARMIES, st.booleans())
def test_retreats_spare_armies_on_both_sides(ours: int, theirs: int, hiland: bool) -> None:
    to_the_end = fought(ours, False, 0, theirs, False, 0, 0, hiland, False)
    ends = struggled(ours, False, 0, theirs, False, 0, 0, hiland, False)
    assert ends.lost <= to_the_end.lost + 1e-9
    assert ends.felled <= to_the_end.felled + 1e-9


def test_the_weaker_defender_mostly_leaves_after_a_round() -> None:
    ends = struggled(6, False, 0, 3, False, 0, 0, False, False)
    assert ends.fled > ends.held * ends.stand
    assert ends.chance > fought(6, False, 0, 3, False, 0, 0, False, False).chance
