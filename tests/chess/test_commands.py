"""Chess from the command line: played, simulated, replayed and hosted, with real processes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from maharaja_qt.cli.window import has_board
from tests.cli.live import Evening, evening
from tests.cli.runner import start


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as found:
        yield found


def test_a_game_is_simulated_told_and_proved(tmp_path: Path) -> None:
    done = start(
        "simulate", "chess", "--seats", "random,random", "--option", "minutes=1", "-n", "2", "--record", ".",
        cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    record = "game-00001.maharaja"
    done = start("replay", record, "--verify", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    story = start("replay", record, cwd=tmp_path).stdout
    assert "The armies are revealed: " in story
    assert "White plays " in story and "The game is over: " in story
    board = start("replay", record, "--at", "12", cwd=tmp_path).stdout
    assert "   a b c d e f g h" in board


def test_before_the_reveal_a_record_tells_neither_side_the_other_army(tmp_path: Path) -> None:
    start("simulate", "chess", "--record", ".", cwd=tmp_path)
    lines = (tmp_path / "game-00001.maharaja").read_bytes().splitlines(keepends=True)
    cut = next(n for n, line in enumerate(lines) if b'"sealed"' in line)
    (tmp_path / "cut.maharaja").write_bytes(b"".join(lines[: cut + 1]))
    for seat in ("0", "1"):
        done = start("replay", "cut.maharaja", "--seat", seat, cwd=tmp_path)
        assert "has locked an army" in done.stdout
        assert "revealed" not in done.stdout


def test_options_that_cannot_be(tmp_path: Path) -> None:
    for option, says in (
        ("minutes=181", "option minutes: 181 is not a whole number from 0 to 180"),
        ("setup=open", "option setup: 'open' is not one of hidden, classic"),
    ):
        done = start("simulate", "chess", "--option", option, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (2, f"maharaja simulate: {says}\n")
    done = start("play", "chess", "--terminal", "--seats", "random*3", cwd=tmp_path)
    assert "Maharajah chess is for 2 seats, not 3" in done.stderr


def test_the_window_has_no_button_for_a_game_without_a_board() -> None:
    assert has_board("empires") and not has_board("chess")


def test_two_robots_play_over_the_network_and_one_is_killed_and_comes_back(night: Evening) -> None:
    host = night.host("--option", "minutes=5", "--seats", "open,open", game="chess")
    bea = night.person("Bea")
    robot = night.robot("C")
    bea.until("builds an army")
    bea.type("/hand random")
    bea.until("are revealed")
    robot.kill()
    host.event("left", '"C"')
    night.robot("C")
    ended = host.event("ended")
    assert ended["reason"] in (
        "checkmate", "stalemate", "repetition", "fifty", "material", "time", "time-draw",
    )  # fmt: skip
    assert host.ends() == 0
    done = start("replay", str(night.record()), "--verify", "--json", cwd=night.home)
    assert json.loads(done.stdout)["ok"]
