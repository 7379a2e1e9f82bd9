"""Short words for tests of battles; the position is a `Board`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from core.games.empires.actions import Action, Attack, BreakOff, Retreat
from core.games.empires.events import BattleEnded, Event, Lost, Retreated, Rolled
from core.games.empires.pieces import escorts_at
from tests.empires.board import Board


def attack(board: Board, place: str, nation: str, factory: bool = False) -> list[Event]:
    """Chooses a battle."""
    return board.act(Attack(board.names.place(place), board.names.nation(nation), factory))


def group(
    board: Board, goal: str, armies: int = 1, escorts: Sequence[str] = (), entry: str | None = None
) -> Retreat:
    """Armies leave for `goal`; attackers retreat where they entered, so `entry="same"` means the goal."""
    came_by = -1 if entry is None else board.names.place(goal if entry == "same" else entry)
    going = tuple(sorted(board.names.escort(name) for name in escorts))
    return Retreat(board.names.place(goal), armies, going, came_by)


def retreat(board: Board, goal: str, armies: int = 1, escorts: Sequence[str] = ()) -> list[Event]:
    """The defender's retreat, or a landing from a sea whose fleet is beaten."""
    return board.act(group(board, goal, armies, escorts))


def fall_back(board: Board, goal: str, armies: int = 1, escorts: Sequence[str] = ()) -> list[Event]:
    """The attacker's retreat."""
    return board.act(group(board, goal, armies, escorts, "same"))


def break_off(board: Board) -> list[Event]:
    """Stops an optional attack."""
    return board.act(BreakOff())


def goals(board: Board) -> set[str]:
    """Where groups may go, by the open question."""
    offers = board.game.legal(board.state, board.ask.seat).offers
    listed = (offer.nth(0) for offer in offers)
    return {board.names.place_name(action.goal) for action in listed if isinstance(action, Retreat)}


def left(board: Board, place: str) -> tuple[int, int]:
    """Armies of the attacker and the defender when the last battle in a place was over."""
    number = board.names.place(place)
    ended = [event for event in board.seen(BattleEnded) if event.place == number][-1]
    return ended.armies, ended.enemy_armies


def lost(board: Board, nation: str) -> int:
    """Armies a nation has lost to dice."""
    number = board.names.nation(nation)
    return sum(e.armies for e in board.seen(Lost) if e.nation == number and e.why == "dice")


def rolled(board: Board) -> list[tuple[str, bool, tuple[int, ...], int, int]]:
    """(nation, is it the factory, dice, needed, hits) of all dice so far."""
    return [
        (board.names.nation_name(e.nation), e.factory, e.dice, e.need, e.hits) for e in board.seen(Rolled)
    ]


def ways(board: Board) -> dict[str, int]:
    """Place -> armies that have retreated there."""
    found: dict[str, int] = {}
    for event in board.seen(Retreated):
        name = board.names.place_name(event.goal)
        found[name] = found.get(name, 0) + event.armies
    return found


def every_answer(board: Board, plain: Sequence[Action]) -> list[Action]:
    """All groups, and the plain answers, that `refuse` lets pass: slow, with no use of the list."""
    s, c, ask = board.state, board.c, board.ask
    escorts = escorts_at(c, s, ask.nation, ask.args[0])
    places = range(-1, c.board.land + c.board.seas + 1)
    entries = {cohort.entered_from() for cohort in s.cohorts} | {-1}
    tried = [
        Retreat(goal, armies, going, entry)
        for goal in places
        for entry in sorted(entries)
        for armies in range(12)
        for size in range(len(escorts) + 1)
        for going in combinations(escorts, size)
    ]
    return [a for a in (*tried, *plain) if board.game.refuse(s, ask.seat, a) is None]
