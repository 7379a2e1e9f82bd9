"""Words for codes: one template per code, one renderer for command line, log and window.

Templates are `str.format`-like and take only a field with one of these forms:

    {seat}                    the value itself
    {seat:seat}               the name of that id in the names table `seat`; of several: "A, B and C",
                              of none nothing
    {areas:area|9|areas}      the same, but of more than nine only how many: "12 areas"
    {n:count|point|points}    "1 point", "3 points"; a third text is for none: {n:count|point|points|nothing}
    {granted:either|yes|no}   the first text if the value is true (of a list: not empty), else the second
    {left:clock}              milliseconds as m:ss
    {why:why}                 the template of that code in the family `why`, with the other fields; of a
                              struct the template of its tag, with its own; of several: "A, B and C"

A translation is a file of the same form beside the English one; what it lacks stays English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence, Set
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Final, Protocol, TypeAlias

from msgspec import Struct, structs

from core.faults import UserError
from core.game import Outcome, Param, Pending, Refusal

Names: TypeAlias = Mapping[str, Sequence[str]]

COMMON: Final = files("resources") / "common"
_PARSER: Final = Formatter()


class Texts:
    """The templates of one game in one language, with the table's own behind them."""

    def __init__(self, templates: Mapping[str, Mapping[str, str]], names: Names) -> None:
        self._templates = templates
        self._names = names

    def say(self, family: str, code: str, params: Mapping[str, object]) -> str:
        """The sentence for a code of a family ("event", "fact", "refusal", "pending" ...).

        A code without a template is shown itself, with its parameters: never an error.
        """
        template = self._templates.get(family, {}).get(code)
        if template is None:
            shown = ", ".join(f"{name} {value}" for name, value in params.items())
            return f"{code} ({shown})" if shown else code
        return "".join(self._render(template, params))

    def has(self, family: str, code: str) -> bool:
        """Is there a template?"""
        return code in self._templates.get(family, {})

    def every(self, family: str) -> Sequence[str]:
        """All sentences of a family, as they are written."""
        return tuple(self._templates.get(family, {}).values())

    def fill(self, template: str, params: Mapping[str, object]) -> str:
        """A template from elsewhere, with these fields."""
        return "".join(self._render(template, params))

    def fault(self, template: str) -> str:
        """Why a template from elsewhere cannot be used; '' if it can."""
        return _wrong(template, {*self._names, *self._templates})

    def event(self, event: Struct) -> str:
        """The sentence for an event of the game."""
        return self.say("event", str(event.__struct_config__.tag), structs.asdict(event))

    def fact(self, fact: Struct) -> str:
        """The sentence for something that a view shows."""
        return self.say("fact", str(fact.__struct_config__.tag), structs.asdict(fact))

    def action(self, action: Struct, kind: str = "") -> str:
        """What somebody may do, as a choice in a list; a question may have its own words (KIND-TAG)."""
        tag = str(action.__struct_config__.tag)
        own = f"{kind}-{tag}" if self.has("action", f"{kind}-{tag}") else tag
        return self.say("action", own, structs.asdict(action))

    def section(self, event: Struct) -> str:
        """The rule section an event comes from, '' if its game names none (table `section`)."""
        return self._templates.get("section", {}).get(str(event.__struct_config__.tag), "")

    def refusal(self, refusal: Refusal) -> str:
        """Why something is not legal, with its rule section."""
        params: dict[str, Param] = dict(refusal.params)
        if "barrier" in params:
            params["barrier"] = self.say("barrier", str(params["barrier"]), {})
        text = self.say("refusal", refusal.code, params)
        return f"{text} [{refusal.rule}]" if refusal.rule else text

    def pending(self, pending: Pending) -> str:
        """Who owes what, in one sentence."""
        subject = {f"subject{i}": value for i, value in enumerate(pending.subject)}
        return self.say("pending", pending.kind, {"seat": pending.seat, **subject})

    def outcome(self, outcome: Outcome) -> str:
        """The result in one sentence."""
        return self.say("outcome", outcome.reason, {"winners": outcome.ranking[0]})

    def name(self, table: str, number: int) -> str:
        """The name of an id, in other words if the texts have some; its number if it has none."""
        names = self._names.get(table, ())
        if not 0 <= number < len(names):
            return str(number)
        return self._templates.get(table, {}).get(names[number], names[number])

    def _render(self, template: str, params: Mapping[str, object]) -> Iterator[str]:
        for literal, field, form, _ in _PARSER.parse(template):
            yield literal
            if field is not None:
                # Without the field itself, so that no template can call itself without end.
                others = {name: value for name, value in params.items() if name != field}
                yield self._value(params.get(field), form or "", others)

    def _value(self, value: object, form: str, others: Mapping[str, object]) -> str:
        kind, *words = form.split("|")
        if kind == "either":
            return words[0] if value else words[1]
        if kind == "count":
            return words[2] if len(words) > 2 and not value else f"{value} {words[value != 1]}"
        if kind == "clock" and isinstance(value, int):
            minutes, seconds = divmod(max(0, value) // 1000, 60)
            return f"{minutes}:{seconds:02}"
        if isinstance(value, (tuple, list)):
            if words and len(value) > int(words[0]):
                return f"{len(value)} {words[1]}"
            return _list([self._value(item, kind, others) for item in value])
        if kind in self._names and isinstance(value, int):
            return self.name(kind, value)
        if kind in self._templates and isinstance(value, Struct):
            return self.say(kind, str(value.__struct_config__.tag), structs.asdict(value))
        if kind in self._templates:
            return self.say(kind, str(value), others)
        return str(value)


def _list(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class Speaker(Protocol):
    """What a game has texts from: its names and its folder."""

    @property
    def names(self) -> Names:
        """Names of ids, by table."""
        ...

    @property
    def resources(self) -> Traversable:
        """Where its `texts.toml` is."""
        ...


def common(language: str = "en") -> Texts:
    """The texts that need no game."""
    merged: dict[str, dict[str, str]] = {}
    _merge(merged, COMMON, language, {})
    return Texts(merged, {})


def load(game: Speaker, language: str = "en") -> Texts:
    """The texts of a game. Raises `UserError` naming file and key of a template that cannot be used."""
    merged: dict[str, dict[str, str]] = {}
    for folder in (COMMON, game.resources):
        _merge(merged, folder, language, game.names)
    return Texts(merged, game.names)


def _merge(merged: dict[str, dict[str, str]], folder: Traversable, language: str, names: Names) -> None:
    for name in ("texts.toml", f"texts.{language}.toml"):
        source = folder / name
        if source.is_file():
            for family, templates in _read(source, {*names, *merged}).items():
                merged.setdefault(family, {}).update(templates)


def _read(source: Traversable, known: set[str]) -> dict[str, dict[str, str]]:
    try:
        data = tomllib.loads(source.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise UserError(f"{source.name}: {fault}") from None
    found: dict[str, dict[str, str]] = {}
    for family, templates in data.items():
        if not isinstance(templates, dict):
            raise UserError(f"{source.name}: {family}: a table of templates was expected")
        for code, template in templates.items():
            wrong = _wrong(template, {*known, *data}) if isinstance(template, str) else "a text was expected"
            if wrong:
                raise UserError(f"{source.name}: {family}.{code}: {wrong}")
        found[family] = templates
    return found


def _wrong(template: str, tables: Set[str]) -> str:
    try:
        fields = list(_PARSER.parse(template))
    except ValueError as fault:
        return str(fault)
    for _, field, form, conversion in fields:
        if field is None:
            continue
        if not field.isidentifier() or conversion:
            return f"{{{field}}} is no plain field"
        kind, *words = (form or "").split("|")
        if kind == "either":
            wrong = "" if len(words) == 2 else "needs two texts"
        elif kind == "count":
            wrong = "" if len(words) in (2, 3) else "needs two texts or three"
        elif kind in tables:
            limited = len(words) == 2 and words[0].isdecimal()
            wrong = "" if limited or not words else "needs a number and a word"
        else:
            known = form in ("", None, "clock", "seat")
            wrong = "" if known else "is no form, no family and no table of names"
        if wrong:
            return f"{{{field}:{form}}} {wrong}"
    return ""
