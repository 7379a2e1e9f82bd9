"""A record cut or changed anywhere: what stands before the damage loads, and the game goes on."""

from __future__ import annotations

import os
from copy import deepcopy
from pathlib import Path

import pytest

from core.record import RecordError, RecordFile, read
from core.replay import Mismatch, replay
from tests.core.record_kit import Tale, change
from tests.toy import game


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tale, bytes]:
    """A whole game: what its players know, and its record."""
    path = tmp_path_factory.mktemp("tale") / "tale.maharaja"
    tale = Tale()
    tale.tell(path)
    return tale, path.read_bytes()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of files need not reach the disk."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def one_line(fault: RecordError | str, path: Path, line: int | None) -> None:
    """The message is one line that begins with file and line."""
    text = str(fault)
    assert text.startswith(f"{path}: " + (f"line {line}: " if line else "")), text
    assert "\n" not in text
    assert text.isprintable()
    assert len(text) < 1100


def test_the_tale_has_every_kind_of_line(told: tuple[Tale, bytes], tmp_path: Path) -> None:
    path = tmp_path / "r"
    path.write_bytes(told[1])
    kinds = [line.kind for line in read(path).lines]
    assert set(kinds) == {"open", "act", "host", "undo", "seat", "dice", "reseal", "end"}
    played = replay(game, read(path))
    assert played.position.outcome is not None
    assert played.unchecked == 22  # the deal and two dice of the sitting that crashed


@pytest.mark.usefixtures("quick")
def test_cut_at_every_byte(told: tuple[Tale, bytes], tmp_path: Path) -> None:
    tale, raw = told
    path, copy = tmp_path / "game", tmp_path / "game.bak"
    path.write_bytes(raw)
    whole = read(path).lines
    ends = [at for at, byte in enumerate(raw) if byte == 10]
    for cut in range(len(raw)):
        path.write_bytes(raw[:cut])
        intact = sum(end <= cut for end in ends)
        if not intact:
            for use in (read, RecordFile.resume):
                with pytest.raises(RecordError) as fault:
                    use(path)
                one_line(fault.value, path, 1 if cut else None)
            assert path.read_bytes() == raw[:cut]
            continue
        record = read(path)
        assert record.lines == whole[:intact]
        kept = raw[: ends[intact - 1] + 1]
        torn = len(kept) < cut
        assert (record.damage is not None) == torn
        if torn:
            one_line(record.describe_damage(), path, intact + 1)

        # Playing on depends on the intact lines alone: at each line's ends, middle and here and there.
        if cut - len(kept) not in (-1, 0, 1, 60) and cut % 7:
            _, file = RecordFile.resume(path)
            file.mend()
            file.close()
            assert path.read_bytes() == kept
            assert copy.read_bytes() == raw[:cut], "the copy is not the damaged file"
            copy.unlink()
            continue
        again = deepcopy(tale)
        table = again.go_on(path)
        assert copy.exists() == torn
        if torn:
            assert copy.read_bytes() == raw[:cut], "the copy is not the damaged file"
            copy.unlink()
        assert path.read_bytes().startswith(kept)
        again.send_again(table)
        again.play_to_end(table)
        outcome = table.outcome
        table.close()
        assert path.read_bytes().startswith(kept)
        after = read(path)
        assert after.damage is None
        assert replay(game, after).position.outcome == outcome


@pytest.mark.usefixtures("quick")
def test_every_byte_changed(told: tuple[Tale, bytes], tmp_path: Path) -> None:
    raw = told[1]
    path = tmp_path / "game"
    path.write_bytes(raw)
    whole = read(path).lines
    with path.open("r+b", buffering=0) as file:
        for at, byte in enumerate(raw):
            for other in {byte ^ 1, byte ^ 0x10, byte ^ 0xFF, 10, 0, ord("0")} - {byte}:
                file.seek(at)
                file.write(bytes([other]))
                line = raw.count(b"\n", 0, at)
                if not line:
                    with pytest.raises(RecordError) as fault:
                        read(path)
                    one_line(fault.value, path, 1)
                else:
                    record = read(path)
                    assert record.lines == whole[:line]
                    assert record.damage is not None, f"byte {at} as {other} passes for intact"
                    assert record.damage.line == line + 1
                    one_line(record.describe_damage(), path, line + 1)
            file.seek(at)
            file.write(bytes([byte]))
    assert path.read_bytes() == raw


@pytest.mark.usefixtures("quick")
def test_go_on_after_a_changed_byte(told: tuple[Tale, bytes], tmp_path: Path) -> None:
    tale, raw = told
    path = tmp_path / "game"
    header = raw.index(b"\n") + 1
    for at in range(header, len(raw), 41):
        spoilt = raw[:at] + bytes([raw[at] ^ 0x04]) + raw[at + 1 :]
        path.write_bytes(spoilt)
        again = deepcopy(tale)
        table = again.go_on(path)
        copy = tmp_path / "game.bak"
        assert copy.read_bytes() == spoilt
        copy.unlink()
        again.send_again(table)
        again.play_to_end(table)
        table.close()
        assert path.read_bytes().startswith(raw[: raw.rindex(b"\n", 0, at) + 1])
        assert replay(game, read(path)).position.outcome is not None


def test_a_copy_never_replaces_another(told: tuple[Tale, bytes], tmp_path: Path) -> None:
    tale, raw = told
    path = tmp_path / "game"
    (tmp_path / "game.bak").write_text("mine")
    (tmp_path / "game.bak2").mkdir()
    path.write_bytes(raw[:-3])
    deepcopy(tale).go_on(path).close()
    assert (tmp_path / "game.bak").read_text() == "mine"
    assert (tmp_path / "game.bak3").read_bytes() == raw[:-3]


def test_a_torn_record_of_other_rules_is_not_cut(told: tuple[Tale, bytes], tmp_path: Path) -> None:
    tale, raw = told
    path = tmp_path / "game"
    other = change(raw, 0, b'"tests.toy:game",1,', b'"tests.toy:game",2,')[:-9]
    path.write_bytes(other)
    with pytest.raises(Mismatch, match="version 2 of the rules"):
        deepcopy(tale).go_on(path)
    assert [p.name for p in tmp_path.iterdir()] == ["game"]
    assert path.read_bytes() == other
