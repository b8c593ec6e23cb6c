"""Sends calls and waits for their responses."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar, cast

import httpx

from parley_client._attempts import Attempts
from parley_client._call import Call, described
from parley_client._pages import Items
from parley_client._response import result_of
from parley_client._settings import Settings

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Item = TypeVar("Item")


class Caller:
    """Sends calls; the base of the methods that are generated from the operations."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self._settings = settings
        self._http = http

    def send(self, call: Call[Result]) -> Result:
        """
        Sends a call, again if it failed on the way and may be repeated, and returns the content of its response.

        :raises ParleyError: if the service refused it or no response arrived
        """
        request = self._settings.request(self._http, call)
        attempts = Attempts(call, self._settings.retries)
        while True:
            try:
                response = self._http.send(request, follow_redirects=False)
            except httpx.RequestError as fault:
                wait = attempts.wait_after_fault(fault)
            else:
                wait_or_none = attempts.wait_after_response(response)
                if wait_or_none is None:
                    return cast("Result", result_of(call, response))
                wait = wait_or_none
            time.sleep(wait)


def method(
    build: Callable[Parameters, Call[Result]],
) -> Callable[Concatenate[Caller, Parameters], Result]:
    """Makes a method that sends the call which `build` describes."""

    def send(self: Caller, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        return self.send(build(*args, **kwargs))

    return described(send, build)


def paged(
    build: Callable[Parameters, Call[Result]], items_of: Callable[[Result], Sequence[Item]]
) -> Callable[Concatenate[Caller, Parameters], Items[Result, Item]]:
    """Makes a method that iterates over the items of a list."""

    def walk(self: Caller, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Items[Result, Item]:
        return Items(self.send, build(*args, **kwargs), items_of)

    return described(walk, build)
