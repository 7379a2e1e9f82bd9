"""What an evening leaves behind in files and logs holds nothing that was not to be known."""

from __future__ import annotations

import asyncio
import base64
import logging
from pathlib import Path
from typing import cast

import msgspec
import pytest
from msgspec import Struct

from core.game import AnyGame
from core.lines import Act
from core.record import read
from core.replay import replay
from net import desk, proof
from net.guest_session import Who
from net.keyring import Keyring
from net.people import Person
from net.room import Room
from tests.net.kit import Player, plan, room, run, serving
from tests.toy import game as toy_game
from tests.toy.pieces import Choose, State

toy = cast("AnyGame", toy_game)
PASSWORD = "tamarind-and-salt"
NAMES = ("Ann", "Bob", "Cleo")


def spellings(secret: bytes) -> list[bytes]:
    """A secret in the ways it could stand in a file."""
    return [secret, secret.hex().encode(), base64.b64encode(secret).rstrip(b"="), repr(secret)[2:-1].encode()]


def hands_of(state: Struct) -> set[bytes]:
    """All hands of three cards or more, as lists are written in JSON, in Python and in MessagePack."""
    assert isinstance(state, State)
    spelled = set()
    for hand in state.hands:
        if len(hand) > 2:
            spelled |= {
                str(hand)[1:-1].encode(),
                msgspec.json.encode(hand)[1:-1],
                msgspec.msgpack.encode(hand),
            }
    return spelled


def test_no_secret_in_any_file_or_log_of_a_whole_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    """EUR-01, EUR-03: at every step of a game with strangers, refusals and returns at the door."""
    record, log = tmp_path / "game.maharaja", tmp_path / "all.log"
    handler = logging.FileHandler(log)
    logging.getLogger().addHandler(handler)
    caplog.set_level(logging.DEBUG)
    what = room(plan(record=record, password=PASSWORD))
    hands: set[bytes] = set()
    sealed: dict[int, bytes] = {}
    players: list[Player] = []
    looks = 0
    honest = desk.handle

    def handle(_: Room, person: Person, message: Struct) -> None:
        """After every message: nothing that is still hidden stands in the record."""
        nonlocal looks
        honest(what, person, message)
        if what.play is None:
            return
        table, text = what.play.table, record.read_bytes()
        state = table.position.state
        hands.update(hands_of(state))
        held = [table.vault.choices[handle] for handle in toy.holds(state)]
        sealed.update({handle: table.vault.choices[handle].salt for handle in toy.holds(state)})
        for choice in held:
            looks += 1
            assert not any(s in text for s in spellings(choice.salt))
        opened = sum(len(x.body.opened) for x in read(record).lines if isinstance(x.body, Act))
        assert text.count(b'"choose"') == opened, "a choice stands in plain before it was shown"

    async def story() -> None:
        async with serving(what) as (_, port):
            for seat, name in enumerate(NAMES):
                keyring = Keyring(tmp_path / f"{name}.json")
                who = Who(name, PASSWORD, robot=True, seat=seat)
                players.append(Player(port, who, keyring=keyring, plays=True))
            watcher = Player(port, Who("Dan", PASSWORD, watch=True), keyring=Keyring(tmp_path / "Dan.json"))
            stranger = Player(port, Who("Eve", PASSWORD + "?"))
            assert (await stranger.running).code == "wrong-password"
            for player in (*players, watcher):
                await player.come_in()
            _, rude = await asyncio.open_connection("127.0.0.1", port)
            rude.write(b"\xff\xff\xff\xff" + PASSWORD.encode())
            monkeypatch.setattr(desk, "handle", handle)
            what.start()
            for player in (*players, watcher):
                player.cut()
            assert (await players[0].guest.act(1, 1, Choose(3), 0)).code == "not-your-seat"
            await watcher.ear.until(lambda: watcher.ear.rows[-1].phase == "over")
            rude.close()

    try:
        run(story)
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()
    assert looks > 5
    assert len(hands) > 9
    logged = log.read_bytes() + caplog.text.encode()
    for word in (b"wrong-password", b"frame-too-long", b"acted for seat"):
        assert word in logged
    tokens = [
        player.keyring.get(what.plan.table_id, name) for player, name in zip(players, NAMES, strict=True)
    ]
    assert all(len(token) == 16 for token in tokens)
    in_record = record.read_bytes()
    key = proof.password_key(PASSWORD, what.plan.table_id)
    verifier = proof.stored_key(key)
    assert verifier.hex().encode() in in_record, "else nobody new could come in when it is gone on with"
    assert not any(s in logged or s in in_record for s in spellings(key))
    assert not any(s in logged for s in spellings(verifier))
    for token in tokens:
        assert not any(s in logged or s in in_record for s in spellings(token))
    for hand in hands:
        assert hand not in logged
        assert hand not in in_record, hand
    for salt in sealed.values():
        assert not any(s in logged for s in spellings(salt))
    assert b"choose" not in logged.lower()
    # In each keyring stand its owner's own tokens, and nothing else.
    for path in tmp_path.glob("*.json"):
        text = path.read_bytes()
        own = Keyring(path).get(what.plan.table_id, path.stem)
        assert own.hex().encode() in text
        assert not any(s in text for token in tokens if token != own for s in spellings(token))
        assert not any(s in text for salt in sealed.values() for s in spellings(salt))
        assert b"choose" not in text
    for path in tmp_path.iterdir():
        assert PASSWORD.encode() not in path.read_bytes(), path
    assert replay(toy, read(record)).position.outcome is not None
