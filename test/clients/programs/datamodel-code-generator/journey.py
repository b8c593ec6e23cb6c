"""Walks the journey with the models of datamodel-code-generator; test/clients/journey.ts tells what it prints."""

import json
import os
import time
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

import generated as models

API, RECEIVER = os.environ["PARLEY_API"], os.environ["PARLEY_RECEIVER"]
signal = int(os.environ["PARLEY_SIGNAL"])
FIRST = datetime(2026, 3, 1, 9, 0, tzinfo=timezone.utc)
PEOPLE = [("Ada Park", "ada@parley.example"), ("Grace Lund", "grace@acme.example")]


def call(url, answer, body=None):
    """The models are bodies only, so the requests are those of the standard library."""
    headers = {"X-API-Key": os.environ["PARLEY_KEY"], "Content-Type": "application/json"}
    data = None if body is None else body.model_dump_json(exclude_unset=True).encode()
    with urlopen(Request(url, data=data, headers=headers)) as response:
        return answer.model_validate_json(response.read())


def tell(step: str, **facts: object) -> None:
    print(json.dumps({"step": step, **facts}), flush=True)


ids: list[str] = []
for number in range(5):
    start = FIRST + timedelta(days=number)
    meeting = {
        "id": f"call-{number}",
        "title": f"Call {number}",
        "startTime": start,
        "endTime": start + timedelta(minutes=30),
        "host": {"name": "Ada Park", "email": "ada@parley.example"},
        "attendees": [{"name": name, "email": email} for name, email in PEOPLE],
        "transcript": {
            "segments": [
                {
                    "text": "Shall we start with the numbers?",
                    "timestampSeconds": 4.25,
                    "speaker": {"name": "Ada Park"},
                }
            ]
        },
    }
    body = models.IngestMeeting(meeting=models.IngestMeetingMeeting(**meeting))
    ids.append(call(f"{RECEIVER}/v1/user-provided-meeting", models.IngestedMeeting, body).meetingId)
tell("ingest", meetingIds=ids)

one = call(f"{API}/v1/meetings/{ids[0]}", models.MeetingWithRecording)
tell(
    "read",
    attendees=[[person.name, person.email] for person in one.attendees],
    seconds=one.transcript.entries[0].timestampSeconds,
)

found: list[str] = []
number = 0
while number == 0 or page.pageCount > number:
    number += 1
    query = {
        "from": FIRST.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "to": (FIRST + timedelta(days=30)).isoformat(),
        "attendeeEmailAddresses": [email for _, email in PEOPLE],
        "sourceTypes": ["USER_PROVIDED", "ZOOM"],
        "pageSize": 2,
        "pageNumber": number,
    }
    page = call(f"{API}/v1/meetings?{urlencode(query, doseq=True)}", models.MeetingPage)
    found += [meeting.id for meeting in page.meetings]
tell("list", ids=found, pages=page.pageCount)

remap = {
    "meetingDetails": {"serviceMeetingId": int(ids[0])},
    "salesforceRecords": {"accountId": "0018c00002ABCDEAA5"},
}
accepted = call(f"{API}/v1/meeting/remap", models.RemapAccepted, models.RemapMeeting(**remap))
tell("remap", accepted=accepted.accepted, requestId=accepted.requestId)

LISTS = {"v1": models.PromptExecutionPage, "v2": models.DefinitionExecutionPage}
for step, answer in LISTS.items():
    deadline = time.monotonic() + 60
    while True:
        since = quote(FIRST.isoformat())
        executions = call(f"{API}/{step}/signals/{signal}/executions?executionFrom={since}&pageSize=50", answer)
        if len(executions.signals) == len(ids) or time.monotonic() > deadline:
            break
        time.sleep(0.2)
    tell(step, sourceIds=[execution.sourceId for execution in executions.signals])

try:
    call(f"{API}/v1/meetings/999999999", models.MeetingWithRecording)
except HTTPError as error:
    tell("error", status=error.code, message=models.Error.model_validate_json(error.read()).error)
