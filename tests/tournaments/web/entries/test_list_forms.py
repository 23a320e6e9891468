"""The preview of a list: what it asks, and that nobody is entered before it is answered."""

from __future__ import annotations

import pytest

from tests.evening import Evening
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

TEXT = "Jméno;Síla\nAnna Berg;1700\nBert;1600\nTotal: 2;"
YEARS = "Anna Berg (2011)\nWer kommt?"


def test_list_is_entered_when_its_columns_are_said() -> None:
    evening = Evening()
    event = evening.event(())
    organiser, address = evening.browser(), f"/events/{event.slug}/manage/players/list/"
    shown = organiser.post(address, {"names": TEXT})
    assert shown.context["unclear"] == 3
    sent = {"names": TEXT, "seen": shown.context["form"]["seen"].value(), "enter": "1", "line_4": "skip"}
    assert (organiser.post(address, sent).status_code, Entry.objects.count()) == (422, 0)
    answers = {"names": TEXT, "column_1": "name", "column_2": "rating"}
    shown = organiser.post(address, answers)
    page = shown.content.decode()
    assert ("Name: Jméno" in page, "Rating: Síla" in page, shown.context["unclear"]) == (True, True, 1)
    sent = {**answers, "seen": shown.context["form"]["seen"].value(), "enter": "1", "line_4": "skip"}
    assert organiser.post(address, sent).status_code == 302
    assert sorted(Entry.objects.values_list("player__name", "rating")) == [("Anna Berg", 1700), ("Bert", 1600)]


@pytest.mark.parametrize("years, rating", [("birth", 0), ("rating", 2011)])
def test_years_are_asked_about_over_the_api(years: str, rating: int) -> None:
    evening = Evening()
    event = evening.event(())
    organiser, address = evening.browser(), f"/api/v1/events/{event.slug}/entries/"
    choices = [{"line": 2, "player": "skip"}]
    refused = organiser.post(address, {"names": YEARS, "choices": choices}, content_type="application/json")
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["years"])
    answered = {"names": YEARS, "choices": choices, "years": years, "columns": {}}
    shown = organiser.post(f"{address}preview/", {"names": YEARS, "years": years}, content_type="application/json")
    assert [line["doubt"] for line in shown.json()] == ["", "remark"]
    assert organiser.post(address, answered, content_type="application/json").status_code == 201
    assert list(Entry.objects.values_list("player__name", "rating")) == [("Anna Berg", rating)]


def test_column_that_is_no_number_is_refused_over_the_api() -> None:
    evening = Evening()
    event = evening.event(())
    sent = {"names": "Anna", "columns": {"²": "name"}}
    address = f"/api/v1/events/{event.slug}/entries/"
    assert evening.browser().post(address, sent, content_type="application/json").status_code == 400
    assert not Entry.objects.exists()
