"""A round robin whose rounds are open side by side, as over the weeks of a league."""

from __future__ import annotations

from datetime import timedelta

import pytest

from magistrar_site.shared.errors import DomainError
from tests.evening import NAMES, Evening
from tournaments.enums import RoundState
from tournaments.models import Event, Round, Standing
from tournaments.selectors.events import stage_of
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.times import round_schedule
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


def started(evening: Evening, *, ahead: bool) -> Event:
    event = evening.event(NAMES[:4])
    event = event_settings_change(act=evening.act(), stage=stage_of(event), changes={"options": {"ahead": ahead}})
    return event_start(act=evening.act(), event=event)


def test_rounds_open_side_by_side_are_played_in_any_order(evening: Evening) -> None:
    event = started(evening, ahead=True)
    rounds = [evening.publish(event, number) for number in (1, 2, 3)]
    for week, round_ in enumerate(Round.objects.order_by("number")):
        begins = evening.now + timedelta(days=7 * week)
        round_schedule(act=evening.act(), round_=round_, starts_at=begins, ends_at=begins + timedelta(days=7))
    assert set(Round.objects.values_list("state", flat=True)) == {RoundState.PUBLISHED}
    for match in (*rounds[2], *rounds[0]):
        evening.play(match)
    standings_refresh(event_key=event.key)
    played = Standing.objects.filter(table__stage=stage_of(event), table__after_round=3).values_list(
        "played", flat=True
    )
    assert list(played) == [2, 2, 2, 2]
    for match in rounds[1]:
        evening.play(match)
    standings_refresh(event_key=event.key)
    played = Standing.objects.filter(table__stage=stage_of(event), table__after_round=3).values_list(
        "played", flat=True
    )
    assert list(played) == [3, 3, 3, 3]
    assert str(event_verify(event=event)).startswith("verified")


def test_without_the_option_the_next_round_waits_for_results(evening: Evening) -> None:
    event = started(evening, ahead=False)
    evening.publish(event, 1)
    with pytest.raises(DomainError) as caught:
        round_pair(act=evening.act(), stage=stage_of(event), number=2)
    assert caught.value.code == "results_missing"
