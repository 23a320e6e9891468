"""What each round contributes to the tie-breaks on opponents' scores, the dummy of an unplayed round included.

C.07 16.4: an unplayed round is a game against a dummy that ends the stage with the entrant's own score, in the edition
of 2026 capped: after a forfeit by the score of the opponent who was paired, else by a draw in every planned round.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tournaments.formats.core.tiebreaks.records import Record, Round
from tournaments.formats.core.tiebreaks.value import PartKind


class UnplayedRounds(msgspec.Struct, frozen=True, gc=False):
    """How unplayed rounds are dealt with. `has_dummy` is a matter of Swiss systems; `score_of_draws` is what a draw in
    every planned round gives."""

    has_dummy: bool
    dummy_capped: bool
    score_of_draws: int


class Contribution(msgspec.Struct, frozen=True, gc=False):
    """One round: the opponent's (or dummy's) score and the entrant's own points."""

    round: int
    opponent: int | None
    score: int
    points: int
    kind: PartKind
    is_voluntarily_unplayed: bool


def contributions(
    record: Record, own_score: int, for_opponents: Mapping[int, int], unplayed: UnplayedRounds
) -> tuple[Contribution, ...]:
    """The rounds that count, in order. `for_opponents` has every counted entrant's score by C.07 16.3; the rest of a
    round robin has no opponent, not even a dummy, and contributes nothing; nor does a game without a result."""
    counting = [round_ for round_ in record.rounds if round_.is_game or (unplayed.has_dummy and not round_.is_open)]
    return tuple(_contribution(round_, own_score, for_opponents, unplayed) for round_ in counting)


def _contribution(
    round_: Round, own_score: int, for_opponents: Mapping[int, int], unplayed: UnplayedRounds
) -> Contribution:
    opponent = round_.cell.opponent
    if round_.is_game and opponent is not None:
        return Contribution(round_.number, opponent, for_opponents[opponent], round_.points, PartKind.OPPONENT, False)
    score = _dummy_score(round_, own_score, for_opponents, unplayed) if unplayed.dummy_capped else own_score
    return Contribution(round_.number, opponent, score, round_.points, PartKind.DUMMY, round_.is_voluntarily_unplayed)


def _dummy_score(round_: Round, own_score: int, for_opponents: Mapping[int, int], unplayed: UnplayedRounds) -> int:
    if round_.is_forfeit:  # 16.4.1; without a known opponent there is nothing to cap by
        return min(own_score, for_opponents.get(round_.opponent or 0, own_score))
    return min(own_score, unplayed.score_of_draws)  # 16.4.2
