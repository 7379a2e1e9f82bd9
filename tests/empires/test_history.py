"""What history says, and the counts it is judged by."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from core.faults import UserError
from core.games.empires.events import Counted, Scored
from core.games.empires.history import HISTORY, Statement, came_true, read_history
from tests.empires.board import NAMES, Board
from tests.empires.test_scoring import end_of_turn

C = NAMES.c
OURS = files("resources") / "empires" / HISTORY


def count(turn: int, held: dict[str, tuple[str, ...]], raj: dict[str, int] | None = None) -> Counted:
    """A count in which these nations hold these areas."""
    found, titles = [0] * len(C.nations), [0] * len(C.nations)
    for nation, areas in held.items():
        found[NAMES.nation(nation)] = NAMES.mask(*areas)
    for nation, number in (raj or {}).items():
        titles[NAMES.nation(nation)] = number
    return Counted(turn, tuple(found), tuple(titles))


def written(folder: Path, *fields: str) -> Path:
    """A file with one statement."""
    path = folder / HISTORY
    path.write_text("\n".join(["format = 1", "[[statement]]", *fields]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("kind", "held", "expected"),
    [
        ("all", ("Delhi", "Agra", "Oudh"), True),
        ("all", ("Delhi", "Agra", "Sind"), False),
        ("most", ("Delhi", "Agra"), True),
        ("most", ("Delhi",), False),
        ("one", ("Oudh",), True),
        ("one", ("Sind",), False),
    ],
)
def test_areas_of_a_statement(kind: str, held: tuple[str, ...], expected: bool, tmp_path: Path) -> None:
    source = written(
        tmp_path, 'nation = "muslims"', "turn = 10", f'kind = "{kind}"', 'areas = ["Delhi", "Agra", "Oudh"]'
    )
    (statement,) = read_history(C, source)

    assert came_true(statement, [count(7, {}), count(10, {"muslims": held})]) is expected
    assert came_true(statement, [count(10, {"rajputs": ("Delhi", "Agra", "Oudh")})]) is False
    assert came_true(statement, [count(7, {"muslims": held})]) is None


@pytest.mark.parametrize(("british", "others", "leads"), [(9, 8, True), (9, 9, False), (0, 0, False)])
def test_who_leads_in_raj_areas(british: int, others: int, leads: bool) -> None:
    statement = Statement(NAMES.nation("british"), 16, "leads_raj")
    assert came_true(statement, [count(16, {}, {"british": british, "marathas": others})]) is leads


def test_our_statements_are_those_of_the_scenario() -> None:
    """Every colour has some, and each is about a nation that is in play at that count."""
    statements = read_history(C, OURS)
    assert len(statements) == 10
    assert {C.setups["four"].owner[each.nation] for each in statements} == {0, 1, 2, 3}
    assert {each.turn for each in statements} == {4, 7, 10, 13, 16}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (('nation = "mongols"', "turn = 4", 'kind = "all"', 'areas = ["Delhi"]'),
         "statement[1].nation: nation 'mongols' is unknown"),
        (('nation = "muslims"', "turn = 5", 'kind = "all"', 'areas = ["Delhi"]'),
         "statement[1].turn: there is no count in Turn 5"),
        (('nation = "muslims"', "turn = 4", 'kind = "all"', 'areas = ["Dehli"]'), "did you mean 'Delhi'?"),
        (('nation = "muslims"', "turn = 4", 'kind = "all"'), "statement[1].areas: do not go with 'all'"),
        (('nation = "muslims"', "turn = 4", 'kind = "leads_raj"', 'areas = ["Delhi"]'), "expected no areas"),
        (('nation = "muslims"', "turn = 4", 'kind = "many"', 'areas = ["Delhi"]'), "is 'many'"),
        (("nation = ",), "not TOML"),
    ],
)  # fmt: skip
def test_a_faulty_statement_is_named(fields: tuple[str, ...], said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        read_history(C, written(tmp_path, *fields))
    assert str(caught.value).startswith("history.toml: ")
    assert "\n" not in str(caught.value)
    assert said in str(caught.value)


@pytest.mark.rule("15.2a")
def test_a_count_says_who_holds_what_before_it_pays() -> None:
    held = {"british": {"Bengal": 1}, "cholas": {"Karnatak": 2, "Andhra": 1}, "pandyas": {"Kerala": 1}}
    board = Board(turn=10, nation="british", phase="end", armies=held, leaders={"Aybak": "Delhi"})
    told, *more = board.seen(Counted)

    assert (told.turn, more) == (10, [])
    expected = {nation: NAMES.mask(*areas) for nation, areas in held.items()}
    expected["muslims"] = NAMES.mask("Delhi")  # by its leader alone
    assert {C.nations[n].id: areas for n, areas in enumerate(told.held) if areas} == expected
    paid = [event for event in board.events if isinstance(event, Scored) and event.kind == "hold"]
    assert paid
    assert board.events.index(told) < board.events.index(paid[0])


@pytest.mark.rule("15.2a")
def test_a_turn_without_a_count_has_none() -> None:
    assert end_of_turn(11, {"pandyas": {"Kerala": 1}}).seen(Counted) == []


@pytest.mark.rule("13.0a")
def test_a_count_says_how_many_areas_count_for_a_title() -> None:
    armies = {"muslims": {"Delhi": 1, "Agra": 1}, "pandyas": {"Kerala": 1}}
    (told,) = end_of_turn(16, armies, factories={"Bengal": "british"}).seen(Counted)

    assert told.raj[NAMES.nation("muslims")] == 2
    # Its factory, and all that is vacant: every area but those three.
    assert told.raj[NAMES.nation("british")] == C.board.land - 3
    unable = [n for n, nation in enumerate(C.nations) if not nation.raj]
    assert unable
    assert [told.raj[n] for n in unable] == [0] * len(unable)
