"""The table of transcripts, which has one row for each entry."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, cast

from parley_client import Client, NotFoundError
from parley_client.dlt.merge import DELETED, Row, columns, in_staging
from parley_client.models import Change, TranscriptEntry

PARALLEL = 4
"""Transcripts that are fetched, and held in memory, at the same time."""

COLUMNS = columns(meeting_id="text", entry_index="bigint", timestamp_seconds="double", timestamp="text")
REPLACED = in_staging("meeting_id")
MEETING_ROW = -1
"""The entry index of a row that is not stored, but replaces the transcript of its meeting."""


class Transcripts:
    """Fetches the transcripts that changed, one after another, and makes their rows."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._emitted = EntryCounts()

    def nothing(self) -> Row:
        return {"meetingId": "0", "entryIndex": MEETING_ROW, DELETED: True}

    def rows(self, changes: Sequence[Change]) -> Iterator[Sequence[Row]]:
        """Yields the rows of each transcript that changed."""
        changed = {change["id"]: change for change in changes if _may_concern(change)}
        for meeting_id, entries in self._fetched(changed.values()):
            yield self.rows_of(meeting_id, entries)

    def rows_of(self, meeting_id: str, entries: Sequence[TranscriptEntry]) -> Sequence[Row]:
        """
        Makes the rows of a transcript. If the run has emitted a longer one of the same meeting, its further entries are
        deleted.
        """
        rows: list[Row] = [{"meetingId": meeting_id, "entryIndex": MEETING_ROW, DELETED: True}]
        rows += [{**entry, "meetingId": meeting_id, "entryIndex": index} for index, entry in enumerate(entries)]
        further = range(len(entries), self._emitted.replace(meeting_id, len(entries)))
        rows += [{"meetingId": meeting_id, "entryIndex": index, DELETED: True} for index in further]
        return rows

    def _fetched(self, changes: Iterable[Change]) -> Iterator[tuple[str, Sequence[TranscriptEntry]]]:
        with ThreadPoolExecutor(PARALLEL) as pool:
            waiting: deque[tuple[str, Future[Sequence[TranscriptEntry]]]] = deque()
            for change in changes:
                if len(waiting) == PARALLEL:
                    meeting_id, future = waiting.popleft()
                    yield meeting_id, future.result()
                waiting.append((change["id"], pool.submit(self._fetch, change)))
            for meeting_id, future in waiting:
                yield meeting_id, future.result()

    def _fetch(self, change: Change) -> Sequence[TranscriptEntry]:
        if change["change"] == "deleted":
            return []
        try:
            # The changes of an export have the transcript, those of the feed have not.
            meeting: Mapping[str, Any] = change.get("data") or self._client.get_meeting(change["id"])
        except NotFoundError:
            return []  # it has been deleted since
        return cast("Sequence[TranscriptEntry]", meeting["transcript"]["entries"]) if "transcript" in meeting else []


def _may_concern(change: Change) -> bool:
    """Tells whether a transcript may have changed: attendees, who are details, are its speakers."""
    return change["change"] != "updated" or not {"transcript", "details"}.isdisjoint(change.get("fields", []))


class EntryCounts:
    """The number of entries that a run has emitted for each meeting. It is on disk, so that memory stays bounded."""

    def __init__(self) -> None:
        # Without a name it is a temporary file, which SQLite removes.
        self._database = sqlite3.connect("", check_same_thread=False)
        self._database.execute("create table emitted (meeting text primary key, entries int) without rowid")

    def replace(self, meeting_id: str, entries: int) -> int:
        """Stores the number of entries; returns the one before."""
        found = self._database.execute("select entries from emitted where meeting = ?", (meeting_id,)).fetchone()
        self._database.execute("insert or replace into emitted values (?, ?)", (meeting_id, entries))
        return int(found[0]) if found else 0
