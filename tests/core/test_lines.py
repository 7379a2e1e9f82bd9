"""The bytes of a record line: the same back, and nothing but `BadLine` from anything else."""

from __future__ import annotations

import json
from contextlib import suppress
from zlib import crc32

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import example, given
from msgspec import Raw

from core import lines
from core.game import Outcome
from core.lines import BadLine, Line

WHOLE = st.integers(-(1 << 53), 1 << 53)
SMALL = st.integers(0, 1 << 53)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
HEX = st.binary(max_size=16).map(bytes.hex)
JSON = st.recursive(
    st.none() | st.booleans() | WHOLE | TEXT, lambda inner: st.lists(inner, max_size=4), max_leaves=8
)
ACTION = JSON.map(lambda value: Raw(msgspec.json.encode(value)))
ROLLS = st.lists(st.lists(WHOLE, max_size=4), max_size=3)
OPENED = st.builds(lines.Opened, SMALL, HEX, ACTION)
BODIES = {
    "open": st.builds(
        lines.Header, st.just(1), TEXT, WHOLE, TEXT, TEXT,
        st.dictionaries(TEXT, st.booleans() | WHOLE | TEXT, max_size=3), st.lists(TEXT, max_size=4),
        HEX, ROLLS, HEX,
    ),
    "act": st.builds(
        lines.Act, SMALL, SMALL, ACTION, ROLLS, st.lists(OPENED, max_size=2), st.lists(WHOLE, max_size=2), HEX
    ),
    "agreed": st.builds(
        lines.Agreed, SMALL, SMALL, ACTION, ROLLS, st.lists(OPENED, max_size=2), st.lists(WHOLE, max_size=2),
        HEX, st.lists(SMALL, max_size=4),
    ),
    "undo": st.builds(lines.Undo, SMALL, SMALL, st.lists(SMALL, max_size=4), HEX),
    "seat": st.builds(lines.Seat, SMALL, TEXT, TEXT),
    "dice": st.builds(lines.DiceSeed, HEX, HEX),
    "reseal": st.builds(lines.Reseal, SMALL, HEX),
    "house": st.builds(
        lines.House, TEXT, TEXT, WHOLE, WHOLE, WHOLE, st.booleans(), st.booleans(), HEX,
        st.lists(HEX, max_size=2), st.lists(TEXT, max_size=2),
    ),
    "end": st.builds(
        lines.End,
        st.builds(Outcome, st.just(((0, 1), (2,))), st.lists(WHOLE, max_size=4).map(tuple), TEXT),
    ),
}  # fmt: skip
LINE = st.sampled_from(sorted(BODIES)).flatmap(
    lambda kind: st.builds(Line, SMALL, st.just(kind), SMALL, BODIES[kind])
)


def plain(line: Line) -> object:
    """Actions are compared as the JSON they are."""
    return msgspec.json.decode(msgspec.json.encode(line))


@given(LINE)
def test_written_and_read_is_the_same(line: Line) -> None:
    data = lines.to_bytes(line)
    assert data.endswith(b"\n")
    assert data.count(b"\n") == 1, "a line of its own, whatever is in it"
    for form in (data, data[:-1]):
        again = lines.from_bytes(form, line.n)
        assert plain(again) == plain(line)
        assert lines.to_bytes(again) == data
    assert json.loads(data)[1] == line.kind, "any JSON reader reads it"


@given(LINE, st.data())
def test_a_changed_byte_is_found(line: Line, data: st.DataObject) -> None:
    raw = bytearray(lines.to_bytes(line)[:-1])
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(BadLine):
        lines.from_bytes(bytes(raw), line.n)


@given(LINE, st.data())
def test_a_cut_line_is_found(line: Line, data: st.DataObject) -> None:
    raw = lines.to_bytes(line)
    with pytest.raises(BadLine):
        lines.from_bytes(raw[: data.draw(st.integers(0, len(raw) - 2))], line.n)


@given(st.binary(max_size=200) | JSON.map(msgspec.json.encode), st.booleans())
@example(b"[" * 100_000, True)
@example(b'[0,"seat",0,' + b"[" * 90_000 + b"]" * 90_000 + b",0]", True)
@example(b'[0,"seat",0,[0,"\\ud800",""],0]', True)
@example(b'[0,"seat",0,[0,"\xff",""],0]', True)
@example(b'[0,"seat",0,[99999999999999999999999,"",""],0]', True)
@example(b"", False)
def test_nothing_else_is_raised(data: bytes, mend: bool) -> None:
    if mend:
        head = data.rpartition(b",")[0]
        data = b"%b,%d]" % (head, crc32(head))
    with pytest.raises(BadLine) as fault:
        lines.from_bytes(data, 0)
    assert str(fault.value)
    with suppress(BadLine):
        assert lines.format_of(data) >= 0


@given(st.sampled_from(sorted(BODIES)), st.lists(JSON, max_size=10))
def test_any_content_with_the_right_sum(kind: str, body: list[object]) -> None:
    """Read or refused; what is read can be written again."""
    head = b'[0,"%b",0,%b' % (kind.encode(), msgspec.json.encode(body))
    try:
        line = lines.from_bytes(b"%b,%d]\n" % (head, crc32(head)), 0)
    except BadLine:
        return
    assert lines.from_bytes(lines.to_bytes(line), 0) is not None


@pytest.mark.parametrize("number", [1 << 54, -(1 << 54), 1 << 64, 10**40])
def test_numbers_other_programs_would_round_are_refused(number: int) -> None:
    for head in (b'[0,"seat",%d,[0,"",""]' % number, b'[0,"seat",0,[%d,"",""]' % number):
        with pytest.raises(BadLine):
            lines.from_bytes(b"%b,%d]" % (head, crc32(head)), 0)


def test_the_form_never_changes() -> None:
    """Files of today are read by every later version."""
    old = '[3,"seat",5,[1,"Änn","joined"],3054594518]\n'.encode()
    assert lines.from_bytes(old, 3) == Line(3, "seat", 5, lines.Seat(1, "Änn", "joined", key=""))
    line = Line(3, "undo", 5, lines.Undo(1, 2, [0], "00"))
    assert lines.to_bytes(line) == b'[3,"undo",5,[1,2,[0],"00"],4253315051]\n'
    assert lines.commit_to(b"s" * 16, b'["choose",3]') == (
        "2a2c2fa7c360deac1438abc47553dc5adecbb43546c504c2117890282b170ac8"
    )


def test_sealed_or_plain() -> None:
    assert lines.sealed_commitment(lines.sealed_action("ab12")) == "ab12"
    for action in (b'["choose",3]', b'["sealed"]', b'["sealed",3]', b'["seal","ab"]', b"{}", b"[", b"\xff"):
        assert lines.sealed_commitment(Raw(action)) is None


@given(st.binary(max_size=20), st.binary(max_size=20), st.binary(min_size=1, max_size=16))
def test_another_action_or_salt_is_another_commitment(one: bytes, other: bytes, salt: bytes) -> None:
    assert (lines.commit_to(salt, one) == lines.commit_to(salt, other)) == (one == other)
    assert lines.commit_to(salt, one) != lines.commit_to(salt + b"x", one)
