"""Reads the feed of changes from where the last run ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import dlt

from parley_client import Client, CursorGoneError
from parley_client.client import ChangeType
from parley_client.dlt.export import ExportStart
from parley_client.dlt.merge import Merge, Row
from parley_client.models import Change

PAGE_SIZE = 1000

EXPORT_PART = 20
"""Entities of an export that are held in memory at the same time; meetings come with their transcripts."""


class Feed:
    """The changes of some types, as one resource reads them. Its state is the cursor."""

    def __init__(self, client: Client, types: Sequence[ChangeType], *, include_data: bool) -> None:
        self._client, self._types, self._include_data = client, types, include_data

    def read(
        self,
        merge: Merge,
        rows_of: Callable[[Sequence[Change]], Iterator[Sequence[Row]]],
        begin: Callable[[], Iterator[Sequence[Row]]],
        export: ExportStart | None = None,
    ) -> Iterator[Any]:
        """
        Yields the rows of everything that changed since the last run, and of everything there is on the first run or if
        the service no longer keeps the changes since the last one.

        :param rows_of: makes the rows of a page of changes, in parts
        :param begin: makes the rows with which a reload begins
        :param export: the files with which a reload begins; by default it begins with the present state of the feed
        """
        state = dlt.current.resource_state()
        while True:
            if state.get("cursor") is None:
                merge.begin_reload()
                for rows in begin():
                    yield merge.rows(rows)
                if export:
                    for changes in _parts(export.changes(self._types[0])):
                        for rows in rows_of(changes):
                            yield merge.rows(rows)
                    state["cursor"] = export.manifest()["changesCursor"]
            try:
                feed = self._client.changes(
                    after=state.get("cursor"), types=self._types, include_data=self._include_data, limit=PAGE_SIZE
                )
                for page in feed.pages():
                    for rows in rows_of(page["changes"]):
                        yield merge.rows(rows)
                    state["cursor"] = page["next"]
                return
            except CursorGoneError:
                state["cursor"] = None
                if export:
                    export.renew()


def _parts(changes: Iterator[Change]) -> Iterator[list[Change]]:
    while part := list(islice(changes, EXPORT_PART)):
        yield part
