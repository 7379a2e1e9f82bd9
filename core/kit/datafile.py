"""Data files that people may replace: read whole, with every fault named at once.

A file is parsed, then read into typed structs field by field, so that one wrong value never hides the
next one. A wrong value becomes a fault and is replaced by an empty one; what later checks find at the
same key is then an echo and is left out.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from functools import cache
from importlib.resources.abc import Traversable
from types import UnionType
from typing import Annotated, Literal, TypeVar, Union, get_args, get_origin

import msgspec

S = TypeVar("S", bound=msgspec.Struct)


class Fault(msgspec.Struct, frozen=True, order=True):
    """One thing that is wrong in a data file."""

    file: str
    key: str
    wrong: str
    expected: str

    def __str__(self) -> str:
        text = f"{self.file}: {self.key}: {self.wrong}, expected {self.expected}"
        # names come from a stranger's file: one line each, and nothing a terminal would obey
        return "".join(each if each.isprintable() else " " for each in text)


class ChartError(Exception):
    """The data files cannot be played with; `faults` lists all that is wrong."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Faults:
    """Collects faults; drops repetitions and echoes of a value that could not be read."""

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self._unread: list[tuple[str, str]] = []

    def add(self, file: str, key: str, wrong: str, expected: str) -> None:
        fault = Fault(file, key, wrong, expected)
        echo = any(file == f and _within(key, k) for f, k in self._unread)
        if not echo and fault not in self.found:
            self.found.append(fault)

    def lost(self, file: str, key: str) -> None:
        """Faults found at this key from now on are echoes."""
        self._unread.append((file, key))

    def unread(self, file: str, key: str, wrong: str, expected: str) -> None:
        """A fault of form: the value at this key is lost to all later checks."""
        self.add(file, key, wrong, expected)
        self.lost(file, key)

    def known(self, file: str, key: str, name: str, names: Collection[str], kind: str) -> bool:
        """Is the name one of those known? If not, a fault with the nearest one."""
        if name in names:
            return True
        self.add(file, key, f"{kind} {name!r} is unknown", f"one of the {kind}s{nearest(name, names)}")
        return False


def _within(key: str, outer: str) -> bool:
    return not outer or key == outer or key.startswith((outer + ".", outer + "["))


def nearest(name: str, names: Collection[str]) -> str:
    """The known name most like this one, as an aside, or nothing."""
    folded = {known.casefold(): known for known in names}
    close = get_close_matches(name.casefold(), list(folded), 1)
    return f" (did you mean {folded[close[0]]!r}?)" if close else ""


def parse(text: str, file: str, faults: Faults) -> object:
    """The content of a TOML or JSON text; None and a fault with its line if it is neither."""
    try:
        return tomllib.loads(text) if file.endswith(".toml") else json.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error), re.DOTALL)
        message, line = found.groups() if found else (str(error), None)
        line = line or str(text.count("\n") + 1)
        faults.unread(file, f"line {line}", f"not TOML: {message}", "a TOML document")
    except json.JSONDecodeError as error:
        faults.unread(file, f"line {error.lineno}", f"not JSON: {error.msg}", "a JSON document")
    except RecursionError:
        faults.unread(file, "line 1", "nested too deeply", "a flat document")
    except ValueError:
        faults.unread(file, "file", "a number in it has thousands of digits", "shorter numbers")
    return None


def read_text(source: Traversable, faults: Faults) -> str | None:
    """The text of a file; None and a fault if it is not UTF-8 or cannot be read."""
    try:
        text = source.read_text(encoding="utf-8")
        if not text.startswith("\ufeff"):
            return text
        faults.unread(source.name, "line 1", "begins with a byte order mark", "UTF-8 text without one")
    except UnicodeDecodeError as error:
        faults.unread(source.name, f"byte {error.start}", "not UTF-8", "UTF-8 text")
    except OSError as error:
        faults.unread(source.name, "file", f"cannot be read ({error.strerror})", "a readable file")
    return None


@cache
def _fields(cls: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a struct under the names they have in a file."""
    return {field.encode_name: field for field in msgspec.structs.fields(cls)}


def read_struct(cls: type[S], raw: object, file: str, key: str, faults: Faults) -> S:
    """A struct out of parsed content. Unknown keys are faults where the struct forbids them."""
    try:
        return msgspec.convert(raw, cls, strict=True)
    except msgspec.ValidationError:
        pass  # field by field, until all that is wrong is named
    if not isinstance(raw, dict):
        faults.add(file, key or "file", f"is {_shown(raw)}", "a table")
        faults.lost(file, key)
        return _empty(cls)
    fields = _fields(cls)
    if cls.__struct_config__.forbid_unknown_fields:
        for name in [
            str(name) for name in raw if name not in fields and name != cls.__struct_config__.tag_field
        ]:
            wanted = (
                f"one of {', '.join(fields)}{nearest(name, [each for each in fields if each not in raw])}"
            )
            faults.unread(file, _join(key, name), "unknown key", wanted)
    values: dict[str, object] = {}
    for name, field in fields.items():
        if name in raw:
            values[field.name] = _value(field.type, raw[name], file, _join(key, name), faults)
        elif field.required:
            faults.unread(file, _join(key, name), "missing", _wanted(field.type))
            values[field.name] = _blank(field.type)
    return cls(**values)


def _value(kind: object, raw: object, file: str, key: str, faults: Faults) -> object:
    base = _base(kind)
    origin, inner = get_origin(base), get_args(base)
    if isinstance(base, type) and issubclass(base, msgspec.Struct):
        return read_struct(base, raw, file, key, faults)
    if origin is list and isinstance(raw, list):
        keys = [key + _label(inner[0], each, number) for number, each in enumerate(raw, 1)]
        return [_value(inner[0], each, file, at, faults) for each, at in zip(raw, keys, strict=True)]
    if origin is dict and isinstance(raw, dict):
        return {name: _value(inner[1], each, file, _join(key, name), faults) for name, each in raw.items()}
    structs = _structs(inner) if origin in (Union, UnionType) else []
    if len(structs) == 1:
        return read_struct(structs[0], raw, file, key, faults)
    if structs and isinstance(raw, dict):
        tagged = {str(each.__struct_config__.tag): each for each in structs}
        name = raw.get("type")
        if isinstance(name, str) and name in tagged:
            return read_struct(tagged[name], raw, file, key, faults)
        near = nearest(name, tagged) if isinstance(name, str) else ""
        faults.unread(file, _join(key, "type"), f"is {_shown(name)}", f"one of {', '.join(tagged)}{near}")
        faults.lost(file, key)
        return _empty(next(iter(tagged.values())))
    try:
        value: object = msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError:
        faults.unread(file, key, f"is {_shown(raw)}", _wanted(kind))
        return _blank(kind)
    return value


def _structs(members: tuple[object, ...]) -> list[type[msgspec.Struct]]:
    """The structs of a union."""
    return [each for each in members if isinstance(each, type) and issubclass(each, msgspec.Struct)]


def _label(kind: object, raw: object, number: int) -> str:
    """How an entry of a list is called in a key: by its own name if it has one, else by its number."""
    field = getattr(_base(kind), "label", None)
    name = raw.get(field) if isinstance(raw, dict) and isinstance(field, str) else None
    return f"[{name}]" if isinstance(name, str | int) else f"[{number}]"


def _base(kind: object) -> object:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _empty(cls: type[S]) -> S:
    """A struct without content, in the place of one that could not be read."""
    return cls(**{field.name: _blank(field.type) for field in _fields(cls).values()})


def _blank(kind: object) -> object:
    """An empty value in the place of one that could not be read."""
    base = _base(kind)
    origin = get_origin(base)
    if isinstance(base, type) and issubclass(base, msgspec.Struct):
        return _empty(base)
    if origin is Literal:
        first: object = get_args(base)[0]
        return first
    if origin in (Union, UnionType):
        return None
    made = origin or base
    return made() if isinstance(made, type) else None


_WORDS = {
    "str": "a string",
    "int": "a whole number",
    "bool": "true or false",
    "float": "a number",
    "list": "a list",
    "dict": "a table",
}


def _wanted(kind: object) -> str:
    """What a field of this type holds, in words."""
    base = _base(kind)
    if get_origin(base) is Literal:
        return " or ".join(map(repr, get_args(base)))
    if get_origin(base) in (Union, UnionType):
        return " or ".join(_wanted(each) for each in get_args(base) if each is not type(None))
    made = get_origin(base) or base
    if isinstance(made, type) and issubclass(made, msgspec.Struct):
        return "a table"
    words = _WORDS.get(getattr(made, "__name__", ""), "another value")
    for meta in get_args(kind)[1:] if get_origin(kind) is Annotated else ():
        if isinstance(meta, msgspec.Meta):
            words += f" from {meta.ge} to {meta.le}"
    return words


def _shown(raw: object) -> str:
    """A wrong value in short."""
    if isinstance(raw, dict):
        return "a table"
    if isinstance(raw, list):
        return "a list"
    if isinstance(raw, bool):
        return str(raw).lower()
    if raw is None:
        return "nothing"
    text = repr(raw)
    return text if len(text) <= 60 else text[:57] + "..."


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name
