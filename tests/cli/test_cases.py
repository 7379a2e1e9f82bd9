"""What other programs of this kind failed on, case by case, with real programs on both sides."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from core import lines
from maharaja_qt.cli import main
from net import names
from net.messages import PROGRAM, PROTOCOL
from tests.cli.live import Evening, Live, evening
from tests.cli.runner import TOY, start
from tests.cli.sittings import unfinished

DEAD_ADAPTER = """
import net.mdns
def dead(*_, **__):
    raise OSError(10042, "dead adapter")
net.mdns.AsyncZeroconf = dead
"""
NEXT_VERSION = "import net.messages as m; m.PROTOCOL, m.PROGRAM = 99, '9.9'\n"


@pytest.fixture
def night(tmp_path: Path):
    with evening(tmp_path) as found:
        yield found


def test_lan_01_without_a_directory_tables_are_hosted_and_joined_by_address(night: Evening):
    host = night.host("--seats", "open,ai:random", prelude=DEAD_ADAPTER)
    assert host.event("listed")["notice"] == "no_directory"
    done = start("find", "--seconds", "1", cwd=night.home, prelude=DEAD_ADAPTER)
    assert (done.returncode, done.stderr) == (0, "")
    assert "join ADDRESS:PORT" in done.stdout and len(done.stdout.splitlines()) == 3
    robot = night.start(
        "join", f"127.0.0.1:{night.port}", "--as", "B", "--game", TOY, "--policy", "random", "--json",
        "--headless", prelude=DEAD_ADAPTER,
    )  # fmt: skip
    assert host.event("ended")["reason"] == "played-out"
    assert (host.ends(), robot.ends()) == (0, 0)


def found(night: Evening) -> str:
    """The row of the table in what `find` lists; a busy computer may need a second look."""
    for _ in range(5):
        listed = start("find", "--seconds", "2", cwd=night.home).stdout
        rows = [line for line in listed.splitlines() if f":{night.port}" in line]
        if rows:
            return rows[0]
    raise AssertionError(listed)


@pytest.mark.parametrize("name", ["\u68cb" * 22, "\u202eDr. Who\r\nv1.2"])
def test_lan_11_a_table_of_any_name_is_listed_and_joined(night: Evening, name: str):
    host = night.host("--name", name)
    shown = names.cleaned(name, names.MAX_TABLE_NAME, "")
    assert shown and "\n" not in shown
    assert host.event("listed")["listed"] is True
    joined = night.join("B", "--json")
    assert str(joined.event("in")["name"]).startswith(shown), "whole, however short it is in the directory"
    assert shown[:20] in found(night)


def test_lan_20_a_table_of_another_version_is_listed_as_such_and_says_so_before_the_password(night: Evening):
    (night.home / "word").write_text("open sesame\n")
    host = night.host("--password-file", "word", prelude=NEXT_VERSION)
    host.event("listed")
    assert f"9.9 (protocol 99, yours is {PROTOCOL})" in found(night)
    joined = night.join("B", "--json")
    assert joined.ends() == 2
    assert joined.events()[-1]["code"] == "other-version"
    assert all(text in joined.complaint for text in ("version 99", "9.9", f"yours speaks version {PROTOCOL}"))
    # And the other way round: who is of the next version is told ours.
    host.interrupt()
    host.ends()
    night.host("--password-file", "word")
    later = night.start(
        "join", f"127.0.0.1:{night.port}", "--as", "C", "--game", TOY, "--json", prelude=NEXT_VERSION
    )
    assert later.ends() == 2
    assert all(text in later.complaint for text in (f"version {PROTOCOL}", PROGRAM, "speaks version 99"))


def people_shown(host: Live) -> dict[int, str]:
    """Who is there by number, as the host's terminal shows it."""
    host.type("/who")
    host.until("no  who")
    people: dict[int, str] = {}
    while "player" not in (line := host.until("")):
        number, name, *_ = re.split(r"\s{2,}", line.strip())
        people[int(number)] = name
    return people


def test_ses_21_names_that_look_alike_are_told_apart_and_a_number_is_one_person(night: Evening):
    ann = night.host(json=False)
    ann.until("/help lists")
    assert night.join("", "--watch").ends() == 2
    twins = ["ann", "Ann ", "\u0410nn", "Ann\u200b"]
    programs = []
    for home, name in enumerate((*twins, "Anna", "x" * 300)):  # each at a computer of their own
        (night.home / str(home)).mkdir()
        programs.append(night.join(name, "--watch", "--json", home=night.home / str(home)))
    by_number = {program.event("in")["person"]: program for program in programs}
    people = people_shown(ann)
    assert set(by_number) < set(people) and len(people) == 7
    assert {"Ann", "Anna", "x" * 24} < set(people.values())
    assert len({names._skeleton(name) for name in people.values()}) == 7
    # To send one of them away sends nobody else away.
    (number,) = [number for number, name in people.items() if name.endswith("(3)")]
    victim = people.pop(number)
    ann.type(f"/ban {number}")
    ann.until(f"The host has banned {victim}.")
    assert by_number[number].ends() == 2 and by_number[number].events()[-1]["code"] == "banned"
    assert people_shown(ann) == people


HEADERS: Mapping[str, Mapping[str, object]] = {
    "a newer version of the game": {"rules_version": 2},
    "an older version of the game": {"rules_version": 0},
    "another copy of the game": {"edition": "0123456789abcdef"},
    "a newer format": {"format": lines.FORMAT + 1},
    "another game": {"game": "chess"},
}


SAYS = {
    "a newer version of the game": ("version 2", "version 1", "open it with"),
    "an older version of the game": ("version 0", "version 1", "open it with"),
    "another copy of the game": ("0123456789abcdef", "--charts"),
    "a newer format": (
        f"format {lines.FORMAT + 1}",
        f"format {lines.FORMAT}",
        "a newer version",
    ),
    "another game": ("a record of 'chess'", f"not of '{TOY}'"),
    "random bytes": ("not a Maharaja record",),
    "a text": ("not a Maharaja record",),
    "half a line": ("damaged",),
    "nothing": ("empty",),
    "a folder": ("directory",),
}


@pytest.mark.parametrize("kind", SAYS)
def test_ses_25_a_save_that_does_not_fit_is_one_sentence_and_stays_as_it_is(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "game.maharaja"
    unfinished(path)
    first, rest = path.read_bytes().split(b"\n", 1)
    header = lines.from_bytes(first + b"\n", 0)
    assert isinstance(header.body, lines.Header)
    if kind in HEADERS:
        body = replace(header.body, **HEADERS[kind])
        path.write_bytes(lines.to_bytes(replace(header, body=body)) + rest)
    elif kind == "a folder":
        path.unlink()
        path.mkdir()
    else:
        path.write_bytes({
            "random bytes": bytes(range(256)) * 9, "a text": b"Dear Ann,\nsee you on Friday.\n",
            "half a line": first[: len(first) // 2], "nothing": b"",
        }[kind])  # fmt: skip
    before = path.read_bytes() if path.is_file() else b""
    words = ["host", TOY, "--resume", str(path), "--headless"]
    if kind == "random bytes":
        done = start(*words, cwd=tmp_path, XDG_DATA_HOME=str(tmp_path))
        code, out, complaint = done.returncode, done.stdout, done.stderr
    else:  # the same without a process
        code = main(words)
        out, complaint = capsys.readouterr()
    assert code in (1, 2) and out == ""
    assert complaint.startswith(f"maharaja host: {path}: ") and complaint.count("\n") == 1
    assert all(text in complaint for text in SAYS[kind])
    assert (path.read_bytes() if path.is_file() else b"") == before
    assert not list(tmp_path.glob("*.bak"))


def test_ses_25_a_save_that_is_cut_in_half_goes_on_and_its_whole_is_kept(tmp_path: Path):
    path = tmp_path / "game.maharaja"
    unfinished(path)
    whole = path.read_bytes()
    half = whole[: len(whole) // 2]
    path.write_bytes(half)
    with evening(tmp_path) as night:
        host = night.host("--resume", str(path))
        mended = host.event("mended")
        host.interrupt()
        assert host.ends() == 130
    assert Path(str(mended["copy"])).read_bytes() == half
    assert path.read_bytes().startswith(half[: half.rindex(b"\n")])
