"""Taking back that two players are one."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.services.merging import Before, player_split, players_lock
from leagues.services.merging import LeaguePart, seasons_split
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from news.services.follows import follows_return
from privacy.models import PlayerMerge
from privacy.selectors.people import merge_by_key
from privacy.services.permissions import account_of, require_undoing
from tournaments.services.merging import Part, calendars_pass, seats_split


@transaction.atomic
def merge_undo(*, act: Act, merge: PlayerMerge) -> PlayerMerge:
    """Make the two players two again. Every entry goes back to the player who had it, with all that was played in it
    since; what the other one was entered in since stays there. The account goes back if it moved, and so does how
    names are shown where nobody chose anything since. Twice is once. NotAllowed `not_your_player`; NotFound
    `no_such_merge`, as where the person was deleted since; DomainError `merged_again`."""
    account_of(act)
    locked = players_lock([merge.player_id, merge.into_id])
    merge = merge_by_key(merge.key)  # as it is by now
    player, into = locked[merge.player_id], locked[merge.into_id]
    require_undoing(act, merge)
    if merge.undone_at is not None:
        return merge
    if into.merged_into_id is not None:
        raise DomainError(
            "merged_again",
            _("The player that both became was merged into another one later. Undo that first."),
        )
    parts = {key: Part(**{name: tuple(keys) for name, keys in said.items()}) for key, said in merge.events.items()}
    leagues = {key: LeaguePart(**{name: tuple(k) for name, k in said.items()}) for key, said in merge.leagues.items()}
    before, user = Before(**merge.before), into.user_id
    seats_split(act=act, was=into, player=player, parts=parts)
    seasons_split(act=act, was=into, player=player, parts=leagues)
    player_split(act=act, player=player, into=into, before=before)
    if before.account_moved and user is not None and player.user_id == user:
        calendars_pass(was=into, player=player, user=user)
    follows_return(was=player, player=into, at=merge.at)
    merge.undone_at, merge.undone_by = act.at, str(act.actor)
    merge.save(update_fields=["undone_at", "undone_by"])
    return merge
