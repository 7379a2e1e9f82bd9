"""Positions in which it is plain what good play is (tests/ai/puzzles*.toml), put to the levels."""

import pytest

from tests.ai.puzzles import Puzzle, fault, puzzles

NOT_YET = pytest.mark.xfail(raises=AssertionError, strict=True, reason="not_yet: the level fails it still")
CASES = [
    pytest.param(
        puzzle, level, id=f"{level}: {puzzle.name}", marks=[NOT_YET] if level in puzzle.not_yet else []
    )
    for puzzle in puzzles()
    for level in puzzle.levels()
]


def test_there_are_enough_puzzles_with_names_of_their_own() -> None:
    names = [puzzle.name for puzzle in puzzles()]

    assert len(names) == len(set(names)) >= 40


@pytest.mark.parametrize(("puzzle", "level"), CASES)
def test_a_level_finds_what_is_plain(puzzle: Puzzle, level: str) -> None:
    assert fault(puzzle, level) == ""
