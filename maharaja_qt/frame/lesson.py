"""A lesson as data: `learn.toml` of a game, a first turn in steps on a table that is as real as any."""

from __future__ import annotations

import tomllib
from collections.abc import Set
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec
from msgspec import Struct

from core.faults import UserError
from core.texts import Texts

FILE: Final = "learn.toml"
NEXT: Final = "next"
"""What ends a step that is only to be read."""


class Setting(Struct, frozen=True, forbid_unknown_fields=True):
    """The table: `open` seats are the learner's; the dice follow from the seed; `pace_ms` between two actions
    of computer players."""

    seats: tuple[str, ...]
    seed: int
    pace_ms: int = 0
    options: dict[str, bool | int | str] = {}


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to say. It fits while all facts of `when` hold (`!fact`: does not hold), is over for good
    once one of the signs of `until` was seen, and points at `show`; without `until` it is said whenever
    nothing else is."""

    id: str
    title: str
    text: str
    keys: str = ""
    when: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    show: str = ""

    def fits(self, facts: Set[str]) -> bool:
        """Is this to be said now?"""
        return all((fact[1:] not in facts) if fact[0] == "!" else fact in facts for fact in self.when)


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A table and the steps, the more urgent first. A step whose `until` holds `next` is read and passed."""

    table: Setting
    step: tuple[Step, ...]

    def now(self, facts: Set[str], over: Set[str]) -> Step | None:
        """What is to be said: the first step that fits and is not over."""
        return next((step for step in self.step if step.id not in over and step.fits(facts)), None)


def lesson_file(game: str) -> Traversable:
    """Where the lesson of a game is, if it has one."""
    return files("resources") / game / FILE


def has_lesson(game: str) -> bool:
    """Can this game be learned at a table?"""
    return lesson_file(game).is_file()


def read_lesson(game: str) -> Lesson:
    """The lesson of a game. Raises `UserError` naming what is wrong in it."""
    try:
        data = tomllib.loads(lesson_file(game).read_text(encoding="utf-8"))
        return msgspec.convert(data, Lesson)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as fault:
        raise UserError(f"{game}/{FILE}: {fault}") from None


def check_lesson(lesson: Lesson, texts: Texts) -> list[str]:
    """What is wrong with the sentences and names of the steps: one line each."""
    ids = [step.id for step in lesson.step]
    wrong = [
        f"{FILE}: {each}: there are two of this id" for each in sorted({i for i in ids if ids.count(i) > 1})
    ]
    for step in lesson.step:
        for template in (step.title, step.text, step.keys):
            fault = texts.fault(template)
            if fault:
                wrong.append(f"{FILE}: {step.id}: {fault}")
    return wrong
