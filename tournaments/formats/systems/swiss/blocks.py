"""What stands in the way where a round can't be paired."""

from __future__ import annotations

from collections.abc import Sequence
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
    groups = _merged([matching.stuck_with(position) for position in positions_of(matching.single)])
    reasons = tuple(_reason(field, stuck, opponents) for stuck, opponents in groups)
    alone = tuple(reason for reason in reasons if reason[0] == "no_opponent_left")
    return alone or reasons


def _merged(groups: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Groups of stuck players and the opponents they compete for, those with a player or opponent in common as one."""
    merged: list[tuple[int, int]] = []
    for stuck, opponents in groups:
        apart: list[tuple[int, int]] = []
        for other_stuck, other_opponents in merged:
            if stuck & other_stuck or opponents & other_opponents:
                stuck, opponents = stuck | other_stuck, opponents | other_opponents
            else:
                apart.append((other_stuck, other_opponents))
        merged = [*apart, (stuck, opponents)]
    return merged


def _reason(field: Field, stuck: int, opponents: int) -> Reason:
    if stuck.bit_count() == 1 and not opponents:
        return "no_opponent_left", (("player", field.players[stuck.bit_length() - 1].number),)
    return "too_few_opponents", (("players", _numbers(field, stuck)), ("opponents", _numbers(field, opponents) or "-"))


def _numbers(field: Field, mask: int) -> str:
    numbers = [field.players[position].number for position in positions_of(mask) if position < field.size]
    return ", ".join(str(number) for number in sorted(numbers))
