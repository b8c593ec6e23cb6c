"""Follows what changes, across restarts of the service and of the reader."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import cast

from parley_client._call import Call
from parley_client._retry import retry_delay_seconds
from parley_client.errors import ParleyError
from parley_client.models import Change, Changes

FIRST_SERVER_ERROR = 500


OnRetry = Callable[[ParleyError, float], None]
"""Is told of each failure that is followed by another attempt, and of the seconds before it."""


class _Progress:
    """The place of a reader in the feed, and how long the service has been away."""

    cursor: str | None
    """
    The cursor to store: a reader that begins `after` it receives everything that follows the changes handed out, and
    nothing is missed. It moves when the last change of a page is handed out, so store it after the change is processed.
    A reader that stopped in the middle of a page receives that page again.
    """

    def __init__(self, call: Call[Changes], reconnect_seconds: float, on_retry: OnRetry | None) -> None:
        self._on_retry = on_retry
        self._call = call
        self._reconnect_seconds = reconnect_seconds
        self._waiting: deque[Change] = deque()
        self._is_at_end = False
        self._away_since: float | None = None
        self._retry = 0
        self.cursor = cast("str | None", call.query.get("after"))
        self._next = self.cursor

    def _has_ended(self) -> bool:
        return self._is_at_end and self._call.wait_seconds() == 0

    def _next_call(self) -> Call[Changes]:
        return self._call.with_query(after=self._next)

    def _take(self, page: Changes) -> None:
        self._away_since, self._retry = None, 0
        self._waiting.extend(page["changes"])
        # While the service has no worker, nothing follows although the reader is not up to date.
        self._is_at_end = page["upToDate"] or (not page["changes"] and page["next"] == self._next)
        self._next = page["next"]
        self._move()

    def _hand_out(self) -> Change:
        change = self._waiting.popleft()
        self._move()
        return change

    def _move(self) -> None:
        if not self._waiting:
            self.cursor = self._next

    def _wait_after(self, error: ParleyError) -> float:
        """
        Returns the seconds to wait before the next attempt: never less than Retry-After. Raises the error if it is not
        one that may end by itself, if the outage lasts too long, or if the reader does not wait for changes.
        """
        now = time.monotonic()
        self._away_since = now if self._away_since is None else self._away_since
        is_outage = error.status in {0, 408, 429} or error.status >= FIRST_SERVER_ERROR
        wait = retry_delay_seconds(self._retry, error.retry_after_seconds) or error.retry_after_seconds or 0
        self._retry += 1
        is_too_long = now + wait - self._away_since > self._reconnect_seconds
        if not is_outage or is_too_long or self._call.wait_seconds() == 0:
            raise error
        if self._on_retry:
            self._on_retry(error, wait)
        return wait


class ChangeReader(_Progress, Iterator[Change]):
    """Hands out changes in order. `cursor` says where another reader can go on."""

    def __init__(
        self,
        send: Callable[[Call[Changes]], Changes],
        call: Call[Changes],
        reconnect_seconds: float,
        on_retry: OnRetry | None,
    ) -> None:
        super().__init__(call, reconnect_seconds, on_retry)
        self._send = send

    def __next__(self) -> Change:
        while not self._waiting:
            if self._has_ended():
                raise StopIteration
            self._take(self._read())
        return self._hand_out()

    def pages(self) -> Iterator[Changes]:
        """Iterates over whole pages; store `page["next"]` together with what you made of the page."""
        while not self._has_ended():
            page = self._read()
            self._take(page)
            self._waiting.clear()
            yield page
            self._move()

    def _read(self) -> Changes:
        while True:
            try:
                return self._send(self._next_call())
            except ParleyError as error:
                time.sleep(self._wait_after(error))


class AsyncChangeReader(_Progress, AsyncIterator[Change]):
    """Hands out changes in order, for `async for`. `cursor` says where another reader can go on."""

    def __init__(
        self,
        send: Callable[[Call[Changes]], Awaitable[Changes]],
        call: Call[Changes],
        reconnect_seconds: float,
        on_retry: OnRetry | None,
    ) -> None:
        super().__init__(call, reconnect_seconds, on_retry)
        self._send = send

    async def __anext__(self) -> Change:
        while not self._waiting:
            if self._has_ended():
                raise StopAsyncIteration
            self._take(await self._read())
        return self._hand_out()

    async def pages(self) -> AsyncIterator[Changes]:
        """Iterates over whole pages; store `page["next"]` together with what you made of the page."""
        while not self._has_ended():
            page = await self._read()
            self._take(page)
            self._waiting.clear()
            yield page
            self._move()

    async def _read(self) -> Changes:
        while True:
            try:
                return await self._send(self._next_call())
            except ParleyError as error:
                await asyncio.sleep(self._wait_after(error))
