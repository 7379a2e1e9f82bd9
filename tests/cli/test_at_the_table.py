"""A person at the terminal of a table: what they see and what they can type; finding and naming tables."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from maharaja_qt.cli.visit import stops_when_told
from tests.cli.live import evening
from tests.cli.runner import START, TOY, environment, start


@pytest.fixture
def night(tmp_path: Path):
    with evening(tmp_path) as found:
        yield found


def test_two_people_play_at_their_terminals(night):
    ann = night.host("--name", "Friday", "--seats", "human,human", json=False)
    ann.until("Type /start to begin")
    ann.until("/help lists")
    ben = night.join("Ben")
    shown = [
        ben.until("You are at Friday (Bazaar), hosted by Ann."),
        ben.until("Ann", "host"),
        ben.until("Ben"),
    ]
    assert "you" in shown[-1]
    ben.until("Blue", "Ben")
    ben.until("Options: cards 4, seconds 60, gifts on")
    ben.until("has not begun yet. You play Blue.")
    ann.until("Blue is now played by Ben.")

    ann.type("/start")
    ann.until("Not ready yet: Ben.")
    ben.type("/ready", "Good evening")
    ann.hears("Ben is ready.", "Ben: Good evening")
    ann.type("/start")
    ann.hears("The game begins.", "? Red chooses a card.", "Waiting for Ben.")
    assert not any("goes on" in line for line in ann.lines)
    ben.until("? Blue chooses a card.")
    ben.until("1  Choose the")
    ben.type("/do 9", "/do card two", "/list elephants", "/do 2")
    ben.until("There is no answer of that number")
    ben.hears(
        "Bazaar has no notation to type in", "No answer has all these words.", "Blue has chosen a card."
    )
    ben.type("/undo")
    ben.until("back to before line")
    ben.type("/do 1")
    ben.until("Blue has chosen a card.")
    ben.type("/who", "/claims", "/nonsense")
    ben.until("Red", "Ann", "Red chooses a card. (for 0:0")
    ben.until("Leave the game")
    ben.until("TEXT", "say it to all")
    ann.type("/pause")
    ann.type("/remove 9", "/seat 7 open", "/seat 1 ai:clever", "/option cards=2", "/quit")
    ann.until("There is nobody of that number here")
    ann.until("There is no seat 7.")
    ann.until("there is no policy 'clever' for Bazaar")
    ann.until("The table is closed; the game is saved in", str(night.record()), "--resume")

    assert (ann.ends(), ben.ends()) == (0, 0)
    assert (ann.complaint, ben.complaint) == ("", "")


def test_the_host_s_other_words(night):
    ann = night.host("--seats", "human,open,ai:random", json=False)
    ann.until("/help lists")
    ben = night.person("Ben")
    number = next(line for line in ben.lines if "Ben" in line and "you" in line).split()[0]

    ann.type("/swap 0 1")
    ben.until("Red is now played by Ben.")
    ann.type("/seat 0 ai:random")
    ben.until("Red is now played by ai:random.")
    ann.type(f"/give 0 {number}")
    ben.until("Red is now played by Ben.")
    ann.type("/option cards=2", "/after random 30", "/limit 60", "/pace 5", "/watchers 0", f"/mute {number}")
    ben.hears(
        "Options: cards 2, seconds 60, gifts on",
        "random after 0:30; 1:00 for each decision",
        "nobody only watches",
    )
    ben.type("/stand")
    ben.until("Nobody only watches at this table.")
    ann.type("/lock 1")
    ben.until("nobody new comes in")
    ann.type(f"/unmute {number}", f"/ban {number}")
    assert ben.ends() == 2
    assert ben.complaint.startswith("maharaja join: ")
    again = night.join("Somebody else")
    assert again.ends() == 2 and "ask the host to lift the ban" in again.complaint
    ann.type("/who")
    ann.until("1  Ben")
    ann.type("/unban 1", "/lock 0")
    ann.until("The host has lifted the ban of Ben.")

    ann.type("/name Late game", "/password pepper")
    assert night.join("Cleo", "--json").ends() == 2
    (night.home / "word").write_text("pepper")
    cleo = night.join("Cleo", "--json", "--password-file", "word")
    assert cleo.event("in")["name"] == "Late game"
    cleo.kill()
    ann.until("Cleo is gone.")
    ann.type("/seat 0 ai:random", "/start random")
    ann.until("chooses a card")
    ann.type("/hand random")
    ann.until("Type /quit to close the table.")
    ann.type("/quit")
    assert ann.ends() == 0


def test_the_host_lets_a_computer_player_stand_in_at_once(night):
    ann = night.host("--seats", "open,open", json=False)
    robot = night.robot("C")
    ann.type("/start")
    ann.until("chooses a card")
    robot.kill()
    ann.until("C is gone.")
    ann.type("/standin 0 random", "/standin 1 random")
    ann.until("That seat is open, or whoever has it is here.")
    ann.until("A computer player stands in for C until they are back.")
    night.robot("C")
    ann.until("C is back.")
    ann.type("/who")
    assert "ai:" not in ann.until("Blue", "C")


def test_the_number_of_players_changes_and_everybody_stays(night):
    ann = night.host("--seats", "human,open,open", json=False)
    ben, cleo = night.person("Ben"), night.person("Cleo")

    ann.type("/players 2")
    for live in (ann, ben, cleo):
        live.until("The game is for 2 now.")
    ann.type("/players 4", "/players 9")
    for live in (ann, ben, cleo):
        live.hears("The game is for 4 now.", "Gold is open.")
    ann.until("not a game for 9")
    cleo.type("/sit 3", "I sit again")
    ben.hears("Gold is now played by Cleo.", "Cleo: I sit again")
    ann.type("/quit")
    assert (ann.ends(), ben.ends(), cleo.ends()) == (0, 0, 0)


def test_an_owner_who_only_watches_still_plays_and_a_wish_that_cannot_be_is_told(night):
    night.host("--seats", "open,open", "--option", "seconds=0")
    bea, ben = night.person("Bea"), night.person("Ben")
    ben.until("? Blue chooses a card.")
    bea.until("? Red chooses a card.")
    ben.kill()
    ben = night.join("Ben", "--watch")
    ben.until("You play Blue.")
    ben.type("/who")
    row = ben.until("Ben", "you")
    assert "watches" not in row

    cleo = night.person("Cleo", "--seat", "1")
    assert any("Blue was taken already." in line for line in cleo.lines)


def test_two_seats_are_handed_over_and_taken_back_each(night):
    ann = night.host("--seats", "human,open,open", json=False)
    ann.until("Whatever you type", "/help lists")
    ann.type("/give 1 1", "/seat 2 ai:random", "/start")
    ann.until("? Red chooses")
    ann.type("/hand")
    ann.until("You play Red yourself already.")
    ann.type("/hand 1 random")
    ann.until("Blue is now played by ai:random for Ann.")
    ann.type("/hand")
    ann.until("Blue is now played by Ann.")
    ann.type("/hand 1")
    ann.until("You play Blue yourself already.")
    ann.type("/quit")
    assert ann.ends() == 0


def test_what_cannot_be_done_now_is_said_so(night):
    ann = night.host("--seats", "human,open", json=False)
    ann.until("/help lists")
    ben = night.person("Ben")
    number = next(line for line in ben.lines if "Ben" in line and "you" in line).split()[0]
    ben.type("/undo", "/claims", "/do 1", "/takeback 0", "/sit 99999999999999999999")
    for text in ("That cannot be done now", "You are not asked anything now.", "You are not asked anything",
                 "That is not sent: a number", "That is not sent: a number"):  # fmt: skip
        ben.until(text)
    ann.type(f"/mute {number}")
    ann.until("The host has muted Ben.")
    ben.until("The host has muted Ben.")
    ann.type(f"/unmute {number}")
    ann.until("The host lets Ben speak again.")
    ben.type("I was here")
    ann.until("Ben: I was here")
    ben.type("/quit")
    assert ben.ends() == 0
    cleo = night.join("Cleo")
    cleo.until("Ben: I was here")


def test_a_take_back_names_a_line_that_the_story_shows(night):
    night.host("--seats", "open,open", "--option", "seconds=0")
    bea, ben = night.person("Bea"), night.person("Ben")
    ben.until("? Blue chooses a card.")
    ben.type("/do 1")
    ben.until("Blue has chosen a card.")
    bea.until("Blue has chosen a card.")
    ben.type("/story")
    line = ben.until("  Blue has chosen a card.").split()[0]
    ben.type(f"/takeback {line}")
    bea.until(f"Ben asks to go back to before line {line}")
    bea.type("/vote yes")
    ben.until(f"The game goes back to before line {line}.")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_closed_terminal_saves_the_game_and_tells_everybody(night):
    ann = night.host("--seats", "human,open", json=False)
    ann.until("/help lists")
    ben = night.person("Ben")
    ben.type("/ready")
    ann.until("Ben is ready.")
    ann.type("/start")
    ben.until("? Blue chooses a card.")
    ann.process.send_signal(signal.SIGHUP)
    assert (ann.ends(), ben.ends()) == (130, 0)
    assert str(night.record()) in ann.complaint
    assert any("The host has ended the game; it is saved" in line for line in ben.lines)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_told_twice_to_stop_it_still_ends_in_order():
    async def stopped() -> str:
        stops_when_told()
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            os.kill(os.getpid(), signal.SIGTERM)
            for _ in range(9):  # the loop hears of it meanwhile
                await asyncio.sleep(0)
        return "saved"

    assert asyncio.run(stopped()) == "saved"


def test_a_robot_without_a_seat_says_so_and_ends(night):
    night.host("--seats", "open,ai:random,ai:random", "--option", "seconds=0")
    bea = night.person("Bea")
    bea.until("chooses a card")
    robot = night.join("R", "--policy", "random", "--headless", "--json")
    assert robot.ends() == 2
    assert robot.events()[-1]["why"] == "there is no seat for the policy"
    watcher = night.join("R", "--policy", "random", "--watch")
    assert watcher.ends() == 2 and "--policy needs a seat" in watcher.complaint


def test_a_watcher_who_comes_late_is_told_the_end_of_the_story_and_can_ask_for_all(night):
    host = night.host("--seats", "open,ai:random", "--option", "cards=5")
    bea = night.person("Bea")
    bea.until("chooses a card")
    cleo = night.person("Cleo", "--watch")
    cleo.until("Everybody is dealt 5 cards.")
    cleo.type("/story", "/list", "/sit 1")
    cleo.until("Everybody is dealt 5 cards.")
    cleo.until("You are not asked anything now.")
    cleo.until("That seat is taken.")
    bea.type("/hand random")

    host.event("ended")
    cleo.until("place", "seat", "player", "score")
    cleo.until("All cards are played")
    assert (host.ends(), bea.ends(), cleo.ends()) == (0, 0, 0)


def test_a_wrong_password_a_missing_game_and_another_copy_are_one_line(night):
    (night.home / "word").write_text("sesame\n")
    night.host("--password-file", "word")
    (night.home / "other").write_text("mustard\n")

    wrong = night.join("Ben", "--password-file", "other", "--json")
    assert wrong.ends() == 2
    assert wrong.events() == [{"event": "error", "code": "wrong-password", "why": wrong.events()[0]["why"]}]
    none = night.join("Ben")
    assert (none.ends(), none.complaint.count("\n"), none.lines) == (2, 1, [])
    lacking = night.join("Ben", "--password-file", "word", game="empires")
    assert lacking.ends() == 2
    assert lacking.complaint == (
        f"maharaja join: Bazaar ({TOY}) is played there, and this program has no such game; "
        f"if you have it, name it with --game {TOY}\n"
    )


@pytest.mark.parametrize(
    ("policy", "says"),
    [
        ("clever", "there is no policy 'clever' for Bazaar; known: random"),
        ("nosuch:make", "the policy 'nosuch:make' cannot be loaded"),
        ("tests.cli.players:number", "cannot be called: it is a int"),
    ],
)
def test_a_policy_that_cannot_play_is_one_line_before_it_sits_down(night, policy, says):
    host = night.host()

    robot = night.join("C", "--policy", policy)

    assert robot.ends() == 2
    assert robot.complaint.startswith("maharaja join: ") and says in robot.complaint
    host.interrupt()
    assert host.ends() == 130
    assert not [event for event in host.events() if event["event"] == "joined"]


def test_a_robot_that_cheats_plays_on_and_one_that_fails_says_why(night):
    host = night.host("--seats", "open,open")
    cheat = night.join("B", "--policy", "tests.cli.players:cheating", "--headless")
    night.robot("C")
    assert (host.ends(), cheat.ends()) == (0, 0)

    night.host("--seats", "open,open")
    night.robot("C")
    failing = night.join("D", "--policy", "tests.cli.network_players:failing")
    assert failing.ends() == 2
    assert failing.complaint == (
        "maharaja join: the policy 'tests.cli.network_players:failing' failed: ZeroDivisionError: no idea\n"
    )


def test_tables_are_found_and_joined_by_name_and_two_of_one_name_are_told_apart(night):
    """LAN-04; LAN-19: the second takes the next port that is free."""
    name = f"{uuid4().hex[:8]} 20:15"  # no address, though it ends like one
    first = night.host("--name", name)
    first.event("listed")
    second = night.start("host", TOY, "--name", name, "--as", "Bob", "--headless", "--json")
    other = second.event("listening")
    second.event("listed", f"{name} (2)")

    joined = night.start("join", f"{name} (2)".upper(), "--as", "C", "--game", TOY, "--json")
    assert joined.event("in")["table"] == other["table"]
    by_id = night.start("join", str(other["table"]), "--as", "D", "--game", TOY, "--json")
    assert by_id.event("in")["table"] == other["table"]
    for target in (f"[::1]:{night.port}", f"localhost:{night.port}"):
        assert night.start("join", target, "--as", "E", "--game", TOY, "--json").event("in")["host"] == "Ann"
    found = json.loads(start("find", "--seconds", "4", "--json", cwd=night.home).stdout)
    rows = {row["id"]: row for row in found}
    assert rows[other["table"]]["name"] == f"{name} (2)"
    assert set(rows[other["table"]]) == {
        "id", "name", "game", "host", "addresses", "port", "seats_free", "protocol", "locked",
    }  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
def test_a_host_plays_on_when_nobody_reads_or_types_any_more(tmp_path):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", START, "host", TOY, "--seats", "ai:random,ai:random", "--headless", "--json"],
        cwd=tmp_path,
        env=environment(XDG_DATA_HOME=str(tmp_path)),
        stdin=subprocess.DEVNULL,
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        timeout=100,
        check=False,
    )
    os.close(write)

    assert (done.returncode, done.stderr) == (0, "")
    (record,) = (tmp_path / "maharaja" / "games").iterdir()
    assert start("replay", str(record), "--verify", "--game", TOY, cwd=tmp_path).returncode == 0
