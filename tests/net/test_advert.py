"""A table's entry in the network's directory: it is always made, and never by blocking."""

from __future__ import annotations

import asyncio
import errno
import itertools
import time
from collections.abc import Awaitable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zeroconf import InterfaceChoice, ServiceInfo
from zeroconf._utils.name import service_type_name
from zeroconf.asyncio import AsyncZeroconf

import net.mdns
from net.advert import Advert, Beacon, read, written
from net.dial import dial, listen
from net.labels import DEFAULT_NAME, label_of, name_of
from net.mdns import SERVICE, Mdns
from net.own import Own
from tests.net.lan import LOOPBACK, Finder, Host, Waits, loopback, run, table, unique

ID = "0123456789abcdef" * 2


class Refusing:
    """The directory's constructor on a computer with a dead adapter."""

    def __init__(self, faults: list[OSError], *, default_works: bool) -> None:
        self.faults = faults
        self.default_works = default_works
        self.asked: list[object] = []

    def __call__(self, interfaces: Any) -> AsyncZeroconf:
        self.asked.append(interfaces)
        if interfaces is InterfaceChoice.Default and self.default_works:
            return AsyncZeroconf(interfaces=["127.0.0.1"])
        raise self.faults[min(len(self.asked), len(self.faults)) - 1]


@pytest.mark.parametrize("number", [10042, errno.EADDRNOTAVAIL, errno.ENODEV])
def test_LAN_01_dead_adapter(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """LAN-01: one adapter that cannot be used costs the others, not the program."""
    refusing = Refusing([OSError(number, "dead adapter")], default_works=True)
    monkeypatch.setattr(net.mdns, "AsyncZeroconf", refusing)

    async def main() -> None:
        async with Host(table(unique("One left"))) as host:
            assert host.beacon.notice == "one_network"
            assert refusing.asked == [["127.0.0.1"], InterfaceChoice.Default]

    run(main())


@pytest.mark.parametrize("number", [10042, errno.EADDRNOTAVAIL, errno.ENODEV])
def test_LAN_01_no_adapter_works(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """LAN-01: nothing works, and both sides say so in words within a second; then it works again."""
    refusing = Refusing([OSError(number, "dead adapter")], default_works=False)
    monkeypatch.setattr(net.mdns, "AsyncZeroconf", refusing)

    async def main() -> None:
        host, guest = Host(table(unique("None left"))), Finder()
        await host.beacon.start(host.advert)
        await host.until(lambda: host.beacon.state == "unlisted", within_s=1)
        assert host.beacon.notice == "no_directory"
        async with guest:
            await guest.until(lambda: guest.finder.notice == "no_directory", within_s=1)
            assert guest.finder.tables == ()
            monkeypatch.undo()
            await host.until(lambda: host.beacon.state == "listed")
            await guest.row(host.advert)
        await host.beacon.stop()

    run(main())


def test_LAN_02_networks_that_come_late() -> None:
    """LAN-02: no network at the start, then one; both sides recover by themselves."""
    here: list[tuple[Own, ...]] = [()]

    async def main() -> None:
        host = Host(table(unique("Early")), Mdns(lambda: here[0]))
        guest = Finder(mdns=Mdns(lambda: here[0]))
        await host.beacon.start(host.advert)
        async with guest:
            await host.until(lambda: host.beacon.state == "unlisted")
            await guest.until(lambda: guest.finder.notice == "no_network")
            assert host.beacon.notice == "no_network"
            here[0] = LOOPBACK
            assert (await guest.row(host.advert)).addresses == ("127.0.0.1",)
        await host.beacon.stop()

    run(main())


def test_a_new_address_is_advertised_without_a_goodbye() -> None:
    """A cable plugged in while playing: the row stays and gets the address."""
    here: list[tuple[Own, ...]] = [LOOPBACK]
    more = (*LOOPBACK, Own("127.0.0.2", "lo", 1))

    async def main() -> None:
        async with Host(table(unique("Two cables")), Mdns(lambda: here[0])) as host, Finder() as guest:
            await guest.row(host.advert)
            here[0] = more
            rows: list[int] = []

            def both() -> bool:
                found = guest.rows(host.advert)
                rows.append(len(found))
                return found[0].addresses == ("127.0.0.1", "127.0.0.2")

            await guest.until(both)
            assert set(rows) == {1}

    run(main())


@pytest.mark.usefixtures("usual_timing")
def test_LAN_04_one_name_twice() -> None:
    """LAN-04: two hosts of one name within a second: the later one has a number and is told."""
    name = unique("Friday game")

    async def main() -> None:
        first, later = Host(table(name, port=1001)), Host(table(name, port=1002))
        async with first, later, Finder() as guest:
            assert first.beacon.shown_name == name
            assert later.beacon.shown_name == f"{name} (2)"
            both = await guest.until(
                lambda: len(rows := guest.rows(first.advert, later.advert)) == 2 and rows
            )
            assert {(found.name, found.port) for found in both or []} == {(name, 1001), (f"{name} (2)", 1002)}

    run(main())


def test_LAN_04_one_name_in_the_same_moment() -> None:
    """LAN-04: both find the name free at once; the lower id keeps it and both are listed."""
    name = unique("Friday game")

    async def main() -> None:
        low = Host(table(name, table_id="0" * 32, port=1001))
        high = Host(table(name, table_id="f" * 32, port=1002))
        await asyncio.gather(low.listed(), high.listed())
        async with Finder() as guest:

            def both() -> bool:
                rows = guest.rows(low.advert, high.advert)
                return {found.name for found in rows} == {name, f"{name} (2)"}

            await guest.until(both)
            rows = {found.id: (found.name, found.port) for found in guest.rows(low.advert, high.advert)}
            assert rows == {"0" * 32: (low.beacon.shown_name, 1001), "f" * 32: (high.beacon.shown_name, 1002)}
        await low.beacon.stop()
        await high.beacon.stop()

    run(main())


def test_LAN_04_two_that_both_hold_a_name() -> None:
    """LAN-04: two networks with one name each become one: the lower id keeps it, the other is told."""
    name = unique("Friday game")

    async def main() -> None:
        low = Host(table(name, table_id="0" * 31 + "1", port=1001))
        high = Host(table(name, table_id="f" * 31 + "1", port=1002))
        await high.listed()
        # As it is heard when a cable joins the two: an announcement, never a question before it.
        joined = AsyncZeroconf(interfaces=["127.0.0.1"])
        entry = ServiceInfo(
            SERVICE, f"{name}.{SERVICE}", port=1001, properties=written(low.advert),
            server="low.local.", parsed_addresses=["127.0.0.1"],
        )  # fmt: skip
        await (await joined.async_register_service(entry, cooperating_responders=True))
        await high.until(lambda: high.beacon.shown_name == f"{name} (2)")
        async with Finder() as guest:
            await guest.row(high.advert, lambda found: found.name == f"{name} (2)")
            await guest.row(low.advert, lambda found: found.name == name)
        await high.beacon.stop()
        await joined.async_close()

    run(main())


NAMES = {
    "long": "a" * 64,
    "not latin": "\u68cb" * 22,
    "emoji": "\U0001f3b2" * 16,
    "empty": "",
    "line end": "Ann\r\n",
    "dots": "Dr. Who v1.2",
    "direction": "\u202eevil",
    "only dots": "...",
    "half a character": "\ud83c",
    "service": "_sub",
    "type": "_maharaja._tcp.local.",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_LAN_11_labels(name: str) -> None:
    """LAN-11: every name makes a label that the directory accepts, cut between characters."""
    for number in (1, 2, 9, 10, 60):
        label = label_of(name, ID, number)
        assert 1 <= len(label.encode()) <= 63
        assert label.isprintable()
        assert service_type_name(f"{label}.{SERVICE}") == SERVICE


def test_LAN_11_labels_are_as_like_the_name_as_can_be() -> None:
    """LAN-11: dots are seen as dots again, a default stands for nothing, and each number is another."""
    assert name_of(label_of("Dr. Who v1.2", ID)) == "Dr. Who v1.2"
    assert label_of("", ID) == label_of("\x00\u202e", ID) == DEFAULT_NAME
    assert label_of("a" * 64, ID) == "a" * 63
    assert label_of("\u68cb" * 22, ID) == "\u68cb" * 21
    assert label_of("Ann\r\nLee", ID) == "Ann Lee"
    assert label_of("a" * 64, ID, 2) == "a" * 59 + " (2)"
    assert len({label_of("a" * 64, ID, number) for number in range(1, 30)}) == 29


@given(st.text(st.characters(codec=None), max_size=200), st.integers(1, 60))
def test_LAN_11_any_text(name: str, number: int) -> None:
    """LAN-11: any text at all."""
    label = label_of(name, ID, number)
    assert len(label.encode()) <= 63
    assert service_type_name(f"{label}.{SERVICE}") == SERVICE
    assert name_of(label)


def test_LAN_11_all_are_registered_and_found() -> None:
    """LAN-11: the names of the case, for real."""
    hosts = [table(name, port=2000 + n) for n, name in enumerate(NAMES.values())]

    async def main() -> None:
        at = [Host(advert) for advert in hosts]
        await asyncio.gather(*(host.listed() for host in at))
        async with Finder() as guest:
            rows = await guest.until(lambda: len(rows := guest.rows(*hosts)) == len(hosts) and rows)
            assert {found.port for found in rows or []} == {advert.port for advert in hosts}
            assert all(found.name.isprintable() for found in rows or [])
        await asyncio.gather(*(host.beacon.stop() for host in at))

    run(main())


def test_LAN_12_short_fixed_fields() -> None:
    """LAN-12: whatever a user or a game is called, no field grows and no text of a user is among them."""
    wild = Advert("f" * 32, "n" * 5000, 65535, 10**9, "g\u00e4me " * 100, 10**9, True)
    fields = written(wild)
    assert fields == {
        "id": "f" * 32,
        "protocol": "99999",
        "game": "gmegmegmegmegmegmegmegme",
        "free": "99",
        "lock": "1",
    }
    assert sum(len(key) + len(value) + 2 for key, value in fields.items()) < 120
    info = ServiceInfo(SERVICE, f"x.{SERVICE}", properties=fields)
    assert read(info.properties) is not None


def test_a_table_id_is_no_text() -> None:
    """Our own mistake is told at once."""

    async def main() -> None:
        with pytest.raises(ValueError, match="32 hex digits"):
            await Beacon(mdns=loopback()).start(table(table_id="Friday"))

    run(main())


def test_an_update_is_seen() -> None:
    """Seats taken, a lock, and another name, one after the other."""
    name = unique("Fills up")

    async def main() -> None:
        async with Host(table(name)) as host, Finder() as guest:
            await guest.row(host.advert, lambda found: found.seats_free == 2 and not found.locked)
            await host.beacon.update(table(name, table_id=host.advert.table_id, seats_free=0, locked=True))
            await guest.row(host.advert, lambda found: found.seats_free == 0 and found.locked)
            await host.beacon.update(table(name + "!", table_id=host.advert.table_id))
            await guest.row(host.advert, lambda found: found.name == name + "!" and found.seats_free == 2)
            assert host.beacon.shown_name == name + "!"

    run(main())


class Slow(AsyncZeroconf):
    """A directory that takes its time."""

    async def async_register_service(self, *args: Any, **settings: Any) -> Awaitable[None]:
        await asyncio.Event().wait()
        raise AssertionError


def test_LAN_14_opening_never_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """LAN-14: registering hangs; the loop beats on, the table can be joined, and cancelling works."""
    monkeypatch.setattr(net.mdns, "AsyncZeroconf", Slow)

    async def main() -> None:
        loop, waits = asyncio.get_running_loop(), Waits()
        beats = [time.perf_counter()]

        heart: asyncio.Handle | None = None

        def beat() -> None:
            nonlocal heart
            beats.append(time.perf_counter())
            waits.changed()
            heart = loop.call_later(0.005, beat)

        heart = loop.call_soon(beat)
        listening = await listen(0)
        host = Host(table(unique("Slow"), port=listening.port))
        await host.beacon.start(host.advert)
        assert host.beacon.state == "opening"
        (await dial(["127.0.0.1"], listening.port)).close()
        await waits.until(lambda: len(beats) > 50)
        assert host.beacon.state == "opening"
        before = time.perf_counter()
        await host.beacon.stop()
        assert time.perf_counter() - before < 1
        assert host.states[-1][0] == "closed"
        listening.close()
        assert heart is not None
        heart.cancel()
        assert max(after - before for before, after in itertools.pairwise(beats)) < 2

    run(main())


class Stuck(AsyncZeroconf):
    """A directory whose end never comes."""

    async def async_close(self) -> None:
        await asyncio.Event().wait()


def test_LAN_15_closing_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """LAN-15: whatever the directory does at the end, three seconds and no thread left."""
    monkeypatch.setattr(net.mdns, "AsyncZeroconf", Stuck)

    async def main() -> float:
        host, guest = Host(table(unique("Stuck"))), Finder()
        await host.listed()
        await guest.finder.start()
        await guest.row(host.advert)
        before = time.perf_counter()
        await asyncio.gather(host.beacon.stop(), guest.finder.stop())
        return time.perf_counter() - before

    assert run(main()) < 3


def test_LAN_15_goodbye() -> None:
    """LAN-15: with the network there, the others forget the table at once."""

    async def main() -> None:
        host = Host(table(unique("Bye")))
        await host.listed()
        async with Finder() as guest:
            await guest.row(host.advert)
            await host.beacon.stop()
            await guest.until(lambda: not guest.rows(host.advert), within_s=2)

    run(main())
