"""Errors of the client: one class for each kind of failure, all of them a `ParleyError`."""

from __future__ import annotations


class ParleyError(Exception):
    """An unsuccessful call: Parley refused it, or no response arrived. `str(error)` is the server's message."""

    status: int
    """HTTP status; 0 if no response arrived (`__cause__` has the reason)."""
    message: str
    """One sentence for people: the server's own, if it sent one."""
    request_id: str | None
    """ID under which the service logged the request; None if no response arrived."""
    retry_after_seconds: float | None
    """The time after which the service asks to be called again."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds


class NoResponseError(ParleyError):
    """No response arrived: the connection failed or broke, or a time limit was exceeded."""


class BadRequestError(ParleyError):
    """400: a parameter or the body is invalid; the message names each fault."""


class AuthenticationError(ParleyError):
    """401: the API key is missing, unknown, expired or revoked."""


class PermissionDeniedError(ParleyError):
    """403: the API key lacks a scope of the operation."""


class NotFoundError(ParleyError):
    """404: there is no such resource, or it belongs to another organization."""


class ConflictError(ParleyError):
    """409: the request contradicts the present state, or its Idempotency-Key is in use by a request in progress."""


class CursorGoneError(ParleyError):
    """410: the service no longer keeps the changes after the cursor."""

    restart_after = "start"
    """The value of `after` with which to begin again: the present state replaces what the reader has."""


class PayloadTooLargeError(ParleyError):
    """413: the body exceeds the limit."""


class UnprocessableError(ParleyError):
    """422: the content is invalid, or an Idempotency-Key was used before with another body."""


class RateLimitError(ParleyError):
    """429: the key has exceeded its requests per minute, or a budget is used up."""


class ServerError(ParleyError):
    """500 and above: the service failed, is unavailable or has no space left."""


_BY_STATUS: dict[int, type[ParleyError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: CursorGoneError,
    413: PayloadTooLargeError,
    422: UnprocessableError,
    429: RateLimitError,
}

_FIRST_SERVER_ERROR = 500


def error_class(status: int) -> type[ParleyError]:
    """Returns the class of an error response; `ParleyError` itself for statuses without a class of their own."""
    return ServerError if status >= _FIRST_SERVER_ERROR else _BY_STATUS.get(status, ParleyError)
