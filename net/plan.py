"""What a host has decided before anybody comes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from core.ctx import Ctx
from core.dice import SeededDice
from core.game import AnyGame
from core.options import OptionValue, complete
from core.vault import Vault
from net.bans import Ban
from net.messages import Rules
from net.seats import Slot


def fits(plan: Plan) -> None:
    """Raises `UserError` unless the game can begin with these options and so many seats."""
    options = complete(plan.game.meta.options, plan.options)
    ctx: Ctx[Struct] = Ctx(0, SeededDice(bytes(32)), Vault())
    plan.game.new(options, len(plan.slots), ctx)


class Plan(Struct):
    """A room to be: the game and how it is found again, names, options, seats, what holds for the evening.

    With `auto_start` it begins by itself once all seats are taken. `record` is the file to write.
    `verifier` checks a `password` that is not known any more; `bans` are those of an earlier sitting.
    """

    game: AnyGame
    spec: str
    name: str
    host: str
    table_id: str
    options: Mapping[str, OptionValue]
    slots: list[Slot]
    rules: Rules = Rules()
    password: str = ""
    verifier: bytes = b""
    bans: list[Ban] = []
    auto_start: bool = False
    record: Path | None = None
    charts: Path | None = None
    dice: bytes = b""
    """The seed of the dice; empty: a new one."""
