"""Reads responses."""

from __future__ import annotations

import httpx

from parley_client._call import Call
from parley_client._retry import retry_after_seconds
from parley_client.errors import ParleyError, error_class

_FIRST_ERROR_STATUS = 300


def result_of(call: Call[object], response: httpx.Response) -> object:
    """
    Returns the content of a response: JSON as it is, other text as text, None if it is empty.

    :raises ParleyError: if it is an error, or not what Parley sends
    """
    if response.status_code >= _FIRST_ERROR_STATUS:
        raise _error_of(call, response)
    if not response.content:
        return None
    if not response.headers.get("content-type", "").startswith("application/json"):
        return response.text
    try:
        return response.json()
    except ValueError as cause:
        raise _not_json(call, response) from cause


def _error_of(call: Call[object], response: httpx.Response) -> ParleyError:
    try:
        message = response.json()["error"]
    except (ValueError, LookupError, TypeError):
        return _not_json(call, response)
    return error_class(response.status_code)(
        str(message),
        status=response.status_code,
        request_id=response.headers.get("x-request-id"),
        retry_after_seconds=retry_after_seconds(response.headers),
    )


def _not_json(call: Call[object], response: httpx.Response) -> ParleyError:
    """Error for a response from something in between, such as a proxy with its own page."""
    return error_class(response.status_code)(
        f"{call.method} {call.path} was answered with {response.status_code}, but not with JSON",
        status=response.status_code,
        request_id=response.headers.get("x-request-id"),
        retry_after_seconds=retry_after_seconds(response.headers),
    )
