"""From a record back to a position: to look at, to verify, or to go on playing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from core import lines
from core.ctx import Ctx, NotSent
from core.dice import DiceError, RecordedDice, SeededDice, commitment
from core.game import CLAIM, HOST, Expire, Game, HostAction, Sealed
from core.journal import Journal
from core.lines import Act, Agreed, DiceSeed, End, Header, House, Line, Reseal, Seat, Undo, sealed_commitment
from core.options import complete
from core.position import Position
from core.record import Record, RecordError, RecordFile
from core.table import Table, unasked
from core.vault import Choice, Vault, commit

S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
E = TypeVar("E", bound=Struct)
V = TypeVar("V", bound=Struct)

_host_action: msgspec.json.Decoder[HostAction] = msgspec.json.Decoder(HostAction)


class Mismatch(RecordError):
    """A line that does not give what the record says: damaged by hand, or other rules or charts."""


class Replay(Generic[S, A, E, V]):
    """Plays a record's lines one by one; `position` is where it stands after the last.

    `choices` are the sealed choices: in plain from the line on that opened them. `rolls` collects
    all dice since the last `dice` line, `unchecked` counts those whose seed was never shown.
    """

    def __init__(self, game: Game[S, A, E, V], record: Record) -> None:
        self.game = game
        self.path = record.path
        self.choices: Vault[A] = Vault()
        self.unchecked = 0
        header = record.header
        self._fits(header)
        self._rolls = [*header.rolls]
        self._commitment = header.dice
        dice = RecordedDice(header.rolls)
        try:
            options = complete(game.meta.options, header.options)
            self.position = Position(game, options, header.controllers, Ctx(0, dice, Vault()))
            dice.done()
        except Exception as fault:
            raise Mismatch(
                f"{self.path}: line 1: the set-up cannot be repeated: {fault}", "damaged", self.path
            ) from None
        self._same(0, header.digest)

    def play(self, line: Line) -> None:
        """The next line. Raises `Mismatch` naming it; the replay is then at its end."""
        match line.body:
            case Act() as body:
                self._act(line, body)
            case Undo() as body:
                self._undo(line.n, line.at_ms, body)
            case Seat() as body:
                if not 0 <= body.seat < len(self.position.controllers):
                    raise self._fault(line.n, f"there is no seat {body.seat}")
                self.position.controllers[body.seat] = body.controller
                self.position.keys[body.seat] = body.key
            case DiceSeed() as body:
                self._dice(line.n, body)
            case Reseal() as body:
                old = self.choices.choices.get(body.handle)
                if old is None:
                    raise self._fault(line.n, f"line {body.handle + 1} sealed nothing")
                self.choices.choices[body.handle] = Choice(old.seat, body.commitment)
            case House():
                pass  # no rule depends on it
            case End() as body:
                if body.outcome != self.position.outcome:
                    raise self._fault(line.n, "the result differs")
            case Header():
                raise self._fault(line.n, "a second header")

    def _act(self, line: Line, body: Act) -> None:
        n = line.n
        if not HOST <= body.actor < len(self.position.controllers) or (body.actor == HOST) != (
            line.kind != "act"
        ):
            raise self._fault(n, f"there is no seat {body.actor}")
        dice = RecordedDice(body.rolls)
        ctx = Ctx(line.at_ms, dice, self.choices, body.judged)
        try:
            action = self._action(n, body)
            unfit = self._unfit(line, body, action)
            if unfit:
                raise self._fault(n, unfit)
            self._open(n, body)
            if not isinstance(action, Sealed):
                refusal = self.game.refuse(self.position.state, body.actor, action)
                if refusal is not None:
                    raise self._fault(n, f"the rules refuse it: {refusal.code} {refusal.rule}".rstrip())
            self.position.advance(n, body.actor, action, ctx)
            dice.done()
        except (msgspec.DecodeError, DiceError, NotSent) as fault:
            raise self._fault(n, f"it cannot be repeated: {fault}") from None
        except RecordError:
            raise
        except Exception as fault:
            raise self._fault(n, f"the rules failed: {type(fault).__name__}: {fault}") from None
        if ctx.opened != [opened.handle for opened in body.opened] or ctx.judgements != body.judged:
            raise self._fault(n, "other sealed choices were opened")
        self._rolls += body.rolls
        self._same(n, body.digest)

    def _unfit(self, line: Line, body: Act, action: A | Sealed | HostAction) -> str:
        """Why the table would not have taken the action, before the rules are asked; '' if it would."""
        if self.position.outcome is not None:
            return "the game was over"
        if isinstance(body, Agreed) != isinstance(action, self.game.codec.consent):
            return "it needs no consent" if isinstance(body, Agreed) else "it needs the consent of all"
        if isinstance(body, Agreed):
            return self._disagreed(body.consent, "correction")
        if body.actor == HOST:
            deadline = self.game.deadline(self.position.state) if isinstance(action, Expire) else None
            if isinstance(action, Expire) and (
                deadline is None or deadline[0] != action.seat or deadline[1] > line.at_ms
            ):
                return f"the time of seat {action.seat} had not run out"
            return ""
        codec = self.game.codec
        if body.decision == CLAIM:
            fits = isinstance(action, Sealed) and not set(codec.sealed).isdisjoint(codec.claims)
            fits = fits or isinstance(action, codec.claims)
        else:
            owed = ((p.seat, p.decision) for p in self.position.pending)
            fits = not isinstance(action, codec.claims) and (body.actor, body.decision) in owed
        return "" if fits else f"seat {body.actor} did not owe this answer"

    def _undo(self, n: int, at_ms: int, body: Undo) -> None:
        position = self.position
        if not position.counts(body.to):
            raise self._fault(n, f"it undoes line {body.to + 1}, which cannot be undone")
        last = position.last()
        alone = last is not None and (last.n, last.actor, last.barrier) == (body.to, body.by, "")
        wrong = self._disagreed([body.by, *body.consent], "take-back", alone=alone)
        if wrong:
            raise self._fault(n, wrong)
        position.go_back(n, body.to, position.before(body.to, at_ms))
        self._same(n, body.digest)

    def _disagreed(self, agreed: list[int], to: str, *, alone: bool = False) -> str:
        """Who has no seat or, unless it can be done `alone`, did not agree; '' if all is well."""
        controllers = self.position.controllers
        for stranger in [seat for seat in agreed if seat not in range(len(controllers))]:
            return f"there is no seat {stranger}"
        missing = () if alone else unasked(controllers, agreed)
        return f"seat {missing[0]} did not agree to the {to}" if missing else ""

    def _action(self, n: int, body: Act) -> A | Sealed | HostAction:
        sealed = sealed_commitment(body.action)
        if sealed is not None:
            self.choices.choices[n] = Choice(body.actor, sealed)
            return Sealed(n)
        if body.actor == HOST:
            try:
                return _host_action.decode(body.action)
            except msgspec.ValidationError:
                pass  # then it is an action of the game that only the host may take
        return self.game.codec.action_json.decode(body.action)

    def _open(self, n: int, body: Act) -> None:
        for opened in body.opened:
            choice = self.choices.choices.get(opened.handle)
            if choice is None:
                raise self._fault(n, f"line {opened.handle + 1} sealed nothing")
            try:
                action = self.game.codec.action_json.decode(opened.action)
                again = commit(choice.seat, action, bytes.fromhex(opened.salt))
            except ValueError as fault:
                raise self._fault(n, f"the opened choice cannot be read: {fault}") from None
            if again.commitment != choice.commitment:
                raise self._fault(n, f"the opened choice is not the one of line {opened.handle + 1}")
            self.choices.choices[opened.handle] = again

    def _dice(self, n: int, body: DiceSeed) -> None:
        if body.seed:
            try:
                seed = bytes.fromhex(body.seed)
            except ValueError:
                raise self._fault(n, "the dice seed is no hex number") from None
            if commitment(seed) != self._commitment:
                raise self._fault(n, "the dice seed is not the one committed to")
            self._roll_again(n, SeededDice(seed))
        else:
            self.unchecked += _count(self._rolls)
        self._rolls = []
        self._commitment = body.commitment

    def _roll_again(self, n: int, dice: SeededDice) -> None:
        for sides, *results in self._rolls:
            again = dice.roll(len(results), sides) if sides else dice.shuffle(len(results))
            if again != results:
                raise self._fault(n, f"the dice {results} do not follow from the seed")

    def finish(self) -> None:
        """Counts the dice whose seed was not shown."""
        self.unchecked += _count(self._rolls)

    def _fits(self, header: Header) -> None:
        meta = self.game.meta
        # The name of a game from elsewhere (module:object) says nothing about what it is.
        if ":" not in header.game and header.game != meta.id:
            raise Mismatch(
                f"{self.path}: line 1: this is a record of {header.game}, not of {meta.title}",
                "foreign",
                self.path,
            )
        if header.rules_version != meta.rules_version:
            raise Mismatch(
                f"{self.path}: line 1: the record was made with version {header.rules_version} of the "
                f"rules of {meta.title} and this program has version {meta.rules_version}; "
                "open it with the program that made it",
                "version",
                self.path,
            )
        if header.edition != self.game.edition:
            raise Mismatch(
                f"{self.path}: line 1: the record was made with other charts "
                f"({header.edition or 'none'}, here {self.game.edition or 'none'}); name those with "
                "--charts DIR (without it: the program's own)",
                "charts",
                self.path,
            )

    def _same(self, n: int, digest: str) -> None:
        if digest != self.position.digest.hex():
            raise self._fault(n, "the position differs from the recorded one")

    def _fault(self, n: int, why: str) -> Mismatch:
        return Mismatch(f"{self.path}: line {n + 1}: {why}", "damaged", self.path)


def _count(rolls: list[list[int]]) -> int:
    return sum(len(roll) - 1 for roll in rolls)


def replay(game: Game[S, A, E, V], record: Record, upto: int | None = None) -> Replay[S, A, E, V]:
    """Plays all intact lines (or those up to number `upto`). Raises `Mismatch` at the first that differs."""
    played = Replay(game, record)
    for line in record.lines[1:]:
        if upto is not None and line.n > upto:
            break
        played.play(line)
    played.finish()
    return played


def resume(
    game: Game[S, A, E, V],
    path: Path,
    *,
    dice: SeededDice,
    clock: Callable[[], int],
    salts: Callable[[], bytes],
) -> Table[S, A, E, V]:
    """Goes on with a record; `clock` counts on from where this call finds it.

    A damaged tail is cut, after a copy to `.bak` and once all lines before it have been played.
    Raises `RecordError`; the file is then as before.
    """
    record, file = RecordFile.resume(path)
    try:
        played = replay(game, record)
        mended = file.mend()
    except BaseException:
        file.abandon()
        raise
    journal = Journal()
    journal.mended = mended
    journal.go_on([lines.to_bytes(line) for line in record.lines], file)
    began, last = clock(), record.lines[-1].at_ms
    table = Table(played.position, dice, lambda: clock() - began + last, salts, journal, played.choices)
    if table.begin_again() is not None:
        file.abandon()
        raise RecordError(f"{path}: cannot be written; is the disk full?", "full", path)
    return table
