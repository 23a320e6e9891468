"""A player leaves a running season (G15)."""

from __future__ import annotations

from django.db import transaction

from leagues.enums import SeasonState
from leagues.models import SeasonEntry
from leagues.selectors.seasons import event_entry_of
from leagues.services.entries.take_over import not_placed
from leagues.services.seasons.change import season_for_change
from magistrar_site.shared.acts import Act
from tournaments.services.entries.states import entry_withdraw


@transaction.atomic
def player_leave(*, act: Act, entry: SeasonEntry) -> None:
    """Withdraw a player from their division's event: before half of their games are played these are struck from the
    table, later the open ones are forfeited. A reserve can still go on. Pressed twice is once. NotAllowed; DomainError
    `not_placed`, `wrong_season_state`."""
    season_for_change(act, entry.season, SeasonState.RUNNING)
    event_entry = event_entry_of(SeasonEntry.objects.select_related("division").get(pk=entry.pk))
    if event_entry is None:
        raise not_placed()
    entry_withdraw(act=act, entry=event_entry)
