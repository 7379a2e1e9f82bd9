"""`maharaja replay --hint`: what a policy would do in a recorded position, and why."""

from pathlib import Path

import pytest

from maharaja_qt.cli import main


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game."""
    folder = tmp_path_factory.mktemp("hint")
    words = ["simulate", "empires", "--seats", "random*3", "--option", "setup=short", "--record", str(folder)]
    assert main(words) == 0
    return folder / "game-00001.maharaja"


def test_a_hint_names_an_answer_and_the_terms_of_its_score(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["replay", str(record), "--at", "40", "--hint", "normal"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert "Hint of normal:" in lines
    assert len(lines[lines.index("Hint of normal:") :]) >= 3


@pytest.mark.parametrize("game", ["chess", "palaces"])
def test_a_player_that_gives_no_reasons_says_so(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", game, "--record", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["replay", str(tmp_path / "game-00001.maharaja"), "--at", "12", "--hint", "basic"]) == 0

    assert "  Such a player does not say why." in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--hint", "normal"], "--hint goes with --at N"),
        (["--at", "40", "--hint", "nobody"], "there is no policy 'nobody'"),
        (["--at", "99999", "--hint", "normal"], "there is no line 99999"),
    ],
)
def test_a_hint_that_cannot_be_is_refused(
    record: Path, words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record), *words]) == 2

    assert why in capsys.readouterr().err
