from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Case, F, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from games.models import Club, Player
from games.selectors.people import merged_player
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.names import name_key, plain_name


def player_by_key(key: str) -> Player:
    """With the club; the other one for a key of somebody who turned out to be another player. NotFound where there is
    none."""
    return merged_player(player_named(key))


def player_named(key: str) -> Player:
    """The very player of that key, also one that turned out to be another. NotFound where there is none."""
    player = Player.objects.select_related("club").filter(key=key).first()
    if player is None:
        raise NotFound("no_such_player", _("There is no player at this address."))
    return player


def players_of_club(club: Club) -> QuerySet[Player]:
    """A club's players by name; those who hide it by their code, so that the place doesn't tell. Without ghosts."""
    place = Case(When(hides_name=True, then=F("key")), default=F("folded_name"))
    return Player.objects.filter(club=club, erased_at=None).order_by(place, "key")


def players_called(club: Club, names: Iterable[str]) -> dict[str, list[Player]]:
    """The club's players by plain name, for those of the names that somebody there may have."""
    return _by_plain_name(Player.objects.filter(club=club, erased_at=None), names)


def players_called_elsewhere(club: Club, names: Iterable[str]) -> dict[str, list[Player]]:
    """Players of other clubs, and of none, by plain name; those who hide their name aren't found by it."""
    others = Player.objects.filter(hides_name=False).exclude(club=club).select_related("club")
    return _by_plain_name(others, names)


def _by_plain_name(players: QuerySet[Player], names: Iterable[str]) -> dict[str, list[Player]]:
    found: dict[str, list[Player]] = {}
    for player in players.filter(plain_name__in={plain_name(name) for name in names}).order_by("key"):
        found.setdefault(player.plain_name, []).append(player)
    return found


def namesakes(name: str, players: Iterable[Player]) -> list[Player]:
    """Those of the players who have the very name, not only one like it."""
    key = name_key(name)
    return [player for player in players if name_key(player.name) == key]


def player_of_account(user_key: str) -> Player | None:
    """The account's own player, with the club; None for an account without one."""
    return Player.objects.select_related("club").filter(user__key=user_key).first()


def player_clubs(keys: Iterable[str]) -> dict[str, str | None]:
    """The keys of the clubs (None: of no club) of those of the players who are known."""
    rows = Player.objects.filter(key__in=list(keys)).annotate(of=Coalesce("merged_into__club__key", "club__key"))
    return dict(rows.values_list("key", "of"))


def hidden_of_no_club(keys: Iterable[str]) -> set[str]:
    """The keys of those of the players who are of no club and hide their names. Without ghosts."""
    own = Player.objects.filter(club=None, erased_at=None, merged_into=None)
    hidden = own.filter(key__in=list(keys), hides_name=True)
    return set(hidden.values_list("key", flat=True))


def players_by_pk(pks: Collection[int]) -> QuerySet[Player]:
    """The players of these primary keys."""
    return Player.objects.filter(pk__in=pks)


def player_keys_by_pk(pks: Collection[int]) -> dict[int, str]:
    """The players' keys by their primary keys."""
    return dict(Player.objects.filter(pk__in=pks).values_list("pk", "key"))


def players_by_key(keys: Iterable[str]) -> dict[str, Player]:
    """Those of the players who are known, by key."""
    return {player.key: player for player in Player.objects.filter(key__in=list(keys))}


def player_keys(*, with_ghosts: bool = True) -> list[str]:
    """The keys of all players, or of those whose person wasn't deleted."""
    players = Player.objects.all() if with_ghosts else Player.objects.filter(erased_at=None)
    return list(players.order_by("pk").values_list("key", flat=True))


def players_in(clubs: Iterable[Club], others: Any) -> QuerySet[Any]:
    """Primary keys of the clubs' players and of those in the query `others`."""
    return Player.objects.filter(Q(club__in=list(clubs)) | Q(pk__in=others)).order_by().values("pk")
