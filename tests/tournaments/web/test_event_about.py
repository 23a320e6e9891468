"""An event says what it is, and its page opens on what visitors came for."""

from __future__ import annotations

import pytest
from django.test import Client

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.shared.acts import Actor
from magistrar_site.shared.errors import Invalid, NotAllowed
from magistrar_site.shared.models import Fact
from tests.evening import NAMES, Evening
from tournaments.models import Event, EventAbout
from tournaments.services.events.about import event_about_change
from tournaments.services.events.finish import event_finish
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
TEXTS = {
    "description": "# Welcome\n\nBring *friends*. <script>alert(1)</script>",
    "place": "Café Libresso, Köln",
    "schedule": "Round 1: 19:00\nRound 2: 20:00",
    "fee": "3 €",
    "entering": "",
    "contact": "play@club.example",
}


def told(evening: Evening) -> Event:
    event = evening.event(NAMES[:4])
    event_about_change(act=evening.act(), event=event, texts=TEXTS)
    return event


def test_event_says_what_it_is(evening: Evening, client: Client) -> None:
    page = client.get(f"/events/{told(evening).slug}/").content.decode()
    for words in (
        "<h3>Welcome</h3>",
        "<em>friends</em>. &lt;script&gt;",
        'href="https://www.openstreetmap.org/search?query=Caf%C3%A9%20Libresso%2C%20K%C3%B6ln"',
        "Round 1: 19:00<br>Round 2: 20:00",
        "3 €",
        '<a href="mailto:play@club.example" rel="nofollow ugc noopener">',
        "Round robin, one game each",
        "The organiser enters the players: write to the contact below.",
    ):
        assert words in page
    assert "<script>alert" not in page


def test_format_and_rounds_are_said_in_words_before_anything_else_is(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:4], preset="swiss-evening")
    rounds = event.stages.get().planned_rounds
    assert f"Swiss, {rounds} rounds, one game each" in client.get(f"/events/{event.slug}/").content.decode()
    groups = evening.event(preset="groups-knockout", name="Groups")
    assert "Round robin in 4 groups, one game each; then Knock-out" in client.get(f"/events/{groups.slug}/").text


def test_organiser_writes_the_texts_and_nothing_changed_is_no_fact(evening: Evening, client: Client) -> None:
    event = evening.event(NAMES[:4])
    client.force_login(evening.user, backend=BACKEND)
    address = f"/events/{event.slug}/manage/about/"
    assert client.get(address).status_code == 200
    assert client.post(address, TEXTS)["Location"] == f"/events/{event.slug}/manage/settings/"
    assert client.post(address, TEXTS).status_code == 302
    fact = Fact.objects.get(stream__name=event.stream, kind="event.described")
    assert fact.payload["fields"] == ["contact", "description", "fee", "place", "schedule"]
    assert "Libresso" not in str(fact.payload)
    assert client.post(address, TEXTS | {"fee": "x" * 101}).status_code == 422
    opened = {f"initial-{name}": text for name, text in TEXTS.items()}
    event_about_change(act=evening.act(), event=event, texts={"fee": "5 €"})
    assert client.post(address, TEXTS | opened | {"fee": "4 €"}).status_code == 409
    assert EventAbout.objects.get(event=event).fee == "5 €"


@pytest.mark.parametrize(
    "role, may", [(Role.OWNER, True), (Role.ORGANISER, True), (Role.ARBITER, False), (None, False)]
)
def test_who_may_write_them(role: Role | None, may: bool, evening: Evening, client: Client) -> None:
    event = evening.event(NAMES[:4])
    user = account_create(email="other@example.org", password=None, name="Other")
    if role:
        club_role_set(act=evening.act(), club=evening.club, email=user.email, role=role)
    act = evening.act(Actor("user", user.key))
    if may:
        event_about_change(act=act, event=event, texts={"fee": "1 €"})
    else:
        with pytest.raises(NotAllowed):
            event_about_change(act=act, event=event, texts={"fee": "1 €"})
    client.force_login(user, backend=BACKEND)
    assert client.get(f"/events/{event.slug}/manage/about/").status_code == (200 if may else 403)


def test_texts_have_an_end_and_known_names(evening: Evening) -> None:
    event = evening.event(NAMES[:4])
    with pytest.raises(Invalid) as refused:
        event_about_change(act=evening.act(), event=event, texts={"description": "x" * 5001})
    assert set(refused.value.fields) == {"description"}
    with pytest.raises(Invalid):
        event_about_change(act=evening.act(), event=event, texts={"logo": "x"})


def test_texts_that_differ_from_the_facts_are_found(evening: Evening) -> None:
    event = told(evening)
    event_about_change(act=evening.act(), event=event, texts={"fee": "", "contact": "Anna"})
    assert str(event_verify(event=event)).startswith("verified")
    EventAbout.objects.filter(event=event).update(place="Elsewhere")
    assert "place: expected" in str(event_verify(event=event))


def test_api_tells_and_changes_the_texts(evening: Evening, client: Client) -> None:
    event = told(evening)
    address = f"/api/v1/events/{event.slug}/about/"
    assert client.get(address).json() == TEXTS
    assert client.patch(address, {"fee": "1 €"}, content_type="application/json").status_code == 401


def test_finished_event_opens_on_its_standings_and_says_what_decided(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:4])
    evening.play_out(event, 3)
    standings_refresh(event_key=event.key)
    assert 'data-live-part="tab"' in client.get(f"/events/{event.slug}/").text
    event_finish(act=evening.act(), event=event)
    page = client.get(f"/events/{event.slug}/").text
    assert "Final standings" in page
    assert "The winner: " in page
    assert "Decided by points: " in page or "Level on points with " in page
    assert f'href="/events/{event.slug}/pairings/"' in page
    assert "Round 3" in client.get(f"/events/{event.slug}/pairings/").text


def test_bracket_opens_on_the_bracket_once_it_is_drawn(evening: Evening, client: Client) -> None:
    event = evening.event(NAMES[:4], preset="knockout")
    assert 'class="bracket' not in client.get(f"/events/{event.slug}/").text
    started = evening.started(NAMES[:4], preset="knockout", name="Cup")
    evening.publish(started, 1)
    page = client.get(f"/events/{started.slug}/").text
    assert 'data-live-part="bracket"' in page
    assert f"/live/en/events/{started.slug}/tabs/bracket/" in page
    assert 'data-live-part="tab"' in client.get(f"/events/{started.slug}/pairings/").text
