"""Claims: the division that each player of last season has a right to (G6, G7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from leagues.placement.values import LastSeason, PastPlayer, PerBorder, Playoff

PROMOTED, STAYS, RELEGATED = -1, 0, 1


class Claim(NamedTuple):
    """The claim of a player of last season. `move`: PROMOTED, STAYS or RELEGATED. `place` counts from 1 (G6)."""

    player: PastPlayer
    left: int
    place: int
    move: int

    @property
    def division(self) -> int:
        return self.left + self.move


def claims_of(season: LastSeason) -> list[Claim]:
    """The claims of everybody who played last season, by division and place. Who returns doesn't matter here: a place
    is not passed on."""
    moves = {player.id: move for number in _numbers(season) for player, move in _moves(season, number)}
    for upper, lower, winner in playoff_pairs(season, moves):
        if winner == lower.id:
            moves[upper.id], moves[lower.id] = RELEGATED, PROMOTED
    return [
        Claim(player, number, place, moves[player.id])
        for number in _numbers(season)
        for place, player in enumerate(ranked(season.divisions[number - 1]), 1)
    ]


def ranked(division: Sequence[PastPlayer]) -> list[PastPlayer]:
    """The division by place: those who finished, then the others."""
    return sorted(division, key=lambda player: not player.finished)


def border_value(value: PerBorder, border: int, default: int) -> int:
    """A setting at a border, which counts from 1."""
    given = value[border - 1] if isinstance(value, list) else value
    return default if given is None else given


def playoff_pairs(season: LastSeason, moves: dict[str, int]) -> Iterator[tuple[PastPlayer, PastPlayer, str]]:
    """The pairs of the play-offs that were played, upper player first, with the winner's id, from the top border on.

    A winner who is not of the pair decides nothing.
    """
    winners = {playoff.border: playoff.winner for playoff in season.playoffs}
    playing: set[str] = set()

    def eligible(division: int) -> list[PastPlayer]:
        return [
            player
            for player in season.divisions[division - 1]
            if player.finished and moves[player.id] == STAYS and player.id not in playing
        ]

    for border in range(1, len(season.divisions)):
        if border not in winners:
            continue
        upper, lower = eligible(border), eligible(border + 1)
        if upper and lower:
            playing |= {upper[-1].id, lower[0].id}
            yield upper[-1], lower[0], winners[border]


def playoffs_due(season: LastSeason) -> list[tuple[int, PastPlayer, PastPlayer]]:
    """The play-offs that the settings schedule: border, upper and lower player, from the top border on."""
    borders = range(1, len(season.divisions))
    scheduled = [border for border in borders if border_value(season.settings.playoff, border, 0)]
    asked = replace(season, playoffs=[Playoff(border, "") for border in scheduled])
    moves = {player.id: move for number in _numbers(season) for player, move in _moves(season, number)}
    division_of = {player.id: number for number in _numbers(season) for player in season.divisions[number - 1]}
    return [(division_of[upper.id], upper, lower) for upper, lower, _winner in playoff_pairs(asked, moves)]


def deciding_cuts(season: LastSeason, number: int) -> frozenset[int]:
    """After which places of a division, counted from 1 among those who finished, it matters who is before whom: for the
    title, promotion, relegation and play-offs. A cut after place 3 parts 3 from 4."""
    division = season.divisions[number - 1]
    finished = [player for player in division if player.finished]
    moves = [move for _player, move in _moves(season, number)][: len(finished)]
    up = moves.count(PROMOTED)
    last = len(finished) - moves.count(RELEGATED)  # the last place of those who stay
    cuts = {1, up, last}
    if number > 1 and border_value(season.settings.playoff, number - 1, 0):
        cuts.add(up + 1)
    if number < len(season.divisions) and border_value(season.settings.playoff, number, 0):
        cuts.add(last - 1)
    return frozenset(cut for cut in cuts if 0 < cut < len(finished))


def _numbers(season: LastSeason) -> range:
    return range(1, len(season.divisions) + 1)


def _moves(season: LastSeason, number: int) -> Iterator[tuple[PastPlayer, int]]:
    """The move of each player of a division by their place alone."""
    division = season.divisions[number - 1]
    is_highest, is_lowest = number == 1, number == len(season.divisions)
    finished = [player for player in division if player.finished]
    up = (
        0
        if is_highest
        else border_value(season.settings.up, number - 1, default_moves(len(season.divisions[number - 2])))
    )
    down = 0 if is_lowest else border_value(season.settings.down, number, default_moves(len(division)))
    for place, player in enumerate(finished):
        if place < up:
            yield player, PROMOTED
        else:
            yield player, RELEGATED if place >= len(finished) - down else STAYS
    for player in division:
        if not player.finished:
            yield player, STAYS if is_lowest else RELEGATED


def default_moves(entries: int) -> int:
    """How many are promoted and relegated at a border where nothing else is said: a sixth of the upper division's
    entries at the start of last season, rounded up."""
    return -(-entries // 6)
