"""A call of an operation: what is sent, before any connection is involved. The sync and the async client share it."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote
from uuid import uuid4

Result_co = TypeVar("Result_co", covariant=True)

Timestamp = str | datetime
"""A date-time with a time zone: RFC 3339 text, or an aware `datetime`."""

Content = bytes | Iterable[bytes] | AsyncIterable[bytes]
"""A body of bytes, or a stream of them; the async client takes no sync stream, and the sync client no async one."""


@dataclass(frozen=True)
class Call(Generic[Result_co]):
    """One request for an operation, with the type of its response."""

    method: str
    path: str
    query: Mapping[str, object] = field(default_factory=dict[str, object])
    json: object = None
    content: Content | None = None
    content_type: str | None = None
    on_receiver: bool = False
    """Whether the operation is on the receiver's address."""
    takes_key: bool = False
    """Whether the operation honours Idempotency-Key."""
    idempotency_key: str | None = None
    changes_nothing_again: bool = False
    """Whether a repetition changes nothing although it takes no Idempotency-Key."""

    def with_query(self, **changes: object) -> Call[Result_co]:
        return replace(self, query={**self.query, **changes})

    def is_repeatable(self) -> bool:
        """Tells whether it may be sent again: a read, or a write that has one effect however often it is sent."""
        return self.method == "GET" or self.takes_key or self.changes_nothing_again

    def headers(self) -> dict[str, str]:
        """Returns the headers of the call; all attempts have the same Idempotency-Key."""
        headers: dict[str, str] = {}
        if self.takes_key:
            headers["Idempotency-Key"] = self.idempotency_key or uuid4().hex
        if self.content_type is not None:
            headers["Content-Type"] = self.content_type
        return headers

    def params(self) -> dict[str, str]:
        return {name: query_value(value) for name, value in self.query.items() if value is not None}

    def wait_seconds(self) -> float:
        """Returns the time for which the service may hold the response back."""
        wait: Any = self.query.get("waitSeconds")
        return float(wait or 0)


def query_value(value: object) -> str:
    """Writes a query parameter: lists are separated by commas, and a `datetime` must be aware."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return ",".join(query_value(one) for one in cast("Sequence[object]", value))
    return str(value)


def segment(value: object) -> str:
    """Writes a path parameter."""
    text = str(value)
    if text in {"", ".", ".."}:
        raise ValueError(f"{text!r} is not an id")
    return quote(text, safe="")


Function = TypeVar("Function", bound=Callable[..., object])


def described(function: Function, build: Callable[..., object]) -> Function:
    """Gives a method the name, the description and the signature of the operation whose calls `build` makes."""
    signature = inspect.signature(build)
    first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = [first, *signature.parameters.values()]
    function.__name__ = function.__qualname__ = build.__name__
    function.__doc__ = build.__doc__
    shown = signature.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
    function.__dict__["__signature__"] = shown
    return function
