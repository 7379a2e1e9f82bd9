"""A guest that a policy plays: how whole games over the network are scripted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct

from ai.registry import find_policy
from core.game import CLAIM, Pending
from maharaja_qt.cli.net_common import Events
from net.guest import Guest, Lost

if TYPE_CHECKING:
    from core.policy import AnyPolicy
    from net import messages as m


class Robot:
    """Listens for a guest and answers whatever its seats are asked.

    `done` is called when the game is over.
    """

    def __init__(self, policy: str, events: Events, done: Callable[[], None]) -> None:
        self.guest: Guest | None = None
        self._policy = policy
        self._events = events
        self._done = done
        self._policies: dict[int, AnyPolicy] = {}
        self._answered: set[tuple[int, int, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._phase = ""

    def link(self, state: str, code: str, params: m.Params) -> None:
        """Comings and goings."""
        if state != "out":
            self._events.tell(state, "", code=code)

    def room(self, row: m.RoomRow) -> None:
        """The end of the game ends the robot."""
        if row.phase != self._phase:
            self._phase = row.phase
            self._events.tell("room", "", phase=row.phase, name=row.name)
            if row.phase == "over":
                self._done()

    def heard(self, message: Struct) -> None:
        """It does not listen to talk."""

    def update(self, update: m.Update) -> None:
        """Answers what is asked, once."""
        for asked in update.asked:
            question = (update.seat, asked.decision, update.n)
            if question not in self._answered:
                self._answered = {q for q in self._answered if q[2] >= update.n - 1} | {question}
                task = asyncio.ensure_future(self._answer(update, asked))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _answer(self, update: m.Update, asked: m.Asked) -> None:
        guest = self.guest
        assert guest is not None and guest.game is not None
        game, seat = guest.game, update.seat
        if seat not in self._policies:
            self._policies[seat] = find_policy(self._policy, game)(game, seat, Random())
        policy = self._policies[seat]
        view, legal = game.codec.view.decode(update.view), game.codec.decode_legal(update.legal)
        pending = Pending(seat, asked.decision, asked.kind, asked.subject)
        action = await asyncio.to_thread(policy.choose, view, legal, pending)
        decision = CLAIM if isinstance(action, game.codec.claims) else asked.decision
        try:
            await guest.act(seat, decision, action, update.n)
        except Lost:
            return
