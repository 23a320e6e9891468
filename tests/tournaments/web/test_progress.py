from __future__ import annotations

import pytest
from django.test import Client

from games.templatetags.interface import half_points
from tests.evening import NAMES, Evening
from tournaments.models import Standing
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db


def test_standing_shows_the_points_after_each_round_beside_the_leaders(client: Client) -> None:
    evening = Evening()
    event = evening.started(NAMES[:4])
    evening.play_out(event, 1)
    standings_refresh(event_key=event.key)
    newest = Standing.objects.filter(table__after_round=1).order_by("-rank", "entry__number")[0]
    assert client.get(f"/events/{event.slug}/standings/{newest.entry.key}/").context["progress"] is None
    for number in (2, 3):
        for match in evening.publish(event, number):
            evening.play(match)
    standings_refresh(event_key=event.key)
    last = Standing.objects.filter(table__after_round=3).order_by("-rank", "entry__number")[0]
    rows = Standing.objects.filter(entry=last.entry, table__after_round__gt=0).order_by("table__after_round")
    plot = client.get(f"/events/{event.slug}/standings/{last.entry.key}/").context["progress"]
    assert plot.places == ["0", "1", "2", "3"]
    assert [text for _value, text in plot.lines[0].values] == ["0", *(half_points(row.points) for row in rows)]
    leader = Standing.objects.filter(table__after_round=3).order_by("rank", "entry__number")[0]
    assert plot.lines[1].name == f"{leader.entry.player.name}, who leads"
    assert plot.lines[1].values[-1] == (leader.points / 2, half_points(leader.points))
    own = client.get(f"/events/{event.slug}/standings/{leader.entry.key}/").context["progress"]
    assert len(own.lines) == 1
