"""Dice: fair, the same for ever from the same seed, and strict when written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from core.dice import DiceError, RecordedDice, ScriptedDice, SeededDice, commitment

# Above these a fair source comes once in 100,000 times.
CHI_SQUARE = {5: 30.9, 19: 56.0, 23: 62.3}


def chi_square(found: Counter[object], sides: int) -> float:
    expected = found.total() / sides
    return sum((n - expected) ** 2 / expected for n in found.values()) + expected * (sides - len(found))


@pytest.mark.parametrize("sides", [6, 20])
@pytest.mark.parametrize("seed", [b"", b"fair", b"k" * 64])
def test_rolls_are_even(sides: int, seed: bytes) -> None:
    dice = SeededDice(seed)
    rolls = dice.roll(10_000, sides)
    assert set(rolls) == set(range(1, sides + 1))
    assert chi_square(Counter(rolls), sides) < CHI_SQUARE[sides - 1]


def test_one_roll_says_nothing_of_the_next() -> None:
    rolls = SeededDice(b"pairs").roll(24_000, 6)
    after = {first: Counter[object]() for first in range(1, 7)}
    for first, second in pairwise(rolls):
        after[first][second] += 1
    assert all(chi_square(found, 6) < CHI_SQUARE[5] for found in after.values())


def test_every_order_is_as_likely() -> None:
    dice = SeededDice(b"orders")
    found = Counter[object](tuple(dice.shuffle(4)) for _ in range(12_000))
    assert set(found) == set(permutations(range(4)))
    assert chi_square(found, 24) < CHI_SQUARE[23]


def test_the_same_for_ever() -> None:
    """A seed shown in an old record gives the rolls of that record."""
    dice = SeededDice(b"maharaja")
    assert dice.roll(12, 6) == [4, 3, 2, 5, 3, 5, 3, 5, 1, 3, 1, 2]
    assert dice.roll(4, 20) == [14, 19, 2, 17]
    assert dice.shuffle(8) == [1, 4, 3, 5, 2, 7, 0, 6]
    assert dice.roll(3, 1_000_000) == [876451, 144685, 841173]
    assert SeededDice(b"").roll(6, 6) == [1, 1, 2, 5, 3, 6]
    assert commitment(b"maharaja") == "b862a9834faa2f5038c0806e9677aeaebf19a8d45b8b11d18fb143c881ee42eb"


@given(st.binary(max_size=64), st.integers(0, 40), st.integers(1, 40))
def test_back_to_a_mark(seed: bytes, before: int, after: int) -> None:
    dice = SeededDice(seed)
    dice.roll(before, 6)
    mark = dice.mark()
    first = (dice.roll(after, 6), dice.shuffle(after))
    dice.reset(mark)
    assert (dice.roll(after, 6), dice.shuffle(after)) == first


@given(st.binary(max_size=64), st.integers(1, 100))
def test_bounds(seed: bytes, size: int) -> None:
    dice = SeededDice(seed)
    assert all(1 <= roll <= size for roll in dice.roll(50, size))
    assert sorted(dice.shuffle(size)) == list(range(size))


def test_no_dice_no_order() -> None:
    dice = SeededDice(b"")
    assert dice.roll(0, 6) == []
    assert dice.shuffle(0) == []
    assert dice.shuffle(1) == [0]


WRONG: list[tuple[str, Callable[[], object], str]] = [
    ("too many", lambda: ScriptedDice([1]).roll(2, 6), "2 dice asked, 1 left"),
    ("none left", lambda: ScriptedDice().roll(1, 6), "1 dice asked, 0 left"),
    ("too high", lambda: ScriptedDice([7]).roll(1, 6), "no rolls of a die with 6"),
    ("too low", lambda: ScriptedDice([0]).roll(1, 6), "no rolls of a die with 6"),
    ("left over", ScriptedDice([1]).done, "not rolled"),
    ("order left over", ScriptedDice([], [[0]]).done, "not rolled"),
    ("no order", lambda: ScriptedDice().shuffle(2), "an order of 2"),
    ("short order", lambda: ScriptedDice([], [[0]]).shuffle(2), "an order of 2"),
    ("no order at all", lambda: ScriptedDice([], [[0, 0]]).shuffle(2), "an order of 2"),
    ("recorded none", lambda: RecordedDice([]).roll(1, 6), "no more dice"),
    ("recorded fewer", lambda: RecordedDice([[6, 1]]).roll(2, 6), "2 dice of 6 sides asked"),
    ("recorded more", lambda: RecordedDice([[6, 1, 2]]).roll(1, 6), "1 dice of 6 sides asked"),
    ("recorded others", lambda: RecordedDice([[8, 1]]).roll(1, 6), "1 dice of 6 sides asked"),
    ("recorded nothing", lambda: RecordedDice([[]]).roll(1, 6), "1 dice of 6 sides asked"),
    ("recorded too high", lambda: RecordedDice([[6, 7]]).roll(1, 6), "no rolls of a die with 6"),
    ("recorded an order", lambda: RecordedDice([[0, 0]]).roll(1, 6), "1 dice of 6 sides asked"),
    ("recorded no order", lambda: RecordedDice([[0, 1, 1]]).shuffle(2), "no order of 2"),
    ("recorded but not rolled", RecordedDice([[6, 1]]).done, "recorded but not rolled"),
]


@pytest.mark.parametrize(("wrong", "words"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_written_dice_are_strict(wrong: Callable[[], object], words: str) -> None:
    with pytest.raises(DiceError, match=words):
        wrong()


def test_written_dice_come_in_order() -> None:
    script = ScriptedDice([1, 2, 3], [[1, 0], [0]])
    assert (script.roll(2, 6), script.shuffle(2)) == ([1, 2], [1, 0])
    assert (script.roll(1, 3), script.shuffle(1)) == ([3], [0])
    script.done()
    record = RecordedDice([[6, 1, 2], [0, 1, 0], [3, 3]])
    assert (record.roll(2, 6), record.shuffle(2), record.roll(1, 3)) == ([1, 2], [1, 0], [3])
    record.done()


def test_no_number_is_favoured_where_words_do_not_divide_evenly() -> None:
    low = sum(roll <= 1 << 30 for roll in SeededDice(b"x").roll(3000, 3 << 30))
    assert 900 < low < 1100  # a plain remainder would give 1500
