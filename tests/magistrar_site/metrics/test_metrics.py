"""What Prometheus reads: only with the token, without names, and true."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client, override_settings
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from magistrar_site.celery import app as celery
from magistrar_site.metrics import stored
from magistrar_site.shared.models import OutgoingMail
from magistrar_site.shared.services.due import due_set, pulse_note, reconcile
from magistrar_site.shared.tasks import work_off_due
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening
from tournaments.services.stages.standings import standings_refresh

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

TOKEN = "a-token-of-this-test"
Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture
def scraper(settings: Any) -> Client:
    settings.METRICS_TOKEN = TOKEN
    return Client(headers={"Authorization": f"Bearer {TOKEN}"})


def samples(scraper: Client) -> Samples:
    answer = scraper.get("/metrics")
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {
        (each.name, tuple(sorted(each.labels.items()))): each.value for family in families for each in family.samples
    }


def value(found: Samples, name: str, **labels: str) -> float:
    return found[f"magistrar_{name}", tuple(sorted(labels.items()))]


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer a-token", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer é"])
def test_numbers_are_for_the_token_alone(header: str, scraper: Client) -> None:
    answer = Client().get("/metrics", headers={"Authorization": header})

    assert (answer.status_code, answer["WWW-Authenticate"], b"magistrar_" in answer.content) == (401, "Bearer", False)


def test_without_a_token_there_is_no_such_page(settings: Any) -> None:
    settings.METRICS_TOKEN = ""

    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_requests_are_counted_by_view_method_and_status(scraper: Client) -> None:
    with override_settings(METRICS_TOKEN=TOKEN):
        visitor = Client()
        visitor.handler.load_middleware()
    before = samples(scraper)
    for path in ("/events/", "/events/", "/events/none-of-this-name/", "/nothing/", "/static/none.css"):
        visitor.get(path)
    visitor.generic("MADEUP", "/events/")
    found = samples(scraper)

    def counted(view: str, status: int, method: str = "GET") -> float:
        label = ("magistrar_requests_total", (("method", method), ("status", str(status)), ("view", view)))
        return found.get(label, 0) - before.get(label, 0)

    assert (counted("tournaments:events", 200), counted("tournaments:event", 404)) == (2, 1)
    assert (counted("none", 404), counted("static", 404), counted("tournaments:events", 405, "other")) == (1, 1, 1)
    timed = ("magistrar_request_seconds_count", (("view", "tournaments:events"),))
    assert found[timed] - before.get(timed, 0) == 3


def test_page_from_the_cache_is_counted_under_its_view(scraper: Client, settings: Any) -> None:
    settings.VERSION_SECONDS = 1
    visitor = Client()
    visitor.handler.load_middleware()
    label = ("magistrar_requests_total", (("method", "GET"), ("status", "200"), ("view", "tournaments:events")))
    visitor.get("/events/")
    before = samples(scraper)[label]
    visitor.get("/events/")

    assert samples(scraper)[label] - before == 1


def test_due_work_and_mails_that_wait(scraper: Client) -> None:
    now = timezone.now()
    work_off_due()
    calm = samples(scraper)
    due_set(kind="works", subject="x", due_at=now - timedelta(minutes=3))
    due_set(kind="works", subject="y", due_at=now + timedelta(hours=1))
    OutgoingMail.objects.create(
        subject="s", body="b", sender="a@example.org", recipients={}, created_at=now - timedelta(hours=2), attempts=3
    )
    found = samples(scraper)

    assert (value(calm, "due_waiting"), value(calm, "mails_waiting")) == (0, 0)
    assert value(calm, "due_pulse_seconds") < 60
    assert (value(found, "due_waiting"), value(found, "due_failing"), value(found, "mails_waiting")) == (1, 0, 1)
    assert 180 <= value(found, "due_waiting_seconds") < 240
    assert 7200 <= value(found, "mails_waiting_seconds") < 7260
    assert (value(found, "database_up"), value(found, "database_bytes") > 100_000) == (1, True)


def test_tables_that_are_behind_their_facts(scraper: Client) -> None:
    evening = Evening()
    event = evening.started()
    evening.play(evening.publish(event, 1)[0])
    behind = samples(scraper)
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)
    reconcile(now=timezone.now())
    after = samples(scraper)

    assert (value(behind, "stale", what="event"), value(behind, "stale", what="pool")) == (1, 1)
    assert value(behind, "stale_seconds") > 3600
    assert (value(after, "stale", what="event"), value(after, "stale", what="pool")) == (0, 0)
    assert value(after, "stale_seconds") == 0


def test_database_that_is_away_is_said_and_the_page_answers(scraper: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> Iterator[Any]:
        raise OperationalError("gone")
        yield

    monkeypatch.setattr(stored, "database_gauges", away)

    found = samples(scraper)

    assert value(found, "database_up") == 0
    assert ("magistrar_due_waiting", ()) not in found


def test_redis_that_is_away_is_said_and_the_page_answers(
    scraper: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(celery.conf, "broker_url", settings.REDIS_URL)

    assert value(samples(scraper), "redis_up") == 0


def test_age_of_a_queue_is_that_of_its_oldest_message() -> None:
    sent = timezone.now().timestamp() - 90

    assert 90 <= stored._sent_ago(json.dumps({"headers": {"sent_at": sent}}).encode()) < 95
    assert (stored._sent_ago(None), stored._sent_ago(b'{"headers": {}}')) == (0, 0)


def test_no_label_names_anybody_or_anything(scraper: Client) -> None:
    evening = Evening()
    event = evening.started()
    visitor = Client()
    visitor.handler.load_middleware()
    visitor.get(f"/events/{event.slug}/")
    visitor.get("/l/0123456789ab.12.4Zs7-xYq_0123456789abcdefghijkl/")
    answer = scraper.get("/metrics").content.decode()
    labels = {name for _, of in samples(scraper) for name, _ in of}

    assert labels <= {
        "view",
        "method",
        "status",
        "le",
        "queue",
        "what",
        "generation",
        "implementation",
        "major",
        "minor",
        "patchlevel",
        "version",
    }
    assert [word for word in (event.slug, event.key, "0123456789ab", "Anna") if word in answer] == []


def test_pulse_is_written_now_and_then_and_follows_a_clock_that_was_set() -> None:
    from magistrar_site.shared.selectors.due import pulse_of

    now = timezone.now()
    seen = []
    for seconds in (0, 10, 40, -3600):
        pulse_note(name="due", now=now + timedelta(seconds=seconds))
        at = pulse_of("due")
        assert at is not None
        seen.append(round((at - now).total_seconds()))

    assert seen == [0, 0, 40, -3600]
