"""Sends calls without blocking the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import httpx

from parley_client._attempts import Attempts
from parley_client._call import Call, described
from parley_client._pages import AsyncItems
from parley_client._response import result_of
from parley_client._settings import Settings

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Item = TypeVar("Item")


class AsyncCaller:
    """Sends calls; the base of the methods that are generated from the operations."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._settings = settings
        self._http = http

    async def send(self, call: Call[Result]) -> Result:
        """
        Sends a call, again if it failed on the way and may be repeated, and returns the content of its response.

        :raises ParleyError: if the service refused it or no response arrived
        """
        request = self._settings.request(self._http, call)
        attempts = Attempts(call, self._settings.retries)
        while True:
            try:
                response = await self._http.send(request, follow_redirects=False)
            except httpx.RequestError as fault:
                wait = attempts.wait_after_fault(fault)
            else:
                wait_or_none = attempts.wait_after_response(response)
                if wait_or_none is None:
                    return cast("Result", result_of(call, response))
                wait = wait_or_none
            await asyncio.sleep(wait)


def async_method(
    build: Callable[Parameters, Call[Result]],
) -> Callable[Concatenate[AsyncCaller, Parameters], Coroutine[Any, Any, Result]]:
    """Makes a method that sends the call which `build` describes."""

    async def send(self: AsyncCaller, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        return await self.send(build(*args, **kwargs))

    return described(send, build)


def async_paged(
    build: Callable[Parameters, Call[Result]], items_of: Callable[[Result], Sequence[Item]]
) -> Callable[Concatenate[AsyncCaller, Parameters], AsyncItems[Result, Item]]:
    """Makes a method that iterates over the items of a list."""

    def walk(self: AsyncCaller, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> AsyncItems[Result, Item]:
        return AsyncItems(self.send, build(*args, **kwargs), items_of)

    return described(walk, build)
