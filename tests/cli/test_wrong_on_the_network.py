"""Whatever is wrong with `host`, `find` and `join`: one clear line, a code, and nothing is overwritten."""

import json
import socket
from pathlib import Path

import pytest

from maharaja_qt.cli import main
from tests.cli.runner import TOY, start
from tests.cli.sittings import changed, unfinished

HOST = f"host {TOY} --headless"
WRONG = [
    ("host", "host", 2, "GAME"),
    ("host", "host nosuch", 2, "there is no game 'nosuch'; known: "),
    ("host", f"{HOST} --seats open", 2, "--seats: this game is for 2, 3 or 4 seats, not 1"),
    ("host", f"{HOST} --seats open,", 2, "'' is no seat; expected open, human or ai:POLICY"),
    ("host", f"{HOST} --seats open,ai:", 2, "'ai:' is no seat"),
    ("host", f"{HOST} --seats open,ai:clever", 2, "there is no policy 'clever' for Bazaar; known: random"),
    ("host", f"{HOST} --seats open,ai:nosuch:make", 2, "the policy 'nosuch:make' cannot be loaded"),
    ("host", f"{HOST} --after-drop clever", 2, "there is no policy 'clever'"),
    ("host", f"{HOST} --option cards=9", 2, "option cards: 9 is not a whole number from 2 to 5"),
    ("host", f"{HOST} --option cards", 2, "option 'cards' is not of the form NAME=VALUE"),
    ("host", f"{HOST} --option size=2", 2, "there is no option 'size'; known: cards, seconds, gifts"),
    ("host", "host empires --headless --option setup=three --seats open,open,open,open", 2,
     "option setup: three does not fit 4 seats"),
    ("host", "host empires --option setup=three --seats open,open,open,open", 2, "does not fit 4 seats"),
    ("host", f"{HOST} --port 0", 2, "--port: '0' is not a whole number from 1 to 65535"),
    ("host", f"{HOST} --port 70000", 2, "--port: '70000' is not a whole number"),
    ("host", f"{HOST} --port BUSY", 2, "port BUSY is already used by another program"),
    ("host", f"{HOST} --grace -1", 2, "--grace: '-1' is not a whole number"),
    ("host", f"{HOST} --as ", 2, "--as: the name is empty"),
    ("host", f"{HOST} --password-file nosuch", 2, "nosuch: No such file or directory"),
    ("host", f"{HOST} --password-file empty", 2, "empty: the first line is no password"),
    ("host", f"{HOST} --password-file noise", 2, "noise: it is no text"),
    ("host", f"{HOST} --record there", 2, "there: that is no folder for records"),
    ("host", f"{HOST} --record ", 2, "--record: the name is empty"),
    ("host", f"{HOST} --charts nosuch", 2, "nosuch: there is no such folder of charts"),
    ("host", f"{HOST} --resume nosuch", 1, "nosuch: cannot be read: No such file or directory"),
    ("host", f"{HOST} --resume there", 1, "there: line 1: this is not a Maharaja record"),
    ("host", f"{HOST} --resume noise", 1, "noise: line 1: this is not a Maharaja record"),
    ("host", f"{HOST} --resume empty", 1, "empty: the file is empty"),
    ("host", f"{HOST} --resume newer", 1, "made with version 2 of the rules of Bazaar and this "
     "program has version 1; open it with the program that made it"),
    ("host", f"{HOST} --resume half --seats open,open", 2, "--seats does not go with --resume"),
    ("host", f"{HOST} --resume half --option cards=2", 2, "--option does not go with --resume"),
    ("host", f"{HOST} --resume half --record .", 2, "--record does not go with --resume"),
    ("host", f"{HOST} --resume over", 2, "over: that game is over; `maharaja replay` tells it"),
    ("host", "host empires --headless --resume half", 2, f"this is a record of '{TOY}', not of 'empires'"),
    ("find", "find --seconds 0", 2, "--seconds: '0' is not a whole number from 1 to 3600"),
    ("find", "find here", 2, "unrecognized arguments: here"),
    ("join", "join", 2, "TARGET, --as"),
    ("join", "join 127.0.0.1:9", 2, "--as"),
    ("join", "join  --as A", 2, "TARGET is empty; expected a table's name or ADDRESS:PORT"),
    ("join", "join 127.0.0.1:9 --as ", 2, "--as: the name is empty"),
    ("join", "join 127.0.0.1:9 --as A", 2, "nobody hosts a table at 127.0.0.1:9"),
    ("join", "join [::1]:9 --as A", 2, "nobody hosts a table at [::1]:9"),
    ("join", "join [::1:9 --as A", 2, "'[::1:9' is no address; IPv6 with a port looks like"),
    ("join", "join 127.0.0.1:70000 --as A", 2, "'127.0.0.1:70000' has '70000' for a port"),
    ("join", "join 300.0.0.1:9 --as A", 2, "'300.0.0.1:9' is no IPv4 address"),
    ("join", "join 127.0.0.1:9 --as A --headless", 2, "--headless needs --policy"),
    ("join", "join 127.0.0.1:9 --as A --seat 8", 2, "--seat: '8' is not a whole number from 0 to 7"),
    ("join", "join 127.0.0.1:9 --as A --seat 1 --watch", 2, "not allowed with argument"),
    ("join", "join 127.0.0.1:9 --as A --password-file nosuch", 2, "nosuch: No such file or directory"),
]  # fmt: skip


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    Path("there").write_text("a text\n")
    Path("empty").touch()
    Path("noise").write_bytes(b"\xff\xfe\x00" * 50)
    unfinished(Path("whole"))
    Path("newer").write_bytes(Path("whole").read_bytes())
    changed(Path("newer"), 1, '"tests.toy:game",1,', '"tests.toy:game",2,')
    Path("half").write_bytes(Path("whole").read_bytes()[:-200])
    return tmp_path


@pytest.mark.parametrize(("command", "line", "code", "says"), WRONG, ids=[row[1] for row in WRONG])
def test_one_line_says_what_is_wrong(
    command: str, line: str, code: int, says: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "over" in line:
        assert main(["play", TOY, "--seed", "1", "--record", "over"]) == 0
        capsys.readouterr()
    before = {path.name: path.read_bytes() for path in files.iterdir() if path.is_file()}
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        words = [word.replace("BUSY", port) for word in line.split(" ")]

        assert main(words) == code

    said, complaint = capsys.readouterr()
    assert complaint.startswith(f"maharaja {command}: ")
    assert says.replace("BUSY", port) in complaint
    assert complaint.count("\n") == 1
    assert said == ""
    after = {path.name: path.read_bytes() for path in files.iterdir() if path.is_file()}
    assert after == before


def test_a_program_is_told_in_json_too(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["host", "nosuch", "--json"],
        ["host", TOY, "--resume", "there", "--json"],
        ["host", TOY, "--json", "--port", "0"],
        ["join", "--json"],
        ["join", "127.0.0.1:9", "--as", "A", "--json"],
        ["join", "127.0.0.1:9", "--as", "A", "--headless", "--json"],
    ):
        assert main(words) in (1, 2)
        said, complaint = capsys.readouterr()
        told = json.loads(said)
        assert told["event"] == "error"
        assert complaint == f"maharaja {words[0]}: {told['why']}\n"


def test_a_name_that_nobody_has_is_one_line(tmp_path: Path) -> None:
    done = start("join", "No such table here", "--as", "A", cwd=tmp_path)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "maharaja join: there is no table 'No such table here' on this network; "
        "its host can read you ADDRESS:PORT\n"
    )
