"""Frames and messages: whatever bytes come, there are messages within their bounds or one `BadFrame`."""

from __future__ import annotations

import resource
import struct
import tracemalloc
from random import Random

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given, settings
from msgspec import Struct, inspect

from net import messages as m
from net import wire
from net.wire import BadFrame, Frames, framed, pack, unpack
from tests.net import made

STRANGER = m.FromStranger
MEMBER = m.FromMember
HELLO = pack(m.Hello(m.MAGIC, m.PROTOCOL))


def code_of(content: bytes, type_: object = MEMBER) -> str:
    with pytest.raises(BadFrame) as fault:
        unpack(content, type_)
    assert fault.value.args == (fault.value.code,), "nothing of a stranger's bytes is told"
    assert fault.value.__cause__ is None and fault.value.__suppress_context__
    return fault.value.code


# Frames.


@given(st.lists(st.binary(min_size=1, max_size=200), max_size=8), st.data())
def test_a_stream_in_pieces_of_any_size_gives_the_same_frames(contents: list[bytes], data: st.DataObject):
    stream = b"".join(map(framed, contents))
    frames, found = Frames(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        frames.feed(stream[:size])
        stream = stream[size:]
        while (frame := frames.next()) is not None:
            found.append(frame)
    assert found == contents
    assert not frames.partial


def test_byte_by_byte():
    frames = Frames()
    for byte in framed(HELLO)[:-1]:
        frames.feed(bytes([byte]))
        assert frames.next() is None and frames.partial
    frames.feed(framed(HELLO)[-1:])
    assert frames.next() == HELLO and frames.next() is None


@pytest.mark.parametrize("limit", [wire.SMALL, wire.LARGE])
def test_the_longest_frame_passes_and_one_byte_more_does_not(limit: int):
    frames = Frames(limit)
    frames.feed(framed(b"x" * limit))
    assert frames.next() == b"x" * limit
    frames.feed(struct.pack(">I", limit + 1))
    with pytest.raises(BadFrame, match="frame-too-long"):
        frames.next()


@pytest.mark.parametrize(("head", "code"), [
    (b"\xff\xff\xff\xff", "frame-too-long"), (b"\x80\0\0\0", "frame-too-long"), (b"\0\0\0\0", "empty-frame"),
    (b"GET ", "frame-too-long"), (b"SSH-", "frame-too-long"), (b"\x16\x03\x01\x02", "frame-too-long"),
])  # fmt: skip
def test_ses_02_a_length_is_refused_before_anything_is_kept(head: bytes, code: str):
    frames = Frames(wire.LARGE)
    frames.feed(head)
    with pytest.raises(BadFrame, match=code):
        frames.next()


LIES = {
    "array": b"\xdd\xff\xff\xff\xff", "map": b"\xdf\xff\xff\xff\xff", "bytes": b"\xc6\xff\xff\xff\xff",
    "text": b"\xdb\xff\xff\xff\xff", "extension": b"\xc9\xff\xff\xff\xff\x01",
    "within a message": b"\x92\xa5point\xdd\xff\xff\xff\xff",
    "bytes within a message": b"\x96\xa3act\x01\x00\x01\x01\xc6\xff\xff\xff\xff",
    "tree of arrays": (b"\xdd\x00\x03\xff\xff" * 1_000).ljust(wire.LARGE, b"\0"),
    "small tree of arrays": (b"\xdc\x0f\xff" * 1_000).ljust(wire.SMALL, b"\0"),
    "empty arrays": b"\xdd\x00\x03\xff\x00" + b"\x90" * 0x3FF00,
}  # fmt: skip


@pytest.mark.parametrize("type_", [STRANGER, MEMBER, m.FromHost], ids=["stranger", "member", "host"])
@pytest.mark.parametrize("lie", LIES)
def test_ses_02_a_length_that_lies_costs_no_memory(lie: str, type_: object):
    unpack(HELLO, STRANGER)
    assert code_of(LIES[lie], type_) == "not-a-message"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tracemalloc.start()
    try:
        for _ in range(20):
            code_of(LIES[lie], type_)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 64 * 1024
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 * 1024, "in KiB"


def test_what_is_kept_of_a_peer_stays_below_one_frame_and_one_read():
    frames = Frames()
    for _ in range(1_000):
        frames.feed(framed(b"x" * 1_000))
        assert frames.next() is not None
    assert len(frames._data) == 0
    frames.feed(struct.pack(">I", wire.SMALL))
    for _ in range(wire.SMALL - 1):
        frames.feed(b"x")
        assert frames.next() is None
    assert len(frames._data) == wire.HEAD + wire.SMALL - 1


# Messages.


@pytest.mark.parametrize("depth", [16, 32, 1_000, 1_100, 100_000])
@pytest.mark.parametrize("start", [b"", b"\x92\xa5point", b"\x93\xa5hello\xa8maharaja", b"\x92\xa3bye"])
def test_ses_01_a_thousand_brackets_are_refused_unwalked(depth: int, start: bytes):
    for type_ in (STRANGER, MEMBER, m.FromHost):
        assert code_of(start + b"\x91" * depth + b"\x90", type_) == "not-a-message"


NONSENSE = {
    "nan": b"\x93\xa4ping\xcb\x7f\xf8\0\0\0\0\0\0\x01",
    "infinity": b"\x93\xa4ping\xca\x7f\x80\0\0\x01",
    "whole float": b"\x93\xa4ping\xcb\x3f\xf0\0\0\0\0\0\0\x01",
    "extension": b"\x93\xa4ping\xd4\x63\0\x01",
    "timestamp": b"\x93\xa4ping\xd6\xff\0\0\0\x01\x01",
    "2**64-1": b"\x93\xa4ping\xcf" + b"\xff" * 8 + b"\x01",
    "-2**63": b"\x93\xa4ping\x01\xd3\x80" + b"\0" * 7,
    "map": b"\x81\xa4ping\x01",
    "map with a key twice": b"\x82\xa1a\x01\xa1a\x02",
    "map as a field": b"\x92\xa3say\x81\x01\x02",
    "bad UTF-8": b"\x92\xa3say\xa2\xff\xfe",
    "lone surrogate": b"\x92\xa3say\xa3\xed\xa0\x80",
    "bytes for text": b"\x92\xa3say\xc4\x01x",
    "text for bytes": b"\x97\xa3act\x01\x00\x01\x01\xa1x\xc4\x00",
    "number for a flag": b"\x94\xa4vote\x01\x01\x01",
    "nil": b"\x92\xa3say\xc0",
    "no tag": b"\x91\x01",
    "other tag": b"\x92\xa5enter\x01",
    "empty array": b"\x90",
    "one field too many": b"\x93\xa3say\xa1x\x01",
    "one too few": b"\x91\xa3say",
    "bytes behind it": b"\x92\xa3say\xa1x\x01",
    "half of it": b"\x92\xa3say\xa5x",
    "never used byte": b"\xc1",
}


@pytest.mark.parametrize("what", NONSENSE)
def test_ses_04_nonsense_in_good_encoding_is_refused(what: str):
    assert code_of(NONSENSE[what]) == "not-a-message"


BOUNDS: list[tuple[Struct, Struct]] = [
    (m.Say("x" * m.MAX_TEXT), m.Say("x" * (m.MAX_TEXT + 1))),
    (m.Point((0,) * 4), m.Point((0,) * 5)),
    (m.Point((1 << 53,)), m.Point(((1 << 53) + 1,))),
    (m.Ping(0, -(1 << 53)), m.Ping(-1, 0)),
    (m.Act(1, -1, 0, 0, b"x" * 65_536), m.Act(1, -1, 0, 0, b"x" * 65_537)),
    (m.Act(1, 7, 0, 0, b""), m.Act(1, 8, 0, 0, b"")),
    (m.Act(1 << 53, 0, 0, 0, b""), m.Act(0, 0, 0, 0, b"")),
    (m.Act(1, 0, 0, 0, b"", b"x" * 16), m.Act(1, 0, 0, 0, b"", b"x" * 17)),
    (m.Undo(1, -1, 0), m.Undo(1, -2, 0)),
    (m.Seen(0, 0, b"x" * 8), m.Seen(0, 0, b"x" * 7)),
    (m.Command(1, "x" * 64), m.Command(1, "x" * 65)),
    (m.Command(1, "", 0, 0, "x" * 500), m.Command(1, "", 0, 0, "x" * 501)),
    (m.Propose(1, 0, "", 0), m.Propose(1, 0, "", -1)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("fits", "does_not"), BOUNDS, ids=[str(type(a).__name__) + str(i) for i, (a, _) in enumerate(BOUNDS)]
)
def test_each_field_has_its_bounds(fits: Struct, does_not: Struct):
    assert unpack(pack(fits), MEMBER) == fits
    assert code_of(pack(does_not)) == "not-a-message"


@pytest.mark.parametrize("type_", made.EVERY, ids=lambda type_: type_.__name__)
def test_every_message_comes_out_as_it_went_in(type_: type[Struct]):
    direction = next(
        union
        for union, types in (
            (STRANGER, made.FROM_STRANGER), (MEMBER, made.FROM_MEMBER), (m.FromHost, made.FROM_HOST)
        )
        if type_ in types
    )  # fmt: skip

    @settings(max_examples=25)
    @given(made.good(type_))
    def there_and_back(message: Struct) -> None:
        assert unpack(pack(message), direction) == message

    there_and_back()


def test_no_message_is_longer_than_the_largest_frame():
    seal = 20
    update = m.Update(0, 0, b"v" * (96 * 1024), b"l" * (128 * 1024), b"h" * 8, ())
    assert len(pack(update)) + seal < wire.LARGE
    entering = m.Enter("😀" * 500, "e" * 64, 1, b"n" * 16, b"m" * 8, b"p" * 32, b"w" * 32)
    assert len(pack(entering)) < wire.SMALL


def read(content: bytes, type_: object) -> bool:
    """Is it a message? If not, `BadFrame` says so."""
    try:
        message = unpack(content, type_)
    except BadFrame:
        return False
    return isinstance(message, Struct)


@settings(max_examples=300)
@given(st.binary(max_size=200), st.sampled_from([STRANGER, MEMBER, m.FromHost]))
def test_any_bytes_are_a_message_or_a_bad_frame(content: bytes, type_: object):
    read(content, type_)


def test_spoilt_messages_are_messages_or_bad_frames():
    rng, types = Random(4), (STRANGER, MEMBER, m.FromHost)
    spoilt = [made.spoilt(rng, made.by_chance(rng, rng.choice(made.EVERY))) for _ in range(3_000)]
    assert sum(read(content, type_) for content in spoilt for type_ in types) > 30
    assert not any(read(made.rubbish(rng), type_) for _ in range(3_000) for type_ in types)


@pytest.mark.parametrize("type_", made.EVERY, ids=lambda type_: type_.__name__)
def test_every_field_of_every_message_is_bounded(type_: type[Struct]):
    def bounded(info: inspect.Type) -> bool:
        match info:
            case inspect.StructType(fields=fields):
                return all(bounded(field.type) for field in fields)
            case inspect.IntType(ge=low, le=high):
                return low is not None and high is not None
            case inspect.StrType(max_length=most) | inspect.BytesType(max_length=most):
                return most is not None
            case inspect.VarTupleType(item_type=item, max_length=most):
                return most is not None and bounded(item)
            case inspect.TupleType(item_types=types) | inspect.UnionType(types=types):
                return all(map(bounded, types))
        return isinstance(info, inspect.BoolType | inspect.NoneType)

    info = inspect.type_info(type_)
    assert isinstance(info, inspect.StructType)
    assert [field.name for field in info.fields if not bounded(field.type)] == []


def test_parameters_are_cut_to_what_may_travel():
    params = m.bounded({"why": "x" * 9_999, "seats": tuple(range(999)), "n" * 99: 1, "yes": True})
    answer = m.Answer(1, "code", -1, "", params)
    assert unpack(pack(answer), m.FromHost) == answer
    assert len(m.bounded({str(i): i for i in range(40)})) == 16


def test_ses_04_half_a_letter_typed_here_is_no_error():
    from net import names, proof
    from net.guest_session import Fits, GuestSession, Who

    assert msgspec.msgpack.decode(pack(m.Say(names.whole("a\ud800b"))))[1] == "a?b"
    assert proof.password_key("\udcff", "t") != proof.password_key("?", "t")
    session = GuestSession(
        Who("Ann\ud800", "pass\udcff"), token=lambda _: b"", fits=lambda _: Fits("", 1), table="", known=-1,
        now=lambda: 0, nonce=bytes,
    )  # fmt: skip
    session.take()
    session.receive(framed(pack(m.Welcome("t", "", "", "toy", "", "", bytes(16), 1, True, False, False))))
    enter = unpack(session.take()[wire.HEAD :], STRANGER)
    assert isinstance(enter, m.Enter) and enter.name == "Ann?" and len(enter.password) == 32
