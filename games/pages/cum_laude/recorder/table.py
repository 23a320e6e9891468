"""How a dealt game lies: for everybody at the table, and for those who hold a player's cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.template.loader import render_to_string

from games.engine.systems.cum_laude.dealt import DealtPlay, dealt_play
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.guide import Guide, Question
from games.engine.systems.cum_laude.judge import points_of
from games.engine.systems.cum_laude.names import COLOURS, CRYSTALS, EXAMINER
from games.engine.systems.cum_laude.state import CRYSTAL_LETTERS
from games.engine.systems.cum_laude.tower import BLACK, GRAY, WHITE
from games.pages.cum_laude.boards import pieces_values
from games.pages.cum_laude.recorder.words import OF_PLAYERS, Sayings
from games.pages.cum_laude.replays import sorted_hand
from games.pages.cum_laude.words import (
    APPRENTICES,
    CRYSTAL_WORDS,
    TILE_COLOURS,
    card_in_words,
    colours_in_words,
    counts_in_words,
    tile_in_words,
)

FIGURES = (*COLOURS, EXAMINER)
TILE_WORDS = {WHITE: TILE_COLOURS["white"], GRAY: TILE_COLOURS["gray"], BLACK: TILE_COLOURS["black"]}


def guided(set_up: Mapping[str, Any], seed: str, parts: Sequence[Any], edition: Edition) -> Guide:
    """The dealt game after these legal parts, its next turn to be chosen."""
    dealt = dealt_play(set_up, seed, edition).dealt
    guide = Guide(dealt, edition, seed)
    for number, part in enumerate(parts, 1):
        guide.play_part(number, part)
    return guide


def open_table(play: DealtPlay, names: Mapping[str, str], named: str | None = None) -> dict[str, Any]:
    """What everybody at the table sees."""
    tower = play.tower
    at = {figure: tower.names[tile] for figure, tile in zip(FIGURES, play.at, strict=True)}
    crystals = {tower.names[tile]: CRYSTAL_LETTERS[crystal] for tile, crystal in play.crystals.items()}
    pieces = pieces_values(play.edition, at, crystals, named)
    return {
        "pieces": render_to_string("cum_laude/pieces.svg", pieces).strip(),
        "at": at,
        "pile": play.pile_size - play.drawn,
        "discarded": len(play.discarded),
        "top": [shown_card(card) for card in reversed(play.discarded[-2:])],
        "spells": [
            {
                "figure": colour,
                "name": str(APPRENTICES[colour]),
                "crystals": [
                    {"kind": crystal, "words": str(CRYSTAL_WORDS[crystal]), "held": held, "needed": needed}
                    for crystal, held, needed in zip(CRYSTALS, spell.held, spell.needed, strict=True)
                ],
                "is_complete": spell.is_complete,
                "is_passed": spell.is_passed,
            }
            for colour, spell in zip(COLOURS, play.spells, strict=True)
        ],
        "masters": [
            {
                "seat": number,
                "name": names[seat],
                "cards": len(master.hand),
                "stock": _stock(master.stock),
                "order": counts_in_words(play.dealt.setup.orders[seat]) if master.is_fulfilled else "",
                "is_next": play.ended is None and play.seat == number - 1,
            }
            for number, (seat, master) in enumerate(zip(play.seats, play.masters, strict=True), 1)
        ],
        "extra": counts_in_words(play.dealt.setup.extra) if play.dealt.setup.extra else "",
        "is_second": play.is_second,
    }


def own_cards(play: DealtPlay, seats: Iterable[int], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """What the players of these seats alone see, and their points so far."""
    points = points_of(play)
    return [
        {
            "seat": seat,
            "name": names[play.seats[seat - 1]],
            "mission": colours_in_words(COLOURS[figure] for figure in play.masters[seat - 1].mission),
            "figures": [COLOURS[figure] for figure in play.masters[seat - 1].mission],
            "order": counts_in_words(play.dealt.setup.orders[play.seats[seat - 1]]),
            "hand": [shown_card(card) for card in sorted_hand(play.masters[seat - 1].hand)],
            "points": points[play.seats[seat - 1]].total,
        }
        for seat in seats
    ]


def shown_card(card: str) -> dict[str, str]:
    return {"card": card, "words": card_in_words(card)}


def shown_question(
    play: Guide, question: Question, names: Mapping[str, str], sayings: Sayings = OF_PLAYERS
) -> dict[str, Any]:
    """A question with its answers in words, and the tiles that they name."""
    number = question.discard or question.draw
    return {
        "kind": question.kind,
        "figure": question.figure,
        "words": sayings.question(question.kind, question.figure, number),
        "answers": [_shown_answer(play, answer, sayings.answer(answer, names)) for answer in question.answers],
        "movement": msgspec.to_builtins(question.movement) if question.movement else None,
        "hand": [
            shown_card(card) for card in sorted_hand(question.movement.hand if question.movement else question.hand)
        ],
        "discard": question.discard,
        "draw": question.draw,
    }


def _shown_answer(play: Guide, answer: Mapping[str, Any], words: str) -> dict[str, Any]:
    shown: dict[str, Any] = {"answer": answer, "words": words}
    tile = answer.get("step") or answer.get("on")
    if tile:
        shown["tile"] = tile
    if "figure" in answer:
        at = play.at[FIGURES.index(answer["figure"])]
        colour = TILE_WORDS[play.tower.colour[at]]
        shown["note"] = f"{tile_in_words(play.tower.names[at])}, {colour}"
        shown["binds"] = play.binds and answer["figure"] != EXAMINER and not play.is_second
    return shown


def tile_words(edition: Edition) -> dict[str, str]:
    return {tile: tile_in_words(tile) for tile in edition.tower.numbers}


def _stock(counts: Sequence[int]) -> list[dict[str, Any]]:
    return [
        {"kind": crystal, "words": str(CRYSTAL_WORDS[crystal]), "number": number}
        for crystal, number in zip(CRYSTALS, counts, strict=True)
    ]
