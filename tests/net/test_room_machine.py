"""A room and its guests doing whatever they like in any order: what must hold after every step."""

from __future__ import annotations

from random import Random

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core import lines
from net import host_session, names
from net import messages as m
from tests.net import kit
from tests.net.hall import Caller, Hall
from tests.net.kit import toy

NAMES = ("Bob", "bob", "B\u043eb", "Ann", "", "\u200b", "ai:random", "open", "Cleo", "x" * 300)
EXAMPLES, STEPS = 50, 40
WHO = st.integers(0, 4)
SEAT = st.integers(0, 2)
CHANCE = st.integers(0, 1 << 32)


class Evening(RuleBasedStateMachine):
    """Ann hosts; up to four others come and go."""

    def __init__(self) -> None:
        super().__init__()
        self.hall = Hall(kit.plan(options={"seconds": 30}))
        self.room = self.hall.room
        self.taken: dict[int, int] = {}

    def who(self, which: int) -> Caller:
        return self.hall.callers[which % len(self.hall.callers)]

    @initialize(others=st.integers(0, 3), begun=st.booleans())
    def some_are_here(self, others: int, begun: bool) -> None:
        for name in NAMES[:others]:
            self.hall.caller(name, address=f"10.0.1.{len(self.hall.callers)}")
        if begun:
            self.hall.start("random")

    @property
    def ann(self) -> Caller:
        """The host, who is here whenever she decides something."""
        if not self.hall.ann.inside:
            self.hall.ann.connect()
            self.hall.settle()
        return self.hall.ann

    # Coming and going.

    @precondition(lambda self: len(self.hall.callers) < 5)
    @rule(name=st.sampled_from(NAMES), watch=st.booleans(), robot=st.booleans(), seat=st.integers(-1, 2))
    def comes(self, name: str, watch: bool, robot: bool, seat: int) -> None:
        address = f"10.0.0.{len(self.hall.callers)}"
        self.hall.caller(name, watch=watch, robot=robot, seat=seat, address=address)

    @rule(which=WHO, noticed=st.booleans())
    def breaks(self, which: int, noticed: bool) -> None:
        caller = self.who(which)
        caller.cut() if noticed else caller.vanish()

    @rule(which=WHO)
    def comes_back(self, which: int) -> None:
        self.who(which).connect()

    @rule()
    def all_come_back(self) -> None:
        for caller in self.hall.callers:
            if not caller.inside:
                caller.connect()

    # A member.

    @rule(which=WHO, seat=SEAT, more=st.booleans())
    def sits(self, which: int, seat: int, more: bool) -> None:
        self.who(which).ask("sit", seat, more)

    @rule(which=WHO, verb=st.sampled_from(["stand", "ready", "pause"]), yes=st.booleans())
    def asks(self, which: int, verb: str, yes: bool) -> None:
        self.who(which).ask(verb, yes)

    @rule(which=WHO, seat=SEAT, policy=st.sampled_from(["random", ""]))
    def hands_over(self, which: int, seat: int, policy: str) -> None:
        self.who(which).ask("hand-over", seat, text=policy)

    @rule(which=WHO, chance=CHANCE, twice=st.booleans(), late=st.booleans())
    def acts(self, which: int, chance: int, twice: bool, late: bool) -> None:
        caller = self.who(which)
        rng = Random(chance)
        able = [seat for seat, update in caller.updates.items() if update.asked]
        if not able:
            return
        seat = rng.choice(able)
        legal = toy.codec.decode_legal(caller.updates[seat].legal)
        action = (
            rng.choice(legal.claims).sample(rng) if legal.claims and chance % 5 == 0 else legal.sample(rng)
        )
        act = caller.action(seat, action, expected=0 if late else None)
        answer = caller.command(act)
        if twice:
            assert caller.command(act) == answer or not caller.inside
        self.counted(answer, seat)

    @rule(which=WHO, seat=SEAT)
    def undoes(self, which: int, seat: int) -> None:
        caller = self.who(which)
        if seat in caller.updates:
            caller.undo(seat)

    @rule(which=WHO, seat=SEAT, back=st.integers(0, 6))
    def proposes(self, which: int, seat: int, back: int) -> None:
        if self.room.play is not None:
            caller, line = self.who(which), max(0, self.hall.table.n - back)
            caller.command(m.Propose(caller.new_id(), seat, "take-back", line))

    @rule(which=WHO, yes=st.booleans())
    def votes(self, which: int, yes: bool) -> None:
        caller = self.who(which)
        if caller.row is not None and caller.row.proposal is not None:
            caller.command(m.Vote(caller.new_id(), caller.row.proposal.number, yes))

    @rule(which=WHO, text=st.text(max_size=20))
    def says(self, which: int, text: str) -> None:
        self.who(which).guest.send(m.Say(names.whole(text)))

    @rule(which=WHO, place=st.tuples(st.integers(-9, 9)))
    def points(self, which: int, place: tuple[int, ...]) -> None:
        self.who(which).guest.send(m.Point(place))

    # The host.

    @rule(verb=st.sampled_from(["mix", "lock", "watchers", "pause"]), number=st.integers(0, 1))
    def host_asks(self, verb: str, number: int) -> None:
        self.ann.ask(verb, number)

    @rule(verb=st.sampled_from(["remove", "ban", "mute"]), which=WHO)
    def host_sends_away(self, verb: str, which: int) -> None:
        self.ann.ask(verb, self.who(which).me, 1)

    @rule(
        verb=st.sampled_from(["seat", "assign", "swap"]),
        a=SEAT,
        b=st.integers(0, 5),
        word=st.sampled_from(["open", "ai:random"]),
    )
    def host_seats(self, verb: str, a: int, b: int, word: str) -> None:
        self.ann.ask(verb, a, b, word)

    @rule(text=st.sampled_from(["wait", "random"]), ms=st.sampled_from([0, 5_000, 60_000]))
    def host_decides(self, text: str, ms: int) -> None:
        self.ann.ask("after-drop", ms, text=text)
        self.ann.ask("limit", ms)

    @precondition(lambda self: self.room.phase == "lobby")
    @rule(fill=st.sampled_from(["", "random"]))
    def begins(self, fill: str) -> None:
        for caller in self.hall.callers:
            caller.ask("ready", 1)
        self.ann.ask("start", text=fill)

    @precondition(lambda self: self.room.play is not None and self.hall.table.n > 30)
    @rule()
    def host_ends(self) -> None:
        self.ann.ask("stop")

    # Time.

    @rule(ms=st.sampled_from([100, 1_000, 4_000, 13_000, 70_000]))
    def time_passes(self, ms: int) -> None:
        self.hall.tick(ms)

    @rule()
    def computers_think(self) -> None:
        self.hall.think()

    @rule(chance=CHANCE)
    def a_thought_comes_late(self, chance: int) -> None:
        asks = self.room.asks()
        if asks:
            self.hall.tick(chance % 3_000)
            for ask in asks:
                self.room.answered(ask, ask.legal.sample(Random(chance)), "")

    # What holds.

    def counted(self, answer: m.Answer, seat: int) -> None:
        if answer.code or answer.n in self.taken:
            assert answer.code or self.taken[answer.n] == seat
            return
        self.taken[answer.n] = seat
        line = lines.from_bytes(self.hall.table.journal.lines[answer.n], answer.n)
        assert isinstance(line.body, lines.Act) and line.body.actor == seat

    @invariant()
    def people_are_told_apart(self) -> None:
        room = self.room
        lasting = room.lasting()
        assert len({names._skeleton(p.name) for p in lasting}) == len(lasting)
        assert len({p.no for p in room.people}) == len(list(room.people)) <= m.MAX_PEOPLE
        assert len({p.stored for p in room.people}) == len(list(room.people))
        assert sum(p.host for p in room.people) == 1
        if room.closed:
            assert not room.links
            return
        assert {p for p in room.people if p.gone_at < 0} == set(room.links)
        assert all(p.answers.keys() <= set(range(1, 1_000)) and len(p.answers) <= 64 for p in room.people)

    @invariant()
    def seats_have_one_owner_who_is_somebody(self) -> None:
        room = self.room
        for slot in room.slots:
            assert slot.owner is None or room.people.get(slot.owner.no) is slot.owner
            assert slot.ai or not (slot.away or slot.once)
            if room.phase == "lobby":
                assert slot.owner is None or slot.owner in room.links
        if room.play is not None:
            assert [slot.label for slot in room.slots] == list(room.play.table.controllers)
            assert [slot.key for slot in room.slots] == room.play.table.position.keys
            room.play.table.check()

    @invariant()
    def what_waits_is_bounded(self) -> None:
        for caller in self.hall.callers:
            assert caller.host._queued <= host_session.QUEUE_BYTES
            assert len(caller.host._frames._data) <= 65_536
        assert len(self.room._chat) <= 50
        if self.room.play is not None:
            assert len(self.room.play._thinking) <= len(self.room.slots)
            asked, spent = set(self.hall.table.pending), list(self.room.play._spent)
            assert set(self.room.play._since) == asked
            # Who has answered may take that back while others owe theirs, and gets no new time.
            assert {p.decision for p in spent} <= {p.decision for p in asked}
            assert len({p.seat for p in spent}) == len(spent)

    @invariant()
    def everybody_inside_sees_the_same(self) -> None:
        self.hall.settle()
        for caller in self.hall.callers:
            if not caller.inside or self.room.closed:
                continue
            person = self.room.people.get(caller.me)
            assert person is not None and caller.row is not None
            row = self.room.row()
            assert [(p.no, p.name) for p in caller.row.people] == [(p.no, p.name) for p in row.people]
            assert [(s.owner, s.ai) for s in caller.row.seats] == [(s.owner, s.ai) for s in row.seats]
            assert (caller.row.phase, caller.row.proposal) == (row.phase, row.proposal)
            if self.room.play is None:
                continue
            for seat in self.room.eyes_of(person):
                view = self.hall.table.view(None if seat < 0 else seat)
                assert caller.updates[seat].view == toy.codec.encode(view)
                asked = [(p.decision, p.kind) for p in self.hall.table.pending if p.seat == seat]
                assert [(a.decision, a.kind) for a in caller.updates[seat].asked] == asked

    @invariant()
    def a_question_of_a_computer_is_asked(self) -> None:
        play = self.room.play
        if play is None or self.room.phase != "playing" or play.paused:
            return
        self.room.asks()
        for pending in play.table.pending:
            if play.slots[pending.seat].ai and not play.table.owed():
                assert pending.seat in play._thinking or play._not_before > play.table.now_ms


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    settings.get_profile("default"), max_examples=EXAMPLES, stateful_step_count=STEPS
)
