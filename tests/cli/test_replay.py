"""`maharaja replay` as its user sees it."""

import json
from pathlib import Path

import pytest
from msgspec import Struct

from maharaja_qt.cli import main
from tests.cli import sittings
from tests.cli.runner import TOY
from tests.toy import Toy
from tests.toy.pieces import Resign, Stand

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def finished(tmp_path: Path, capsys: Capture) -> Path:
    path = tmp_path / "done.maharaja"
    assert main(["play", TOY, "--seed", "4", "--record", str(path)]) == 0
    capsys.readouterr()
    return path


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    path = tmp_path / "on.maharaja"
    sittings.unfinished(path)
    return path


def told(path: Path, *words: str, capsys: Capture, code: int = 0, game: str = TOY) -> list[str]:
    """The lines of the story, with single spaces."""
    assert main(["replay", str(path), "--game", game, *words]) == code
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_a_finished_game_is_told_in_sentences(finished: Path, capsys: Capture) -> None:
    lines = told(finished, capsys=capsys)

    assert lines[:4] == [
        "line time by what",
        "1 0:00.0 - Bazaar begins: Red (ai:random), Blue (ai:random), Green (ai:random).",
        "1 0:00.0 Everybody is dealt 4 cards. [1.1]",
        "2 0:00.0 Red Red has chosen a card. [2.1]",
    ]
    assert "4 0:00.2 Red wins the round and rolls 1 and 1. [3.1]" in lines, "no deed of Green"
    assert "16 0:01.3 - All cards are played: Blue won." in lines
    assert lines[-1] == "17 0:01.4 - The sitting ends; the seed of its dice is shown."


def test_all_that_happens_at_a_table_is_told(unfinished: Path, capsys: Capture) -> None:
    lines = [line.split(" ", 2)[2] for line in told(unfinished, capsys=capsys)[1:]]

    assert lines == [
        "- Bazaar begins: Red (Ann), Blue (Ben), Green (ai:random).",
        "Everybody is dealt 4 cards. [1.1]",
        "Red (undone) Red does something that is not shown.",
        "Red Red takes the game back to before line 2.",
        "Blue Blue does something that is not shown.",
        "- Green is now played by Cleo (by the host).",
        "Red Red has chosen a card. [2.1]",
        "host The clocks stop for Red.",
        "host The clocks run again for Red.",
        "host Blue is gone for now.",
        "host Blue is back.",
        "Blue (undone) Blue has chosen a card. [2.1]",
        "Blue Blue takes the game back to before line 11; agreed by Red and Green.",
        "- The sitting ends; the seed of its dice is shown.",
    ]


def test_a_choice_made_again_after_a_crash_is_told(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "crashed.maharaja"
    sittings.after_a_crash(path)

    lines = told(path, capsys=capsys)
    assert any("Another sitting begins, with new dice." in line for line in lines)
    assert any("The secret choice of line 2 was lost; Red has made another." in line for line in lines)
    main(["replay", str(path), "--game", TOY, "--verify"])
    assert " 20 are unchecked" in capsys.readouterr().out


def test_an_unfinished_game_is_told_to_a_seat_as_that_seat_knows_it(
    unfinished: Path, capsys: Capture
) -> None:
    standing = "Your standing answer to gifts has changed."
    assert not any(standing in line for line in told(unfinished, "--seat", "2", capsys=capsys))
    red = [line for line in told(unfinished, "--seat", "0", capsys=capsys) if standing in line]
    blue = [line for line in told(unfinished, "--seat", "1", capsys=capsys) if standing in line]
    assert red == ["2 0:00.0 Red (undone) " + standing + " [3.3]"]
    assert [line.split()[0] for line in blue] == ["4"]


def test_a_finished_game_is_told_in_full(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "a.maharaja"
    table = sittings.opened(path, ("Ann", "Ben"))
    sittings.accepted(table.submit(0, 0, table.n, Stand(1)))
    sittings.accepted(table.submit(0, 0, table.n, Resign()))
    table.close()

    assert "Your standing answer to gifts has changed." in told(path, capsys=capsys)[3]
    assert "is not shown" in told(path, "--seat", "1", capsys=capsys)[3]


def test_a_sentence_of_no_rule_names_none(finished: Path, capsys: Capture) -> None:
    """Every sentence of the rules ends with its section, the table's own do not."""
    lines = told(finished, capsys=capsys)
    assert all(line.endswith("]") for line in lines[2:-2])
    assert not any(line.endswith("]") for line in lines[:2] + lines[-2:])


def test_the_position_at_a_line(finished: Path, capsys: Capture) -> None:
    lines = told(finished, "--at", "7", capsys=capsys)

    at = lines.index("Position after line 7:")
    assert lines[at - 2].startswith("7 ")
    assert "points: 2, 0, 0" in lines[at:]
    assert "ready: yes, yes, no" in lines[at:]
    assert "hand: none" in lines[at:]
    assert lines[-1] == "Green chooses a card."
    assert told(finished, "--at", "18", capsys=capsys, code=2) == []


def test_the_position_of_a_seat(unfinished: Path, capsys: Capture) -> None:
    lines = told(unfinished, "--at", "6", "--seat", "1", capsys=capsys)
    (hand,) = (line for line in lines if line.startswith("hand: "))
    assert len(hand.split(", ")) == 4
    assert "standing: 2" in lines
    assert "2 0:00.0 Red (undone) Red does something that is not shown." in lines


def test_what_is_undone_later_is_not_yet_undone(unfinished: Path, capsys: Capture) -> None:
    assert not any("(undone)" in line for line in told(unfinished, "--at", "2", capsys=capsys))


def test_the_story_as_json(unfinished: Path, capsys: Capture) -> None:
    assert main(["replay", str(unfinished), "--game", TOY, "--json", "--at", "12"]) == 0

    story = json.loads(capsys.readouterr().out)
    assert (story["game"], story["title"], story["finished"]) == (TOY, "Bazaar", False)
    assert story["seats"][2] == {"seat": 2, "name": "Green", "controller": "Cleo"}
    assert [line["line"] for line in story["lines"]] == list(range(1, 13))
    assert story["lines"][10] == {
        "line": 11, "at_ms": story["lines"][10]["at_ms"], "kind": "act", "actor": 1, "undone": True,
        "sentences": [{"text": "Blue has chosen a card.", "rule": "2.1"}],
    }  # fmt: skip
    assert story["position"]["cards"] == [4, 4, 4]
    assert story["fault"] is None


def test_verify_says_ok(finished: Path, capsys: Capture) -> None:
    assert main(["replay", str(finished), "--game", TOY, "--verify"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{finished}: OK: 17 lines and 14 actions give the recorded positions; ")
    assert "28 dice results follow from the seed committed to, 0 are unchecked" in out
    assert (out.count("\n"), err) == (1, "")
    assert "unfinished" not in out

    main(["replay", str(finished), "--game", TOY, "--verify", "--json"])
    verdict = json.loads(capsys.readouterr().out)
    assert verdict == {
        "file": str(finished), "ok": True, "fault": None, "finished": True, "lines": 17, "actions": 14,
        "dice_checked": 28, "dice_unchecked": 0,
    }  # fmt: skip


def test_verify_says_that_a_cut_game_is_unfinished(finished: Path, capsys: Capture) -> None:
    finished.write_bytes(b"".join(finished.read_bytes().splitlines(keepends=True)[:9]))
    words = ["replay", str(finished), "--game", TOY, "--verify"]

    assert main(words) == 0
    out, err = capsys.readouterr()
    assert (out.count("\n"), err) == (1, "")
    assert ": OK: 9 lines and " in out
    assert out.endswith("; the game is unfinished\n")

    assert main([*words, "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["ok"], verdict["finished"]) == (True, False)


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (1, '"cards":4', '"cards":3'),
        (5, '["keep"]', '["give",1,1]'),
        (5, '["keep"]', '["give",1,9]'),
        (4, "[[6,1,1]]", "[[6,1,2]]"),
        (4, "[[6,1,1]]", "[[6,1,7]]"),
        (16, '"played-out"', '"bribery"'),
    ],
)
def test_verify_names_the_first_line_that_was_changed(
    finished: Path, line: int, old: str, new: str, capsys: Capture
) -> None:
    sittings.changed(finished, line, old, new)

    assert main(["replay", str(finished), "--game", TOY, "--verify"]) == 1

    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith(f"maharaja replay: {finished}: line {line}: ")


def test_the_story_ends_before_a_changed_line(finished: Path, capsys: Capture) -> None:
    sittings.changed(finished, 5, '["keep"]', '["give",1,1]')

    assert main(["replay", str(finished), "--game", TOY]) == 1

    out, err = capsys.readouterr()
    assert out.splitlines()[-1].split()[0] == "4"
    assert err.startswith(f"maharaja replay: {finished}: line 5: ")


def test_a_damaged_record_is_told_up_to_the_damage(finished: Path, capsys: Capture) -> None:
    data = finished.read_bytes().splitlines(keepends=True)
    finished.write_bytes(b"".join(data[:9]) + data[9][:30])

    for words in ([], ["--at", "12"], ["--verify"], ["--json"]):
        assert main(["replay", str(finished), "--game", TOY, *words]) == 1
        out, err = capsys.readouterr()
        assert err.count("\n") == 1
        assert err.startswith(f"maharaja replay: {finished}: line 10: ")
        assert ("Blue keeps 8 points." in out) == (words != ["--verify"])
    assert main(["replay", str(finished), "--game", TOY, "--at", "9"]) == 0


def test_a_record_does_not_load_code_by_itself(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    (tmp_path / "trap.py").write_text("from pathlib import Path\nPath('sprung').touch()\n")
    monkeypatch.chdir(tmp_path)
    sittings.changed(finished, 1, TOY, "trap:game")

    assert main(["replay", str(finished)]) == 2
    assert (
        "the code trap:game must be loaded; if you trust that, add --game trap:game"
        in capsys.readouterr().err
    )
    assert main(["replay", str(finished), "--game", TOY]) == 2
    assert f"{finished} is a record of 'trap:game'" in capsys.readouterr().err
    assert not Path("sprung").exists()


@pytest.mark.parametrize("spec", ["x; rm -rf ~:game", "a:b:c", "os:system("])
def test_a_hostile_name_is_not_offered_for_pasting(finished: Path, spec: str, capsys: Capture) -> None:
    sittings.changed(finished, 1, TOY, spec)

    assert main(["replay", str(finished)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "cannot be the name of one" in err


def test_an_unknown_game_of_a_record_is_one_line(finished: Path, capsys: Capture) -> None:
    sittings.changed(finished, 1, TOY, "../../toy")

    assert main(["replay", str(finished)]) == 2
    assert f"maharaja replay: {finished}: there is no game '../../toy'" in capsys.readouterr().err


def test_nothing_in_a_file_can_steer_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "evil.maharaja"
    table = sittings.opened(path, ("An\x1b[2Jn", "B\u202een\r", "C\nleo"))
    sittings.accepted(table.set_seat(0, "\x07bell", "\x9b31m"))
    table.close()

    for words in ([], ["--json"], ["--at", "2"], ["--verify"]):
        main(["replay", str(path), "--game", TOY, *words])
        out = capsys.readouterr().out
        assert all(c.isprintable() or c == "\n" for c in out), words
    main(["replay", str(path), "--game", TOY])
    assert "Red (An\ufffd[2Jn), Blue (B\ufffden\ufffd), Green (C\ufffdleo)" in capsys.readouterr().out


class Place(Struct, array_like=True):
    name: str
    armies: tuple[int, ...]
    besieged: bool = False
    ruler: int | None = None


class Board(Struct, array_like=True):
    places: tuple[Place, ...]
    treasure: dict[str, int]


def test_a_view_of_any_shape_is_shown(
    finished: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board((Place("Delhi\x1b", (3, 1)), Place("Agra", (), True, 2)), {"gold": 9})
    monkeypatch.setattr(Toy, "view", lambda *_: board)

    assert main(["replay", str(finished), "--game", TOY, "--at", "3"]) == 0

    shown = capsys.readouterr().out.partition("Position after line 3:\n")[2].splitlines()
    assert shown[:-1] == [
        "  places:",
        "    name: Delhi\ufffd",
        "    armies: 3, 1",
        "    besieged: no",
        "    ruler: -",
        "    name: Agra",
        "    armies: none",
        "    besieged: yes",
        "    ruler: 2",
        "  treasure:",
        "    gold: 9",
    ]


def test_an_event_hidden_from_watchers_is_hidden_in_json_too(unfinished: Path, capsys: Capture) -> None:
    main(["replay", str(unfinished), "--game", TOY, "--json"])
    assert "standing answer" not in capsys.readouterr().out
