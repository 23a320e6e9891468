"""Checks before anybody is placed: impossible settings, and players who are listed twice."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from leagues.placement.values import LastSeason, PerBorder, PlacementError, Settings


def refuse_impossible(season: LastSeason) -> None:
    """PlacementError for the first thing that makes a placement impossible."""
    _refuse_sizes(season.settings)
    borders = max(0, len(season.divisions) - 1)
    for name in ("up", "down", "playoff"):
        _refuse_border_values(name, getattr(season.settings, name), borders)
    if any(player_playoff not in (0, 1) for player_playoff in _given(season.settings.playoff)):
        raise PlacementError("playoff: a border has 0 or 1 pair")
    _refuse_repeated("border of the play-offs", [str(playoff.border) for playoff in season.playoffs])
    for playoff in season.playoffs:
        if not 1 <= playoff.border <= borders:
            raise PlacementError(f"playoffs: there is no border {playoff.border}")
    _refuse_repeated(
        "player", [player.id for division in season.divisions for player in division] + [n.id for n in season.newcomers]
    )
    for newcomer in season.newcomers:
        if newcomer.division is not None and newcomer.division < 1:
            raise PlacementError(f"{newcomer.id}: divisions count from 1, not {newcomer.division}")
        _refuse_time(newcomer.id, newcomer.signed_up)


def _refuse_sizes(settings: Settings) -> None:
    if settings.least < 1:
        raise PlacementError(f"least: a division has at least 1 player, not {settings.least}")
    if not settings.least <= settings.target <= settings.most:
        raise PlacementError(
            "least, target and most must not decrease: "
            f"they are {settings.least}, {settings.target} and {settings.most}"
        )
    if settings.most < 2 * settings.least - 1:
        raise PlacementError(
            f"most: {settings.most} is too few beside least {settings.least}: "
            f"it must be at least {2 * settings.least - 1}, twice least minus 1"
        )


def _given(value: PerBorder) -> list[int]:
    values = value if isinstance(value, list) else [value]
    return [each for each in values if each is not None]


def _refuse_border_values(name: str, value: PerBorder, borders: int) -> None:
    if isinstance(value, list) and len(value) != borders:
        raise PlacementError(f"{name}: {len(value)} numbers for {borders} borders")
    if any(each < 0 for each in _given(value)):
        raise PlacementError(f"{name}: numbers count from 0")


def _refuse_repeated(what: str, values: list[str]) -> None:
    repeated = [value for value, times in Counter(values).items() if times > 1]
    if repeated:
        raise PlacementError(f"{what} {repeated[0]} is listed twice")


def _refuse_time(player: str, text: str) -> None:
    try:
        is_utc = datetime.fromisoformat(text).tzinfo is UTC
    except ValueError:
        is_utc = False
    if not is_utc:
        raise PlacementError(f'{player}: signed_up is a time in UTC like "2026-09-04T12:00:00Z", not {text!r}')
