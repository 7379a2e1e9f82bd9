"""A guest that a policy plays: how whole games over the network are scripted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from random import Random
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from ai.registry import find_policy
from core.faults import UserError
from core.game import CLAIM, Pending
from maharaja_qt.cli.preparing import in_a_thread
from net.guest import Guest, Lost

if TYPE_CHECKING:
    from core.policy import AnyPolicy
    from net import messages as m

AGAIN_S: Final = 0.5
"""After an answer that the table did not take, and nothing new has come of it."""


ASK_BACK_S: Final = 2.0
"""Between two proposals to go back: the game may have overtaken the first."""


class Robot:
    """Listens for a guest and answers whatever its seats are asked, one answer a seat at a time.

    When the game is over it leaves. `fault` is why it had to leave before.
    """

    def __init__(self, policy: str, guest: Guest) -> None:
        self.fault: UserError | None = None
        self._policy = policy
        self._guest = guest
        self._rng = Random()
        self._players: dict[int, AnyPolicy] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._asides: set[asyncio.Task[None]] = set()
        self._voted = 0
        self._first = True
        self._gone: set[int] = set()
        self._news: dict[int, asyncio.Event] = {}

    def link(self, state: str, code: str, params: m.Params) -> None:
        """What was on its way when the connection ended for good is of no use any more."""
        if state == "out":
            for task in (*self._tasks.values(), *self._asides):
                task.cancel()

    def room(self, row: m.RoomRow) -> None:
        """The end of the game ends the robot."""
        self._leave_at_end()
        first, self._first = self._first, False
        if row.phase != "over" and (first or row.phase == "playing") and not self._guest.seats:
            self.fault = UserError("there is no seat for the policy")
            self._guest.leave()
        asked = row.proposal
        if asked is not None and {*self._guest.seats} - {*asked.agreed} and asked.number > self._voted:
            # It has no opinion, and must not keep people from what they want.
            self._voted = asked.number
            self._spawn(self._agree(asked.number))

    def _leave_at_end(self) -> None:
        """Once it has seen the last position: a host that stays for nobody else waits for that."""
        row = self._guest.row
        if row is None or row.phase != "over":
            return
        known = self._guest.updates
        if all(seat in known and known[seat].n >= row.n for seat in self._guest.seats):
            self._guest.leave()

    def heard(self, message: Struct) -> None:
        """It does not listen to talk."""

    def update(self, update: m.Update) -> None:
        """Answers what is asked."""
        self._leave_at_end()
        seat = update.seat
        for handle in self._guest.lost(update):
            if handle not in self._gone:
                # Host and robot have both forgotten what it had chosen in secret.
                self._gone.add(handle)
                self._spawn(self._ask_back(seat, handle))
        self._news.setdefault(seat, asyncio.Event()).set()
        if update.asked and (seat not in self._tasks or self._tasks[seat].done()):
            self._tasks[seat] = asyncio.create_task(self._play(seat))

    def _spawn(self, aside: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(aside)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    async def _agree(self, proposal: int) -> None:
        with contextlib.suppress(Lost):
            await self._guest.vote(proposal, yes=True)

    async def _ask_back(self, seat: int, handle: int) -> None:
        """Asks all to go back to before its lost choice, until they do."""
        with contextlib.suppress(Lost):
            while handle in self._guest.lost(self._guest.updates[seat]):
                if self._guest.row is not None and self._guest.row.proposal is None:
                    await self._guest.propose("take-back", seat, handle)
                await asyncio.sleep(ASK_BACK_S)
        self._gone.discard(handle)

    async def _play(self, seat: int) -> None:
        """Until this seat is asked nothing more."""
        refused = False
        while (update := self._guest.updates[seat]).asked:
            try:
                action = await self._choose(update, by_chance=refused)
                answer = await self._guest.act(seat, self._decision(update, action), action, update.n)
            except Lost:
                return
            except UserError as fault:
                self.fault = fault
                self._guest.leave()
                return
            refused = answer.code not in ("", "stale")
            try:
                # What comes of an answer is a newer position; if none comes, it is asked again.
                async with asyncio.timeout(AGAIN_S if refused else None):
                    while (newest := self._guest.updates[seat]) is update or update.n < newest.n < answer.n:
                        self._news[seat].clear()
                        await self._news[seat].wait()
            except TimeoutError:
                continue

    async def _choose(self, update: m.Update, *, by_chance: bool) -> Struct:
        game, seat, asked = self._guest.game, update.seat, update.asked[0]
        assert game is not None
        view, legal = game.codec.view.decode(update.view), game.codec.decode_legal(update.legal)
        if by_chance:
            return legal.sample(self._rng)
        pending = Pending(seat, asked.decision, asked.kind, asked.subject)

        def think() -> Struct:
            try:
                if seat not in self._players:
                    self._players[seat] = find_policy(self._policy, game)(game, seat, Random())
                chosen: Struct | None = self._players[seat].choose(view, legal, pending)
            except BaseException as fault:  # a policy is somebody else's code, which may also exit
                why = ": ".join(filter(None, (type(fault).__name__, " ".join(str(fault).split()))))
                raise UserError(f"the policy {self._policy!r} failed: {why}") from None
            if chosen is None:
                raise UserError(f"the policy {self._policy!r} failed: chose nothing")
            return chosen

        return await in_a_thread(think)

    def _decision(self, update: m.Update, action: Struct) -> int:
        assert self._guest.game is not None
        return CLAIM if isinstance(action, self._guest.game.codec.claims) else update.asked[0].decision
