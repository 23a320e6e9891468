"""Changes what a league says of itself, and which clubs run it together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from leagues.enums import LeagueAction
from leagues.facts.leagues import LeagueChanged, LeagueClubSet
from leagues.models import League, LeagueClub
from leagues.selectors.leagues import events_of_league
from leagues.services.leagues.create import valid_league_name
from leagues.services.permissions import require_league
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.public_epoch import public_epoch_begin
from magistrar_site.shared.services.facts import fact_append, stream_lock
from magistrar_site.shared.texts import storable_text
from tournaments.services.events.edition import valid_edition
from tournaments.services.events.listing import event_listed_set
from tournaments.services.zone_times import require_zone

if TYPE_CHECKING:
    from games.models import Club

TEXT_LENGTH = 10_000


@transaction.atomic
def league_change(
    *,
    act: Act,
    league: League,
    name: str | None = None,
    description: str | None = None,
    time_zone: str | None = None,
    edition: str | None = None,
    is_listed: bool | None = None,
) -> League:
    """Change what is given; its address, game and pool stay. Edition and zone count for seasons that start later. The
    same once more is no fact. Invalid with the fields."""
    require_league(act, league, LeagueAction.MANAGE_LEAGUE)
    stream_lock(stream=league.stream)
    league = League.objects.select_related("club").get(pk=league.pk)
    wanted: dict[str, str | bool] = {}
    if name is not None:
        wanted["name"] = valid_league_name(name)
    if description is not None:
        wanted["description"] = _checked_text(description)
    if time_zone is not None:
        require_zone(time_zone)
        wanted["time_zone"] = time_zone
    if edition is not None:
        wanted["edition"] = valid_edition(league.club, edition, league.system, size=2) if edition else ""
    if is_listed is not None:
        wanted["is_listed"] = is_listed
    changed = {field: value for field, value in wanted.items() if getattr(league, field) != value}
    if not changed:
        return league
    for field, value in changed.items():
        setattr(league, field, value)
    league.save(update_fields=list(changed))
    texts: list[str] = [field for field in ("name", "description") if field in changed]
    fact = LeagueChanged(
        texts=texts,
        is_listed=changed.get("is_listed", UNSET),  # type: ignore[arg-type] # the value of that very field
        time_zone=changed.get("time_zone", UNSET),  # type: ignore[arg-type] # likewise
        edition=changed.get("edition", UNSET),  # type: ignore[arg-type] # likewise
    )
    fact_append(act=act, stream=league.stream, fact=fact, details={field: str(changed[field]) for field in texts})
    if "is_listed" in changed:
        for event in events_of_league(league.key):
            event_listed_set(act=act, event=event, listed=league.is_listed)
    public_epoch_begin()  # the clubs' pages list it
    return league


def _checked_text(text: str) -> str:
    text = storable_text(text).replace("\r\n", "\n").strip()
    if len(text) > TEXT_LENGTH:
        refused = _("At most %(most)d characters.") % {"most": TEXT_LENGTH}
        raise Invalid("text_too_long", _("The text is too long."), fields={"description": refused})
    return text


@transaction.atomic
def league_club_set(*, act: Act, league: League, club: Club, joins: bool) -> None:
    """Let another club run the league too, or no longer. The owner stays its owner. Done twice is once."""
    require_league(act, league, LeagueAction.MANAGE_LEAGUE)
    stream_lock(stream=league.stream)
    if club.pk == league.club_id:
        text = _("This club owns the league.")
        raise Invalid("owns_league", text, fields={"club": text})
    rows = LeagueClub.objects.filter(league=league, club=club)
    if rows.exists() == joins:
        return
    if joins:
        LeagueClub.objects.create(league=league, club=club)
    else:
        rows.delete()
    fact_append(act=act, stream=league.stream, fact=LeagueClubSet(club=club.key, joins=joins))
