"""Finding policies, and random play."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct

import ai
from ai.random_play import RandomPlay
from ai.registry import find_policy, policy_names
from core.faults import UserError
from core.game import AnyGame, Pending
from core.legal import Just, Legal
from core.registry import find_game
from tests.toy.pieces import Choose, Gifts, Keep, Resign


@pytest.fixture
def toy() -> AnyGame:
    return find_game("tests.toy:game")


@pytest.fixture
def own_policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of policies for the toy, as `ai/toy` would be."""
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "__init__.py").touch()
    (tmp_path / "toy" / "bold.py").write_text("from ai.random_play import make\n")
    (tmp_path / "toy" / "sums.py").write_text("TWO = 1 + 1\n")
    monkeypatch.setattr(ai, "__path__", [*ai.__path__, str(tmp_path)])
    yield
    for name in [name for name in sys.modules if name.startswith("ai.toy")]:
        del sys.modules[name]
        vars(ai).pop("toy", None)


def test_random_plays_every_game(toy: AnyGame) -> None:
    assert isinstance(find_policy("random", toy)(toy, 0, Random(1)), RandomPlay)


def test_a_games_own_policies_are_found_by_name(toy: AnyGame, own_policies: None) -> None:
    assert policy_names(toy) == ["random", "bold"]
    assert isinstance(find_policy("bold", toy)(toy, 0, Random(1)), RandomPlay)


def test_an_unknown_policy_lists_the_known(toy: AnyGame, own_policies: None) -> None:
    for name in ("sums", "registry", "random_play", "../bold", ""):
        with pytest.raises(
            UserError, match=r"there is no policy .* for Bazaar; known: random, bold; or give"
        ):
            find_policy(name, toy)


def test_anybodys_own_is_found_from_the_current_folder(
    toy: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_player_of_this_test.py").write_text("from ai.random_play import make as best\nx = 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])

    assert isinstance(find_policy("my_player_of_this_test:best", toy)(toy, 1, Random(2)), RandomPlay)
    assert sys.path[-1] == str(tmp_path)
    with pytest.raises(UserError, match="cannot be called: it is a int"):
        find_policy("my_player_of_this_test:x", toy)
    with pytest.raises(UserError, match="the policy 'my_player_of_this_test:y' cannot be loaded"):
        find_policy("my_player_of_this_test:y", toy)


def test_random_play_answers_from_the_offers_and_never_claims(toy: AnyGame) -> None:
    player = find_policy("random", toy)(toy, 0, Random(7))
    legal: Legal[Struct] = Legal((Just(Keep()), Gifts((1, 2), 5)), (Just(Resign()),))  # type: ignore[arg-type]

    answers = [player.choose(Keep(), legal, Pending(0, 1, "give")) for _ in range(200)]

    assert Keep() in answers
    assert not any(isinstance(answer, Resign) for answer in answers)
    assert all(legal.contains(answer) for answer in answers)
    assert len({repr(answer) for answer in answers}) == 11


def test_random_play_follows_from_its_seed(toy: AnyGame) -> None:
    legal: Legal[Struct] = Legal(tuple(Just(Choose(card)) for card in range(20)))

    def answers(seed: int) -> list[object]:
        player = find_policy("random", toy)(toy, 0, Random(seed))
        return [player.choose(Keep(), legal, Pending(0, 1, "choose")) for _ in range(30)]

    assert answers(1) == answers(1) != answers(2)
