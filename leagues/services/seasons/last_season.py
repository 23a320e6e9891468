"""Last season as placement reads it: final orders, who comes back, newcomers, settings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC

import msgspec

from leagues.enums import Answer, DeciderKind, SeasonState
from leagues.models import Season, SeasonEntry
from leagues.placement.claims import default_moves
from leagues.placement.values import LastSeason, Newcomer, PastPlayer, PerBorder, Playoff, Settings
from leagues.selectors.seasons import deciders_of, season_before, start_sizes
from ratings.selectors.ratings import whole_ratings


def placement_input(season: Season, entries: Iterable[SeasonEntry]) -> LastSeason:
    """All that the placement of a season depends on. Players are called by their keys. `up`, `down` and `playoff` are
    those of last season, which its tables showed; the sizes are this season's. After a cancelled season nobody moves
    by result."""
    before = season_before(season)
    here = [entry for entry in entries if entry.answer == Answer.YES and not entry.is_reserve]
    returning = {entry.player.key for entry in here}
    divisions = past_divisions(before, returning) if before else []
    past = {player.id for division in divisions for player in division}
    newcomers = [entry for entry in here if entry.player.key not in past]
    pool = season.league.pool
    ratings = whole_ratings(pool, [entry.player.key for entry in newcomers]) if pool else {}
    return LastSeason(
        divisions=divisions,
        settings=_settings(season, before),
        playoffs=playoffs_of(before) if before and before.state == SeasonState.CLOSED else [],
        newcomers=[
            Newcomer(
                id=entry.player.key,
                signed_up=f"{entry.signed_up_at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z",
                rating=ratings.get(entry.player.key),
                division=entry.seeded,
            )
            for entry in newcomers
        ],
    )


def past_divisions(season: Season, returning: set[str]) -> list[list[PastPlayer]]:
    """The final order of each division of a season; that of the placement where it was cancelled."""
    is_final = season.state == SeasonState.CLOSED
    rows = SeasonEntry.objects.filter(season=season, division__isnull=False).select_related("player", "division")
    order = ("division__number", "final_place" if is_final else "place", "key")
    divisions: dict[int, list[PastPlayer]] = {}
    for entry in rows.order_by(*order):
        number = entry.division.number if entry.division else 0
        player = PastPlayer(entry.player.key, entry.player.key in returning, entry.finished or not is_final)
        divisions.setdefault(number, []).append(player)
    return list(divisions.values())


def playoffs_of(season: Season) -> list[Playoff]:
    """The play-offs of a season that were decided, with the players' keys."""
    players = dict(SeasonEntry.objects.filter(season=season).values_list("key", "player__key"))
    return [
        Playoff(border=decider.number, winner=players[decider.order[0]])
        for decider in deciders_of(season, DeciderKind.PLAYOFF)
        if decider.order
    ]


def _settings(season: Season, before: Season | None) -> Settings:
    sizes = season.settings.placement
    moves = before.settings.placement if before and before.state != SeasonState.CANCELLED else None
    return moving_settings(sizes, moves, start_sizes(before) if before else [])


def moving_settings(sizes: Settings, moves: Settings | None, starts: Sequence[int]) -> Settings:
    """The settings of a placement: sizes of this season; `up`, `down` and `playoff` of last season's (`moves`, None
    where nobody moves by result), whose divisions had these numbers of players at the start."""
    if not starts:
        return msgspec.structs.replace(sizes, up=None, down=None, playoff=None)
    if moves is None:
        return msgspec.structs.replace(sizes, up=0, down=0, playoff=0)
    return bordered(msgspec.structs.replace(sizes, up=moves.up, down=moves.down, playoff=moves.playoff), starts)


def bordered(settings: Settings, sizes: Sequence[int]) -> Settings:
    """The settings with one value for each border that there is between divisions of these sizes at the start: numbers
    for borders that there aren't go, and borders without a number have the default."""
    borders = max(0, len(sizes) - 1)

    def fitted(value: PerBorder) -> list[int | None]:
        return [*value, *[None] * borders][:borders] if isinstance(value, list) else [value] * borders

    def moves(value: PerBorder) -> list[int | None]:
        usual = [default_moves(size) for size in sizes]
        return [usual[border] if given is None else given for border, given in enumerate(fitted(value))]

    return msgspec.structs.replace(
        settings, up=moves(settings.up), down=moves(settings.down), playoff=fitted(settings.playoff)
    )
