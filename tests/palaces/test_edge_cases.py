"""Section 11: what is not said elsewhere of odd situations."""

from __future__ import annotations

import pytest

from core.games.palaces.actions import Build, BuildPalace, Done, Leave, Quarry, TakeGold, Travel
from core.games.palaces.events import Undone
from tests.palaces.board import GOLD, PALACE, QUARRY, TWO, Board, place, road, villages

DELHI, JAIPUR, CHURU = place("Delhi"), place("Jaipur"), place("Churu")
WAY = dict.fromkeys(villages("Jaipur", "Delhi"), 1)
GO = Travel(JAIPUR, (road("Jaipur", "Delhi"),))


@pytest.mark.rule("11p")
def test_gold_for_a_palace_may_come_first() -> None:
    board = Board(plan=(PALACE, GOLD), at={0: "Delhi"}, gold={0: 10})
    assert board.refused(BuildPalace(PALACE)) == "no-gold"
    board.act(TakeGold())
    board.act(BuildPalace(PALACE))
    assert board.state.palaces[0] == 6
    poor = Board(plan=(PALACE, GOLD), at={0: "Delhi"}, gold={0: 9}, houses={0: WAY})
    poor.act(TakeGold())
    assert Undone(0, PALACE, (1, 2), 2) in poor.act(Done())


@pytest.mark.rule("11r")
def test_one_house_from_the_quarry_pays_the_others() -> None:
    board = Board(plan=(QUARRY, GOLD), quarry={0: 1}, houses={0: WAY})
    assert Undone(0, QUARRY, (1, 2), 2) in board.act(Quarry())
    assert board.state.quarry[0] == 0
    whole = Board(plan=(QUARRY, GOLD), quarry={0: 2}, houses={0: WAY})
    assert not [event for event in whole.act(Quarry()) if isinstance(event, Undone)]


@pytest.mark.rule("11s")
def test_without_a_site_here_the_palace_may_stand_elsewhere() -> None:
    board = Board(plan=(PALACE, GOLD), at={0: "Delhi"}, houses={0: WAY}, centre={"Delhi": 1},
                  outer={1: {"Delhi": 6}})  # fmt: skip
    assert board.refused(BuildPalace(PALACE)) == "no-site-left"
    board.acts(GO, BuildPalace(PALACE))
    assert board.state.centre[JAIPUR] == 0


@pytest.mark.rule("11t", "11u")
def test_travel_between_two_houses() -> None:
    board = Board(plan=(TWO, GOLD), at={0: "Delhi"}, houses={0: WAY})
    board.acts(Build(TWO, DELHI), GO)
    assert board.refused(Build(TWO, DELHI)) == "architect-elsewhere"
    board.act(Build(TWO, JAIPUR))
    assert (board.owns(0, "Delhi"), board.owns(0, "Jaipur")) == (1, 1)


@pytest.mark.rule("11x")
def test_nobody_builds_an_eighth_palace() -> None:
    names = ("Bikaner", "Delhi", "Ahmadabad", "Gwalior", "Jodhpur", "Agra", "Jaipur")
    board = Board(plan=(PALACE, GOLD), at={0: "Delhi"}, centre=dict.fromkeys(names, 0))
    assert board.refused(BuildPalace(PALACE)) == "no-palace"


@pytest.mark.rule("11z")
def test_the_bank_never_runs_out() -> None:
    board = Board(gold={1: 400}, plan=(GOLD, GOLD))
    board.act(TakeGold())
    assert board.gold[0] == 17
    assert board.refused(Leave()) == "nothing-begun"
    assert board.refused(Build(GOLD, CHURU)) == "no-such-action"
