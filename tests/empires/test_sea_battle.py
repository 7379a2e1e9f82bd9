"""Battles at sea and the landing that follows (8.2, 5.41)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

from core.games.empires.actions import Action, Attack, Done, Remove, Retreat
from core.games.empires.events import Landed, LeaderWent, Lost, Retreated, Round
from core.kit.check import check_factored, check_legal
from core.texts import load
from tests.empires.board import NAMES, Armies, Board
from tests.empires.fights import attack, break_off, every_answer, goals, group, left, lost, retreat, rolled

GOLDEN = Path(__file__).parents[1] / "golden" / "empires"
SEA, OCEAN, BAY = "Arabian Sea", "Indian Ocean", "Bay of Bengal"


def fleets(
    armies: Mapping[str, Armies],
    rolls: Sequence[int],
    *,
    nation: str = "british",
    came: Mapping[str, str | Armies] | None = None,
    leaders: Mapping[str, str] | None = None,
    leave: Sequence[tuple[str, str, bool]] = (),
    allied: Mapping[str, int] | None = None,
    turn: int = 13,
) -> Board:
    """The Battle Phase begins."""
    return Board(
        turn=turn, nation=nation, phase="battles", plain=True, armies=armies, came=came, rolls=rolls,
        leaders=leaders, leave=leave, allied=allied, chart={"boats": NAMES.mask(SEA, OCEAN, BAY)},
    )  # fmt: skip


def sailors(
    rolls: Sequence[int],
    theirs: Mapping[str, Armies],
    *,
    mine: Armies | None = None,
    came: str | Armies = "Karnatak",
    leaders: Mapping[str, str] | None = None,
    leave: Sequence[tuple[str, str, bool]] = (),
    allied: Mapping[str, int] | None = None,
) -> Board:
    """Indian armies stand in the ocean, come from Karnatak."""
    return fleets(
        {"mughals": {OCEAN: 2, "Sind": 1, "Delhi": 1, **(mine or {})}, **theirs}, rolls, nation="mughals",
        came={OCEAN: came}, leaders=leaders, leave=leave, allied=allied,
    )  # fmt: skip


# Colonial nations among themselves.


@pytest.mark.rule("8.2a")
def test_colonial_fleets_fight_only_if_the_moving_nation_wishes() -> None:
    board = fleets({"british": {SEA: 2}, "french": {SEA: 1}, "dutch": {SEA: 1}}, [])
    assert board.asked() == "battle"
    names = board.names
    expected = {Attack(names.place(SEA), names.nation(name)) for name in ("french", "dutch")} | {Done()}
    assert set(board.listed()) == expected
    board.done()
    assert board.at(SEA) == {"british": 2, "french": 1, "dutch": 1}
    assert not board.seen(Round)


@pytest.mark.rule("8.2a", "8.3j")
def test_the_moving_nation_may_stop_after_a_round_and_stay_but_not_begin_again() -> None:
    """R8.2-a"""
    board = fleets({"british": {SEA: 2}, "french": {SEA: 2}, "dutch": {SEA: 1}}, [1] * 8)
    attack(board, SEA, "french")
    board.done()  # the French stay
    board.done()
    board.done()
    break_off(board)
    assert rolled(board)[0] == ("british", False, (1, 1), 5, 0)
    assert board.asked() == "battle"
    assert board.refused(Attack(board.names.place(SEA), board.names.nation("french"))) == (
        "not-battle",
        "8.1",
    )
    assert board.legal(Attack(board.names.place(SEA), board.names.nation("dutch")))
    assert board.at(SEA) == {"british": 2, "french": 2, "dutch": 1}


@pytest.mark.rule("8.5e")
def test_a_fleet_retreats_to_the_next_sea_or_ashore_but_not_where_the_attack_came_from() -> None:
    """R8.5-d"""
    board = fleets(
        {"french": {OCEAN: 2}, "british": {OCEAN: 3, "Kerala": 1}, "guptas": {"Lanka": 1}},
        [1] * 5, nation="french", came={OCEAN: SEA},
    )  # fmt: skip
    attack(board, OCEAN, "british")
    found = goals(board)
    assert {BAY, "Kerala", "Karnatak"} <= found
    assert not {SEA, "Lanka"} & found
    retreat(board, "Kerala", 2)
    retreat(board, BAY, 1)
    assert left(board, OCEAN) == (2, 0)
    assert board.at("Kerala") == {"british": 3}


def test_colonial_attackers_go_back_to_the_sea_they_came_from_in_any_company() -> None:
    board = fleets(
        {"british": {OCEAN: 2}, "french": {OCEAN: 2}, "dutch": {SEA: 1}}, [1] * 4, came={OCEAN: SEA}
    )
    attack(board, OCEAN, "french")
    board.done()
    board.act(group(board, SEA, 2, entry="same"))
    assert board.at(SEA) == {"british": 2, "dutch": 1}


@pytest.mark.rule("5.2f")
def test_seas_hold_any_number_of_retreating_armies() -> None:
    board = fleets({"french": {OCEAN: 2}, "british": {OCEAN: 4, SEA: 4}}, [1] * 6, nation="french")
    attack(board, OCEAN, "british")
    assert board.legal(group(board, SEA, 4))


# Indian armies with boats.


@pytest.mark.rule("8.2b", "8.2c", "5.41c")
def test_boats_that_destroy_the_fleet_cross_to_any_free_coast() -> None:
    board = sailors([6, 1, 1], {"dutch": {OCEAN: 1}, "guptas": {"Lanka": 1}}, leave=[(OCEAN, "dutch", False)])
    attack(board, OCEAN, "dutch")
    assert (board.asked(), board.asked_of()) == ("landing", "mughals")
    assert {"Simhala", "Karnatak", "Golconda", "Kerala"} <= goals(board)
    assert board.refused(group(board, "Lanka")) == ("no-way-out", "8.2")
    retreat(board, "Simhala")
    retreat(board, "Kerala")
    assert board.armies("mughals") == {"Delhi": 1, "Kerala": 1, "Simhala": 1, "Sind": 1}


@pytest.mark.rule("5.41c", "8.2c")
def test_boats_that_stop_land_where_they_came_from_or_on_their_own_coasts() -> None:
    """R8.2-b, R8.2-c"""
    board = sailors([1] * 4, {"dutch": {OCEAN: 2}}, mine={"Kerala": 1}, came={"Karnatak": 1, "Lanka": 1})
    attack(board, OCEAN, "dutch")
    board.done()
    assert board.asked() == "fall-back"
    break_off(board)
    assert board.asked() == "landing"
    assert goals(board) == {"Karnatak", "Lanka", "Kerala"}
    assert board.refused(group(board, "Lanka", 1, entry="Karnatak")) == ("no-way-out", "8.2")
    board.act(group(board, "Kerala", 1, entry="Karnatak"))
    board.act(group(board, "Lanka", 1, entry="Lanka"))
    assert board.at(OCEAN) == {"dutch": 2}


def test_a_fleet_that_has_wholly_retreated_counts_as_destroyed() -> None:
    board = sailors([1] * 3, {"dutch": {OCEAN: 1}})
    attack(board, OCEAN, "dutch")
    retreat(board, SEA)
    assert board.asked() == "landing"
    assert "Simhala" in goals(board)


@pytest.mark.rule("8.2d")
def test_several_fleets_are_fought_in_turn_and_each_bars_the_crossing() -> None:
    board = sailors([6, 1, 1, 1, 1, 1], {"dutch": {OCEAN: 1}, "french": {OCEAN: 1}})
    attack(board, OCEAN, "french")
    assert board.asked() == "battle"
    attack(board, OCEAN, "dutch")
    board.done()
    break_off(board)
    assert board.asked() != "battle"
    # There is nowhere but the coast they came from.
    assert [board.names.place_name(event.goal) for event in board.seen(Landed)] in ([], ["Karnatak"])
    if board.asked() == "landing":
        assert goals(board) == {"Karnatak"}


def test_a_fleet_that_gave_leave_does_not_bar_the_crossing_once_another_is_beaten() -> None:
    board = sailors(
        [6, 1, 1], {"dutch": {OCEAN: 1}, "french": {OCEAN: 1}},
        leave=[(OCEAN, "dutch", False), (OCEAN, "french", True)],
    )  # fmt: skip
    attack(board, OCEAN, "dutch")
    board.done()
    assert board.asked() == "landing"
    assert "Simhala" in goals(board)


@pytest.mark.rule("8.2b")
def test_boats_that_do_not_attack_go_back() -> None:
    board = sailors([], {"dutch": {OCEAN: 1}}, mine={OCEAN: 1})
    board.done()
    assert [(event.armies, board.names.place_name(event.goal)) for event in board.seen(Landed)] == [
        (1, "Karnatak")
    ]


@pytest.mark.rule("8.2c")
def test_armies_with_nowhere_to_land_are_lost_with_their_leader_and_nobody_is_paid() -> None:
    board = sailors([1] * 3, {"dutch": {OCEAN: 1}, "guptas": {"Karnatak": 1}}, leaders={"Akbar": OCEAN})
    attack(board, OCEAN, "dutch")
    board.done()
    break_off(board)
    assert [(event.armies, event.why) for event in board.seen(Lost)] == [(2, "no-landing")]
    assert [event.why for event in board.seen(LeaderWent)] == ["no-landing"]


def test_a_leader_left_alone_at_sea_by_mutual_destruction_has_nobody_to_land_with() -> None:
    board = sailors([6, 6], {"dutch": {OCEAN: 1}}, mine={OCEAN: 1}, leaders={"Akbar": OCEAN})
    attack(board, OCEAN, "dutch")
    assert lost(board, "mughals") == 1
    assert [event.why for event in board.seen(LeaderWent)] == ["no-landing"]


@pytest.mark.rule("8.2c")
def test_the_last_armies_to_land_take_their_leader_along() -> None:
    board = sailors([6, 1, 1], {"dutch": {OCEAN: 1}}, leaders={"Akbar": OCEAN})
    attack(board, OCEAN, "dutch")
    assert board.refused(group(board, "Simhala", 2)) == ("leader-alone", "8.2")
    retreat(board, "Simhala", 2, ["Akbar"])
    assert board.escort("Akbar") == "Simhala"


@pytest.mark.rule("11.2h")
def test_an_ally_cannot_attack_the_overlords_fleet() -> None:
    board = sailors([], {"british": {OCEAN: 1}}, mine={OCEAN: 1}, allied={"mughals": 1})
    assert board.asked() != "battle"
    assert board.at("Karnatak") == {"mughals": 1}


@pytest.mark.rule("8.5f")
def test_indian_attackers_at_sea_do_not_retreat_but_stop() -> None:
    board = sailors([1] * 4, {"dutch": {OCEAN: 2}})
    attack(board, OCEAN, "dutch")
    board.done()
    assert goals(board) == set()
    assert board.refused(group(board, "Karnatak", 1, entry="same")) == ("no-way-out", "8.6")
    assert not board.seen(Retreated)


@pytest.mark.rule("8.2c")
def test_landings_keep_to_the_stacking_limits() -> None:
    """R5.2-d"""
    board = sailors([6, 6, 6, 6, 6, 1], {"dutch": {OCEAN: 1}}, mine={OCEAN: 5, "Kerala": 2, "Delhi": 4})
    attack(board, OCEAN, "dutch")
    assert board.refused(group(board, "Kerala", 2)) == ("no-room", "5.2")
    assert board.legal(group(board, "Kerala", 1))


def test_the_listed_landings_are_those_a_slow_search_finds() -> None:
    board = sailors(
        [1] * 6, {"dutch": {OCEAN: 2}}, mine={OCEAN: 4, "Kerala": 2, "Delhi": 4},
        came={"Karnatak": 3, "Lanka": 1}, leaders={"Akbar": OCEAN, "Timur": OCEAN},
    )  # fmt: skip
    attack(board, OCEAN, "dutch")
    board.done()
    break_off(board)
    plain: list[Action] = [Done()]
    check_factored(board.game, board.state, board.ask.seat, lambda s, seat: every_answer(board, plain))
    check_legal(board.game, board.state, board.ask.seat, Random(1), tries=30)
    assert board.refused(Retreat(-5, 10**9, (-1,), 10**9)) != ("", "")


# A transcript.


def test_a_sea_battle_reads_well() -> None:
    """tests/golden/empires/sea-battle.txt: boats against two fleets, told by the log."""
    board = sailors(
        [2, 3, 6, 4, 1, 4, 6, 2, 2, 5, 3], {"dutch": {OCEAN: 2}, "french": {OCEAN: 1}},
        mine={OCEAN: 3, "Kerala": 1}, came={"Karnatak": 2, "Lanka": 1}, leaders={"Akbar": OCEAN},
    )  # fmt: skip
    place, nation = board.names.place, board.names.nation
    answers: list[Action] = [
        Attack(place(OCEAN), nation("dutch")),
        Remove(place(OCEAN), place("Karnatak")),
        group(board, SEA),
        Attack(place(OCEAN), nation("french")),
        group(board, "Simhala", 2, ["Akbar"]),
    ]
    texts = load(board.game)
    lines = []
    for answer in answers:
        lines.append(texts.pending(board.game.pending(board.state)[0]))
        told = board.act(answer)
        lines += [f"  {texts.section(event)} {texts.event(event)}" for event in told]
    lines = lines[: 1 + max(i for i, line in enumerate(lines) if "land" in line)]
    assert "\n".join(lines) + "\n" == (GOLDEN / "sea-battle.txt").read_text(encoding="utf-8")
