"""Documents as evidence of one game: read, graded, identified and compared."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import UNSET

from games.engine.core.evidence import Difference, Grade, NamedSetUp
from games.engine.core.game_system import GameEdition
from games.engine.core.seats import Seat
from games.engine.systems.magistrar.canonical import canonical_document, game_digest
from games.engine.systems.magistrar.derive import score_of, sheet_of
from games.engine.systems.magistrar.difference import first_difference
from games.engine.systems.magistrar.documents import (
    NO_VARIANTS,
    RECORD_FORMAT,
    Document,
    Record,
    Score,
    ShapeError,
    Sheet,
    Variants,
    decode_document,
    encode_document,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, Edition
from games.engine.systems.magistrar.notation import NotationError, looks_like_notation, parse_notation
from games.engine.systems.magistrar.random_player import random_record
from games.engine.systems.magistrar.report import SIDES
from games.engine.systems.magistrar.series import variants_after
from games.engine.systems.magistrar.verdict import seat_of_side


class MagistrarEvidence:
    """What the service does with documents before and after the judge has seen them."""

    def parse(self, data: bytes | str) -> Document | None:
        """The typed document, from JSON or the text notation; None where it isn't one."""
        try:
            text = data if isinstance(data, str) else data.decode()
            return parse_notation(text) if looks_like_notation(text) else decode_document(data)
        except (UnicodeDecodeError, NotationError, ShapeError):
            return None

    def grade(self, document: object) -> Grade:
        """How well a document of this kind proves a game. TypeError for anything but a parsed document."""
        if isinstance(document, Record):
            return "record"
        if isinstance(document, Sheet):
            return "sheet"
        if isinstance(document, Score):
            return "score"
        raise TypeError(f"{type(document).__name__} is no document of this game")

    def begun_record(self, set_up: Mapping[str, Any], parts: Sequence[Any]) -> dict[str, Any]:
        """A record with these duels, as decoded JSON; nothing is checked."""
        return {"format": RECORD_FORMAT, **set_up, "duels": list(parts)}

    def variants_agree(self, said: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
        """Whether both name the same, and the same cards as far as both go: they are turned up one by one (R27)."""
        both = min(len(said.get("duel_cards", ())), len(known.get("duel_cards", ())))
        return all(
            value[:both] == known[name][:both] if name == "duel_cards" else value == known[name]
            for name, value in said.items()
        )

    def set_up(self, document: object) -> NamedSetUp:
        """What the document says about starter, edition and variants. A score may leave starter and variants out."""
        canonical = canonical_document(cast("Document", document))
        starter = canonical.starter
        variants = canonical.variants
        left_open = isinstance(canonical, Score) and variants == NO_VARIANTS
        return NamedSetUp(
            starter=None if starter is UNSET else seat_of_side(starter),
            edition=canonical.edition,
            variants=None if left_open else _plain(variants),
        )

    def variants_after(self, variants: Mapping[str, Any], losers: Sequence[Seat]) -> dict[str, Any]:
        """R29: a golden super energy for the loser of each game."""
        return variants_after(variants, [SIDES[seat - 1] for seat in losers])

    def digest(self, document: object) -> str:
        """SHA-256 (hex) of the game as it was played: claim, meta and ways of writing make no difference."""
        return game_digest(cast("Document", document))

    def first_difference(
        self, first: object, second: object, editions: Mapping[str, GameEdition] | None = None
    ) -> Difference | None:
        """Where two legal documents of one game first differ, at the coarser of their grades; None: they agree."""
        key = cast("Document", first).edition
        edition = SHIPPED_EDITIONS.get(key) or cast("Edition", (editions or {})[key])
        return first_difference(cast("Document", first), cast("Document", second), edition)

    def random_game(
        self,
        rng: random.Random,
        *,
        players: int,
        starter: Seat | None,
        edition: GameEdition,
        variants: Mapping[str, object],
    ) -> Record:
        """A complete legal record by two random players, in the given set-up. Lots decide who starts where it is open
        (R4)."""
        played = msgspec.convert(variants, Variants)
        side = None if starter is None else SIDES[starter - 1]
        return random_record(rng, starter=side, edition=cast("Edition", edition), variants=played)

    def at_grade(self, document: object, grade: Grade, edition: GameEdition) -> Document:
        """A complete legal record told at that grade."""
        record, played_by = cast("Record", document), cast("Edition", edition)
        if grade == "record":
            return record
        return sheet_of(record, played_by) if grade == "sheet" else score_of(record, played_by)

    def encode(self, document: object) -> bytes:
        """A parsed document as JSON in UTF-8."""
        return encode_document(cast("Document", document))


def _plain(variants: Variants) -> dict[str, Any]:
    """As a database that keeps JSON gives them back: a tuple isn't equal to the list that was stored."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(variants))
    return plain
