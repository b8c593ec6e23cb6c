"""Settings of a client, checked when it is created."""

from __future__ import annotations

import math
from dataclasses import dataclass

import httpx

from parley_client._call import Call

DEFAULT_RETRIES = 3
MAX_RETRIES = 10
DEFAULT_TIMEOUT_SECONDS = 30.0


@dataclass(frozen=True)
class Settings:
    """The settings that all calls of a client have in common."""

    base_url: str
    receiver_url: str | None
    api_key: str | None
    retries: int
    timeout_seconds: float

    def __post_init__(self) -> None:
        for name, url in (("base_url", self.base_url), ("receiver_url", self.receiver_url)):
            if url is not None and httpx.URL(url).scheme not in {"http", "https"}:
                raise ValueError(f"{name} has to be an http or https URL, not {url!r}")
        if not 0 <= self.retries <= MAX_RETRIES:
            raise ValueError(f"retries has to be from 0 to {MAX_RETRIES}, not {self.retries}")
        if not self.timeout_seconds > 0:
            raise ValueError(f"timeout_seconds has to be more than 0, not {self.timeout_seconds}")

    def request(self, client: httpx.Client | httpx.AsyncClient, call: Call[object]) -> httpx.Request:
        """Builds the request of a call; every attempt sends this one."""
        base = self.receiver_url if call.on_receiver else self.base_url
        if base is None:
            raise ValueError(f"{call.path} is on the receiver's address: the client takes it as receiver_url")
        headers = call.headers()
        if self.api_key is not None:
            headers["X-API-Key"] = self.api_key
        seconds = self.timeout_seconds + call.wait_seconds()
        return client.build_request(
            call.method,
            base.rstrip("/") + call.path,
            params=call.params(),
            headers=headers,
            json=call.json,
            content=call.content,
            timeout=None if math.isinf(seconds) else seconds,
        )
