"""Begins the closing of a season: its tables become final, and the ties and play-offs that have to be decided are
named (G5)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from leagues.enums import DeciderKind, SeasonState
from leagues.facts.closing import ClosingBegun, DecidersNamed, NamedDecider
from leagues.facts.seasons import StepUndone
from leagues.models import Decider, Season, SeasonEntry
from leagues.placement.claims import playoffs_due
from leagues.selectors.seasons import deciders_of, divisions_of
from leagues.services.seasons.change import require_reason, season_for_change, stands, state_set
from leagues.services.seasons.final_order import as_last_season, final_order, level_groups, ranked_divisions
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import EventState
from tournaments.selectors.events import rounds_of, stage_of
from tournaments.selectors.rounds.matches import uncounted_games
from tournaments.services.events.finish import event_finish
from tournaments.services.events.life import event_take_up


@transaction.atomic
def closing_begin(*, act: Act, season: Season, seen: int | None = None) -> Season:
    """Fix the tables of all divisions, once every game is settled or ruled, and name what has to be decided. Pressed
    twice is once.

    `seen` as in `season_for_change`. DomainError `games_open`, with the divisions, `wrong_season_state`.
    """
    if stands(act, season, SeasonState.CLOSING):
        return season
    season = season_for_change(act, season, SeasonState.RUNNING, seen=seen)
    waiting = games_open(season)
    if waiting:
        raise DomainError("games_open", _("Not everything is played yet. %(where)s") % {"where": " ".join(waiting)})
    for division in divisions_of(season):
        if division.event is not None:
            event_finish(act=act, event=division.event)
    fact_append(act=act, stream=season.league.stream, fact=ClosingBegun(season=season.key))
    state_set(season, SeasonState.CLOSING)
    deciders_name(act, season)
    return season


def games_open(season: Season) -> list[str]:
    """What is still open, a sentence for each division."""
    found = []
    for division in divisions_of(season):
        event = division.event
        if event is None or event.state == EventState.FINISHED:
            continue
        count, stage = uncounted_games(event).count(), stage_of(event)
        missing = stage.planned_rounds - rounds_of(stage).count()
        said = {"division": isolated(division.name)}
        if count:
            found.append(
                ngettext(
                    "%(division)s: %(count)d game has no result.",
                    "%(division)s: %(count)d games have no result.",
                    count,
                )
                % {**said, "count": count}
            )
        if missing > 0:
            found.append(
                ngettext(
                    "%(division)s: %(count)d round isn’t paired.",
                    "%(division)s: %(count)d rounds aren’t paired.",
                    missing,
                )
                % {**said, "count": missing}
            )
    return found


def deciders_name(act: Act, season: Season) -> None:
    """Name what has to be decided next: ties first, and once they are decided the play-offs, whose players depend on
    them. Called under the lock of the league."""
    standing = deciders_of(season)
    if any(not decider.order for decider in standing):
        return
    ranked = ranked_divisions(season)
    wanted: list[tuple[DeciderKind, int, list[str]]] = []
    if not standing:
        wanted = [
            (DeciderKind.TIE, number, [entry.key for entry in entries])
            for number, entries in level_groups(season, ranked)
        ]
    if not wanted and not any(decider.kind == DeciderKind.PLAYOFF for decider in standing):
        last = as_last_season(season, final_order(season, ranked), ranked)
        wanted = [(DeciderKind.PLAYOFF, border, [upper.id, lower.id]) for border, upper, lower in playoffs_due(last)]
    if not wanted:
        return
    made = [
        Decider(key=act.ids.key(), season=season, kind=kind, number=number, entries=entries)
        for kind, number, entries in wanted
    ]
    Decider.objects.bulk_create(made)
    fact = DecidersNamed(
        season=season.key,
        deciders=[
            NamedDecider(
                decider=decider.key,
                kind=DeciderKind(decider.kind),
                number=decider.number,
                entries=list(decider.entries),
            )
            for decider in made
        ],
    )
    fact_append(act=act.because(""), stream=season.league.stream, fact=fact)


@transaction.atomic
def closing_undo(*, act: Act, season: Season) -> Season:
    """Let the season run again, with the reason in `act.why`, so that results can be put right; decisions about ties
    go. Pressed twice is once. DomainError `decider_played` where a decider is arranged already."""
    if stands(act, season, SeasonState.RUNNING):
        return season
    season = season_for_change(act, season, SeasonState.CLOSING)
    require_reason(act)
    if any(decider.event is not None for decider in deciders_of(season)):
        raise DomainError(
            "decider_played", _("A decider or play-off is arranged already. Correct the result after closing instead.")
        )
    Decider.objects.filter(season=season).delete()
    state_set(season, SeasonState.RUNNING)
    for division in divisions_of(season):
        if division.event is not None and division.event.state == EventState.FINISHED:
            event_take_up(act=act, event=division.event)
    fact_append(act=act, stream=season.league.stream, fact=StepUndone(season=season.key, step="closing"))
    return season


def entries_by_key(season: Season) -> dict[str, SeasonEntry]:
    """The entries of a season by key, with players."""
    rows = SeasonEntry.objects.filter(season=season).select_related("player", "division")
    return {entry.key: entry for entry in rows}
