"""What is still worth doing: within reach, honest, and not at the cost of what is held."""

from __future__ import annotations

from random import Random

import pytest

from core.ctx import Ctx
from core.dice import SeededDice
from core.games.empires import game
from core.games.empires.actions import Action, Attack, Build, March
from core.games.empires.chances import Chance, chances
from core.games.empires.chart_types import NONE
from core.games.empires.offers import Marches, Plain
from core.games.empires.outlook import outlook, pays_now, title
from core.options import complete
from core.vault import Vault
from tests.empires.board import NAMES, Board
from tests.qt.kinds import KINDS
from tests.qt.positions import gupta_board


def found(board: Board, most: int = 99) -> tuple[Chance, ...]:
    seat = board.ask.seat
    asked = next(p for p in board.game.pending(board.state) if p.seat == seat)
    view, legal = board.game.view(board.state, seat), board.game.legal(board.state, seat)
    return chances(board.c, view, legal, asked, most)


def plain(board: Board) -> list[Action]:
    offers = board.game.legal(board.state, board.ask.seat).offers
    return [action for offer in offers if isinstance(offer, Plain) for action in offer.actions]


def at(board: Board, place: str) -> Chance | None:
    return next((each for each in found(board) if each.place == NAMES.place(place)), None)


def test_an_empty_area_that_pays_is_named_while_an_army_can_be_spared_for_it() -> None:
    board = Board(turn=9, nation="muslims", plain=True, armies={"muslims": {"Delhi": 2}})
    # In Turn 10 they are paid for holding Lahore, and for Delhi.
    told = at(board, "Lahore")
    assert told is not None and (told.kind, told.turn, told.origin) == ("hold", 10, NAMES.place("Delhi"))
    assert told.enemy == NONE and told.wins == 1

    lone = Board(turn=9, nation="muslims", plain=True, armies={"muslims": {"Delhi": 1}})
    assert at(lone, "Lahore") is None, "it would be given up for Delhi, which pays as much"
    assert at(lone, "Agra") is None, "... or more"


def test_one_army_is_counted_on_once() -> None:
    board = Board(turn=9, nation="muslims", plain=True, armies={"muslims": {"Delhi": 3}})
    assert len([each for each in found(board) if each.kind == "hold"]) == 2
    board.march("Delhi", "Agra", armies=2)
    assert found(board) == (), "the one that is left holds Delhi"


def test_what_is_told_is_paid() -> None:
    board = Board(turn=10, nation="muslims", plain=True, armies={"muslims": {"Delhi": 2}})
    told = at(board, "Lahore")
    assert told is not None and told.turn == 10
    before = sum(pays_now(board.c, board.game.view(board.state, None), NAMES.nation("muslims")).values())
    board.march("Delhi", "Lahore")
    after = sum(pays_now(board.c, board.game.view(board.state, None), NAMES.nation("muslims")).values())
    assert after - before == told.points


def test_the_odds_of_an_attack_are_those_of_the_march_once_made() -> None:
    board = gupta_board()
    told = [each for each in found(board) if each.enemy != NONE]
    assert len(told) >= 3
    assert len({each.origin for each in told}) == len(told), "the same armies attack once"
    for each in told:
        again, origin = gupta_board(), NAMES.place_name(each.origin)
        led = ["Chandra"] if origin == "Agra" else []
        again.march(origin, NAMES.place_name(each.place), armies=each.armies, escorts=led)
        look = outlook(again.c, again.game.view(again.state, None), each.place, each.enemy)
        assert look is not None and look.odds.attacker_wins == each.wins >= 0.5


def test_an_attack_that_would_rather_fail_is_not_advised() -> None:
    armies = {"muslims": {"Delhi": 1, "Lahore": 1}, "rajputs": {"Agra": 4}}
    board = Board(turn=10, nation="muslims", plain=True, armies=armies)
    assert at(board, "Agra") is None


def test_a_title_within_reach_is_told_and_comes_true() -> None:
    board = Board(
        turn=10, nation="muslims", plain=True,
        armies={"muslims": {"Delhi": 4, "Agra": 4, "Punjab": 2, "Lahore": 2, "Sind": 2}},
    )  # fmt: skip
    nation = NAMES.nation("muslims")
    told = next(each for each in found(board) if each.kind == "raj")
    before = title(board.c, board.game.view(board.state, None), nation)
    missing, most = told.areas
    assert before[0] + missing == most
    for _ in range(missing):
        seat = board.ask.seat
        empty = {a for a in range(board.c.board.land) if board.state.owner[a] == NONE}
        empty -= {place for place, _ in board.game.view(board.state, None).armies[nation]}
        offers = [o for o in board.game.legal(board.state, seat).offers if isinstance(o, Marches)]
        march = next(
            March(offer.origin, route.path, (*[0] * (len(route.path) - 1), 1))
            for offer in offers
            if offer.armies > 1 or offer.stay
            for route in offer.routes
            if route.path[-1] in empty
        )
        board.act(march)
    areas, points = title(board.c, board.game.view(board.state, None), nation)
    assert (areas, points - before[1]) == (most, told.points)


def test_a_factory_is_worth_what_it_adds() -> None:
    board = KINDS["factories"]()
    told = next(each for each in found(board) if each.place == NAMES.place("Bengal"))
    nation = NAMES.nation("british")
    before = pays_now(board.c, board.game.view(board.state, None), nation)
    board.act(next(a for a in plain(board) if isinstance(a, Build) and a.area == told.place))
    after = pays_now(board.c, board.game.view(board.state, None), nation)
    assert sum(after.values()) - sum(before.values()) == told.points > 0


def test_an_optional_attack_is_named_with_its_odds() -> None:
    board = KINDS["battle"]()
    told = found(board)
    assert {each.kind for each in told} == {"fight"}
    for each in told:
        assert Attack(each.place, each.enemy) in plain(board)
        look = outlook(board.c, board.game.view(board.state, None), each.place, each.enemy)
        assert look is not None and look.odds.attacker_wins == each.wins


def test_what_pays_in_no_turn_soon_is_noise() -> None:
    board = Board(turn=8, nation="muslims", plain=True, armies={"muslims": {"Delhi": 3}})
    assert all(each.turn <= 9 for each in found(board))


@pytest.mark.parametrize("seed", range(2))
def test_all_that_is_told_in_whole_games_can_be_done(seed: int) -> None:
    rng, dice = Random(seed), SeededDice(bytes([seed]))
    vault: Vault[Action] = Vault()
    state, _ = game.new(complete(game.meta.options, {}), 4, Ctx(0, dice, vault))
    told = 0
    while game.outcome(state) is None:
        asked = game.pending(state)[0]
        view, legal = game.view(state, asked.seat), game.legal(state, asked.seat)
        actions = [a for offer in legal.offers if isinstance(offer, Plain) for a in offer.actions]
        for each in chances(game.charts, view, legal, asked, 3):
            told += 1
            assert each.points > 0 or each.kind == "fight"
            if each.kind == "build":
                assert any(isinstance(a, Build) and a.area == each.place for a in actions)
            elif each.kind == "fight":
                assert any(isinstance(a, Attack) and a.place == each.place for a in actions)
            elif each.kind != "raj":
                offer = next(o for o in legal.offers if isinstance(o, Marches) and o.origin == each.origin)
                ways = [r for r in offer.routes if r.path[-1] == each.place]
                assert any(offer.most_to_end(r) >= each.armies for r in ways)
        game.apply(state, asked.seat, legal.sample(rng), Ctx(0, dice, vault))
    assert told > 20
