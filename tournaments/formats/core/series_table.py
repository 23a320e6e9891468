"""Grand Mage standings: what decided series make of their players, and who holds the title.

The title (R31) is won by the first winner of a series, and passes when its holder loses one: to who beat him.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class DecidedSeries:
    """A series that is over. `sides` are the players by id; wins and Honoris are in their order; `winner` is a player,
    or None where the games left it level."""

    key: int
    sides: tuple[int, int]
    wins: tuple[int, int]
    games: int
    honoris: tuple[int, int]
    winner: int | None


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A player's row. `longest_run`: most series won one after the other. Rows of equal rank are level in all columns
    that rank: series won, games won, Honoris."""

    player: int
    rank: int
    series: int
    series_won: int
    games: int
    games_won: int
    honoris: int
    honoris_against: int
    longest_run: int


@dataclass(frozen=True, slots=True)
class Reign:
    """Somebody's time with the title: from the series that he won it in to the one he lost it in (None: he has it),
    with the series in between that he defended it in. Series by key."""

    holder: int
    won_in: int
    defended_in: tuple[int, ...] = ()
    lost_in: int | None = None


@dataclass(frozen=True, slots=True)
class _Share:
    """What one series is for one of its players."""

    won: bool
    games: int
    games_won: int
    honoris: int
    honoris_against: int


def series_table(played: Iterable[DecidedSeries]) -> tuple[SeriesRow, ...]:
    """One row for each player, by rank; `played` is in order of play."""
    shares: dict[int, list[_Share]] = defaultdict(list)
    for series in played:
        for index, player in enumerate(series.sides):
            other = 1 - index
            shares[player].append(
                _Share(
                    won=series.winner == player,
                    games=series.games,
                    games_won=series.wins[index],
                    honoris=series.honoris[index],
                    honoris_against=series.honoris[other],
                )
            )
    rows = sorted((_row(player, mine) for player, mine in shares.items()), key=lambda row: (_worth(row), row.player))
    return tuple(_ranked(rows))


def _row(player: int, shares: Sequence[_Share]) -> SeriesRow:
    return SeriesRow(
        player=player,
        rank=0,
        series=len(shares),
        series_won=sum(share.won for share in shares),
        games=sum(share.games for share in shares),
        games_won=sum(share.games_won for share in shares),
        honoris=sum(share.honoris for share in shares),
        honoris_against=sum(share.honoris_against for share in shares),
        longest_run=_longest_run(share.won for share in shares),
    )


def _worth(row: SeriesRow) -> tuple[int, int, int]:
    """Smaller is better."""
    return -row.series_won, -row.games_won, -row.honoris


def _ranked(rows: Sequence[SeriesRow]) -> Iterator[SeriesRow]:
    first: dict[tuple[int, int, int], int] = {}
    for place, row in enumerate(rows, 1):
        yield replace(row, rank=first.setdefault(_worth(row), place))


def _longest_run(won: Iterable[bool]) -> int:
    longest = run = 0
    for each in won:
        run = run + 1 if each else 0
        longest = max(longest, run)
    return longest


def reigns(played: Iterable[DecidedSeries]) -> tuple[Reign, ...]:
    """Who held the title, one after the other; the last one holds it now. `played` is in order of play."""
    found: list[Reign] = []
    for series in played:
        if series.winner is None:
            continue
        now = found[-1] if found else None
        if now is None:
            found.append(Reign(series.winner, series.key))
        elif now.holder == series.winner:
            found[-1] = Reign(now.holder, now.won_in, (*now.defended_in, series.key))
        elif now.holder in series.sides:
            found[-1] = Reign(now.holder, now.won_in, now.defended_in, series.key)
            found.append(Reign(series.winner, series.key))
    return tuple(found)
