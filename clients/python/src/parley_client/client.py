"""The two clients."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, Literal

import httpx
from typing_extensions import Self

from parley_client import _operations as operations
from parley_client._bulk import Bodies, IngestedItem
from parley_client._call import Call
from parley_client._methods import AsyncOperations, Operations
from parley_client._settings import DEFAULT_RETRIES, DEFAULT_TIMEOUT_SECONDS, Settings
from parley_client.changes import AsyncChangeReader, ChangeReader, OnRetry
from parley_client.models import Changes, IngestMeeting

ChangeType = Literal["meeting", "email", "execution", "signal", "user"]


def _changes_call(
    after: str | None, types: Sequence[ChangeType] | None, limit: int, wait_seconds: int, include_data: bool
) -> Call[Changes]:
    return operations.list_changes(
        after=after, types=types, limit=limit, wait_seconds=wait_seconds, include_data=include_data
    )


def _changed(settings: Settings, retries: int | None, timeout_seconds: float | None) -> dict[str, Any]:
    """Returns settings with others in place of those that are given."""
    given = {"retries": retries, "timeout_seconds": timeout_seconds}
    return dataclasses.asdict(settings) | {name: value for name, value in given.items() if value is not None}


async def _each(meetings: Iterable[IngestMeeting] | AsyncIterable[IngestMeeting]) -> AsyncIterator[IngestMeeting]:
    if isinstance(meetings, AsyncIterable):
        async for meeting in meetings:
            yield meeting
    else:
        for meeting in meetings:
            yield meeting


class Client(Operations):
    """
    A client of one Parley. Nothing is sent before the first call. It may be used by several threads.

    :param base_url: the address of the API
    :param api_key: the key, sent as X-API-Key
    :param receiver_url: the address that accepts meetings, e-mails and recordings
    :param retries: attempts after the first one, from 0 to 10, for calls that may be repeated
    :param timeout_seconds: limit on connecting, and on each wait for data, of one attempt; `math.inf` for none
    :param http: an `httpx.Client` with settings of your own, such as a proxy; the caller closes it
    :raises ValueError: if a setting is invalid
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        receiver_url: str | None = None,
        retries: int = DEFAULT_RETRIES,
        timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
        http: httpx.Client | None = None,
    ) -> None:
        settings = Settings(base_url, receiver_url, api_key, retries, timeout_seconds)
        self._owns_http = http is None
        super().__init__(settings, http or httpx.Client())

    def with_options(self, *, retries: int | None = None, timeout_seconds: float | None = None) -> Client:
        """Returns a client with other settings that shares the connections of this one."""
        settings = _changed(self._settings, retries, timeout_seconds)
        return Client(**settings, http=self._http)

    def changes(
        self,
        *,
        after: str | None = None,
        types: Sequence[ChangeType] | None = None,
        wait_seconds: int = 0,
        limit: int = 100,
        include_data: bool = False,
        reconnect_seconds: float = math.inf,
        on_retry: OnRetry | None = None,
    ) -> ChangeReader:
        """
        Iterates over changes, in order: the present state first unless `after` is a cursor or `now`.

        :param wait_seconds: from 1 to 60, the iteration never ends: a request waits that long for the next change, and
            is repeated, also after the connection broke. 0 ends the iteration when nothing follows
        :param reconnect_seconds: how long an outage of the service may last before its error is raised
        :param on_retry: is told of each failure that is followed by another attempt, and of the seconds before it
        :raises CursorGoneError: if the service no longer keeps the changes after the cursor
        """
        call = _changes_call(after, types, limit, wait_seconds, include_data)
        return ChangeReader(self.send, call, reconnect_seconds, on_retry)

    def ingest_many(self, meetings: Iterable[IngestMeeting]) -> Iterator[IngestedItem]:
        """
        Ingests any number of meetings, many with each request, and iterates over the outcome of each in their order. A
        meeting that is refused does not stop the others. Requests that fail in transit are repeated.

        :raises ParleyError: if the service refused a request as a whole, or no response arrived
        """
        bodies = Bodies()
        for meeting in meetings:
            if call := bodies.add(meeting):
                yield from bodies.read(self.send(call))
        if call := bodies.rest():
            yield from bodies.read(self.send(call))

    def close(self) -> None:
        """Closes the connections, unless they were given by the caller."""
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncClient(AsyncOperations):
    """
    A client of one Parley for `async` code. Its settings are those of `Client`.

    :param http: an `httpx.AsyncClient` with settings of your own; the caller closes it
    :raises ValueError: if a setting is invalid
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        receiver_url: str | None = None,
        retries: int = DEFAULT_RETRIES,
        timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        settings = Settings(base_url, receiver_url, api_key, retries, timeout_seconds)
        self._owns_http = http is None
        super().__init__(settings, http or httpx.AsyncClient())

    def with_options(self, *, retries: int | None = None, timeout_seconds: float | None = None) -> AsyncClient:
        """Returns a client with other settings that shares the connections of this one."""
        settings = _changed(self._settings, retries, timeout_seconds)
        return AsyncClient(**settings, http=self._http)

    def changes(
        self,
        *,
        after: str | None = None,
        types: Sequence[ChangeType] | None = None,
        wait_seconds: int = 0,
        limit: int = 100,
        include_data: bool = False,
        reconnect_seconds: float = math.inf,
        on_retry: OnRetry | None = None,
    ) -> AsyncChangeReader:
        """Iterates over changes as `Client.changes` does, for `async for`."""
        call = _changes_call(after, types, limit, wait_seconds, include_data)
        return AsyncChangeReader(self.send, call, reconnect_seconds, on_retry)

    async def ingest_many(
        self, meetings: Iterable[IngestMeeting] | AsyncIterable[IngestMeeting]
    ) -> AsyncIterator[IngestedItem]:
        """
        Ingests any number of meetings, many with each request, and iterates over the outcome of each in their order. A
        meeting that is refused does not stop the others. Requests that fail in transit are repeated.

        :raises ParleyError: if the service refused a request as a whole, or no response arrived
        """
        bodies = Bodies()
        async for meeting in _each(meetings):
            if call := bodies.add(meeting):
                for item in bodies.read(await self.send(call)):
                    yield item
        if call := bodies.rest():
            for item in bodies.read(await self.send(call)):
                yield item

    async def aclose(self) -> None:
        """Closes the connections, unless they were given by the caller."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
