"""The list of tables: merged by id, strict with strangers, and true about who still answers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zeroconf import ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from core.faults import UserError
from net.advert import Advert, Fields, read, written
from net.dial import DialError, dial, listen
from net.finder import GONE_AFTER_S, MAX_ROWS, PROBE_EVERY_S, Details, Found
from net.mdns import SERVICE
from tests.net.lan import Clock, Finder, Host, run, table, unique


class Stranger:
    """Says anything in the directory."""

    def __init__(self) -> None:
        self.directory = AsyncZeroconf(interfaces=["127.0.0.1"])

    async def __aenter__(self) -> Stranger:
        return self

    async def __aexit__(self, *fault: object) -> None:
        await self.directory.async_close()

    async def say(
        self,
        advert: Advert,
        *addresses: str,
        label: str = "",
        more: dict[str, Any] | None = None,
        server: str = "",
    ) -> None:
        """An entry with these addresses; `more` stands in place of fields, `None` leaves one out."""
        fields = {key: value for key, value in (written(advert) | (more or {})).items() if value is not None}
        info = ServiceInfo(
            SERVICE,
            f"{label or advert.name}.{SERVICE}",
            port=advert.port,
            properties=fields,
            server=server or f"{label or advert.table_id}.local.".replace(" ", "-"),
            parsed_addresses=list(addresses or ["127.0.0.1"]),
        )
        await self.directory.async_register_service(info, cooperating_responders=True)


def details(found: Found, **fields: Any) -> Details:
    """What a probe learns."""
    told: dict[str, Any] = {
        "name": found.name, "host": "Ann", "game_title": "Toy", "seats_free": found.seats_free,
        "locked": found.locked, "protocol": found.protocol, "version": "0.1.0",
    }  # fmt: skip
    return Details(**told | fields)


def test_LAN_06_killed_host_and_restart() -> None:
    """LAN-06: a killed host is marked, then goes; started anew under its name it is there at once."""
    clock = Clock()
    name = unique("Killed")

    async def main() -> None:
        listening = await listen(0)
        host = Host(table(name, port=listening.port))
        await host.listed()
        async with Finder(clock=clock) as guest:
            found = await guest.row(host.advert)
            (await dial(found.addresses, found.port)).close()
            await host.die()
            listening.close()
            with pytest.raises(DialError) as refused:
                await dial(found.addresses, found.port)
            assert refused.value.code == "refused"
            guest.finder.mark_not_answering(found.id)
            await guest.row(host.advert, lambda row: not row.answering)
            clock.now += GONE_AFTER_S
            await guest.until(lambda: not guest.rows(host.advert))

            again = Host(table(name, port=1003))
            await again.listed()
            row = await guest.row(again.advert)
            assert row.answering and row.port == 1003 and row.name == name
            await again.beacon.stop()

    run(main())


def test_LAN_06_same_table_reopened() -> None:
    """LAN-06: a table opened again from its file has its old id: a fresh entry makes its row good."""
    clock = Clock()
    advert = table(unique("Reopened"))

    async def main() -> None:
        host = Host(advert)
        await host.listed()
        async with Finder(clock=clock) as guest:
            await guest.row(advert)
            await host.die()
            guest.finder.mark_not_answering(advert.table_id)
            clock.now += GONE_AFTER_S
            await guest.until(lambda: not guest.rows(advert))
            async with Host(advert):
                await guest.row(advert, lambda row: row.answering)

    run(main())


def test_LAN_06_probe_notices() -> None:
    """LAN-06: with a probe nobody has to click first, and a probe that succeeds makes the row good."""
    clock = Clock()
    alive = True
    asked: list[float] = []

    async def probe(found: Found) -> Details | None:
        if found.id != advert.table_id:
            return None
        asked.append(clock())
        if not alive:
            raise OSError("no route")
        return details(found, name="Its whole \u202ename", host="Ann\r\n")

    advert = table(unique("Probed"))

    async def main() -> None:
        nonlocal alive
        async with Host(advert), Finder(probe, clock=clock) as guest:
            row = await guest.row(advert, lambda row: row.host == "Ann")
            assert (row.name, row.game_title, row.version) == ("Its whole name", "Toy", "0.1.0")
            alive = False
            clock.now += PROBE_EVERY_S
            await guest.row(advert, lambda row: not row.answering)
            clock.now += GONE_AFTER_S
            await guest.until(lambda: not guest.rows(advert))
            alive = True
            clock.now += PROBE_EVERY_S
            await guest.row(advert, lambda row: row.answering)
            assert len(asked) >= 3

    run(main())


def test_what_is_advertised_after_a_probe_is_newer() -> None:
    """Seats change between two probes, and while one is under way."""
    advert = table(unique("Seats"))

    async def main() -> None:
        started, go = asyncio.Event(), asyncio.Event()
        shown: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def probe(found: Found) -> Details | None:
            if found.id != advert.table_id:
                return None
            if found.seats_free == 1:
                started.set()
                await go.wait()
            elif found.seats_free == 0 and not shown.done():
                # Asked again; the answer of before is known by now.
                shown.set_result(guest.rows(advert)[0].seats_free)
            return details(found, name="Whole name")

        guest = Finder(probe)
        async with Host(advert) as host, guest:
            await guest.row(advert, lambda row: row.name == "Whole name" and row.seats_free == 2)
            await host.beacon.update(table(advert.name, table_id=advert.table_id, seats_free=1))
            row = await guest.row(advert, lambda row: row.seats_free == 1)
            assert row.name == "Whole name"
            await started.wait()
            await host.beacon.update(table(advert.name, table_id=advert.table_id, seats_free=0))
            await guest.row(advert, lambda row: row.seats_free == 0)
            go.set()
            assert await shown == 0

    run(main())


def test_probes_that_hang_or_break() -> None:
    """A hook that never answers, is refused, or has a bug costs its own row and nothing else."""
    adverts = [table(unique(name)) for name in ("Hangs", "Refused", "Bug", "Good")]
    reports: list[dict[str, Any]] = []

    async def probe(found: Found) -> Details | None:
        match found.name.split()[0]:
            case "Hangs":
                await asyncio.Event().wait()
            case "Refused":
                raise UserError("no")
            case "Bug":
                raise KeyError("x")
            case "Good":
                return details(found)
        return None

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, report: reports.append(report))
        async with Stranger() as stranger, Finder(probe) as guest:
            for advert in adverts:
                await stranger.say(advert)
            for advert in adverts[:3]:
                await guest.row(advert, lambda row: not row.answering)
            await guest.row(adverts[3], lambda row: row.answering and row.host == "Ann")
        assert {type(report["exception"]) for report in reports} == {KeyError}

    run(main())


def test_LAN_08_all_addresses_are_offered() -> None:
    """LAN-08: an entry with three networks is one row with all three, link-local without adapter left out."""
    advert = table(unique("Three networks"))

    async def main() -> None:
        async with Stranger() as stranger, Finder() as guest:
            await stranger.say(
                advert,
                "172.17.0.1",
                "10.8.0.2",
                "192.168.1.20",
                "127.0.0.1",
                "224.0.0.1",
                "0.0.0.0",
                "fe80::1",
            )
            row = await guest.row(advert)
            assert row.addresses == ("10.8.0.2", "172.17.0.1", "192.168.1.20")

    run(main())


def test_LAN_09_one_row_for_one_id() -> None:
    """LAN-09: two entries of one table are one row with both addresses; one name of two tables is two."""
    one = table(unique("Both ways"))
    same = unique("Same name")
    first, second = table(same, port=1001), table(same, port=1002)

    async def main() -> None:
        async with Stranger() as cable, Stranger() as wifi, Finder() as guest:
            await cable.say(one, "192.168.1.20")
            await wifi.say(one, "2001:db8::20", label=f"{one.name} (2)")
            row = await guest.row(one, lambda row: len(row.addresses) == 2)
            assert row.addresses == ("192.168.1.20", "2001:db8::20")
            assert len(guest.rows(one)) == 1
            await cable.say(first)
            await wifi.say(second, label=f"{same} (2)")
            await guest.until(lambda: len(guest.rows(first, second)) == 2)
            assert {row.port for row in guest.rows(first, second)} == {1001, 1002}

    run(main())


def test_LAN_09_one_entry_on_two_networks() -> None:
    """LAN-09: the same entry heard from two cards of one computer, each with its own address."""
    one = table(unique("Two cards"))

    async def main() -> None:
        async with Stranger() as cable, Stranger() as wifi, Finder() as guest:
            await cable.say(one, "192.168.1.20")
            await wifi.say(one, "2001:db8::20")
            await guest.row(one, lambda row: row.addresses == ("192.168.1.20", "2001:db8::20"))

    run(main())


def test_LAN_20_other_versions_are_listed_as_such() -> None:
    """LAN-20: a table of another protocol is a row that says so, before anybody connects."""
    advert = table(unique("Later"), protocol=3)

    async def main() -> None:
        async with Host(advert), Finder() as guest:
            assert (await guest.row(advert)).protocol == 3

    run(main())


BAD: dict[str, dict[str, Any]] = {
    "no id": {"id": None},
    "short id": {"id": "0123"},
    "id of other digits": {"id": "\u0661" * 32},
    "big id": {"id": "F" * 32},
    "no protocol": {"protocol": None},
    "negative": {"protocol": "-1"},
    "long number": {"protocol": "9" * 200},
    "zero in front": {"free": "07"},
    "many seats": {"free": "100"},
    "no number": {"free": "two"},
    "lock": {"lock": "yes"},
    "no lock": {"lock": None},
    "game with blanks": {"game": "a game"},
    "escape": {"game": "\x1b[2J"},
    "long game": {"game": "g" * 25},
    "bytes": {"game": b"\xff\xfe"},
    "end of line": {"lock": "1\n"},
}


@pytest.mark.parametrize("more", BAD.values(), ids=BAD.keys())
def test_bad_fields_are_refused(more: dict[str, Any]) -> None:
    """Every field of a stranger's entry has one form."""
    fields = {key: value for key, value in (written(table()) | more).items() if value is not None}
    info = ServiceInfo(SERVICE, f"x.{SERVICE}", properties=fields)
    assert read(info.properties) is None


def test_later_versions_may_say_more() -> None:
    """A field that is not known does not matter."""
    advert = table()
    info = ServiceInfo(SERVICE, f"x.{SERVICE}", properties=written(advert) | {"new": "x" * 100, "flag": None})
    assert read(info.properties) == Fields(advert.table_id, 1, "toy", 2, False)


@given(st.binary(max_size=400))
def test_any_bytes_for_fields(text: bytes) -> None:
    """Any text record at all is read or refused."""
    read(ServiceInfo(SERVICE, f"x.{SERVICE}", properties=text).properties)


def test_strangers_do_not_disturb() -> None:
    """Bad entries beside a good one; a good one that turns bad goes."""
    good, turns = table(unique("Good")), table(unique("Turns"))

    async def main() -> None:
        async with Stranger() as stranger, Stranger() as other, Finder() as guest:
            for number, more in enumerate(BAD.values()):
                await stranger.say(good, label=f"bad {number} {good.name}", more=more)
            await stranger.say(turns)
            await stranger.say(good)
            await guest.row(turns)
            await guest.row(good)
            assert not [row for row in guest.finder.tables if row.name.startswith("bad")]
            await other.say(turns, more={"lock": "perhaps"})
            await guest.until(lambda: not guest.rows(turns))
            assert guest.rows(good)

    run(main())


def test_at_most_so_many_rows() -> None:
    """A flood of entries ends at a limit."""
    name = unique("Flood")
    adverts = [table(f"{name} {number}") for number in range(MAX_ROWS + 20)]

    async def main() -> None:
        async with Stranger() as stranger, Finder() as guest:
            for advert in adverts:
                await stranger.say(advert)
            await guest.until(lambda: len(guest.finder.tables) == MAX_ROWS)
            assert len(guest.rows(*adverts)) > MAX_ROWS - 20

    run(main())


def test_marking_nobody() -> None:
    """A row may have gone while somebody tried to join it."""

    async def main() -> None:
        async with Finder() as guest:
            guest.finder.mark_not_answering("0" * 32)
            assert not [row for row in guest.finder.tables if row.id == "0" * 32]

    run(main())


@pytest.mark.usefixtures("usual_timing")
def test_found_within_two_seconds() -> None:
    """From listening to a row that was there before: two seconds at most."""

    async def main() -> float:
        async with Host(table(unique("There"))) as host:
            loop = asyncio.get_running_loop()
            before = loop.time()
            async with Finder() as guest:
                await guest.row(host.advert)
                return loop.time() - before

    assert run(main()) <= 2
