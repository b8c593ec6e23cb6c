"""The rules by which a call is sent again, and after how long."""

from __future__ import annotations

import random
import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import httpx

FIRST_WAIT_SECONDS = 0.25
"""The wait before the first retry; it doubles with each."""

MAX_WAIT_SECONDS = 8.0
"""The longest wait that the service did not ask for."""

MAX_RETRY_AFTER_SECONDS = 60.0
"""If the service asks for a longer wait, the call fails at once, with `retry_after_seconds`."""

RETRIED_STATUSES = frozenset({429, 502, 503, 504})

_SECONDS = re.compile(r"\d{1,15}")


def retry_after_seconds(headers: httpx.Headers) -> float | None:
    """
    Reads Retry-After: whole seconds, or an HTTP date, which is compared with the response's own Date, if it has one,
    because the two clocks may differ. A date that has passed is 0; None if there is none or it has neither form.
    """
    value = str(headers.get("retry-after", "")).strip()
    if _SECONDS.fullmatch(value):
        return float(value)
    at = _date(value)
    now = _date(str(headers.get("date", ""))) or datetime.now(tz=timezone.utc)
    return None if at is None else max(0.0, (at - now).total_seconds())


def _date(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text).astimezone(timezone.utc)
    except (TypeError, ValueError):
        return None


def retry_delay_seconds(retry: int, retry_after: float | None) -> float | None:
    """
    Returns the wait before an attempt: never less than Retry-After, with a random part that keeps many clients from
    returning at the same moment. None if the service asks for a longer wait than the client accepts.

    :param retry: 0 before the first retry
    """
    ceiling = min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2.0 ** min(retry, 10))
    if retry_after is None:
        return ceiling * random.uniform(0.5, 1)
    if retry_after > MAX_RETRY_AFTER_SECONDS:
        return None
    return retry_after + FIRST_WAIT_SECONDS * random.random()
