from __future__ import annotations

from django.db.models import Count, QuerySet
from django.utils.text import slugify

from games.models import Club, Player
from games.selectors.clubs import clubs
from games.selectors.name_search import MOST_CANDIDATES, closest_names, leaves_room, says_words
from magistrar_site.shared.names import fold_name


def clubs_with_players() -> QuerySet[Club]:
    """All clubs by name, each with its number of `player_count`."""
    return clubs().annotate(player_count=Count("players"))


def clubs_matching(query: str, *, limit: int = 20) -> list[Club]:
    """Public search by name and town, in the order of names: together they hold every word."""
    return [club for club in _all_clubs() if says_words(_words_of(club), query)][:limit]


def clubs_close(query: str, *, limit: int = 20) -> list[Club]:
    """Clubs whose name or town is close to what was typed, the closest first."""
    found = {club.pk: club for club in _all_clubs()} if leaves_room(query) else {}
    return [
        found[pk] for pk in closest_names(query, ((pk, _words_of(club)) for pk, club in found.items()), limit=limit)
    ]


def _all_clubs() -> QuerySet[Club]:
    """To be gone through: clubs are few, and their towns aren't stored folded."""
    return clubs()[:MOST_CANDIDATES]


def _words_of(club: Club) -> str:
    """The folded name, which the club's address is made of, and town."""
    return f"{club.slug.replace('-', ' ')} {fold_name(club.place)}"


def clubs_listed(*, search: str = "") -> QuerySet[Club]:
    """All clubs by name, or those whose address holds the folded `search`, each with its `player_count`."""
    if not search:
        return clubs_with_players()
    part = slugify(fold_name(search))
    return clubs_with_players().filter(slug__contains=part) if part else clubs_with_players().none()


def players_in_club(slug: str) -> QuerySet[Player]:
    """The players of a club by its slug, in no order: to narrow other lists to them. The club is looked up once, so
    that databases don't go through all players to ask each for the slug."""
    return Player.objects.filter(club=Club.objects.filter(slug=slug).values("pk")[:1])
