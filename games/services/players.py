from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.models import Club, Player
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name, fold_name
from magistrar_site.shared.services.facts import fact_append, stream_name

NAME_LENGTH = 100


def checked_name(name: str) -> str:
    """The name as it is stored. Invalid where nothing readable is left, or it is too long."""
    name = clean_name(name)
    if not fold_name(name):
        raise Invalid("name_missing", _("A player needs a name."), fields={"name": _("Type a name with letters.")})
    if len(name) > NAME_LENGTH:
        raise Invalid("name_too_long", _("The name is too long."), fields={"name": _("At most 100 letters.")})
    return name


@transaction.atomic
def player_create(*, act: Act, name: str, club: Club | None = None, is_bot: bool = False) -> Player:
    """A new player. The name stays out of the chain: it is the state row's alone. Permission is the caller's."""
    name, key = checked_name(name), act.ids.key()
    player = Player.objects.create(
        key=key, name=name, folded_name=fold_name(name), club=club, is_bot=is_bot, created_at=act.at
    )
    payload = {"player": key, "club": club.key if club else None, "bot": is_bot}
    fact_append(act=act, stream=stream_name("player", key), kind="player.created", payload=payload)
    return player


@transaction.atomic
def player_rename(*, act: Act, player: Player, name: str) -> None:
    """Correct a name everywhere at once. Permission is the caller's."""
    player.name = checked_name(name)
    player.folded_name = fold_name(player.name)
    player.save(update_fields=["name", "folded_name"])
    fact_append(
        act=act, stream=stream_name("player", player.key), kind="player.renamed", payload={"player": player.key}
    )
