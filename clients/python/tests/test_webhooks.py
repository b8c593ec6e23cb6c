"""The verification of webhooks, judged by the package of Standard Webhooks."""

from __future__ import annotations

import base64
import json
import random
from datetime import datetime, timezone

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from standardwebhooks.webhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError as TheirError

from parley_client import WebhookVerificationError, verify_webhook

SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
BODY = json.dumps(
    {"type": "meeting.updated", "timestamp": "2026-03-01T09:00:00Z", "data": {"id": "42", "title": "Größe"}}
)


def signed(identifier: str = "msg_1", at: datetime | None = None, secret: str = SECRET) -> dict[str, str]:
    moment = at or datetime.now(tz=timezone.utc)
    return {
        "webhook-id": identifier,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": Webhook(secret).sign(identifier, moment, BODY),
    }


def test_a_delivery_that_the_standard_signs_is_accepted() -> None:
    headers = signed()
    assert verify_webhook(BODY.encode(), headers, SECRET) == json.loads(BODY)
    upper = {name.upper(): value for name, value in headers.items()}
    assert verify_webhook(BODY.encode(), upper, SECRET)["type"] == "meeting.updated"
    rotated = {
        **headers,
        "webhook-signature": f"v1,{base64.b64encode(bytes(32)).decode()} {headers['webhook-signature']}",
    }
    assert verify_webhook(BODY.encode(), rotated, SECRET)


def test_what_the_standard_refuses_is_refused() -> None:
    chance = random.Random(1)
    refused = 0
    for _ in range(500):
        body, headers = BODY.encode(), signed()
        name = chance.choice(["body", *headers])
        target = body if name == "body" else headers[name].encode()
        place = chance.randrange(len(target))
        changed = target[:place] + bytes([chance.choice(b"0123456789abcXYZ,=+/ ")]) + target[place + 1 :]
        if name == "body":
            body = changed
        else:
            headers[name] = changed.decode()
        try:
            Webhook(SECRET).verify(body, headers)
            is_right = True
        except (TheirError, ValueError):
            is_right = False
        if is_right:
            assert verify_webhook(body, headers, SECRET) == json.loads(body)
        else:
            refused += 1
            with pytest.raises(WebhookVerificationError):
                verify_webhook(body, headers, SECRET)
    assert refused > 300


def test_old_deliveries_and_missing_headers_are_refused() -> None:
    at = datetime(2026, 3, 1, tzinfo=timezone.utc)
    headers = signed(at=at)
    assert verify_webhook(BODY.encode(), headers, SECRET, now=at.timestamp() + 299)
    for now in (at.timestamp() + 301, at.timestamp() - 301):
        with pytest.raises(WebhookVerificationError, match="last 5 minutes"):
            verify_webhook(BODY.encode(), headers, SECRET, now=now)
    for name in headers:
        partial = {other: value for other, value in headers.items() if other != name}
        with pytest.raises(WebhookVerificationError, match=f"{name} is missing"):
            verify_webhook(BODY.encode(), partial, SECRET, now=at.timestamp())
    for wrong in ("not a secret", "whsec_", "whsec_ü", "other_AAAA"):
        with pytest.raises(ValueError, match="whsec_"):
            verify_webhook(BODY.encode(), signed(), wrong)


def test_a_delivery_that_is_signed_with_ed25519_is_accepted() -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    public = "whpk_" + base64.b64encode(key.public_key().public_bytes_raw()).decode()
    headers = signed()
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{BODY}".encode()
    headers["webhook-signature"] = "v1a," + base64.b64encode(key.sign(content)).decode()
    assert verify_webhook(BODY, headers, public)["type"] == "meeting.updated"
    with pytest.raises(WebhookVerificationError, match="No signature"):
        verify_webhook(BODY + " ", headers, public)
    with pytest.raises(WebhookVerificationError, match="No signature"):
        verify_webhook(BODY, headers, SECRET)
