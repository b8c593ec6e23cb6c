"""Following changes, across restarts of the service and of the reader."""

from __future__ import annotations

import threading

import pytest

from parley_client import BadRequestError, Client, NoResponseError

from .invented import meeting
from .scripted_server import Answer, scripted
from .service import Service


def test_the_present_state_comes_first_and_then_what_changes(client: Client) -> None:
    ids = [client.ingest_meeting(meeting(number))["meetingId"] for number in range(5)]
    reader = client.changes(types=["meeting"], limit=2)
    assert list(dict.fromkeys(change["id"] for change in reader)) == ids
    client.delete_meeting(ids[0])
    waiting = client.changes(after=reader.cursor, types=["meeting"], wait_seconds=30)
    # A change of an entity that the present state contains already may follow once more as a change.
    assert next(one["id"] for one in waiting if one["change"] == "deleted") == ids[0]


def test_the_cursor_covers_only_whole_pages_that_were_handed_out(client: Client) -> None:
    ids = [client.ingest_meeting(meeting(number))["meetingId"] for number in range(5)]

    def rest(cursor: str | None) -> list[str]:
        # A change of an entity that the present state contains already may follow once more as a change.
        return list(dict.fromkeys(change["id"] for change in client.changes(after=cursor, types=["meeting"])))

    reader = client.changes(types=["meeting"], limit=2)
    for handed_out, covered in ((1, 0), (2, 2), (3, 2), (4, 4)):
        assert next(reader)["id"] == ids[handed_out - 1]
        assert rest(reader.cursor)[: 5 - covered] == ids[covered:]
    assert [change["id"] for change in reader][:1] == ids[4:]


def test_pages_come_with_their_cursor(client: Client) -> None:
    ids = [client.ingest_meeting(meeting(number))["meetingId"] for number in range(5)]
    found: list[str] = []
    cursor: str | None = None
    while True:
        page = next(client.changes(after=cursor, types=["meeting"], limit=2, include_data=True).pages(), None)
        if page is None or not page["changes"]:
            break
        found += [str(change.get("data", {})["id"]) for change in page["changes"]]
        cursor = page["next"]
    assert list(dict.fromkeys(found)) == ids


def test_a_waiting_reader_survives_a_restart_of_the_service() -> None:
    service = Service()
    try:
        worker = service.start("worker")
        api = service.start("api,receiver")
        with service.client() as client:
            first = client.ingest_meeting(meeting(1))["meetingId"]
            reader = client.changes(types=["meeting"], wait_seconds=20)
            assert next(reader)["id"] == first
            found: list[str] = []
            thread = threading.Thread(
                target=lambda: found.append(next(one["id"] for one in reader if one["id"] != first))
            )
            thread.start()
            api.kill()
            worker.kill()
            service.start("api,receiver,worker")
            second = client.ingest_meeting(meeting(2))["meetingId"]
            thread.join(60)
            assert found == [second]
    finally:
        service.close()


def test_an_outage_that_lasts_too_long_is_an_error(client: Client) -> None:
    with scripted(lambda _: Answer(None)) as server, Client(server.url, retries=0) as away:
        told: list[float] = []
        with pytest.raises(NoResponseError):
            next(away.changes(wait_seconds=10, reconnect_seconds=0.5, on_retry=lambda _, wait: told.append(wait)))
        assert len(server.received) == 1 + len(told) > 1
        with pytest.raises(NoResponseError):
            next(away.changes())
        assert len(server.received) == 2 + len(told)
    with pytest.raises(BadRequestError):
        next(client.changes(after="not a cursor", wait_seconds=10))


def test_a_reader_that_does_not_wait_ends_where_nothing_follows_although_changes_are_late() -> None:
    page = b'{"changes": [], "next": "here", "upToDate": false}'
    with scripted(lambda _: Answer(200, {"Content-Type": "application/json"}, page)) as server:
        with Client(server.url) as reading:
            assert list(reading.changes(after="now")) == []
        assert len(server.received) == 2
