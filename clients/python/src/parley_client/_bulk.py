"""Divides meetings into bodies of the bulk operation, and reads the outcome for each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TypedDict, cast

from typing_extensions import NotRequired

from parley_client import _operations as operations
from parley_client._call import Call
from parley_client.errors import ParleyError
from parley_client.models import IngestMeeting

_BODY_BYTES = 4 * 1024 * 1024
"""The size of a body, unless one meeting alone has more, so that a repeated one costs little."""
_BODY_LINES = 2000


class IngestedItem(TypedDict):
    """
    The outcome for a meeting.

    It is durable and has a `meetingId`, or it was refused and has an `error` with the `status` that it would have
    alone.
    """

    index: int
    meetingId: NotRequired[str]
    created: NotRequired[bool]
    error: NotRequired[str]
    status: NotRequired[int]


class Bodies:
    """Gathers meetings into bodies. The index of a meeting counts from 0."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []
        self._bytes = 0
        self._first = 0
        self._sent = 0

    def add(self, meeting: IngestMeeting) -> Call[str] | None:
        """Returns the call to send before the meeting is gathered, if it is full."""
        line = json.dumps(meeting, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        is_full = self._lines and (self._bytes + len(line) > _BODY_BYTES or len(self._lines) == _BODY_LINES)
        call = self.rest() if is_full else None
        self._lines.append(line)
        self._bytes += len(line)
        return call

    def rest(self) -> Call[str] | None:
        """Returns the call to send for what is left."""
        if not self._lines:
            return None
        call = operations.ingest_meetings(b"".join(self._lines), content_type="application/x-ndjson")
        self._sent = len(self._lines)
        self._lines = []
        self._bytes = 0
        return replace(call, changes_nothing_again=True)

    def read(self, response: str | None) -> Iterator[IngestedItem]:
        """
        Returns the outcomes of the call that was sent last.

        :raises ParleyError: if some of its meetings have none
        """
        # An error may contain characters that splitlines() takes for ends of lines.
        outcomes = [text for text in (response or "").split("\n") if text]
        for text in outcomes:
            outcome = json.loads(text)
            outcome["index"] = self._first + outcome.pop("line") - 1
            yield cast("IngestedItem", outcome)
        if len(outcomes) < self._sent:
            message = f"The service processed only {len(outcomes)} of the {self._sent} meetings of a request"
            raise ParleyError(message, status=200)
        self._first += self._sent
