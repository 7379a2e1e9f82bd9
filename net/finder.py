"""The tables on this network, as one list that keeps itself.

What strangers say is checked field by field. A table is known by its id alone: however many entries,
networks and addresses it has, it is one row, and two tables of one name are two rows. A table that
does not answer is marked, then taken off the list until it is heard of anew.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct
from zeroconf import DNSQuestionType, RecordUpdate, RecordUpdateListener, ServiceInfo, Zeroconf
from zeroconf._dns import DNSAddress, DNSPointer, DNSRecord, DNSService, DNSText
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from core.faults import UserError
from net.advert import read
from net.labels import name_of
from net.mdns import FAULTS, MAX_ADDRESSES, POLL_S, SERVICE, Mdns, Notice
from net.names import readable
from net.own import order

MAX_ROWS: Final = 200
MAX_TEXT: Final = 64
"""Letters of any text of a stranger that is shown."""

PROBE_EVERY_S: Final = 10.0
PROBE_TIMEOUT_S: Final = 5.0
PROBES_AT_ONCE: Final = 16
GONE_AFTER_S: Final = 10.0
"""So long a row that does not answer stays, marked."""

_SETTLE_S: Final = 3.0  # after the networks have changed, until what is not heard again goes
_FETCH_MS: Final = 2000
_FETCHES_AT_ONCE: Final = 32
_CLASS_IN: Final = 1
_TYPE_A, _TYPE_TXT, _TYPE_AAAA, _TYPE_SRV = 1, 16, 28, 33


class Details(Struct, frozen=True):
    """What a table says to one who has connected."""

    name: str
    host: str
    game_title: str
    seats_free: int
    locked: bool
    protocol: int
    version: str
    password: bool = False


class Found(Struct, frozen=True):
    """A row. `locked`: not everybody comes in. The last five are what a probe adds; `password` says that it
    is a password which lets in, `answering` is `False` when a join or a probe failed."""

    id: str
    name: str
    game: str
    addresses: tuple[str, ...]
    port: int
    seats_free: int
    protocol: int
    locked: bool
    host: str = ""
    game_title: str = ""
    version: str = ""
    password: bool = False
    answering: bool = True


Probe: TypeAlias = Callable[[Found], Awaitable[Details | None]]
"""Connects and asks; `None` or a fault means that the table does not answer."""


class _Entry(Struct):
    """One entry of the directory as last heard."""

    found: Found
    created: float
    generation: int


class _Health(Struct):
    """What is known of a table beyond what it advertises."""

    details: Details | None = None
    outdated: bool = False
    failed_at: float | None = None
    probed_at: float | None = None
    probing: bool = False
    again: bool = False


class Finder:
    """Lists the tables of this network; `on_change` is called when `tables` or `notice` has changed."""

    def __init__(
        self,
        on_change: Callable[[], None] = lambda: None,
        *,
        probe: Probe | None = None,
        mdns: Mdns | None = None,
        clock: Callable[[], float] = time.monotonic,
        poll_s: float = POLL_S,
        probe_timeout_s: float = PROBE_TIMEOUT_S,
    ) -> None:
        self._on_change = on_change
        self._probe = probe
        self._mdns = mdns or Mdns()
        self._clock = clock
        self._poll_s = poll_s
        self._probe_timeout_s = probe_timeout_s
        self._entries: dict[str, _Entry] = {}
        self._health: dict[str, _Health] = {}
        self._generation = 0
        self._settled_at = 0.0
        self._shown: tuple[tuple[Found, ...], Notice] = ((), "")
        self._telling = False
        self._browser: AsyncServiceBrowser | None = None
        self._slots = asyncio.Semaphore(PROBES_AT_ONCE)
        self._fetching: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._keeper: asyncio.Task[None] | None = None

    @property
    def notice(self) -> Notice:
        """What is wrong with the network, if anything."""
        return self._mdns.notice

    @property
    def tables(self) -> tuple[Found, ...]:
        """All rows, by name; of two with one name the one with the lower id first."""
        entries: dict[str, list[_Entry]] = {}
        for entry in self._entries.values():
            entries.setdefault(entry.found.id, []).append(entry)
        rows = [row for table_id, those in entries.items() if (row := self._row(table_id, those))]
        return tuple(sorted(rows, key=lambda row: (row.name.casefold(), row.id)))

    async def start(self) -> None:
        """Begin listening in the background."""
        self._keeper = asyncio.create_task(self._run(), name="finder")

    async def stop(self) -> None:
        """End listening, in three seconds at most. The rows stay as they were."""
        keeper, self._keeper = self._keeper, None
        tasks = [*self._tasks, *([keeper] if keeper else [])]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        await self._mdns.close(goodbye=False)
        for task in tasks:
            if not task.cancelled():
                task.result()  # a bug of ours is not lost

    def mark_not_answering(self, table_id: str) -> None:
        """Somebody tried to join and could not."""
        if any(entry.found.id == table_id for entry in self._entries.values()):
            self._fail(self._health.setdefault(table_id, _Health()))

    # --- rows ---------------------------------------------------------------------------------

    def _row(self, table_id: str, entries: Sequence[_Entry]) -> Found | None:
        """One row of all entries of a table; `None` while it is off the list."""
        health = self._health.get(table_id) or _Health()
        if health.failed_at is not None and self._clock() - health.failed_at >= GONE_AFTER_S:
            return None
        found = msgspec.structs.replace(_merged(entries), answering=health.failed_at is None)
        details = health.details
        if details is None:
            return found
        found = msgspec.structs.replace(
            found,
            name=_short(details.name) or found.name,
            host=_short(details.host),
            game_title=_short(details.game_title),
            version=_short(details.version),
            password=details.password,
        )
        # What the table has advertised since it was asked is newer.
        return (
            found
            if health.outdated
            else msgspec.structs.replace(
                found, seats_free=details.seats_free, locked=details.locked, protocol=details.protocol
            )
        )

    def _changed(self) -> None:
        """Tell once, however much has changed in this round of the loop."""
        if not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        self._telling = False
        shown = (self.tables, self.notice)
        if shown != self._shown:
            self._shown = shown
            self._on_change()

    # --- the directory ------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            try:
                if await self._mdns.refresh():
                    self._browse()
            except (TimeoutError, *FAULTS):
                await self._mdns.close(goodbye=False)
            now = self._clock()
            if now >= self._settled_at:
                for key in [k for k, e in self._entries.items() if e.generation != self._generation]:
                    self._drop(key)
            for table_id in {entry.found.id for entry in self._entries.values()}:
                health = self._health.setdefault(table_id, _Health())
                if health.probed_at is None or now - health.probed_at >= PROBE_EVERY_S:
                    self._ask(table_id)
            self._changed()
            await asyncio.sleep(self._poll_s)

    def _browse(self) -> None:
        directory = self._mdns.open
        assert directory is not None
        self._generation += 1
        self._settled_at = self._clock() + _SETTLE_S
        directory.zeroconf.async_add_listener(_Ear(self._heard, self._gone), None)
        # Asked for all to hear: the answer to one alone may go to another program on this computer.
        self._browser = AsyncServiceBrowser(
            directory.zeroconf, SERVICE, handlers=[_nothing], question_type=DNSQuestionType.QM
        )

    def _heard(self, zc: Zeroconf, name: str) -> None:
        """An entry was said, anew or again."""
        key = name.lower()
        if key not in self._entries and len(self._entries) >= MAX_ROWS:
            return
        service, text = _newest(zc, name, _TYPE_SRV), _newest(zc, name, _TYPE_TXT)
        if not isinstance(service, DNSService) or not isinstance(text, DNSText):
            self._fetch(name)
            return
        addresses = _addresses(zc, service.server)
        fields = read(ServiceInfo(SERVICE, name, properties=text.text).properties)
        if fields is None or not 1 <= service.port <= 65535:
            self._drop(key)
            return
        if not addresses:
            self._fetch(name)
            return
        found = Found(
            fields.table_id,
            name_of(name[: -len(SERVICE) - 1]),
            fields.game,
            addresses,
            service.port,
            fields.seats_free,
            fields.protocol,
            fields.locked,
        )
        before = self._entries.get(key)
        created = max(service.created, text.created)
        self._entries[key] = _Entry(found, created, self._generation)
        if before is not None and before.found.id != found.id:
            self._forget(before.found.id)
        health = self._health.setdefault(found.id, _Health())
        if health.failed_at is not None and self._probe is None:
            health.failed_at = None
        if before is None or before.found != found:
            health.outdated = True
            self._ask(found.id)
        elif health.failed_at is not None:
            self._ask(found.id)
        self._changed()

    def _gone(self, name: str) -> None:
        self._drop(name.lower())

    def _drop(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._forget(entry.found.id)
            self._changed()

    def _forget(self, table_id: str) -> None:
        """Drop what is known of a table that has no entry any more."""
        if all(entry.found.id != table_id for entry in self._entries.values()):
            self._health.pop(table_id, None)

    def _fetch(self, name: str) -> None:
        """Ask for the records that are still missing."""
        directory = self._mdns.open
        if directory is not None and name not in self._fetching and len(self._fetching) < _FETCHES_AT_ONCE:
            self._fetching.add(name)
            self._spawn(self._fetched(directory, name))

    async def _fetched(self, directory: AsyncZeroconf, name: str) -> None:
        # What comes is heard by the ear like everything else.
        try:
            await AsyncServiceInfo(SERVICE, name).async_request(directory.zeroconf, _FETCH_MS)
        except FAULTS:
            pass  # the networks have changed under it
        finally:
            self._fetching.discard(name)

    # --- asking the tables --------------------------------------------------------------------

    def _ask(self, table_id: str) -> None:
        health = self._health.setdefault(table_id, _Health())
        if self._probe is None:
            return
        if health.probing:
            health.again = True
            return
        health.probing = True
        health.probed_at = self._clock()
        self._spawn(self._asked(self._probe, table_id, health))

    async def _asked(self, probe: Probe, table_id: str, health: _Health) -> None:
        details: Details | None = None
        try:
            async with self._slots:
                if self._health.get(table_id) is not health:
                    return
                async with asyncio.timeout(self._probe_timeout_s):
                    entries = [e for e in self._entries.values() if e.found.id == table_id]
                    details = await probe(_merged(entries))
        except (TimeoutError, OSError, UserError):
            pass
        except Exception as fault:
            # A bug of the probe's: it is reported, and the list goes on.
            asyncio.get_running_loop().call_exception_handler(
                {"message": "a probe failed", "exception": fault}
            )
        finally:
            health.probing = False
        if self._health.get(table_id) is not health:
            return
        if details is None:
            self._fail(health)
        else:
            health.details, health.outdated, health.failed_at = details, health.again, None
            self._changed()
        if health.again:
            health.again = False
            self._ask(table_id)

    def _fail(self, health: _Health) -> None:
        # The first failure counts: later ones do not keep a row on the list.
        if health.failed_at is None:
            health.failed_at = self._clock()
            self._changed()

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        assert isinstance(task, asyncio.Task)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Ear(RecordUpdateListener):
    """Hears every record, also those that say again what was known: a host that lives."""

    def __init__(self, heard: Callable[[Zeroconf, str], None], gone: Callable[[str], None]) -> None:
        super().__init__()
        self._heard = heard
        self._gone = gone
        self._names: dict[str, bool] = {}
        self._zc: Zeroconf | None = None

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
        """Note whose records these are; they are not in the cache yet."""
        self._zc = zc
        for record in (update.new for update in records):
            lives = not record.is_expired(now)
            if isinstance(record, DNSPointer) and record.key == SERVICE:
                self._names[record.alias] = lives
            elif isinstance(record, DNSService | DNSText) and lives:
                self._names.setdefault(record.name, True)
            elif isinstance(record, DNSAddress) and lives:
                for service in zc.cache.async_entries_with_server(record.name):
                    self._names.setdefault(service.name, True)

    def async_update_records_complete(self) -> None:
        """Now they are."""
        names, self._names = self._names, {}
        assert self._zc is not None
        for name, lives in names.items():
            if not name.lower().endswith(f".{SERVICE}"):
                continue
            if lives:
                self._heard(self._zc, name)
            else:
                self._gone(name)


def _nothing(zeroconf: Zeroconf, service_type: str, name: str, state_change: object) -> None:
    """The browser asks; the ear hears."""


def _newest(zc: Zeroconf, name: str, kind: int) -> DNSRecord | None:
    """Of several, as when a host has just been started anew, the one that was said last."""
    records = zc.cache.get_all_by_details(name, kind, _CLASS_IN)
    return max(records, key=lambda record: record.created, default=None)


def _addresses(zc: Zeroconf, server: str) -> tuple[str, ...]:
    """The addresses that can be dialled from here."""
    usable: list[str] = []
    loopback: list[str] = []
    for kind in (_TYPE_A, _TYPE_AAAA):
        for record in zc.cache.get_all_by_details(server, kind, _CLASS_IN):
            if not isinstance(record, DNSAddress) or len(record.address) not in (4, 16):
                continue
            ip = ipaddress.ip_address(record.address)
            if ip.is_unspecified or ip.is_multicast:
                continue
            if ip.version == 6 and ip.is_link_local:
                if record.scope_id:
                    usable.append(f"{ip}%{record.scope_id}")
            else:
                (loopback if ip.is_loopback else usable).append(str(ip))
    return _ordered(usable or loopback)


def _merged(entries: Sequence[_Entry]) -> Found:
    """The newest of a table's entries, with the addresses of all."""
    newest = max(entries, key=lambda entry: entry.created).found
    addresses = {address for entry in entries for address in entry.found.addresses}
    return msgspec.structs.replace(newest, addresses=_ordered(addresses))


def _ordered(addresses: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(addresses), key=order)[:MAX_ADDRESSES])


def _short(text: str) -> str:
    return readable(text)[:MAX_TEXT]
