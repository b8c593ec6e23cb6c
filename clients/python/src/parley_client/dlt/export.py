"""Begins with the files of an export instead of the feed's present state."""

from __future__ import annotations

import hashlib
import json
import tempfile
import time
import zlib
from collections.abc import Iterator
from typing import IO, Any

import httpx

from parley_client import Client
from parley_client.client import ChangeType
from parley_client.models import Change, ExportFile, ExportManifest

TYPES: list[ChangeType] = ["meeting", "email", "execution", "user"]
POLL_SECONDS = 0.5
MAX_EXPORT_SECONDS = 12 * 60 * 60
DOWNLOADS = 5
"""The number of times that a file is downloaded until it arrives whole."""

CHUNK_BYTES = 1 << 20


class ExportError(Exception):
    """The export failed, or one of its files did not arrive as the manifest describes it."""


class ExportStart:
    """One export for all resources of a run; it is requested when the first of them begins."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._id: str | None = None
        self._http = httpx.Client()

    def renew(self) -> None:
        """The next resource that begins requests another export."""
        self._id = None

    def manifest(self) -> ExportManifest:
        """Waits for the export; returns its manifest, whose URLs are valid for two hours."""
        if self._id is None:
            self._id = self._client.request_export({"format": "ndjson", "types": TYPES})["id"]
        deadline = time.monotonic() + MAX_EXPORT_SECONDS
        while time.monotonic() < deadline:
            export = self._client.get_export(self._id)
            if "manifest" in export:
                return export["manifest"]
            if export["state"] == "failed":
                raise ExportError(f"Export {self._id} failed: {export.get('reason', 'no reason given')}")
            time.sleep(POLL_SECONDS)
        raise ExportError(f"Export {self._id} was not done after {MAX_EXPORT_SECONDS} s")

    def changes(self, kind: ChangeType) -> Iterator[Change]:
        """Yields the lines of one type, in their order, as changes with data."""
        for name in [file["name"] for file in self.manifest()["files"] if file["type"] == kind]:
            with self._downloaded(name) as content:
                for line in _lines(content):
                    yield _change_of(kind, json.loads(line))

    def _downloaded(self, name: str) -> IO[bytes]:
        """Downloads a file to a temporary one, which is verified before any of it is used."""
        for attempt in range(1, DOWNLOADS + 1):
            (file,) = [one for one in self.manifest()["files"] if one["name"] == name]
            content = tempfile.TemporaryFile()  # noqa: SIM115
            try:
                self._download(file, content)
                content.seek(0)
                return content
            except (httpx.HTTPError, ExportError) as error:
                content.close()
                if attempt == DOWNLOADS:
                    raise ExportError(f"{name} of export {self._id} could not be downloaded: {error}") from error
                time.sleep(attempt)
        raise AssertionError("the last attempt returns or raises")

    def _download(self, file: ExportFile, content: IO[bytes]) -> None:
        digest = hashlib.sha256()
        with self._http.stream("GET", file["url"], headers={"Accept-Encoding": "identity"}) as response:
            response.raise_for_status()
            for part in response.iter_raw():
                digest.update(part)
                content.write(part)
        if digest.hexdigest() != file["sha256"]:
            raise ExportError("its content is not that of the manifest")


def _lines(content: IO[bytes]) -> Iterator[bytes]:
    """Yields the lines of a gzipped file, one at a time."""
    inflate = zlib.decompressobj(wbits=31)
    rest = b""
    while part := content.read(CHUNK_BYTES):
        while part:
            *lines, rest = (rest + inflate.decompress(part, CHUNK_BYTES)).split(b"\n")
            yield from lines
            part = inflate.unconsumed_tail
            if inflate.eof and inflate.unused_data:
                part, inflate = inflate.unused_data, zlib.decompressobj(wbits=31)
    if rest:
        yield rest


def _change_of(kind: ChangeType, entity: dict[str, Any]) -> Change:
    identifier = str(entity["executionId"] if kind == "execution" else entity["id"])
    change: Change = {"position": "0", "type": kind, "id": identifier, "change": "created", "at": ""}
    return {**change, "change": "deleted"} if entity.get("deleted") is True else {**change, "data": entity}
