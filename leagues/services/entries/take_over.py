"""A reserve takes over the fixtures that a player of a running season has left (G15)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from leagues.enums import SeasonState
from leagues.facts.seasons import ReserveTookOver
from leagues.models import SeasonEntry
from leagues.selectors.seasons import event_entry_of
from leagues.services.seasons.change import require_reason, season_for_change
from magistrar_site.accounts.services.links import links_pass
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import fact_append
from tournaments.services.entries.reassign import Whose
from tournaments.services.entries.take_over import entry_pass_on


@transaction.atomic
def reserve_take_over(*, act: Act, entry: SeasonEntry, reserve: SeasonEntry) -> SeasonEntry:
    """Let a reserve go on in a player's place, with the reason in `act.why`, and with the points so far or from zero as
    the season's settings say. Nothing is struck; the reserve counts as having finished, the player replaced doesn't.
    Returns the reserve's entry. Twice is once.

    DomainError `not_a_reserve`, `not_placed`, and what `entry_pass_on` refuses; Invalid `reason_missing`.
    """
    if reserve.took_over_id == entry.pk:
        season_for_change(act, entry.season, SeasonState.RUNNING)
        return reserve
    season = season_for_change(act, entry.season, SeasonState.RUNNING)
    require_reason(act)
    entry = SeasonEntry.objects.select_related("player", "division").get(pk=entry.pk)
    reserve = SeasonEntry.objects.select_related("player", "division").get(pk=reserve.pk, season=season)
    if not reserve.stands_by:
        raise DomainError("not_a_reserve", _("Choose a player who stands by as a reserve."))
    event_entry = event_entry_of(entry)
    if event_entry is None:
        raise not_placed()
    entry_pass_on(
        act=act,
        entry=event_entry,
        whose=Whose(player=reserve.player.key, is_listed=True),
        counts_former=season.settings.reserve_points == "keep",
    )
    fact = ReserveTookOver(season=season.key, entry=reserve.key, was=entry.key)
    fact_append(act=act, stream=season.league.stream, fact=fact)
    reserve.division, reserve.event_entry, reserve.took_over = entry.division, entry.event_entry, entry
    entry.event_entry, entry.finished = "", False
    entry.save(update_fields=["event_entry", "finished"])
    reserve.save(update_fields=["division", "event_entry", "took_over"])
    links_pass(entries={reserve.key: reserve.event_entry})
    return reserve


def not_placed() -> DomainError:
    """Nobody can leave who has no fixtures, or whose place a reserve took."""
    return DomainError("not_placed", _("This player has no fixtures in this season that a reserve could take over."))
