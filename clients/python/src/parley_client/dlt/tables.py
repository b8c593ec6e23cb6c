"""The tables that hold one row for each entity, and the rows that a change makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from dlt.common.schema.typing import TColumnSchema

from parley_client.client import ChangeType
from parley_client.dlt.merge import DELETED, Merge, Row, columns, in_staging
from parley_client.models import Change


@dataclass(frozen=True)
class Table:
    """A table of entities of one type."""

    name: str
    key: str
    """The name of the field that identifies an entity, and the column."""
    key_column: str
    types: Sequence[ChangeType]
    """The types of the changes that it follows; the first one is that of its rows."""
    columns: list[TColumnSchema]
    key_of: Callable[[str], Any] = str
    """Turns the id of a change into the value of the key."""
    replaced: str = field(default="")
    """The condition on the rows of the warehouse that changes replace."""

    def merge(self) -> Merge:
        return Merge(self.replaced or in_staging(self.key_column))

    def rows(self, change: Change, merge: Merge) -> Iterator[Row]:
        """Returns the rows that a change makes."""
        key = self.key_of(change["id"])
        if change["type"] != self.types[0]:
            if change["change"] == "deleted":
                yield self.deletion_of_signal(key, merge)
        elif change["change"] != "deleted" and "data" in change:
            yield self.row(change["data"], key)
        else:
            yield self.deletion(key)

    def row(self, data: dict[str, Any], key: Any) -> Row:
        if self.types[0] != "meeting":
            return {**data, self.key: key}
        # Exports contain meetings with their transcripts, the feed without.
        head = {name: value for name, value in data.items() if name != "transcript"}
        return {"hasTranscript": "transcript" in data, **head, self.key: key}

    def deletion(self, key: Any) -> Row:
        return {self.key: key, DELETED: True}

    def nothing(self) -> Row:
        """Returns a row that is not stored: a run without rows would not change the table."""
        return self.deletion(self.key_of("0"))

    def deletion_of_signal(self, signal: int, merge: Merge) -> Row:
        """The deletion of a signal implies that of its executions, which the feed does not list."""
        merge.discard(f"signal_id = {int(signal)}")
        return {self.key: -signal, "signalId": signal, DELETED: True}


MEETINGS = Table(
    name="meetings",
    key="id",
    key_column="id",
    types=["meeting"],
    columns=columns(["start_time", "end_time", "recording__updated_at"], recording__bytes="bigint"),
)

USERS = Table(
    name="users",
    key="id",
    key_column="id",
    types=["user"],
    columns=columns(["license_assigned_at"]),
)

EMAILS = Table(
    name="emails",
    key="id",
    key_column="id",
    types=["email"],
    columns=columns(["sent_at"]),
)

EXECUTIONS = Table(
    name="executions",
    key="executionId",
    key_column="execution_id",
    types=["execution", "signal"],
    columns=columns(["triggered_at"], execution_id="bigint", signal_id="bigint", source_id="bigint"),
    key_of=int,
    # A negative key stands for a signal that was deleted.
    replaced=f"{in_staging('execution_id')} OR {in_staging('signal_id', 'execution_id < 0')}",
)

TABLES = (MEETINGS, USERS, EXECUTIONS, EMAILS)
