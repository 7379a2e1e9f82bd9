"""The list of marches is what a slow plain search finds, and what the rules refuse is not in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from core.dice import SeededDice
from core.games.empires import run, steps
from core.games.empires.actions import Action, March
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.charts import shipped
from core.games.empires.events import Event
from core.games.empires.march_rules import refuse_march
from core.games.empires.movement import marches
from core.games.empires.offers import Marches
from core.games.empires.rules import Empires, first_position
from core.games.empires.state import FOREIGN, Ask, Cohort, State
from core.games.empires.view import View
from core.kit import check
from core.table import Table, open_table
from tests.empires.board import with_chart
from tests.empires.plain_marches import absurd, by_refusal, by_rules, next_places, origins

C = shipped()
LAND, SEAS = C.board.land, range(C.board.land, C.board.land + C.board.seas)
Search = Callable[[Charts, State, int], Iterator[March]]
EmpiresTable = Table[State, Action, Event, View]


def compare(charts: Charts, s: State, search: Search, some: list[int] | None = None) -> int:
    """The offers of these places (all, if none are given), written out, against a search; their number."""
    count = 0
    found = marches(charts, s)
    offers = {offer.origin: offer for offer in found}
    assert len(offers) == len(found), "two offers from one place"
    for origin in origins(charts, s) if some is None else some:
        listed = written(offers[origin]) if origin in offers else []
        wanted = set(search(charts, s, origin))
        missing, extra = wanted - set(listed), set(listed) - wanted
        assert not missing and not extra, f"missing {list(missing)[:3]}, too many {list(extra)[:3]}, {s}"
        count += len(wanted)
    return count


def written(offer: Marches) -> list[March]:
    """All marches of an offer, each once."""
    listed = [offer.nth(index) for index in range(offer.count())]
    assert len(set(listed)) == len(listed), "a march stands twice"
    assert listed, "an empty offer"
    assert all(offer.contains(march) for march in listed[:200])
    rng = Random(len(listed))
    drawn = {offer.sample(rng) for _ in range(20)}
    assert drawn <= set(listed), "a march is drawn that does not stand in the list"
    with pytest.raises(IndexError):
        offer.nth(len(listed))
    return listed


def some_position(rng: Random) -> tuple[Charts, State]:
    """A position in the Movement Phase with everything that bears on marches, made up."""
    setup = "four"
    turn, nation = rng.randint(1, 16), rng.randrange(len(C.nations))
    colonial = C.nations[nation].colonial
    boats = rng.choice([0, 0, C.board.sea_mask, 1 << rng.choice(SEAS)])
    charts = with_chart(C, setup, turn, nation, {"boats": boats})
    s = first_position(charts, setup, [False, True])
    s.turn, s.nation, s.cycle = turn, nation, rng.choice([1, 1, 2])
    s.owner, s.count = [NONE] * LAND, [0] * LAND
    others = [n for n in range(len(C.nations)) if n != nation]
    for area in range(LAND):
        if rng.random() < 0.35:
            s.owner[area], s.count[area] = rng.choice(others), rng.choice([1, 1, 2])
    for sea in SEAS:
        for who in others:
            if C.nations[who].colonial and rng.random() < 0.2:
                s.fleets.append([sea, who, rng.randint(1, 2)])
            if [sea, who] in [fleet[:2] for fleet in s.fleets] and rng.random() < 0.6:
                s.leave.append([sea, who, int(rng.random() < 0.8)])
    # Around one area, so that stacks meet and pin for each other.
    middle = rng.choice([*range(LAND), *SEAS] if colonial else range(LAND))
    near = [middle, *C.board.to_land[middle], *(C.board.to_sea[middle] if colonial or boats else ())]
    for _ in range(rng.randint(1, 5)):
        place = rng.choice(near)
        came = rng.random() < 0.4
        vacant = place >= LAND or s.owner[place] == NONE
        if came:
            s.cohorts.append(Cohort(place, rng.randint(1, 4), [rng.choice(near), place]))
        elif vacant and (place < LAND or colonial):
            crossed = rng.random() < 0.1
            s.cohorts.append(
                Cohort(place, rng.randint(1, 3), [], rng.random() < 0.3, crossed and s.cycle == 2)
            )
    if rng.random() < 0.3 and not colonial:
        for foreign in rng.sample(range(len(C.board.foreign_entries)), 2):
            s.waiting.append([FOREIGN + foreign, rng.randint(1, 3), 0])
    places = [k.place for k in s.cohorts] or [middle]
    for leader, made in enumerate(C.leaders):
        if made.nation == nation and rng.random() < 0.6:
            if s.waiting and rng.random() < 0.5:
                s.waiting[0][2] |= 1 << leader
                s.leader_at[leader] = s.waiting[0][0]
            else:
                at = rng.choice([*places, middle]) if rng.random() < 0.8 else rng.choice(near)
                company = any(k.place == at for k in s.cohorts) and colonial
                s.leader_at[leader] = at if company or at < LAND else NONE
        elif rng.random() < 0.3:
            s.leader_at[leader] = rng.randrange(LAND)
    for supplier in range(len(C.nations)):
        if C.nations[supplier].colonial and not colonial and s.cohorts and rng.random() < 0.2:
            s.arms_to[supplier], s.arms_at[supplier] = nation, rng.choice(places)
    for piece in range(64):
        s.moved |= (rng.random() < 0.2) << piece
        s.bound |= (rng.random() < 0.3) << piece
        s.crossed |= (rng.random() < 0.1 and s.cycle == 2) << piece
    if rng.random() < 0.4:
        for who in rng.sample(others, 6):
            s.submitted.append([who, rng.randrange(len(C.board.region_masks))])
    if rng.random() < 0.3:
        for who in rng.sample(range(len(C.nations)), 8):
            s.allied[who] = int(not C.nations[who].colonial)
    s.ask = Ask("move", charts.setups[setup].owner[nation], nation, [])
    return charts, s


def busy(charts: Charts, s: State, rng: Random) -> list[int]:
    """One place with something in it to move."""
    found = [offer.origin for offer in marches(charts, s)] + [k.place for k in s.cohorts[:1]]
    return [rng.choice(found)] if found else []


def check_positions(first: int, last: int, search: Search, *, whole: bool, most: int = 100_000) -> int:
    """Over the positions of these seeds, but for those with more than `most` marches."""
    count = 0
    for seed in range(first, last):
        rng = Random(seed)
        charts, s = some_position(rng)
        if sum(offer.count() for offer in marches(charts, s)) <= most:
            count += compare(charts, s, search, None if whole else busy(charts, s, rng))
    return count


def test_the_list_is_what_the_rules_allow() -> None:
    assert check_positions(0, 300, by_rules, whole=True, most=2_000) > 50_000


def test_the_list_is_what_nothing_refuses() -> None:
    assert check_positions(1000, 1040, by_refusal, whole=False, most=2_000) > 2_000


@pytest.mark.heavy
def test_the_list_is_what_the_rules_allow_in_thousands_of_positions() -> None:
    check_positions(10_000, 15_000, by_rules, whole=True)


@pytest.mark.heavy
def test_the_list_is_what_nothing_refuses_in_many_positions() -> None:
    check_positions(20_000, 20_400, by_refusal, whole=True)


def test_what_no_search_tries_is_refused_and_not_listed() -> None:
    tried = 0
    for seed in range(400):
        rng = Random(seed)
        charts, s = some_position(rng)
        offers = {offer.origin: offer for offer in marches(charts, s)}
        for origin in busy(charts, s, rng) * 20:
            march = absurd(charts, s, origin, rng)
            if march is not None:
                refused = refuse_march(charts, s, march) is not None
                assert refused != (origin in offers and offers[origin].contains(march)), march
                tried += refused
    assert tried > 2_000


def test_one_field_away_the_list_and_the_refusals_agree() -> None:
    for seed in range(100):
        rng = Random(seed)
        charts, s = some_position(rng)
        if s.cohorts:
            check.check_legal(Empires(charts), s, s.ask.seat if s.ask else 0, rng, 3)


def moves_of_a_game(seed: int) -> Iterator[tuple[Charts, State, int]]:
    """The positions of a random game in which somebody may march."""
    game = Empires(C)
    setup = list(C.setups)[seed % len(C.setups)]
    table: EmpiresTable = open_table(
        game, {"setup": setup}, ["person"] * C.setups[setup].seats, table_id=f"t{seed}",
        dice=SeededDice(b"%d" % seed), clock=lambda: 0, salts=lambda: bytes(16),
    )  # fmt: skip
    play = check.RandomPlay(table, Random(seed), claims=0, undos=0, odd=0)
    while table.pending:
        if table.pending[0].kind == "move":
            yield C, game.codec.state.decode(table.position.bytes), table.pending[0].seat
        play.step()


def small(s: State) -> bool:
    """Few enough marches to write them out."""
    escorts = sum(at >= 0 for at in s.leader_at) + sum(at >= 0 for at in s.arms_at)
    armies = sum(k.armies for k in s.cohorts) + sum(group[1] for group in s.waiting)
    return armies <= (8 if escorts else 20)


def check_games(first: int, last: int, every: int) -> int:
    count = 0
    for seed in range(first, last):
        for number, (charts, s, seat) in enumerate(moves_of_a_game(seed)):
            if number % every == 0 and small(s):
                check.check_factored(Empires(charts), s, seat, all_answers)
                count += 1
    return count


def all_answers(s: State, seat: int) -> Iterator[Action]:
    """Every march the rules allow, and the other answers as they are listed."""
    for origin in origins(C, s):
        yield from by_rules(C, s, origin)
    for offer in Empires(C).legal(s, seat).offers:
        if not isinstance(offer, Marches):
            yield from (offer.nth(index) for index in range(offer.count()))


@pytest.mark.skipif(not all(step in run.STEPS for step in steps.Step), reason="whole games need all steps")
def test_the_list_in_the_positions_of_whole_games() -> None:
    assert check_games(0, 4, 12) > 40


@pytest.mark.heavy
def test_the_list_in_every_position_of_many_games() -> None:
    assert check_games(100, 112, 2) > 600


def test_a_list_of_marches_travels_as_what_it_holds() -> None:
    """Routes are worked out when somebody looks at them; who gets the list far away has them all."""
    for seed in range(40):
        charts, s = some_position(Random(seed))
        assert s.ask is not None
        game = Empires(charts)
        legal = game.legal(s, s.ask.seat)
        there = game.codec.decode_legal(game.codec.encode_legal(legal))
        assert legal.offers == there.offers
        some = legal.expand(100)
        assert some == there.expand(100)
        assert all(there.contains(action) for action in some)


def test_paths_go_over_borders_only() -> None:
    """What the searches step over is what the charts say, both ways."""
    for here in range(LAND + len(SEAS)):
        for place in next_places(C, here, True):
            assert here in next_places(C, place, True)
