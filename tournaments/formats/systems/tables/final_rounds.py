"""What the rounds of final tables were, read from who sat where: rounds of the final itself, and extra games of those
who were tied on going on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tournaments.formats.core.state import CellKind, StageState
from tournaments.formats.systems.tables.finals import (
    Advancing,
    Places,
    advancing,
    decided_by_game,
    decided_by_lots,
)


@dataclass(frozen=True, slots=True)
class FinalRules:
    """How a final is played: the best `onward` of a table go on; ties by an extra game of at least `least` and at most
    `size` players, if `by_game` says so, and by lots."""

    size: int
    least: int
    onward: int
    by_game: bool

    def onward_of(self, players: int) -> int:
        """How many of a table of so many go on: not all, unless somebody sits there alone."""
        return min(self.onward, max(players - 1, 1))


@dataclass(frozen=True, slots=True)
class FinalTable:
    """A table of a final: its number (0 for one player alone, who goes on), its players, their places once the game is
    decided, and the players who forfeited it."""

    number: int
    players: tuple[int, ...]
    places: Places
    forfeited: frozenset[int] = frozenset()

    @property
    def is_decided(self) -> bool:
        return len(self.places) == len(self.players)


@dataclass(frozen=True, slots=True)
class FinalRound:
    """A round of a final with the extra games that it needed, if they were paired."""

    number: int
    tables: tuple[FinalTable, ...]
    extra: tuple[FinalTable, ...] = ()
    has_extra: bool = False

    @property
    def players(self) -> frozenset[int]:
        return frozenset(player for table in self.tables for player in table.players)

    @property
    def undecided(self) -> tuple[FinalTable, ...]:
        return tuple(table for table in (*self.tables, *self.extra) if not table.is_decided)

    def place(self, player: int) -> tuple[int, int]:
        """The player's place at the table, and in the extra game."""
        own = next((table.places.get(player, 0) for table in self.tables if player in table.players), 0)
        again = next((table.places.get(player, 0) for table in self.extra if player in table.players), 0)
        return own, again


@dataclass(frozen=True, slots=True)
class Standing:
    """How a round of a final comes out: who goes on, best first by place and then by seed, and groups who still have to
    play an extra game for places of theirs. Both are empty while a table is undecided."""

    going: tuple[int, ...] = ()
    extra_games: tuple[Advancing, ...] = ()
    lots: frozenset[int] = field(default_factory=frozenset)  # who goes on by lots


def tables_of_round(state: StageState, number: int) -> tuple[FinalTable, ...]:
    """The tables of a published round, in order."""
    found: dict[tuple[int, int], FinalTable] = {}
    for entrant in sorted(state.entrants, key=lambda one: one.number):
        sitting = entrant.sittings[number - 1]
        if sitting.kind is CellKind.PAIRING_BYE:
            found[0, entrant.number] = FinalTable(0, (entrant.number,), {entrant.number: 1})
        if not sitting.others:
            continue
        key = sitting.table, 0
        table = found.get(key, FinalTable(sitting.table, (), {}))
        places = {**table.places, entrant.number: sitting.places[0]} if sitting.places else table.places
        lost = {entrant.number} if sitting.kind is CellKind.FORFEIT_LOSS else set()
        found[key] = replace(
            table, players=(*table.players, entrant.number), places=places, forfeited=table.forfeited | lost
        )
    return tuple(found[key] for key in sorted(found))


def final_rounds(state: StageState, rules: FinalRules) -> list[FinalRound]:
    """The rounds done so far. A round of nobody but tied players of one table each is the extra games of the round
    before it."""
    rounds: list[FinalRound] = []
    for number in range(1, state.rounds_done + 1):
        tables = tables_of_round(state, number)
        if rules.by_game and rounds and not rounds[-1].has_extra and _is_extra(tables, rounds[-1]):
            rounds[-1] = replace(rounds[-1], extra=tables, has_extra=True)
        else:
            rounds.append(FinalRound(number, tables))
    return rounds


def _is_extra(tables: Sequence[FinalTable], before: FinalRound) -> bool:
    """Whether everybody at each table shared a place at one table of the round before, which wasn't the last."""
    shared = [
        {player for player, other in table.places.items() if other == place}
        for table in before.tables
        for place in set(table.places.values())
    ]
    return (
        len(before.tables) > 1
        and bool(tables)
        and all(len(table.players) > 1 and any(set(table.players) <= group for group in shared) for table in tables)
    )


def standing_after(state: StageState, round_: FinalRound, rules: FinalRules, missing: frozenset[int]) -> Standing:
    """How a round comes out while those of `missing` don't play on: their places go to the next of their tables.
    Whoever forfeited doesn't go on."""
    if round_.undecided:
        return Standing()
    going: list[int] = []
    extra: list[Advancing] = []
    drawn: set[int] = set()
    for at, table in enumerate(round_.tables):
        places = {
            player: place
            for player, place in table.places.items()
            if player not in missing and player not in table.forfeited
        }
        found = advancing(places, rules.onward_of(len(table.players)))
        again = next((one for one in round_.extra if set(one.players) & set(found.tied)), None)
        if again is not None:
            out = missing | again.forfeited
            found = decided_by_game(found, {one: place for one, place in again.places.items() if one not in out})
        elif rules.by_game and not round_.has_extra and rules.least <= len(found.tied) <= rules.size:
            extra.append(found)
        if found.tied and found not in extra:
            by_lots = decided_by_lots(found, f"{state.lots_seed}:{round_.number}:{at}")
            drawn |= set(by_lots.through) - set(found.through)
            found = by_lots
        going += found.through
    ranked = sorted(going, key=lambda player: (round_.place(player), player))
    return Standing(tuple(ranked), tuple(extra), frozenset(drawn))
