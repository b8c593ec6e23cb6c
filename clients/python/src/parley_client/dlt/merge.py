"""Replaces rows of the warehouse by those of a run, in one transaction for each table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import dlt
from dlt.common.data_types import TDataType
from dlt.common.schema.typing import TColumnSchema

Row = dict[str, Any]

DELETED = "_deleted"
"""Marks the row of an entity that is gone: it removes the row of the warehouse and is not stored."""

SEQUENCE = "_sequence"
"""Numbers the rows of a run. Of the rows with the same key, the last one counts."""

EVERYTHING = "1 = 1"

CONTROL_COLUMNS: list[TColumnSchema] = [
    {"name": DELETED, "data_type": "bool", "hard_delete": True},
    {"name": SEQUENCE, "data_type": "bigint", "dedup_sort": "desc", "nullable": False},
]


class Merge:
    """Numbers the rows of one run of a resource, and tells dlt which rows of the warehouse they replace."""

    def __init__(self, replaced: str) -> None:
        """
        :param replaced: the condition on the rows that changes replace; `{staging_table}` has the rows of the run
        """
        self._replaced = replaced
        self._is_reload = False
        self._counted: list[str] = []
        self.sequence = 0

    def begin_reload(self) -> None:
        """From now on the rows are everything there is. Rows that were emitted before do not count."""
        self._is_reload = True
        self._counted = [f"{SEQUENCE} > {self.sequence}"]

    def discard(self, condition: str) -> None:
        """Rows that were emitted before and meet the condition do not count."""
        self._counted.append(f"({SEQUENCE} > {self.sequence} OR NOT ({condition}))")

    def rows(self, rows: Iterable[Row]) -> Any:
        """Returns rows as a resource yields them."""
        return dlt.mark.with_hints(
            [self._numbered(row) for row in rows],
            dlt.mark.make_hints(
                write_disposition={
                    "disposition": "merge",
                    "strategy": "delete-insert",
                    "destination_scope": EVERYTHING if self._is_reload else self._replaced,
                    "source_filter": " AND ".join(self._counted or [EVERYTHING]),
                }
            ),
        )

    def _numbered(self, row: Row) -> Row:
        self.sequence += 1
        return {**row, SEQUENCE: self.sequence}


def in_staging(column: str, condition: str = EVERYTHING) -> str:
    """Returns the condition on the rows of the warehouse that the rows of a run refer to by a column."""
    return f"{column} IN (SELECT {column} FROM {{staging_table}} WHERE {condition})"


def columns(timestamps: Sequence[str] = (), **types: TDataType) -> list[TColumnSchema]:
    """Returns the columns whose type does not follow from their first value."""
    named: dict[str, TDataType] = {**types}
    named.update((name, "timestamp") for name in timestamps)
    return [TColumnSchema(name=name, data_type=data_type) for name, data_type in named.items()] + CONTROL_COLUMNS
