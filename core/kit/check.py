"""What every game must pass, as plain functions for tests, the fuzzer and the charts check.

Each raises AssertionError with the action or seat concerned. None needs to know the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct, structs

from core import lines
from core.game import CLAIM, Game, Refusal
from core.lines import Header
from core.record import Record
from core.replay import Replay, replay
from core.table import Accepted, Table

S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
E = TypeVar("E", bound=Struct)
V = TypeVar("V", bound=Struct)


def mutations(game: Game[S, A, E, V], action: A) -> Iterator[A]:
    """Well-formed actions one field away: numbers one up and down and far off, lists cut, turned, longer."""
    for name in action.__struct_fields__:
        for other in _others(getattr(action, name)):
            data = game.codec.encode(structs.replace(action, **{name: other}))
            with suppress(msgspec.ValidationError):
                yield game.codec.action.decode(data)


def _others(value: object) -> Iterable[object]:
    match value:
        case bool():
            return [not value]
        case int():
            return [value - 1, value + 1, -1, value + 1000]
        case tuple() if value:
            swapped = [
                (*value[:i], other, *value[i + 1 :]) for i, v in enumerate(value) for other in _others(v)
            ]
            return [value[:-1], (*value, value[-1]), value[::-1], *swapped]
        case _:
            return []


def check_legal(game: Game[S, A, E, V], state: S, seat: int, rng: Random, tries: int = 12) -> None:
    """Listed actions pass `refuse`, and one field away `contains` says just what `refuse` says."""
    legal = game.legal(state, seat)
    owed = any(pending.seat == seat for pending in game.pending(state))
    assert (legal.count() > 0) == owed, f"seat {seat}: {legal.count()} answers, owed: {owed}"
    known: list[A] = [claim.nth(rng.randrange(claim.count())) for claim in legal.claims]
    if owed:
        known += [legal.first(), *(legal.sample(rng) for _ in range(tries))]
    for action in known:
        assert game.refuse(state, seat, action) is None, f"listed but refused: {action}"
        assert legal.contains(action), f"listed but not contained: {action}"
        for other in mutations(game, action):
            refusal = game.refuse(state, seat, other)
            assert legal.contains(other) == (refusal is None), f"{other}: {refusal}"


def check_strangers(game: Game[S, A, E, V], state: S, seat: int, actions: Iterable[A]) -> None:
    """Actions from other positions and seats: the list holds them exactly when `refuse` lets them pass."""
    legal = game.legal(state, seat)
    for action in actions:
        refusal = game.refuse(state, seat, action)
        assert legal.contains(action) == (refusal is None), f"seat {seat}: {action}: {refusal}"


def check_factored(
    game: Game[S, A, E, V], state: S, seat: int, plain: Callable[[S, int], Iterable[A]]
) -> None:
    """The factored list, written out, is what a slow plain enumerator finds; no action stands twice."""
    legal = game.legal(state, seat)
    count = legal.count()
    written = legal.expand(count + 1)
    assert len(written) == count, f"{count} counted, {len(written)} written out"
    encoded = {game.codec.encode(action) for action in written}
    assert len(encoded) == count, "an action stands twice"
    expected = {game.codec.encode(action): action for action in plain(state, seat)}
    missing = [expected[key] for key in expected.keys() - encoded]
    extra = [action for action in written if game.codec.encode(action) not in expected]
    assert not missing and not extra, f"missing {missing[:3]}, too many {extra[:3]}"


def check_pure(game: Game[S, A, E, V], state: S, seats: int) -> None:
    """Looking at a position leaves it as it is, and everything that travels survives the journey."""
    before = game.codec.encode(state)
    codec = game.codec
    for seat in [*range(seats), None]:
        view = game.view(state, seat)
        assert codec.view.decode(codec.encode(view)) == view, f"view of seat {seat} changes on the way"
        if seat is not None:
            legal = game.legal(state, seat)
            again = codec.decode_legal(codec.encode_legal(legal))
            assert again.offers == legal.offers and again.claims == legal.claims, f"list of seat {seat}"
    game.pending(state), game.outcome(state), game.deadline(state), game.holds(state)
    assert codec.encode(state) == before, "looking changed the position"
    assert codec.encode(codec.state.decode(before)) == before, "the state does not survive encoding"
    assert not any(_floats(msgspec.to_builtins(state))), "a float is in the state"


def _floats(value: object) -> Iterator[bool]:
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _floats(item)
    elif isinstance(value, dict):
        yield from _floats(list(value.values()))
    else:
        yield isinstance(value, float)


def check_secrecy(
    game: Game[S, A, E, V], state: S, seat: int | None, substitute: Callable[[S, int | None], S]
) -> None:
    """With everything that is hidden from the seat filled in differently, it sees the same bytes."""
    other = substitute(game.codec.state.decode(game.codec.encode(state)), seat)
    mine, theirs = (game.codec.encode(game.view(s, seat)) for s in (state, other))
    assert mine == theirs, f"the view of seat {seat} tells what is hidden"
    if seat is not None:
        lists = [game.codec.encode_legal(game.legal(s, seat)) for s in (state, other)]
        assert lists[0] == lists[1], f"the list of seat {seat} tells what is hidden"


def record_of(table: Table[S, A, E, V]) -> Record:
    """The table's record as it would be read from its file."""
    found = [lines.from_bytes(data, n) for n, data in enumerate(table.journal.lines)]
    header = found[0].body
    assert isinstance(header, Header)
    return Record(table.journal.path or Path("(not saved)"), header, found, None)


def check_replay(table: Table[S, A, E, V]) -> Replay[S, A, E, V]:
    """Playing the record again gives the same position, digest and events."""
    again = replay(table.game, record_of(table))
    assert again.position.digest == table.position.digest
    assert again.position.bytes == table.position.bytes
    assert again.position.opening == table.position.opening, "another set-up"
    assert again.position.steps == table.position.steps, "other events"
    assert again.position.pending == table.pending
    assert again.position.opened_at == table.position.opened_at
    return again


@dataclass
class RandomPlay(Generic[S, A, E, V]):
    """Plays a table at random with all that can happen at one: claims, undo, expiry, stale answers.

    After every step the position is checked in full; `claims`, `undos` and `odd` are chances in 1000.
    """

    table: Table[S, A, E, V]
    rng: Random
    claims: int = 20
    undos: int = 30
    odd: int = 30
    seen: list[A] = field(default_factory=list)

    def run(self, limit: int) -> int:
        """To the end; the number of lines. AssertionError when not over by then."""
        while self.table.pending:
            assert self.table.n < limit, f"not over after {limit} lines"
            self.step()
        return self.table.n

    def step(self) -> None:
        """One thing that may happen at a table."""
        table, rng = self.table, self.rng
        owed = table.pending[rng.randrange(len(table.pending))]
        seats = len(table.controllers)
        if rng.randrange(1000) < self.claims:
            self._claim(rng.randrange(seats))
        elif rng.randrange(1000) < self.undos:
            self._undo(rng.randrange(seats))
        elif rng.randrange(1000) < self.odd:
            self._odd(owed.seat, owed.decision)
        elif table.deadline() is not None and rng.randrange(1000) < self.odd:
            table.expire()
        else:
            action = table.legal(owed.seat).sample(rng)
            self.seen.append(action)
            answer = table.submit(owed.seat, owed.decision, table.n, action)
            assert isinstance(answer, Accepted), f"{owed} answered with {action}: {answer}"
            assert answer.events, f"nobody is told of {action}"
        if table.pending:
            table.check()
            codec, snapshot = table.game.codec, table.position.bytes
            assert codec.encode(codec.state.decode(snapshot)) == snapshot, "the snapshot is not the state"
            for seat in range(seats):
                some = rng.sample(self.seen, min(2, len(self.seen)))
                check_strangers(table.game, table.position.state, seat, some)

    def _claim(self, seat: int) -> None:
        claims = self.table.legal(seat).claims
        if claims:
            claim = claims[self.rng.randrange(len(claims))]
            action = claim.nth(self.rng.randrange(claim.count()))
            answer = self.table.submit(seat, CLAIM, self.table.n, action)
            assert isinstance(answer, Accepted), f"claim {action}: {answer}"

    def _undo(self, seat: int) -> None:
        table = self.table
        last = table.position.last()
        answer = table.undo(seat)
        free = last is not None and last.actor == seat and not last.barrier
        assert isinstance(answer, Accepted) == free, f"undo by {seat} after {last}: {answer}"
        if last is not None and free and not table.game.meta.timed:
            assert table.position.bytes == last.before

    def _odd(self, seat: int, decision: int) -> None:
        """What must be refused, whatever the game: not theirs, not open, too old."""
        table, before = self.table, self.table.position.bytes
        action = table.legal(seat).first()
        for actor, which, expected in (
            (len(table.controllers), decision, table.n),
            (-2, decision, table.n),
            (seat, decision + 1000, table.n),
            (seat, decision, table.n + 1),
            (seat, CLAIM, table.n),
        ):
            answer = table.submit(actor, which, expected, action)
            assert isinstance(answer, Refusal), f"{(actor, which, expected)} was let in"
        assert table.position.bytes == before
