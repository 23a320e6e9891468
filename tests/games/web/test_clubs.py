"""What a club says of itself: settings for its owners, an imprint for everybody."""

from __future__ import annotations

import pytest
from django.test import Client

from games.enums import Role
from games.models import Player, SeatNumber
from games.services.clubs import club_role_set
from games.services.players import player_name_hide
from magistrar_site.shared.models import Fact
from tests.evening import NAMES, Evening

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
IMPRINT = "Zauberrunde Köln e. V.\r\nDomstraße 1\r\n\r\n<b>Chair</b>: Anna, https://zauberrunde.example"


def test_owner_fills_in_imprint_and_privacy_and_everybody_reads_them_escaped(client: Client) -> None:
    evening = Evening()
    client.force_login(evening.user, backend=BACKEND)
    address = f"/clubs/{evening.club.slug}/"
    form = {"name": "Zauberrunde", "place": "Köln", "imprint": IMPRINT, "privacy": "We keep the list for a year."}
    assert client.get(f"{address}settings/").status_code == 200
    assert client.post(f"{address}settings/", form)["Location"] == address
    assert client.post(f"{address}settings/", form).status_code == 302  # twice is once
    facts = Fact.objects.filter(stream__name=f"club:{evening.club.key}", kind="club.changed")
    assert [fact.payload for fact in facts] == [{"fields": ["imprint", "name", "place", "privacy"]}]
    page = Client().get(f"{address}imprint/").content.decode()
    assert "<p>Zauberrunde Köln e. V.<br>Domstraße 1</p>" in page
    assert "&lt;b&gt;Chair&lt;/b&gt;: Anna" in page
    assert "<p>We keep the list for a year.</p>" in page
    assert f"{address}imprint/" in Client().get(address).content.decode()


def test_two_owners_overwrite_each_other_only_knowingly(client: Client) -> None:
    evening = Evening()
    client.force_login(evening.user, backend=BACKEND)
    address = f"/clubs/{evening.club.slug}/settings/"
    page = client.get(address).content.decode()
    assert 'name="initial-imprint"' in page
    before = {"name": evening.club.name, "place": evening.club.place, "imprint": "", "privacy": ""}
    opened = before | {f"initial-{name}": value for name, value in before.items()}
    assert client.post(address, opened | {"imprint": IMPRINT, "name": "Theirs"}).status_code == 302
    assert client.post(address, opened | {"place": "Bonn"}).status_code == 302  # says nothing of the imprint
    evening.club.refresh_from_db()
    assert (evening.club.name, evening.club.place, "Domstraße" in evening.club.imprint) == ("Theirs", "Bonn", True)
    refused = client.post(address, opened | {"name": "Mine", "privacy": "None."})
    form = refused.context["form"]
    assert (refused.status_code, form["name"].value(), form["privacy"].value()) == (409, "Mine", "None.")
    assert form.errors["name"] == [
        "Somebody else set this to “Theirs” in the meantime. What you entered is still here."
    ]
    assert ('name="initial-name" value="Theirs"' in refused.content.decode(), form["place"].value()) == (True, "Bonn")
    assert client.post(address, form.data.dict()).status_code == 302
    evening.club.refresh_from_db()
    assert (evening.club.name, evening.club.privacy, "Domstraße" in evening.club.imprint) == ("Mine", "None.", True)


def test_club_says_when_it_meets_and_how_to_reach_it(client: Client) -> None:
    evening = Evening()
    client.force_login(evening.user, backend=BACKEND)
    address = f"/clubs/{evening.club.slug}/"
    form = {
        "name": "Zauberrunde",
        "place": "Köln",
        "description": "We *play*. <img src=x>",
        "meets": "Fridays at 19:00",
        "website": "zauberrunde.example",
        "contact": "play@zauberrunde.example",
    }
    assert client.post(f"{address}settings/", form).status_code == 302
    page = Client().get(address).content.decode()
    for words in (
        "We <em>play</em>. &lt;img",
        "Fridays at 19:00",
        '<a href="https://zauberrunde.example" rel="nofollow ugc noopener">',
        '<a href="mailto:play@zauberrunde.example"',
        "https://www.openstreetmap.org/search?query=K%C3%B6ln",
    ):
        assert words in page
    assert client.post(f"{address}settings/", form | {"website": "javascript:alert(1)"}).status_code == 422


@pytest.mark.django_db(transaction=True)
def test_records_of_a_club_are_the_best_numbers_under_public_names(client: Client) -> None:
    evening = Evening()
    event = evening.started(NAMES[:4])
    evening.play_out(event, 3)
    page = client.get(f"/clubs/{evening.club.slug}/")
    records = page.context["records"]
    scores = {row.value for row in SeatNumber.objects.filter(key="honoris", seat_result__result__is_current=True)}
    best = next(each for each in records if each.label == "Honoris")
    assert best.value == max(scores)
    holder = Player.objects.get(key=best.player_key)
    player_name_hide(act=evening.act(), player=holder, hides=True)
    again = client.get(f"/clubs/{evening.club.slug}/")
    assert holder.name not in {each.player_name for each in again.context["records"]}


def test_only_owners_change_a_club(client: Client) -> None:
    evening = Evening()
    organiser = evening.account("o@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=organiser.email, role=Role.ORGANISER)
    address = f"/clubs/{evening.club.slug}/settings/"
    assert client.get(address).status_code == 302  # to sign in
    client.force_login(organiser, backend=BACKEND)
    assert client.post(address, {"name": "Mine"}).status_code == 403
    evening.club.refresh_from_db()
    assert evening.club.name == "Zauberrunde Köln"


@pytest.mark.parametrize("form", [{"name": ""}, {"name": "A", "imprint": "x" * 10_001}, {"name": "x" * 101}])
def test_what_cannot_be_kept_is_said_on_the_form(form: dict[str, str], client: Client) -> None:
    evening = Evening()
    client.force_login(evening.user, backend=BACKEND)
    response = client.post(f"/clubs/{evening.club.slug}/settings/", form)
    assert response.status_code == 422
    assert 'class="errorlist"' in response.content.decode()


def test_club_without_texts_says_so(client: Client) -> None:
    evening = Evening()
    page = client.get(f"/clubs/{evening.club.slug}/imprint/").content.decode()
    assert "The club hasn’t written an imprint yet." in page


def test_sites_own_texts_come_from_its_settings(client: Client, settings: object) -> None:
    settings.IMPRINT = "Verein zur Probe\n\nKöln <i>"  # type: ignore[attr-defined]
    settings.PRIVACY = "We keep backups for a month."  # type: ignore[attr-defined]
    assert "<p>Verein zur Probe</p>\n\n<p>Köln &lt;i&gt;</p>" in client.get("/imprint/").content.decode()
    assert "<p>We keep backups for a month.</p>" in client.get("/privacy/").content.decode()
