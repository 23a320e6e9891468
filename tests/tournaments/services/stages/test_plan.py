"""Planning the stage after the one that runs."""

from __future__ import annotations

import pytest

from magistrar_site.shared.errors import DomainError, Invalid
from tests.evening import Evening
from tests.tournaments.services.brackets.test_follow import holds
from tests.tournaments.services.stages.test_close import NAMES
from tournaments.selectors.events import stage_of
from tournaments.services.stages.plan import stage_after, stage_drop, stage_plan

pytestmark = pytest.mark.django_db


def test_planned_stage_is_changed_dropped_and_refused_where_it_cannot_be() -> None:
    evening = Evening()
    event = evening.event(NAMES, preset="groups-knockout")
    planned = stage_plan(
        act=evening.act(),
        stage=stage_of(event),
        format="double_elimination",
        qualifiers=1,
        options={"best_of_rounds": "3,5"},
    )
    assert (planned.number, planned.options["best_of_rounds"]) == (2, "3,5")
    with pytest.raises(Invalid) as refused:
        stage_plan(act=evening.act(), stage=stage_of(event), format="swiss", qualifiers=0, options={})
    assert set(refused.value.fields or {}) == {"format", "takes"}
    stage_drop(act=evening.act(), stage=stage_of(event))
    stage_drop(act=evening.act(), stage=stage_of(event))
    assert stage_after(stage_of(event)) is None
    bracket = evening.event(NAMES, preset="knockout", name="Bracket")
    with pytest.raises(DomainError) as no:
        stage_plan(act=evening.act(), stage=stage_of(bracket), format="knockout", qualifiers=2)
    assert no.value.code == "no_stage_after"
    holds(event)
