"""The control of every comparison: a player against its like wins its even share, in every deal."""

import json
from pathlib import Path

import pytest

from maharaja_qt.cli import main
from tests.cli.runner import TOY


@pytest.mark.parametrize(
    ("game", "policy", "games", "words"),
    [
        (TOY, "random", 60, ("--seed", "4")),
        (TOY, "tests.cli.players:last", 60, ("--option", "cards=2")),
        ("empires", "random", 4, ("--seed", "1")),
        ("empires", "basic", 3, ("--players", "3", "--option", "setup=short")),
    ],
)
def test_a_player_against_its_like_wins_its_even_share(
    game: str, policy: str, games: int, words: tuple[str, ...], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    kept = ("--jobs", "1", "--resume", str(tmp_path), "--json")
    assert main(["arena", game, "--a", policy, "--b", policy, "-n", str(games), *words, *kept]) == 0

    standing = json.loads(capsys.readouterr().out)
    low, high = standing["a"]["share_interval"]
    assert low < standing["even"] < high
    # More than that: every deal is one and the same game in all its seats.
    assert standing["a"]["share"] == standing["b"]["share"] == standing["even"]
    assert standing["a"]["mean_score"] == pytest.approx(standing["b"]["mean_score"], abs=1e-3)
    results = [json.loads(line) for line in (tmp_path / "arena.jsonl").read_bytes().splitlines()[1:]]
    scores = {(line["result"]["number"], tuple(line["result"]["scores"])) for line in results}
    assert len(scores) == games / standing["players"]
