"""The FIDE (Dutch) System, C.04.3 as in force since 1 February 2026: a round's pairing, score group by score group."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from tournaments.formats.core.state import Pair, RoundPairing, StageState
from tournaments.formats.systems.swiss.boards import in_board_order
from tournaments.formats.systems.swiss.bracket import Bracket, PairedBracket, mask_of
from tournaments.formats.systems.swiss.brackets import pair_bracket as pair_one_bracket
from tournaments.formats.systems.swiss.byes import with_bye_candidates
from tournaments.formats.systems.swiss.colours import allocate_colours
from tournaments.formats.systems.swiss.competitor import competitors
from tournaments.formats.systems.swiss.field import Field, legal_masks

KEY = "dutch-2026"

PairBracket = Callable[[Bracket], PairedBracket]


def pair_round(state: StageState, *, pair_bracket: PairBracket = pair_one_bracket) -> RoundPairing:
    """The pairing of the round after `state.rounds_done`, boards in publishing order; or what blocks it."""
    players = tuple(competitors(state))
    field = with_bye_candidates(Field(players, legal_masks(players, state.forbidden), state.rounds_done))
    if field is None:
        return RoundPairing((), (("no_pairing", ()),))
    points = {player.number: player.points for player in players}
    return RoundPairing(in_board_order(list(_pairs(state, field, pair_bracket)), points))


def _pairs(state: StageState, field: Field, pair_bracket: PairBracket) -> Iterator[Pair]:
    for paired in _paired_brackets(field, pair_bracket):
        for higher, lower in paired.pairs:
            one, other = field.players[higher], field.players[lower]
            colour, _ = allocate_colours(one, other, state.first_colour)
            white, black = (one, other) if colour.value == "white" else (other, one)
            yield Pair(white.number, black.number)
        if paired.bye is not None:
            yield Pair(field.players[paired.bye].number, None)


def _paired_brackets(field: Field, pair_bracket: PairBracket) -> Iterator[PairedBracket]:
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
        paired = pair_bracket(Bracket(field, moved_down, residents, following, below, bye_is_open))
        yield paired
        moved_down = paired.floaters
        bye_is_open = bye_is_open and paired.bye is None
    assert not moved_down, "completion leaves nobody unpaired"
