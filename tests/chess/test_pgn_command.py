"""`maharaja pgn`: records as PGN and back (3.4)."""

from __future__ import annotations

import io
from pathlib import Path

import chess.pgn
import pytest

from maharaja_qt.cli import main
from tests.cli.live import evening

pytestmark = pytest.mark.rule("3.4c")
CLOCKED = """[White "Ann"]
[Black "Ben"]
[Result "1/2-1/2"]
[TimeControl "60+2"]
[Termination "normal"]

1. e4 {[%clk 0:01:01]} 1... e5 {[%clk 0:00:58.500]} 2. Nf3 {[%clk 0:01:00.250]} 1/2-1/2
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def kept(text: str, name: str = "game.pgn") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def exported(record: str, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(["pgn", "export", record]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("setup", ["hidden", "classic"])
def test_a_recorded_game_comes_back_from_its_pgn(
    here: Path, setup: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "chess", "--option", f"setup={setup}", "--option", "minutes=3", "--record", "games"]
    assert main([*words, "--seed", "4"]) == 0
    text = exported("games/game-00001.maharaja", capsys)
    assert '[White "random (AI)"]' in text and "[%clk 0:02:59.900]" in text
    assert ("{Set-up: " in text) == (setup == "hidden")
    assert main(["pgn", "import", kept(text)]) == 0
    assert capsys.readouterr().out == "Record: game.maharaja\n"
    assert main(["replay", "game.maharaja", "--verify"]) == 0
    assert exported("game.maharaja", capsys) == text


def test_clocks_and_what_was_agreed_are_kept(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pgn", "import", kept(CLOCKED), "--to", "b.maharaja"]) == 0
    text = exported("b.maharaja", capsys)
    assert text.split("\n\n")[1].split() == CLOCKED.split("\n\n")[1].split()
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None and read.headers["White"] == "Ann"
    assert [node.clock() for node in read.mainline()] == [61, 58.5, 60.25]
    assert main(["replay", "b.maharaja"]) == 0
    assert "A draw by agreement." in capsys.readouterr().out


def test_what_a_flag_needs_is_made_ready_where_there_are_clocks(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr("core.games.chess.rules.prepare", lambda *_, load: asked.append(load))
    for number, text in enumerate(["1. e4 *", CLOCKED]):
        assert main(["pgn", "import", kept(text), "--to", f"{number}.maharaja"]) == 0
        assert main(["pgn", "export", f"{number}.maharaja"]) == 0
    assert asked == [True, True]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[Result "1-0"]\n\n1. e4 e5 1-0', "White won: the other side resigned."),
        ('[Termination "time forfeit"]\n[TimeControl "60"]\n\n1. e4 e5 2. d4 1-0', "White won on time."),
        ("1. f3 e5 2. g4 Qh4# 0-1", "Checkmate: Black won."),
    ],
)
def test_how_it_ended(here: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pgn", "import", kept(text)]) == 0
    assert main(["replay", "game.maharaja"]) == 0
    assert says in capsys.readouterr().out


def test_a_game_that_is_not_over_goes_on_at_a_table(here: Path) -> None:
    assert main(["pgn", "import", kept("1. e4 e5 *")]) == 0
    with evening(here) as night:
        host = night.host("--resume", "game.maharaja", game="chess", json=False)
        host.until("/help lists")
        host.type("/give 0 3")
        host.until("/do and the move")
        host.type("/do Nf3")
        host.until("White plays Nf3.")


FOOL = "1. f3 e5 2. g4 Qh4#"
REPEATED = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. e4 e5 2. Ke3", "game 1, move 2 of White: Ke3 is not legal here"),
        (f"{FOOL} 1-0", "game 1: its result is 1-0, but it ended otherwise: checkmate"),
        (f"{REPEATED} 5. e4", "game 1, move 5 of White: the game was over before: repetition"),
        ('[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n*', "game 1: FEN: a game cannot begin so"),
        ("1. e4 *\n\n1. d4 *", "it has 2 games; --number says which"),
    ],
)
def test_what_no_table_can_have_come_to(
    here: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pgn", "import", kept(text)]) == 2
    assert capsys.readouterr().err.startswith(f"maharaja pgn: game.pgn: {says}")
    assert not Path("game.maharaja").exists()


def test_one_of_several_and_a_control_no_table_has(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept('1. e4 *\n\n[TimeControl "40/7200:3600"]\n\n1. d4 *')
    assert main(["pgn", "import", "game.pgn", "--number", "2"]) == 0
    assert "no table has the time control '40/7200:3600'" in capsys.readouterr().err
    assert main(["pgn", "import", "game.pgn", "--number", "2"]) == 2
    assert "game.maharaja: there is a file of this name already" in capsys.readouterr().err


def test_what_is_wrong_with_other_games_is_no_matter(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept("1. Ke3 *\n\n1. d4 d5 1-0\n\n1. e4 {never closed")
    assert main(["pgn", "import", "game.pgn", "--number", "2"]) == 0
    assert " d4 d5 1-0" in exported("game.maharaja", capsys)
    assert main(["pgn", "import", "game.pgn", "--number", "4", "--to", "b.maharaja"]) == 2
    assert "game 3: '{never closed' cannot be read after move 1" in capsys.readouterr().err


def test_nothing_is_exported_before_the_reveal_and_nothing_but_chess(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "chess", "--record", "games"]) == 0
    lines = Path("games/game-00001.maharaja").read_bytes().splitlines(keepends=True)
    cut = next(n for n, line in enumerate(lines) if b'"sealed"' in line)
    Path("cut.maharaja").write_bytes(b"".join(lines[: cut + 1]))
    capsys.readouterr()
    assert main(["pgn", "export", "cut.maharaja"]) == 2
    assert capsys.readouterr().err == "maharaja pgn: cut.maharaja: both armies are still secret\n"
    assert main(["simulate", "palaces", "--record", "others"]) == 0
    assert main(["pgn", "export", "others/game-00001.maharaja"]) == 2
    assert "a record of 'palaces', not of chess" in capsys.readouterr().err
    Path("torn.maharaja").write_bytes(b"".join(lines[:9]) + b"rubbish")
    assert main(["pgn", "export", "torn.maharaja"]) == 1
    assert "torn.maharaja: line 10" in capsys.readouterr().err
