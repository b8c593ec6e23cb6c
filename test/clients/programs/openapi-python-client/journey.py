"""Walks the journey with the client that openapi-python-client makes; test/clients/journey.ts tells what it prints."""

import json
import os
import time
from datetime import datetime, timedelta, timezone

from generated import AuthenticatedClient
from generated.api.ingestion import ingest_meeting
from generated.api.meetings import get_meeting, list_meetings
from generated.api.remap import remap_meeting
from generated.api.signals import list_definition_executions, list_prompt_executions
from generated.models import (
    Error,
    IngestMeeting,
    IngestMeetingMeeting,
    IngestMeetingMeetingAttendee,
    IngestMeetingMeetingHost,
    IngestMeetingMeetingTranscriptType0,
    ListMeetingsSourceTypesItem,
    RemapMeeting,
    RemapMeetingMeetingDetailsType0,
    RemapMeetingSalesforceRecords,
    TranscriptSegment,
    TranscriptSegmentSpeakerType0,
)

KEY = {"token": os.environ["PARLEY_KEY"], "prefix": "", "auth_header_name": "X-API-Key"}
api = AuthenticatedClient(base_url=os.environ["PARLEY_API"], **KEY)
receiver = AuthenticatedClient(base_url=os.environ["PARLEY_RECEIVER"], **KEY)
signal = int(os.environ["PARLEY_SIGNAL"])
FIRST = datetime(2026, 3, 1, 9, 0, tzinfo=timezone.utc)
PEOPLE = [("Ada Park", "ada@parley.example"), ("Grace Lund", "grace@acme.example")]


def tell(step: str, **facts: object) -> None:
    print(json.dumps({"step": step, **facts}), flush=True)


ids: list[str] = []
for number in range(5):
    start = FIRST + timedelta(days=number)
    meeting = IngestMeetingMeeting(
        id=f"call-{number}",
        title=f"Call {number}",
        start_time=start,
        end_time=start + timedelta(minutes=30),
        host=IngestMeetingMeetingHost(name="Ada Park", email="ada@parley.example"),
        attendees=[IngestMeetingMeetingAttendee(name=name, email=email) for name, email in PEOPLE],
        transcript=IngestMeetingMeetingTranscriptType0(
            segments=[
                TranscriptSegment(
                    text="Shall we start with the numbers?",
                    timestamp_seconds=4.25,
                    speaker=TranscriptSegmentSpeakerType0(name="Ada Park"),
                )
            ]
        ),
    )
    taken = ingest_meeting.sync(client=receiver, body=IngestMeeting(meeting=meeting))
    ids.append(taken.meeting_id)
tell("ingest", meetingIds=ids)

one = get_meeting.sync(int(ids[0]), client=api)
tell(
    "read",
    attendees=[[person.name, person.email] for person in one.attendees],
    seconds=one.transcript.entries[0].timestamp_seconds,
)

found: list[str] = []
pages = 1
while pages <= 1 or page.page_count >= pages:
    page = list_meetings.sync(
        client=api,
        from_=FIRST,
        to=FIRST + timedelta(days=30),
        attendee_email_addresses=[email for _, email in PEOPLE],
        source_types=[ListMeetingsSourceTypesItem.USER_PROVIDED, ListMeetingsSourceTypesItem.ZOOM],
        page_size=2,
        page_number=pages,
    )
    found += [meeting.id for meeting in page.meetings]
    pages += 1
tell("list", ids=found, pages=page.page_count)

accepted = remap_meeting.sync(
    client=api,
    body=RemapMeeting(
        meeting_details=RemapMeetingMeetingDetailsType0(service_meeting_id=int(ids[0])),
        salesforce_records=RemapMeetingSalesforceRecords(account_id="0018c00002ABCDEAA5"),
    ),
)
tell("remap", accepted=accepted.accepted, requestId=accepted.request_id)

for step, operation in (("v1", list_prompt_executions), ("v2", list_definition_executions)):
    deadline = time.monotonic() + 60
    while True:
        executions = operation.sync(signal, client=api, execution_from=FIRST, page_size=50)
        if len(executions.signals) == len(ids) or time.monotonic() > deadline:
            break
        time.sleep(0.2)
    tell(step, sourceIds=[execution.source_id for execution in executions.signals])

refused = get_meeting.sync_detailed(999_999_999, client=api)
assert isinstance(refused.parsed, Error)
tell("error", status=int(refused.status_code), message=refused.parsed.error)
