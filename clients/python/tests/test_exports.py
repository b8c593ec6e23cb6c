"""Other programs read exports in Parquet, and find in them what exports in NDJSON contain."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import subprocess
import time
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import duckdb
import httpx
import pyarrow.parquet
import pytest

from parley_client import Client

from .invented import meeting
from .service import KEY, REPOSITORY, Service
from .settle import settle

Row = dict[str, Any]
Read = Callable[[list[Path]], list[Row]]

TIMES = {"startTime", "endTime", "updatedAt", "sentAt", "triggeredAt", "createdAt", "licenseAssignedAt"}
TYPES = ["meeting", "email", "execution", "signal", "user"]
TRICKY = 'Zürich ☕ 👩‍💻 "quoted" \\ 2026-03-01T09:00:00Z\n\u2028 next'


def fill(client: Client) -> tuple[str, str]:
    """Stores something of each type; returns the ids of a meeting and of a signal."""
    signal = client.create_signal(
        {
            "signalName": "Mentions the renewal",
            "prompt": "Somebody speaks about the renewal.",
            "contextSource": "ALL",
            "phrases": ["renew", "renewal"],
            "followUpPrompts": [{"name": "who", "prompt": "Who says it?"}],
        }
    )["id"]
    client.put_users(
        {"users": [{"email": "ada@parley.example", "name": TRICKY, "licenseAssignedAt": "2026-01-01T00:00:00.25Z"}]}
    )
    kept = client.ingest_meeting(meeting(1, ["Shall we renew?", TRICKY] * 300))["meetingId"]
    client.upload_recording(kept, bytes(100), content_type="audio/mpeg")
    client.ingest_meeting(meeting(2))
    empty = meeting(3)
    empty["meeting"]["transcript"] = {"segments": []}
    client.ingest_meeting(empty)
    bare = meeting(4)
    bare["meeting"]["transcript"] = {"segments": [{"text": "Nobody is named here."}, {"text": ""}]}
    client.ingest_meeting(bare)
    client.ingest_email(
        {
            "email": {
                "id": "mail",
                "subject": TRICKY,
                "sentAt": "2026-02-01T09:00:00.125Z",
                "from": {"email": "grace@acme.example"},
                "to": [{"email": "ada@parley.example", "name": "Ada Park"}, {"email": "bo@parley.example"}],
                "text": "We want to renew.",
            }
        }
    )
    settle(client)
    return kept, str(signal)


def export(client: Client, folder: Path, options: Any) -> tuple[dict[str, list[Path]], str]:
    """Exports, and downloads the files by type; returns them with the cursor that follows."""
    identifier = client.request_export(options)["id"]
    while (made := client.get_export(identifier))["state"] != "done":
        assert made["state"] != "failed", made.get("reason")
        time.sleep(0.05)
    folder.mkdir()
    files: dict[str, list[Path]] = {}
    for file in made["manifest"]["files"]:
        content = httpx.get(file["url"]).raise_for_status().content
        assert hashlib.sha256(content).hexdigest() == file["sha256"]
        path = folder / file["name"]
        path.write_bytes(content)
        files.setdefault(file["type"], []).append(path)
    return files, made["manifest"]["changesCursor"]


def rows_of_lines(kind: str, files: list[Path]) -> list[Row]:
    """Returns the lines of NDJSON as rows of Parquet contain them."""
    lines = [json.loads(line) for file in files for line in gzip.decompress(file.read_bytes()).split(b"\n")[:-1]]
    return [row_of_line(kind, line) for line in lines]


def row_of_line(kind: str, line: Row) -> Row:
    identifier = int(line["executionId" if kind == "execution" else "id"])
    row: Row = {"deleted": False, **line, "id": identifier}
    row.pop("executionId", None)
    if kind == "meeting" and not row["deleted"]:
        transcript = row.pop("transcript", None)
        row.setdefault("hasTranscript", transcript is not None)
        if transcript is not None:
            row["transcript"] = [
                {name: value for name, value in entry.items() if name != "timestamp"} for entry in transcript["entries"]
            ]
    return {name: with_times(value, name) for name, value in row.items()}


def with_times(value: Any, name: str = "") -> Any:
    if isinstance(value, list):
        return [with_times(one) for one in value]
    if isinstance(value, dict):
        return {part: with_times(one, part) for part, one in value.items()}
    return instant(value) if name in TIMES else value


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def by_pyarrow(files: list[Path]) -> list[Row]:
    return [present(row) for file in files for row in pyarrow.parquet.read_table(file).to_pylist()]


def by_duckdb(files: list[Path]) -> list[Row]:
    return select("from read_parquet(?)", [[str(file) for file in files]])


def select(query: str, values: list[Any] | None = None, *, connection: Any = duckdb) -> list[Row]:
    cursor = connection.execute(query, values)
    names = [str(one[0]) for one in cursor.description]
    return [present(dict(zip(names, row, strict=True))) for row in cursor.fetchall()]


def present(value: Any) -> Any:
    """Omits what is null, as JSON does."""
    if isinstance(value, list):
        return [present(one) for one in value]
    if isinstance(value, dict):
        return {name: present(one) for name, one in value.items() if one is not None}
    if isinstance(value, datetime):
        assert value.tzinfo is not None
        return value.astimezone(timezone.utc)
    return value


@pytest.mark.parametrize("read", [by_pyarrow, by_duckdb])
def test_rows_are_those_of_ndjson(client: Client, tmp_path: Path, read: Read) -> None:
    kept, signal = fill(client)
    lines, cursor = export(client, tmp_path / "lines", {"format": "ndjson"})
    files, _ = export(client, tmp_path / "parquet", {"format": "parquet"})
    assert list(lines) == list(files) == TYPES
    for kind in TYPES:
        rows = read(files[kind])
        assert rows == rows_of_lines(kind, lines[kind])
        assert all(isinstance(row["id"], int) for row in rows)
    assert len(read(files["meeting"])[0]["transcript"]) == 600
    assert [len(row.get("transcript", "none")) for row in read(files["meeting"])] == [600, 4, 0, 2]
    assert len(read(files["execution"])) == 2

    client.delete_meeting(kept)
    client.delete_signal(int(signal))
    settle(client)
    lines, _ = export(client, tmp_path / "changed lines", {"format": "ndjson", "after": cursor})
    files, _ = export(client, tmp_path / "changed", {"format": "parquet", "after": cursor})
    assert {"id": int(kept), "deleted": True} in read(files["meeting"])
    assert {kind: read(files[kind]) for kind in files} == {kind: rows_of_lines(kind, lines[kind]) for kind in lines}


def test_the_documented_queries_give_the_present_meetings(service: Service, client: Client, tmp_path: Path) -> None:
    kept, _ = fill(client)
    write_folder(service, client, tmp_path)
    client.delete_meeting(kept)
    client.ingest_meeting(meeting(2, ["Now somebody speaks.", "And answers."]))
    settle(client)
    write_folder(service, client, tmp_path, "--incremental")

    connection = duckdb.connect(config={"file_search_path": str(tmp_path)})
    text = Path(REPOSITORY, "docs/exports.md").read_text()
    (queries,) = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
    create, unnest = [query for query in re.sub(r"--.*", "", queries).split(";") if query.strip()]
    connection.execute(create)
    rows = select("select * exclude (filename, place) from meetings order by id", connection=connection)
    listed = client.meetings(from_="2000-01-01T00:00:00Z", include_transcript=False)
    current: list[Row] = [{**client.get_meeting(one["id"])} for one in listed]
    assert rows == sorted((row_of_line("meeting", one) for one in current), key=lambda row: row["id"])
    entries = select(unnest, connection=connection)
    assert sorted(row["text"] for row in entries) == sorted(
        ["Now somebody speaks.", "And answers.", "Nobody is named here.", ""]
    )


def write_folder(service: Service, client: Client, folder: Path, *options: str) -> None:
    identifier = str(client.get_organization()["id"])
    command = ["node_modules/.bin/node", "src/main.js", "export", str(folder), "--format", "parquet"]
    data = str(Path(service.folder, "data"))
    subprocess.run(
        [*command, "--organization", identifier, *options],
        cwd=REPOSITORY,
        env={"PATH": os.environ["PATH"], "PARLEY_DATA_DIR": data, "PARLEY_BOOTSTRAP_API_KEY": KEY},
        check=True,
        capture_output=True,
    )
