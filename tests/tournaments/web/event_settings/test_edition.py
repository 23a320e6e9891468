"""The page on which an event's edition of the rules is chosen."""

from __future__ import annotations

import pytest
from django.test import Client

from games.services.editions import edition_copy
from tests.evening import Evening
from tests.games.services.test_editions import SHIPPED

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


def test_edition_is_chosen_before_the_first_games(organiser: Client, evening: Evening) -> None:
    event = evening.event()
    own = edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="Our box")
    address = f"/events/{event.slug}/manage/edition/"
    assert address in organiser.get(f"/events/{event.slug}/manage/settings/").content.decode()
    assert f'value="{SHIPPED}" required id="id_edition_0" checked' in organiser.get(address).content.decode()
    assert organiser.post(address, {"edition": "nothing"}).status_code == 422
    assert organiser.post(address, {"edition": own.key}).status_code == 302
    event.refresh_from_db()
    assert event.settings.edition == own.key


def test_edition_that_games_were_arranged_with_is_only_shown(organiser: Client, evening: Evening) -> None:
    event = evening.started()
    evening.publish(event, 1)
    own = edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="Our box")
    address = f"/events/{event.slug}/manage/edition/"
    page = organiser.get(address).content.decode()
    assert ("Games are already set up with it" in page, 'name="edition"' in page) == (True, False)
    assert organiser.post(address, {"edition": own.key}).status_code == 409
    event.refresh_from_db()
    assert event.settings.edition == SHIPPED


def test_edition_that_is_not_the_clubs_newest_is_named(organiser: Client, evening: Evening) -> None:
    event = evening.event()
    event.rules["edition"] = "gone-abcdef.1"  # as after an import before the first round
    event.save(update_fields=["rules"])
    page = organiser.get(f"/events/{event.slug}/manage/edition/").content.decode()
    assert '<a href="/editions/gone-abcdef.1/">gone-abcdef.1</a>' in page
    assert organiser.get(f"/events/{event.slug}/").status_code == 200


def test_strangers_choose_nothing(client: Client, evening: Evening) -> None:
    address = f"/events/{evening.event().slug}/manage/edition/"
    assert client.get(address).status_code == 302
    client.force_login(evening.account("stranger@example.org"), backend=BACKEND)
    assert client.get(address).status_code == 403
    assert client.post(address, {"edition": SHIPPED}).status_code == 403
