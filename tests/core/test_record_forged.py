"""Files that are no record, and records somebody changed by hand with the checksums put right."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from core.dice import SeededDice
from core.record import RecordError, read
from core.replay import replay
from core.table import open_table
from tests.core.record_kit import Tale, change, sum_up
from tests.core.test_record_damage import one_line
from tests.toy import game


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tale, bytes]:
    """A whole game: what its players know, and its record."""
    path = tmp_path_factory.mktemp("tale") / "tale.maharaja"
    tale = Tale()
    tale.tell(path)
    return tale, path.read_bytes()


def every(raw: bytes) -> list[bytes]:
    return raw.splitlines(keepends=True)


def header_again(raw: bytes) -> bytes:
    """Line 1 becomes a second header, well numbered."""
    found = every(raw)
    return b"".join([found[0], sum_up(b"[1" + found[0][2:]), *found[2:]])


def swap(raw: bytes, number: int) -> bytes:
    found = every(raw)
    found[number], found[number + 1] = found[number + 1], found[number]
    return b"".join(found)


def deep(open_: bytes, close: bytes) -> bytes:
    return open_ * 90_000 + close * 90_000


PAUSE = sum_up(b'[28,"host",60126,[-1,0,["pause",0],[],[],[],""],0]')

# What the file becomes, the line number named (None: the file alone), words of the message.
Spoil = Callable[[bytes], bytes]
FILES: list[tuple[str, Spoil, int | None, str]] = [
    ("empty", lambda _: b"", None, "empty"),
    ("noise", lambda _: Random(1).randbytes(10_000_000), 1, "not a Maharaja record"),
    ("noise after the header", lambda r: every(r)[0] + Random(1).randbytes(10_000_000), 2, ""),
    ("zeros after the header", lambda r: every(r)[0] + bytes(3_000_000), 2, "too long"),
    ("text", lambda _: b"Dear diary,\nhow are you?\n", 1, "not a Maharaja record"),
    ("json", lambda _: b'[0,"game",0,[],1]\n', 1, "not a Maharaja record"),
    ("newer format", lambda r: change(r, 0, b"[1,", b"[2,"), 1, "format 2 .* format 1.* newer version"),
    ("older format", lambda r: change(r, 0, b"[1,", b"[0,"), 1, "format 0 .* format 1.* older version"),
    ("newer, other header", lambda _: sum_up(b'[0,"open",0,[7,{"a":1}],0]'), 1, "format 7 "),
    ("older, other header", lambda _: sum_up(b'[0,"open",0,[0],0]'), 1, "format 0 "),
    ("no format", lambda _: sum_up(b'[0,"open",0,["1"],0]'), 1, "header is damaged"),
    ("huge format", lambda _: sum_up(b'[0,"open",0,[%b],0]' % (b"9" * 99)), 1, "header is damaged"),
    ("flipped format is damage", lambda r: r.replace(b"[1,", b"[9,", 1), 1, "header is damaged.* checksum"),
    ("saved by a text editor", lambda r: r.replace(b"\n", b"\r\n"), 1, "header is damaged"),
    ("header not first", lambda r: b"\n" + r, 1, "not a Maharaja record"),
    ("a second header", header_again, 2, "a second header"),
    ("the header twice", lambda r: every(r)[0] + r, 2, "number 0 where 1"),
    ("a line missing", lambda r: b"".join(every(r)[:5] + every(r)[6:]), 6, "number 6 where 5"),
    ("a line twice", lambda r: b"".join(every(r)[:6] + every(r)[5:]), 7, "number 5 where 6"),
    ("lines in other order", lambda r: swap(r, 5), 6, "number 6 where 5"),
    ("an empty line", lambda r: b"".join([*every(r)[:5], b"\n", *every(r)[5:]]), 6, "cut short"),
    ("time going back", lambda r: change(r, 9, b'"act",35', b'"act",27'), 10, "time is before"),
    ("time below zero", lambda r: change(r, 1, b'"act",7', b'"act",-7'), 2, "time is before"),
    ("time beyond bounds", lambda r: change(r, 28, b"60126", b"9" * 30), 29, "no record line"),
    ("a long line", lambda r: change(r, 6, b"joined", b"j" * 2_000_000), 7, "too long"),
    ("NUL bytes", lambda r: change(r, 6, b"joined", b"jo\0ned"), 7, "no record line|content"),
    ("no UTF-8", lambda r: change(r, 6, b"joined", b"jo\xffned"), 7, "content does not fit"),
    ("half a surrogate", lambda r: change(r, 6, b"joined", b"jo\\ud800"), 7, "no record line"),
    ("half a surrogate, inside", lambda r: change(r, 12, b'"keep"', b'"\\udfffkeep"'), 13, ""),
    ("deep nesting", lambda r: change(r, 12, b'["keep"]', deep(b"[", b"]")), 13, "no record line"),
    ("deep objects", lambda r: change(r, 12, b'["keep"]', deep(b'{"":', b"}")[:-1]), 13, "no record line"),
    ("a fraction", lambda r: change(r, 6, b"[2,", b"[2.5,"), 7, "content does not fit"),
    ("unknown kind", lambda r: change(r, 6, b'"seat"', b'"chat"'), 7, "kind 'chat' is unknown"),
    ("long unknown kind", lambda r: change(r, 6, b'"seat"', b'"%b"' % (b"x\\n" * 9999)), 7, "unknown"),
    ("kind of another body", lambda r: change(r, 6, b'"seat"', b'"act"'), 7, "content does not fit"),
    ("host kind for a seat", lambda r: change(r, 12, b'"act"', b'"host"'), 13, "no seat 2"),
    ("seat kind for the host", lambda r: change(r, 7, b'"host"', b'"act"'), 8, "no seat -1"),
    ("no such seat", lambda r: change(r, 12, b"[2,2,", b"[3,2,"), 13, "no seat 3"),
    ("changed seat nobody has", lambda r: change(r, 6, b"[2,", b"[9,"), 7, "no seat 9"),
    ("another's action", lambda r: change(r, 15, b"[0,3", b"[1,3"), 16, "seat 1 did not owe"),
    ("answer to another question", lambda r: change(r, 15, b"[0,3", b"[0,4"), 16, "seat 0 did not owe"),
    ("claim as an answer", lambda r: change(r, 3, b"[0,0", b"[0,1"), 4, "seat 0 did not owe"),
    ("answer as a claim", lambda r: change(r, 12, b"[2,2", b"[2,0"), 13, "seat 2 did not owe"),
    ("action against the rules", lambda r: change(r, 14, b'["give",0,1]', b'["give",2,1]'), 15, "refuse it"),
    ("unknown action", lambda r: change(r, 14, b'"give"', b'"gi\\n\\u001bve"'), 15, "cannot be repeated"),
    ("number too large", lambda r: change(r, 14, b'"give",0,1', b'"give",0,' + b"9" * 40), 15, "refuse it"),
    ("number far too large", lambda r: change(r, 14, b'"give",0,1', b'"give",0,' + b"9" * 5000), 15, ""),
    ("decision beyond bounds", lambda r: change(r, 12, b"[2,2,", b"[2,%b," % (b"9" * 30)), 13, "content"),
    ("undo of no line", lambda r: change(r, 13, b"[2,12,", b"[2,6,"), 14, "undoes line 7"),
    ("undo of a later line", lambda r: change(r, 13, b"[2,12,", b"[2,99,"), 14, "undoes line 100"),
    ("undo of an undone line", lambda r: change(r, 13, b"[2,12,", b"[2,3,"), 14, "undoes line 4"),
    ("undo of a step of another", lambda r: change(r, 4, b"[0,3,", b"[1,3,"), 5, "seat 0 did not agree"),
    ("undo without consent", lambda r: change(r, 13, b"[0,1,2]", b"[0,2]"), 14, "seat 1 did not agree"),
    ("time not run out", lambda r: change(r, 20, b"60084", b"60069"), 21, "time of seat 2 had not run out"),
    ("time of another", lambda r: change(r, 20, b'"expire",2', b'"expire",1'), 21, "time of seat 1 had not"),
    ("host acts after the end", lambda r: b"".join([*every(r)[:28], PAUSE]), 29, "game was over"),
    ("undo of another line", lambda r: change(r, 13, b"[2,12,", b"[2,11,"), 14, "position differs"),
    ("other digest", lambda r: change(r, 3, b"15a60261", b"15a60262"), 4, "position differs"),
    ("other set-up digest", lambda r: change(r, 0, b"e95365dc", b"e95365dd"), 1, "position differs"),
    ("no rolls", lambda r: change(r, 11, b"[[6,4,3]]", b"[]"), 12, "no more dice"),
    ("more rolls", lambda r: change(r, 12, b"[],[],[]", b"[[6,1]],[],[]"), 13, "not rolled"),
    ("empty roll", lambda r: change(r, 11, b"[[6,4,3]]", b"[[]]"), 12, "dice of 6 sides"),
    ("roll of a seven", lambda r: change(r, 11, b"[[6,4,3]]", b"[[6,4,7]]"), 12, "no rolls of a die"),
    ("other roll", lambda r: change(r, 11, b"[[6,4,3]]", b"[[6,4,4]]"), 12, "position differs"),
    ("dealt otherwise", lambda r: change(r, 0, b"14,10,", b"10,14,"), 1, "position differs"),
    ("a card dealt twice", lambda r: change(r, 0, b"[0,18,6,", b"[0,18,18,"), 1, "cannot be repeated"),
    ("another card opened", lambda r: change(r, 11, b'"choose",19', b'"choose",18'), 12, "not the one"),
    ("another salt", lambda r: change(r, 11, b"00020002", b"00020003"), 12, "not the one of line 10"),
    ("no salt", lambda r: change(r, 11, b"00020002", b"zz020002"), 12, "cannot be read"),
    ("long salt", lambda r: change(r, 11, b"0002" * 8, b"00" * 99), 12, "cannot be read"),
    ("choice of a line that sealed nothing", lambda r: change(r, 11, b"[[9,", b"[[8,"), 12, "sealed nothing"),
    ("no choice opened", lambda r: change(r, 20, b'[[16,"000500', b'[[17,"000500'), 21, "not the one"),
    ("other order of opening", lambda r: change(r, 11, b"[0],", b"[0,1],"), 12, "other sealed choices"),
    ("other judgement", lambda r: change(r, 11, b"],[0],", b"],[1],"), 12, ""),
    ("no judgement", lambda r: change(r, 11, b"],[0],", b"],[],"), 12, "cannot be repeated"),
    ("another choice committed to", lambda r: change(r, 9, b"7d1652", b"7d1653"), 12, "not the one"),
    ("resealed a line that sealed nothing", lambda r: change(r, 19, b"[17,", b"[15,"), 20, "sealed nothing"),
    ("seed not committed to", lambda r: change(r, 28, b"7365", b"7366"), 29, "not the one committed to"),
    ("seed no number", lambda r: change(r, 28, b"7365", b"wxyz"), 29, "no hex number"),
    ("another result", lambda r: change(r, 27, b"[11,8,6]", b"[11,8,7]"), 28, "result differs"),
    ("ended too early", lambda r: change(r, 26, b'"act"', b'"end"'), 27, ""),
    ("other rules", lambda r: change(r, 0, b':game",1,', b':game",2,'), 1, "version 2 .* version 1"),
    ("other charts", lambda r: change(r, 0, b':game",1,""', b':game",1,"mine"'), 1, "other charts .mine"),
    ("other charts, long name", lambda r: change(r, 0, b'1,""', b'1,"%b"' % (b"\\n" * 9000)), 1, "charts"),
    ("another game", lambda r: change(r, 0, b'"tests.toy:game"', b'"ludo"'), 1, "of ludo, not of Bazaar"),
    ("unknown option", lambda r: change(r, 0, b'"cards":4', b'"carts":4'), 1, "no option 'carts'"),
    ("option out of bounds", lambda r: change(r, 0, b'"cards":4', b'"cards":9'), 1, "from 2 to 5"),
    ("too many seats", lambda r: change(r, 0, b'["Ann",', b'["Ann","A","B","C",'), 1, "2 to 4 seats"),
    ("no seats", lambda r: change(r, 0, b'["Ann","Bob","ai:random"]', b"[]"), 1, "2 to 4 seats"),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "line", "words"), [f[1:] for f in FILES], ids=[f[0] for f in FILES])
def test_one_clear_line(
    told: tuple[Tale, bytes], tmp_path: Path, spoil: Spoil, line: int | None, words: str
) -> None:
    """Reading, or else playing again, says what is wrong and where; the file stays as it is."""
    raw = spoil(told[1])
    path = tmp_path / "game.maharaja"
    path.write_bytes(raw)
    try:
        record = read(path)
        said = record.describe_damage()
        if not said:
            replay(game, record)
            pytest.fail("it passes for intact")
    except RecordError as fault:
        said = str(fault)
    one_line(said, path, line)
    assert re.search(words, said), said
    assert path.read_bytes() == raw

    try:
        deepcopy(told[0]).go_on(path).close()
    except RecordError as fault:
        # What is no damage of the file is not mended by cutting it.
        one_line(fault, path, line)
        assert path.read_bytes() == raw
        assert not (tmp_path / "game.maharaja.bak").exists()
    else:
        assert (tmp_path / "game.maharaja.bak").read_bytes() == raw


def test_dice_that_do_not_follow_from_the_seed(told: tuple[Tale, bytes], tmp_path: Path) -> None:
    """Somebody rolls until the dice suit him: digests and checksums are right, the seed tells."""
    path = tmp_path / "game"
    path.write_bytes(change(told[1], 18, b'["",', b'["6669727374",'))  # nothing swapped, first seed shown
    assert replay(game, read(path)).unchecked == 0

    class Loaded(SeededDice):
        def roll(self, count: int, sides: int) -> list[int]:
            return [6] * count

    loaded = tmp_path / "loaded"
    tale = Tale()
    table = open_table(
        game, {"cards": 2}, ["Ann", "Bob"], table_id="t", dice=Loaded(b"loaded"), clock=tale.clock,
        salts=tale.salt, spec="tests.toy:game",
    )  # fmt: skip
    table.save(loaded)
    tale.play_to_end(table)
    replay(game, read(loaded))
    table.close()
    with pytest.raises(RecordError, match=r"the dice \[6, 6\] do not follow from the seed") as fault:
        replay(game, read(loaded))
    one_line(fault.value, loaded, len(read(loaded).lines))


def test_places_that_are_no_file(
    told: tuple[Tale, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tale, raw = told
    missing, blocked = tmp_path / "missing", tmp_path / "blocked"
    blocked.write_bytes(raw)

    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(13, os.strerror(13))

    for path in (tmp_path, missing, missing / "x", tmp_path / ("n" * 300), blocked):
        with monkeypatch.context() as patch:
            if path == blocked:
                patch.setattr(os, "open", refuse)
                patch.setattr(Path, "open", refuse)
            for use in (read, deepcopy(tale).go_on):
                with pytest.raises(RecordError) as fault:
                    use(path)
                one_line(fault.value, path, None)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["blocked"]
    assert blocked.read_bytes() == raw


NASTY: list[object] = [
    -1, 0, 1, 255, 1 << 53, (1 << 53) + 1, 1 << 63, 1 << 64, -(1 << 64), 10**40, 1.5, None, True, "",
    "\n\x00\x1b[2J", "é" * 3000, [], [[]], {}, {"a": [1]}, ["sealed", "00"], ["sealed", ""], ["expire", 99],
    "ff", "00" * 99,
]  # fmt: skip


def places(value: object, above: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The way to every value inside lists, from the outermost list on."""
    for index, inner in enumerate(value if isinstance(value, list) else ()):
        yield (*above, index)
        yield from places(inner, (*above, index))


def put(value: object, place: tuple[int, ...], new: object) -> object:
    """The same with another value at that place."""
    if not place:
        return new
    assert isinstance(value, list)
    return [put(inner, place[1:], new) if i == place[0] else inner for i, inner in enumerate(value)]


def test_any_value_anywhere(
    told: tuple[Tale, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every value of every line replaced by nasty ones: one clear line, or a record to go on with."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    path = tmp_path / "game"
    rng = Random(4)
    found = every(told[1])
    accepted = refused = 0
    for number, line in enumerate(found):
        whole = json.loads(line)
        for place in places(whole[:-1]):
            for value in rng.sample(NASTY, 5):
                text = json.dumps(put(whole, place, value), separators=(",", ":")).encode()
                path.write_bytes(b"".join([*found[:number], sum_up(text), *found[number + 1 :]]))
                said = ""
                try:
                    record = read(path)
                    said = record.describe_damage()
                    if not said:
                        deepcopy(told[0]).go_on(path).close()
                except RecordError as fault:
                    said = str(fault)
                accepted += not said
                refused += bool(said)
                if said:
                    one_line(said, path, None)
                    named = said.removeprefix(f"{path}: line ").partition(":")[0]
                    assert int(named) > number, f"{said}: but line {number + 1} was changed"
    # Names of people, reasons and the like may be anything.
    assert refused > 20 * accepted > 0
