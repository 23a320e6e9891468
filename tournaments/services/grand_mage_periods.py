"""Seasons of a club, which its Grand Mage standings are kept by."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.services.clubs import free_slug
from games.services.permissions import require_club
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.names import clean_name
from magistrar_site.shared.services.facts import fact_append, stream_lock, stream_name
from magistrar_site.shared.texts import storable_text
from tournaments.facts.clubs import SeasonAdded, SeasonRemoved
from tournaments.models import GrandMagePeriod
from tournaments.signals import grand_mage_periods_changed

if TYPE_CHECKING:
    from games.models import Club

NAME_LENGTH = 80
MOST_DAYS = 3 * 366
MOST_PERIODS = 200


@transaction.atomic
def period_add(*, act: Act, club: Club, name: str, starts_on: date, ends_on: date) -> GrandMagePeriod:
    """A season of the club, from its first to its last day. Seasons may overlap (a year, and the league within it).
    Sent twice is once. Invalid `season_name`, `season_days`; DomainError `too_many_seasons`."""
    require_club(act, club, Action.MANAGE_EVENT)
    name = clean_name(storable_text(name))
    if not name or len(name) > NAME_LENGTH:
        raise Invalid(
            "season_name",
            _("The season needs a name of at most 80 letters, such as “2026/27”."),
            fields={"name": _("Type a short name.")},
        )
    if not 0 <= (ends_on - starts_on).days <= MOST_DAYS:
        raise Invalid(
            "season_days",
            _("A season ends after it starts, and lasts three years at most."),
            fields={"ends_on": _("Choose a later day, within three years.")},
        )
    stream_lock(stream=stream_name("club", club.key))
    own = GrandMagePeriod.objects.filter(club=club)
    same = own.filter(name=name, starts_on=starts_on, ends_on=ends_on).first()
    if same is not None:
        return same
    if own.count() >= MOST_PERIODS:
        raise DomainError("too_many_seasons", _("The club already has as many seasons as it can. Remove one first."))
    key = act.ids.key()
    slug = free_slug(name, set(own.values_list("slug", flat=True)), key)
    season = GrandMagePeriod.objects.create(
        club=club, key=key, name=name, slug=slug, starts_on=starts_on, ends_on=ends_on
    )
    fact = SeasonAdded(season=key, starts_on=starts_on, ends_on=ends_on)
    fact_append(act=act, stream=stream_name("club", club.key), fact=fact, details={"name": name})
    _tell(club)
    return season


@transaction.atomic
def period_remove(*, act: Act, club: Club, key: str) -> None:
    """Take a season away: nothing of what was played goes with it. Pressed twice is once."""
    require_club(act, club, Action.MANAGE_EVENT)
    stream_lock(stream=stream_name("club", club.key))
    rows = GrandMagePeriod.objects.filter(club=club, key=key)
    if rows.exists():
        fact_append(act=act, stream=stream_name("club", club.key), fact=SeasonRemoved(season=key))
        rows.delete()
        _tell(club)


def _tell(club: Club) -> None:
    transaction.on_commit(lambda: grand_mage_periods_changed.send(sender=GrandMagePeriod, club_key=club.key))
