"""Several people of one machine keep their tokens in one file."""

import threading
from pathlib import Path

import pytest

from net.keyring import KEPT, Keyring


def test_programs_that_came_in_at_the_same_time_keep_each_other_s_tokens(tmp_path: Path) -> None:
    file = tmp_path / "data" / "seats.json"
    rings = {name: Keyring(file) for name in ("Ann", "Ben", "Cleo", "Dan")}

    threads = [
        threading.Thread(target=ring.put, args=("table", name, name.encode())) for name, ring in rings.items()
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    again = Keyring(file)
    assert {name: again.get("table", name) for name in rings} == {name: name.encode() for name in rings}


def test_the_newest_tokens_are_kept_however_long_a_name_is(tmp_path: Path) -> None:
    file = tmp_path / "seats.json"
    ring = Keyring(file)
    for number in range(KEPT):
        ring.put(f"table {number}", "x" * 500, b"%d" % number)
    ring.put("table 0", "x" * 500, b"new")
    ring.put("last", "Ann", b"token")

    again = Keyring(file)
    assert (again.get("last", "Ann"), again.get("table 0", "x" * 500)) == (b"token", b"new")
    assert again.get("table 1", "x" * 500) == b""
    assert again.get("table 2", "x" * 500) == b"2"


@pytest.mark.parametrize("content", [b"", b"[", b"{}", b'[["a","b","zz"]]', b'[["a","b","0"]]', b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "seats.json"
    file.write_bytes(content)

    ring = Keyring(file)
    assert ring.get("a", "b") == b""
    ring.put("table", "Ann", b"token")
    assert Keyring(file).get("table", "Ann") == b"token"


def test_where_nothing_can_be_written_a_token_lasts_as_long_as_the_program(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ring = Keyring(tmp_path / "file" / "seats.json")

    ring.put("table", "Ann", b"token")

    assert ring.get("table", "Ann") == b"token"
