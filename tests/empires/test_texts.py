"""Everything the 1994 game can say has its sentence."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from core import texts
from core.games.empires import events, rules
from core.games.empires.charts import shipped
from core.games.empires.run import DECISIONS
from core.games.empires.state import ARMS, FOREIGN

GAME = rules.Empires(shipped())
TEXTS = texts.load(GAME)
SENTENCES = tomllib.loads((GAME.resources / "texts.toml").read_text(encoding="utf-8"))
EVENTS = {str(event.__struct_config__.tag): event for event in get_args(events.Event)}


def calls(name: str) -> Iterator[ast.Call]:
    """All calls of a function of this name in the rules."""
    for path in sorted(Path(str(rules.__file__)).parent.glob("*.py")):
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


def test_the_end_and_the_end_of_a_turn_have_a_sentence() -> None:
    assert TEXTS.has("outcome", "last-turn")
    assert TEXTS.has("barrier", "nation-ended")


def test_places_and_escorts_are_called_by_name() -> None:
    c = GAME.charts
    assert TEXTS.name("place", 0) == c.names["area"][0]
    assert TEXTS.name("place", FOREIGN + 1) == c.names["foreign"][1]
    assert TEXTS.name("escort", 3) == c.names["leader"][3]
    assert TEXTS.name("escort", ARMS + 16) == f"Arms of the {c.names['nation'][16]}"
    marched = events.Marched(0, (FOREIGN, 1), (2,), ())
    assert c.names["foreign"][0] in TEXTS.event(marched)
