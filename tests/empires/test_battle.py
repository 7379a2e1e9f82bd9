"""Battles on land: who fights, dice, losses, leaders and factories (8.1, 8.3, 9.2, 12.1, 12.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from core.games.empires.actions import Attack, BreakOff, Done, Remove
from core.games.empires.battle_round import ARMIES, FACTORY, dice_of_round
from core.games.empires.events import ArmsLapsed, BattleBegan, FactoryFell, LeaderWent, Rolled, Round, Scored
from tests.empires.board import Armies, Board
from tests.empires.fights import attack, break_off, fall_back, left, lost, rolled

AFAR: Armies = {"Sind": 1, "Punjab": 1, "Baluchistan": 1}
"""Land that keeps the attacker clear of overpopulation."""


def battle(
    mine: Armies,
    theirs: Armies,
    rolls: list[int],
    *,
    nation: str = "mughals",
    enemy: str = "guptas",
    turn: int = 10,
    came: Mapping[str, str | Armies] | None = None,
    factories: Mapping[str, str] | None = None,
    leaders: Mapping[str, str] | None = None,
    arms: Mapping[str, tuple[str, str | None]] | None = None,
    others: Mapping[str, Armies] | None = None,
    chart: Mapping[str, object] | None = None,
) -> Board:
    """The Battle Phase begins."""
    armies = {nation: {**AFAR, **mine}, enemy: theirs, **(others or {})}
    return Board(
        turn=turn, nation=nation, phase="battles", plain=True, armies=armies, came=came, rolls=rolls,
        factories=factories, leaders=leaders, arms=arms, chart=chart,
    )  # fmt: skip


# Who fights.


@pytest.mark.rule("4.4a", "8.1a", "8.4e")
def test_armies_of_two_nations_must_fight_after_movement_until_one_is_gone() -> None:
    board = Board(
        nation="mughals", turn=10, phase="move", plain=True,
        armies={"mughals": {"Delhi": 2, **AFAR}, "guptas": {"Agra": 1}}, rolls=[1, 2, 3, 4, 5, 3],
    )  # fmt: skip
    board.march("Delhi", "Agra", armies=2)
    assert not board.seen(BattleBegan)
    board.done()
    assert board.asked() == "retreat"
    board.done()
    board.done()
    assert left(board, "Agra") == (2, 0)
    assert [event.number for event in board.seen(Round)] == [1, 2]


def test_the_active_seat_chooses_the_order_and_one_battle_ends_before_the_next() -> None:
    """R8.1-a"""
    board = battle({"Agra": 1, "Bihar": 1}, {"Agra": 1, "Bihar": 1}, [5, 6, 1, 6])
    place = board.names.place
    assert board.asked() == "battle"
    assert board.listed() == [Attack(place(name), board.names.nation("guptas")) for name in ("Agra", "Bihar")]
    assert board.refused(Done()) == ("not-battle", "8.1")
    attack(board, "Bihar", "guptas")
    # The last one left begins by itself.
    assert [event.place for event in board.seen(BattleBegan)] == [place("Bihar"), place("Agra")]
    assert left(board, "Agra") == (0, 1)


@pytest.mark.rule("8.1b", "12.1l")
def test_an_army_beside_a_factory_fights_it_only_if_it_wishes() -> None:
    board = battle({"Sind": 2}, {}, [1, 6, 4], factories={"Sind": "dutch"})
    assert board.asked() == "battle"
    assert board.legal(Done())
    attack(board, "Sind", "dutch", factory=True)
    assert board.seen(FactoryFell)
    assert rolled(board) == [("mughals", False, (1, 6), 5, 1), ("dutch", True, (4,), 5, 0)]


@pytest.mark.rule("8.1b")
def test_a_factory_left_alone_stays_and_no_die_is_thrown() -> None:
    board = battle({"Sind": 2}, {}, [], factories={"Sind": "dutch"})
    board.done()
    assert board.asked() != "battle"
    assert not board.seen(Rolled)
    assert board.state.factories[board.names.place("Sind")] == board.names.nation("dutch")


@pytest.mark.rule("8.1c")
def test_a_factory_never_starts_a_battle() -> None:
    board = Board(
        nation="dutch", turn=12, phase="battles", plain=True, factories={"Sind": "dutch"},
        armies={"dutch": {"Arabian Sea": 2}, "mughals": {"Sind": 2}},
    )  # fmt: skip
    assert not board.seen(BattleBegan)
    assert board.asked() != "battle"


@pytest.mark.rule("8.1d")
def test_an_attack_on_a_factory_may_stop_after_any_round_and_is_not_begun_again() -> None:
    board = battle({"Sind": 2}, {}, [1, 1, 1, 2, 2, 2], factories={"Sind": "dutch"})
    attack(board, "Sind", "dutch", factory=True)
    assert board.asked() == "fall-back"
    board.done()
    break_off(board)
    assert board.asked() != "battle"
    assert left(board, "Sind") == (2, 0)
    assert len(board.seen(Round)) == 2


def test_rul_10_an_attack_broken_off_is_open_again_in_the_next_battle_phase() -> None:
    board = battle({"Sind": 2}, {}, [1, 1, 1], factories={"Sind": "dutch"}, chart={"major": True})
    attack(board, "Sind", "dutch", factory=True)
    break_off(board)
    assert (board.asked(), board.state.cycle) == ("move", 2)
    assert not board.state.stopped
    board.done()
    assert board.legal(Attack(board.names.place("Sind"), board.names.nation("dutch"), True))
    board.done()
    board.game.invariants(board.state)


@pytest.mark.rule("12.1k", "12.1j")
def test_hits_go_to_the_armies_and_only_a_round_without_them_can_hit_the_factory() -> None:
    """R8.1-c"""
    board = battle({"Sind": 3}, {"Sind": 1}, [6, 6, 6, 3, 4], enemy="dutch", turn=12,
                   factories={"Sind": "dutch"})  # fmt: skip
    # Colonial armies need 4 against Indians, the factory needs 5; the two spare hits are lost.
    assert rolled(board) == [
        ("mughals", False, (6, 6, 6), 6, 3), ("dutch", False, (3,), 4, 0), ("dutch", True, (4,), 5, 0),
    ]  # fmt: skip
    assert left(board, "Sind") == (3, 0)
    assert not board.seen(FactoryFell)
    # 12.1 lets the attacker stop between the two.
    assert board.asked() == "battle"
    assert board.legal(Done())
    assert board.legal(Attack(board.names.place("Sind"), board.names.nation("dutch"), True))


@pytest.mark.rule("12.1k")
def test_a_third_nations_factory_waits_until_the_armies_are_gone() -> None:
    """R8.1-d"""
    board = battle({"Sind": 2}, {"Sind": 1}, [6, 1, 2, 5, 4, 6], factories={"Sind": "dutch"})
    assert [nation for nation, *_ in rolled(board)] == ["mughals", "guptas"]
    attack(board, "Sind", "dutch", factory=True)
    assert rolled(board)[2:] == [("mughals", False, (5, 4), 5, 1), ("dutch", True, (6,), 5, 1)]
    assert left(board, "Sind") == (1, 0)
    assert board.seen(FactoryFell)


@pytest.mark.rule("11.2h")
def test_an_ally_cannot_attack_a_factory_of_the_overlord() -> None:
    board = Board(
        nation="mughals", turn=13, phase="battles", plain=True, armies={"mughals": {"Sind": 2, "Punjab": 1}},
        factories={"Sind": "british"}, allied={"mughals": 1},
    )  # fmt: skip
    assert board.asked() != "battle"


# Dice.


class Case(NamedTuple):
    """A battle, and the dice it must have: (nation, factory, number, needed)."""

    ours: tuple[str, int]
    theirs: tuple[str, int]
    place: str
    dice: list[tuple[str, bool, int, int]]
    factory: str = ""
    leaders: Mapping[str, str] = {}
    arms: Mapping[str, tuple[str, str | None]] = {}
    came: Mapping[str, str | Armies] = {}


DICE = {
    "plain": Case(("mughals", 3), ("guptas", 2), "Agra", [("mughals", False, 3, 5), ("guptas", False, 2, 5)]),
    "from several sides": Case(
        ("mughals", 3), ("guptas", 2), "Agra", [("mughals", False, 3, 5), ("guptas", False, 2, 5)],
        came={"Agra": {"Delhi": 2, "Oudh": 1}},
    ),
    "hiland": Case(
        ("mughals", 3), ("guptas", 2), "Nepal", [("mughals", False, 3, 6), ("guptas", False, 2, 5)]
    ),
    "colonial attacker": Case(
        ("british", 2), ("guptas", 3), "Bengal", [("british", False, 2, 4), ("guptas", False, 3, 6)]
    ),
    "colonial attacker in a hiland": Case(
        ("british", 2), ("guptas", 3), "Malabar", [("british", False, 2, 5), ("guptas", False, 3, 6)]
    ),
    "leader with the attacker": Case(
        ("mughals", 3), ("guptas", 2), "Agra", [("mughals", False, 3, 4), ("guptas", False, 2, 5)],
        leaders={"Timur": "Agra"},
    ),
    "leader next door": Case(
        ("mughals", 3), ("guptas", 2), "Agra", [("mughals", False, 3, 5), ("guptas", False, 2, 5)],
        leaders={"Timur": "Delhi"},
    ),
    "two leaders are as good as one": Case(
        ("mughals", 1), ("guptas", 1), "Agra", [("mughals", False, 1, 4), ("guptas", False, 1, 5)],
        leaders={"Timur": "Agra", "Akbar": "Agra"},
    ),
    "leader with the defender in a hiland": Case(
        ("mughals", 3), ("guptas", 2), "Nepal", [("mughals", False, 3, 6), ("guptas", False, 2, 4)],
        leaders={"Chandra": "Nepal"},
    ),
    "leader and arms": Case(
        ("mughals", 2), ("guptas", 2), "Bengal", [("mughals", False, 2, 3), ("guptas", False, 2, 5)],
        factory="dutch", leaders={"Timur": "Bengal"}, arms={"dutch": ("mughals", "Bengal")},
    ),
    "arms with the defender": Case(
        ("mughals", 2), ("guptas", 2), "Bengal", [("mughals", False, 2, 5), ("guptas", False, 2, 4)],
        factory="dutch", arms={"dutch": ("guptas", "Bengal")},
    ),
    "colonial leader: two is the most": Case(
        ("french", 2), ("guptas", 2), "Bengal", [("french", False, 2, 3), ("guptas", False, 2, 6)],
        leaders={"Dupleix": "Bengal"},
    ),
    "army and factory with a leader": Case(
        ("mughals", 2), ("french", 2), "Bengal",
        [("mughals", False, 2, 6), ("french", False, 2, 3), ("french", True, 1, 4)],
        factory="french", leaders={"Dupleix": "Bengal"},
    ),
    "factory alone": Case(
        ("mughals", 2), ("dutch", 0), "Bengal", [("mughals", False, 2, 5), ("dutch", True, 1, 5)],
        factory="dutch",
    ),
    "factory alone in a hiland": Case(
        ("british", 2), ("dutch", 0), "Malabar", [("british", False, 2, 5), ("dutch", True, 1, 6)],
        factory="dutch",
    ),
    "somebody else's factory": Case(
        ("mughals", 2), ("guptas", 1), "Bengal", [("mughals", False, 2, 5), ("guptas", False, 1, 5)],
        factory="dutch",
    ),
    "at sea": Case(
        ("british", 3), ("dutch", 2), "Arabian Sea", [("british", False, 3, 5), ("dutch", False, 2, 5)]
    ),
    "with boats against a fleet": Case(
        ("mughals", 3), ("dutch", 2), "Arabian Sea", [("mughals", False, 3, 6), ("dutch", False, 2, 4)]
    ),
}  # fmt: skip


@pytest.mark.rule(
    "8.3a", "8.3b", "8.3c", "8.3d", "8.3e", "8.3f", "8.3g", "8.3h", "8.3j", "9.0a", "9.2a", "12.1j", "12.2f",
    "12.2g",
)  # fmt: skip
@pytest.mark.parametrize("case", DICE.values(), ids=DICE)
def test_rul_05_each_army_and_factory_rolls_one_die_and_needs_what_the_table_says(case: Case) -> None:
    (us, our), (them, their) = case.ours, case.theirs
    armies = {us: {case.place: our}, **({them: {case.place: their}} if their else {})}
    if case.arms:
        armies["dutch"] = {"Indian Ocean": 1}
    board = Board(
        nation=us, turn=10, phase="move", plain=True, armies=armies, came=case.came, leaders=case.leaders,
        factories={case.place: case.factory} if case.factory else {}, arms=case.arms, rolls=[1] * 200,
    )  # fmt: skip
    against = ARMIES if their else FACTORY
    place, enemy = board.names.place(case.place), board.names.nation(them)
    thrown = dice_of_round(board.c, board.state, place, enemy, against)
    name = board.names.nation_name
    assert [(name(d.nation), d.factory, d.number, d.need) for d in thrown] == case.dice
    # The round then rolls what could be told before it.
    board.done()
    if board.asked() == "battle":
        attack(board, case.place, them, not their)
    first = rolled(board)[: len(thrown)]
    assert [(who, factory, len(dice), need) for who, factory, dice, need, _ in first] == case.dice


def test_rul_04_the_log_tells_who_rolled_what_they_needed_and_what_they_hit() -> None:
    board = battle({"Agra": 2}, {"Agra": 2}, [4, 5, 6, 1], leaders={"Timur": "Agra"})
    ours, theirs = board.seen(Rolled)
    assert (ours.dice, ours.need, ours.bonus, ours.hits) == ((4, 5), 4, 1, 2)
    assert (theirs.dice, theirs.need, theirs.bonus, theirs.hits) == ((6, 1), 5, 0, 1)


# Losses.


@pytest.mark.rule("8.3i")
def test_both_sides_roll_before_any_loss_is_removed() -> None:
    board = battle({"Agra": 2}, {"Agra": 2}, [5, 6, 6, 5])
    assert (lost(board, "mughals"), lost(board, "guptas")) == (2, 2)
    assert left(board, "Agra") == (0, 0)


@pytest.mark.rule("8.3i")
def test_the_owner_chooses_which_of_armies_that_came_by_different_ways_are_lost() -> None:
    """R8.3-e"""
    came = {"Agra": {"Delhi": 2, "Oudh": 1}}
    board = battle({"Agra": 3}, {"Agra": 3}, [1, 1, 1, 6, 1, 1], came=came)
    place = board.names.place
    assert board.asked() == "battle-loss"
    assert board.asked_of() == "mughals"
    assert set(board.listed()) == {Remove(place("Agra"), place(name)) for name in ("Delhi", "Oudh")}
    board.act(Remove(place("Agra"), place("Oudh")))
    assert [k.entered_from() for k in board.state.cohorts if k.place == place("Agra")] == [place("Delhi")]


def test_armies_that_came_the_same_way_are_lost_without_a_question() -> None:
    board = battle({"Agra": 3}, {"Agra": 3}, [1, 1, 1, 6, 1, 1], came={"Agra": "Delhi"})
    assert board.asked() == "retreat"
    assert lost(board, "mughals") == 1


# Leaders and Arms.


@pytest.mark.rule("9.2b")
def test_a_leader_left_alone_with_enemies_falls_without_a_roll() -> None:
    board = battle({"Agra": 2}, {"Agra": 1}, [5, 1, 1], leaders={"Chandra": "Agra"})
    assert [event.why for event in board.seen(LeaderWent)] == ["eliminated"]
    board = battle({"Agra": 1}, {"Agra": 2}, [1, 6, 1], leaders={"Timur": "Agra"})
    assert board.escort("Timur") == "gone"


@pytest.mark.rule("9.2c")
def test_two_leaders_alone_ignore_each_other() -> None:
    board = battle({"Agra": 1}, {"Agra": 1}, [6, 6], leaders={"Timur": "Agra", "Chandra": "Agra"})
    assert (board.escort("Timur"), board.escort("Chandra")) == ("Agra", "Agra")
    assert not [event for event in board.seen(Scored) if board.names.place("Agra") in event.areas]


def test_a_leader_with_his_factory_stays_until_it_falls() -> None:
    """R9.2-b"""
    board = battle({"Sind": 3}, {"Sind": 1}, [6, 1, 1, 1, 1, 6, 1, 1, 1], enemy="french", turn=14,
                   factories={"Sind": "french"}, leaders={"Dupleix": "Sind"})  # fmt: skip
    assert board.escort("Dupleix") == "Sind"
    attack(board, "Sind", "french", factory=True)
    assert rolled(board)[-1] == ("french", True, (1,), 4, 0)
    assert [event.leader for event in board.seen(LeaderWent)] == [board.names.leader("Dupleix")]


@pytest.mark.rule("12.2h")
def test_arms_left_alone_by_losses_are_out_of_the_game() -> None:
    board = battle(
        {"Agra": 1, "Sind": 2}, {"Agra": 2}, [1, 6, 6], factories={"Sind": "dutch"},
        others={"dutch": {"Indian Ocean": 1}}, arms={"dutch": ("mughals", "Agra")},
    )  # fmt: skip
    attack(board, "Agra", "guptas")
    assert board.seen(ArmsLapsed)
    assert board.escort("dutch arms") == "gone"


@pytest.mark.rule("12.2c", "12.2h")
def test_arms_lapse_when_the_factory_they_depend_on_falls() -> None:
    board = Board(
        nation="british", turn=13, phase="battles", plain=True, factories={"Sind": "dutch"},
        armies={"british": {"Sind": 2}, "mughals": {"Punjab": 1}, "dutch": {"Indian Ocean": 1}},
        rolls=[6, 6, 1],
    )  # fmt: skip
    board.state.arms_to[board.names.nation("dutch")] = board.names.nation("mughals")
    attack(board, "Sind", "dutch", factory=True)
    assert [event.nation for event in board.seen(ArmsLapsed)] == [board.names.nation("mughals")]


# Points.


@pytest.mark.rule("15.3b")
def test_both_sides_of_a_battle_score_for_what_they_destroy() -> None:
    board = battle(
        {"Lahore": 2}, {"Lahore": 2, "Delhi": 2}, [5, 5, 6, 1], nation="afghans", enemy="sikhs", turn=15
    )
    assert [(e.points, e.number, e.victim) for e in board.seen(Scored) if e.number] == [
        (2, 2, board.names.nation("sikhs")), (1, 1, board.names.nation("afghans")),
    ]  # fmt: skip
    assert board.points("sikhs") == 1


@pytest.mark.rule("15.3b")
def test_a_destroyed_factory_pays() -> None:
    board = Board(
        nation="dutch", turn=12, phase="battles", plain=True, factories={"Sind": "portuguese"},
        armies={"dutch": {"Sind": 2}}, rolls=[5, 1, 1],
    )  # fmt: skip
    attack(board, "Sind", "portuguese", factory=True)
    assert board.points("dutch") == 1


def test_the_victor_captures_where_he_is_left_alone() -> None:
    """R15.3-b"""
    captures = [o for o in Board().c.objectives if o.kind == "capture"]
    line = next(o for o in captures if Board().c.nations[o.nation].id == "muslims")
    area = Board().c.names["area"][line.areas.bit_length() - 1]
    board = battle({area: 2}, {area: 1}, [6, 1, 1], nation="muslims", turn=line.turns[0])
    assert line.id in [event.objective for event in board.seen(Scored)]


# Windows.


@pytest.mark.rule("11.1l")
def test_a_nation_may_submit_after_a_round() -> None:
    board = Board(
        nation="mughals", turn=10, phase="move", plain=True, rolls=[1, 1, 1, 1],
        armies={"mughals": {"Delhi": 2, **AFAR}, "rajputs": {"Agra": 2}},
    )  # fmt: skip
    board.march("Delhi", "Agra", armies=2)
    board.done()
    assert (board.asked(), board.asked_of()) == ("submission", "rajputs")
    board.answer(False)
    assert (board.asked(), board.asked_of()) == ("submission", "rajputs")
    board.answer(False)
    assert board.asked() == "retreat"
    board.done()
    assert board.asked() == "fall-back"
    assert board.refused(BreakOff()) == ("not-now", "8.6")
    fall_back(board, "Delhi", 2)
    assert left(board, "Agra") == (0, 2)
