"""Typed client of Parley's HTTP API."""

from parley_client.changes import AsyncChangeReader, ChangeReader
from parley_client.client import AsyncClient, ChangeType, Client
from parley_client.errors import (
    AuthenticationError,
    BadRequestError,
    ConflictError,
    CursorGoneError,
    NoResponseError,
    NotFoundError,
    ParleyError,
    PayloadTooLargeError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    UnprocessableError,
)
from parley_client.webhooks import WebhookEvent, WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncChangeReader",
    "AsyncClient",
    "AuthenticationError",
    "BadRequestError",
    "ChangeReader",
    "ChangeType",
    "Client",
    "ConflictError",
    "CursorGoneError",
    "NoResponseError",
    "NotFoundError",
    "ParleyError",
    "PayloadTooLargeError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "UnprocessableError",
    "WebhookEvent",
    "WebhookVerificationError",
    "verify_webhook",
]
