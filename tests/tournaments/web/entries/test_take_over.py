"""The page on which a reserve takes an entry over."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.evening import Evening, entry_at
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_arbiter_looks_for_the_reserve_and_lets_them_go_on(evening: Evening) -> None:
    event = evening.started()
    entry = entry_at(evening.publish(event, 1)[0], 0)
    page, arbiter = reverse("tournaments:entry_taken_over", args=[event.slug, entry.key]), evening.browser()
    assert page in arbiter.get(reverse("tournaments:players", args=[event.slug])).content.decode()

    assert "Who goes on?" not in arbiter.get(page).content.decode()
    assert "somebody new: Rita" in arbiter.get(f"{page}?name=Rita").content.decode()
    form = {"whose": "new", "points": "zero"}
    assert arbiter.post(f"{page}?name=Rita", form).status_code == 422
    done = arbiter.post(f"{page}?name=Rita", form | {"why": "Moved away."}, follow=True)

    found = Entry.objects.get(pk=entry.pk)
    assert (found.player.name, found.counts_former) == ("Rita", False)
    assert "goes on. Print the new personal link" in done.content.decode()
    log = arbiter.get(reverse("tournaments:log", args=[event.slug])).content.decode()
    assert "goes on in the place of" in log
