from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.models import FormerName, Player
from games.selectors.name_search import holds_words
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.names import plain_name

if TYPE_CHECKING:
    from games.models import Club


def players_by_keys(keys: Iterable[str]) -> dict[str, Player]:
    """Players by key, with their clubs; who turned out to be another player is that one."""
    found = Player.objects.filter(key__in=list(keys)).select_related("club")
    return {player.key: merged_player(player) for player in found}


def merged_player(player: Player) -> Player:
    """The player itself; of one that turned out to be another one, that one, with the club."""
    while player.merged_into_id is not None:
        player = Player.objects.select_related("club").get(pk=player.merged_into_id)
    return player


def merged_players(player: Player) -> list[Player]:
    """The players who turned out to be this one, and those who turned out to be one of them."""
    found: list[Player] = []
    newest = [player]
    while newest:
        newest = list(Player.objects.filter(merged_into__in=newest).order_by("pk"))
        found += newest
    return found


def former_names(players: Iterable[Player]) -> list[str]:
    """What these players were called before."""
    return list(FormerName.objects.filter(player__in=list(players)).order_by("pk").values_list("name", flat=True))


def former_names_of(player: Player) -> QuerySet[FormerName]:
    """What a player was called before, the newest first."""
    return FormerName.objects.filter(player=player).select_related("player").order_by("-until", "key")


def former_name_by_key(key: str) -> FormerName:
    """With the player; NotFound where there is none."""
    former = FormerName.objects.select_related("player__club", "player__user").filter(key=key).first()
    if former is None:
        raise NotFound("no_such_name", _("This name is forgotten already."))
    return former


def players_formerly_called(club: Club, names: Iterable[str]) -> dict[str, list[Player]]:
    """The club's players by the plain names that they had before, or under which they were a player of their own; for
    staff alone."""
    plain = {plain_name(name) for name in names}
    found: dict[str, list[Player]] = {}
    rows = FormerName.objects.filter(plain_name__in=plain, player__erased_at=None).select_related("player__club")
    former = [(row.plain_name, row.player) for row in rows.order_by("player__key", "key")]
    merged = Player.objects.filter(merged_into__isnull=False, plain_name__in=plain, erased_at=None)
    former += [(row.plain_name, row) for row in merged.order_by("key")]
    for name, player in former:
        now = merged_player(player)
        if now.club_id == club.pk and now not in found.setdefault(name, []):
            found[name].append(now)
    return {name: players for name, players in found.items() if players}


def staff_search(clubs: Collection[int], query: str, *, limit: int = 30) -> list[Player]:
    """Players whose name holds the words, or held them before: hidden ones too in these clubs (primary keys), where
    alone former names are searched; and those of others whom everybody finds."""
    named, formerly = holds_words("folded_name", query), holds_words("former_names__folded_name", query)
    was_other = holds_words("merged__folded_name", query)
    if named is None or formerly is None or was_other is None:
        return []
    own = Q(club__in=clubs) & (named | formerly | was_other)
    found = Player.objects.filter(own | (named & Q(hides_name=False)), erased_at=None, merged_into=None)
    pks = found.order_by().values("pk").distinct()
    return list(Player.objects.filter(pk__in=pks).select_related("club").order_by("folded_name", "key")[:limit])
