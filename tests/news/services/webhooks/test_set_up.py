"""Owners of a club set its webhooks up, and nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.shared.acts import NOBODY, Act, Actor
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.models import Fact
from news.enums import DeliveryState
from news.models import Webhook, WebhookDelivery
from news.services.webhooks.set_up import (
    checked_url,
    webhook_add,
    webhook_change,
    webhook_remove,
    webhook_resume,
    webhook_secret_renew,
    webhook_stop,
    webhook_test,
)
from tests.evening import Evening
from tests.extent import sampled

URL = "https://example.org/in"
STEPS: dict[str, Callable[[Act, Webhook], Any]] = {
    "add": lambda act, webhook: webhook_add(act=act, club=webhook.club, url=URL),
    "change": lambda act, webhook: webhook_change(act=act, webhook=webhook, types=["event.opened"]),
    "remove": lambda act, webhook: webhook_remove(act=act, webhook=webhook),
    "stop": lambda act, webhook: webhook_stop(act=act, webhook=webhook),
    "resume": lambda act, webhook: webhook_resume(act=act, webhook=webhook),
    "secret": lambda act, webhook: webhook_secret_renew(act=act, webhook=webhook),
    "test": lambda act, webhook: webhook_test(act=act, webhook=webhook),
}


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/", "ftp://example.org/", "example.org", "https://", "https:///x", "javascript:alert(1)"),
        *(
            "https://user:pass@example.org/",
            "https://example.org/#x",
            "https://example.org/a b",
            "https://exämple.org/\n",
        ),
        *("https://127.0.0.1/", "https://[::1]/", "https://localhost/", "https://2130706433/", "https://0x7f.1/"),
        *("https://example.org:22/", "https://example.org:99999/", f"https://example.org/{'x' * 500}"),
        "https://example.org/\r\nHost: x",
    ],
)
def test_address_that_isnt_a_plain_https_address_is_refused(url: str) -> None:
    with pytest.raises(Invalid) as refused:
        checked_url(url)
    assert (refused.value.code, list(refused.value.fields)) == ("no_webhook_address", ["url"])


@pytest.mark.parametrize("url", [URL, "https://example.org:8443/in?key=1", " https://sub.example.org "])
def test_plain_https_address_is_taken(url: str) -> None:
    assert checked_url(url) == url.strip()


@pytest.mark.django_db
def test_owners_alone_may_do_anything_with_webhooks() -> None:
    evening = Evening()
    webhook, _secret = webhook_add(act=evening.act(), club=evening.club, url=URL)
    actors: dict[str, Actor] = {"nobody": NOBODY, "link": Actor("link", "x" * 12)}
    stranger = evening.account("stranger@example.org")
    actors["stranger"] = Actor("user", stranger.key)
    for role in Role:
        user = evening.account(f"{role}-2@example.org")
        club_role_set(act=evening.act(), club=evening.club, email=user.email, role=role)
        actors[role.value] = Actor("user", user.key)
    refused = set(actors) - {"owner"}
    for name, step in sampled([(name, step) for name in sorted(refused) for step in STEPS], 12):
        with pytest.raises(NotAllowed):
            STEPS[step](evening.act(actors[name]), webhook)

    owner = evening.act(actors["owner"])
    for name in ("add", "change", "test", "secret", "stop", "resume", "remove"):
        STEPS[name](owner, webhook)

    facts = Fact.objects.filter(kind="club.webhook_set").order_by("number")
    assert [fact.payload["step"] for fact in facts] == [
        *("added", "added", "changed", "new_secret", "stopped", "resumed", "removed")
    ]
    assert URL not in str([fact.payload for fact in facts])


@pytest.mark.django_db
def test_club_has_ten_webhooks_at_most_and_types_that_there_are() -> None:
    evening = Evening()
    for _number in range(10):
        webhook_add(act=evening.act(), club=evening.club, url=URL)
    with pytest.raises(DomainError) as refused:
        webhook_add(act=evening.act(), club=evening.club, url=URL)
    assert refused.value.code == "too_many_webhooks"
    with pytest.raises(Invalid, match="no such type"):
        webhook_change(act=evening.act(), webhook=Webhook.objects.first(), types=["event.exploded"])


@pytest.mark.django_db
def test_secret_is_shown_once_and_pages_are_the_owners(client: Client) -> None:
    evening = Evening()
    address = f"/clubs/{evening.club.slug}/webhooks/"
    browser = evening.browser()
    added = browser.post(address, {"url": URL, "types": ["event.opened"]}, follow=True)
    webhook = Webhook.objects.get()

    assert "whsec_" in added.content.decode()
    assert "whsec_" not in browser.get(f"{address}{webhook.key}/").content.decode()
    renewed = browser.post(f"{address}{webhook.key}/", {"step": "secret"}, follow=True).content.decode()
    assert "whsec_" in renewed
    assert browser.post(address, {"url": "http://x.org"}).status_code == 422
    stranger = evening.browser(evening.account("stranger@example.org"))
    assert [stranger.get(path).status_code for path in (address, f"{address}{webhook.key}/")] == [403, 403]
    assert client.get(address).status_code == 302
    browser.post(f"{address}{webhook.key}/", {"step": "stop"})
    assert browser.post(f"{address}{webhook.key}/", {"step": "test"}).status_code == 409
    assert not WebhookDelivery.objects.exists()
    assert browser.post(f"{address}{webhook.key}/", {"step": "remove"}, follow=True).status_code == 200
    assert not Webhook.objects.exists()


@pytest.mark.django_db
def test_tests_are_limited() -> None:
    """Each is a request to an address of anybody's choice."""
    evening = Evening()
    webhooks = [webhook_add(act=evening.act(), club=evening.club, url=URL)[0] for _number in range(2)]

    def refused(webhook: Webhook) -> bool:
        try:
            webhook_test(act=evening.act(), webhook=webhook)
        except DomainError as refusal:
            return (refusal.code, refusal.status) == ("too_many_tests", 429)
        return False

    assert [refused(webhook) for webhook in (webhooks[0], webhooks[0], webhooks[1])] == [False, True, False]
    results = []
    for _number in range(9):
        WebhookDelivery.objects.update(state=DeliveryState.DELIVERED)
        results.append(refused(webhooks[0]))
    assert results == [False] * 8 + [True]
    evening.later(hours=1)
    assert not refused(webhooks[0])
