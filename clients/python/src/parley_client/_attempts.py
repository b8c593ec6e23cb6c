"""The attempts of one call: which failures are retried, and after how long."""

from __future__ import annotations

import httpx

from parley_client._call import Call
from parley_client._retry import RETRIED_STATUSES, retry_after_seconds, retry_delay_seconds
from parley_client.errors import NoResponseError


class Attempts:
    def __init__(self, call: Call[object], retries: int) -> None:
        self._call = call
        self._retries = retries if call.is_repeatable() else 0
        self._retry = 0

    def wait_after_fault(self, fault: httpx.RequestError) -> float:
        """
        Returns the seconds to wait before the next attempt.

        :raises NoResponseError: if there is none
        """
        wait = self._next(None) if _is_passing(fault) else None
        if wait is None:
            reason = str(fault) or type(fault).__name__
            raise NoResponseError(f"{self._call.method} {self._call.path} had no response: {reason}") from fault
        return wait

    def wait_after_response(self, response: httpx.Response) -> float | None:
        """Returns the seconds to wait before the next attempt; None if this response is the call's."""
        if response.status_code not in RETRIED_STATUSES:
            return None
        return self._next(retry_after_seconds(response.headers))

    def _next(self, retry_after: float | None) -> float | None:
        if self._retry == self._retries:
            return None
        self._retry += 1
        return retry_delay_seconds(self._retry - 1, retry_after)


def _is_passing(fault: httpx.RequestError) -> bool:
    """Tells whether the request failed on its way. The other faults return however often it is sent."""
    local = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
    return isinstance(fault, httpx.TransportError) and not isinstance(fault, local)
