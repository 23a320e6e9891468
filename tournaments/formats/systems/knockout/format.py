"""Knock-out and double elimination: pairing numbers are the seeds, and each round plays what the bracket has ready."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar

from tournaments.formats.core.format import (
    PAIRS,
    FormatOptionError,
    FormatOptions,
    Option,
    check_entrant_count,
    option_values,
)
from tournaments.formats.core.messages import gettext_noop as _
from tournaments.formats.core.state import (
    REVISION,
    Cell,
    CellKind,
    Colour,
    Entrant,
    Pair,
    RoundPairing,
    StageState,
    Table,
)
from tournaments.formats.systems.knockout.advance import BYE, BracketState, MatchResult, MatchState, Status, advance
from tournaments.formats.systems.knockout.bracket import Bracket, BracketMatch, Target, bracket
from tournaments.formats.systems.knockout.loser_orders import DEFAULT_ORDER, ORDERS
from tournaments.formats.systems.knockout.seeding import LARGEST, SMALLEST

Reason = tuple[str, tuple[tuple[str, int | str], ...]]

WON_UNPLAYED = frozenset({CellKind.FORFEIT_WIN, CellKind.PAIRING_BYE, CellKind.FULL_BYE})

BEST_OF_ROUNDS = Option(
    "best_of_rounds",
    "",
    _("Games per match in the last rounds, the final last, as in 3,5: a match is over when one side can’t be caught"),
)


class Elimination(ABC):
    """What both formats share. A round's pairs are the matches of that round of the bracket. An entrant who is absent
    or withdrawn loses to their opponent, who gets a pair without black; so do the top seeds who have a bye in round 1
    (those of them who have left get no seat), and whoever comes to sit beside nobody. What a match was worth is read
    from its cells: the side with more points goes on; a forfeit, or a bye of one and none of the other, decides too;
    two losses leave a bye."""

    key: ClassVar[str]
    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    predetermined = False
    table_sizes = PAIRS
    minimum_entrants = SMALLEST
    maximum_entrants: int | None = LARGEST

    def check_options(self, options: FormatOptions) -> None:
        """FormatOptionError where the games of the last rounds aren't numbers."""
        games_of_last_rounds(option_values(self, options))

    @abstractmethod
    def bracket_of(self, entrant_count: int, options: FormatOptions) -> Bracket:
        """The bracket that a stage with these options plays."""

    def rounds_for(self, entrant_count: int, options: FormatOptions) -> int:
        """Rounds at most: a reset that isn't needed leaves the last one out."""
        check_entrant_count(self, entrant_count)
        games_of_last_rounds(option_values(self, options))
        return self.bracket_of(entrant_count, options).play_rounds

    def pair(self, state: StageState, round_number: int, rng: random.Random, options: FormatOptions) -> RoundPairing:
        """The matches of that round. Blocked by undecided matches of rounds before, and when all is decided."""
        drawn = self.drawing(state, options)
        standing = standing_before(drawn, state, round_number)
        undecided = [id_ for id_ in standing.ready if drawn.by_id[id_].play_round < round_number]
        if undecided:
            return RoundPairing((), tuple(undecided_reason(standing.matches[id_]) for id_ in undecided))
        entrants = {entrant.number: entrant for entrant in state.entrants}
        missing = state.absent | withdrawn_of(state)
        pairs = [
            pair
            for match in drawn.in_play_round(round_number)
            for pair in pairs_of(match, standing.matches[match.id], missing, entrants, state.first_colour)
        ]
        if round_number == 1:
            left = withdrawn_of(state) if state.revision > 1 else frozenset[int]()
            byes = [seed for seed in drawn.byes if seed not in left]
            pairs += [Pair(seed, None, (("bye_to_top_seed", (("seed", seed),)),)) for seed in byes]
        if not pairs and standing.is_finished:
            return RoundPairing((), (("bracket_finished", (("champion", standing.champion or BYE),)),))
        return RoundPairing(tuple(sorted(pairs, key=lambda pair: pair.black is None)))

    def standing(self, state: StageState, options: FormatOptions) -> BracketState:
        """The bracket after the rounds done."""
        return standing_before(self.drawing(state, options), state, state.rounds_done + 1)

    def match_ids(self, state: StageState, round_number: int, options: FormatOptions) -> Mapping[int, int]:
        """The id of the match of that round, by the seed of who sits in it, as the rounds before say."""
        drawn = self.drawing(state, options)
        standing = standing_before(drawn, state, round_number)
        return {
            seat: match.id
            for match in drawn.in_play_round(round_number)
            for seat in standing.matches[match.id].seats
            if seat
        }

    def places(self, state: StageState, options: FormatOptions) -> Mapping[int, int]:
        return self.standing(state, options).places

    def ranks(self, state: StageState, options: FormatOptions) -> Mapping[int, int]:
        return self.standing(state, options).ranks

    def is_over(self, state: StageState, options: FormatOptions) -> bool:
        return self.standing(state, options).is_finished

    def best_of(self, table: Table, options: FormatOptions) -> int | None:
        """From the distance to the final that stands in the table's own reasons."""
        to_final = next((dict(parameters)["to_final"] for code, parameters in table.why if code == "bracket"), None)
        return self._games_at(to_final, options) if isinstance(to_final, int) else None

    def games_of(self, match: BracketMatch, options: FormatOptions) -> int | None:
        """How many games a match of the drawing is for; None where the stage's own number holds."""
        return self._games_at(match.to_final, options)

    def _games_at(self, to_final: int, options: FormatOptions) -> int | None:
        games = games_of_last_rounds(option_values(self, options))
        return games[-1 - to_final] if to_final < len(games) else None

    def drawing(self, state: StageState, options: FormatOptions) -> Bracket:
        """The bracket of the stage's entrants. ValueError where their numbers aren't 1..n."""
        count = len(state.entrants)
        check_entrant_count(self, count)
        if sorted(entrant.number for entrant in state.entrants) != list(range(1, count + 1)):
            raise ValueError("pairing numbers of a bracket are its seeds, 1..n")
        return self.bracket_of(count, options)


class Knockout(Elimination):
    """Single elimination, with or without a match for third place."""

    key = "knockout"
    name = _("Knock-out")
    options = (Option("third_place", False, _("A match for third place")), BEST_OF_ROUNDS)

    def bracket_of(self, entrant_count: int, options: FormatOptions) -> Bracket:
        return bracket(entrant_count, third_place=bool(option_values(self, options)["third_place"]))


class DoubleElimination(Elimination):
    """Out after two losses; the grand final is played again if the unbeaten side loses it."""

    key = "double_elimination"
    name = _("Double elimination")
    options = (
        Option("reset", True, _("A second grand final if the first is lost by the unbeaten side")),
        Option("order", DEFAULT_ORDER, _("Where losers drop into the losers’ bracket"), choices=tuple(ORDERS)),
        BEST_OF_ROUNDS,
    )

    def bracket_of(self, entrant_count: int, options: FormatOptions) -> Bracket:
        values = option_values(self, options)
        return bracket(entrant_count, double=True, reset=bool(values["reset"]), order=str(values["order"]))


def games_of_last_rounds(values: FormatOptions) -> tuple[int, ...]:
    """The option "best_of_rounds" as numbers. FormatOptionError unless they are odd numbers from 1 to 9 with commas."""
    text = str(values[BEST_OF_ROUNDS.key])
    games = tuple(part.strip() for part in text.split(",")) if text.strip() else ()
    if any(number not in {"1", "3", "5", "7", "9"} for number in games):
        raise FormatOptionError(
            BEST_OF_ROUNDS.key, f"{BEST_OF_ROUNDS.key} is 1, 3, 5, 7 or 9 for a round, not {text!r}"
        )
    return tuple(int(number) for number in games)


def withdrawn_of(state: StageState) -> frozenset[int]:
    return frozenset(entrant.number for entrant in state.entrants if entrant.withdrawn)


def undecided_reason(match: MatchState) -> Reason:
    first, second = match.seats
    return "match_undecided", (("match", match.match), ("first", first or BYE), ("second", second or BYE))


def standing_before(drawn: Bracket, state: StageState, round_number: int) -> BracketState:
    """The bracket with what the entrants' cells of the rounds before that one say."""
    entrants = {entrant.number: entrant for entrant in state.entrants}
    gone = withdrawn_of(state)
    left = {entrant.number: entrant.left for entrant in state.entrants if entrant.left} if state.revision > 1 else {}
    results: dict[int, MatchResult] = {}
    standing = advance(drawn, results, gone, left)
    for play_round in range(1, round_number):
        for match in drawn.in_play_round(play_round):
            first, second = standing.matches[match.id].seats
            if not first or not second:
                continue
            pair = entrants[first], entrants[second]
            result = result_of(match.id, *pair, play_round, revision=state.revision)
            if result is None and state.revision > 1:
                result = walked_over(match, *pair)
            if result is not None:
                results[match.id] = result
        standing = advance(drawn, results, gone, left)
    return standing


def result_of(
    match: int, first: Entrant, second: Entrant, play_round: int, *, revision: int = REVISION
) -> MatchResult | None:
    """What the two cells of a match say; None where they say nothing, or a draw, or are of another match. Who was let
    go on goes on. A zero bye that names an opponent is a game without a result yet; one that doesn't says that somebody
    wasn't there. Who has left, and had no seat in this match when it was paired, wasn't there either."""
    own, other = (_cell_in(match, entrant, play_round, revision) for entrant in (first, second))
    if own is None or other is None:
        return None
    between = first.number, second.number
    if own.goes_on != other.goes_on and own.opponent in (None, second.number):
        return MatchResult(between, first.number if own.goes_on else second.number)
    if own.is_annulled or other.is_annulled:
        return None
    if own.is_played or other.is_played:
        met = own.is_played and other.is_played and own.opponent == second.number
        # A series has a winner even where its games brought both as many points (H7).
        ahead = [own.series.is_won, other.series.is_won] if own.series and other.series else [own.points, other.points]
        if not met or ahead[0] == ahead[1]:
            return None
        return MatchResult(between, first.number if (ahead[0] or 0) > (ahead[1] or 0) else second.number)
    won = [number for number, cell in zip(between, (own, other), strict=True) if cell.kind in WON_UNPLAYED]
    if len(won) == 2 or own.is_open or other.is_open:
        return None
    neither_sat = first.withdrawn and second.withdrawn and match not in (own.match, other.match)
    if not won and neither_sat and revision > 1:
        return None  # who left first lost
    return MatchResult(between, won[0] if won else None)


def _cell_in(match: int, entrant: Entrant, play_round: int, revision: int) -> Cell | None:
    """What the round of a match was for an entrant; None where it was another match, or isn't there yet."""
    if play_round > len(entrant.cells):
        return None
    cell = entrant.cells[play_round - 1]
    if cell.match in (None, match):
        return cell
    return Cell(CellKind.ZERO_BYE) if entrant.withdrawn and revision > 1 else None


def walked_over(match: BracketMatch, first: Entrant, second: Entrant) -> MatchResult | None:
    """A match without a result, both of whose entrants have left by now: it went to whoever was paired further on. The
    other had left before. None where nothing tells."""
    if not (first.withdrawn and second.withdrawn):
        return None
    between = first.number, second.number
    ahead = [_sits_in(entrant, match.winner_to) for entrant in (first, second)]
    behind = [_sits_in(entrant, match.loser_to) for entrant in (first, second)]
    if ahead[0] != ahead[1]:
        return MatchResult(between, between[ahead.index(True)])
    if behind[0] != behind[1]:
        return MatchResult(between, between[behind.index(False)])
    return None


def _sits_in(entrant: Entrant, target: Target | None) -> bool:
    return target is not None and any(cell.match == target.match for cell in entrant.cells)


def pairs_of(
    match: BracketMatch,
    standing: MatchState,
    missing: Iterable[int],
    entrants: Mapping[int, Entrant],
    first_colour: Colour,
) -> list[Pair]:
    """The pair of a match, one entrant alone where the other isn't there, or none."""
    why: tuple[Reason, ...] = (
        (
            "bracket",
            (("match", match.id), ("group", str(match.group)), ("round", match.round), ("to_final", match.to_final)),
        ),
    )
    there = [seat for seat in standing.seats if seat and seat not in missing]
    if standing.status is Status.NOT_NEEDED or not there:
        return []
    if len(there) == 1:
        return [Pair(there[0], None, (*why, ("walkover", (("entrant", there[0]),))))]
    white = who_starts(match, entrants[there[0]], entrants[there[1]], first_colour)
    return [Pair(white, there[1] if white == there[0] else there[0], why)]


def who_starts(match: BracketMatch, first: Entrant, second: Entrant, first_colour: Colour) -> int:
    """Who has started less; then who didn't start last; then, in turn down the bracket, the better seed."""
    mine, yours = starts(first), starts(second)
    if mine != yours:
        return first.number if mine < yours else second.number
    better = min(first.number, second.number)
    starts_above = (match.position % 2 == 1) == (first_colour is Colour.WHITE)
    return better if starts_above else first.number + second.number - better


def starts(entrant: Entrant) -> tuple[int, bool]:
    """How often he started a played game more than he didn't, and whether he started the last."""
    colours = [cell.colour for cell in entrant.cells if cell.is_played]
    balance = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    return balance, bool(colours) and colours[-1] is Colour.WHITE
