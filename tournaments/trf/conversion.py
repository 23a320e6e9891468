"""From a document to what pairing systems and standings are told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.core.state import Cell, Colour, Entrant, StageState
from tournaments.trf.document import ABSENT, Document, ForbiddenGroup, PlayerLine, Result, RoundEntry
from tournaments.trf.errors import TrfError
from tournaments.trf.worth import CELL_KINDS, entry_points


def to_stage_state(document: Document, *, rounds_done: int | None = None) -> StageState:
    """The stage after `rounds_done` rounds (None: after all that were paired), ready for pairing the next.

    Who is absent from the next round is read from that round's column, from 240 and from XXZ. The planned rounds are
    the file's own, else the rounds that were paired. Raises TrfError where a round that is done has a game without
    a result.
    """
    done = document.rounds_paired if rounds_done is None else rounds_done
    return StageState(
        entrants=tuple(_entrant(document, player, done) for player in _in_order(document)),
        rounds_done=done,
        planned_rounds=document.planned_rounds or document.rounds_paired,
        scoring=document.scoring,
        first_colour=initial_colour(document),
        absent=absent_from(document, done + 1),
        forbidden=(forbidden := pairs_in(document.forbidden, done + 1)),
        avoided=pairs_in(document.avoided, done + 1) - forbidden,
    )


def _in_order(document: Document) -> list[PlayerLine]:
    return sorted(document.players, key=lambda player: player.number)


def _entrant(document: Document, player: PlayerLine, done: int) -> Entrant:
    rounds = [*player.rounds[:done], *[ABSENT] * (done - len(player.rounds))]
    cells = tuple(_cell(document, player, number, entry) for number, entry in enumerate(rounds, 1))
    return Entrant(player.number, player.rating, cells, player.acceleration, deducted=_deducted(document, player, done))


def _deducted(document: Document, player: PlayerLine, done: int) -> tuple[int, ...]:
    """What records 299 without a kind of result take away, by round; what names no round counts from the first."""
    deducted = [0] * done
    for record in document.abnormal_by_player.get(player.number, ()):
        number = record.round or 1
        if record.kind is None and number <= done:
            deducted[number - 1] -= record.points
    return tuple(deducted) if any(deducted) else ()


def _cell(document: Document, player: PlayerLine, round_number: int, entry: RoundEntry) -> Cell:
    if entry.result is Result.PENDING:
        column = entry.place.column + 7
        raise TrfError(entry.place.line, column, f"round {round_number} of player {player.number} has no result yet")
    kind = CELL_KINDS[entry.result]
    return Cell(kind, entry.opponent, entry.colour, entry_points(document, player, round_number, entry))


@dataclass(frozen=True, slots=True)
class WrittenPair:
    """A pair as a file has it: white first where it says colours, else the lower number; `second` is None for the
    pairing-allocated bye."""

    first: int
    second: int | None
    has_colours: bool = True

    @property
    def players(self) -> frozenset[int | None]:
        return frozenset((self.first, self.second))

    def __lt__(self, other: WrittenPair) -> bool:
        return (self.first, self.second or 0) < (other.first, other.second or 0)


def pairs_of_round(document: Document, round_number: int) -> frozenset[WrittenPair]:
    """The pairs of a round that was paired, the pairing-allocated bye among them."""
    pairs: set[WrittenPair] = set()
    for player in document.players:
        entry = _entry(player, round_number)
        if entry.result is Result.PAIRING_BYE:
            pairs.add(WrittenPair(player.number, None))
        elif entry.opponent is not None:
            pairs.add(_written_pair(player.number, entry.opponent, entry.colour))
    pairs.update(WrittenPair(*game.players) for game in document.annulled if game.round == round_number)
    coloured = {pair.players for pair in pairs if pair.has_colours}
    return frozenset(pair for pair in pairs if pair.has_colours or pair.players not in coloured)


def _written_pair(number: int, opponent: int, colour: Colour | None) -> WrittenPair:
    if colour is None:
        return WrittenPair(min(number, opponent), max(number, opponent), has_colours=False)
    return WrittenPair(number, opponent) if colour is Colour.WHITE else WrittenPair(opponent, number)


def absent_from(document: Document, round_number: int) -> frozenset[int]:
    """Who takes no part in that round's pairing: in a round that was paired, all that weren't reached by it; in the
    next, all that a bye is announced for."""
    if round_number <= document.rounds_paired:
        annulled = {number for game in document.annulled if game.round == round_number for number in game.players}
        return frozenset(
            player.number
            for player in document.players
            if player.number not in annulled and not _entry(player, round_number).is_pairing
        )
    absent = set(document.absent_next) if round_number == document.rounds_paired + 1 else set()
    absent.update(player.number for player in document.players if len(player.rounds) >= round_number)
    for record in document.byes:
        if record.round == round_number:
            absent.update(record.players)
    return frozenset(absent)


def _entry(player: PlayerLine, round_number: int) -> RoundEntry:
    return player.rounds[round_number - 1] if round_number <= len(player.rounds) else ABSENT


def pairs_in(groups: Iterable[ForbiddenGroup], round_number: int) -> frozenset[frozenset[int]]:
    """The pairs that the groups keep apart in that round."""
    return frozenset(
        frozenset(pair)
        for group in groups
        if group.first <= round_number and (group.last is None or round_number <= group.last)
        for pair in combinations(sorted(set(group.players)), 2)
    )


def initial_colour(document: Document) -> Colour:
    """The colour drawn before round 1: as written (152, XXC), else inferred from the first round with colours, where
    the first of the players who took part has it and they alternate (C.04.3 5.2.5); white where nothing tells."""
    if document.first_colour is not None:
        return document.first_colour
    players = _in_order(document)
    for round_number in range(1, document.rounds_paired + 1):
        entries = [_entry(player, round_number) for player in players]
        if any(entry.colour is not None for entry in entries):
            return _inferred(players, round_number)
    return Colour.WHITE


def _inferred(players: list[PlayerLine], round_number: int) -> Colour:
    taking_part = [player for player in players if any(entry.is_pairing for entry in player.rounds[:round_number])]
    for position, player in enumerate(taking_part):
        colour = _entry(player, round_number).colour
        if colour is not None:
            return colour if position % 2 == 0 else colour.other
    return Colour.WHITE
