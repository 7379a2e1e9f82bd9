"""Sentences for codes: whatever parameters come, there is a sentence and never an error."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given
from msgspec import Struct

from core.faults import UserError
from core.game import Outcome, Pending, Refusal
from core.texts import Texts, load
from tests.toy import Toy, game

TEXTS = load(game)
TEMPLATES = [(family, code) for family, every in TEXTS._templates.items() for code in every]
NAMES = {"seat": ("Red", "Blue", "Green")}
WHY = {"dice": "in the battle of {place}", "stack": "{armies} in {place}", "1": "one"}
FORMS = {
    "all": "{a} {b:seat} {c:count|point|points} {d:either|yes|no} {e:clock}",
    "same": "{a:seat}{a:clock}{a:count|x|y|z}{a:code}",
    "words": "{a:event} {b:event} {c:seat|1|seats}",
}


class Stack(Struct, tag="stack"):
    armies: int
    place: str


def say(template: str, **params: object) -> str:
    families = {"event": {"code": template}, "why": WHY}
    return Texts(families, NAMES).say("event", "code", params)


VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)
FIELDS = ["seat", "to", "points", "card", "dice", "yes", "standing", "subject0", "subject1", "winners"]


@given(st.sampled_from(TEMPLATES), st.dictionaries(st.sampled_from(FIELDS) | st.text(), VALUE))
def test_no_parameter_breaks_a_sentence(which: tuple[str, str], params: Mapping[str, object]) -> None:
    assert isinstance(TEXTS.say(*which, params), str)


@given(st.sampled_from(sorted(FORMS)), st.dictionaries(st.sampled_from("abcde"), VALUE))
def test_no_parameter_breaks_a_form(which: str, params: dict[str, object]) -> None:
    assert isinstance(say(FORMS[which], **params), str)


def test_a_template_that_calls_itself_comes_to_an_end() -> None:
    assert say("{a:event}{b:event}", a="code", b="code")


@given(st.text(), st.text(), st.dictionaries(st.text(), VALUE, max_size=3))
def test_a_code_without_sentence_is_shown(family: str, code: str, params: Mapping[str, object]) -> None:
    assert code in Texts({}, {}).say(family, code, params)


@given(st.text(), st.text(), st.dictionaries(st.text(), st.integers() | st.text(), max_size=3))
def test_a_refusal_can_be_said(code: str, rule: str, params: dict[str, int | str]) -> None:
    said = TEXTS.refusal(Refusal(code, rule, dict(params)))
    assert said.endswith(f" [{rule}]" if rule else "")


@pytest.mark.parametrize(
    ("template", "params", "sentence"),
    [
        ("{n:count|point|points}", {"n": 1}, "1 point"),
        ("{n:count|point|points}", {"n": 0}, "0 points"),
        ("{n:count|point|points}", {"n": -1}, "-1 points"),
        ("{s:seat}", {"s": 1}, "Blue"),
        ("{s:seat}", {"s": (0, 1, 2)}, "Red, Blue and Green"),
        ("{s:seat}", {"s": [2, 0]}, "Green and Red"),
        ("{s:seat}", {"s": ()}, ""),
        ("{s:either| with |}{s:seat}.", {"s": ()}, "."),
        ("{s:either| with |}{s:seat}.", {"s": (2,)}, " with Green."),
        ("{s:seat|2|seats}", {"s": (0, 1)}, "Red and Blue"),
        ("{s:seat|2|seats}", {"s": (0, 1, 2)}, "3 seats"),
        ("{n:count|point|points|nothing}", {"n": 0}, "nothing"),
        ("{n:count|point|points|nothing}", {"n": 2}, "2 points"),
        ("{w:why}", {"w": "dice", "place": "Agra"}, "in the battle of Agra"),
        ("{w:why}", {"w": "flood"}, "flood"),
        ("{w:why}", {"w": 1}, "one"),
        ("{w:why}", {"w": Stack(2, "Agra")}, "2 in Agra"),
        ("{w:why}", {"w": (Stack(2, "Agra"), Stack(1, "Sind"))}, "2 in Agra and 1 in Sind"),
        ("{s:seat}", {"s": 9}, "9"),
        ("{s:seat}", {"s": -1}, "-1"),
        ("{t:clock}", {"t": 61_999}, "1:01"),
        ("{t:clock}", {"t": -5}, "0:00"),
        ("{y:either|yes|no}", {"y": True}, "yes"),
        ("{y:either|yes|}", {"y": False}, ""),
        ("{{n}} {n}", {"n": 3}, "{n} 3"),
    ],
)
def test_forms(template: str, params: dict[str, object], sentence: str) -> None:
    assert say(template, **params) == sentence


def test_sentences_of_the_toy_game() -> None:
    assert TEXTS.refusal(Refusal("not-in-hand", "2.1", {"card": 7})) == "You do not hold the 7. [2.1]"
    assert TEXTS.pending(Pending(1, 2, "give", (3,))) == "Blue has 3 points to keep or to share."
    assert TEXTS.outcome(Outcome(((0, 2), (1,)), (5, 3, 5), "played-out")) == (
        "All cards are played: Red and Green won."
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('event.a = "{seat"', r"texts.toml: event.a: "),
        ('event.a = "{0}"', r"texts.toml: event.a: \{0\} is no plain field"),
        ('event.a = "{}"', r"texts.toml: event.a: \{\} is no plain field"),
        ('event.a = "{x.y}"', r"texts.toml: event.a: \{x.y\} is no plain field"),
        ('event.a = "{x[0]}"', r"texts.toml: event.a: \{x\[0\]\} is no plain field"),
        ('event.a = "{x!r}"', r"texts.toml: event.a: \{x\} is no plain field"),
        ('event.a = "{x:count|one}"', r"event.a: \{x:count\|one\} needs two texts"),
        ('event.a = "{x:either}"', r"event.a: \{x:either\} needs two texts"),
        ('event.a = "{x:area}"', r"event.a: \{x:area\} is no form, no family and no table of names"),
        ('event.a = "{x:event|many}"', r"event.a: \{x:event\|many\} needs a number and a word"),
        ('event.a = "{x:count|a|b|c|d}"', r"event.a: \{x:count\|a\|b\|c\|d\} needs two texts or three"),
        ('event.a = "{x:clock|y}"', r"event.a: \{x:clock\|y\} is no form"),
        ("event.a = 3", "event.a: a text was expected"),
        ("event = 3", "event: a table of templates was expected"),
        ("event.a = ", "texts.toml: "),
        ("\x00", "texts.toml: "),
    ],
)
def test_a_wrong_template_is_named(tmp_path: Path, text: str, message: str) -> None:
    class Mine(Toy):
        resources = tmp_path

    (tmp_path / "texts.toml").write_text(text)
    with pytest.raises(UserError, match=message) as fault:
        load(Mine())
    assert "\n" not in str(fault.value)


def test_a_translation_may_lack_sentences(tmp_path: Path) -> None:
    class Mine(Toy):
        resources = tmp_path

    (tmp_path / "texts.toml").write_text('[event]\nvoid = "Again."\nout = "Gone."\n')
    (tmp_path / "texts.de.toml").write_text('[event]\nvoid = "Noch einmal."\n', encoding="utf-8")
    german = load(Mine(), "de")
    assert german.say("event", "void", {}) == "Noch einmal."
    assert german.say("event", "out", {}) == "Gone."
    assert load(Mine()).say("event", "void", {}) == "Again."
