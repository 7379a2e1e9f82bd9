"""The fuzzer as its user calls it."""

import pytest

from tests.tools.fuzz import NAME, main


@pytest.mark.parametrize("number", ["-5", "0", "abc", ""])
def test_a_wrong_number_of_games_is_one_line(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", number]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{NAME}: --games: {number!r} is not a whole number from 1")
    assert err.count("\n") == 1


def test_an_unknown_game_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "nosuch"]) == 2
    assert f"{NAME}: there is no game 'nosuch'" in capsys.readouterr().err
