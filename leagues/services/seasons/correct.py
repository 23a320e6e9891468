"""Puts a result of a closed season right: shown first, then written. Nobody moves in a later season (G5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from leagues.enums import DecidedBy, LeagueAction, Move, SeasonState
from leagues.facts.closing import SeasonCorrected
from leagues.models import Season, SeasonEntry
from leagues.selectors.seasons import deciders_of, events_of_season
from leagues.services.permissions import require_league
from leagues.services.seasons.change import require_reason, season_for_change
from leagues.services.seasons.close import final_rows, final_write
from leagues.services.seasons.decide import decision_follow
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import EventState
from tournaments.selectors.rounds.matches import match_game_by_game
from tournaments.services.events.finish import event_finish
from tournaments.services.events.life import event_take_up
from tournaments.services.results.rule import Ruling, ruling_make

UNSAID = "–"  # the reason of a correction that is only looked at, where none was given yet


@dataclass(frozen=True, slots=True)
class ChangedPlace:
    """A player whose final place, or what it means, is another one by a correction."""

    entry: SeasonEntry
    place_before: int
    place: int
    move_before: str
    move: str


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction changes: `places` of the season alone. Ratings follow by themselves."""

    places: tuple[ChangedPlace, ...]

    @property
    def changes_honours(self) -> bool:
        return any(row.move_before != row.move or 1 in {row.place_before, row.place} for row in self.places)


@transaction.atomic
def season_correct(*, act: Act, season: Season, game_key: str, ruling: Ruling, seen: int | None = None) -> Correction:
    """Decide a game of a closed season anew, with the reason in `act.why`: its division's table, or the tie or play-off
    that it decided, final order and honours follow. Other decisions about ties stay; ties that the correction makes
    keep the order so far. Later seasons stay as they were placed.

    `seen` as in `season_for_change`. NotFound for a game of another event; what `ruling_make` refuses.
    """
    season = season_for_change(act, season, SeasonState.CLOSED, seen=seen)
    require_reason(act)
    event = match_game_by_game(game_key).match.round.stage.event
    is_of_season = event.pk in {each.pk for each in events_of_season(season)}
    if not is_of_season or event.state != EventState.FINISHED:  # a decider that was called off decides nothing
        raise NotFound("no_such_game", _("This game isn’t one of the season’s."))
    before = _places(season)
    event_take_up(act=act, event=event)
    ruling_make(act=act, game_key=game_key, ruling=ruling)
    event_finish(act=act, event=next(each for each in events_of_season(season) if each.pk == event.pk))
    for decider in deciders_of(season):
        if decider.event_id == event.pk and decider.how == DecidedBy.GAME:
            decision_follow(act=act, season=season, decider=decider)
    divisions = final_rows(season)
    final, honours = final_write(act, season, divisions)
    fact = SeasonCorrected(season=season.key, divisions=final, honours=honours)
    fact_append(act=act, stream=season.league.stream, fact=fact)
    changed = []
    for _division, rows in divisions:
        for row in rows:
            place, move = before[row.entry.key]
            if (place, move) != (row.place, row.move):
                changed.append(ChangedPlace(row.entry, place, row.place, move, row.move))
    return Correction(tuple(changed))


def correction_preview(*, act: Act, season: Season, game_key: str, ruling: Ruling) -> Correction:
    """What a correction would change, with all its refusals but that of a missing reason. Nothing stays of it."""
    require_league(act, season.league, LeagueAction.MANAGE_SEASON)
    with transaction.atomic():
        tried = act if act.why else act.because(UNSAID)
        correction = season_correct(act=tried, season=season, game_key=game_key, ruling=ruling)
        transaction.set_rollback(True)
    return correction


def _places(season: Season) -> Mapping[str, tuple[int, str]]:
    rows = SeasonEntry.objects.filter(season=season, final_place__isnull=False)
    return {
        key: (place or 0, move or Move.STAYS) for key, place, move in rows.values_list("key", "final_place", "move")
    }
