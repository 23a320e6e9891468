"""Deleting a person: the account, or the player, or both; once, and again where a backup brought them back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from games.selectors.clubs import clubs_left_alone
from games.selectors.people import former_names, merged_players
from games.selectors.players import player_keys, player_of_account, players_by_key
from games.services.clubs import club_delete
from games.services.players import player_account_take
from leagues.services.erasure import person_erase_in_leagues
from magistrar_site.accounts.selectors.users import user_keys, users_by_keys
from magistrar_site.accounts.services.erasing import account_erase
from magistrar_site.shared.acts import Act
from privacy.models import ErasureRequest, MergeRequest, PlayerMerge
from privacy.services.register import erasure_digest, erasure_note, is_noted, register_merge
from tournaments.services.erasure import account_erase_in_events, person_erase_in_events

if TYPE_CHECKING:
    from games.models import Player
    from magistrar_site.accounts.models import User


@transaction.atomic
def player_person_erase(*, act: Act, player: Player, names: tuple[str, ...] = ()) -> None:
    """Delete the person behind a player, with every player that was merged into this one and all former names: none of
    that can be undone then. Permission is the caller's. Twice is once."""
    merged = merged_players(player)
    same = [player, *merged]
    names = (*names, *(one.name for one in merged if one.erased_at is None), *former_names(same))
    for one in same:
        erasure_note(kind="player", key=one.key, at=act.at)
        ErasureRequest.objects.filter(player=one, user=None).delete()
        PlayerMerge.objects.filter(Q(player=one) | Q(into=one)).delete()
        MergeRequest.objects.filter(Q(own=one) | Q(other=one)).delete()
        person_erase_in_leagues(act=act, player=one, names=names)
        person_erase_in_events(act=act, player=one, names=names)


@transaction.atomic
def account_person_erase(*, act: Act, user: User) -> None:
    """Delete an account and the person behind its player. A club that it alone ran, and in which nothing was ever
    played, goes with it. Permission is the caller's."""
    erasure_note(kind="user", key=user.key, at=act.at)
    player = player_of_account(user.key)
    if player is not None:
        player_person_erase(act=act, player=player, names=(user.name,))
    for club in clubs_left_alone(user.key):
        club_delete(act=act, club=club)
    account_erase_in_events(user_key=user.key)
    account_erase(user=user)


def erasures_apply(*, act: Act) -> int:
    """Delete again everybody in the register who is here, and drop requests that were cancelled: after a database was
    restored from an older backup. Returns how many were deleted."""
    noted, done = register_merge(), 0
    if not noted:
        return 0
    accounts = [key for key in user_keys() if erasure_digest("user", key) in noted]
    for user in users_by_keys(accounts).values():
        player = player_of_account(user.key)
        if player is not None and erasure_digest("player", player.key) not in noted:
            player_account_take(act=act, player=player)  # taken off the account before that was deleted
        account_person_erase(act=act, user=user)
        done += 1
    back = [key for key in player_keys(with_ghosts=False) if erasure_digest("player", key) in noted]
    for player in players_by_key(back).values():
        player_person_erase(act=act, player=player)
        done += 1
    for request in ErasureRequest.objects.all():
        if erasure_digest("cancelled", request.key) in noted:
            request.delete()
    return done


def erasures_apply_to_players(*, act: Act, names: Mapping[str, str]) -> None:
    """The same for the players of an event that was brought in, with what its file calls them: it may be from before a
    deletion. Somebody who is a ghost already, here or in the file, stays one."""
    noted = is_noted("player", names)
    for key, player in players_by_key(names).items():
        if key in noted or player.erased_at is not None:
            player_person_erase(act=act, player=player, names=(names[key],))
