"""The sync client, against the real service."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from parley_client import (
    AuthenticationError,
    BadRequestError,
    Client,
    NoResponseError,
    NotFoundError,
    PermissionDeniedError,
    UnprocessableError,
)

from .invented import FIRST_START, meeting
from .service import Service, free_ports


def test_a_meeting_that_was_sent_can_be_read(client: Client) -> None:
    sent = client.ingest_meeting(meeting(1, ["Shall we start?", "Yes."]))
    assert sent["created"]
    found = client.get_meeting(sent["meetingId"])
    assert found["title"] == "Call 1 with Acme"
    assert [entry["text"] for entry in found.get("transcript", {"entries": []})["entries"]] == [
        "Shall we start?",
        "Yes.",
    ]
    assert client.ingest_meeting(meeting(1)) == {"meetingId": sent["meetingId"], "created": False}


def test_a_list_is_walked_over_all_its_pages(client: Client) -> None:
    for number in range(7):
        client.ingest_meeting(meeting(number))
    items = client.meetings(from_=FIRST_START, page_size=3)
    assert [one["title"] for one in items] == [f"Call {number} with Acme" for number in range(7)]
    pages = [len(page["meetings"]) for page in client.meetings(from_=FIRST_START, page_size=3).pages()]
    assert pages == [3, 3, 1]
    later = client.meetings(from_=FIRST_START, page_size=3, page_number=2)
    assert [one["title"] for one in later] == [f"Call {number} with Acme" for number in range(3, 7)]


def test_the_audit_is_walked_by_its_cursor(client: Client) -> None:
    for number in range(5):
        client.put_crm_records(
            {"records": [{"type": "ACCOUNT", "id": f"account-{number}", "name": f"Account {number}"}]}
        )
    every = [record["id"] for record in client.audit(page_size=2)]
    assert len(every) >= 5
    assert every == [record["id"] for record in client.list_audit(page_size=50)["records"]]


def test_parameters_are_written_as_the_service_reads_them(client: Client) -> None:
    for number in range(3):
        client.ingest_meeting(meeting(number))

    def titles(*addresses: str) -> list[str]:
        found = client.meetings(from_="2026-01-01T00:00:00Z", attendee_email_addresses=list(addresses))
        return [one["title"] for one in found]

    assert titles("grace@acme.example", "guest-2@acme.example") == ["Call 2 with Acme"]
    assert not client.list_meetings(from_=FIRST_START, source_types=["ZOOM", "WEBEX"])["meetings"]
    assert len(client.list_meetings(from_=FIRST_START, source_types="USER_PROVIDED")["meetings"]) == 3
    page = client.list_meetings(from_=FIRST_START, include_transcript=False, order="desc")
    assert page["meetings"][0].get("hasTranscript") is False
    with pytest.raises(ValueError, match="no time zone"):
        client.list_meetings(from_=datetime(2026, 1, 1))
    with pytest.raises(ValueError, match="is not an id"):
        client.get_meeting("")


def test_errors_have_a_class_a_status_and_the_message_of_the_server(service: Service, client: Client) -> None:
    with pytest.raises(NotFoundError) as missing:
        client.get_meeting(999_999)
    assert missing.value.status == 404
    assert missing.value.request_id
    with pytest.raises(BadRequestError, match="pageSize"):
        client.list_users(page_size=51)
    with service.client("parley_unknown") as stranger, pytest.raises(AuthenticationError):
        stranger.list_users()
    narrow = client.create_key({"name": "narrow", "scopes": ["users:read"]})["key"]
    with service.client(narrow) as limited, pytest.raises(PermissionDeniedError, match="meetings:read"):
        limited.list_meetings(from_=FIRST_START)
    with Client(f"http://127.0.0.1:{free_ports(1)[0]}", retries=0) as nobody, pytest.raises(NoResponseError) as gone:
        nobody.list_users()
    assert gone.value.status == 0
    assert gone.value.__cause__


def test_a_repeated_write_is_done_once(client: Client) -> None:
    sent = client.ingest_meeting(meeting(1))["meetingId"]
    first, again = (
        client.remap_meeting(
            {"meetingDetails": {"serviceMeetingId": int(sent)}, "salesforceRecords": {"accountId": "acme"}},
            idempotency_key="once",
        )
        for _ in range(2)
    )
    assert first == again
    assert len(client.list_remaps(sent)["remaps"]) == 1
    with pytest.raises(UnprocessableError):
        client.remap_meeting(
            {"meetingDetails": {"serviceMeetingId": int(sent)}, "salesforceRecords": {"accountId": "other"}},
            idempotency_key="once",
        )


def test_bytes_are_sent_as_they_are(client: Client) -> None:
    sent = client.ingest_meeting(meeting(1))["meetingId"]
    recording = bytes(range(256)) * 8
    stored = client.upload_recording(sent, iter([recording[:1000], recording[1000:]]), content_type="audio/mpeg")
    assert stored["bytes"] == len(recording)
    client.delete_meeting(sent)
    with pytest.raises(NotFoundError):
        client.get_meeting(sent)


def test_a_response_may_be_text(client: Client) -> None:
    sent = client.ingest_meeting(meeting(1, ["Shall we start?", "Yes."]))["meetingId"]
    text = client.get_transcript(sent, format_="vtt")
    assert isinstance(text, str)
    assert text.startswith("WEBVTT")
    entries = client.get_transcript(sent)
    assert not isinstance(entries, str)
    assert [entry["text"] for entry in entries["entries"]] == ["Shall we start?", "Yes."]


def test_settings_are_checked() -> None:
    for settings in ({"retries": 11}, {"timeout_seconds": 0}, {"receiver_url": "ftp://parley.example"}):
        with pytest.raises(ValueError, match="has to be"):
            Client("http://parley.example", **settings)
    with Client("http://parley.example") as no_receiver, pytest.raises(ValueError, match="receiver_url"):
        no_receiver.ingest_meeting(meeting(1))


def test_a_time_may_be_a_datetime_with_any_zone(client: Client) -> None:
    client.ingest_meeting(meeting(1, start=datetime(2036, 5, 1, 12, tzinfo=timezone.utc)))
    assert [one["startTime"] for one in client.meetings(from_=datetime(2036, 1, 1).astimezone())] == [
        "2036-05-01T12:00:00Z"
    ]


def test_many_meetings_are_ingested_with_an_outcome_for_each(client: Client) -> None:
    bodies = [meeting(number) for number in range(2100)]
    bodies[2050]["meeting"]["title"] = ""
    outcomes = list(client.ingest_many(iter(bodies)))
    assert [outcome["index"] for outcome in outcomes] == list(range(2100))
    assert [outcome["index"] for outcome in outcomes if "error" in outcome] == [2050]
    assert outcomes[2050]["status"] == 400
    assert all(outcome["created"] for outcome in outcomes if "created" in outcome)
    again = list(client.ingest_many(bodies[:3]))
    assert [outcome["created"] for outcome in again] == [False] * 3
