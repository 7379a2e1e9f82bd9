"""A guest of the soak: plays by chance, and writes down every answer it was given.

Started by `tests.tools.soak` and killed again and again; only its keyring outlives it. Prints JSON lines:
`in`, `lost`, `out` (the connection), `sent` before an action goes out, `acked` when it was answered.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from core.game import AnyGame, Pending
from core.registry import find_game
from net import messages as m
from net.guest import Guest, Lost
from net.guest_session import Who
from net.keyring import Keyring

THINKS_S: Final = 0.2
"""At most, for one answer: else a game is over before anything can break in it."""
AGAIN_S: Final = 0.2
"""After a refusal of which nothing new has come."""


def tell(event: str, **facts: object) -> None:
    """One line for whoever started this."""
    print(json.dumps({"event": event, **facts}), flush=True)


class Player:
    """Answers whatever its seats are asked; agrees to everything; asks for another secret if one is lost."""

    def __init__(self, port: int, name: str, game: AnyGame, keyring: Path) -> None:
        self._port = port
        self._game = game
        self._rng = Random()
        who = Who(name, robot=True)
        self.guest = Guest(self._dial, who, self, lambda _: game, Keyring(keyring))
        self._news = asyncio.Event()

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port)

    def link(self, state: str, code: str, params: m.Params) -> None:
        tell(state, code=code)
        self._news.set()

    def room(self, row: m.RoomRow) -> None:
        self._news.set()
        if row.phase == "over":
            self.guest.leave()

    def update(self, update: m.Update) -> None:
        self._news.set()

    def heard(self, message: Struct) -> None:
        pass

    async def run(self) -> str:
        """Until the game is over; why it ended."""
        playing = asyncio.create_task(self._play())
        bye = await self.guest.run()
        playing.cancel()
        return bye.code

    async def _play(self) -> None:
        while True:
            self._news.clear()
            try:
                refused = await self._answer()
            except Lost:
                return
            try:
                async with asyncio.timeout(AGAIN_S if refused else None):
                    await self._news.wait()
            except TimeoutError:
                pass

    async def _answer(self) -> bool:
        """Does what there is to do; was something refused?"""
        row, refused = self.guest.row, False
        seats = [seat for seat in self.guest.updates if seat >= 0]
        if row is not None and row.proposal is not None and not set(seats) <= set(row.proposal.agreed):
            refused |= bool((await self.guest.vote(row.proposal.number, yes=True)).code)
        for seat in seats:
            update = self.guest.updates[seat]
            if update.owed and update.again and row is not None and row.proposal is None:
                refused |= await self._choose_again(update)
            elif update.asked:
                refused |= await self._act(update)
        return refused

    async def _act(self, update: m.Update) -> bool:
        legal = self._game.codec.decode_legal(update.legal)
        asked = update.asked[0]
        pending = Pending(update.seat, asked.decision, asked.kind, asked.subject)
        await asyncio.sleep(self._rng.random() * THINKS_S)
        tell("sent", seat=pending.seat, decision=pending.decision)
        answer = await self.guest.act(update.seat, asked.decision, legal.sample(self._rng), update.n)
        tell("acked", seat=pending.seat, decision=pending.decision, code=answer.code, n=answer.n)
        return bool(answer.code)

    async def _choose_again(self, update: m.Update) -> bool:
        # What this program still knows has been sent again by the guest itself; give that its time.
        await asyncio.sleep(AGAIN_S)
        newest = self.guest.updates[update.seat]
        if not newest.owed or not newest.again:
            return False
        action = self._game.codec.decode_legal(newest.again).sample(self._rng)
        answer = await self.guest.propose("reseal", newest.seat, newest.owed[0], action)
        tell("resealed", seat=newest.seat, line=newest.owed[0], code=answer.code)
        return True


def main(argv: list[str]) -> int:
    """PORT NAME GAME KEYRING"""
    port, name, spec, keyring = argv
    code = asyncio.run(Player(int(port), name, find_game(spec), Path(keyring)).run())
    return 0 if code in ("left", "game-over") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
