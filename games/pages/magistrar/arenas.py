"""A duel that is being recorded, asked of the engine: what may be laid next, how the game stands, and the values that
a page needs to go on without a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.registry import game_system
from games.engine.systems.magistrar.arena import Arena, ArenaChoices, arena_choices
from games.engine.systems.magistrar.arena_score import Standing, standing
from games.engine.systems.magistrar.arena_terms import ArenaTerms, arena_terms
from games.engine.systems.magistrar.documents import Record
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.placements_values import NotOfferedError
from games.engine.systems.magistrar.report import Side
from games.models import Game
from games.pages.magistrar.reports import sentence_of
from games.selectors.editions import StoredEditions, playable_edition
from games.selectors.games import names_of, set_up_of
from magistrar_site.shared.errors import Invalid

MOST_BYTES = 16_384
T = TypeVar("T")


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page asks: the finished duels, what lies there of the next one, and the place that is looked at."""

    duels: list[dict[str, Any]] = []
    arena: Arena = Arena()
    at: tuple[Side, int] | None = None


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends to be kept: a duel as it was laid out, a key, and the version that it takes the place of."""

    arena: Arena
    key: str
    replaces: str = ""


class SaidCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends of a duel card that was turned up: its key, and that of the card which was said before."""

    card: str
    replaces: str = ""


def read_asked(data: bytes) -> Asked:
    return _read(data, Asked)


def read_card(data: bytes) -> SaidCard:
    return _read(data, SaidCard)


def read_saved(data: bytes) -> Saved:
    return _read(data, Saved)


def _read(data: bytes, kind: type[T]) -> T:
    try:
        if len(data) > MOST_BYTES:
            raise ValueError
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise _not_understood() from error


def _not_understood() -> Invalid:
    return Invalid("not_understood", _("The page sent something that can’t be read. Reload it."))


def _edition(game: Game) -> Edition:
    edition = playable_edition(game.system, game.edition)
    assert isinstance(edition, Edition)  # the arena is Magistrar's
    return edition


def _record(game: Game, duels: Sequence[Mapping[str, Any]]) -> Record:
    try:
        return msgspec.convert(game_system(game.system).begun_record(set_up_of(game), duels), Record)
    except msgspec.ValidationError as error:
        raise _not_understood() from error


def arena_answer(game: Game, asked: Asked) -> dict[str, Any]:
    """What may be laid next, what is wrong (in the reader's words), and how the game stands: plain JSON values. Invalid
    `not_understood` for what no page sends."""
    record, edition = _record(game, asked.duels), _edition(game)
    try:
        offered = arena_choices(record, asked.arena, edition, asked.at)
        stands = standing(record, asked.arena if asked.arena != Arena() else None, edition)
    except (NotOfferedError, KeyError, IndexError, ValueError) as error:
        raise _not_understood() from error
    return _shown(game, offered, stands)


def _shown(game: Game, offered: ArenaChoices, stands: Standing) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(offered)
    wrong = shown["wrong"]
    if wrong is not None:
        shown["wrong"] = {
            "side": wrong["side"],
            "position": wrong["position"],
            "sentence": _with_rule(sentence_of(game.system, wrong, names_of(game)), wrong["rule"]),
        }
    return shown | {"standing": msgspec.to_builtins(stands)}


def _with_rule(sentence: str, rule: str | None) -> str:
    return f"{sentence} ({gettext('rule %(rule)s') % {'rule': rule}})" if rule else sentence


def report_of_duels(game: Game, duels: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The engine's report on a record of these duels."""
    report = game_system(game.system).check_document(
        msgspec.to_builtins(_record(game, duels)), StoredEditions(game.system)
    )
    plain: dict[str, Any] = msgspec.to_builtins(report)
    return plain


def standing_after(game: Game, duels: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How the game stands after these duels, which must be legal."""
    plain: dict[str, Any] = msgspec.to_builtins(standing(_record(game, duels), None, _edition(game)))
    return plain


def terms_of(game: Game) -> ArenaTerms:
    """The terms of all five duels, and what each side has at the start."""
    return arena_terms(_record(game, []), _edition(game))


def terms_data(game: Game) -> dict[str, Any]:
    """`terms_of` as plain JSON values, as if no duel card was turned up yet."""
    plain: dict[str, Any] = msgspec.to_builtins(_terms_with(game, ()))
    return plain


def card_terms_data(game: Game, card: str) -> dict[str, Any]:
    """What a duel card makes of the terms of a duel, as plain JSON values: by who would start it without a card."""
    without, with_card = _terms_with(game, ()).duels, _terms_with(game, (card, card)).duels
    return {plain.starter: msgspec.to_builtins(changed) for plain, changed in zip(without[:2], with_card, strict=False)}


def _terms_with(game: Game, cards: tuple[str, ...]) -> ArenaTerms:
    record = _record(game, [])
    variants = msgspec.structs.replace(record.variants, duel_cards=cards or msgspec.UNSET)
    return arena_terms(msgspec.structs.replace(record, variants=variants), _edition(game))
