"""The async client, against the real service."""

from __future__ import annotations

import asyncio

import pytest

from parley_client import AsyncChangeReader, AsyncClient, NotFoundError

from .invented import FIRST_START, meeting
from .service import Service


async def next_deletion(changes: AsyncChangeReader) -> str:
    async for change in changes:
        if change["change"] == "deleted":
            return change["id"]
    raise AssertionError("the changes ended")


def test_calls_pages_and_changes(service: Service, key: str) -> None:
    async def follow() -> None:
        async with AsyncClient(service.base_url, key, receiver_url=service.receiver_url) as client:
            sent = await asyncio.gather(*(client.ingest_meeting(meeting(number)) for number in range(5)))
            ids = [one["meetingId"] for one in sent]
            assert len(set(ids)) == 5
            found = [one["id"] async for one in client.meetings(from_=FIRST_START, page_size=2)]
            assert found == ids
            pages = client.meetings(from_=FIRST_START, page_size=2).pages()
            assert [len(page["meetings"]) async for page in pages] == [2, 2, 1]
            with pytest.raises(NotFoundError):
                await client.get_meeting(999_999)
            with pytest.raises(NotFoundError):
                await client.with_options(retries=0).get_meeting(999_999)

            changes = client.changes(types=["meeting"], wait_seconds=10)
            seen = [(await anext(changes))["id"] for _ in range(5)]
            assert sorted(seen) == sorted(ids)
            following = asyncio.create_task(next_deletion(changes))
            await client.delete_meeting(ids[2])
            assert await following == ids[2]
            rest = [change async for change in client.changes(after=changes.cursor, types=["meeting"])]
            assert rest == []

    asyncio.run(follow())


def test_many_meetings_are_ingested(service: Service, key: str) -> None:
    async def send() -> list[bool | None]:
        async with AsyncClient(service.base_url, key, receiver_url=service.receiver_url) as client:
            bodies = [meeting(number) for number in range(3)]
            return [outcome.get("created") async for outcome in client.ingest_many(bodies)]

    assert asyncio.run(send()) == [True] * 3
