"""An evening of players whose names are written from right to left."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from magistrar_site.shared.isolates import isolated
from tests.evening import Evening
from tournaments.models import MatchGame

pytestmark = pytest.mark.django_db

NAMES = ("אבי כהן", "علی\u200cرضا")


def test_names_keep_their_place_on_pages_and_stay_as_typed_in_data() -> None:
    evening = Evening()
    event = evening.started(NAMES)
    evening.publish(event, 1)
    slug, browser = event.slug, evening.browser()
    for address in (f"/events/{slug}/", f"/events/{slug}/rounds/1/", f"/events/{slug}/manage/log/"):
        page = browser.get(address).content.decode()
        assert all(isolated(name) in page for name in NAMES), address
    for table in ("entries", "rounds/1"):
        for data in ("", "?format=csv"):
            text = Client().get(f"/api/v1/events/{slug}/{table}/{data}").content.decode()
            assert [isolated(name) in text for name in NAMES] == [False, False]
            assert all(name in text for name in NAMES)


def test_names_keep_their_place_in_sentences_of_scripts_and_messages() -> None:
    evening = Evening()
    event = evening.started(NAMES)
    evening.publish(event, 1)
    game, browser = MatchGame.objects.get().game, evening.browser()
    page = browser.get(f"/games/{game.key}/recording/").content.decode()
    found = re.search(r'<script id="recorder-data" type="application/json">(.*?)</script>', page)
    words = json.loads(found[1])["words"] if found else {}
    assert {words["white"], words["black"]} == {isolated(name) for name in NAMES}
    entry = event.entries.get(player__name=NAMES[0])
    answer = browser.post(f"/events/{event.slug}/manage/players/{entry.key}/under-16/", {"under_16": "1"}, follow=True)
    assert f"instead of {isolated(NAMES[0])}." in answer.content.decode()
