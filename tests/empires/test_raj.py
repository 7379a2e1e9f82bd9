"""Titles for ruling much of the land (13.0), with what submission and alliance add (11.1, 11.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from core.games.empires.chart_types import Objective
from core.games.empires.charts import shipped
from core.games.empires.events import Scored
from core.games.empires.scoring import raj_areas, title_points, would_pay
from tests.empires.board import NAMES, Board

C = shipped()
LAND = C.names["area"][: C.board.land]


def here(
    nation: str,
    *,
    armies: Mapping[str, Mapping[str, int]],
    turn: int = 13,
    leaders: Mapping[str, str] | None = None,
    factories: Mapping[str, str] | None = None,
    submitted: Sequence[tuple[str, str]] = (),
    allied: Mapping[str, int] | None = None,
) -> Board:
    return Board(
        turn=turn, nation=nation, armies=armies, leaders=leaders, factories=factories, submitted=submitted,
        allied=allied,
    )  # fmt: skip


def counted(board: Board, nation: str) -> set[str]:
    mask = raj_areas(board.c, board.state, NAMES.nation(nation))
    return {area for number, area in enumerate(LAND) if mask >> number & 1}


def at_the_count(nation: str, areas: Sequence[str], turn: int) -> list[tuple[str, int, int]]:
    """(nation, turn, points) of Raj when a nation ends its turn with an army in each of these areas."""
    board = Board(turn=turn, nation=nation, phase="count", armies={nation: dict.fromkeys(areas, 1)})
    raj = {line.id for line in C.objectives if line.kind == "raj"}
    return [
        (NAMES.nation_name(event.nation), event.turn, event.points)
        for event in board.seen(Scored)
        if event.objective in raj
    ]


@pytest.mark.rule("13.0a")
def test_five_nations_score_and_on_every_turn_of_their_card_as_their_own_turn_ends() -> None:
    lines: dict[str, Objective] = {
        C.nations[line.nation].id: line for line in C.objectives if line.kind == "raj"
    }
    assert set(lines) == {"mauryans", "guptas", "muslims", "mughals", "british"}
    assert at_the_count("muslims", LAND[:9], 9) == [("muslims", 9, 1)]
    assert at_the_count("muslims", LAND[:9], 10) == [("muslims", 10, 1)]
    assert at_the_count("rajputs", LAND[:9], 9) == []
    assert at_the_count("guptas", LAND[:9], 5) == []


@pytest.mark.rule("13.0b")
@pytest.mark.parametrize(("areas", "points"), [(9, 1), (17, 1), (18, 2), (26, 2), (27, 3), (35, 3), (36, 4)])
def test_titles(areas: int, points: int) -> None:
    assert title_points(C, areas) == points
    if areas <= 22:
        assert at_the_count("mughals", LAND[:areas], 12) == [("mughals", 12, points)]


@pytest.mark.rule("13.0c")
def test_eight_areas_give_nothing() -> None:
    assert title_points(C, 8) == title_points(C, 0) == 0
    assert at_the_count("mughals", LAND[:8], 12) == []


@pytest.mark.rule("13.0d")
def test_indian_nations_count_areas_with_own_armies_alone() -> None:
    board = here(
        "mughals",
        armies={"mughals": {"Delhi": 3, "Agra": 1}, "rajputs": {"Lahore": 1}},
        factories={"Sind": "dutch"},
    )
    assert counted(board, "mughals") == {"Delhi", "Agra"}
    assert counted(board, "muslims") == set()


@pytest.mark.rule("13.0d")
@pytest.mark.rule("11.1o")
def test_areas_submitted_this_turn_count_in_the_region_named_while_they_are_held() -> None:
    held = {"mughals": {"Delhi": 1}, "marathas": {"Berar": 1, "Bidar": 1, "Malwa": 1}}
    board = here("mughals", armies=held, submitted=[("marathas", "South India")])
    assert counted(board, "mughals") == {"Delhi", "Berar", "Bidar"}
    assert counted(board, "muslims") == set()
    kinds = {payment.objective.kind for payment in would_pay(board.c, board.state, NAMES.nation("mughals"))}
    assert kinds == {"hold"}
    paid = [payment.areas for payment in would_pay(board.c, board.state, NAMES.nation("mughals"))]
    assert paid == [(NAMES.place("Delhi"),)]


@pytest.mark.rule("11.1r")
def test_each_of_several_attackers_counts_the_same_submitted_areas() -> None:
    held = {"marathas": {"Berar": 1, "Bidar": 1}}
    for attacker in ("muslims", "mughals"):
        board = here(
            attacker, armies={**held, attacker: {"Delhi": 1}}, submitted=[("marathas", "South India")]
        )
        assert counted(board, attacker) == {"Delhi", "Berar", "Bidar"}


@pytest.mark.rule("9.0b")
def test_a_leader_alone_counts_unless_another_leader_or_army_is_there() -> None:
    held = {"mughals": {"Agra": 1}, "rajputs": {"Lahore": 1}}
    leaders = {"Akbar": "Delhi"}
    board = here("mughals", armies=held, leaders=leaders)
    assert counted(board, "mughals") == {"Agra", "Delhi"}
    board = here("mughals", armies=held, leaders={**leaders, "Sanga": "Delhi"})
    assert counted(board, "mughals") == {"Agra"}
    for active in ("mughals", "british"):
        beside = {"mughals": {"Agra": 1, "Sind": 1}, "british": {"Indian Ocean": 1}}
        board = here(active, armies=beside, leaders={"Clive": "Sind"}, factories={"Sind": "british"})
        assert "Sind" not in counted(board, "british"), "his factory keeps him company and holds nothing"


@pytest.mark.rule("13.0e")
def test_the_british_count_armies_factories_allies_and_vacant_areas() -> None:
    held = {
        "british": {"Delhi": 1, "Arabian Sea": 1},
        "rajputs": {"Sind": 1},
        "sikhs": {"Agra": 1},
        "marathas": {"Oudh": 1},
    }
    board = here("rajputs", turn=14, armies=held)
    vacant = set(LAND) - {"Delhi", "Sind", "Agra", "Oudh"}
    assert counted(board, "british") == {"Delhi"} | vacant
    board = here(
        "rajputs", turn=14, armies=held, factories={"Sind": "british", "Kerala": "dutch"},
        allied={"sikhs": 2}, leaders={"Shivaji": "Nepal"},
    )  # fmt: skip
    assert counted(board, "british") == {"Delhi", "Sind", "Agra"} | (vacant - {"Kerala", "Nepal"})


@pytest.mark.rule("11.2i")
@pytest.mark.rule("11.2l")
def test_allied_areas_count_for_the_british_and_for_their_holder() -> None:
    held = {"british": {"Bengal": 1}, "mughals": {"Delhi": 1, "Agra": 1}}
    board = here("british", armies=held)
    assert counted(board, "british") & {"Delhi", "Agra"} == set()
    board = here("british", armies=held, allied={"mughals": 1})
    assert {"Delhi", "Agra"} <= counted(board, "british")
    assert counted(board, "mughals") == {"Delhi", "Agra"}
    assert [p.areas for p in would_pay(board.c, board.state, NAMES.nation("mughals"))] == [
        (NAMES.place("Agra"), NAMES.place("Delhi"))
    ]


@pytest.mark.rule("13.0f")
def test_no_area_counts_twice() -> None:
    held = {"british": {"Bengal": 2}, "rajputs": {"Gujarat": 1}}
    factories = {"Bengal": "british", "Gujarat": "british", "Sind": "british"}
    board = here("british", armies=held, factories=factories, allied={"rajputs": 1})
    assert counted(board, "british") == set(LAND)
    assert raj_areas(board.c, board.state, NAMES.nation("british")).bit_count() == 36


@pytest.mark.rule("13.0g")
@pytest.mark.rule("13.0h")
@pytest.mark.parametrize("nation", ["guptas", "muslims", "mughals"])
def test_a_british_factory_beside_muslims_mughals_or_guptas_counts_for_neither(nation: str) -> None:
    held = {nation: {"Orissa": 1, "Delhi": 1}}
    board = here("rajputs", armies={**held, "rajputs": {"Agra": 1}}, factories={"Orissa": "british"})
    assert "Orissa" not in counted(board, "british")
    assert counted(board, nation) == {"Delhi"}
    board = here(
        "rajputs",
        armies={**held, "rajputs": {"Agra": 1}},
        factories={"Orissa": "british"},
        allied={nation: 1},
    )
    assert {"Orissa", "Delhi"} <= counted(board, "british")
    assert counted(board, nation) == {"Orissa", "Delhi"}


@pytest.mark.rule("13.0h")
def test_a_british_factory_beside_others_counts_and_a_foreign_one_takes_nothing_from_an_indian_nation() -> (
    None
):
    board = here("rajputs", armies={"rajputs": {"Gujarat": 1}}, factories={"Gujarat": "british"})
    assert "Gujarat" in counted(board, "british")
    board = here("muslims", armies={"muslims": {"Gujarat": 1}}, factories={"Gujarat": "dutch"})
    assert counted(board, "muslims") == {"Gujarat"}


@pytest.mark.rule("13.0h", "13.0d")
def test_a_british_factory_takes_no_submitted_area_from_a_claimant() -> None:
    """R13.0-b, R13.0-d: only where the claimant itself stands does neither count."""
    board = here(
        "mughals", armies={"mughals": {"Delhi": 1}, "rajputs": {"Gujarat": 1}},
        factories={"Gujarat": "british"}, submitted=[("rajputs", "North India")],
    )  # fmt: skip
    assert counted(board, "mughals") == {"Delhi", "Gujarat"}
    assert "Gujarat" in counted(board, "british")
