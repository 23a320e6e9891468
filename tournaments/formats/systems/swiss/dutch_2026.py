"""The FIDE (Dutch) System, C.04.3 as in force since 1 February 2026: a round's pairing, score group by score group."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from tournaments.formats.core.state import Colour, Pair, RoundPairing, StageState
from tournaments.formats.systems.swiss.avoidance import still_forbidden, unavoidable_pairs
from tournaments.formats.systems.swiss.blocks import what_blocks
from tournaments.formats.systems.swiss.boards import in_board_order
from tournaments.formats.systems.swiss.bracket import Bracket, PairedBracket, mask_of
from tournaments.formats.systems.swiss.brackets import pair_bracket as pair_one_bracket
from tournaments.formats.systems.swiss.byes import with_bye_candidates
from tournaments.formats.systems.swiss.colours import allocate_colours
from tournaments.formats.systems.swiss.competitor import Competitor, competitors
from tournaments.formats.systems.swiss.explain import BracketExplanation, why_bye, why_floaters
from tournaments.formats.systems.swiss.field import Field, legal_masks
from tournaments.formats.systems.swiss.reasons import Reason

KEY = "dutch-2026"

PairBracket = Callable[[Bracket], PairedBracket]


def pair_round(state: StageState, *, pair_bracket: PairBracket = pair_one_bracket) -> RoundPairing:
    """The pairing of the round after `state.rounds_done`, boards in publishing order; or what blocks it."""
    players = tuple(competitors(state))
    if len(players) == 1 and state.revision > 1:
        return RoundPairing((), (("one_left", (("player", players[0].number),)),))
    field = _field(state, players)
    if field is None:
        legal = legal_masks(players, state.forbidden)
        return RoundPairing((), what_blocks(Field(players, legal, state.rounds_done)))
    points = {player.number: player.points for player in players}
    return RoundPairing(in_board_order(list(_pairs(state, field, pair_bracket)), points))


def _field(state: StageState, players: tuple[Competitor, ...]) -> Field | None:
    """The field with as few avoided pairs allowed as can be; None where there is no pairing even so."""
    if not players:
        return None
    legal = legal_masks(players, still_forbidden(state.forbidden, state.avoided, frozenset()))
    field = with_bye_candidates(Field(players, legal, state.rounds_done))
    if field is not None or not state.avoided:
        return field
    allowed = unavoidable_pairs(players, state.forbidden, state.avoided, state.rounds_done)
    legal = legal_masks(players, still_forbidden(state.forbidden, state.avoided, allowed))
    return with_bye_candidates(Field(players, legal, state.rounds_done))


def _pairs(state: StageState, field: Field, pair_bracket: PairBracket) -> Iterator[Pair]:
    floated: dict[int, Reason] = {}
    for bracket, paired in _paired_brackets(field, pair_bracket):
        explanation = BracketExplanation(bracket, paired, floated)
        for index, (higher, lower) in enumerate(paired.pairs):
            yield _coloured(state, field.players[higher], field.players[lower], explanation.why(index))
        if paired.bye is not None:
            yield Pair(field.players[paired.bye].number, None, why_bye(bracket, paired.bye))
        floated = {**floated, **why_floaters(bracket, paired)}


def _coloured(state: StageState, one: Competitor, other: Competitor, why: tuple[Reason, ...]) -> Pair:
    colour, rule = allocate_colours(one, other, state.first_colour)
    white, black = (one, other) if colour is Colour.WHITE else (other, one)
    if frozenset((one.number, other.number)) in state.avoided:
        why = (*why, ("avoided_allowed", (("player", one.number), ("opponent", other.number))))
    colours: Reason = (rule.value, (("white", white.number), ("black", black.number)))
    return Pair(white.number, black.number, (*why, colours))


def _paired_brackets(field: Field, pair_bracket: PairBracket) -> Iterator[tuple[Bracket, PairedBracket]]:
    groups = [
        tuple(position for position, _ in group)
        for _, group in groupby(enumerate(field.players), key=lambda entry: entry[1].score)
    ]
    below = mask_of(range(field.size))
    moved_down: tuple[int, ...] = ()
    bye_is_open = field.has_bye
    for index, residents in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else ()
        below &= ~mask_of(residents)
        bracket = Bracket(field, moved_down, residents, following, below, bye_is_open)
        paired = pair_bracket(bracket)
        yield bracket, paired
        moved_down = paired.floaters
        bye_is_open = bye_is_open and paired.bye is None
    if moved_down:
        raise AssertionError("the completion requirement leaves nobody unpaired")
