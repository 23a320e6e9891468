"""An event's settings: what may change when, with which reason, and that each change is a fact."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from games.enums import Role
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import FactDetail
from tests.evening import Evening
from tests.tournaments.replays import differences, kinds
from tournaments.models import Event, EventRole, StandingTable
from tournaments.models.rules import EventRules, rules_read, rules_store
from tournaments.selectors.events import stage_of
from tournaments.services.events.finish import event_finish
from tournaments.services.events.settings import (
    SETTINGS,
    When,
    changeable,
    event_role_set,
    event_settings_change,
    settings_digest,
    settings_of,
)
from tournaments.services.permissions import best_role
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db

# A value for every setting that differs from a Swiss evening's.
OTHER: dict[str, Any] = {
    "name": "Another name",
    "time_zone": "America/New_York",
    "starts_at": datetime(2026, 5, 1, 18, 0, tzinfo=UTC),
    "rated": False,
    "is_listed": False,
    "best_of": 3,
    "options": {"rounds": 5},
    "win": 6,
    "draw": 3,
    "loss": 1,
    "pairing_bye": 3,
    "half_bye": 2,
    "zero_bye": 1,
    "full_bye": 3,
    "forfeit_win": 3,
    "forfeit_loss": 1,
    "tie_breaks": ("WIN", "LOT"),
    "ruleset": "fide-2024",
    "least_grade": "record",
    "unconfirmed_counts": False,
    "starter": "lots",
    "seeding": "entry",
    "same_club": "avoided",
    "half_byes": 2,
    "half_byes_end": 0,
    "confirm_within_minutes": 77,
    "forfeit_win_honoris": 6,
    "forfeit_loss_honoris": -6,
    "abandoned": "tie",
    "late_entry": "half",
    "late_entry_until": 2,
    "goldens": True,
    "series_starter": "alternate",
    "series_points": "games",
    "surplus_games": "friendly",
    "variants": "both",
    "agreement": "half",
    "overdue": "extend_then_both_lose",
    "overdue_days": 3,
    "sign_up": True,
    "opens_at": datetime(2026, 4, 1, 8, 0, tzinfo=UTC),
    "closes_at": datetime(2026, 4, 30, 20, 0, tzinfo=UTC),
    "capacity": 32,
    "rating_from": 1200,
    "rating_below": 1800,
    "unrated": False,
    "club_only": True,
    "least_games": 3,
    "only_checked_in": True,
}
FIXED = {"starts_at", "rated", "best_of", "options", "seeding", "late_entry", "late_entry_until", "goldens", "variants"}
FREE = {
    "is_listed",
    "name",
    "sign_up",
    "opens_at",
    "closes_at",
    "rating_from",
    "rating_below",
    "unrated",
    "club_only",
    "least_games",
    "only_checked_in",
}
# What must change with it, so that a tie stays between a win and a loss.
TOGETHER: dict[str, dict[str, Any]] = {"draw": {"win": 6}, "loss": {"win": 6, "draw": 3}}


def change(evening: Evening, event: Event, changes: dict[str, Any], why: str = "") -> Event:
    return event_settings_change(act=evening.act(why=why), stage=stage_of(event), changes=changes)


def test_every_setting_is_tried_here() -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert"), preset="swiss-evening")
    now = settings_of(stage_of(event))
    same = {
        name for name, value in OTHER.items() if now[name] == value or (name == "options" and now[name]["rounds"] == 5)
    }
    assert (set(OTHER), set(now), same) == (set(SETTINGS), set(SETTINGS), set())


@pytest.mark.one_database  # all that they have in common is written on both by the tests below
@pytest.mark.parametrize("name", SETTINGS)
def test_setting_changes_freely_before_the_start(name: str) -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert"), preset="swiss-evening")
    changed = change(evening, event, {name: OTHER[name], **TOGETHER.get(name, {})})
    found = settings_of(stage_of(Event.objects.get(pk=changed.pk)))[name]
    assert (found["rounds"] if name == "options" else found) == (5 if name == "options" else OTHER[name])
    assert kinds(event)[-1] == "event.settings_changed"
    assert differences(event) == []


@pytest.mark.one_database
@pytest.mark.parametrize("name", SETTINGS)
def test_setting_of_a_running_event_is_fixed_free_or_needs_a_reason(name: str) -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert"), preset="swiss-evening")
    assert changeable(stage_of(event))[name] == (name not in FIXED)
    try:
        change(evening, event, {name: OTHER[name], **TOGETHER.get(name, {})})
    except DomainError as refusal:
        found = refusal.code
    else:
        found = "free"
    assert found == ("fixed" if name in FIXED else "free" if name in FREE else "reason_missing")
    if found == "reason_missing":
        change(evening, event, {name: OTHER[name], **TOGETHER.get(name, {})}, why="agreed by all")
        detail = FactDetail.objects.get(fact__kind="event.settings_changed", field="why")
        assert detail.text == "agreed by all"
    assert differences(event) == []


def test_only_the_name_of_a_finished_event_and_its_listing_change() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert"))
    evening.play_out(event, 1)
    event_finish(act=evening.act(), event=event)
    for name, value in OTHER.items():
        if name in {"name", "is_listed", "options"}:
            continue
        with pytest.raises(DomainError) as caught:
            change(evening, event, {name: value, **TOGETHER.get(name, {})}, why="because")
        assert (caught.value.code, name in caught.value.fields) == ("fixed", True)
    assert change(evening, event, {"name": "Renamed"}).name == "Renamed"


def test_same_values_are_no_fact() -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert"))
    before = kinds(event)
    change(evening, event, settings_of(stage_of(event)))
    assert kinds(event) == before


def test_page_that_is_older_than_somebody_elses_change_is_refused() -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert"))
    seen = settings_digest(settings_of(stage_of(event)))
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"capacity": 20}, seen=seen)
    with pytest.raises(DomainError) as caught:
        event_settings_change(act=evening.act(), stage=stage_of(event), changes={"win": 6}, seen=seen)
    assert caught.value.code == "stale"


@pytest.mark.parametrize(
    "changes, field",
    [
        ({"name": " \u200b"}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"time_zone": None}, "time_zone"),
        ({"starts_at": datetime(1, 1, 1, tzinfo=UTC)}, "starts_at"),
        ({"starts_at": "soon"}, "starts_at"),
        ({"win": -1}, "win"),
        ({"win": 10**30}, "win"),
        ({"win": "two"}, "win"),
        ({"draw": True}, "draw"),
        ({"draw": 2}, "draw"),
        ({"draw": 0}, "draw"),
        ({"loss": 1}, "draw"),
        ({"forfeit_loss_honoris": -101}, "forfeit_loss_honoris"),
        ({"half_byes": -1}, "half_byes"),
        ({"tie_breaks": ["HON", "HON"]}, "tie_breaks"),
        ({"tie_breaks": ["\u0000"]}, "tie_breaks"),
        ({"tie_breaks": "HON"}, "tie_breaks"),
        ({"ruleset": "fide-1924"}, "ruleset"),
        ({"least_grade": "hearsay"}, "least_grade"),
        ({"confirm_within_minutes": -5}, "confirm_within_minutes"),
        ({"capacity": 2001}, "capacity"),
        ({"rating_from": 1500, "rating_below": 1500}, "rating_below"),
        ({"opens_at": datetime(2026, 4, 2, tzinfo=UTC), "closes_at": datetime(2026, 4, 1, tzinfo=UTC)}, "closes_at"),
        ({"opens_at": datetime(9999, 12, 31, tzinfo=UTC)}, "opens_at"),
        ({"best_of": 2}, "best_of"),
        ({"options": {"rounds": 31}}, "option_rounds"),
        ({"options": {"colour": "red"}}, "option_colour"),
        ({"options": "many"}, "options"),
        ({"edition": "another"}, "edition"),
        ({"\u0000": 1}, "\u0000"),
    ],
)
def test_value_that_is_not_possible_is_refused_at_its_field(changes: dict[str, Any], field: str) -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert"), preset="swiss-evening")
    before = (kinds(event), settings_of(stage_of(event)))
    with pytest.raises(DomainError) as caught:
        change(evening, event, changes)
    assert (list(caught.value.fields), caught.value.status) == ([field], 422)
    event.refresh_from_db()
    assert (kinds(event), settings_of(stage_of(event))) == before


def test_points_changed_with_a_reason_change_the_standings() -> None:
    evening = Evening()
    event = evening.started(("Anna", "Bert"))
    evening.play_out(event, 1)
    standings_refresh(event_key=event.key)
    table = StandingTable.objects.get(stage__event=event, after_round=1)
    before = [row.points for row in table.rows.all()]
    change(evening, event, {"win": 6, "draw": 3}, why="the club's rule")
    standings_refresh(event_key=event.key)
    after = [row.points for row in StandingTable.objects.get(stage__event=event, after_round=1).rows.all()]
    assert (sorted(before), max(after)) in [([0, 2], 6), ([1, 1], 3)]


def test_who_may_not_set_events_up_changes_nothing() -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert"))
    user = evening.account("arbiter@example.org")
    event_role_set(act=evening.act(), event=event, email=user.email, role=Role.ARBITER)
    for step in (
        lambda act: event_settings_change(act=act, stage=stage_of(event), changes={"win": 6}),
        lambda act: event_role_set(act=act, event=event, email=user.email, role=Role.OWNER),
    ):
        with pytest.raises(DomainError) as caught:
            step(evening.by_user(user))
        assert caught.value.status == 403


def test_role_in_the_event_is_given_changed_and_taken_once() -> None:
    evening = Evening()
    event = evening.event(("Anna", "Bert"))
    user = evening.account("helper@example.org")
    actor = evening.by_user(user).actor
    for role in (Role.DESK, Role.DESK, Role.ARBITER, None, None):
        event_role_set(act=evening.act(), event=event, email="HELPER@example.org", role=role)
        assert best_role(actor, event) == role
    assert kinds(event).count("event.role_set") == 3
    assert not EventRole.objects.exists()
    assert differences(event) == []
    with pytest.raises(DomainError) as caught:
        event_role_set(act=evening.act(), event=event, email="nobody@example.org", role=Role.DESK)
    assert (caught.value.code, list(caught.value.fields)) == ("no_such_account", ["email"])


def test_every_setting_says_until_when_it_may_change() -> None:
    assert {name for name, when in SETTINGS.items() if when is When.BEFORE} == FIXED
    assert {name for name, when in SETTINGS.items() if when is When.ALWAYS} == FREE


@pytest.mark.parametrize("points", [{"draw": 2}, {"win": 1}, {"loss": 1}, {"win": 0, "draw": 0}])
def test_rules_in_which_a_tie_is_worth_a_win_or_a_loss_are_none_wherever_they_come_from(points: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="a tie counts less than a win"):
        EventRules(**points)
    with pytest.raises(msgspec.ValidationError):
        rules_read({**rules_store(EventRules()), **points})
