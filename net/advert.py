"""A table's entry in the network's directory: what stands in it, and a beacon that keeps it there."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from zeroconf import (
    NonUniqueNameException,
    RecordUpdate,
    RecordUpdateListener,
    ServiceInfo,
    Zeroconf,
)
from zeroconf._dns import DNSText
from zeroconf.asyncio import AsyncZeroconf

from net.labels import label_of, name_of
from net.mdns import FAULTS, POLL_S, SERVICE, Mdns, Notice

MAX_GAME: Final = 24

State: TypeAlias = Literal["closed", "opening", "listed", "unlisted"]
"""`opening`: a first attempt is under way; `unlisted`: it failed, and is tried again and again."""

# What is said twice within a second is heard once.
_AGAIN_S: Final = 1.1

_ID: Final = re.compile(r"[0-9a-f]{32}")
_GAME: Final = re.compile(r"[A-Za-z0-9._-]{1,24}")
_NOT_GAME: Final = re.compile(r"[^A-Za-z0-9._-]+")
_PROTOCOL: Final = re.compile(r"0|[1-9][0-9]{0,4}")
_FREE: Final = re.compile(r"0|[1-9][0-9]?")


class Advert(Struct, frozen=True):
    """What a table says of itself to all. `name` may be any text; a long one is cut in the directory."""

    table_id: str
    name: str
    port: int
    protocol: int
    game: str
    seats_free: int
    locked: bool


class Fields(Struct, frozen=True):
    """The text fields of an entry, all short and of fixed form."""

    table_id: str
    protocol: int
    game: str
    seats_free: int
    locked: bool


def written(advert: Advert) -> dict[str, str]:
    """The text fields; no text of a user is among them."""
    if not _ID.fullmatch(advert.table_id):
        raise ValueError(f"table id {advert.table_id!r}, expected 32 hex digits")
    return {
        "id": advert.table_id,
        "protocol": str(min(max(advert.protocol, 0), 99_999)),
        "game": _NOT_GAME.sub("", advert.game)[:MAX_GAME] or "game",
        "free": str(min(max(advert.seats_free, 0), 99)),
        "lock": "1" if advert.locked else "0",
    }


def read(properties: Mapping[bytes, bytes | None]) -> Fields | None:
    """The fields of a stranger's entry, or `None` if any is not as `written` would have it.

    Fields that are not known are a later version's and do not matter.
    """
    table_id = _field(properties, "id", _ID)
    protocol = _field(properties, "protocol", _PROTOCOL)
    game = _field(properties, "game", _GAME)
    free = _field(properties, "free", _FREE)
    lock = _field(properties, "lock", re.compile("[01]"))
    if table_id is None or protocol is None or game is None or free is None or lock is None:
        return None
    return Fields(table_id, int(protocol), game, int(free), lock == "1")


def _field(properties: Mapping[bytes, bytes | None], key: str, form: re.Pattern[str]) -> str | None:
    value = (properties.get(key.encode()) or b"").decode("ascii", "replace")
    return value if form.fullmatch(value) else None


class Beacon:
    """Keeps a table listed for as long as it is open, whatever the networks do.

    Nothing here waits for the network but `stop`, and that for three seconds at most. `on_change` is
    called when `state`, `notice` or `shown_name` has changed.
    """

    def __init__(
        self,
        on_change: Callable[[], None] = lambda: None,
        *,
        mdns: Mdns | None = None,
        poll_s: float = POLL_S,
    ) -> None:
        self.state: State = "closed"
        self.notice: Notice = ""
        self.shown_name = ""
        """The name as the directory shows it: cut, and with a number if another table had it first."""
        self._on_change = on_change
        self._mdns = mdns or Mdns()
        self._poll_s = poll_s
        self._advert: Advert | None = None
        self._said: Advert | None = None
        self._entry: ServiceInfo | None = None
        self._number = 1
        self._rivals: _Rivals | None = None
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self, advert: Advert) -> None:
        """Begin in the background."""
        written(advert)  # refuses a bad id here and now, not in the background
        self._advert = advert
        self._number = 1
        self._set("opening", "", name_of(label_of(advert.name, advert.table_id)))
        self._task = asyncio.create_task(self._run(), name="beacon")

    async def update(self, advert: Advert) -> None:
        """Say something new of the same table."""
        self._advert = advert
        self._wake.set()

    async def stop(self) -> None:
        """Take the entry back; the others forget it at once if the network is there."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        await self._mdns.close(goodbye=True)
        self._entry = self._rivals = None
        self._set("closed", "", "")
        if task is not None and not task.cancelled():
            task.result()  # a bug of ours is not lost

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                if await self._mdns.refresh():
                    self._entry = self._rivals = None
                if self._mdns.open is not None:
                    await self._publish(self._mdns.open)
                else:
                    self._set("unlisted", self._mdns.notice, self.shown_name)
            except (TimeoutError, *FAULTS):
                await self._mdns.close(goodbye=False)
                self._set("unlisted", "no_directory", self.shown_name)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._poll_s):
                    await self._wake.wait()

    async def _publish(self, directory: AsyncZeroconf) -> None:
        """Make the entry what the advert says now."""
        advert, rivals = self._advert, self._rivals
        assert advert is not None
        if self._entry is not None and rivals is not None and rivals.stronger:
            # Both took the name in the same moment. No goodbye: it would take the other's entry with it.
            directory.zeroconf.registry.async_remove(self._entry)
            self._entry = None
            self._number += 1
        if self._entry is not None and self._said is not None and self._said.name != advert.name:
            await (await directory.async_unregister_service(self._entry))
            self._entry = None
            self._number = 1
        if self._entry is None:
            entry, announced = await self._register(directory, advert)
        elif advert != self._said or (rivals is not None and rivals.repelled()):
            entry = self._entry_for(advert)
            announced = await directory.async_update_service(entry)
        else:
            return
        self._entry, self._said = entry, advert
        self._listen(directory.zeroconf, entry, advert)
        self._set("listed", self._mdns.notice, name_of(self._label(advert)))
        await announced

    async def _register(
        self, directory: AsyncZeroconf, advert: Advert
    ) -> tuple[ServiceInfo, Awaitable[None]]:
        while True:
            entry = self._entry_for(advert)
            try:
                return entry, await directory.async_register_service(entry)
            except NonUniqueNameException:
                self._number += 1

    def _label(self, advert: Advert) -> str:
        return label_of(advert.name, advert.table_id, self._number)

    def _entry_for(self, advert: Advert) -> ServiceInfo:
        return ServiceInfo(
            SERVICE,
            f"{self._label(advert)}.{SERVICE}",
            port=advert.port,
            properties=written(advert),
            server=f"{advert.table_id}.local.",
            parsed_addresses=self._mdns.addresses,
        )

    def _listen(self, directory: Zeroconf, entry: ServiceInfo, advert: Advert) -> None:
        if self._rivals is not None:
            directory.async_remove_listener(self._rivals)
        self._rivals = _Rivals(entry.key, advert.table_id, self._wake)
        directory.async_add_listener(self._rivals, None)

    def _set(self, state: State, notice: Notice, shown_name: str) -> None:
        if (state, notice, shown_name) != (self.state, self.notice, self.shown_name):
            self.state, self.notice, self.shown_name = state, notice, shown_name
            self._on_change()


class _Rivals(RecordUpdateListener):
    """Notices other tables under our label: two that probe at once both find it free.

    The lower table id keeps it and says so again, the other takes a number.
    """

    def __init__(self, key: str, table_id: str, wake: asyncio.Event) -> None:
        super().__init__()
        self.stronger = False
        self._weaker_at: float | None = None
        self._key = key
        self._table_id = table_id
        self._wake = wake

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
        """Every record that is heard passes here."""
        for record in (update.new for update in records):
            if not isinstance(record, DNSText) or record.key != self._key or record.is_expired(now):
                continue
            fields = read(ServiceInfo(SERVICE, record.name, properties=record.text).properties)
            if fields is None or fields.table_id == self._table_id:
                continue
            if fields.table_id < self._table_id:
                self.stronger = True
                self._wake.set()
            else:
                self._weaker_at = time.monotonic()

    def repelled(self) -> bool:
        """Whether a weaker one has been silent for so long that our name is to be said again."""
        return self._weaker_at is not None and time.monotonic() - self._weaker_at > _AGAIN_S
