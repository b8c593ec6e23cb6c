"""The source: one resource for each table, each of which follows the feed of changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import dlt
from dlt.extract import DltResource

from parley_client import Client
from parley_client.dlt import transcripts
from parley_client.dlt.export import ExportStart
from parley_client.dlt.feed import Feed
from parley_client.dlt.merge import Merge
from parley_client.dlt.tables import TABLES, Table
from parley_client.dlt.transcripts import Transcripts

RETRIES = 6

BUFFER_SETTING = "sources.parley.data_writer.buffer_max_items"
BUFFER_ROWS = 500
"""Rows of a table that are held in memory while they are read; dlt's own default is ten times that."""


@dlt.source(name="parley", section="parley")
def parley_source(
    base_url: str = dlt.config.value,
    api_key: str = dlt.secrets.value,
    start: Literal["feed", "export"] = "feed",
) -> Iterable[DltResource]:
    """
    The conversations of an organization: `meetings`, `transcripts`, `users`, `executions` and `emails`.

    The first run loads everything there is, each further one what has changed since, deletions included. If the service
    no longer keeps the changes since the last run, the run loads everything again and removes what is gone.

    :param base_url: the address of the API
    :param api_key: a key with the scopes `meetings:read`, `signals:read` and `users:read`
    :param start: reads everything there is from the feed, or from the files of an export, which is quicker if there are
        many transcripts
    """
    # Texts stay texts, even if they look like a date.
    schema = dlt.current.source_schema()
    for detection in list(schema.settings.get("detections") or []):
        schema.remove_type_detection(detection)
    if BUFFER_SETTING not in dlt.config:
        dlt.config[BUFFER_SETTING] = BUFFER_ROWS
    client = Client(base_url, api_key, retries=RETRIES)
    export = ExportStart(client) if start == "export" else None
    for table in TABLES:
        yield _entities(client, table, export)
    yield _transcripts(client, export)


def _entities(client: Client, table: Table, export: ExportStart | None) -> DltResource:
    def read() -> Iterator[Any]:
        merge = table.merge()
        yield from Feed(client, table.types, include_data=True).read(
            merge,
            rows_of=lambda changes: iter([[row for change in changes for row in table.rows(change, merge)]]),
            begin=lambda: iter([[table.nothing()]]),
            export=export,
        )

    return dlt.resource(
        read,
        name=table.name,
        primary_key=table.key_column,
        write_disposition="merge",
        columns=table.columns,
    )


def _transcripts(client: Client, export: ExportStart | None) -> DltResource:
    def read() -> Iterator[Any]:
        found = Transcripts(client)
        yield from Feed(client, ["meeting"], include_data=False).read(
            Merge(transcripts.REPLACED),
            rows_of=found.rows,
            begin=lambda: iter([[found.nothing()]]),
            export=export,
        )

    return dlt.resource(
        read,
        name="transcripts",
        primary_key=("meeting_id", "entry_index"),
        write_disposition="merge",
        columns=transcripts.COLUMNS,
    )
