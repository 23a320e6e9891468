"""Gives a strong newcomer a division before filling (G11), and says who stands by as a reserve."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from leagues.enums import Origin, SeasonState
from leagues.facts.entries import EntryRemoved, PlayerSeeded, ReserveSet
from leagues.models import SeasonEntry
from leagues.services.seasons.change import season_for_change
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append

MOST_DIVISIONS = 200


@transaction.atomic
def newcomer_seed(*, act: Act, entry: SeasonEntry, division: int | None) -> SeasonEntry:
    """Let a newcomer claim a division, or none (None). Where it would then have too many claims, the plan says so. The
    same once more is no fact. DomainError `not_new`; Invalid `wrong_division`."""
    season = season_for_change(act, entry.season, SeasonState.OPEN)
    entry = SeasonEntry.objects.select_related("player", "season__league__club").get(pk=entry.pk)
    if entry.origin != Origin.NEWCOMER:
        raise DomainError("not_new", _("Only newcomers get a division before filling. Move the others by hand."))
    require_division(division)
    if entry.seeded == division:
        return entry
    entry.seeded = division
    entry.save(update_fields=["seeded"])
    fact = PlayerSeeded(season=season.key, entry=entry.key, division=division)
    fact_append(act=act, stream=season.league.stream, fact=fact)
    return entry


def require_division(number: int | None) -> None:
    """Invalid `wrong_division` for a number that no division can have."""
    if number is not None and not 1 <= number <= MOST_DIVISIONS:
        text = _("Divisions count from 1.")
        raise Invalid("wrong_division", text, fields={"division": text})


@transaction.atomic
def reserve_set(*, act: Act, entry: SeasonEntry, is_reserve: bool) -> SeasonEntry:
    """Let a player stand by as a reserve instead of being placed, or the other way round. The same once more is no
    fact."""
    season = season_for_change(act, entry.season, SeasonState.OPEN)
    entry = SeasonEntry.objects.select_related("player", "season__league__club").get(pk=entry.pk)
    if entry.is_reserve == is_reserve:
        return entry
    entry.is_reserve = is_reserve
    entry.save(update_fields=["is_reserve"])
    fact = ReserveSet(season=season.key, entry=entry.key, is_reserve=is_reserve)
    fact_append(act=act, stream=season.league.stream, fact=fact)
    return entry


@transaction.atomic
def newcomer_remove(*, act: Act, entry: SeasonEntry) -> None:
    """Take a newcomer off the list. Pressed twice is once. DomainError `not_new`: players of last season answer no."""
    season = season_for_change(act, entry.season, SeasonState.OPEN)
    standing = SeasonEntry.objects.filter(pk=entry.pk).first()
    if standing is None:
        return
    if standing.origin != Origin.NEWCOMER:
        raise DomainError("not_new", _("This player was asked. Answer no for them instead."))
    standing.delete()
    fact_append(act=act, stream=season.league.stream, fact=EntryRemoved(season=season.key, entry=entry.key))
