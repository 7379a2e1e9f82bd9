"""The shipped charts say what the rulebook says."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from core.games.empires.chart_check import check
from core.games.empires.chart_types import NONE, Charts, Setup
from core.games.empires.charts import load, shipped
from core.kit.datafile import ChartError

C = shipped()
AREA = {name: number for number, name in enumerate(C.names["area"])}
FOREIGN = {name: number for number, name in enumerate(C.names["foreign"])}
NATION = {name: number for number, name in enumerate(C.names["nation"])}
REGION = {name: number for number, name in enumerate(C.names["region"])}

REGIONS = {
    "Himalayas": "Assam, Bhutan, Ladakh, Nepal",
    "North India": "Agra, Baluchistan, Bengal, Bihar, Bundelkhand, Delhi, Gandhara, Gujarat, Jaunpur, "
    "Kashmir, Lahore, Magadha, Malwa, Orissa, Oudh, Punjab, Rajputana, Sind",
    "South India": "Andhra, Berar, Bidar, Bijapur, Golconda, Gondwana, Karnatak, Kerala, Khandesh, "
    "Maharashtra, Malabar, Mysore",
    "Ceylon": "Lanka, Simhala",
}
FACTORY_COASTS = (
    "Andhra Bengal Bijapur Golconda Gujarat Karnatak Kerala Lanka Maharashtra Malabar Orissa Sind"
)
COLONIAL = {"Portuguese", "Dutch", "French", "British"}


def numbers(mask: int) -> list[int]:
    return [n for n in range(mask.bit_length()) if mask >> n & 1]


def areas(mask: int) -> set[str]:
    return {C.names["area"][n] for n in numbers(mask)}


def adjacent(a: str, b: str) -> bool:
    there = AREA[b] in C.board.to_land[AREA[a]]
    assert there == (AREA[a] in C.board.to_land[AREA[b]])
    return there


def standing(setup: Setup) -> dict[str, set[str]]:
    held: dict[str, set[str]] = {}
    for nation, area in setup.armies:
        assert C.names["area"][area] not in held.get(C.names["nation"][nation], ())
        held.setdefault(C.names["nation"][nation], set()).add(C.names["area"][area])
    return held


def arrivals(charts: Charts = C) -> Iterator[tuple[int, int, int]]:
    """(turn, nation, foreign area) of every foreign invasion."""
    for number, turn in enumerate(charts.setups["four"].turns):
        for nation, plan in enumerate(turn.nations):
            for arrival in plan.arrivals:
                if arrival.foreign != NONE:
                    yield number, nation, arrival.foreign


def test_the_shipped_charts_have_no_fault() -> None:
    assert check(None) == []
    assert check(Path(str(files("resources") / "empires"))) == []


@pytest.mark.rule("1.0a")
def test_sixteen_game_turns() -> None:
    assert C.last_turn == 16
    assert all(len(setup.turns) == 17 for setup in C.setups.values())


@pytest.mark.rule("1.0b")
def test_three_to_five_seats_with_several_nations_each() -> None:
    assert {setup.seats for setup in C.setups.values()} == {3, 4, 5}
    for setup in C.setups.values():
        assert all(setup.owner.count(seat) > 1 for seat in range(setup.seats))


@pytest.mark.rule("2.1a")
def test_36_land_areas_six_foreign_areas_three_seas() -> None:
    assert (C.board.land, len(C.names["foreign"]), C.board.seas) == (36, 6, 3)
    assert C.board.land_mask.bit_count() == 36
    assert C.board.sea_mask == 0b111 << 36


@pytest.mark.rule("2.1b")
def test_two_northern_areas_are_not_adjacent() -> None:
    assert not adjacent("Lahore", "Agra")


@pytest.mark.rule("2.11a")
def test_four_regions_of_4_18_12_and_2_areas_and_no_area_in_two() -> None:
    assert [mask.bit_count() for mask in C.board.region_masks] == [4, 18, 12, 2]
    assert sum(C.board.region_masks) == C.board.land_mask
    for area, region in enumerate(C.board.region_of):
        assert C.board.region_masks[region] >> area & 1


@pytest.mark.rule("2.11b")
@pytest.mark.parametrize("region", REGIONS)
def test_the_regions_are_those_of_the_rulebook(region: str) -> None:
    assert areas(C.board.region_masks[REGION[region]]) == set(REGIONS[region].split(", "))


@pytest.mark.rule("2.12b")
def test_invaders_come_from_every_foreign_area_but_burma() -> None:
    assert {C.names["foreign"][foreign] for _, _, foreign in arrivals()} == set(FOREIGN) - {"Burma"}


@pytest.mark.rule("2.12c")
def test_borders_of_foreign_areas_that_the_errata_fix() -> None:
    entries = {
        name: {C.names["area"][area] for area in C.board.foreign_entries[n]} for name, n in FOREIGN.items()
    }
    assert entries["Central Asia"] == {"Kashmir", "Gandhara"}
    assert "Ladakh" in entries["China"]
    assert entries["Afghanistan"] >= {"Baluchistan", "Punjab"}


@pytest.mark.rule("2.13a")
def test_three_seas_and_each_coast_knows_its_seas() -> None:
    assert C.names["area"][36:] == ("Arabian Sea", "Bay of Bengal", "Indian Ocean")
    for sea in numbers(C.board.sea_mask):
        assert C.board.to_land[sea]
        for coast in C.board.to_land[sea]:
            assert sea in C.board.to_sea[coast]
    for area in range(C.board.land):
        for sea in C.board.to_sea[area]:
            assert area in C.board.to_land[sea]


@pytest.mark.rule("2.13b")
def test_two_factory_coasts_touch_two_seas_the_others_one() -> None:
    touched = {name: len(C.board.to_sea[AREA[name]]) for name in FACTORY_COASTS.split()}
    assert {name for name, count in touched.items() if count == 2} == {"Malabar", "Golconda"}
    assert set(touched.values()) == {1, 2}


@pytest.mark.rule("2.23a")
def test_thirteen_population_markers_for_the_indian_nations() -> None:
    assert len(C.nations) == 17
    assert {C.names["nation"][n] for n, nation in enumerate(C.nations) if nation.colonial} == COLONIAL
    assert sum(nation.population_marker for nation in C.nations) == 13


@pytest.mark.rule("2.24a")
def test_only_colonial_nations_have_factories() -> None:
    assert {nation.colonial for nation in C.nations if nation.factories} == {True}


@pytest.mark.rule("2.25a")
def test_each_colonial_nation_has_one_arms_marker() -> None:
    assert all(nation.arms == nation.colonial for nation in C.nations)


@pytest.mark.rule("2.3a")
def test_one_card_for_each_nation() -> None:
    assert {line.nation for line in C.objectives} == set(range(17))
    assert len({line.id for line in C.objectives}) == len(C.objectives)
    assert all(C.notes)


@pytest.mark.rule("2.43a")
def test_the_order_of_play() -> None:
    assert C.names["nation"] == (
        *(
            "Pandyas",
            "Greeks",
            "Afghans",
            "Marathas",
            "Cholas",
            "Mauryans",
            "Harappans",
            "Sinhalese",
            "Sikhs",
        ),
        *("Rajputs", "Guptas", "Muslims", "Mughals", "Portuguese", "Dutch", "French", "British"),
    )


@pytest.mark.rule("3.0a")
@pytest.mark.parametrize("setup", ["three", "four", "five"])
def test_starting_areas(setup: str) -> None:
    assert standing(C.setups[setup]) == {
        "Pandyas": {"Khandesh", "Malwa"},
        "Cholas": {"Bundelkhand", "Gondwana"},
        "Harappans": {
            "Baluchistan",
            "Delhi",
            "Gandhara",
            "Gujarat",
            "Kashmir",
            "Lahore",
            "Punjab",
            "Rajputana",
            "Sind",
        },
    }
    assert C.setups[setup].first_turn == 1


@pytest.mark.rule("3.0b")
def test_23_land_areas_begin_empty() -> None:
    assert C.board.land - len(C.setups["four"].armies) == 23


@pytest.mark.rule("3.0c")
def test_twelve_mauryans_wait_for_turn_1() -> None:
    plan = C.setups["four"].turns[1].nations[NATION["Mauryans"]]
    assert {(C.names["foreign"][each.foreign], each.number) for each in plan.arrivals} == {
        ("Afghanistan", 6),
        ("Central Asia", 6),
    }


@pytest.mark.rule("5.15a")
def test_malwa_and_gondwana_only_meet_in_a_point() -> None:
    assert not adjacent("Malwa", "Gondwana")
    assert (AREA["Malwa"], AREA["Gondwana"]) in C.board.across_corner


@pytest.mark.rule("5.15b")
def test_bundelkhand_and_khandesh_only_meet_in_a_point() -> None:
    assert not adjacent("Bundelkhand", "Khandesh")
    assert (AREA["Bundelkhand"], AREA["Khandesh"]) in C.board.across_corner
    assert adjacent("Malwa", "Bundelkhand") and adjacent("Gondwana", "Khandesh")


@pytest.mark.rule("5.16a")
def test_the_straits() -> None:
    assert C.board.straits == ((AREA["Karnatak"], AREA["Lanka"]),)
    assert C.board.strait_masks[AREA["Lanka"]] == 1 << AREA["Karnatak"]
    assert not adjacent("Karnatak", "Lanka")


@pytest.mark.rule("9.0f")
@pytest.mark.rule("9.0g")
@pytest.mark.rule("9.0h")
def test_how_leaders_go() -> None:
    kinds: dict[str, set[str]] = {}
    for name, leader in zip(C.names["leader"], C.leaders, strict=True):
        kinds.setdefault(leader.removal, set()).add(name)
        assert leader.removal_turn == leader.turn + (leader.removal != "nation turn end")
    assert kinds["nation turn end"] == {"Alexander", "Timur", "Abdali"}
    assert kinds["turn start"] == {"Ashoka", "Chandra"}
    assert len(C.leaders) == 16


@pytest.mark.rule("10.1a")
def test_hilands_are_worth_half() -> None:
    for area in range(C.board.land):
        assert C.board.value[area] == (1 if C.board.hilands >> area & 1 else 2)


@pytest.mark.rule("10.5a")
@pytest.mark.rule("10.5b")
@pytest.mark.rule("10.5c")
@pytest.mark.rule("10.5d")
@pytest.mark.rule("10.5e")
def test_what_counts_for_growth() -> None:
    south, everything = C.board.region_masks[REGION["South India"]], C.board.land_mask
    limits = {"Mauryans": (5, 5, 0), "Guptas": (8, 16, 0), "Cholas": (10, 16, 0)}
    limits |= {"Muslims": (12, 16, south), "Mughals": (15, 16, south)}
    for name, nation in NATION.items():
        for turn in range(1, 17):
            first, last, counted = limits.get(name, (1, 0, 0))
            wanted = counted if first <= turn <= last else everything
            assert C.setups["four"].turns[turn].nations[nation].growth == (0 if name in COLONIAL else wanted)


@pytest.mark.rule("11.1a")
@pytest.mark.rule("11.1b")
@pytest.mark.rule("11.1c")
@pytest.mark.rule("11.1d")
@pytest.mark.rule("11.1e")
@pytest.mark.rule("11.1f")
def test_who_may_submit_where() -> None:
    found = {
        (C.names["nation"][n], C.names["region"][each.region]): (each.areas_left, each.from_turn)
        for n, nation in enumerate(C.nations)
        for each in nation.submission
    }
    assert found == {
        ("Sinhalese", "Ceylon"): (1, 1),
        ("Sikhs", "North India"): (1, 1),
        ("Rajputs", "North India"): (2, 1),
        ("Pandyas", "South India"): (2, 1),
        ("Marathas", "South India"): (2, 1),
        ("Muslims", "South India"): (2, 1),
        ("Mughals", "North India"): (2, 11),
        ("Mughals", "South India"): (1, 11),
    }


@pytest.mark.rule("12.1a")
def test_the_twelve_factory_coasts() -> None:
    assert areas(C.board.factory_coasts) == set(FACTORY_COASTS.split())


@pytest.mark.rule("12.1i")
def test_how_many_factories() -> None:
    most = {C.names["nation"][n]: nation.factories for n, nation in enumerate(C.nations) if nation.colonial}
    assert most == {"Portuguese": 3, "Dutch": 3, "French": 3, "British": 6}


@pytest.mark.rule("13.0a")
def test_who_scores_raj() -> None:
    raj = {C.names["nation"][n] for n, nation in enumerate(C.nations) if nation.raj}
    assert raj == {"Mauryans", "Guptas", "Muslims", "Mughals", "British"}
    assert raj == {C.names["nation"][line.nation] for line in C.objectives if line.kind == "raj"}


@pytest.mark.rule("13.0b")
def test_the_titles() -> None:
    assert C.titles == ((9, 1), (18, 2), (27, 3), (36, 4))


@pytest.mark.rule("13.0h")
def test_the_overlord_and_the_claims_against_it() -> None:
    assert C.overlord == NATION["British"]
    assert C.alliance_from_turn == 12
    assert {C.names["nation"][n] for n in numbers(C.claimants)} == {"Muslims", "Mughals", "Guptas"}
    assert [n for n, nation in enumerate(C.nations) if nation.overlord] == [C.overlord]


@pytest.mark.rule("14.1a")
def test_every_control_table_gives_each_nation_to_one_seat() -> None:
    assert {name: setup.seats for name, setup in C.setups.items()} == {
        "three": 3,
        "four": 4,
        "five": 5,
        "short": 3,
    }
    for name, setup in C.setups.items():
        absent = {C.names["nation"][n] for n, seat in enumerate(setup.owner) if seat == NONE}
        assert absent == ({"Greeks", "Mauryans", "Harappans"} if name == "short" else set())
        assert set(setup.owner) - {NONE} == set(range(setup.seats))
        # the counters of the empire pass inside one seat (R10.4-c)
        assert len({setup.owner[nation] for nation in C.empire} - {NONE}) == 1


@pytest.mark.rule("14.1b")
def test_in_the_four_player_game_seats_and_colours_agree() -> None:
    pairs = set(zip(C.setups["four"].owner, (nation.colour for nation in C.nations), strict=True))
    assert pairs == {(0, "green"), (1, "blue"), (2, "purple"), (3, "yellow")}


@pytest.mark.rule("14.2a")
def test_the_short_game_has_three_seats_and_begins_on_turn_9() -> None:
    assert (C.setups["short"].seats, C.setups["short"].first_turn) == (3, 9)


@pytest.mark.rule("14.2b")
def test_the_short_set_up() -> None:
    held = standing(C.setups["short"])
    assert held == {
        "Pandyas": {"Bijapur", "Kerala", "Malabar", "Mysore"},
        "Marathas": {"Berar", "Gondwana", "Khandesh", "Maharashtra"},
        "Cholas": {"Andhra", "Bidar", "Golconda", "Karnatak"},
        "Sinhalese": {"Lanka", "Simhala"},
        "Rajputs": {"Delhi", "Gujarat", "Lahore", "Malwa", "Punjab", "Rajputana"},
        "Guptas": {
            "Agra",
            "Bengal",
            "Bihar",
            "Bundelkhand",
            "Jaunpur",
            "Ladakh",
            "Magadha",
            "Nepal",
            "Orissa",
            "Oudh",
        },
        "Muslims": {"Baluchistan", "Sind"},
    }
    assert areas(C.board.land_mask) - set().union(*held.values()) == {
        "Assam",
        "Bhutan",
        "Gandhara",
        "Kashmir",
    }


@pytest.mark.rule("14.2c")
def test_the_short_game_skips_the_removal_of_turn_9() -> None:
    assert [each.armies for each in C.setups["four"].turns[9].removals] == [8]
    assert C.setups["short"].turns[9].removals == ()
    assert C.setups["short"].turns[10] == C.setups["four"].turns[10]


@pytest.mark.rule("15.2a")
def test_all_nations_count_on_the_five_usual_turns() -> None:
    turns = C.setups["four"].turns
    assert [n for n, turn in enumerate(turns) if turn.scoring == (1 << 17) - 1] == [4, 7, 10, 13, 16]


def test_the_counters_add_up_to_the_mix_of_the_box() -> None:
    kinds = ("armies", "factories", "arms")
    assert [sum(getattr(nation, kind) for nation in C.nations) for kind in kinds] == [191, 15, 4]


def test_the_empire_is_the_chain_of_replacements() -> None:
    assert [C.names["nation"][n] for n in C.empire] == ["Mauryans", "Guptas"]
    spared = [each for turn in C.setups["four"].turns for each in turn.removals if each.spared]
    assert {each.nation for each in spared} <= set(C.empire)


def test_no_nation_is_paid_for_pieces_of_its_own_seat() -> None:
    for setup in C.setups.values():
        for line in C.objectives:
            for victim in numbers(line.nations):
                assert NONE in (setup.owner[victim], setup.owner[line.nation]) or (
                    setup.owner[victim] != setup.owner[line.nation]
                )


def test_the_expected_points_are_those_printed_in_the_cards_file() -> None:
    text = (files("resources") / "empires" / "cards.toml").read_text(encoding="utf-8")
    ends = (range(1, 5), range(5, 8), range(8, 11), range(11, 14), range(14, 17))
    rows = {
        m[1]: [int(n) for n in m[2].split()]
        for m in re.finditer(r"^#   ([A-Z][a-z]+) +((?:\d+ +){5}\d+)$", text, re.MULTILINE)
    }
    assert set(rows) == set(NATION)
    for name, row in rows.items():
        points = [sum(C.expected[turn][NATION[name]] for turn in turns) for turns in ends]
        assert [*points, sum(points)] == row, name


def test_the_map_draws_exactly_the_borders_of_the_charts() -> None:
    drawn = json.loads((files("resources") / "empires" / "map.geojson").read_text(encoding="utf-8"))
    sides: dict[frozenset[tuple[float, float]], set[str]] = {}
    for feature in drawn["features"]:
        for ring in feature["geometry"]["coordinates"]:
            for p, q in pairwise(ring):
                sides.setdefault(frozenset([tuple(p), tuple(q)]), set()).add(feature["id"])
    touching = {frozenset(both & set(AREA)) for both in sides.values()}
    wanted = {
        frozenset((C.names["area"][a], C.names["area"][b]))
        for a in range(len(AREA))
        for b in (*C.board.to_land[a], *C.board.to_sea[a])
    }
    assert {pair for pair in touching if len(pair) == 2} == wanted


def test_the_digest_changes_with_the_rules_and_not_with_the_prose(tmp_path: Path) -> None:
    ours = {
        name: (files("resources") / "empires" / name).read_text(encoding="utf-8") for name in ("cards.toml",)
    }
    own = tmp_path / "cards.toml"
    own.write_text(ours["cards.toml"])
    assert load(tmp_path).digest == C.digest
    own.write_text(ours["cards.toml"].replace("Two raids, not a conquest", "Raids"))
    assert load(tmp_path).digest == C.digest
    own.write_text(ours["cards.toml"].replace('["Delhi"], points = 2', '["Delhi"], points = 3'))
    assert load(tmp_path).digest != C.digest


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ChartError, match="none: folder: is not there"):
        load(tmp_path / "none")


def test_charts_with_faults_are_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "leaders.toml").write_text("format = 1\n")
    (tmp_path / "areas.toml").write_text("areas = \n")
    with pytest.raises(ChartError) as error:
        load(tmp_path)
    assert {fault.file for fault in error.value.faults} == {"leaders.toml", "areas.toml"}
    assert str(error.value).count("\n") == len(error.value.faults) - 1


def test_rules_and_rulings_are_well_formed() -> None:
    folder = files("resources") / "empires"
    rules = tomllib.loads((folder / "rules.toml").read_text(encoding="utf-8"))
    rulings = tomllib.loads((folder / "rulings.toml").read_text(encoding="utf-8"))
    assert all(set(ruling) == {"title", "question", "ruling", "why"} for ruling in rulings.values())
    for section, table in rules.items():
        assert set(table) - {"no_code"} == {"summary", "statements"}, section
        for text in table["statements"].values():
            assert {name.rstrip(".") for name in re.findall(r"\bR\d+\.\d+-[a-z]\b", text)} <= set(rulings)
