"""What takes long to work out is worked out once, and never wrong for it."""

from pathlib import Path

import pytest

from maharaja_qt.folders import cache_folder
from maharaja_qt.kept import MOST, kept


class Workshop:
    """Makes pairs out of bytes, and counts how often."""

    def __init__(self, code: Path) -> None:
        self.code = code
        self.times = 0

    def pairs(self, source: bytes) -> tuple[tuple[int, float], ...]:
        def make() -> tuple[tuple[int, float], ...]:
            self.times += 1
            return tuple((n, each / 2) for n, each in enumerate(source))

        return kept("pairs", tuple[tuple[int, float], ...], source, (self.code,), make)


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    code = tmp_path / "code.py"
    code.write_text("first")
    return Workshop(code)


def test_the_same_source_is_worked_out_once(workshop: Workshop) -> None:
    first = workshop.pairs(b"abc")
    assert workshop.pairs(b"abc") == first
    assert workshop.times == 1
    assert workshop.pairs(b"abd") != first
    assert workshop.times == 2


def test_other_code_works_it_out_anew(workshop: Workshop) -> None:
    workshop.pairs(b"abc")
    workshop.code.write_text("second")
    workshop.pairs(b"abc")
    assert workshop.times == 2


@pytest.mark.parametrize("damage", [b"", b"\xc1", b"\x93\x01\x02"])
def test_a_damaged_file_is_made_anew(workshop: Workshop, damage: bytes) -> None:
    good = workshop.pairs(b"abc")
    (file,) = (cache_folder() / "pairs").iterdir()
    file.write_bytes(damage)
    assert workshop.pairs(b"abc") == good
    assert workshop.pairs(b"abc") == good
    assert workshop.times == 2


def test_old_files_go(workshop: Workshop) -> None:
    for n in range(MOST + 3):
        workshop.pairs(bytes([n]))
    assert len(list((cache_folder() / "pairs").iterdir())) == MOST


def test_without_a_place_for_a_cache_all_is_made_each_time(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert workshop.pairs(b"abc") == workshop.pairs(b"abc")
    assert workshop.times == 2
