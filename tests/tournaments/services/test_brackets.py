"""A bracket never gets stuck, whoever is away."""

from __future__ import annotations

import pytest

from tests.evening import Evening
from tournaments.services.byes import bye_request
from tournaments.services.events import event_finish
from tournaments.services.rounds import round_pair, round_publish


@pytest.mark.django_db
def test_a_round_in_which_all_who_would_meet_are_away_passes() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert"), preset="knockout")
    for entry in event.entries.all():
        bye_request(act=evening.act(), entry=entry, number=1, kind="zero_bye")
    draft = round_pair(act=evening.act(), event=event, number=1)
    published = round_publish(act=evening.act(), round_=draft)
    assert list(published.matches.values_list("bye", flat=True)) == ["zero_bye", "zero_bye"]
    assert event_finish(act=evening.act(), event=event).state == "finished"
