"""Walks the journey with the client that openapi-generator makes; test/clients/journey.ts tells what it prints."""

import json
import os
import time
from datetime import datetime, timedelta, timezone

import openapi_client as parley

configuration = parley.Configuration(host=os.environ["PARLEY_API"], api_key={"ApiKey": os.environ["PARLEY_KEY"]})
client = parley.ApiClient(configuration)
meetings, signals = parley.MeetingsApi(client), parley.SignalsApi(client)
signal = int(os.environ["PARLEY_SIGNAL"])
FIRST = datetime(2026, 3, 1, 9, 0, tzinfo=timezone.utc)
PEOPLE = [("Ada Park", "ada@parley.example"), ("Grace Lund", "grace@acme.example")]


def tell(step: str, **facts: object) -> None:
    print(json.dumps({"step": step, **facts}), flush=True)


ids: list[str] = []
for number in range(5):
    start = FIRST + timedelta(days=number)
    meeting = parley.IngestMeetingMeeting(
        id=f"call-{number}",
        title=f"Call {number}",
        start_time=start,
        end_time=start + timedelta(minutes=30),
        host=parley.IngestMeetingMeetingHost(name="Ada Park", email="ada@parley.example"),
        attendees=[parley.IngestMeetingMeetingAttendee(name=name, email=email) for name, email in PEOPLE],
        transcript=parley.IngestMeetingMeetingTranscript(
            segments=[
                parley.TranscriptSegment(
                    text="Shall we start with the numbers?",
                    timestamp_seconds=4.25,
                    speaker=parley.TranscriptSegmentSpeaker(name="Ada Park"),
                )
            ]
        ),
    )
    # The document names the receiver as the server of this operation.
    taken = parley.IngestionApi(client).ingest_meeting(parley.IngestMeeting(meeting=meeting))
    ids.append(taken.meeting_id)
tell("ingest", meetingIds=ids)

one = meetings.get_meeting(int(ids[0]))
tell(
    "read",
    attendees=[[person.name, person.email] for person in one.attendees],
    seconds=one.transcript.entries[0].timestamp_seconds,
)

found: list[str] = []
number = 0
while number == 0 or page.page_count > number:
    number += 1
    page = meetings.list_meetings(
        var_from=FIRST,
        to=FIRST + timedelta(days=30),
        attendee_email_addresses=[email for _, email in PEOPLE],
        source_types=["USER_PROVIDED", "ZOOM"],
        page_size=2,
        page_number=number,
    )
    found += [meeting.id for meeting in page.meetings]
tell("list", ids=found, pages=page.page_count)

accepted = parley.RemapApi(client).remap_meeting(
    parley.RemapMeeting(
        meeting_details=parley.RemapMeetingMeetingDetails(service_meeting_id=int(ids[0])),
        salesforce_records=parley.RemapMeetingSalesforceRecords(account_id="0018c00002ABCDEAA5"),
    )
)
tell("remap", accepted=accepted.accepted, requestId=accepted.request_id)

LISTS = {"v1": signals.list_prompt_executions, "v2": signals.list_definition_executions}
for step, operation in LISTS.items():
    deadline = time.monotonic() + 60
    while True:
        executions = operation(signal, execution_from=FIRST, page_size=50)
        if len(executions.signals) == len(ids) or time.monotonic() > deadline:
            break
        time.sleep(0.2)
    tell(step, sourceIds=[execution.source_id for execution in executions.signals])

try:
    meetings.get_meeting(999_999_999)
except parley.ApiException as error:
    tell("error", status=error.status, message=error.data.error)
