from __future__ import annotations

from collections.abc import Hashable, Iterable

from django.db.models import Case, F, QuerySet, When

from games.models import Player
from games.selectors.name_search import holds_words


def listed_players(*, search: str = "", club: str = "") -> QuerySet[Player]:
    """All players, or those of a club (by its slug), or those whose folded name holds the words of `search`, with their
    clubs. Who hides the name isn't found by it, and doesn't stand in its place in the list either."""
    players = Player.objects.filter(merged_into=None).select_related("club")
    if club:
        players = players.filter(club__slug=club)
    if search:
        called = holds_words("folded_name", search)
        players = players.filter(called, hides_name=False) if called else players.none()
    place = Case(When(hides_name=True, then=F("key")), default=F("folded_name"))
    return players.order_by(place, "key")


def shown_order(players: Iterable[Hashable]) -> dict[Hashable, tuple[str, str]]:
    """What players stand in order by in lists that anybody may read, by primary key: the folded name, or the code of
    those who hide it."""
    rows = Player.objects.in_bulk(list(players)).values()
    return {player.pk: (player.key if player.hides_name else player.folded_name, player.key) for player in rows}
