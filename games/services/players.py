from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.facts.players import (
    FormerNameErased,
    PlayerClaimed,
    PlayerCreated,
    PlayerNameHidden,
    PlayerNameShown,
    PlayerRenamed,
    PlayerUnclaimed,
)
from games.models import Club, FormerName, Player
from magistrar_site.accounts.selectors.users import user_by_key
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.names import clean_name, fold_name, plain_name
from magistrar_site.shared.services.facts import fact_append, stream_name, streams_begin

NAME_LENGTH = 100


def checked_name(name: str) -> str:
    """The name as it is stored. Invalid where nothing readable is left, or it is too long."""
    name = clean_name(name)
    if not fold_name(name):
        raise Invalid("name_missing", _("A player needs a name."), fields={"name": _("Type a name with letters.")})
    if len(name) > NAME_LENGTH:
        raise Invalid("name_too_long", _("The name is too long."), fields={"name": _("At most 100 characters.")})
    return name


def require_not_deleted(player: Player) -> None:
    """DomainError `player_deleted` for a ghost."""
    if player.erased_at is not None:
        raise DomainError("player_deleted", _("This person was deleted; only a ghost name is left."))


@transaction.atomic
def player_create(*, act: Act, name: str, club: Club | None = None, is_bot: bool = False) -> Player:
    """A new player. The name stays out of the chain: it is the state row's alone. Permission is the caller's."""
    name, key = checked_name(name), act.ids.key()
    player = Player.objects.create(key=key, **name_fields(name), club=club, is_bot=is_bot, created_at=act.at)
    fact_append(act=act, stream=stream_name("player", key), fact=_created(player, club.key if club else None))
    return player


@transaction.atomic
def players_create(*, act: Act, wanted: Sequence[tuple[str, Club | None]]) -> list[Player]:
    """New players by name and club, in order, at the cost of a few. Permission is the caller's."""
    players = [
        Player(key=act.ids.key(), **name_fields(name), club=club, created_at=act.at)
        for name, club in ((checked_name(name), club) for name, club in wanted)
    ]
    Player.objects.bulk_create(players, batch_size=500)
    facts = {
        stream_name("player", player.key): _created(player, player.club.key if player.club else None)
        for player in players
    }
    streams_begin(act=act, facts=facts)
    return players


def name_fields(name: str) -> dict[str, str]:
    """The name and the keys that it is found by."""
    return {"name": name, "folded_name": fold_name(name), "plain_name": plain_name(name)}


def _created(player: Player, club_key: str | None) -> PlayerCreated:
    return PlayerCreated(player=player.key, club=club_key, bot=player.is_bot)


@transaction.atomic
def player_of_account_create(*, act: Act, user_key: str, name: str) -> Player:
    """The account's own player: the one that it has, or a new one of no club with that name. Twice is once."""
    user = user_by_key(user_key)
    standing = Player.objects.select_for_update().filter(user=user).first()
    if standing is not None:
        return standing
    player = player_create(act=act, name=name)
    player.user = user
    player.save(update_fields=["user"])
    return player


@transaction.atomic
def player_name_hide(*, act: Act, player: Player, hides: bool) -> None:
    """Show a player by code instead of name wherever strangers read, or by name again. Twice is once. Permission is the
    caller's."""
    standing = Player.objects.select_for_update().get(pk=player.pk)
    require_not_deleted(standing)
    if standing.under_16 and not hides:
        raise DomainError(
            "under_16",
            _("Players under 16 are shown by code. An organiser can say that you are 16; then you can choose."),
        )
    if standing.is_name_withheld and not hides:
        raise DomainError("name_withheld", _("The staff of this service has hidden this name. Write to them first."))
    player.hides_name = hides
    if standing.hides_name == hides:
        return
    player.save(update_fields=["hides_name"])
    kind = PlayerNameHidden if hides else PlayerNameShown
    fact_append(act=act, stream=stream_name("player", player.key), fact=kind(player=player.key))


@transaction.atomic
def player_rename(*, act: Act, player: Player, name: str) -> None:
    """Call a player something else, everywhere at once. The name before is kept beside, for staff alone. The same name
    again is no change. Permission is the caller's. DomainError `player_deleted`; Invalid `name_missing`,
    `name_too_long`."""
    standing = Player.objects.select_for_update().get(pk=player.pk)
    require_not_deleted(standing)
    named = name_fields(checked_name(name))
    if standing.name == named["name"]:
        return
    before = name_fields(standing.name)
    FormerName.objects.create(key=act.ids.key(), player=player, until=act.at, changed_by=str(act.actor), **before)
    for field, value in named.items():
        setattr(player, field, value)
    player.save(update_fields=list(named))
    fact_append(act=act, stream=stream_name("player", player.key), fact=PlayerRenamed(player=player.key))


@transaction.atomic
def former_name_erase(*, act: Act, former: FormerName) -> None:
    """Forget a name that a player had before. Twice is once. Permission is the caller's."""
    if FormerName.objects.filter(pk=former.pk).delete()[0]:
        fact_append(
            act=act, stream=stream_name("player", former.player.key), fact=FormerNameErased(player=former.player.key)
        )


@transaction.atomic
def player_account_give(*, act: Act, player: Player, user_key: str) -> None:
    """Let an account be this player. Permission is the caller's. DomainError `player_has_account`, `has_player`."""
    standing = Player.objects.select_for_update().get(pk=player.pk)
    user = user_by_key(user_key)
    if standing.user_id is not None:
        raise DomainError("player_has_account", _("This player has an account already."))
    if Player.objects.filter(user=user).exists():
        raise DomainError("has_player", _("This account already has a player."))
    player.user, player.claimed_at = user, act.at
    player.save(update_fields=["user", "claimed_at"])
    fact = PlayerClaimed(player=player.key, user=user_key)
    fact_append(act=act, stream=stream_name("player", player.key), fact=fact)


@transaction.atomic
def player_account_take(*, act: Act, player: Player) -> None:
    """Take an account off its player, who stays. Permission is the caller's."""
    player.user, player.claimed_at = None, None
    player.save(update_fields=["user", "claimed_at"])
    fact_append(act=act, stream=stream_name("player", player.key), fact=PlayerUnclaimed(player=player.key))


@transaction.atomic
def player_under_16_set(*, act: Act, player: Player, under_16: bool) -> None:
    """Say that a player is under 16, who is then shown by code and can't choose the name; or no more, which leaves the
    code until the name is chosen. No fact says somebody's age: it says that the name is hidden. Twice is once.
    Permission is the caller's."""
    if under_16:
        player_name_hide(act=act, player=player, hides=True)
    player.under_16 = under_16
    player.save(update_fields=["under_16"])


@dataclass(frozen=True, slots=True)
class Shown:
    """How a player who signs up is shown to the public."""

    by_code: bool = False
    under_16: bool = False


def player_show(act: Act, player: Player, shown: Shown) -> None:
    """Show a player by code where that was asked for; nobody's code becomes a name again by signing up."""
    if shown.under_16:
        player_under_16_set(act=act, player=player, under_16=True)
    elif shown.by_code:
        player_name_hide(act=act, player=player, hides=True)
