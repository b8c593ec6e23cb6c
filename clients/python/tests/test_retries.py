"""Which calls are sent again, when, and with what effect."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable

import pytest

from parley_client import AsyncClient, Client, NoResponseError, ParleyError, RateLimitError, ServerError

from .invented import meeting
from .scripted_server import Answer, Received, forward, in_turn, refusal, scripted
from .service import Service

USERS = Answer(200, body=b'{"users": [], "pageCount": 0}')
ACCEPTED = Answer(200, body=b'{"meetingId": "1", "created": true}')
DATE = "Sun, 01 Mar 2026 09:00:00 GMT"
TWO_SECONDS_LATER = "Sun, 01 Mar 2026 09:00:02 GMT"


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Records the waits between attempts instead of waiting."""
    waited: list[float] = []

    async def record(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(time, "sleep", waited.append)
    monkeypatch.setattr(asyncio, "sleep", record)
    return waited


def users(url: str, *, retries: int = 3) -> object:
    with Client(url, "key", retries=retries) as client:
        return client.list_users()


def users_async(url: str, *, retries: int = 3) -> object:
    async def ask() -> object:
        async with AsyncClient(url, "key", retries=retries) as client:
            return await client.list_users()

    return asyncio.run(ask())


EACH_CLIENT = pytest.mark.parametrize("ask", [users, users_async])


@EACH_CLIENT
@pytest.mark.parametrize(
    ("headers", "expected"),
    [({"Retry-After": "7"}, 7), ({"Retry-After": TWO_SECONDS_LATER, "Date": DATE}, 2), ({}, 0.125)],
)
def test_retry_after_is_kept(
    waits: list[float], ask: Callable[[str], object], headers: dict[str, str], expected: float
) -> None:
    with scripted(in_turn(refusal(503, "Not now", **headers), USERS)) as server:
        assert ask(server.url) == {"users": [], "pageCount": 0}
    assert len(waits) == 1
    assert expected <= waits[0] <= expected + 0.25


@EACH_CLIENT
def test_a_wait_that_is_too_long_is_an_error_at_once(waits: list[float], ask: Callable[[str], object]) -> None:
    answer = refusal(429, "Slow down", **{"Retry-After": "61"})
    with scripted(in_turn(answer)) as server, pytest.raises(RateLimitError, match="Slow down") as error:
        ask(server.url)
    assert error.value.retry_after_seconds == 61
    assert waits == []


@EACH_CLIENT
def test_attempts_are_bounded_and_their_waits_grow(waits: list[float], ask: Callable[..., object]) -> None:
    with scripted(lambda _: Answer(None)) as server, pytest.raises(NoResponseError):
        ask(server.url, retries=6)
    assert len(server.received) == 7
    for retry, wait in enumerate(waits):
        ceiling = min(8, 0.25 * 2**retry)
        assert ceiling / 2 <= wait <= ceiling


@EACH_CLIENT
def test_other_failures_are_not_retried(ask: Callable[[str], object]) -> None:
    with scripted(lambda _: refusal(500, "Internal server error")) as server, pytest.raises(ServerError) as error:
        ask(server.url)
    assert error.value.status == 500
    assert len(server.received) == 1


@EACH_CLIENT
def test_what_is_not_from_parley_is_an_error(ask: Callable[[str], object]) -> None:
    page = {"content-type": "text/html"}
    with (
        scripted(in_turn(Answer(404, page, b"<h1>proxy</h1>"))) as server,
        pytest.raises(ParleyError, match="not with"),
    ):
        ask(server.url)
    with scripted(in_turn(Answer(200, body=b"{"))) as server, pytest.raises(ParleyError, match="not with JSON"):
        ask(server.url)
    target = {"location": "http://127.0.0.1:9/"}
    with scripted(in_turn(Answer(302, target))) as server, pytest.raises(ParleyError) as error:
        ask(server.url)
    assert error.value.status == 302


@pytest.mark.usefixtures("waits")
def test_every_attempt_of_a_write_has_the_same_key() -> None:
    answers = in_turn(Answer(None), refusal(503, "Not now"), ACCEPTED)
    with scripted(answers) as server, Client(server.url, "key", receiver_url=server.url) as client:
        client.ingest_meeting(meeting(1))
        keys = {request.headers["idempotency-key"] for request in server.received}
        bodies = {request.body for request in server.received}
    assert len(server.received) == 3
    assert len(keys) == len(bodies) == 1


def test_a_write_without_a_key_is_sent_once() -> None:
    with scripted(lambda _: Answer(None)) as server, Client(server.url, "key") as client:
        with pytest.raises(NoResponseError):
            client.put_users({"users": []})
        assert len(server.received) == 1


@pytest.mark.usefixtures("waits")
def test_a_write_whose_answer_is_lost_is_done_once(service: Service, client: Client, key: str) -> None:
    sent = client.ingest_meeting(meeting(1))["meetingId"]
    lost: list[Answer] = []

    def lose_the_first(request: Received) -> Answer:
        answer = forward(service.base_url, request)
        if not lost:
            lost.append(answer)
            return Answer(None)
        return answer

    with scripted(lose_the_first) as proxy, Client(proxy.url, key) as remote:
        accepted = remote.remap_meeting(
            {"meetingDetails": {"serviceMeetingId": int(sent)}, "salesforceRecords": {"accountId": "acme"}}
        )
    assert lost[0].status == 200
    assert [remap["requestId"] for remap in client.list_remaps(sent)["remaps"]] == [accepted["requestId"]]


def test_a_slow_response_is_given_up() -> None:
    def slow(_: Received) -> Answer:
        time.sleep(1)
        return USERS

    with scripted(slow) as server, Client(server.url, retries=0, timeout_seconds=0.1) as client:
        with pytest.raises(NoResponseError, match="GET /v1/users"):
            client.list_users()
        assert client.with_options(timeout_seconds=30).list_users()["users"] == []


def test_meetings_without_an_outcome_are_an_error_after_the_outcomes_of_the_others() -> None:
    lines = [
        {"line": 1, "meetingId": "7", "created": True},
        {"line": 2, "error": "A line\u2028and another\u0085one", "status": 400},
    ]
    body = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
    answer = Answer(200, {"content-type": "application/x-ndjson"}, body)
    with scripted(lambda _: answer) as server, Client(server.url, "key", receiver_url=server.url) as client:
        outcomes = client.ingest_many(meeting(number) for number in range(3))
        assert next(outcomes) == {"index": 0, "meetingId": "7", "created": True}
        assert next(outcomes) == {"index": 1, "error": "A line\u2028and another\u0085one", "status": 400}
        with pytest.raises(ParleyError, match="only 2 of the 3 meetings"):
            next(outcomes)
