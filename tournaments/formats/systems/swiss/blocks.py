"""What stands in the way where a round can't be paired."""

from __future__ import annotations

from dataclasses import replace

from tournaments.formats.systems.swiss.bracket import positions_of
from tournaments.formats.systems.swiss.field import Field
from tournaments.formats.systems.swiss.matching import Matching
from tournaments.formats.systems.swiss.reasons import Reason


def what_blocks(field: Field) -> tuple[Reason, ...]:
    """Every reason found why these players can't all be paired; never empty for such a field."""
    if not field.size:
        return (("nobody", ()),)
    candidates = sum(1 << index for index, player in enumerate(field.players) if player.may_have_bye)
    if field.has_bye and not candidates:
        return (("no_bye_left", ()),)
    open_field = replace(field, bye_candidates=candidates if field.has_bye else 0)
    matching = Matching(open_field.adjacency(), (1 << field.size + field.has_bye) - 1)
    matching.maximise()
    reasons: list[Reason] = []
    explained = 0
    for position in positions_of(matching.single):
        stuck, opponents = matching.stuck_with(position)
        if position < field.size and not explained & stuck:
            explained |= stuck
            reasons.append(_reason(field, stuck, opponents))
    return tuple(reasons) or (("no_bye_left", ()),)


def _reason(field: Field, stuck: int, opponents: int) -> Reason:
    if stuck.bit_count() == 1 and not opponents:
        return "no_opponent_left", (("player", field.players[stuck.bit_length() - 1].number),)
    return "too_few_opponents", (("players", _numbers(field, stuck)), ("opponents", _numbers(field, opponents) or "-"))


def _numbers(field: Field, mask: int) -> str:
    numbers = [field.players[position].number for position in positions_of(mask) if position < field.size]
    return ", ".join(str(number) for number in sorted(numbers))
