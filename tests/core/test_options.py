"""Options as a person types them: understood, or refused with what was expected."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from core.faults import UserError
from core.options import Option, complete, parse

OPTIONS = (
    Option("cards", 4, "Cards.", low=2, high=5),
    Option("debt", 0, "May be below zero.", low=-3, high=3),
    Option("gifts", True, "Gifts?"),
    Option("map", "india", "Which map.", choices=("india", "ceylon")),
)


@pytest.mark.parametrize(
    ("word", "name", "value"),
    [
        ("cards=2", "cards", 2), ("cards= 5 ", "cards", 5), ("cards=+3", "cards", 3), ("debt=-3", "debt", -3),
        ("cards=0004", "cards", 4), ("gifts=no", "gifts", False), ("gifts=OFF", "gifts", False),
        ("gifts=1", "gifts", True), ("gifts= Yes", "gifts", True), ("map=ceylon", "map", "ceylon"),
    ],
)  # fmt: skip
def test_understood(word: str, name: str, value: object) -> None:
    found = parse(OPTIONS, [word])
    assert found[name] == value
    assert type(found[name]) is type(value)
    assert list(found) == ["cards", "debt", "gifts", "map"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["cards=6"], "option cards: 6 is not a whole number from 2 to 5"),
        (["cards=1"], "option cards: 1 is not a whole number from 2 to 5"),
        (["cards="], "option cards: '' is not a whole number from 2 to 5"),
        (["cards=two"], "option cards: 'two' is not a whole number from 2 to 5"),
        (["cards=3.0"], "option cards: '3.0' is not a whole number from 2 to 5"),
        (["cards=1_0"], "option cards: '1_0' is not a whole number from 2 to 5"),
        (["cards=--3"], "option cards: '--3' is not a whole number from 2 to 5"),
        (["cards=+-3"], "option cards: '+-3' is not a whole number from 2 to 5"),
        (["cards=\u0664"], "option cards: '\u0664' is not a whole number from 2 to 5"),
        (["cards=\u00b2"], "option cards: '\u00b2' is not a whole number from 2 to 5"),
        (["gifts=maybe"], "option gifts: 'maybe' is not on or off"),
        (["gifts="], "option gifts: '' is not on or off"),
        (["map=India"], "option map: 'India' is not one of india, ceylon"),
        (["cards"], "option 'cards' is not of the form NAME=VALUE"),
        ([""], "option '' is not of the form NAME=VALUE"),
        (["carts=3"], "there is no option 'carts'; known: cards, debt, gifts, map"),
        (["=3"], "there is no option ''; known: cards, debt, gifts, map"),
        (["cards=3", "cards=3"], "option 'cards' is given twice"),
        (["gifts=no", "cards=9"], "option cards: 9 is not a whole number from 2 to 5"),
    ],
)
def test_refused_with_what_was_expected(words: list[str], message: str) -> None:
    with pytest.raises(UserError) as fault:
        parse(OPTIONS, words)
    assert str(fault.value) == message


@given(
    st.lists(
        st.tuples(st.sampled_from(["cards=", "debt=-", "gifts=", "map=", ""]), st.text(max_size=8)),
        max_size=3,
    )
)
@example([("cards=", "9" * 10_000)])
@example([("cards=", "-")])
@example([("cards=", "\n3\n")])
def test_never_anything_else(typed: list[tuple[str, str]]) -> None:
    """A value that fits its option, or one line for the person."""
    said = ""
    try:
        found = parse(OPTIONS, [name + value for name, value in typed])
        assert complete(OPTIONS, found) == found
    except UserError as fault:
        said = str(fault)
    assert said.isprintable()


@pytest.mark.parametrize("value", [True, "3", 3.0, None, 1 << 70])
def test_a_value_of_another_kind_in_a_record(value: object) -> None:
    with pytest.raises(UserError, match=r"option cards: .* is not a whole number from 2 to 5"):
        complete(OPTIONS, {"cards": value})  # type: ignore[dict-item]
