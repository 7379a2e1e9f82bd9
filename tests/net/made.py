"""Messages made from their own types: good ones for hypothesis, spoilt ones by chance."""

from __future__ import annotations

from random import Random
from typing import TypeAlias, cast, get_args

import hypothesis.strategies as st
import msgspec
from msgspec import Struct, inspect

from net import messages as m

FROM_MEMBER: tuple[type[Struct], ...] = get_args(m.FromMember)
FROM_HOST: tuple[type[Struct], ...] = get_args(m.FromHost)
FROM_STRANGER: tuple[type[Struct], ...] = get_args(m.FromStranger)
EVERY = (*FROM_STRANGER, *FROM_MEMBER, *FROM_HOST)

Raw: TypeAlias = object
"""What MessagePack can carry, without types."""


def good(type_: type[Struct]) -> st.SearchStrategy[Struct]:
    """Every message of this type that may be sent."""
    return cast("st.SearchStrategy[Struct]", _strategy(inspect.type_info(type_)))


def _strategy(info: inspect.Type) -> st.SearchStrategy[object]:
    match info:
        case inspect.StructType(cls=cls, fields=fields):
            return st.builds(cls, *(_strategy(field.type) for field in fields))
        case inspect.IntType(ge=low, le=high):
            return st.integers(low, high)
        case inspect.BoolType():
            return st.booleans()
        case inspect.StrType(max_length=most):
            return st.text(max_size=most)
        case inspect.BytesType(min_length=least, max_length=most):
            # The longest are tried elsewhere.
            return st.binary(min_size=least or 0, max_size=min(most or 64, 64))
        case inspect.VarTupleType(item_type=item, max_length=most):
            return st.lists(_strategy(item), max_size=min(most or 8, 4)).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*(_strategy(item) for item in items))
        case inspect.UnionType(types=types):
            return st.one_of(*(_strategy(one) for one in types))
        case inspect.NoneType():
            return st.none()
    raise AssertionError(f"no message has a {info}")


def by_chance(rng: Random, type_: type[Struct]) -> Struct:
    """A message whose fields are all in their bounds."""
    made = _sample(rng, inspect.type_info(type_))
    assert isinstance(made, type_)
    return made


def _sample(rng: Random, info: inspect.Type) -> object:
    match info:
        case inspect.StructType(cls=cls, fields=fields):
            return cls(*(_sample(rng, field.type) for field in fields))
        case inspect.IntType(ge=low, le=high):
            assert low is not None and high is not None
            return rng.choice((low, high, max(low, 0), max(low, 1), rng.randint(low, high), rng.randint(0, 9)
                               if low <= 0 and high >= 9 else low))  # fmt: skip
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.StrType(max_length=most):
            text = rng.choice(("", "Ann", "ai:random", "\u202e\u0000", "😀" * 99, "x" * 999, "os:abort"))
            return text[: most or 999]
        case inspect.BytesType(min_length=least, max_length=most):
            return rng.randbytes(rng.randint(least or 0, min(most or 0, 40)))
        case inspect.VarTupleType(item_type=item, max_length=most):
            return tuple(_sample(rng, item) for _ in range(rng.randint(0, min(most or 4, 4))))
        case inspect.TupleType(item_types=items):
            return tuple(_sample(rng, item) for item in items)
        case inspect.UnionType(types=types):
            return _sample(rng, rng.choice(types))
        case inspect.NoneType():
            return None
    raise AssertionError(f"no message has a {info}")


def raw(message: Struct) -> list[Raw]:
    """A message as it lies in MessagePack."""
    found: list[Raw] = msgspec.msgpack.decode(msgspec.msgpack.encode(message))
    return found


NONSENSE: tuple[Raw, ...] = (
    None, True, -1, -2, 2**63, 2**64 - 1, -(2**63), 1 << 54, 0.0, float("nan"), float("inf"), "", "x" * 5_000,
    msgspec.msgpack.Ext(99, b"x"), b"", b"\xff" * 17, b"\0" * 70_000, [], [[]], [1] * 2_000, {},
    {"a": 1}, {1: 2},
)  # fmt: skip


def spoilt(rng: Random, message: Struct) -> bytes:
    """The message with one field changed for nonsense, left out, or one too many."""
    fields = raw(message)
    how = rng.randrange(4)
    if how == 0:
        fields.append(rng.choice(NONSENSE))
    elif how == 1 and fields:
        del fields[rng.randrange(len(fields))]
    elif fields:
        fields[rng.randrange(len(fields))] = rng.choice(NONSENSE)
    return msgspec.msgpack.encode(fields)


def rubbish(rng: Random) -> bytes:
    """Bytes of every kind that are no message, or hardly ever."""
    kind = rng.randrange(6)
    if kind == 0:
        return rng.randbytes(rng.randint(1, 300))
    if kind == 1:
        return b"\x91" * rng.choice((16, 100, 1_000, 1_100, 4_000)) + b"\x90"
    if kind == 2:
        return (
            rng.choice((b"\xdd", b"\xdf", b"\xc6", b"\xdb", b"\xc9")) + b"\xff\xff\xff\xff" + rng.randbytes(9)
        )
    if kind == 3:
        return b"\xdc\x0f\xff" * rng.choice((1, 30, 1_000))
    if kind == 4:
        return msgspec.msgpack.encode(rng.choice(NONSENSE))[:4_000]
    tag = rng.choice([str(type_.__struct_config__.tag) for type_ in EVERY])
    return msgspec.msgpack.encode([tag, *(rng.choice(NONSENSE) for _ in range(rng.randrange(8)))])[:200_000]
