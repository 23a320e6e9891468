"""Puts a player in a division by hand, whatever the plan says (G3)."""

from __future__ import annotations

from django.db import transaction

from leagues.enums import SeasonState
from leagues.facts.entries import PlayerMovedByHand
from leagues.models import SeasonEntry
from leagues.services.entries.seed import require_division
from leagues.services.seasons.change import require_reason, season_for_change
from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.facts import fact_append


@transaction.atomic
def player_move(*, act: Act, entry: SeasonEntry, division: int | None, seen: int | None = None) -> SeasonEntry:
    """Put a player in a division, with the reason in `act.why`; None: as the plan has it again. The plan shows it at
    once. The same once more is no fact.

    `seen` as in `season_for_change`. Invalid `reason_missing`, `wrong_division`; DomainError `wrong_season_state`.
    """
    season = season_for_change(act, entry.season, SeasonState.OPEN, seen=seen)
    require_division(division)
    entry = SeasonEntry.objects.select_related("player", "season__league__club").get(pk=entry.pk)
    if entry.moved_to == division:
        return entry
    if division is not None:
        require_reason(act)
    entry.moved_to = division
    entry.save(update_fields=["moved_to"])
    fact = PlayerMovedByHand(season=season.key, entry=entry.key, division=division)
    fact_append(act=act, stream=season.league.stream, fact=fact)
    return entry
