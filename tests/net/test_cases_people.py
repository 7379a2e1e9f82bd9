"""Names, bans and other programs' saves, case by case; without sockets."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from core import lines
from core.faults import UserError
from net import names
from net.bans import KEPT
from net.plan import Plan
from tests.net import kit
from tests.net.hall import Hall


def slow(**more: object) -> Plan:
    return kit.plan(options={"seconds": 0}, **more)  # type: ignore[arg-type]


# SES-21 and 22: names.


@pytest.mark.parametrize(
    "name", ["Ann", "ann", "Ann ", " ANN", "\u0410nn", "Ann\u200b", "A\u200dnn", "A\u0301nn", "\uff21nn"]
)
def test_ses_21_names_that_look_alike_are_told_apart(name: str):
    hall = Hall()
    other = hall.caller(name)
    shown = [person.name for person in hall.room.row().people]
    assert shown[0] == "Ann" and shown[1].endswith("(2)") and len(set(shown)) == 2
    anna = hall.caller("Anna")
    assert hall.ann.ask("remove", other.me).code == ""
    assert other.bye == "removed" and anna.inside and hall.ann.inside


@pytest.mark.parametrize(("name", "shown"), [
    ("", "Player"), ("\u200b", "Player"), ("\u3164\u2800", "Player"), ("\u0301\u0301", "Player"),
    ("x" * 300, "x" * 24), ("a\r\nb", "a b"), ("\u202eevil", "evil"), ("\u200d\u200c", "Player"),
    ("\u0915\u094d\u200d\u0937 \u200d", "\u0915\u094d\u200d\u0937"),
    ("ai:random", "random"), ("OPEN", "Player"),
    ("host", "Player"), ("B1ll", "B1ll"),
])  # fmt: skip
def test_ses_21_a_name_can_be_seen_and_is_short(name: str, shown: str):
    assert names.person(name, ["Ann"]) == shown


def test_ses_21_digits_do_not_pass_for_letters():
    assert names.person("Bi11", ["Bill"]) == "Bi11 (2)" and names.person("B0b", ["Bob"]) == "B0b (2)"


def test_ses_22_a_ban_of_one_leaves_the_others_of_the_house_alone():
    hall = Hall(slow())
    bob, cleo = hall.caller("Bob", address="10.0.0.5"), hall.caller("Cleo", address="10.0.0.5")
    hall.start()
    assert hall.ann.ask("ban", bob.me).code == ""
    cleo.cut()
    cleo.connect()
    hall.settle()
    assert cleo.inside and cleo.seats == [2]
    bob.address, bob.who.name = "10.0.0.77", "Rob"
    bob.connect()
    hall.settle()
    assert bob.bye == "banned", "known by its token wherever it comes from"
    assert hall.caller("Rob", address="10.0.0.5").bye == "banned-from-there"
    assert hall.caller("Dora", address="10.0.0.6").inside


def test_ses_22_a_ban_can_be_lifted_and_only_by_the_host():
    hall = Hall(slow())
    bob, cleo = hall.caller("Bob", address="10.0.0.5"), hall.caller("Cleo")
    assert hall.ann.ask("ban", bob.me).code == ""
    assert cleo.row is not None and [ban.name for ban in cleo.row.bans] == ["Bob"]
    assert cleo.ask("unban", 1).code == "host-only"
    assert hall.caller("Dora", address="10.0.0.5").bye == "banned-from-there"
    assert hall.ann.ask("unban", 1).code == "" and cleo.notices()[-1] == "unbanned"
    assert hall.caller("Dora", address="10.0.0.5").inside
    bob.connect()
    hall.settle()
    assert bob.inside and cleo.row.bans == ()


def test_ses_22_newcomers_from_the_same_address_are_let_in_while_the_ban_holds(tmp_path: Path):
    """A whole house comes from one address: one of it stays out."""
    hall = Hall(slow(record=tmp_path / "game"))
    bob = hall.caller("Bob", address="10.0.0.5")
    assert hall.ann.ask("ban", bob.me).code == ""
    assert hall.caller("Dora", address="10.0.0.5").bye == "banned-from-there"
    assert hall.ann.ask("unban", 2, 1).code == "no-such-ban"
    assert hall.ann.ask("unban", 1, 1).code == ""
    assert hall.ann.notices()[-1] == "unbanned-there"
    dora = hall.caller("Dora", address="10.0.0.5")
    assert dora.inside and dora.row is not None
    assert [(ban.name, ban.there) for ban in dora.row.bans] == [("Bob", False)]
    bob.connect()
    hall.settle()
    assert bob.bye == "banned"


def test_ses_22_many_bans_leave_the_room_readable():
    hall = Hall(slow())
    for number in range(KEPT + 5):
        rude = hall.caller(f"Rude {number}", address=f"10.1.{number}.1")
        hall.tick(1_000)
        assert hall.ann.ask("ban", rude.me).code == ""
    assert hall.ann.row is not None and len(hall.ann.row.bans) == KEPT
    assert hall.caller("Rude", address=f"10.1.{KEPT}.1").bye == "banned-from-there"


def test_ses_22_a_ban_of_somebody_from_a_record_bans_nobody_else(tmp_path: Path):
    hall = Hall(slow(record=tmp_path / "game"))
    hall.caller("Bob")
    hall.start("random")
    assert hall.table.set_seat(2, "Zed", "seated") is None  # played at one screen: no key
    shutil.copy(tmp_path / "game", tmp_path / "again")
    again = Hall(slow(), resume=tmp_path / "again")
    zed = next(person for person in again.room.people if person.name == "Zed")
    assert again.ann.ask("ban", zed.no).code == ""
    assert again.caller("Dora").inside


def test_a_lobby_that_was_locked_lets_in_who_was_there():
    hall = Hall(kit.plan(password="open sesame"), host=True)
    bob = hall.caller("Bob", password="open sesame")
    assert hall.ann.ask("lock", 1).code == ""
    bob.cut()
    assert [person.name for person in hall.room.row().people] == ["Ann"]
    bob.who.password = ""
    bob.connect()
    hall.settle()
    assert bob.inside and bob.seats == [1]
    assert hall.caller("Eve", password="open sesame").bye == "locked"


# SES-25: saves of others.


@pytest.mark.parametrize("kind", ["newer", "older", "other game", "random", "text", "half"])
def test_ses_25_a_save_that_does_not_fit_is_one_sentence_and_stays_as_it_is(tmp_path: Path, kind: str):
    record = tmp_path / "game"
    hall = Hall(slow(record=record))
    hall.start("random")
    hall.think()
    whole = record.read_bytes()
    first, rest = whole.split(b"\n", 1)
    header = lines.from_bytes(first + b"\n", 0)
    assert isinstance(header.body, lines.Header)

    def with_rules(version: int) -> bytes:
        body = replace(header.body, rules_version=version)
        return lines.to_bytes(replace(header, body=body)) + rest

    data = {
        "newer": with_rules(2), "older": with_rules(0),
        "other game": whole.replace(b"tests.toy:game", b"empires"), "random": bytes(range(256)) * 9,
        "text": b"Dear Ann,\nsee you on Friday.\n", "half": whole[:80],
    }[kind]  # fmt: skip
    other = tmp_path / "other"
    other.write_bytes(data)
    with pytest.raises(UserError) as fault:
        Hall(slow(), resume=other)
    assert "\n" not in str(fault.value) and str(other) in str(fault.value)
    if kind in ("newer", "older"):
        made = "2" if kind == "newer" else "0"
        assert f"version {made}" in str(fault.value) and "version 1" in str(fault.value)
    assert other.read_bytes() == data and sorted(p.name for p in tmp_path.iterdir()) == ["game", "other"]


def test_a_game_that_cannot_begin_says_why(tmp_path: Path):
    record = tmp_path / "game"
    record.write_text("somebody else's")
    hall = Hall(slow(record=record))
    answer = hall.ann.ask("start", text="random")
    assert answer.code == "cannot-start" and "already" in str(dict(answer.params)["why"])
    assert hall.room.phase == "lobby" and [slot.ai for slot in hall.room.slots] == ["", "", ""]
    assert record.read_text() == "somebody else's"


def test_a_table_that_begins_by_itself_tries_once(tmp_path: Path):
    record = tmp_path / "game"
    record.write_text("somebody else's")
    hall = Hall(slow(record=record, auto_start=True, seats=["open", "ai:random"]))
    hall.tick(5_000)
    assert hall.ann.notices().count("cannot-start") == 1 and hall.ann.inside
