"""Webhooks by the API, for owners."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from magistrar_site.accounts.services.tokens import token_create
from news.models import Webhook, WebhookDelivery
from tests.evening import Evening


@pytest.mark.django_db
def test_webhook_is_added_changed_tested_and_removed_by_its_owner() -> None:
    evening = Evening()
    user = evening.user
    _token, secret = token_create(act=evening.by_user(user), user=user, name="t", scopes=["read", "organise"])
    client, stranger = APIClient(HTTP_AUTHORIZATION=f"Token {secret}"), APIClient()
    address = f"/api/v1/clubs/{evening.club.slug}/webhooks/"

    added = client.post(address, {"url": "https://example.org/in"})
    key = added.json()["key"]
    assert (added.status_code, added.json()["secret"][:6], added["Cache-Control"]) == (
        *(201, "whsec_"),
        "private, no-store",
    )
    changed = client.patch(f"{address}{key}/", {"types": ["event.opened"], "is_stopped": False}).json()
    assert (changed["types"], changed["url"], "secret" in changed) == (
        ["event.opened"],
        "https://example.org/in",
        False,
    )
    assert client.post(f"{address}{key}/secret/").json()["earlier_until"] is not None
    assert client.post(f"{address}{key}/test/").status_code == 202
    assert client.get(f"{address}{key}/deliveries/").json()["results"][0]["type"] == "test"
    refused = client.post(address, {"url": "http://example.org/"})
    assert (refused.status_code, refused.json()["code"]) == (422, "no_webhook_address")
    assert [stranger.get(path).status_code for path in (address, f"{address}{key}/")] == [403, 403]
    assert client.get("/api/v1/webhook-schema/").json()["$ref"] == "#/$defs/Message"
    assert client.delete(f"{address}{key}/").status_code == 204
    assert (Webhook.objects.count(), WebhookDelivery.objects.count()) == (0, 0)
