"""Reads the feed of changes from where the last run ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import dlt

from parley_client import Client, CursorGoneError
from parley_client.client import ChangeType
from parley_client.dlt.merge import Merge, Row
from parley_client.models import Change

PAGE_SIZE = 1000


class Feed:
    """The changes of some types, as one resource reads them. Its state is the cursor."""

    def __init__(self, client: Client, types: Sequence[ChangeType], *, include_data: bool) -> None:
        self._client, self._types, self._include_data = client, types, include_data

    def read(
        self,
        merge: Merge,
        rows_of: Callable[[Sequence[Change]], Iterator[Sequence[Row]]],
        begin: Callable[[], Iterator[Sequence[Row]]],
    ) -> Iterator[Any]:
        """
        Yields the rows of everything that changed since the last run, and of everything there is on the first run or if
        the service no longer keeps the changes since the last one.

        :param rows_of: makes the rows of a page of changes, in parts
        :param begin: makes the rows with which a reload begins
        """
        state = dlt.current.resource_state()
        while True:
            if state.get("cursor") is None:
                merge.begin_reload()
                for rows in begin():
                    yield merge.rows(rows)
            try:
                changes = self._client.changes(
                    after=state.get("cursor"), types=self._types, include_data=self._include_data, limit=PAGE_SIZE
                )
                for page in changes.pages():
                    for rows in rows_of(page["changes"]):
                        yield merge.rows(rows)
                    state["cursor"] = page["next"]
                return
            except CursorGoneError:
                state["cursor"] = None
