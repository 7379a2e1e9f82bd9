"""`maharaja simulate --study` as its user sees it."""

import csv
import json
import struct
from collections import defaultdict
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core.games.empires import game
from core.record import read
from core.replay import replay
from maharaja_qt.cli import main
from tests.cli.runner import TOY, start
from tests.cli.test_surroundings import BLOCK

SHORT = ["simulate", "empires", "--seats", "random*3", "--option", "setup=short", "-n", "4", "--seed", "2"]
TABLES = ["balance.csv", "history.csv", "holders.csv", "scores.csv"]


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the records and the study of a few short games."""
    folder = tmp_path_factory.mktemp("short")
    assert main([*SHORT, "--record", str(folder / "records"), "--study", str(folder / "study")]) == 0
    return folder


def test_any_game_has_its_balance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", TOY, "-n", "50", "--seats", "random,tests.cli.players:resigning,random"]
    assert main([*words, "--study", str(tmp_path / "s"), "--json"]) == 0

    out = json.loads(capsys.readouterr().out)
    assert out["study"] == str(tmp_path / "s")
    assert [path.name for path in (tmp_path / "s").iterdir()] == ["balance.csv"]
    rows = table(tmp_path / "s" / "balance.csv")
    assert [row["seat"] for row in rows] == ["Red", "Blue", "Green"]
    mean = sum(seat["mean_score"] for seat in out["seats"]) / 3
    for row, seat in zip(rows, out["seats"], strict=True):
        assert (row["policy"], row["games"]) == (seat["policy"], "50")
        assert float(row["mean_score"]) == pytest.approx(seat["mean_score"])
        assert float(row["percent_above_mean_of_all"]) == pytest.approx(
            100 * (seat["mean_score"] / mean - 1), abs=0.05
        )
        assert float(row["share_of_wins"]) == pytest.approx(seat["wins"] / 50, abs=1e-3)
        assert float(row["share_99_low"]) <= float(row["share_of_wins"]) <= float(row["share_99_high"])


def test_a_study_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", TOY, "-n", "10", "--study", str(tmp_path)]) == 0

    out = capsys.readouterr().out.splitlines()
    heads = next(line for line in out if "of all" in line)
    assert out[out.index(heads) + 1].startswith("Red ")
    assert out[-1] == f"Study: {tmp_path}"


def test_points_are_those_of_the_results(short: Path) -> None:
    last = [row for row in table(short / "study" / "scores.csv") if row["turn"] == "16"]
    totals: dict[str, float] = defaultdict(float)
    for row in last:
        totals[row["seat"]] += float(row["mean_so_far"])

    for row in table(short / "study" / "balance.csv"):
        # In the short game too: its nations begin without points.
        assert totals[row["seat"]] == pytest.approx(float(row["mean_score"]), abs=0.02)


def test_points_of_the_turns_add_up(short: Path) -> None:
    so_far: dict[str, float] = defaultdict(float)
    usual: dict[str, int] = defaultdict(int)
    for row in table(short / "study" / "scores.csv"):
        so_far[row["nation"]] += float(row["mean_points"])
        usual[row["nation"]] += int(row["history_points"])
        assert float(row["mean_so_far"]) == pytest.approx(so_far[row["nation"]], abs=0.02)
        assert int(row["history_so_far"]) == usual[row["nation"]]
        assert float(row["low_so_far_10_percent"]) <= float(row["high_so_far_90_percent"])
    assert any(so_far.values())


def test_holders_are_those_of_the_last_positions(short: Path) -> None:
    c = game.charts
    held: dict[tuple[str, str], int] = defaultdict(int)
    for path in (short / "records").glob("*.maharaja"):
        view = game.view(replay(game, read(path)).position.state, None)
        for nation, armies in enumerate(view.armies):
            for place, _ in armies:
                if place < c.board.land:
                    held[c.names["area"][place], c.names["nation"][nation]] += 1

    rows = [row for row in table(short / "study" / "holders.csv") if row["turn"] == "16"]
    found = {(row["area"], row["nation"]): int(row["games"]) for row in rows}
    assert held
    # A leader alone holds too, and none can be in this game any more at its end without armies.
    assert found.items() >= held.items()
    assert all(float(row["share"]) == int(row["games"]) / 4 for row in rows)


def test_history_is_asked_of_the_turns_that_are_played(short: Path) -> None:
    rows = table(short / "study" / "history.csv")

    turns = [row["statement"].rpartition(" ")[2] for row in rows]
    assert turns == ["10", "10", "13", "13", "16", "16", "16"]
    holders = table(short / "study" / "holders.csv")
    delhi = {(row["turn"], row["area"], row["nation"]): row["games"] for row in holders}
    row = next(row for row in rows if row["statement"] == "The Muslims hold Delhi at the end of Turn 10")
    assert row["came_true"] == delhi.get(("10", "Delhi", "Muslims"), "0")
    assert float(row["share"]) == int(row["came_true"]) / int(row["games"])


def test_a_map_for_every_count_and_a_plot_that_names_everybody(short: Path) -> None:
    maps = sorted((short / "study").glob("*.png"))
    assert [path.name for path in maps] == [f"holders-turn-{turn}.png" for turn in (10, 13, 16)]
    pictures = [path.read_bytes() for path in maps]
    assert len(set(pictures)) == 3
    for data in pictures:
        assert data.startswith(b"\x89PNG")
        wide, high = struct.unpack(">II", data[16:24])
        assert wide >= 1000 and high >= 1000
    plot = ElementTree.parse(short / "study" / "scores.svg").getroot()
    said = {text.text for text in plot.iter("{http://www.w3.org/2000/svg}text")}
    owner = game.charts.setups["short"].owner
    assert {name for name, seat in zip(game.names["nation"], owner, strict=True) if seat >= 0} <= said
    assert {"Points so far in 4 games, turn by turn", "10", "13", "16"} <= said


def test_a_study_is_the_same_whoever_played_and_from_records(short: Path, tmp_path: Path) -> None:
    # Without what draws the pictures, so that this is quick.
    apart = start(*SHORT, "--jobs", "2", "--study", "apart", cwd=tmp_path, prelude=BLOCK)
    resumed = ("--record", str(short / "records"), "--resume")
    found = start(*SHORT, *resumed, "--study", "found", cwd=tmp_path, prelude=BLOCK)

    for done, name in ((apart, "apart"), (found, "found")):
        assert (done.returncode, done.stderr) == (0, "")
        assert "No plot and no maps: PySide6 is not installed" in done.stdout
        assert sorted(path.name for path in (tmp_path / name).iterdir()) == TABLES
        for table_name in TABLES:
            assert (tmp_path / name / table_name).read_bytes() == (short / "study" / table_name).read_bytes()


def test_history_of_ones_own_charts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    charts = tmp_path / "charts"
    charts.mkdir()
    ours = (files("resources") / "empires" / "cards.toml").read_text(encoding="utf-8")
    (charts / "cards.toml").write_text(ours, encoding="utf-8")
    own = 'format = 1\n[[statement]]\nnation = "muslims"\nturn = 10\nkind = "one"\nareas = ["Sind"]\n'
    (charts / "history.toml").write_text(own, encoding="utf-8")
    monkeypatch.setattr("maharaja_qt.empires.study._draw", lambda *_: [])
    words = [*SHORT, "-n", "1", "--charts", str(charts), "--study", str(tmp_path / "study")]

    assert main(words) == 0
    assert main(["charts", "check", str(charts)]) == 0
    (row,) = table(tmp_path / "study" / "history.csv")
    assert row["statement"] == "The Muslims hold one of Sind at the end of Turn 10"

    (charts / "history.toml").write_text(own.replace("Sind", "Sindh"), encoding="utf-8")
    capsys.readouterr()
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "history.toml: statement[1].areas: area 'Sindh' is unknown" in err


def test_a_folder_that_cannot_be_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["simulate", TOY, "--study", str(tmp_path / "file" / "s")]) == 2

    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("maharaja simulate: ")
    assert "cannot be used" in err


def test_what_is_finished_is_studied_also_after_ctrl_c(tmp_path: Path) -> None:
    words = ["simulate", TOY, "-n", "3000", "--seats", "tests.cli.players:interrupting,random"]
    done = start(*words, "--study", "s", "--json", cwd=tmp_path)

    assert done.returncode == 130
    finished = json.loads(done.stdout)["finished"]
    assert 0 < finished < 3000
    assert {row["games"] for row in table(tmp_path / "s" / "balance.csv")} == {str(finished)}
