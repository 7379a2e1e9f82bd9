"""Chess over the network: armies stay hidden, clocks are the host's, drops and crashes cost what they may."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import cast

import pytest

from core.dice import SeededDice
from core.game import CLAIM, AnyGame
from core.games.chess import game
from core.games.chess.actions import Action, Move, Resign, Unlock
from core.games.chess.notation import read_coordinates
from core.games.chess.state import OVER, PLAY, State
from core.games.chess.view import View
from core.kit.check import check_replay
from core.replay import resume
from net import messages as m
from net.guest_session import Who
from net.plan import Plan
from tests.chess.board import MARSHALS, ORTHODOX, army
from tests.net.kit import Player, Time, plan, run, serving
from tests.net.kit import room as make_room
from tests.net.secrecy import Peer, Run, check_twins, random_twins

chess = cast("AnyGame", game)


def match(record: Path | None = None, **options: object) -> Plan:
    """A hidden game for two, with a minute each unless said otherwise."""
    return plan(chess, ["open", "open"], record=record, options={"setup": "hidden", "minutes": 1, **options})


def seen(peer: Peer, seat: int) -> View:
    return game.codec.view.decode(peer.updates[seat].view)


# Nothing of an army is sent before both have locked.


@pytest.mark.rule("4.1a")
def test_CHS_15_another_army_changes_no_byte_for_the_other_side_or_a_watcher() -> None:
    def story(run: Run) -> Sequence[str]:
        ann, bob = run.come("Ann"), run.come("Bob")
        run.come("Dan", watch=True)
        run.room.start()
        run.settle()
        assert not ann.act(0, army(run.hidden(ORTHODOX, MARSHALS))).code
        run.pass_time(1_000)
        bob.drop()
        bob.connect()
        run.come("Eve", watch=True)
        run.pass_time(1_000)
        return "Bob", "Dan", "Eve"

    check_twins(match, story)


@pytest.mark.rule("4.1a", "4.1b")
def test_EUR_03_an_army_taken_back_never_appears(caplog: pytest.LogCaptureFixture) -> None:
    def story(run: Run) -> Sequence[str]:
        ann, bob = run.come("Ann"), run.come("Bob")
        run.come("Dan", watch=True)
        run.room.start()
        run.settle()
        assert not ann.act(0, army(run.hidden(ORTHODOX, MARSHALS))).code
        run.pass_time(1_000)
        assert not ann.act(0, Unlock()).code
        assert not ann.act(0, army("rnackbnb pppppppp")).code
        assert not bob.act(1, army(MARSHALS)).code
        first = ",".join(str(piece) for piece in army(run.hidden(ORTHODOX, MARSHALS)).pieces[:8])
        told = [line for line in run.table.journal.lines if b'"open' not in line]
        assert run.second or not any(first.encode() in line for line in told)
        return "Bob", "Dan"

    check_twins(match, story)
    assert caplog.records == []


@pytest.mark.rule("4.1b", "4.2a")
def test_EUR_04_after_the_reveal_no_army_changes() -> None:
    run = Run(match(), second=False)
    ann, bob = run.come("Ann"), run.come("Bob")
    run.room.start()
    run.settle()
    assert not ann.act(0, army(ORTHODOX)).code
    late = ann.updates[0].n
    assert not bob.act(1, army(MARSHALS)).code
    shown = seen(bob, 1).fen
    assert ann.act(0, Unlock()).code == "nothing-to-unlock"
    assert ann.act(0, army(MARSHALS), 1).code == "not-your-decision"
    assert late < ann.updates[0].n
    assert seen(bob, 1).fen == shown


def test_EUR_05_whoever_comes_back_has_the_locked_army_and_others_see_that_it_is_locked() -> None:
    run = Run(match(), second=False)
    ann, bob = run.come("Ann"), run.come("Bob")
    run.room.start()
    run.settle()
    assert not ann.act(0, army(ORTHODOX)).code
    bob.drop()
    bob.connect()
    ann.drop()
    ann.connect()
    kept = [message for message in ann.messages if isinstance(message, m.Kept)]
    assert [game.codec.action.decode(message.action) for message in kept] == [army(ORTHODOX)]
    assert not any(isinstance(message, m.Kept) for message in bob.messages)
    assert seen(bob, 1).locked == (True, False)
    assert not bob.act(1, army(MARSHALS)).code
    assert seen(ann, 0).phase == PLAY


@pytest.mark.rule("4.3a")
def test_a_failed_pair_tells_no_byte_but_the_test() -> None:
    """Two armies of White's, both with a rook that looks at Black's king."""

    def story(run: Run) -> Sequence[str]:
        ann, bob = run.come("Ann"), run.come("Bob")
        run.come("Dan", watch=True)
        run.room.start()
        run.settle()
        assert not ann.act(0, army(run.hidden("rnbqkbnr ....rppp", "rnbqkbrn ....rppp"))).code
        assert not bob.act(1, army("m...k.mm")).code
        run.pass_time(1_000)
        assert seen(bob, 1).phase == "armies"
        return "Bob", "Dan"

    check_twins(match, story)


@pytest.mark.rule("4.1a")
@pytest.mark.parametrize("seed", [s for s in range(60) if Random(s).randrange(7) == 0])
def test_random_games_keep_armies_hidden(seed: int) -> None:
    """Of the seeds those whose game begins with the sealed choice: later there is none."""
    assert random_twins(match, 2, seed) > 8


# Clocks, pauses and drops, with time set by hand.


def begun(run: Run) -> tuple[Peer, Peer]:
    """Both have locked the usual army and made a move in no time."""
    ann, bob = run.come("Ann"), run.come("Bob")
    run.room.start()
    run.settle()
    for seat, peer in enumerate((ann, bob)):
        assert not peer.act(seat, army(ORTHODOX)).code
    ann.act(0, move(run, "e2e4"))
    bob.act(1, move(run, "e7e5"))
    return ann, bob


def move(run: Run, word: str) -> Action:
    state = cast("State", run.table.position.state)
    number = read_coordinates(state.position, word)
    return Move(number & 63, number >> 6 & 63, number >> 12)


def pass_time(run: Run, seconds: int) -> None:
    """In steps: a clock that jumps has slept."""
    for _ in range(seconds):
        run.pass_time(1_000)


@pytest.mark.rule("5.2a", "5.2b")
def test_the_room_stops_clocks_as_the_rules_allow() -> None:
    run = Run(match(), second=False)
    ann, bob = begun(run)
    pass_time(run, 10)
    assert ann.ask("pause", 1).code == ""
    assert (seen(bob, 1).pauser, seen(bob, 1).left) == (0, (50_000, 60_000))
    assert bob.ask("pause", 1).code == "paused-already"
    assert bob.ask("pause", 0).code == "not-paused"
    pass_time(run, 30)
    assert ann.ask("pause", 0).code == ""
    assert seen(bob, 1).running
    assert ann.ask("pause", 1).code == "pause-spent"
    assert bob.ask("pause", 1).code == ""
    pass_time(run, 61)
    # After a minute it is over by itself, and White's clock runs.
    assert seen(ann, 0).running and seen(ann, 0).left == (50_000, 60_000)
    pass_time(run, 50)
    assert (seen(bob, 1).phase, seen(bob, 1).reason, seen(bob, 1).winner) == (OVER, "time", 1)


@pytest.mark.rule("5.3a", "5.3b")
def test_CHS_01_a_player_who_drops_on_the_own_clock_is_waited_for_once() -> None:
    run = Run(match(), second=False)
    ann, bob = begun(run)
    pass_time(run, 10)
    bob.drop()  # not on his clock: nothing stops
    assert seen(ann, 0).running
    bob.connect()
    ann.drop()
    assert (seen(bob, 1).pauser, seen(bob, 1).pauses) == (0, (False, True))
    pass_time(run, 20)
    ann.connect()
    assert seen(bob, 1).running and seen(bob, 1).left == (50_000, 60_000)
    ann.drop()
    assert seen(bob, 1).running
    pass_time(run, 50)
    assert (seen(bob, 1).phase, seen(bob, 1).winner) == (OVER, 1)


@pytest.mark.rule("5.6a")
def test_CHS_04_pause_crash_and_coming_back_keep_the_exact_times(tmp_path: Path) -> None:
    path = tmp_path / "game.maharaja"
    run = Run(match(path), second=False)
    ann, bob = begun(run)
    pass_time(run, 3)
    run.pass_time(200)
    assert ann.ask("pause", 1).code == ""
    pass_time(run, 10)
    file = run.table.journal._file
    assert file is not None
    file.abandon()
    run.time.wall_ahead += 3_600_000
    table = resume(chess, path, dice=SeededDice(b"later"), clock=run.time, salts=lambda: run.random(16))
    run.room = make_room(match(), run.time, table)
    pass_time(run, 100)
    ann.connect()
    pass_time(run, 100)
    assert seen(ann, 0).held, "the clocks wait until both are here"
    bob.connect()
    run.pass_time(100)
    assert not seen(bob, 1).held
    # The pause goes on: what the record knows of it is its beginning.
    assert (seen(bob, 1).pauser, seen(bob, 1).left) == (0, (56_800, 60_000))
    assert ann.ask("pause", 0).code == ""
    assert seen(ann, 0).running
    ann.act(0, move(run, "g1f3"))
    assert seen(bob, 1).left[0] == 56_800
    check_replay(run.table)


# Over real sockets.


def view_of(player: Player) -> View:
    return game.codec.view.decode(player.ear.updates[-1].view)


async def sit_down(port: int, *, plays: bool) -> list[Player]:
    players = [
        Player(port, Who(name, robot=True, seat=seat), game=chess, plays=plays)
        for seat, name in enumerate(("Ann", "Bob"))
    ]
    await asyncio.gather(*(player.come_in() for player in players))
    return players


async def say(player: Player, seat: int, action: Action) -> None:
    await player.ear.until(lambda: bool(player.ear.updates) and bool(player.ear.updates[-1].asked))
    update = player.ear.updates[-1]
    answer = await player.guest.act(seat, update.asked[0].decision, action, update.n)
    assert answer.code == ""


def test_a_hidden_game_with_clocks_and_a_drop_over_real_sockets() -> None:
    async def story() -> None:
        time = Time()
        what = make_room(plan(chess, ["open", "open"], options={"minutes": 1}, auto_start=True), time)
        async with serving(what) as (_, port):
            ann, bob = await sit_down(port, plays=False)
            await say(ann, 0, army(ORTHODOX))
            await say(bob, 1, army(MARSHALS))
            await bob.ear.until(lambda: view_of(bob).phase == PLAY)
            time.ms += 2_000
            ann.cut()
            await bob.ear.until(lambda: view_of(bob).pauser == 0)
            assert view_of(bob).left == (58_000, 60_000)
            # Her program comes back by itself, and her clock runs on.
            await bob.ear.until(lambda: view_of(bob).running)
            await ann.ear.until(lambda: view_of(ann).running)
            time.ms += 1_000
            await say(ann, 0, Move(12, 28))
            await bob.ear.until(lambda: view_of(bob).last == (12, 28))
            assert view_of(bob).left[0] == 57_000
            assert view_of(bob).pauses == (False, True)

    run(story)


def test_two_robots_play_a_hidden_game_to_its_end_and_drop_on_the_way() -> None:
    async def story() -> None:
        what = make_room(plan(chess, ["open", "open"], options={"minutes": 180}, auto_start=True))

        def reached(line: int) -> bool:
            return what.phase == "over" or (what.play is not None and what.play.table.n >= line)

        async with serving(what) as (_, port):
            players = await sit_down(port, plays=True)
            for number, player in enumerate(players * 2, 1):
                await player.ear.until(partial(reached, 10 * number))
                player.cut()
            await players[0].ear.until(partial(reached, 60))
            if what.phase != "over":
                await players[0].guest.act(0, CLAIM, Resign(), players[0].ear.updates[-1].n)
            await players[1].ear.until(lambda: what.phase == "over")
            assert what.play is not None and what.play.table.outcome is not None
            check_replay(what.play.table)

    run(story)
