"""What making two players one would change. Nothing stays of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from games.selectors.pictures import picture_of
from leagues.selectors.seasons import honours_of_player, seasons_of_player
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from privacy.selectors.people import others_who_answer
from privacy.services.merging.merge import Conflict, merge_basis, merge_conflicts, players_merge, require_different
from privacy.services.permissions import account_of, require_merging
from ratings.selectors.ratings import pools_of_players, whole_ratings_of_pool
from ratings.services.ratings import ratings_refresh
from tournaments.selectors.events import events_by_keys
from tournaments.selectors.series.grand_mage import titles_of_player
from tournaments.services.merging import parts_of

if TYPE_CHECKING:
    from games.models import Player
    from leagues.models import Honour, Season
    from ratings.models import Pool
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class PassedEvent:
    """An event that follows, and how many games the player has in it."""

    event: Event
    games: int


@dataclass(frozen=True, slots=True)
class RatingMerge:
    """Whole ratings in a pool: of the one who goes, of the one who stays before and after, None where unrated; and how
    many others' ratings move with them. `is_later`: so many games follow that nobody waits for them here."""

    pool: Pool
    of_other: int | None
    before: int | None
    after: int | None
    others: int
    is_later: bool


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What follows `player` to `into`, or what speaks against it; `seen` is the digest of what it rests on."""

    player: Player
    into: Player
    conflicts: tuple[Conflict, ...]
    events: tuple[PassedEvent, ...]
    games: int
    seasons: tuple[Season, ...]
    honours: tuple[Honour, ...]
    titles: int
    ratings: tuple[RatingMerge, ...]
    account_moves: bool
    account_is_left: bool
    hides_name: bool
    has_picture: bool
    seen: str


def merge_preview(*, act: Act, player: Player, into: Player) -> MergePreview:
    """What it would change. All refusals of `players_merge` but conflicts, which are listed."""
    account_of(act)
    require_different(player, into)
    for one in (player, into):
        require_merging(act, one, others=others_who_answer(one, but=act.actor.key))
    conflicts = merge_conflicts(act, player, into)
    parts = parts_of(player)
    events = tuple(PassedEvent(event, len(parts[event.key].games)) for event in events_by_keys(parts))
    return MergePreview(
        player=player,
        into=into,
        conflicts=tuple(conflicts),
        events=events,
        games=sum(event.games for event in events),
        seasons=tuple(seasons_of_player(player)),
        honours=tuple(honours_of_player(player.pk)),
        titles=titles_of_player(player),
        ratings=() if conflicts else _ratings(act, player, into),
        account_moves=player.user_id is not None and into.user_id is None,
        account_is_left=player.user_id is not None and into.user_id is not None,
        hides_name=player.hides_name and not into.hides_name,
        has_picture=picture_of(player) is not None,
        seen=merge_basis(player, into),
    )


def _ratings(act: Act, player: Player, into: Player) -> tuple[RatingMerge, ...]:
    """The ratings as they would come out: the merge is tried, and rolled back."""
    with transaction.atomic():
        pools = pools_of_players([player.key, into.key])
        before = {pool.key: _of_pool(pool.key)[0] for pool in pools}
        try:
            players_merge(act=act, player=player, into=into)
            after = {pool.key: _of_pool(pool.key) for pool in pools}
        except DomainError:
            transaction.set_rollback(True)
            raise
        transaction.set_rollback(True)
    shifts = []
    for pool in pools:
        was, (now, is_rated) = before[pool.key], after[pool.key]
        moved = {key for key in was.keys() | now.keys() if was.get(key) != now.get(key)} - {player.key, into.key}
        shifts.append(
            RatingMerge(
                pool, was.get(player.key), was.get(into.key), now.get(into.key), len(moved), is_later=not is_rated
            )
        )
    return tuple(shifts)


def _of_pool(key: str) -> tuple[dict[str, int], bool]:
    is_rated = ratings_refresh(pool_key=key, slices=0)
    return whole_ratings_of_pool(key), is_rated
