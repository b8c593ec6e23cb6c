"""An HTTP server that answers as a test scripts it, and one between a client and the service that loses answers."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx


@dataclass
class Answer:
    """What the server does with a request. No status: it breaks the connection."""

    status: int | None
    headers: dict[str, str] = field(default_factory=dict[str, str])
    body: bytes = b"{}"


@dataclass
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class ScriptedServer:
    url: str
    received: list[Received]


@contextmanager
def scripted(answer: Callable[[Received], Answer]) -> Iterator[ScriptedServer]:
    """Runs a server on a free port; `answer` is called with each request, one at a time."""
    received: list[Received] = []
    one_at_a_time = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Received(self.command, self.path, headers, body)
            with one_at_a_time:
                received.append(request)
                given = answer(request)
            if given.status is None:
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            self.send_response_only(given.status)
            shown = {"content-type": "application/json", "content-length": str(len(given.body)), **given.headers}
            for name, value in shown.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(given.body)

        do_GET = do_POST = do_PUT = handle_any  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield ScriptedServer(f"http://127.0.0.1:{server.server_address[1]}", received)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def in_turn(*answers: Answer) -> Callable[[Received], Answer]:
    """Gives these answers in turn."""
    remaining = list(answers)
    return lambda _: remaining.pop(0)


def refusal(status: int, message: str, **headers: str) -> Answer:
    return Answer(status, headers, json.dumps({"error": message}).encode())


def forward(target: str, request: Received) -> Answer:
    """Passes a request on to the service and returns its answer."""
    kept = {name: value for name, value in request.headers.items() if name not in {"host", "connection"}}
    response = httpx.request(request.method, target + request.path, headers=kept, content=request.body)
    return Answer(response.status_code, {"content-type": response.headers["content-type"]}, response.content)
