"""Deliveries of the real service, judged by the package of Standard Webhooks and by `cryptography`."""

from __future__ import annotations

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from standardwebhooks.webhooks import Webhook

from parley_client import Client, WebhookVerificationError, verify_webhook

from .scripted_server import Answer, Received, scripted


def delivery(client: Client, received: list[Received], webhook: str) -> Received:
    """Lets the service send a test delivery; returns what arrived."""
    assert client.test_webhook(webhook)["status"] == "succeeded"
    return received[-1]


def test_a_delivery_that_is_signed_with_a_secret(client: Client) -> None:
    with scripted(lambda _: Answer(204, body=b"")) as receiver:
        webhook = client.create_webhook({"url": f"{receiver.url}/parley", "types": ["meeting"]})
        secret = webhook.get("secret", "")
        sent = delivery(client, receiver.received, webhook["id"])
        assert Webhook(secret).verify(sent.body, sent.headers)
        assert verify_webhook(sent.body, sent.headers, secret)["type"] == "webhook.test"
        with pytest.raises(WebhookVerificationError):
            verify_webhook(sent.body + b" ", sent.headers, secret)

        # After a rotation, both secrets sign.
        rotated = client.rotate_webhook(webhook["id"]).get("secret", "")
        assert rotated != secret
        sent = delivery(client, receiver.received, webhook["id"])
        for key in (secret, rotated):
            assert Webhook(key).verify(sent.body, sent.headers)
            assert verify_webhook(sent.body, sent.headers, key)["type"] == "webhook.test"


def test_a_delivery_that_is_signed_with_ed25519(client: Client) -> None:
    with scripted(lambda _: Answer(204, body=b"")) as receiver:
        webhook = client.create_webhook({"url": receiver.url, "types": ["meeting"], "signing": "ed25519"})
        public = webhook.get("publicKey", "")
        sent = delivery(client, receiver.received, webhook["id"])
        version, signature = sent.headers["webhook-signature"].split(",")
        assert version == "v1a"
        signed = f"{sent.headers['webhook-id']}.{sent.headers['webhook-timestamp']}.".encode() + sent.body
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(public.removeprefix("whpk_")))
        key.verify(base64.b64decode(signature), signed)
        assert verify_webhook(sent.body, sent.headers, public)["type"] == "webhook.test"
