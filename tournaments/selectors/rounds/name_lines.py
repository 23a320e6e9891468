"""A round's pairings by the players' names, as they hang on the wall."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.enums import GameState
from magistrar_site.shared.names import fold_name
from tournaments.selectors.rounds.pairings import PairingRow


@dataclass(frozen=True)
class NameLine:
    """Where a player sits and whom they meet; `bye` says why they don't play, else it is empty. `score` has the
    player's own first ("24 : 10"); at a table of more than two it is their place; it is empty without a result.
    `state` is that of the game (None without one), so that what isn't settled can be told from what is. `best_of` is
    more than 1 while a match of several games is undecided."""

    entry_key: str
    name: str
    table: int
    side: str
    starts: bool
    opponent: str
    bye: str
    score: str
    state: GameState | None = None
    is_forfeit: bool = False
    best_of: int = 1


def lines_by_name(pairings: Iterable[PairingRow]) -> list[NameLine]:
    """A line for every player, in the order of names."""
    lines = [line for pairing in pairings for line in _lines(pairing)]
    return sorted(lines, key=lambda line: (fold_name(line.name), line.entry_key))


def _lines(pairing: PairingRow) -> list[NameLine]:
    lines = []
    for number, seat in enumerate(pairing.seats):
        score = pairing.score.split(" : ") if pairing.score else []
        lines.append(
            NameLine(
                entry_key=seat.entry_key,
                name=seat.name,
                table=pairing.table,
                side=seat.side,
                starts=seat.starts,
                opponent=pairing.opponents_of(seat.entry_key),
                bye=pairing.bye,
                score=seat.place or " : ".join([*score[number : number + 1], *score[:number], *score[number + 1 :]]),
                state=pairing.game.state if pairing.game else None,
                is_forfeit=pairing.is_forfeit,
                best_of=1 if pairing.is_decided else pairing.best_of,
            )
        )
    return lines
