from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from parley_client import Client

from .service import Service


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """One service for all tests; each test has an organization of its own."""
    # Webhooks are sent to this machine.
    started = Service({"PARLEY_FETCH_ALLOW": "127.0.0.0/8"})
    try:
        started.start()
        yield started
    finally:
        started.close()


@pytest.fixture
def key(service: Service, request: pytest.FixtureRequest) -> str:
    return service.organization(str(request.node.name))


@pytest.fixture
def client(service: Service, key: str) -> Iterator[Client]:
    with service.client(key) as one:
        yield one


# dlt reports to its makers by default.
os.environ["RUNTIME__DLTHUB_TELEMETRY"] = "false"
