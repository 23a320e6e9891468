"""Whether a round can be paired at all, and at which score the pairing-allocated bye goes (C.04.3 C.4, C.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats.systems.swiss.bracket import positions_of
from tournaments.formats.systems.swiss.field import Field
from tournaments.formats.systems.swiss.matching import Matching


def with_bye_candidates(field: Field) -> Field | None:
    """The field with the candidates for the bye at the lowest score that leaves the others a pairing (C.5); the field
    as it is where their number is even. None where nothing leaves one."""
    if not field.has_bye:
        return field if can_be_paired(field) else None
    for candidates in _candidates_by_score(field):
        chosen = replace(field, bye_candidates=candidates)
        if can_be_paired(chosen):
            return chosen
    return None


def can_be_paired(field: Field) -> bool:
    """Whether all can be paired at once, one of them with the bye where their number is odd."""
    return not unpaired_positions(field)


def unpaired_positions(field: Field) -> tuple[int, ...]:
    """Who is left over in one of the largest sets of legal pairs."""
    alive = (1 << field.size + field.has_bye) - 1
    matching = Matching(field.adjacency(), alive)
    matching.maximise()
    return positions_of(matching.single)


def _candidates_by_score(field: Field) -> Sequence[int]:
    """Masks of those who may have the bye (C.2), one a score, the lowest score first."""
    by_score: dict[int, int] = {}
    for position, player in enumerate(field.players):
        if player.may_have_bye:
            by_score[player.score] = by_score.get(player.score, 0) | 1 << position
    return [by_score[score] for score in sorted(by_score)]
