"""Verifies webhooks by Standard Webhooks 1.0.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Mapping
from typing import TypedDict, cast

from parley_client.models import Change

TOLERANCE_SECONDS = 300
"""The largest difference between the time of a delivery and the clock of its receiver."""

MAX_SIGNATURES = 16
"""The most signatures that are compared: two keys sign while one replaces the other."""


class WebhookChange(Change):
    """The change that a delivery tells. `data` is absent if the entity is gone, or too large for a delivery."""

    cursor: str
    """Where to continue after this change: the value of `after`."""


class WebhookEvent(TypedDict):
    """The body of a delivery."""

    type: str
    """What happened to what: `meeting.updated`."""
    timestamp: str
    """When it changed."""
    data: WebhookChange


class WebhookVerificationError(Exception):
    """A request that is not a delivery of the webhook, is too old, or was altered. Respond to it with 400."""


def verify_webhook(
    body: bytes | str, headers: Mapping[str, str], key: str, *, now: float | None = None
) -> WebhookEvent:
    """
    Verifies a delivery of a webhook and returns its event.

    The same delivery may arrive several times; its `webhook-id` header stays the same.

    :param body: the body as it arrived: JSON that was parsed and written again has another signature
    :param headers: the headers of the request, in any case
    :param key: the `secret` (`whsec_…`) of the webhook, or its `publicKey` (`whpk_…`), which needs the extra `webhooks`
    :param now: seconds since the epoch, instead of the clock
    :raises WebhookVerificationError: if no signature is that of the key, or the time is not within 5 minutes of now
    :raises ValueError: if the key is neither
    """
    version, is_right = _verifier(key)
    given = {name.lower(): value for name, value in headers.items()}
    try:
        identifier, sent, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as cause:
        raise WebhookVerificationError(f"The header {cause.args[0]} is missing") from None
    if not re.fullmatch(r"[0-9]{1,12}", sent):
        raise WebhookVerificationError("The header webhook-timestamp is not a time in seconds")
    if abs((time.time() if now is None else now) - int(sent)) > TOLERANCE_SECONDS:
        raise WebhookVerificationError("The delivery is not from the last 5 minutes")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{identifier}.{sent}.".encode() + content
    if not any(is_right(signature, signed) for signature in _signatures(signatures, version)):
        raise WebhookVerificationError("No signature of the delivery is that of this key")
    try:
        return cast("WebhookEvent", json.loads(content))
    except ValueError as cause:
        raise WebhookVerificationError("The body is not JSON") from cause


def _signatures(header: str, version: str) -> list[bytes]:
    found = [one.partition(",") for one in header.split(" ")[:MAX_SIGNATURES]]
    return [bytes_ for name, _, text in found if name == version and (bytes_ := _decoded(text)) is not None]


def _decoded(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _verifier(key: str) -> tuple[str, Callable[[bytes, bytes], bool]]:
    """Returns the version of a key's signatures, and a function that tells whether one is that of some bytes."""
    kind, _, text = key.partition("_")
    secret = _decoded(text)
    if kind == "whsec" and secret:
        return "v1", lambda signature, signed: hmac.compare_digest(
            signature, hmac.digest(secret, signed, hashlib.sha256)
        )
    if kind == "whpk" and secret:
        return "v1a", _ed25519(secret)
    raise ValueError("verify_webhook takes a secret (whsec_…) or a public key (whpk_…)")


def _ed25519(public_key: bytes) -> Callable[[bytes, bytes], bool]:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    verifier = Ed25519PublicKey.from_public_bytes(public_key)

    def is_right(signature: bytes, signed: bytes) -> bool:
        try:
            verifier.verify(signature, signed)
        except InvalidSignature:
            return False
        return True

    return is_right
