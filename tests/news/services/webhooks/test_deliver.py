"""What happens in a club reaches another program: signed, once, as the public sees it at that moment."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import jsonschema  # type: ignore[import-untyped] # has no types of its own
import pytest
from django.core import mail as sent_mails
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from games.services.players import player_name_hide
from magistrar_site.shared.models import DueWork, OutgoingMail
from news.enums import DeliveryState, Trouble
from news.models import Webhook, WebhookAttempt, WebhookDelivery
from news.services.telling import stream_tell
from news.services.webhooks.deliver import deliveries_clear, messages_left, webhook_send
from news.services.webhooks.set_up import (
    webhook_add,
    webhook_change,
    webhook_resume,
    webhook_secret_renew,
    webhook_test,
)
from news.services.webhooks.signing import secret_of, signed_headers
from news.values.payloads import message_schema
from tests.evening import Evening, entry_at
from tests.news.receiver import Receiver, receiver
from tournaments.models import Event
from tournaments.selectors.events import stage_of
from tournaments.services.events.settings import event_settings_change
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bert", "Cleo", "Dörte")


class Told(Evening):
    """An evening whose club tells another program."""

    def __init__(self, server: Receiver, *types: str) -> None:
        super().__init__()
        self.server = server
        self.webhook, self.secret = webhook_add(act=self.act(), club=self.club, url=server.url, types=types)

    def tell(self, event: Event) -> list[dict[str, Any]]:
        """Tell what happened in the event and send it; the messages that arrived, read by the library."""
        stream_tell(stream=event.stream, now=self.now)
        return self.send()

    def send(self) -> list[dict[str, Any]]:
        before = len(self.server.got)
        webhook_send(key=self.webhook.key, now=self.now, network=self.server.network())
        return [json.loads(body) for _path, _headers, body in self.server.got[before:]]


def test_evening_is_told_message_by_message_in_order() -> None:
    with receiver() as server:
        evening = Told(server)
        event = evening.started(NAMES)
        match = evening.publish(event, 1)[0]
        evening.play(match)
        standings_refresh(event_key=event.key)
        messages = evening.tell(event)
        again = evening.tell(event)

    assert [message["type"] for message in messages] == [
        *("event.opened", *["entry.added"] * 4, "event.started", "round.published"),
        *("result.recorded", "result.confirmed", "standings.changed"),
    ]
    assert again == []
    for message in messages:
        jsonschema.validate(message, message_schema())
    numbers = [message["data"]["sequence"] for message in messages]
    assert (numbers[:-1], numbers[-1]) == (sorted(set(numbers)), numbers[-2])
    result = messages[-2]["data"]
    assert (result["event"]["name"], result["game"]["state"]) == ("Evening", "agreed")
    assert [seat["player"]["name"] for seat in result["game"]["seats"]] == [
        seat.entry.player.name for seat in match.seats.order_by("position")
    ]
    assert messages[-1]["data"]["standings"]["lines"][0]["points"] == "1"
    assert len(messages[6]["data"]["round"]["pairings"]) == 2


def test_message_is_signed_by_the_secret_and_named_by_its_id() -> None:
    with receiver() as server:
        evening = Told(server, "event.opened")
        evening.tell(evening.event(NAMES))
    _path, headers, body = server.got[0]

    delivery = WebhookDelivery.objects.get()
    assert (headers["webhook-id"], delivery.state) == (delivery.message, DeliveryState.DELIVERED)
    assert headers["webhook-timestamp"] == str(int(evening.now.timestamp()))
    signer = Verifier(evening.secret)
    expected = signer.sign(delivery.message, evening.now, body.decode())
    assert headers["webhook-signature"] == expected


def test_secrets_overlap_for_a_day_and_follow_the_sites_own_key(settings: Any) -> None:
    evening = Evening()
    webhook, first = webhook_add(act=evening.act(), club=evening.club, url="https://example.org/in")
    webhook, second = webhook_secret_renew(act=evening.act(), webhook=webhook)
    now = evening.now

    def signatures(at: Any) -> list[str]:
        return signed_headers(webhook, "m", at, "{}")["webhook-signature"].split()

    by = {secret: Verifier(secret).sign("m", now, "{}") for secret in (first, second)}
    assert first != second
    assert signatures(now) == [by[second], by[first]]
    later = now + timedelta(days=1)
    assert signatures(later) == [Verifier(second).sign("m", later, "{}")]
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another"
    assert by[second] in signatures(now), "receivers go on while the old key is known"
    assert secret_of(webhook) != second
    with pytest.raises(WebhookVerificationError):
        Verifier(first).verify("{}", {"webhook-id": "m", "webhook-timestamp": "1", "webhook-signature": by[second]})


def test_what_isnt_public_any_more_when_it_is_sent_isnt_sent() -> None:
    with receiver() as server:
        evening = Told(server)
        event = evening.started(NAMES)
        evening.submit(evening.publish(event, 1)[0])
        stream_tell(stream=event.stream, now=evening.now)
        event_settings_change(act=evening.act(), stage=stage_of(event), changes={"is_listed": False})
        assert evening.send() == []

    states = WebhookDelivery.objects.exclude(type="standings.changed").values_list("state", flat=True)
    assert set(states) == {DeliveryState.WITHDRAWN}


def test_player_who_hides_in_between_is_told_by_code() -> None:
    with receiver() as server:
        evening = Told(server, "entry.added", "result.recorded")
        event = evening.started(NAMES)
        match = evening.publish(event, 1)[0]
        evening.submit(match)
        stream_tell(stream=event.stream, now=evening.now)
        player = entry_at(match, 0).player
        player_name_hide(act=evening.act(), player=player, hides=True)
        messages = evening.send()

    player.refresh_from_db()
    assert player.name not in json.dumps(messages)
    assert [message["type"] for message in messages] == [*["entry.added"] * 3, "result.recorded"]
    assert player.public_name in json.dumps(messages[-1])


def test_failing_webhook_is_tried_again_with_growing_gaps_and_stopped_after_three_days(settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    settings.EMAIL_BACKEND = "magistrar_site.shared.services.mail.OutboxBackend"
    settings.MAIL_TRANSPORT = "django.core.mail.backends.locmem.EmailBackend"
    with receiver() as server:
        server.status = 500
        evening = Told(server, "event.opened")
        evening.user.emailaddress_set.create(email=evening.user.email, primary=True, verified=True)
        evening.tell(evening.event(NAMES))
        gaps = []
        while DueWork.objects.filter(kind="news.webhook").exists():
            due_at = DueWork.objects.get(kind="news.webhook").due_at
            gaps.append((due_at - evening.now) / timedelta(minutes=1))
            evening.now = due_at
            evening.send()
    attempts = list(WebhookAttempt.objects.order_by("number").values_list("status", "trouble"))

    assert [round(gap) for gap in gaps] == [1, 5, 30, 120, 360, 720, 1440, 1440, 204]
    assert attempts == [(500, Trouble.STATUS)] * 10
    webhook = Webhook.objects.get()
    assert (webhook.stopped_at is not None, WebhookDelivery.objects.get().state) == (True, DeliveryState.FAILED)
    mails = [row.body for row in OutgoingMail.objects.all()] + [str(mail.body) for mail in sent_mails.outbox]
    assert len(mails) == 1
    assert f"/clubs/{evening.club.slug}/webhooks/" in mails[0]
    webhook_resume(act=evening.act(), webhook=webhook)
    webhook.refresh_from_db()
    assert (webhook.stopped_at, webhook.failing_since) == (None, None)


def test_success_ends_the_failing_and_one_message_doesnt_hold_up_the_others_for_long() -> None:
    with receiver() as server:
        server.status = 500
        evening = Told(server, "event.opened")
        first = evening.event(NAMES, name="One")
        evening.tell(first)
        evening.tell(evening.event(NAMES, name="Two"))
        server.status = 204
        evening.later(seconds=70)
        messages = evening.send()

    assert [message["data"]["event"]["name"] for message in messages] == ["One", "Two"]
    assert Webhook.objects.get().failing_since is None
    assert not DueWork.objects.filter(kind="news.webhook").exists()


def test_old_failure_alone_doesnt_stop_it() -> None:
    """What failed first was withdrawn, and nothing else happened for days."""
    with receiver() as server:
        server.status = 500
        evening = Told(server, "event.opened")
        first = evening.event(NAMES, name="One")
        evening.tell(first)
        Event.objects.filter(pk=first.pk).update(is_listed=False)
        evening.later(days=4)
        evening.send()
        evening.tell(evening.event(NAMES, name="Two"))

    assert list(WebhookDelivery.objects.values_list("state", flat=True)) == ["withdrawn", "waiting"]
    assert Webhook.objects.get().stopped_at is None


def test_failed_tests_count_for_nothing() -> None:
    with receiver() as server:
        evening = Told(server, "event.opened")
        for status in (500, 410):
            server.status = status
            webhook_test(act=evening.act(), webhook=evening.webhook)
            evening.send()

    webhook = Webhook.objects.get()
    assert (webhook.failing_since, webhook.stopped_at) == (None, None)


def test_new_address_starts_afresh_with_what_waits() -> None:
    with receiver() as server:
        server.status = 500
        evening = Told(server, "event.opened")
        evening.tell(evening.event(NAMES))
        evening.later(hours=5)
        evening.send()
        webhook_change(act=evening.act(), webhook=evening.webhook, types=["event.opened", "event.started"])
        assert Webhook.objects.get().failing_since is not None, "the address is the same"
        server.status = 204
        webhook_change(act=evening.act(), webhook=evening.webhook, url=server.url.replace("x=1", "x=2"))
        assert Webhook.objects.get().failing_since is None
        assert [message["type"] for message in evening.send()] == ["event.opened"]


def test_server_that_is_gone_stops_it_at_once() -> None:
    with receiver() as server:
        server.status = 410
        evening = Told(server, "event.opened")
        evening.tell(evening.event(NAMES))

    assert Webhook.objects.get().stopped_at is not None


def test_test_message_is_sent_once_and_says_so() -> None:
    with receiver() as server:
        evening = Told(server, "event.opened")
        webhook_test(act=evening.act(), webhook=evening.webhook)
        messages = evening.send()
        server.status = 500
        webhook_test(act=evening.act(), webhook=evening.webhook)
        evening.send()

    assert [message["type"] for message in messages] == ["test"]
    jsonschema.validate(messages[0], message_schema())
    assert list(WebhookDelivery.objects.values_list("state", flat=True)) == ["delivered", "failed"]


def test_standings_wait_until_they_are_worked_out() -> None:
    with receiver() as server:
        evening = Told(server, "standings.changed")
        event = evening.started(NAMES)
        evening.play(evening.publish(event, 1)[0])
        assert evening.tell(event) == []
        standings_refresh(event_key=event.key)
        evening.later(seconds=15)
        assert [message["type"] for message in evening.send()] == ["standings.changed"]


def test_old_facts_are_no_news_and_logs_end() -> None:
    with receiver() as server:
        evening = Told(server)
        event = evening.event(NAMES)
        evening.later(days=3)
        assert evening.tell(event) == []
        webhook_test(act=evening.act(), webhook=evening.webhook)
        evening.send()
    evening.later(days=31)

    assert (messages_left(evening.now), deliveries_clear(now=evening.now)) == (0, 2)
    assert not WebhookDelivery.objects.exists()
