"""Games of events for which the same record stands as for another: for the staff to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import QuerySet

from games.enums import GameState
from games.selectors.elsewhere import games_with_records_of_others, handed_in_elsewhere
from tournaments.models import Event, MatchGame
from tournaments.selectors.rounds.matches import with_place

if TYPE_CHECKING:
    from games.models import Game

DECIDED = (GameState.RULED, GameState.ANNULLED)  # an arbiter has looked


def games_with_same_record(game: Game) -> QuerySet[MatchGame]:
    """The other games for which a record of this one stands, of whichever event."""
    keys = handed_in_elsewhere([game.pk]).get(game.pk, [])
    return with_place(MatchGame.objects.filter(game__key__in=keys)) if keys else MatchGame.objects.none()


def copied_games(event: Event) -> list[MatchGame]:
    """The event's games for which a record stands that stands for another game too, until an arbiter has decided."""
    keys = games_with_records_of_others(event.stream)
    if not keys:
        return []
    return list(with_place(MatchGame.objects.filter(game__key__in=keys).exclude(game__state__in=DECIDED)))
