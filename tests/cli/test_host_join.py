"""Tables over the network, with real processes: a game whole, stopped, killed, and gone on with."""

from pathlib import Path

import pytest

from tests.cli.live import Evening, cable, evening, free_port
from tests.cli.runner import TOY, start


@pytest.fixture
def night(tmp_path: Path):
    with evening(tmp_path) as found:
        yield found


def verified(night: Evening) -> None:
    done = start("replay", str(night.record()), "--verify", "--game", TOY, cwd=night.home)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_a_whole_game_between_robots_is_told_in_json_and_recorded(night):
    host = night.host("--name", "Friday", "--record", "games")
    robots = [night.join(name, "--policy", "random", "--headless", "--json") for name in ("B", "C", "D")]

    assert host.ends() == 0
    assert [robot.ends() for robot in robots] == [0, 0, 0]
    told = {event["event"]: event for event in host.events()}
    assert told["listening"]["port"] == night.port
    assert len(told["listening"]["table"]) == 32
    assert sorted(event["name"] for event in host.events() if event["event"] == "joined") == ["B", "C", "D"]
    assert [event["seat"] for event in host.events() if event["event"] == "seat"] == [0, 1, 2]
    ended = told["ended"]
    assert sorted(seat for group in ended["ranking"] for seat in group) == [0, 1, 2]
    assert (len(ended["scores"]), ended["reason"]) == (3, "played-out")
    assert ended["text"].startswith("All cards are played")
    assert ended["record"] == told["started"]["record"]
    for robot in robots:
        events = robot.events()
        assert events[0]["event"] == "in" and events[0]["table"] == told["listening"]["table"]
        assert (events[-1]["event"], events[-1]["code"]) == ("out", "game-over")
        assert {event["event"] for event in events} == {"in", "room", "out"}
        over = [event for event in events if event["event"] == "room" and "ranking" in event]
        assert over[0]["scores"] == ended["scores"]
    (record,) = (night.home / "games").iterdir()
    done = start("replay", str(record), "--verify", "--game", TOY, cwd=night.home)
    assert done.returncode == 0


def test_a_headless_robot_says_nothing_but_the_end_and_another_tells_the_game(night):
    night.host()
    quiet, loud = night.join("B", "--policy", "random", "--headless"), night.join("C", "--policy", "random")
    other = night.join("D", "--policy", "random", "--headless")

    assert (quiet.ends(), loud.ends(), other.ends()) == (0, 0, 0)
    assert len(quiet.lines) == 1
    assert any("wins the round and rolls" in line for line in loud.lines)
    assert any("won." in line for line in loud.lines)


def test_ctrl_c_saves_and_says_where_and_the_game_goes_on_from_there(night):
    host = night.host("--seats", "open,open,ai:random", json=True)
    bea, robot = night.person("Bea"), night.robot("C")
    bea.until("chooses a card")
    bea.until("Blue has chosen")

    host.interrupt()
    assert host.ends() == 130
    assert host.events()[-1] == {"event": "saved", "record": str(night.record())}
    where = (
        f"the game is saved in {night.record()}; go on with: maharaja host {TOY} --resume {night.record()}"
    )
    assert host.complaint == f"maharaja host: stopped; {where}\n"
    assert (bea.ends(), robot.ends()) == (0, 0)
    assert robot.events()[-1]["code"] == "host-ended"

    host = night.host("--resume", str(night.record()))
    assert host.event("started")["resumed"] is True
    # In another order than before: each has the seat it had.
    robot, bea = night.robot("C"), night.person("Bea")
    assert any("Red" in line and "Bea" in line for line in bea.lines)
    assert any("Green" in line and "ai:random" in line for line in bea.lines)
    bea.until("C asks to go back")  # what it had chosen in secret ended with both programs
    bea.type("/vote yes", "/hand random")
    ranking = host.event("ended")["ranking"]  # two may share a place
    assert sorted(seat for place in ranking for seat in place) == [0, 1, 2]
    assert (host.ends(), robot.ends(), bea.ends()) == (0, 0, 0)
    verified(night)


def test_a_killed_host_goes_on_and_everybody_comes_back_by_themselves(night):
    host = night.host("--seats", "open,open,open,ai:random")
    bea = night.person("Bea")
    robots = [night.robot("C"), night.robot("D")]
    for name in ("Blue", "Green", "Gold"):
        assert "chosen" in bea.until("has chosen a card"), name

    host.kill()
    for robot in robots:
        robot.event("lost")
    bea.until("trying again")
    host = night.host("--resume", str(night.record()))
    for robot in robots:
        robot.event("in")
    bea.until("The connection is back")
    bea.type("/list")
    bea.until("4  Choose the")  # she is asked what she was asked before
    bea.type("/hand random")

    host.event("ended")
    assert (host.ends(), *(robot.ends() for robot in robots), bea.ends()) == (0, 0, 0, 0)
    # The robots sent their secret choices again; the computer player of the host chose anew.
    story = start("replay", str(night.record()), "--game", TOY, cwd=night.home).stdout
    assert story.count("was lost") == 1
    verified(night)


def test_a_host_that_goes_on_elsewhere_is_found_again_by_whoever_waits(night, tmp_path):
    """Another port, or another address: the network's list says where the table is now."""
    host = night.host("--seats", "open,open")
    bea, robot = night.person("Bea"), night.robot("C")
    bea.until("chooses a card")
    bea.type("/hand random")
    bea.until("now played by ai:random for Bea")

    host.kill()
    robot.event("lost")
    before, night.port = night.port, free_port()
    assert night.port != before
    host = night.host("--resume", str(night.record()))
    robot.event("in")
    bea.until("The connection is back")
    host.event("ended")
    assert (host.ends(), robot.ends(), bea.ends()) == (0, 0, 0)
    verified(night)


def test_whose_connection_broke_unnoticed_as_the_game_ended_still_hears_how(night):
    host = night.host("--seats", "open,ai:random", "--pace", "50")
    with cable(night.port) as (way, cut):
        bea = night.person("Bea", port=way.port)
        bea.until("chooses a card")
        bea.type("/hand random")
        bea.until("now played by ai:random for Bea")
        way.held = True  # from here on she hears nothing, and her host believes her to be there
        host.event("ended")
        cut()
        way.held = False
        bea.until("trying again")
        bea.until("won.")
        assert (host.ends(), bea.ends()) == (0, 0)


def test_a_killed_robot_comes_back_to_its_seat(night):
    host = night.host()
    bea, robot = night.person("Bea"), night.robot("C")
    night.robot("D")
    mine = host.event("joined", '"C"')
    bea.until("chooses a card")

    robot.kill()
    host.event("left", '"C"')
    night.robot("C")
    back = host.event("joined", '"C"')
    assert (back["person"], back["seats"]) == (mine["person"], [1]) and mine["seats"] == [1]
    bea.type("/hand random")
    host.event("ended")
    assert host.ends() == 0
    verified(night)


def test_what_host_and_robot_have_both_forgotten_is_chosen_again_if_all_agree(night):
    host = night.host("--seats", "open,open")
    bea, robot = night.person("Bea"), night.robot("C")
    bea.until("Blue has chosen a card")

    host.kill()
    robot.kill()
    host = night.host("--resume", str(night.record()))
    robot = night.robot("C")
    bea.until("C asks to go back to before line")
    bea.type("/vote yes", "/hand random")

    host.event("ended")
    assert (host.ends(), robot.ends()) == (0, 0)
    verified(night)


def test_robots_agree_again_with_a_host_that_was_killed_while_all_were_asked(night):
    host = night.host("--seats", "open,open,open")
    bea, robot = night.person("Bea"), night.robot("C")
    night.robot("D")
    bea.hears("Blue has chosen a card", "Green has chosen a card")
    host.kill()
    robot.kill()
    host = night.host("--resume", str(night.record()))
    night.robot("C")
    bea.until("C asks to go back to before line")

    host.kill()
    host = night.host("--resume", str(night.record()))
    bea.until("C asks to go back to before line")
    bea.type("/vote yes", "/hand random")
    host.event("ended")
    assert host.ends() == 0
    verified(night)


def test_whoever_is_gone_is_played_for_until_they_return(night):
    host = night.host("--seats", "open,open", "--after-drop", "random", "--grace", "0")
    bea, robot = night.person("Bea"), night.robot("C")
    bea.until("chooses a card")

    robot.kill()
    assert host.event("seat", "away")["player"] == "ai:random for C"
    bea.until("Blue is now played by ai:random for C.")
    night.robot("C")
    assert host.event("seat", "back")["player"] == "C"
    bea.type("/hand random")
    host.event("ended")
    assert host.ends() == 0


def test_a_table_can_be_saved_and_closed_when_somebody_is_gone(night):
    host = night.host("--seats", "open,open", "--after-drop", "save", "--grace", "0")
    bea, robot = night.person("Bea"), night.robot("C")
    bea.until("chooses a card")

    robot.kill()
    assert host.event("saved")["record"] == str(night.record())
    assert (host.ends(), bea.ends()) == (0, 0)


def test_what_was_set_for_a_table_holds_when_it_is_gone_on_with_as_the_last_word_says(night):
    (night.home / "word").write_text("open sesame\n")
    host = night.host(
        "--seats", "open,open", "--name", "Friday", "--password-file", "word", "--limit", "60",
        "--no-watchers", "--option", "seconds=0",
    )  # fmt: skip
    bea, robot = night.person("Bea", "--password-file", "word"), night.robot("C", "--password-file", "word")
    bea.until("chooses a card")
    host.interrupt()
    assert (host.ends(), bea.ends(), robot.ends()) == (130, 0, 0)

    host = night.start(
        *host.complaint.rpartition("maharaja ")[2].split(), "--port", str(night.port), "--json"
    )
    assert host.event("listening")["name"] == "Friday"
    night.robot("C")
    bea = night.person("Bea")
    stranger = night.join("Mallory", "--json")
    assert stranger.ends() == 2 and stranger.events()[-1]["code"] == "password-needed"
    watcher = night.join("Dan", "--watch", "--password-file", "word", "--json")
    assert watcher.ends() == 2 and watcher.events()[-1]["code"] == "no-watchers"
    bea.type("/who")
    bea.until("Red chooses a card. (for 0:", "left)")
    host.interrupt()
    assert host.ends() == 130

    night.host("--resume", str(night.record()), "--no-password", "--watchers")
    night.join("Dan", "--watch", "--json").event("in")


def test_a_table_that_runs_by_itself_and_cannot_begin_says_so_and_ends(night):
    host = night.host("--seats", "open,ai:random", "--record", "games")
    (night.home / "games").rmdir()
    (night.home / "games").write_text("in the way")
    robot = night.robot("C")
    assert (host.ends(), robot.ends()) == (2, 0)
    fault = host.events()[-1]
    assert fault["event"] == "error" and "The game cannot begin" in fault["why"]
    assert host.complaint == f"maharaja host: {fault['why']}\n"


def test_whoever_goes_on_with_a_damaged_record_is_told_what_was_left_out(night):
    host = night.host("--seats", "open,ai:random")
    bea = night.person("Bea")
    bea.until("chooses a card")
    host.interrupt()
    assert (host.ends(), bea.ends()) == (130, 0)
    whole = night.record().read_bytes().splitlines(keepends=True)
    night.record().write_bytes(b"".join([*whole[:-3], b"x" + whole[-3], *whole[-2:]]))

    host = night.start("host", TOY, "--resume", str(night.record()), "--headless", "--json")
    mended = host.event("mended")
    copy = f"{night.record()}.bak"
    assert (mended["lines"], mended["first"], mended["copy"]) == (3, len(whole) - 2, copy)
    host.interrupt()
    assert host.ends() == 130
    night.record().write_bytes(night.record().read_bytes()[:-5])
    host = night.host("--resume", str(night.record()), json=False)
    host.until("The record was damaged: 1 line from line", f"{night.record().name}.bak2")
    host.type("/quit")
    assert host.ends() == 0


def test_the_host_s_own_place_is_nobody_else_s_and_the_table_lives_on(night):
    ann = night.host("--seats", "human,human", json=False)
    ann.until("/help lists")
    ben = night.person("Ben")

    twin = night.join("Ann", "--json")
    assert twin.ends() == 2
    assert twin.events()[-1]["code"] == "host-place"
    assert "This is the host's own place" in twin.complaint
    ben.type("/ready")
    ann.until("Ben is ready.")
    ann.type("/start")
    ben.until("? Blue chooses a card.")
    ann.type("/quit")
    assert (ann.ends(), ben.ends()) == (0, 0)


def test_of_two_programs_of_one_person_the_newer_one_plays_on(night):
    night.host("--seats", "open,open", "--option", "seconds=0")
    night.person("Bea")
    old = night.person("Ben")
    new = night.person("Ben")
    assert (old.ends(), old.complaint) == (
        2, "maharaja join: You have come in again from somewhere else; this connection has ended.\n"
    )  # fmt: skip
    new.type("/do 1")
    new.until("Blue has chosen a card.")


def test_nothing_of_the_user_is_touched_and_no_secret_is_on_disk_in_plain(night):
    (night.home / "word").write_text("open sesame\n")
    host = night.host("--seats", "open,ai:random", "--password-file", "word")
    robot = night.join("C", "--policy", "random", "--headless", "--password-file", "word")

    assert (host.ends(), robot.ends()) == (0, 0)
    assert b"open sesame" not in night.record().read_bytes()
    assert (night.home / "maharaja" / "seats.json").stat().st_mode & 0o077 == 0


def test_what_takes_long_once_is_done_before_a_robot_comes_in_and_told_beside_the_events(night):
    host = night.host("--seats", "ai:random,ai:random,open")
    robot = night.join("B", "--policy", "tests.cli.slow_player:make", "--json")
    host.event("ended")
    assert (robot.ends(), host.ends()) == (0, 0)
    assert (
        robot.complaint == "maharaja join: Bazaar is being compiled, once: that takes up to half a minute\n"
    )
    assert robot.events()[0]["event"] == "in"
    assert host.complaint == ""
