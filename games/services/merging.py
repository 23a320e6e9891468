"""Two players who are one person: one of them stays, and the other is kept as an empty one of no club, hidden and
without an account, whose address leads to the first. Who has which games is the business of whoever arranged them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction

from games.facts.players import (
    PlayerClaimed,
    PlayerMerged,
    PlayerNameHidden,
    PlayerNameShown,
    PlayerSplit,
    PlayerUnclaimed,
)
from games.models import Club, Player
from magistrar_site.accounts.selectors.users import users_by_keys
from magistrar_site.shared.acts import Act
from magistrar_site.shared.public_epoch import public_epoch_begin
from magistrar_site.shared.services.facts import fact_append, stream_name


@dataclass(frozen=True, slots=True)
class Before:
    """What a merge changes of the two, as it was: of the one who goes the club and the account (keys), since when the
    account was claimed (ISO 8601), how the name was shown, and whether the account moved along; of the one who stays
    how the name was shown, and whether the club was given."""

    club: str = ""
    user: str = ""
    claimed_at: str = ""
    hides_name: bool = False
    under_16: bool = False
    account_moved: bool = False
    into_hid_name: bool = False
    into_under_16: bool = False
    club_given: bool = False

    def stored(self) -> dict[str, object]:
        return asdict(self)


@transaction.atomic
def player_merge(*, act: Act, player: Player, into: Player) -> Before:
    """Make a player an empty one who leads to another. The one who stays is shown by code where one of them was, has
    the account of the other where it has none of its own, and the club likewise. Returns what it was before. Rows of
    games, permission and locks are the caller's."""
    before = Before(
        club=player.club.key if player.club else "",
        user=player.user.key if player.user else "",
        claimed_at=player.claimed_at.isoformat() if player.claimed_at else "",
        hides_name=player.hides_name,
        under_16=player.under_16,
        account_moved=player.user_id is not None and into.user_id is None,
        into_hid_name=into.hides_name,
        into_under_16=into.under_16,
        club_given=into.club_id is None and player.club_id is not None,
    )
    user, claimed_at = player.user, player.claimed_at
    if user is not None:
        fact_append(act=act, stream=_stream(player), fact=PlayerUnclaimed(player=player.key))
    if before.club_given:
        into.club = player.club
    player.user = player.claimed_at = player.club = None
    player.hides_name, player.under_16, player.merged_into = True, False, into
    player.save(update_fields=["user", "claimed_at", "club", "hides_name", "under_16", "merged_into"])
    if user is not None and before.account_moved:
        into.user, into.claimed_at = user, claimed_at
        fact_append(act=act, stream=_stream(into), fact=PlayerClaimed(player=into.key, user=user.key))
    if before.hides_name and not into.hides_name:
        fact_append(act=act, stream=_stream(into), fact=PlayerNameHidden(player=into.key))
    into.hides_name |= before.hides_name
    into.under_16 |= before.under_16
    into.save(update_fields=["user", "claimed_at", "club", "hides_name", "under_16"])
    fact_append(act=act, stream=_stream(player), fact=PlayerMerged(player=player.key, into=into.key))
    public_epoch_begin()
    return before


@transaction.atomic
def player_split(*, act: Act, player: Player, into: Player, before: Before) -> None:
    """Make an empty player somebody of their own again, and both as they were `before`, as far as nobody has decided
    anything else since. Rows of games, permission and locks are the caller's."""
    user = users_by_keys([before.user]).get(before.user)
    if before.account_moved and user is not None and into.user_id == user.pk:
        into.user = into.claimed_at = None
        fact_append(act=act, stream=_stream(into), fact=PlayerUnclaimed(player=into.key))
    if into.under_16 and before.under_16 and not before.into_under_16:
        into.under_16 = False
    is_held = into.under_16 or into.is_name_withheld
    if into.hides_name and not is_held and before.hides_name and not before.into_hid_name:
        into.hides_name = False
        fact_append(act=act, stream=_stream(into), fact=PlayerNameShown(player=into.key))
    if before.club_given:
        into.club = None
    into.save(update_fields=["user", "claimed_at", "club", "hides_name", "under_16"])
    player.merged_into = None
    player.club = Club.objects.filter(key=before.club).first() if before.club else None
    player.hides_name, player.under_16 = before.hides_name or before.under_16, before.under_16
    if user is not None and not Player.objects.filter(user=user).exists():
        player.user = user
        player.claimed_at = datetime.fromisoformat(before.claimed_at) if before.claimed_at else None
        fact_append(act=act, stream=_stream(player), fact=PlayerClaimed(player=player.key, user=user.key))
    player.save(update_fields=["user", "claimed_at", "club", "hides_name", "under_16", "merged_into"])
    fact_append(act=act, stream=_stream(player), fact=PlayerSplit(player=player.key, was_in=into.key))
    public_epoch_begin()


def players_lock(players: list[int]) -> dict[int, Player]:
    """The players with these primary keys, locked until the transaction ends, with club and account."""
    rows = Player.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=players).order_by("pk")
    return {row.pk: row for row in rows.select_related("club", "user")}


def _stream(player: Player) -> str:
    return stream_name("player", player.key)
