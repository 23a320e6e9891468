"""A round's pairings by the players' names, as they hang on the wall."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from magistrar_site.shared.names import fold_name
from tournaments.selectors.pairings import ShownPairing


@dataclass(frozen=True)
class NameLine:
    """Where a player sits and whom he meets; `bye` says why he doesn't play, else it is empty. `score` is from his side
    of the table ("24 : 10"), empty without a result."""

    entry_key: str
    name: str
    table: int
    side: str
    starts: bool
    opponent: str
    bye: str
    score: str


def lines_by_name(pairings: Iterable[ShownPairing]) -> list[NameLine]:
    """A line for every player, in the order of names."""
    lines = [line for pairing in pairings for line in _lines(pairing)]
    return sorted(lines, key=lambda line: (fold_name(line.name), line.entry_key))


def _lines(pairing: ShownPairing) -> list[NameLine]:
    lines = []
    for number, seat in enumerate(pairing.seats):
        opponent = pairing.opponent_of(seat.entry_key)
        score = pairing.score.split(" : ") if pairing.score else []
        lines.append(
            NameLine(
                entry_key=seat.entry_key,
                name=seat.name,
                table=pairing.table,
                side=seat.side,
                starts=seat.starts,
                opponent=opponent.name if opponent else "",
                bye=pairing.bye,
                score=" : ".join(score if number == 0 else reversed(score)),
            )
        )
    return lines
