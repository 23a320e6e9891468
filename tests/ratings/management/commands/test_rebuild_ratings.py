from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.management import call_command

from ratings.models import Pool, RatingChange
from ratings.services import ratings, runs
from ratings.services.proof import rating_differences
from ratings.services.ratings import ratings_refresh
from tests.ratings.services.random_results import BEGINNING, Results

pytestmark = pytest.mark.django_db


def test_rebuild_says_how_far_it_is_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "MOST_AT_ONCE", 0)
    monkeypatch.setattr(runs, "SEATS", 2)
    results = Results("elo", {})
    results.plays([BEGINNING + timedelta(hours=hour) for hour in range(30)])
    ratings_refresh(pool_key="city")
    Pool.objects.update(options={"k": 10})
    out = io.StringIO()
    call_command("rebuild_ratings", "city", stdout=out)
    lines = out.getvalue().splitlines()
    assert (lines[0], lines[-1]) == ("city: 20 of 30 games", "city: done")
    assert list(rating_differences(pool_key="city")) == []
    assert (RatingChange.objects.count(), set(RatingChange.objects.values_list("k", flat=True))) == (60, {10})
