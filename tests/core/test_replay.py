"""From a record back to the game: line by line, up to a line, and on with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from core.dice import SeededDice
from core.game import Refusal
from core.options import OptionValue
from core.record import read
from core.replay import Replay, replay
from core.table import Accepted, open_table
from tests.core.record_kit import Tale
from tests.core.test_record_disk import new_table
from tests.toy import GameCtx, Toy, game
from tests.toy.kit import ToyTable
from tests.toy.pieces import Event, State


def test_every_position_of_a_game_is_found_again(tmp_path: Path) -> None:
    path, tale = tmp_path / "game", Tale()
    table = new_table(tale)
    table.save(path)
    known = {0: (table.position.bytes, table.position.digest)}
    while table.pending:
        seat = table.pending[-1].seat
        tale.act(table, seat, table.legal(seat).first())
        known[table.position.steps[-1].n] = (table.position.bytes, table.position.digest)
    table.close()
    record = read(path)
    for n, (state, digest) in known.items():
        position = replay(game, record, upto=n).position
        assert (position.bytes, position.digest) == (state, digest)
    events = [step.events for step in replay(game, record).position.steps]
    assert events == [step.events for step in table.position.steps]


def test_looking_back_changes_nothing(tmp_path: Path) -> None:
    """RUL-14: while a game goes on others walk through its record in any order."""
    path, tale = tmp_path / "game", Tale()
    table = new_table(tale)
    table.save(path)
    for _ in range(4):
        seat = table.pending[0].seat
        tale.act(table, seat, table.legal(seat).first())
    before, text = (table.position.bytes, table.position.digest, table.n), path.read_bytes()
    record = read(path)
    forth = [replay(game, record, upto=n).position.bytes for n in range(table.n + 1)]
    back = [replay(game, record, upto=n).position.bytes for n in reversed(range(table.n + 1))]
    assert forth == back[::-1]
    assert (table.position.bytes, table.position.digest, table.n) == before
    assert path.read_bytes() == text
    tale.play_to_end(table)
    table.close()


def test_undone_lines_stay_in_sight(tmp_path: Path) -> None:
    path, tale = tmp_path / "game", Tale()
    tale.tell(path)
    played = replay(game, read(path))
    assert [step.n for step in played.position.steps if step.undone] == [3, 12]
    assert played.position.controllers == ["Ann", "Bob", "Cyd"]


def test_sealed_choices_are_in_plain_from_their_line_on(tmp_path: Path) -> None:
    path, tale = tmp_path / "game", Tale()
    tale.tell(path)
    record = read(path)
    walk = Replay(game, record)
    for line in record.lines[1:]:
        walk.play(line)
        shown = {h for h, choice in walk.choices.choices.items() if choice.action is not None}
        assert (9 in shown) == (line.n >= 11)
        assert 2 not in shown
    assert {h: c.action for h, c in walk.choices.choices.items() if c.action} == {
        h: every[-1][1] for h, every in tale.choices.items() if h != 2
    }


def test_time_goes_on_where_it_stood(tmp_path: Path) -> None:
    path, tale = tmp_path / "game", Tale()
    table = new_table(tale)
    table.save(path)
    tale.clock.ms = 5000
    tale.act(table, 0, table.legal(0).first())
    table.close()
    tale.clock.ms = 3  # another sitting, another clock
    again = tale.go_on(path)
    assert again.now_ms == 5007
    tale.clock.ms += 10
    assert again.now_ms == 5017
    again.close()


def test_a_finished_game_is_opened_again(tmp_path: Path) -> None:
    path, tale = tmp_path / "game", Tale()
    table = new_table(tale)
    table.save(path)
    tale.play_to_end(table)
    table.close()
    for _ in range(2):
        again = tale.go_on(path)
        assert again.outcome == table.outcome
        assert again.pending == ()
        again.close()
    assert replay(game, read(path)).position.outcome == table.outcome


class Stumbles(Toy):
    """Rules that fail now and then, after the dice have been rolled."""

    fail = False

    def _next_round(self, state: State, ctx: GameCtx, events: list[Event]) -> None:
        if self.fail:
            ctx.roll(3)
            raise ZeroDivisionError
        super()._next_round(state, ctx, events)


def test_what_came_to_nothing_rolled_nothing(tmp_path: Path) -> None:
    """After a fault of the rules the same dice come again, and the seed shown at the end fits."""
    stumbles, tale, path = Stumbles(), Tale(), tmp_path / "game"
    options: Mapping[str, OptionValue] = {"cards": 3, "gifts": False}
    table: ToyTable = open_table(
        stumbles, options, ["Ann", "Bob"], table_id="t", dice=SeededDice(b"s"), clock=tale.clock,
        salts=tale.salt, spec="tests.toy:game",
    )  # fmt: skip
    table.save(path)
    faults = 0
    while table.pending:
        owed = table.pending[0]
        action = table.legal(owed.seat).first()
        stumbles.fail = True
        before = (table.position.bytes, table.position.digest, table.n, path.read_bytes())
        answer = table.submit(owed.seat, owed.decision, table.n, action, tale.salt())
        if isinstance(answer, Refusal):
            faults += 1
            assert answer.code == "engine-fault"
            assert (table.position.bytes, table.position.digest, table.n, path.read_bytes()) == before
            stumbles.fail = False
            answer = table.submit(owed.seat, owed.decision, table.n, action, tale.salt())
        assert isinstance(answer, Accepted), answer
    assert faults
    table.close()
    assert replay(game, read(path)).unchecked == 0


def test_another_game_is_named(tmp_path: Path) -> None:
    path, tale = tmp_path / "game", Tale()
    table = open_table(
        game, {}, ["Ann", "Bob"], table_id="t", dice=SeededDice(b"s"), clock=tale.clock, salts=tale.salt
    )
    table.save(path)
    table.close()
    assert read(path).header.game == "toy"
    replay(game, read(path))

    class Ludo(Toy):
        meta = type(game.meta)("ludo", "Ludo", 1, (2,), game.meta.options)

    with pytest.raises(Exception, match="line 1: this is a record of toy, not of Ludo"):
        replay(Ludo(), read(path))
