"""Starts the real service, with an embedded database in a temporary folder."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import httpx

from parley_client import Client

REPOSITORY = Path(__file__).resolve().parents[3]
KEY = "parley_key-of-the-python-tests"
START_SECONDS = 90
WORKS = "Background jobs are done here"
"""The line that a process without an address prints when it is ready."""


class Process:
    """One process of the service."""

    def __init__(self, service: Service, roles: str) -> None:
        self.log = Path(service.folder, f"{time.monotonic_ns()}.log")
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": service.folder,
            "PARLEY_ROLES": roles,
            "PARLEY_DATA_DIR": str(Path(service.folder, "data")),
            "PARLEY_API_PORT": str(service.api_port),
            "PARLEY_RECEIVER_PORT": str(service.receiver_port),
            "PARLEY_BOOTSTRAP_API_KEY": KEY,
            "PARLEY_LOG_LEVEL": "warn",
            **service.settings,
        }
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [str(REPOSITORY / "node_modules/.bin/node"), "src/main.js", "serve"],
                cwd=REPOSITORY,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        address = f"http://127.0.0.1:{service.api_port}/readyz" if "api" in roles else None
        deadline = time.monotonic() + START_SECONDS
        while not self._is_ready(address):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the service did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def _is_ready(self, address: str | None) -> bool:
        if address is None:
            return WORKS in self.log.read_text()
        try:
            return httpx.get(address).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """Ends the process at once, as `kill -9` does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()


class Service:
    """A Parley with a database of its own; several processes may share it."""

    def __init__(self, settings: dict[str, str] | None = None) -> None:
        self.settings = settings or {}
        self._folder = tempfile.TemporaryDirectory(prefix="parley-python-", ignore_cleanup_errors=True)
        self.folder = self._folder.name
        # If the service is started as root, PostgreSQL runs as another user.
        os.chmod(self.folder, 0o755)
        self.api_port, self.receiver_port = free_ports(2)
        self.base_url = f"http://127.0.0.1:{self.api_port}"
        self.receiver_url = f"http://127.0.0.1:{self.receiver_port}"
        self.processes: list[Process] = []

    def start(self, roles: str = "api,receiver,worker") -> Process:
        """Starts a process; returns when it is ready."""
        process = Process(self, roles)
        self.processes.append(process)
        return process

    def client(self, key: str = KEY) -> Client:
        return Client(self.base_url, key, receiver_url=self.receiver_url)

    def organization(self, name: str) -> str:
        """Creates an organization; returns its key."""
        with self.client() as operator:
            return operator.create_organization({"name": name, "domains": ["parley.example"]})["key"]

    def close(self) -> None:
        for process in reversed(self.processes):
            process.stop()
        self._folder.cleanup()


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    try:
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()
