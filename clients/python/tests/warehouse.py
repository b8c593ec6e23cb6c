"""Compares a warehouse with the API, row by row and field by field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from typing import Any

import dlt
from dlt.common.normalizers.naming.snake_case import NamingConvention

from parley_client import Client

Row = dict[str, Any]

FIRST = "0001-01-01T00:00:00Z"
LAST = "9999-01-01T00:00:00Z"
LISTS = {
    "meetings": ["attendees"],
    "executions": ["attendee_emails", "follow_up_prompts"],
    "emails": ["to", "cc"],
    "users": list[str](),
    "transcripts": list[str](),
}
TIMES = {"start_time", "end_time", "recording__updated_at", "license_assigned_at", "sent_at", "triggered_at"}

column = NamingConvention().normalize_identifier


def differences(pipeline: dlt.Pipeline, client: Client) -> list[str]:
    """Returns what the warehouse lacks, has too much of, or has with another content."""
    return [
        f"{table} {key}: {stored.get(key)} instead of {expected.get(key)}"
        for table, expected in of_api(client).items()
        for stored in [of_warehouse(pipeline, table)]
        for key in sorted(expected.keys() | stored.keys())
        if expected.get(key) != stored.get(key)
    ]


def of_api(client: Client) -> dict[str, dict[str, Row]]:
    """Returns everything that the API has, as rows by table and key."""
    listed = client.meetings(from_=FIRST, include_transcript=False, page_size=50)
    meetings = [client.get_meeting(meeting["id"]) for meeting in listed]
    entries = {
        f"{meeting['id']} {index}": flat({**entry, "meetingId": meeting["id"], "entryIndex": index})
        for meeting in meetings
        for index, entry in enumerate(meeting.get("transcript", {"entries": []})["entries"])
    }
    heads: list[Row] = [
        {
            **{name: value for name, value in meeting.items() if name != "transcript"},
            "hasTranscript": "transcript" in meeting,
        }
        for meeting in meetings
    ]
    executions = client.executions(
        execution_from=FIRST, execution_to=LAST, page_size=50, include_follow_up_prompts=True
    )
    return {
        "meetings": by("id", heads),
        "transcripts": entries,
        "users": by("email", client.users(page_size=50)),
        "executions": by("execution_id", executions),
        "emails": by("id", client.emails(from_=FIRST, page_size=50)),
    }


def by(key: str, entities: Iterable[Mapping[str, Any]]) -> dict[str, Row]:
    rows = [flat(entity) for entity in entities]
    return {str(row[key]): row for row in rows}


def flat(entity: Mapping[str, Any], prefix: str = "") -> Row:
    """Returns an entity with the columns of a warehouse; lists stay lists."""
    row: Row = {}
    for name, value in entity.items():
        path = f"{prefix}{column(name)}"
        if isinstance(value, dict):
            row.update(flat(value, f"{path}__"))
        elif isinstance(value, list):
            if value:
                row[path] = [flat(one) if isinstance(one, dict) else {"value": one} for one in value]
        else:
            row[path] = instant(value) if path in TIMES else value
    return row


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def of_warehouse(pipeline: dlt.Pipeline, table: str) -> dict[str, Row]:
    rows = {row["_dlt_id"]: row for row in select(pipeline, table)}
    shown = {identifier: visible(row) for identifier, row in rows.items()}
    for name in LISTS[table]:
        for child in sorted(select(pipeline, f"{table}__{name}"), key=lambda one: one["_dlt_list_idx"]):
            shown[child["_dlt_parent_id"]].setdefault(name, []).append(visible(child))
    if table == "transcripts":
        keyed = {f"{row['meeting_id']} {row['entry_index']}": row for row in shown.values()}
    else:
        key = {"users": "email", "executions": "execution_id"}.get(table, "id")
        keyed = {str(row[key]): row for row in shown.values()}
    if table == "users":
        for row in keyed.values():
            del row["id"]  # the list of users does not show it
    assert len(keyed) == len(rows), f"{table} has rows with the same key"
    return keyed


def select(pipeline: dlt.Pipeline, table: str) -> list[Row]:
    if table not in pipeline.default_schema.tables:
        return []
    with (
        pipeline.sql_client() as sql,
        sql.execute_query(f"select * from {sql.make_qualified_table_name(table)}") as cursor,
    ):
        names = [str(one[0]) for one in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def visible(row: Row) -> Row:
    return {
        name: value.astimezone(timezone.utc) if isinstance(value, datetime) else value
        for name, value in row.items()
        if value is not None and not name.startswith("_")
    }
