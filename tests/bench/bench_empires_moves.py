"""The list of marches and the refusal of one, in the 1994 game, beside a plain search over all walks.

Prints medians in microseconds and the ratio; the bars are 30 us for the list of a position with 14
stacks and 20 us for a refusal.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median

from core.games.empires.actions import March
from core.games.empires.march_rules import refuse_march
from core.games.empires.movement import marches
from core.games.empires.state import State
from tests.empires.board import NAMES, Board
from tests.empires.plain_marches import by_rules, origins

TIMES = 2_000
STACKS = (
    "Agra, Bengal, Bihar, Bundelkhand, Delhi, Gujarat, Jaunpur, Kashmir, Lahore, Magadha, Malwa, Orissa, "
    "Oudh, Punjab"
)
OTHERS = "Sind, Baluchistan, Andhra, Berar, Bidar, Gondwana, Khandesh, Maharashtra, Nepal, Ladakh"


def position() -> State:
    """Fourteen stacks of an empire, with a leader, in the middle of the map."""
    mine = {area: 1 + number % 2 for number, area in enumerate(STACKS.split(", "))}
    armies = {"mughals": mine, "rajputs": dict.fromkeys(OTHERS.split(", "), 1)}
    return Board(turn=13, nation="mughals", plain=True, armies=armies, leaders={"Akbar": "Delhi"}).state


def microseconds(work: Callable[[], object], times: int) -> float:
    """Median of so many runs."""
    found = []
    for _ in range(times):
        begin = time.perf_counter_ns()
        work()
        found.append(time.perf_counter_ns() - begin)
    return median(found) / 1000


def main() -> None:
    c, s = NAMES.c, position()
    offers = marches(c, s)
    rng = Random(1)
    legal: list[March] = [offer.nth(rng.randrange(offer.count())) for offer in offers for _ in range(20)]
    illegal = [March(m.origin, (*m.path, *m.path), (*m.ends, *m.ends)) for m in legal]
    listing = microseconds(lambda: marches(c, s), TIMES)
    plain = microseconds(lambda: [list(by_rules(c, s, origin)) for origin in origins(c, s)], 5)
    count = sum(offer.count() for offer in offers)
    print(f"list of {len(offers)} stacks: {listing:8.1f} us  (bar 30), {count} marches")
    print(f"plain search:        {plain:8.0f} us, {plain / listing:.0f} times as long")
    for name, actions in (("legal", legal), ("illegal", illegal)):
        each = median(microseconds(lambda m=m: refuse_march(c, s, m), 50) for m in actions)  # type: ignore[misc]
        print(f"refusal, {name:8}    {each:8.1f} us  (bar 20)")


if __name__ == "__main__":
    main()
