"""Planning the stage after the one that runs."""

from __future__ import annotations

import pytest

from magistrar_site.shared.errors import DomainError, Invalid
from tests.evening import Evening
from tests.tournaments.services.brackets.test_follow import holds
from tests.tournaments.services.stages.test_close import NAMES
from tournaments.services.stages.plan import later_stage, stage_drop, stage_plan

pytestmark = pytest.mark.django_db


def test_planned_stage_is_changed_dropped_and_refused_where_it_cannot_be() -> None:
    evening = Evening()
    event = evening.event(NAMES, preset="groups-knockout")
    planned = stage_plan(
        act=evening.act(), event=event, format="double_elimination", qualifiers=1, options={"best_of_rounds": "3,5"}
    )
    assert (planned.number, planned.options["best_of_rounds"]) == (2, "3,5")
    with pytest.raises(Invalid) as refused:
        stage_plan(act=evening.act(), event=event, format="swiss", qualifiers=0, options={})
    assert set(refused.value.fields or {}) == {"format", "takes"}
    stage_drop(act=evening.act(), event=event)
    stage_drop(act=evening.act(), event=event)
    assert later_stage(event) is None
    bracket = evening.event(NAMES, preset="knockout", name="Bracket")
    with pytest.raises(DomainError) as no:
        stage_plan(act=evening.act(), event=bracket, format="knockout", qualifiers=2)
    assert no.value.code == "no_stage_after"
    holds(event)
