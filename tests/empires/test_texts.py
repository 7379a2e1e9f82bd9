"""Everything the 1994 game can say has its sentence."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from string import Formatter
from typing import get_args

import pytest

from core import texts
from core.games.empires import events, growth, removals, rules
from core.games.empires.chart_types import ARMY, PIECES, Kind
from core.games.empires.charts import shipped
from core.games.empires.run import DECISIONS
from core.games.empires.state import ARMS, FOREIGN
from tests.empires.board import Board
from tests.empires.test_sequence import whole_game
from tests.tools.source import ROOT

GAME = rules.Empires(shipped())
TEXTS = texts.load(GAME)
SENTENCES = tomllib.loads((GAME.resources / "texts.toml").read_text(encoding="utf-8"))
EVENTS = {str(event.__struct_config__.tag): event for event in get_args(events.Event)}


def calls(name: str) -> Iterator[ast.Call]:
    """All calls of a function of this name in the rules."""
    for path in sorted((ROOT / "core" / "games" / "empires").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def strings(node: ast.expr) -> Iterator[str]:
    """A text written down, or the two of a conditional."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from strings(node.body)
        yield from strings(node.orelse)


def fields(family: str, code: str) -> set[str]:
    """What a template takes."""
    template = SENTENCES[family].get(code, "")
    return {field for _, field, _, _ in Formatter().parse(template) if field}


def codes() -> set[str]:
    """Refusals named in the rules, two of them by a variable; each question refuses what it did not list."""
    found = {code for call in calls("Refusal") for code in strings(call.args[0])}
    kinds = {
        kind for name in ("choice", "yes_or_no") for call in calls(name) for kind in strings(call.args[0])
    }
    return found | {"no-entry-there", "no-border"} | {f"not-{kind}" for kind in kinds}


@pytest.mark.parametrize("tag", sorted(EVENTS))
def test_every_event_has_a_sentence_of_its_own_fields(tag: str) -> None:
    assert TEXTS.has("event", tag)
    assert fields("event", tag) <= set(EVENTS[tag].__struct_fields__)


def test_refusals_supply_what_their_sentences_take() -> None:
    lacking = []
    for call in calls("Refusal"):
        given = call.args[2].keys if len(call.args) > 2 and isinstance(call.args[2], ast.Dict) else []
        names = {name for key in given if key is not None for name in strings(key)}
        lacking += [code for code in strings(call.args[0]) if not fields("refusal", code) <= names]
    assert lacking == []


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_refusal_has_a_sentence(code: str) -> None:
    assert TEXTS.has("refusal", code)


@pytest.mark.parametrize("kind", sorted(DECISIONS))
def test_every_question_has_a_sentence(kind: str) -> None:
    assert TEXTS.has("pending", kind)


def test_every_reason_has_words() -> None:
    """Reasons and kinds that complete a sentence; a game passes only on what a question asks."""
    for family, used in (
        ("placed", {"arrival", *growth.WHY}),
        ("lost", {*removals.WHY, *_reasons("Lost"), *_reasons("take_off", 4)}),
        ("leader-went", _reasons("LeaderWent")),
        ("scored", set(get_args(Kind))),
        ("piece", {str(piece) for piece in PIECES.values()}),
    ):
        assert set(SENTENCES[family]) == used, family
    assert set(SENTENCES["passed"]) <= set(DECISIONS)


def _reasons(name: str, at: int = 3) -> set[str]:
    return {why for call in calls(name) if len(call.args) > at for why in strings(call.args[at])}


def test_whole_games_are_told_without_a_code() -> None:
    """Also what is merely declined or ended; sentences begin like one and end like one."""
    passed = set()
    for setup in ("four", "short"):
        table, _ = whole_game(setup)
        told = [event for step in table.history(None) for event in step.events]
        passed |= {event.kind for event in told if isinstance(event, events.Passed)}
        for sentence in map(TEXTS.event, told):
            assert re.fullmatch(r"[A-Z0-9][^_{}()]*\.", sentence), sentence
            assert not re.search(r"None|nobody|  |-\d| ,|\b1 (armies|halves|points)\b", sentence), sentence
    assert (
        {"move", "battle", "retreat", "fall-back", "factories", "submission"}
        <= passed
        <= set(SENTENCES["passed"])
    )


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            events.Marched(3, 2, (1,), 0, 1, (events.Left(1, 1),)),
            "The {3} march: 1 army from {c} to {a} via {b}, 1 left at {b}.",
        ),
        (events.Marched(3, 2, (), 0, 2), "The {3} march: 2 armies from {c} to {a}."),
        (events.Went(3, 0, 2, 0), "The {3} bring {leader} from {c} to {a}."),
        (events.Grew(3, 1, 0, 1), "The {3} grow: no new army, 1 half point carried over."),
        (events.Grew(3, 6, 1, 0), "The {3} grow: 1 new army, nothing carried over."),
        (events.LeaderWent(0, 3, 0, "eliminated"), "{leader} of the {3} falls in {a}."),
        (events.Passed(3, "move"), "The {3} end their movement."),
        (events.Lost(3, 0, 1, "stacking"), "The {3} lose 1 army in {a}: too many in one place."),
        (events.Retreated(3, 0, 1, 1, ()), "The {3} retreat: 1 army from {a} to {b}."),
        (events.Retreated(3, 0, 1, 1, (0,)), "The {3} retreat: 1 army from {a} to {b}, with {leader}."),
        (
            events.Scored(3, 1, "x", "raj", 2, tuple(range(35))),
            "The {3} score 2 points for Raj over 35 areas.",
        ),
        (
            events.Scored(3, 1, "x", "destroy", 1, (0,), 4, ARMY, 1),
            "The {3} score 1 point for destroying 1 army of the {4} in {a}.",
        ),
    ],
)
def test_sentences(event: events.Event, sentence: str) -> None:
    names = GAME.names
    a, b, c = names["area"][:3]
    expected = sentence.replace("{3}", names["nation"][3]).replace("{4}", names["nation"][4])
    for field, name in (("{a}", a), ("{b}", b), ("{c}", c), ("{leader}", names["leader"][0])):
        expected = expected.replace(field, name)
    assert TEXTS.event(event) == expected


def test_a_position_is_told_nation_by_nation() -> None:
    board = Board(
        turn=15, nation="mughals", plain=True,
        armies={"mughals": {"Delhi": 2, "Agra": 1}, "british": {"Bay of Bengal": 2}, "rajputs": {"Malwa": 3}},
        leaders={"Timur": "Delhi"}, waiting={"Persia": 2}, factories={"Bengal": "british"},
        arms={"british": ("rajputs", "Malwa")}, points={"british": 1, "greeks": 4}, carry={"rajputs": 1},
    )  # fmt: skip
    told = [TEXTS.fact(fact) for fact in board.game.facts(board.game.view(board.state, None))]
    assert told == [
        "Turn 15, in the turn of the Mughals.",
        "Greeks, 4 points: no army.",
        "Rajputs, 0 points: 3 in Malwa; Arms of the British in Malwa; 1 half point carried over.",
        "Mughals, 0 points: 1 in Agra and 2 in Delhi, waiting 2 in Persia; Timur in Delhi.",
        "British, 1 point: 2 in the Bay of Bengal; factories: Bengal.",
    ]


def test_the_end_and_the_end_of_a_turn_have_a_sentence() -> None:
    assert TEXTS.has("outcome", "last-turn")
    assert TEXTS.has("barrier", "nation-ended")


def test_places_and_escorts_are_called_by_name() -> None:
    c = GAME.charts
    assert TEXTS.name("place", 0) == c.names["area"][0]
    assert TEXTS.name("place", FOREIGN + 1) == c.names["foreign"][1]
    assert TEXTS.name("escort", 3) == c.names["leader"][3]
    assert TEXTS.name("escort", ARMS + 16) == f"Arms of the {c.names['nation'][16]}"
    marched = events.Marched(0, FOREIGN, (), 1, 2)
    assert c.names["foreign"][0] in TEXTS.event(marched)
    assert TEXTS.name("place", c.board.land) == f"the {c.names['area'][c.board.land]}"


@pytest.mark.parametrize("family", ["section", "rule-of"])
def test_what_names_a_rule_names_nothing_else(family: str) -> None:
    """It stands at the right of a row of the log, and a click opens it."""
    for code, section in SENTENCES[family].items():
        assert re.fullmatch(r"\d+\.\d+", section), code
