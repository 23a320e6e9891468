"""How a duel that is being recorded stands: who wins each encounter laid so far, and the score if it ended now."""

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from games.engine.systems.magistrar.arena_values import NO_CHIP, Arena, placed_chip
from games.engine.systems.magistrar.documents import (
    POSITIONS,
    ExchangeTokens,
    Record,
    RecordDuel,
    SideMoves,
    SideRows,
    Spell,
    Surge,
    Triumph,
)
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.fight import begin_fight
from games.engine.systems.magistrar.game import GameInPlay, honoris_of
from games.engine.systems.magistrar.phases import exchanges, strengthening
from games.engine.systems.magistrar.placements_terms import SUPERS
from games.engine.systems.magistrar.record_check import DuelBrokenError, conclude_duel, judge_duel
from games.engine.systems.magistrar.report import SIDES, Side, SideNumbers, Winner
from games.engine.systems.magistrar.rows import ENCOUNTERS

# Stand for what isn't laid yet: without a pawn nobody wins there.
_NOBODYS_TOKEN, _NO_PAWN, _WAIVED = "L", "-", "."


class Standing(msgspec.Struct, frozen=True):
    """`encounters`: who wins each, None where nobody does or a place is empty. The rest as in a report, with the duel
    scored as if it ended now; a direction that isn't chosen yet moves nobody."""

    encounters: tuple[Winner, ...]
    points: SideNumbers
    honoris: SideNumbers
    markers: SideNumbers
    level: SideNumbers


def standing(game: Record, arena: Arena | None, edition: Edition) -> Standing:
    """How the game stands after the duels of `game`, which must be legal, and what is laid of the next one (None:
    nothing, as before it and at the end). Raises `NotOfferedError` for rows of other letters."""
    playing = GameInPlay(edition, game.variants, game.starter)
    for number, duel in enumerate(game.duels, 1):
        judge_duel(playing, number, duel)
    if arena is None:
        return _as_it_stands(playing, (None,) * POSITIONS, SideNumbers(0, 0))
    duel = _what_is_laid(arena)
    fight = begin_fight(playing, len(game.duels) + 1, duel)
    exchanges(fight)
    strengthening(fight)
    fight.decide()
    for row in (fight.white, fight.black):
        won = (row.supers & row.won).bit_count()
        row.moves = row.moves[:won].ljust(won, _WAIVED)
    try:
        won, white_points, black_points, _winner = conclude_duel(fight)
    except DuelBrokenError:  # a surge or triumph that isn't theirs (yet)
        return standing(game, replace(arena, spells=_without_scoring_spells(arena)), edition)
    return _as_it_stands(playing, ENCOUNTERS[won], SideNumbers(white_points, black_points))


def _as_it_stands(playing: GameInPlay, encounters: tuple[Winner, ...], points: SideNumbers) -> Standing:
    white, black, edition = playing.white, playing.black, playing.edition
    return Standing(
        encounters=encounters,
        points=points,
        honoris=SideNumbers(
            honoris_of(edition, white.level, white.marker_honoris),
            honoris_of(edition, black.level, black.marker_honoris),
        ),
        markers=SideNumbers(white.markers, black.markers),
        level=SideNumbers(white.level, black.level),
    )


def _without_scoring_spells(arena: Arena) -> tuple[Spell, ...]:
    return tuple(spell for spell in arena.spells if not isinstance(spell, Surge | Triumph))


def _what_is_laid(arena: Arena) -> RecordDuel:
    """A duel of the encounters that are laid on both sides; nobody wins the others."""
    tokens: dict[Side, str] = {"white": "", "black": ""}
    pawns: dict[Side, str] = {"white": "", "black": ""}
    laid: set[int] = set()
    for position in range(1, POSITIONS + 1):
        chips = {side: placed_chip(arena, side, position) for side in SIDES}
        is_laid = NO_CHIP not in chips.values()
        if is_laid:
            laid.add(position)
        for side, chip in chips.items():
            tokens[side] += chip.token if is_laid else _NOBODYS_TOKEN
            pawns[side] += chip.pawn if is_laid and chip.token not in SUPERS else _NO_PAWN
    spells = tuple(
        spell for spell in arena.spells if isinstance(spell, ExchangeTokens | Surge | Triumph) or spell.position in laid
    )
    return RecordDuel(
        tokens=SideRows(tokens["white"], tokens["black"]),
        pawns=SideRows(pawns["white"], pawns["black"]),
        order=UNSET,
        moves=SideMoves(arena.moves.white, arena.moves.black),
        spells=spells,
    )
