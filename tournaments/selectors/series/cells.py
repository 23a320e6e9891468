"""What a match of several games is for each of its two in a stage's table."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.core.numbers import NumberColumn
from tournaments.formats.core.series import MOST_GAMES, SeriesStanding, needed_wins
from tournaments.formats.core.state import Cell, CellKind, Colour, Scoring, SeriesScore
from tournaments.models.numbers import numbers_in
from tournaments.models.rules import EventRules
from tournaments.selectors.series.matches import CountedGame, series_of


def games_worth(best_of: int, rules: EventRules) -> int:
    """How many games' points a match won without playing, or a bye, is worth: as many as win a match, where points are
    added up over the games."""
    return needed_wins(best_of) if best_of > 1 and rules.series_points == "games" else 1


def series_scoring(scoring: Scoring, best_of: int, rules: EventRules) -> Scoring:
    """The scoring of a stage of such matches, from that of one game."""
    worth = games_worth(best_of, rules)
    if worth == 1:
        return scoring
    return Scoring(
        win=scoring.win * worth,
        draw=scoring.draw * worth,
        loss=scoring.loss * worth,
        pairing_bye=scoring.pairing_bye * worth,
        half_bye=scoring.half_bye * worth,
        zero_bye=scoring.zero_bye * worth,
        full_bye=scoring.full_bye * worth,
        forfeit_win=scoring.forfeit_win * worth,
        forfeit_loss=scoring.forfeit_loss * worth,
        most=scoring.win * worth + (MOST_GAMES - worth) * max(scoring.draw, scoring.loss, scoring.forfeit_loss),
    )


def series_cell(
    position: int,
    opponent: int | None,
    best_of: int,
    results: Sequence[CountedGame],
    rules: EventRules,
    *,
    columns: Sequence[NumberColumn],
    lot: int,
    rest_forfeited: str,
) -> Cell:
    """The round of who sits at that position, from the results that count so far. Until the match is decided it is
    open."""
    colour = Colour.WHITE if position == 0 else Colour.BLACK
    standing = series_of(best_of, results, rules, lot=lot, rest_forfeited=rest_forfeited)
    if not standing.is_decided:
        return Cell(CellKind.ZERO_BYE, opponent, colour)
    by_number = {said.number: said for said in results}
    counted = [by_number[game.number] for game in standing.counted]
    score = _score(standing, counted, position)
    sums = [_sums(standing, counted, seat, rules, columns) for seat in (position, 1 - position)]
    return Cell(
        _kind(standing, counted, position),
        opponent,
        colour,
        points=_points(standing, counted, score, position, rules),
        numbers=sums[0],
        numbers_against=sums[1],
        series=score,
    )


def _kind(standing: SeriesStanding, counted: Sequence[CountedGame], position: int) -> CellKind:
    """Played, unless nothing was played, or both forfeited the rest: nobody goes on from that."""
    if standing.winner is not None and any(said.is_played for said in counted):
        return CellKind.PLAYED
    return CellKind.FORFEIT_WIN if standing.winner == position else CellKind.FORFEIT_LOSS


def _score(standing: SeriesStanding, counted: Sequence[CountedGame], position: int) -> SeriesScore:
    other = 1 - position
    forfeits = [said for said in counted if not said.is_played]
    lost_by_both = sum(said.winner is None for said in forfeits)
    won_unplayed = sum(said.winner == position for said in forfeits) + standing.awarded[position]
    lost_unplayed = sum(said.winner == other for said in forfeits) + standing.awarded[other] + lost_by_both
    return SeriesScore(
        won=standing.won[position],
        drawn=standing.drawn - lost_by_both,
        lost=standing.won[other] + lost_by_both,
        is_won=None if standing.winner is None else standing.winner == position,
        unplayed=(won_unplayed, lost_unplayed),
    )


def _sums(
    standing: SeriesStanding,
    counted: Sequence[CountedGame],
    seat: int,
    rules: EventRules,
    columns: Sequence[NumberColumn],
) -> tuple[int, ...]:
    """A seat's numbers, added up over the series. In the first, the game's own score, a forfeited game counts what the
    rules say, and a forfeit of the rest as many of these as it awards."""
    sums = [sum(of_game) for of_game in zip(*(numbers_in(said.seats[seat], columns) for said in counted), strict=True)]
    awarded = standing.awarded[seat] * rules.forfeit_score(is_won=True)
    awarded += standing.awarded[1 - seat] * rules.forfeit_score(is_won=False)
    return (standing.scores[seat] + awarded, *sums[1:])


def _points(
    standing: SeriesStanding, counted: Sequence[CountedGame], score: SeriesScore, position: int, rules: EventRules
) -> int:
    """Half points: of the match as a whole, or added up over its games."""
    if rules.series_points == "series":
        kind = _kind(standing, counted, position)
        if kind is not CellKind.PLAYED:
            return int(getattr(rules, kind.value))
        return rules.win if score.is_won else rules.loss
    won_unplayed, lost_unplayed = score.unplayed
    return (
        (score.won - won_unplayed) * rules.win
        + score.drawn * rules.draw
        + (score.lost - lost_unplayed) * rules.loss
        + won_unplayed * rules.forfeit_win
        + lost_unplayed * rules.forfeit_loss
    )
