"""Invented meetings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

from parley_client import models

FIRST_START = datetime(2026, 1, 5, 9, tzinfo=timezone.utc)


def meeting(number: int, said: Sequence[str] = (), *, start: datetime | None = None) -> models.IngestMeeting:
    """Returns a meeting of half an hour; meetings with the same number are the same meeting."""
    begin = start or FIRST_START + timedelta(hours=number)
    content: models.IngestMeetingMeeting = {
        "id": f"call-{number}",
        "title": f"Call {number} with Acme",
        "startTime": begin.isoformat(),
        "endTime": (begin + timedelta(minutes=30)).isoformat(),
        "host": {"name": "Ada Park", "email": "ada@parley.example"},
        "attendees": [
            {"name": "Grace Lund", "email": "grace@acme.example"},
            {"name": f"Guest {number}", "email": f"guest-{number}@acme.example"},
        ],
    }
    if said:
        content["transcript"] = {
            "segments": [
                {"text": text, "timestampSeconds": 2.5 * index, "speaker": {"name": "Grace Lund"}}
                for index, text in enumerate(said)
            ]
        }
    return {"meeting": content}
