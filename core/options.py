"""Options of a game as data, and reading them from what a person typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from core.faults import UserError

OptionValue: TypeAlias = bool | int | str

_TRUE = {"true", "yes", "on", "1"}
_FALSE = {"false", "no", "off", "0"}


class Option(Struct, frozen=True):
    """One option. Its kind is that of `default`; ints have bounds, strings a list of choices."""

    name: str
    default: OptionValue
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def parse(self, text: str) -> OptionValue:
        """The value a person wrote; raises `UserError` naming what was expected."""
        if isinstance(self.default, bool):
            word = text.strip().lower()
            if word in _TRUE | _FALSE:
                return word in _TRUE
            raise self._fault(text)
        if isinstance(self.default, int):
            # Python's int() also takes "1_0" and other scripts' digits; people mean neither.
            digits = text.strip()
            if re.fullmatch("[+-]?[0-9]{1,11}", digits):
                return self.check(int(digits))
            raise self._fault(text)
        return self.check(text)

    def check(self, value: OptionValue) -> OptionValue:
        """The value itself if it fits this option, else `UserError`."""
        if type(value) is type(self.default):
            if isinstance(value, bool):
                return value
            if isinstance(value, int) and self.low <= value <= self.high:
                return value
            if isinstance(value, str) and value in self.choices:
                return value
        raise self._fault(value)

    def expected(self) -> str:
        """What a value must look like, in words."""
        if isinstance(self.default, bool):
            return "on or off"
        if isinstance(self.default, int):
            return f"a whole number from {self.low} to {self.high}"
        return "one of " + ", ".join(self.choices)

    def _fault(self, value: object) -> UserError:
        return UserError(f"option {self.name}: {value!r} is not {self.expected()}")


def complete(options: tuple[Option, ...], given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """All options with the given values checked and defaults for the rest; UserError on a wrong one."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise UserError(f"there is no option {name!r}; known: {', '.join(known) or 'none'}")
    return {
        name: option.check(given[name]) if name in given else option.default for name, option in known.items()
    }


def parse(options: tuple[Option, ...], words: list[str]) -> dict[str, OptionValue]:
    """Options from NAME=VALUE words, complete with defaults; UserError names the first wrong one."""
    known = {option.name: option for option in options}
    given: dict[str, OptionValue] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise UserError(f"option {word!r} is not of the form NAME=VALUE")
        if name in given:
            raise UserError(f"option {name!r} is given twice")
        given[name] = known[name].parse(text) if name in known else text
    return complete(options, given)
