"""What the service's staff hides of clubs and players. Permission, reason and log are the caller's."""

from __future__ import annotations

from django.db import transaction

from games.models import Club, ClubLogo, Player, PlayerPicture
from games.services.players import player_name_hide
from magistrar_site.shared.acts import Act
from magistrar_site.shared.public_epoch import public_epoch_begin


def club_hidden_set(*, club_key: str, hidden: bool) -> None:
    """Hide a club from everybody but its own staff, or show it again."""
    Club.objects.filter(key=club_key).update(is_hidden=hidden)
    public_epoch_begin()


def club_logo_hidden_set(*, club_key: str, hidden: bool) -> None:
    ClubLogo.objects.filter(club__key=club_key).update(is_hidden=hidden)
    public_epoch_begin()


def player_picture_hidden_set(*, player_key: str, hidden: bool) -> None:
    PlayerPicture.objects.filter(player__key=player_key).update(is_hidden=hidden)
    public_epoch_begin()


@transaction.atomic
def player_name_withhold(*, act: Act, player_key: str) -> bool:
    """Show a player by code until `player_name_release`, whatever the player chooses. Returns whether the name was
    shown before."""
    player = Player.objects.select_for_update().get(key=player_key)
    was_shown = not player.hides_name
    player_name_hide(act=act, player=player, hides=True)
    Player.objects.filter(pk=player.pk).update(is_name_withheld=True)
    return was_shown


@transaction.atomic
def player_name_release(*, act: Act, player_key: str, shows: bool) -> None:
    """Let the player choose again; `shows`: the name is shown at once, as it was before."""
    player = Player.objects.select_for_update().get(key=player_key)
    Player.objects.filter(pk=player.pk).update(is_name_withheld=False)
    player.is_name_withheld = False
    if shows and not player.under_16 and player.erased_at is None:
        player_name_hide(act=act, player=player, hides=False)
