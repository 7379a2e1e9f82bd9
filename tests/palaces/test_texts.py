"""Everything the palace game can say has its sentence."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from string import Formatter
from typing import get_args

import pytest

from core import texts
from core.games.palaces import actions, events, game, rules
from core.games.palaces.actions import Plan
from core.games.palaces.offers import PLANS
from core.games.palaces.pieces import Kind
from core.kit import check
from tests.palaces.board import Board
from tests.palaces.kit import new_table

TEXTS = texts.load(game)
SENTENCES = tomllib.loads((game.resources / "texts.toml").read_text(encoding="utf-8"))
SECTIONS = tomllib.loads((game.resources / "rules.toml").read_text(encoding="utf-8"))
EVENTS = {str(event.__struct_config__.tag): event for event in get_args(events.Event)}
ACTIONS = {str(action.__struct_config__.tag): action for action in get_args(actions.Action)}


def refusals() -> Iterator[ast.Call]:
    """All refusals in the rules."""
    for path in sorted(Path(str(rules.__file__)).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                yield node


def code(call: ast.Call) -> str:
    """The code of a refusal."""
    assert isinstance(call.args[0], ast.Constant)
    return str(call.args[0].value)


def fields(family: str, name: str) -> set[str]:
    """What a template takes."""
    return {field for _, field, _, _ in Formatter().parse(SENTENCES[family].get(name, "")) if field}


@pytest.mark.parametrize("tag", sorted(EVENTS))
def test_every_event_has_a_sentence_of_its_own_fields_and_a_section(tag: str) -> None:
    assert TEXTS.has("event", tag)
    assert fields("event", tag) <= set(EVENTS[tag].__struct_fields__)
    assert SENTENCES["section"][tag] in SECTIONS


@pytest.mark.parametrize("tag", sorted(ACTIONS))
def test_every_action_has_words(tag: str) -> None:
    assert TEXTS.has("action", tag)
    assert fields("action", tag) <= set(ACTIONS[tag].__struct_fields__)


def test_refusals_have_a_sentence_a_section_and_what_it_takes() -> None:
    lacking = []
    for call in refusals():
        given = call.args[2].keys if len(call.args) > 2 and isinstance(call.args[2], ast.Dict) else []
        names = {key.value for key in given if isinstance(key, ast.Constant)}
        section = call.args[1].value if len(call.args) > 1 and isinstance(call.args[1], ast.Constant) else ""
        good = TEXTS.has("refusal", code(call)) and fields("refusal", code(call)) <= names
        if not good or (section and section not in SECTIONS):
            lacking.append((code(call), section))
    assert lacking == []
    assert set(SENTENCES["refusal"]) == {code(call) for call in refusals()}


@pytest.mark.rule("4.9c")
def test_of_all_plans_only_two_exchanges_carry_a_warning() -> None:
    told = {plan: TEXTS.action(plan) for plan in PLANS}
    warned = [plan for plan, said in told.items() if "others get 2 gold" in said]
    assert warned == [Plan(Kind.EXCHANGE, Kind.EXCHANGE)]
    assert told[Plan(Kind.GOLD, Kind.GOLD)] == "Plan: Gold; Gold"


@pytest.mark.parametrize("kind", ["character", "nominate", "bid", "found", "plan", "turn", "replace"])
def test_every_question_has_a_sentence(kind: str) -> None:
    assert TEXTS.has("pending", kind)


def test_the_end_and_the_end_of_a_turn_have_a_sentence() -> None:
    assert all(TEXTS.has(family, why) for family in ("outcome", "ended") for why in ("palaces", "track"))
    assert TEXTS.has("barrier", "turn-ended")


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_told_without_a_code(seed: int) -> None:
    """Sentences begin like one and end like one, and so do questions and choices."""
    table, rng = new_table(seed), Random(seed)
    said = []
    while table.pending:
        owed = rng.choice(table.pending)
        said += [TEXTS.pending(owed)]
        legal = table.legal(owed.seat)
        said += [TEXTS.action(action) + "." for action in legal.expand(3)]
        table.submit(owed.seat, owed.decision, table.n, legal.sample(rng))
    said += [TEXTS.event(event) for step in table.history(None) for event in step.events]
    said += [TEXTS.fact(fact) for fact in game.facts(table.view(None))]
    for sentence in said:
        assert re.fullmatch(r"[A-Z0-9][^_{}]*\.", sentence), sentence
        assert not re.search(r"None|  | ,|\b1 (points|houses|palaces)\b| \.", sentence), sentence
    check.check_replay(table)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Travelled(0, 7, 1, 3), "Black travels from the start place to Delhi for 3 gold."),
        (events.Travelled(0, 7, 1, 0), "Black travels from the start place to Delhi."),
        (events.Toll(0, 1, 2, False), "Red gets 2 gold for the way of Black."),
        (events.Toll(0, 1, 2, True), "Red gets 2 gold for the way of Black, from the bank."),
        (events.Built(2, 8, 0), "Green builds a house in Churu for nothing."),
        (events.Exchanged(0, 6, 1, ()), "Black takes the Artisan from the bank and gives the Mogul back."),
        (events.Exchanged(0, 6, 1, (3,)), "Black takes the Artisan from Blue and gives the Mogul back."),
        (
            events.Undone(0, 5, (1, 2), 2),
            "Palace: Black has not done it, or only in part: 2 gold for Red and Green.",
        ),
        (events.Ranked(4, 1, 4, (1,), 13), "Yellow has 4 points in Delhi: rank 1, 13 gold."),
        (events.Ranked(4, 1, 0, (), 0), "Yellow has no point in Delhi."),
        (
            events.Pulled(0, 1, -2, (3, 4)),
            "Black moves the governor of Delhi two boxes down; one box up: Gwalior and Jodhpur.",
        ),
        (events.Pulled(0, 1, 2, ()), "Black moves the governor of Delhi two boxes down."),
    ],
)
def test_sentences(event: events.Event, sentence: str) -> None:
    assert TEXTS.event(event) == sentence


def test_a_position_is_told_seat_by_seat() -> None:
    board = Board(
        2, at={0: "Delhi"}, houses={0: {"Churu": 1, "Delhi": 2}}, centre={"Agra": 0, "Delhi": 1},
        outer={0: {"Delhi": 1}}, gold={0: 3}, hidden_money=True,
    )  # fmt: skip
    told = [TEXTS.fact(fact) for fact in game.facts(game.view(board.state, 0))]
    assert told[0].startswith("Round 1, the Maharaja in Bikaner; the governors from below: Delhi, Ahmadabad,")
    assert told[1:] == [
        "Black, Mogul: 2 palaces (centre of Agra), outer 1 in Delhi; 3 gold; architect in Delhi; "
        "houses: 6 at hand, 11 in the quarry, 2 in Delhi and 1 in Churu.",
        "Red, Trader: 1 palace (centre of Delhi); hidden gold; architect in the start place; "
        "houses: 6 at hand, 14 in the quarry.",
    ]
