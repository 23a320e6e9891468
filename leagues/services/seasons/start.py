"""Starts a season: each division gets its event, its players, and its rounds with the windows of the matchdays (G4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from leagues.enums import SeasonState
from leagues.facts.seasons import EventEntry, SeasonStarted, StartedDivision, StepUndone
from leagues.models import Division, Matchday, Season, SeasonEntry
from leagues.models.rules import SeasonSettings
from leagues.selectors.seasons import divisions_of, entries_of_division
from leagues.services.leagues.roles import event_roles_give
from leagues.services.seasons.change import require_reason, season_for_change, stands, state_set
from leagues.services.seasons.league_event import league_event_make
from leagues.services.seasons.matchdays import window_fact, windows
from magistrar_site.accounts.services.links import links_pass, links_revoke
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append
from tournaments.formats.core.format import options_for
from tournaments.formats.registry import format_for
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import anything_handed_in
from tournaments.services.entries.enter import Entrant, players_enter
from tournaments.services.events.life import event_call_off
from tournaments.services.events.overseen_presets import DIVISION, SWISS_DIVISION, overseen_event
from tournaments.services.events.start import event_start
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.zone_times import require_year

if TYPE_CHECKING:
    from tournaments.models import Event


BEYOND = datetime.max.replace(tzinfo=UTC)  # where breaks leave no time for all matchdays


@dataclass(frozen=True, slots=True)
class Played:
    """How a division of some size is played: format, options, and the number of rounds."""

    format: str
    options: Mapping[str, Any]
    rounds: int


@transaction.atomic
def season_start(*, act: Act, season: Season, seen: int | None = None) -> Season:
    """Make the event of each division, enter its players, and publish all rounds of round robins, or pair the first of
    a Swiss, each with its window. The league's staff run the events. Pressed twice is once.

    `seen` as in `season_for_change`. Invalid `first_day_missing`, `year_out_of_range`; DomainError
    `division_too_small`, `wrong_season_state`.
    """
    if stands(act, season, SeasonState.RUNNING):
        return season
    season = season_for_change(act, season, SeasonState.PLACED, seen=seen)
    settings = season.settings
    if settings.first_day is None:
        text = _("Say on which day the first matchday begins.")
        raise Invalid("first_day_missing", text, fields={"first_day": text})
    divisions = {division: entries_of_division(division) for division in divisions_of(season)}
    plans = division_plans(settings, [len(entries) for entries in divisions.values()])
    zone = season.league.time_zone
    count = max(plan.rounds for plan in plans)
    made = windows(settings, first_day=settings.first_day, count=count, zone=zone)
    require_year(made[-1].ends_at if len(made) == count else BEYOND, field="breaks")
    days = [
        Matchday(season=season, number=number, starts_at=window.starts_at, ends_at=window.ends_at)
        for number, window in enumerate(made, 1)
    ]
    Matchday.objects.bulk_create(days)
    state_set(season, SeasonState.RUNNING)
    started, entered = [], []
    for (division, entries), plan in zip(divisions.items(), plans, strict=True):
        event, event_entries = _division_start(act, season, division, entries, plan, days)
        started.append(StartedDivision(division=division.number, event=event.key))
        entered += [
            EventEntry(entry=entry.key, event_entry=event_entry)
            for entry, event_entry in zip(entries, event_entries, strict=True)
        ]
    fact = SeasonStarted(
        season=season.key, divisions=started, entries=entered, matchdays=[window_fact(day) for day in days]
    )
    fact_append(act=act, stream=season.league.stream, fact=fact)
    return season


def division_plans(settings: SeasonSettings, sizes: Sequence[int]) -> list[Played]:
    """How divisions of these sizes are played. The largest one gives the number of matchdays; with `small_double` those
    for which a double round robin fits into them play one."""
    if settings.kind == "swiss":
        return [_swiss(settings, size) for size in sizes]
    is_double = settings.kind == "double_round_robin"
    plans = [_round_robin(size, is_double=is_double) for size in sizes]
    most = max((plan.rounds for plan in plans), default=0)
    if settings.small_double and not is_double:
        doubles = [_round_robin(size, is_double=True) for size in sizes]
        plans = [double if double.rounds <= most else plan for plan, double in zip(plans, doubles, strict=True)]
    return plans


def _round_robin(size: int, *, is_double: bool) -> Played:
    format_ = format_for(DIVISION.format)
    options = {**options_for(format_, (2,)), **DIVISION.options, "double": is_double}
    try:
        return Played(DIVISION.format, options, format_.rounds_for(size, options))
    except ValueError:
        raise _wrong_size(size) from None


def _swiss(settings: SeasonSettings, size: int) -> Played:
    format_ = format_for(SWISS_DIVISION.format)
    rounds = min(settings.swiss_rounds, max(1, size - 1))
    options = {**options_for(format_, (2,)), "rounds": rounds}
    return Played(SWISS_DIVISION.format, options, rounds)


def _wrong_size(size: int) -> DomainError:
    return DomainError(
        "division_too_small", _("A division of %(count)d can’t play everybody against everybody.") % {"count": size}
    )


def _division_start(
    act: Act, season: Season, division: Division, entries: Sequence[SeasonEntry], plan: Played, days: Sequence[Matchday]
) -> tuple[Event, list[str]]:
    """The division's event, running, and the keys of its entries in the order of the division's."""
    event = division_event(act, season, division, plan, days)
    division.event = event
    division.save(update_fields=["event"])
    event_roles_give(act, season.league, event)
    entrants = [Entrant(entry.player, entry.key) for entry in entries]
    made = [entry.key for entry in players_enter(act=act, event=event, entrants=entrants)]
    for entry, key in zip(entries, made, strict=True):
        entry.event_entry = key
    SeasonEntry.objects.bulk_update(entries, ["event_entry"], batch_size=500)
    links_pass(entries={entry.key: key for entry, key in zip(entries, made, strict=True) if key != entry.key})
    event = event_start(act=act, event=event)
    stage = stage_of(event)
    for number in range(1, stage.planned_rounds + 1 if plan.format == DIVISION.format else 2):
        round_publish(act=act, round_=round_pair(act=act, stage=stage, number=number))
    return event, made


def division_event(act: Act, season: Season, division: Division, plan: Played, days: Sequence[Matchday]) -> Event:
    """The event of a division, open and without players."""
    league = season.league
    preset = DIVISION if plan.format == DIVISION.format else SWISS_DIVISION
    new = overseen_event(
        preset,
        name=f"{league.name}, {season.name}: {division.name}",
        starts_at=days[0].starts_at,
        time_zone=league.time_zone,
        system=league.system,
        edition=league.edition,
        pool=league.pool if season.settings.rated else "",
        format=plan.format,
        options=plan.options,
        overdue=season.settings.overdue,
        overdue_days=season.settings.overdue_days,
    )
    return league_event_make(act, league, new)


@transaction.atomic
def season_start_undo(*, act: Act, season: Season) -> Season:
    """Take the start back while nothing was handed in, with the reason in `act.why`: the divisions' events are
    cancelled, their players are told, and a new start makes new ones. Pressed twice is once. DomainError
    `was_played`."""
    if stands(act, season, SeasonState.PLACED):
        return season
    season = season_for_change(act, season, SeasonState.RUNNING)
    require_reason(act)
    divisions = divisions_of(season)
    events = [division.event for division in divisions if division.event is not None]
    if any(anything_handed_in(event) for event in events):
        raise DomainError("was_played", _("Games have been played. Cancel the season if it doesn’t go on."))
    state_set(season, SeasonState.PLACED)
    passed_on = SeasonEntry.objects.filter(season=season, took_over__isnull=False)
    held_by_reserves = list(passed_on.values_list("event_entry", flat=True))
    Division.objects.filter(season=season).update(event=None)
    passed_on.update(division=None, took_over=None)
    SeasonEntry.objects.filter(season=season).update(event_entry="", finished=True)
    links_pass(entries=dict.fromkeys(SeasonEntry.objects.filter(season=season).values_list("key", flat=True), ""))
    links_revoke(subjects=held_by_reserves, at=act.at)
    Matchday.objects.filter(season=season).delete()
    for event in events:
        event_call_off(act=act, event=event)
    fact_append(act=act, stream=season.league.stream, fact=StepUndone(season=season.key, step="start"))
    return season
