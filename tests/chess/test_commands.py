"""Chess from the command line: played, simulated, replayed and hosted, with real processes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from maharaja_qt.cli import main
from maharaja_qt.cli.window import has_board
from tests.cli.live import Evening, evening
from tests.cli.runner import start


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a simulated game."""
    folder = tmp_path_factory.mktemp("games")
    words = ("simulate", "chess", "--option", "minutes=1", "-n", "1", "--record", ".")
    done = start(*words, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "game-00001.maharaja"


def test_a_game_is_told_and_proved(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--verify"]) == 0
    assert ": OK: " in capsys.readouterr().out
    assert main(["replay", str(record)]) == 0
    story = capsys.readouterr().out
    assert "The armies are revealed: " in story
    assert "White plays " in story and "The game is over: " in story
    assert main(["replay", str(record), "--at", "12"]) == 0
    assert "   a b c d e f g h" in capsys.readouterr().out


@pytest.mark.parametrize("seat", ["0", "1"])
def test_before_the_reveal_a_record_tells_neither_side_the_other_army(
    record: Path, tmp_path: Path, seat: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    cut = next(n for n, line in enumerate(lines) if b'"sealed"' in line)
    (tmp_path / "cut.maharaja").write_bytes(b"".join(lines[: cut + 1]))
    assert main(["replay", str(tmp_path / "cut.maharaja"), "--seat", seat]) == 0
    story = capsys.readouterr().out
    assert "has locked an army" in story
    assert "revealed" not in story


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--option minutes=181", "option minutes: 181 is not a whole number from 0 to 180"),
        ("--option setup=open", "option setup: 'open' is not one of hidden, classic"),
        ("--seats random*3", "Maharajah chess is for 2 seats, not 3"),
    ],
)
def test_options_that_cannot_be(words: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "chess", *words.split()]) == 2
    assert says in capsys.readouterr().err


def test_the_window_has_no_button_for_a_game_without_a_board() -> None:
    assert has_board("empires") and not has_board("chess")


def test_two_robots_play_over_the_network_and_one_is_killed_and_comes_back(night: Evening) -> None:
    host = night.host("--option", "minutes=5", "--seats", "open,open", game="chess")
    night.robot("B")
    robot = night.robot("C")
    host.event("started")
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


def test_people_type_their_armies_and_moves(night: Evening) -> None:
    ann = night.host("--seats", "human,human", game="chess", json=False)
    ben = night.person("Ben")
    ben.type("/ready")
    ann.until("Ben is ready")
    ann.type("/start")
    for person in (ann, ben):
        person.until("/do and its ranks from your own first one on")
    ann.type("/do Qd1 Nb1 Zc1 a7")
    told = ann.until("That army cannot be:")
    assert "not in your half: a7" in told and "no such piece on c1" in told
    ann.type("/do rnbqkbnr/ppppppp1")
    assert "it costs 1 point less than 39" in ann.until("That army cannot be:")
    ann.type("/do nbbmkbnn/pppppppp")
    ben.until("White has locked an army.")
    ben.type("/do 8/8/pppppppp/rnbqkbnr")
    ann.until("The armies are revealed: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NBBMKBNN w kq ")
    ann.until("/do and the move")
    ann.type("/do 1")  # nothing has been listed
    ann.until("There is no answer of that number; /list shows")
    ann.type("/do e2e5")
    ann.until("does not go to e5")
    ann.type("/do Mf9")
    ann.until("'Mf9' is no move")
    ann.type("/do e2e4")
    ben.until("/do and the move")
    ann.type("/claims")
    ann.until("2  Resign")
    ben.type("/do Nc6")
    ann.until("Black plays Nc6.")
    ann.until("/do and the move")
    ann.type("/do 2")  # of another question's list
    ann.until("There is no answer of that number; /list shows")
