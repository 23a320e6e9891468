"""Exporting a person's data: by the account itself, or by those who run every club where the player has played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.selectors.players import player_of_account
from magistrar_site.shared.acts import Act
from privacy.selectors.export import person_document
from privacy.services.permissions import account_of, require_handling

if TYPE_CHECKING:
    from games.models import Player


def account_export(*, act: Act) -> dict[str, Any]:
    """All that is held of the signed-in account and its player. NotAllowed `sign_in` for links and visitors."""
    user = account_of(act)
    return person_document(player=player_of_account(user.key), user=user, at=act.at)


def player_export(*, act: Act, player: Player) -> dict[str, Any]:
    """All that is held of a player without an account, for the organisers to hand over. NotAllowed as
    `require_handling`."""
    require_handling(act, player)
    return person_document(player=player, user=None, at=act.at)
