"""What the host has set for a table holds as well when its record is gone on with."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from core import record
from core.branch import branch
from core.lines import House
from core.record import RecordError
from net.house import put_back
from net.messages import Rules
from net.plan import Plan
from net.server import whence
from tests.cli.sittings import changed
from tests.net import kit
from tests.net.hall import Caller, Hall


def hosted(path: Path) -> tuple[Hall, Caller]:
    """A game with a password and all that a host can set. Eve, who is returned, came from two places and
    has been banned."""
    hall = Hall(kit.plan(name="Friday", password="open sesame", options={"seconds": 0}, record=path))
    hall.caller("Bob", password="open sesame", address="10.0.0.2")
    eve = hall.caller("Eve", password="open sesame", address="10.0.0.66")
    eve.cut()
    eve.address = "fd00::66"
    eve.connect()
    hall.settle()
    hall.ann.ask("ban", eve.me)
    hall.start("random")
    for verb, number, text in (("limit", 60_000, ""), ("watchers", 0, ""), ("after-drop", 5_000, "random")):
        assert hall.ann.ask(verb, number, text=text).code == ""
    return hall, eve


def again(path: Path) -> Plan:
    plan = kit.plan(name="Another", options={"seconds": 0})
    put_back(plan, record.read(path))
    return plan


def test_password_bans_rules_and_name_come_back(tmp_path: Path):
    path = tmp_path / "game"
    before, eve = hosted(path)
    before.room.stop("host-ended")

    hall = Hall(again(path), resume=path)
    assert (hall.room.name, hall.room.rules) == (
        "Friday", Rules("random", 5_000, 60_000, watchers=False)
    )  # fmt: skip
    assert hall.caller("Mallory", address="10.0.0.9").bye == "password-needed"
    assert hall.caller("Mallory", address="10.0.0.9", password="guess").bye == "wrong-password"
    assert hall.caller("Eve", token=eve.token, address="10.0.0.9", password="open sesame").bye == "banned"
    for address in ("10.0.0.66", "fd00::66"):
        assert hall.caller("Eve", address=address, password="open sesame").bye == "banned-from-there"
    assert hall.caller("Dan", watch=True, password="open sesame", address="10.0.0.9").bye == "no-watchers"
    assert hall.ann.ask("seat", 2, text="open").code == ""
    assert hall.caller("Dan", password="open sesame", address="10.0.0.9").seats == [2]


@pytest.mark.parametrize(("one", "other"), [
    ("127.0.0.1", "::1"), ("127.0.0.1", "127.8.0.1"), ("::1", "::ffff:127.0.0.1"),
    ("::ffff:10.0.0.7", "10.0.0.7"), ("fe80::1%eth0", "fe80:0::1%eth0"),
])  # fmt: skip
def test_a_ban_knows_a_place_by_whatever_family_somebody_comes(one: str, other: str):
    assert whence(one) == whence(other)
    assert whence(one) not in (whence("10.0.0.8"), whence("?"))


def test_who_watched_from_where_somebody_was_banned_is_still_welcome(tmp_path: Path):
    path = tmp_path / "game"
    before = Hall(kit.plan(options={"seconds": 0}, record=path))
    before.caller("Bob", address="10.0.0.66")
    dora = before.caller("Dora", watch=True, address="10.0.0.66")
    eve = before.caller("Eve", address="10.0.0.66")
    before.start("random")
    before.ann.ask("ban", eve.me)
    before.room.stop("host-ended")

    hall = Hall(again(path), resume=path)
    assert hall.caller("Zed", address="10.0.0.66").bye == "banned-from-there"
    back = hall.caller("Dora", watch=True, address="10.0.0.66", token=dora.token)
    assert back.inside and back.token == dora.token
    assert [(ban.no, ban.name) for ban in hall.room.row().bans] == [(1, "Eve")]
    assert hall.ann.ask("unban", 1).code == "" and hall.ann.ask("unban", 1).code == "no-such-ban"
    assert hall.caller("Zed", address="10.0.0.66").inside
    hall.room.stop("host-ended")
    assert again(path).bans == []


def test_bans_written_without_names_hold(tmp_path: Path):
    path = tmp_path / "game"
    before, eve = hosted(path)
    before.room.stop("host-ended")
    house = next(line for line in reversed(record.read(path).lines) if isinstance(line.body, House))
    assert isinstance(house.body, House)
    (ban,) = house.body.bans
    first = structs.replace(house.body, banned=[ban.member], banned_from=ban.addresses, bans=[])
    changed(path, house.n + 1, encode(house.body), encode(first).removesuffix(",[]]") + "]")

    hall = Hall(again(path), resume=path)
    assert hall.caller("Eve", token=eve.token, address="10.0.0.9", password="open sesame").bye == "banned"
    assert hall.caller("Eve", address="fd00::66", password="open sesame").bye == "banned-from-there"


def encode(house: House) -> str:
    return msgspec.json.encode(house).decode()


def test_what_has_not_changed_is_noted_once(tmp_path: Path):
    path = tmp_path / "game"
    hall, _ = hosted(path)
    noted = [line for line in record.read(path).lines if isinstance(line.body, House)]
    hall.tick(5_000)
    hall.ann.ask("mute", 2, 1)
    assert [line for line in record.read(path).lines if isinstance(line.body, House)] == noted
    assert len(noted) == 4  # the start, and three changes


def test_a_game_of_its_own_takes_no_password_along(tmp_path: Path):
    path, other = tmp_path / "game", tmp_path / "other"
    hosted(path)
    found = record.read(path)
    branch(found, found.lines[-1].n, other, "o" * 32)
    plan = again(other)
    assert (plan.name, plan.verifier, plan.bans) == ("Friday", b"", [])


def test_settings_that_cannot_be_are_one_line(tmp_path: Path):
    path = tmp_path / "game"
    hosted(path)[0].room.stop("host-ended")
    line = max(line.n for line in record.read(path).lines if isinstance(line.body, House)) + 1
    changed(path, line, '"random",5000', '"random",-5')
    with pytest.raises(RecordError, match=f"game: line {line}: what the host had set cannot be read"):
        again(path)


def test_whoever_was_sent_away_and_knows_no_password_is_asked_for_it():
    hall = Hall(kit.plan(password="open sesame"))
    bob = hall.caller("Bob", password="open sesame")
    hall.ann.ask("remove", bob.me)
    bob.who.password = ""
    for _ in range(7):
        bob.connect()
        hall.settle()
        assert bob.bye == "password-needed", "that is no guess either"
    bob.who.password = "open sesame"
    bob.connect()
    hall.settle()
    assert bob.inside
