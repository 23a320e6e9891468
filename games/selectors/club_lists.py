from __future__ import annotations

from django.db.models import Count, QuerySet
from django.utils.text import slugify

from games.models import Club, Player
from games.selectors.name_search import MOST_CANDIDATES, closest_names, holds_words, may_be_close
from magistrar_site.shared.names import fold_name


def clubs_with_players() -> QuerySet[Club]:
    """All clubs by name, each with its number of `player_count`."""
    return Club.objects.annotate(player_count=Count("players")).order_by("name", "key")


def clubs_matching(query: str, *, limit: int = 20) -> QuerySet[Club]:
    """Public search by the folded name that a club's address is made of: it holds every word."""
    condition = holds_words("slug", query)
    return clubs_with_players().filter(condition)[:limit] if condition else Club.objects.none()


def clubs_close(query: str, *, limit: int = 20) -> list[Club]:
    """Clubs whose name is close to what was typed, the closest first."""
    condition = may_be_close("slug", query)
    if condition is None:
        return []
    slugs = Club.objects.filter(condition).values_list("pk", "slug")[:MOST_CANDIDATES]
    closest = closest_names(query, ((pk, slug.replace("-", " ")) for pk, slug in slugs), limit=limit)
    clubs = Club.objects.in_bulk(closest)
    return [clubs[pk] for pk in closest]


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
