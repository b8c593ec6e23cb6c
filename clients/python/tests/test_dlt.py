"""The dlt source: after each run, the warehouse is exactly what the API has."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import dlt
import pytest
from dlt.pipeline.exceptions import PipelineStepFailed

from parley_client import models
from parley_client.dlt import feed, parley_source
from parley_client.dlt.export import ExportStart

from .invented import meeting
from .service import Process, Service
from .settle import settle
from .warehouse import differences, of_warehouse

RENEWAL = "We decided to renew for two years."
SECRETIVE = "2026-03-01T09:00:00Z"
"""A text that looks like a date-time, and stays a text."""


class Copy:
    """An organization of the service, and a warehouse that a pipeline keeps as its copy."""

    def __init__(self, service: Service, key: str, folder: Path) -> None:
        self.service, self.key = service, key
        self.client = service.client(key)
        self.pipeline = dlt.pipeline(
            "parley_test",
            pipelines_dir=str(folder / "pipelines"),
            destination=dlt.destinations.duckdb(str(folder / "warehouse.duckdb")),
            dataset_name="parley",
        )
        self.signal = 0

    def fill(self) -> None:
        for name in ("the renewal", "the price"):
            self.signal = self.client.create_signal(
                {
                    "signalName": f"Mentions {name}",
                    "prompt": f"Somebody speaks about {name}.",
                    "contextSource": "ALL",
                    "phrases": [name.removeprefix("the "), "renew"],
                    "followUpPrompts": [{"name": "who", "prompt": "Who says it?"}],
                }
            )["id"]
        users: list[models.UserInput] = [
            {"email": f"user-{number}@parley.example", "name": SECRETIVE, "licenseAdded": number % 2 == 0}
            for number in range(3)
        ]
        self.client.put_users({"users": users})
        for number in range(12):
            said = ["Shall we talk about the price?", SECRETIVE, RENEWAL, "Thanks."] if number % 3 else []
            self.client.ingest_meeting(meeting(number, said))
        for number in range(3):
            self.client.ingest_email(
                {
                    "email": {
                        "id": f"mail-{number}",
                        "subject": SECRETIVE,
                        "sentAt": "2026-02-01T09:00:00.125Z",
                        "from": {"email": "grace@acme.example"},
                        "to": [{"email": "ada@parley.example", "name": "Ada Park"}, {"email": "bo@parley.example"}],
                        "text": RENEWAL,
                    }
                }
            )

    def load(self, source: Any = None) -> None:
        self.pipeline.run(source or parley_source(self.service.base_url, self.key)).raise_on_failed_jobs()

    def check(self) -> None:
        """Settles, loads what changed, and expects no difference."""
        settle(self.client)
        self.load()
        assert differences(self.pipeline, self.client) == []

    def lose_cursors(self) -> None:
        """Replaces the cursors by one that the service no longer knows."""
        cursor = lost_cursor(self.client.get_organization()["id"])
        with self.pipeline.managed_state() as state:
            for resource in state["sources"]["parley"]["resources"].values():
                resource["cursor"] = cursor

    def id_of(self, number: int) -> str:
        return self.client.ingest_meeting(meeting(number))["meetingId"]


@pytest.fixture(scope="module")
def processes() -> Iterator[tuple[Service, list[Process]]]:
    """A service whose worker is a process of its own."""
    service = Service()
    try:
        service.start("api,receiver")
        yield service, [service.start("worker")]
    finally:
        service.close()


@pytest.fixture
def copy(processes: tuple[Service, list[Process]], tmp_path: Path, request: pytest.FixtureRequest) -> Copy:
    service, _ = processes
    made = Copy(service, service.organization(str(request.node.name)), tmp_path)
    made.fill()
    return made


def test_the_warehouse_is_exact_after_every_kind_of_change(
    copy: Copy, processes: tuple[Service, list[Process]]
) -> None:
    client = copy.client
    copy.check()
    assert {table: len(of_warehouse(copy.pipeline, table)) for table in ("meetings", "users", "emails")} == {
        "meetings": 12,
        "users": 4,
        "emails": 3,
    }
    assert len(of_warehouse(copy.pipeline, "transcripts")) == 8 * 4
    assert len(of_warehouse(copy.pipeline, "executions")) == 2 * (8 + 3)

    # An older meeting that comes late.
    client.ingest_meeting(meeting(100, [RENEWAL], start=datetime(2019, 5, 1, tzinfo=timezone.utc)))
    copy.check()

    # A remap.
    client.remap_meeting(
        {
            "meetingDetails": {"serviceMeetingId": int(copy.id_of(1))},
            "salesforceRecords": {"accountId": "0018c00002ABCDEAA5"},
        }
    )
    copy.check()

    # A transcript that comes late.
    client.ingest_meeting(meeting(3, ["One.", RENEWAL, "Three.", "Four.", "Five."]))
    copy.check()

    # A corrected transcript, which is shorter and no longer has the words of the signals.
    client.ingest_meeting(meeting(3, ["One.", "Two."]))
    copy.check()
    assert len([key for key in of_warehouse(copy.pipeline, "transcripts") if key.startswith(f"{copy.id_of(3)} ")]) == 2

    # A deletion.
    client.delete_meeting(copy.id_of(4))
    client.delete_email(next(client.emails(from_="2026-01-01T00:00:00Z"))["id"])
    copy.check()

    # A meeting dated 2036.
    client.ingest_meeting(meeting(101, [RENEWAL], start=datetime(2036, 5, 1, tzinfo=timezone.utc)))
    copy.check()

    # Nothing.
    copy.check()

    # A signal, whose deletion implies that of its executions.
    client.delete_signal(copy.signal)
    copy.check()
    assert of_warehouse(copy.pipeline, "executions")

    # kill -9 of the worker, in the middle of its work.
    service, workers = processes
    client.ingest_meeting(meeting(102, [RENEWAL] * 50))
    workers.pop().kill()
    client.ingest_meeting(meeting(103, [RENEWAL]))
    client.ingest_meeting(meeting(5, [RENEWAL, "Corrected."]))
    copy.load()
    workers.append(service.start("worker"))
    copy.check()


def test_changes_during_a_run_are_exact(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    # The changes are made between the first page and the last one, so that this run sees them.
    monkeypatch.setattr(feed, "PAGE_SIZE", 7)
    settle(copy.client)
    source = parley_source(copy.service.base_url, copy.key)

    def once(action: Callable[[], object]) -> Callable[[Any], Any]:
        remaining = [action]

        def act(row: Any) -> Any:
            # The first row of a reload only says that there is one.
            if remaining and "_deleted" not in row:
                remaining.pop()()
                settle(copy.client)
            return row

        return act

    def correct_and_delete() -> None:
        copy.client.ingest_meeting(meeting(1, ["Short."]))
        copy.client.delete_meeting(copy.id_of(2))

    source.resources["transcripts"].add_map(once(correct_and_delete))
    source.resources["executions"].add_map(once(lambda: copy.client.delete_signal(copy.signal)))
    source.resources["meetings"].add_map(once(lambda: copy.client.delete_meeting(copy.id_of(5))))
    copy.load(source)
    assert not any(text.startswith("transcripts") for text in differences(copy.pipeline, copy.client))
    assert not any(row["signal_id"] == copy.signal for row in of_warehouse(copy.pipeline, "executions").values())
    copy.check()


def test_a_cursor_that_is_gone_leads_to_a_reload_that_removes_what_is_gone(copy: Copy) -> None:
    copy.check()
    copy.client.delete_meeting(copy.id_of(1))
    copy.client.delete_signal(copy.signal)
    settle(copy.client)
    copy.lose_cursors()
    copy.load()
    assert differences(copy.pipeline, copy.client) == []
    copy.client.ingest_meeting(meeting(2, ["Later."]))
    copy.check()


def test_an_organization_without_anything_empties_the_warehouse(copy: Copy) -> None:
    copy.check()
    for one in copy.client.meetings(from_="2000-01-01T00:00:00Z", page_size=50):
        copy.client.delete_meeting(one["id"])
    settle(copy.client)
    copy.lose_cursors()
    copy.load()
    assert differences(copy.pipeline, copy.client) == []
    assert of_warehouse(copy.pipeline, "meetings") == {}
    assert of_warehouse(copy.pipeline, "transcripts") == {}


@pytest.mark.parametrize("part", [feed.EXPORT_PART, 1])
def test_an_export_and_then_the_feed_are_exact(copy: Copy, monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    monkeypatch.setattr(feed, "EXPORT_PART", part)
    settle(copy.client)
    source = parley_source(copy.service.base_url, copy.key, start="export")
    remaining = [lambda: settle(copy.client)]

    def change_meanwhile(row: Any) -> Any:
        if remaining and "_deleted" not in row:
            copy.client.ingest_meeting(meeting(1, ["Short."]))
            copy.client.delete_meeting(copy.id_of(2))
            remaining.pop()()
        return row

    source.resources["transcripts"].add_map(change_meanwhile)
    copy.load(source)
    assert len(copy.client.list_exports()["exports"]) == 1
    assert not any(text.startswith("transcripts") for text in differences(copy.pipeline, copy.client))
    copy.check()

    # A reload by another export removes what is gone.
    copy.client.delete_meeting(copy.id_of(4))
    copy.client.delete_signal(copy.signal)
    settle(copy.client)
    copy.lose_cursors()
    copy.load(parley_source(copy.service.base_url, copy.key, start="export"))
    assert len(copy.client.list_exports()["exports"]) == 2
    assert differences(copy.pipeline, copy.client) == []
    copy.client.ingest_meeting(meeting(5, ["Later."]))
    copy.check()


def test_a_file_that_is_not_that_of_the_manifest_is_refused(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    def other(self: ExportStart) -> models.ExportManifest:
        found = manifest(self)
        return {**found, "files": [{**file, "sha256": "0" * 64} for file in found["files"]]}

    manifest = ExportStart.manifest
    monkeypatch.setattr(ExportStart, "manifest", other)
    monkeypatch.setattr("parley_client.dlt.export.DOWNLOADS", 1)
    with pytest.raises(PipelineStepFailed, match="could not be downloaded"):
        copy.load(parley_source(copy.service.base_url, copy.key, start="export"))


def lost_cursor(organization: int) -> str:
    """Returns a cursor as another state of the database gave it, to which the service answers 410."""
    content = f"1.{base36(organization)}.1.1"
    digest = hashlib.sha256(f"parley cursor {content}".encode()).digest()[:6]
    return base64.urlsafe_b64encode(digest + content.encode()).decode().rstrip("=")


def base36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return digits[number] if number < 36 else base36(number // 36) + digits[number % 36]
