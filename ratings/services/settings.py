"""How a pool's games are rated: what there is to choose, what a choice would change, and the change itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.clubs import club_role_of
from games.selectors.players import players_by_pk
from games.selectors.rated_games import count_of_rated, most_players, rated_results
from games.services.permissions import refuse, require_club, role_allows
from magistrar_site.shared.acts import Act, Actor
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.public_epoch import public_epoch_begin
from magistrar_site.shared.services.facts import canonical, fact_append, stream_lock, stream_name
from ratings.algorithms.core.system import RatingOptionsError
from ratings.algorithms.core.values import PlayerKey, RatingState
from ratings.algorithms.registry import RATING_SYSTEMS, rating_system
from ratings.facts import PoolChanged
from ratings.models import Pool
from ratings.selectors.generations import shown_ratings
from ratings.selectors.planned_games import most_planned
from ratings.services.board import listed_points, round_half_up
from ratings.services.rating_pool import RatingPool
from ratings.services.runs import run_begin
from ratings.signals import pool_changed

if TYPE_CHECKING:
    from games.models import Player

MOST_PREVIEWED = 20_000  # games that whoever asks for a preview waits for
MOST_MINIMUM = 1000


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """The rating system of a pool, its options as plain data, and the games until a player is listed."""

    system: str
    options: Mapping[str, Any]
    minimum_games: int


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """What a choice would make of a player: rating and rank as they are and would be, in whole points. A rating is None
    where the player has none, a rank where there are too few games."""

    player: Player
    before: int | None
    after: int | None
    rank_before: int | None
    rank_after: int | None

    @property
    def change(self) -> int:
        return (self.after or 0) - (self.before or 0) if None not in (self.before, self.after) else 0


@dataclass(frozen=True, slots=True)
class PoolPreview:
    """What a choice would change: the players whose rating or rank would be another, those with the largest changes
    first. `games` of the pool count; `is_too_large` where there are too many to say. `seen`: a digest of the settings
    that it compares with."""

    rows: tuple[PreviewRow, ...]
    games: int
    players: int
    is_too_large: bool
    seen: str

    @property
    def gain(self) -> int:
        return sum(row.change > 0 for row in self.rows)

    @property
    def lose(self) -> int:
        return sum(row.change < 0 for row in self.rows)


def pool_settings(pool: Pool) -> PoolSettings:
    return PoolSettings(pool.rating_system, pool.options, pool.minimum_games)


def settings_seen(pool: Pool) -> str:
    """A digest of a pool's settings, to notice that somebody else changed them."""
    return hashlib.sha256(canonical([pool.rating_system, pool.options, pool.minimum_games])).hexdigest()


def systems_for(pool: Pool) -> list[str]:
    """The rating systems that fit the pool's games, those to come too: those for two only where no game has more."""
    is_of_two = max(most_players(pool.key, pool.game_system), most_planned(pool.key)) == 2
    return [key for key, system in RATING_SYSTEMS.items() if is_of_two or system.rates_tables]


def option_defaults(system: str) -> dict[str, Any]:
    """The options of a system with what they are by themselves, as plain data."""
    made = rating_system(system).read_options({})
    return dict(msgspec.to_builtins(made, str_keys=True))


def may_change_pool(actor: Actor, pool: Pool) -> bool:
    if actor.staff:
        return True
    return pool.club is not None and role_allows(club_role_of(actor, pool.club), Action.MANAGE_CLUB)


def require_pool(act: Act, pool: Pool) -> None:
    """NotAllowed unless the actor owns the club of the pool; pools of the service are its staff's."""
    if pool.club is not None:
        require_club(act, pool.club, Action.MANAGE_CLUB)
    elif not act.actor.staff:
        raise refuse(act)


def pool_preview(*, act: Act, pool: Pool, wanted: PoolSettings) -> PoolPreview:
    """What these settings would change, worked out from all games; nothing is written. NotAllowed; Invalid
    `wrong_setting`."""
    require_pool(act, pool)
    wanted = _checked(pool, wanted)
    games, seen = count_of_rated(pool.key), settings_seen(pool)
    if games > MOST_PREVIEWED:
        return PoolPreview((), games, 0, is_too_large=True, seen=seen)
    changed = copy(pool)
    _apply(changed, wanted)
    states = _states(RatingPool(changed))
    now = {row.player_id: row for row in shown_ratings().filter(pool=pool)}
    before = {pk: (round_half_up(row.value), row.points) for pk, row in now.items()}
    after = {
        int(pk): (round_half_up(state.rating), listed_points(RatingPool(changed), state.rating, state.games))
        for pk, state in states.items()
    }
    rank_before, rank_after = _ranks(before), _ranks(after)
    players = players_by_pk(before.keys() | after.keys())
    rows = [
        PreviewRow(
            player,
            before.get(pk, (None, None))[0],
            after.get(pk, (None, None))[0],
            rank_before.get(pk),
            rank_after.get(pk),
        )
        for pk, player in ((player.pk, player) for player in players)
    ]
    differing = [row for row in rows if row.before != row.after or row.rank_before != row.rank_after]
    differing.sort(key=lambda row: (-abs(row.change), row.rank_after or len(rows) + 1, row.player.name))
    return PoolPreview(tuple(differing), games, len(rows), is_too_large=False, seen=seen)


@transaction.atomic
def pool_settings_change(*, act: Act, pool: Pool, wanted: PoolSettings, seen: str | None = None) -> Pool:
    """Rate the pool's games so from now on, from the first one on: its ratings are worked out anew, beside those that
    are shown until then. The same once more is no change.

    `seen` is what the preview compared with: DomainError `stale` where the settings are others by now. NotAllowed;
    Invalid `wrong_setting` with the fields."""
    require_pool(act, pool)
    owner = pool.club
    stream = stream_name("club", owner.key) if owner is not None else stream_name("pool", pool.key)
    stream_lock(stream=stream)
    pool = Pool.objects.select_for_update().get(pk=pool.pk)
    wanted = _checked(pool, wanted)
    if pool_settings(pool) == wanted:
        return pool
    if seen is not None and seen != settings_seen(pool):
        raise DomainError("stale", _("Something changed in the meantime. Look again, then try once more."))
    _apply(pool, wanted)
    pool.save(update_fields=["rating_system", "options", "minimum_games"])
    fact = PoolChanged(
        pool=pool.key, system=wanted.system, options=dict(wanted.options), minimum_games=wanted.minimum_games
    )
    fact_append(act=act, stream=stream, fact=fact)
    run_begin(pool)
    public_epoch_begin()
    transaction.on_commit(lambda: pool_changed.send(sender=Pool, pool=pool.key))
    return pool


def _apply(pool: Pool, wanted: PoolSettings) -> None:
    pool.rating_system, pool.options = wanted.system, dict(wanted.options)
    pool.minimum_games = wanted.minimum_games


def _checked(pool: Pool, wanted: PoolSettings) -> PoolSettings:
    """The settings with the options that differ from the system's own. Invalid `wrong_setting`."""
    fields: dict[str, Any] = {}
    if wanted.system not in systems_for(pool):
        fields["system"] = (
            _("It rates games of two players only; this pool has, or its events plan, games of more.")
            if wanted.system in RATING_SYSTEMS
            else _("Choose one of the list.")
        )
    if not 0 <= wanted.minimum_games <= MOST_MINIMUM:
        fields["minimum_games"] = _("Between 0 and 1000.")
    options: dict[str, Any] = {}
    if "system" not in fields:
        try:
            read = rating_system(wanted.system).read_options(wanted.options)
        except RatingOptionsError as error:
            fields[_field_of(error)] = _("This value isn’t possible here.")
        else:
            usual = option_defaults(wanted.system)
            made: dict[str, Any] = msgspec.to_builtins(read, str_keys=True)
            options = {name: value for name, value in made.items() if value != usual[name]}
    if fields:
        raise Invalid("wrong_setting", _("This setting isn’t possible."), fields=fields)
    return PoolSettings(wanted.system, options, wanted.minimum_games)


def _field_of(error: RatingOptionsError) -> str:
    """The option that a message of msgspec is about."""
    _text, _dollar, path = str(error).partition("$.")
    return path.split("`")[0].split(".")[0] or "options"


def _states(pool: RatingPool) -> dict[PlayerKey, RatingState]:
    """The state of each player after all games of the pool."""
    states: dict[PlayerKey, RatingState] = {}
    rated = (result for result in rated_results(pool.pool.key) if pool.is_rated(result))
    for _changes in pool.changes(rated, states):
        pass
    return states


def _ranks(points: Mapping[int, tuple[int, int | None]]) -> dict[int, int]:
    """The ranks of those who are listed; equals share one."""
    listed = {pk: shown for pk, (_value, shown) in points.items() if shown is not None}
    ordered = sorted(listed.values(), reverse=True)
    first: dict[int, int] = {}
    for at, value in enumerate(ordered, 1):
        first.setdefault(value, at)
    return {pk: first[value] for pk, value in listed.items()}
