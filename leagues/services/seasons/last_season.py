"""Last season as placement reads it: final orders, who comes back, newcomers, settings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC

import msgspec

from leagues.enums import Answer, DeciderKind, SeasonState
from leagues.models import Season, SeasonEntry
from leagues.placement.values import LastSeason, Newcomer, PastPlayer, PerBorder, Playoff, Settings
from leagues.selectors.seasons import deciders_of, season_before
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
        settings=_settings(season, before, len(divisions)),
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


def _settings(season: Season, before: Season | None, divisions: int) -> Settings:
    sizes = season.settings.placement
    if before is None:
        return msgspec.structs.replace(sizes, up=None, down=None, playoff=None)
    if before.state == SeasonState.CANCELLED:
        return msgspec.structs.replace(sizes, up=0, down=0, playoff=0)
    moves = before.settings.placement
    return bordered(msgspec.structs.replace(sizes, up=moves.up, down=moves.down, playoff=moves.playoff), divisions)


def bordered(settings: Settings, divisions: int) -> Settings:
    """The settings with one value for each border that there is: numbers for borders that there aren't go, and borders
    without a number have the default."""
    borders = max(0, divisions - 1)

    def fitted(value: PerBorder) -> PerBorder:
        return [*value, *[None] * borders][:borders] if isinstance(value, list) else value

    return msgspec.structs.replace(
        settings, up=fitted(settings.up), down=fitted(settings.down), playoff=fitted(settings.playoff)
    )
