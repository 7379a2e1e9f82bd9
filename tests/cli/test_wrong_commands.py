"""Whatever is wrong with a command: one clear line, a code, no traceback."""

from pathlib import Path

import pytest

from maharaja_qt.cli import main
from tests.cli.runner import TOY, start

WRONG = [
    ("", "frobnicate", 2, "invalid choice: 'frobnicate'"),
    ("", "--frobnicate", 2, "--frobnicate"),
    ("", "--vers", 2, "--vers"),
    (" play", "play", 2, "GAME"),
    (" play", "play nosuch", 2, "there is no game 'nosuch'"),
    (" play", "play nosuch:game", 2, "the game 'nosuch:game' cannot be loaded"),
    (" play", "play :game", 2, "cannot be loaded"),
    (" play", "play .x:game", 2, "cannot be loaded"),
    (" play", "play tests.cli.players:number", 2, "is no game but a int"),
    (" play", f"play {TOY} --seed -1", 2, "'-1' is not a whole number"),
    (" play", f"play {TOY} --seed 1.5", 2, "'1.5' is not a whole number"),
    (" play", f"play {TOY} --seats random", 2, "Bazaar is for 2, 3 or 4 seats, not 1"),
    (" play", f"play {TOY} --seats random*0", 2, "'random*0'"),
    (" play", f"play {TOY} --seats random,,random", 2, "'' is no name of a policy"),
    (" play", f"play {TOY} --seats random*2,clever", 2, "no policy 'clever' for Bazaar; known: random"),
    (" play", f"play {TOY} --seats random,nosuch:make", 2, "the policy 'nosuch:make' cannot be loaded"),
    (" play", f"play {TOY} --seats random,tests.cli.players:number", 2, "cannot be called: it is a int"),
    (" play", f"play {TOY} --record there", 2, "there is a file of this name already"),
    (" play", f"play {TOY} --record no/folder/file", 2, "there is no folder"),
    (" play", f"play {TOY} --record ", 2, "--record: the name is empty"),
    (" play", f"play {TOY} --charts ", 2, "--charts: the name is empty"),
    (" simulate", f"simulate {TOY} --record ", 2, "--record: the name is empty"),
    (" replay", "replay ", 2, "FILE: the name is empty"),
    (" simulate", f"simulate {TOY} -n 0", 2, "'0' is not a whole number from 1"),
    (" simulate", f"simulate {TOY} -n many", 2, "'many' is not a whole number"),
    (" simulate", f"simulate {TOY} --jobs 0", 2, "--jobs: '0'"),
    (" simulate", f"simulate {TOY} --option cards=x", 2, "option cards: 'x' is not a whole number from"),
    (" simulate", f"simulate {TOY} --option cards=9", 2, "option cards: 9 is not a whole number"),
    (" simulate", f"simulate {TOY} --option cards", 2, "option 'cards' is not of the form NAME=VALUE"),
    (" simulate", f"simulate {TOY} --option size=2", 2, "there is no option 'size'; known: cards, seconds"),
    (" simulate", f"simulate {TOY} --option cards=2 --option cards=3", 2, "option 'cards' is given twice"),
    (" simulate", f"simulate {TOY} --resume", 2, "--resume needs the --record DIR"),
    (" simulate", f"simulate {TOY} --record there", 2, "there: cannot be used"),
    (" simulate", f"simulate {TOY} extra", 2, "unrecognized arguments: extra"),
    (" replay", "replay", 2, "FILE"),
    (" replay", "replay nosuch.maharaja", 2, "nosuch.maharaja: there is no such file"),
    (" replay", "replay .", 2, "that is no file"),
    (" replay", "replay there", 1, "there: line 1: this is not a Maharaja record"),
    (" replay", "replay empty", 1, "empty: the file is empty"),
    (" replay", "replay there --at 0", 2, "--at: '0'"),
    (" replay", "replay there --verify --at 3", 2, "not allowed with argument"),
    (" replay", "replay there --verify --seat 1", 2, "--seat does not go with it"),
    (" replay", "replay a\nb", 2, "a\ufffdb: there is no such file"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "line", "code", "says"), WRONG, ids=[row[1] for row in WRONG])
def test_one_line_says_what_is_wrong(
    command: str,
    line: str,
    code: int,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").write_text("a file\n")
    Path("empty").touch()

    assert main(line.split(" ")) == code

    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith(f"maharaja{command}: ")
    assert says in err


def test_a_module_that_cannot_even_be_imported_is_its_users_fault(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("1 +\n")

    done = start("play", "mine:game", cwd=tmp_path)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "maharaja play: the game 'mine:game' cannot be loaded: SyntaxError" in done.stderr


RUDE = [
    ("import sys; sys.exit('bye')", "SystemExit: bye"),
    ("raise SystemExit", "SystemExit"),
    ("raise BaseException('all\\nlost')", "BaseException: all lost"),
]


@pytest.mark.parametrize(("source", "says"), RUDE)
def test_a_module_that_ends_the_program_is_its_users_fault(tmp_path: Path, source: str, says: str) -> None:
    (tmp_path / "rude.py").write_text(source)

    for what, words in (("game", ["play"]), ("policy", ["simulate", TOY, "--seats"])):
        seats = "rude:it" if what == "game" else "random,rude:it"
        done = start(*words, seats, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"maharaja {words[0]}: the {what} 'rude:it' cannot be loaded: {says}\n"


def test_ctrl_c_while_a_module_loads_stops(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("raise KeyboardInterrupt")

    done = start("play", "slow:game", cwd=tmp_path)

    assert (done.returncode, done.stderr) == (130, "maharaja play: stopped\n")


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "simulate" in err


@pytest.mark.parametrize(
    "words",
    [[], ["play"], ["simulate"], ["replay"], ["host"], ["find"], ["join"]],
)
def test_every_command_has_help(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--help"]) == 0
    assert "usage: maharaja" in capsys.readouterr().out


def test_the_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("maharaja ")
