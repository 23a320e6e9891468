"""Following a player, a club or an event: for accounts, seen by nobody else."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.selectors.clubs import club_by_key
from games.selectors.players import player_by_key
from magistrar_site.accounts.selectors.users import user_by_key, user_lock
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, NotAllowed, NotFound
from news.models import Follow
from news.selectors.follows import KINDS
from tournaments.selectors.events import event_by_key
from tournaments.selectors.sharing import require_shared_event

if TYPE_CHECKING:
    from games.models import Club, Player
    from tournaments.models import Event

MOST = 200  # of an account


@transaction.atomic
def follow(*, act: Act, kind: str, key: str) -> Follow:
    """The actor's account follows what has that key: `kind` is "player", "club" or "event". Twice is once. NotAllowed
    `sign_in`; NotFound for what strangers don't see, or a player who hides the name; DomainError `follows_many`."""
    subject = followable(kind, key)
    require_account(act)
    user_lock(act.actor.key)
    own = Follow.objects.filter(user__key=act.actor.key)
    known = own.filter(**{kind: subject}).first()
    if known is not None:
        return known
    if own.count() >= MOST:
        raise DomainError("follows_many", _("You follow very many already. Stop following somebody first."))
    made: Follow = Follow.objects.create(user=user_by_key(act.actor.key), since=act.at, **{kind: subject})
    return made


def unfollow(*, act: Act, kind: str, key: str) -> None:
    """The actor's account follows it no more. Twice is once. NotAllowed `sign_in`."""
    require_account(act)
    if kind in KINDS:
        own = Follow.objects.filter(user__key=act.actor.key)
        own.filter(**{f"{kind}__key": key}).delete()
        if kind == "player":
            own.filter(player__merged_into__key=key).delete()


def follows_end(*, player_key: str) -> None:
    """Nobody follows a player any more who hides the name or was deleted."""
    Follow.objects.filter(player__key=player_key).delete()


def follows_pass(*, was: Player, player: Player, at: datetime) -> None:
    """Two players are one person: those who followed `was` follow the other, from then on. What they followed stays
    beside, unseen, for the undoing."""
    if player.hides_name:
        return
    known = Follow.objects.filter(player=player).values("user")
    left = Follow.objects.filter(player=was).exclude(user__in=known).values_list("user_id", flat=True)
    made = [Follow(user_id=user, player=player, since=at) for user in left]
    Follow.objects.bulk_create(made, ignore_conflicts=True, batch_size=500)


def follows_return(*, was: Player, player: Player, at: datetime) -> None:
    """They turned out to be two: those who came along `at` that instant follow `was` alone again."""
    before = Follow.objects.filter(player=was).values("user")
    Follow.objects.filter(player=player, since=at, user__in=before).delete()


def followable(kind: str, key: str) -> Player | Club | Event:
    """What can be followed. NotFound as `follow`."""
    if kind == "player":
        player = player_by_key(key)
        if player.hides_name or player.erased_at is not None or player.is_bot:
            raise NotFound("not_followed", _("This player can’t be followed."))
        return player
    if kind == "club":
        club = club_by_key(key)
        if club.is_hidden:
            raise NotFound("no_such_club", _("There is no club at this address."))
        return club
    if kind == "event":
        return require_shared_event(event_by_key(key))
    raise NotFound("not_followed", _("Players, clubs and events can be followed."))


def require_account(act: Act) -> None:
    """NotAllowed `sign_in` for visitors and personal links."""
    if act.actor.kind != "user":
        raise NotAllowed("sign_in", _("Sign in with your account first."))
