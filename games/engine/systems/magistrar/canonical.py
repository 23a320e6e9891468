"""One form for every document that says the same, and its digest: what tells two submissions of one game apart.

Who handed a game in, what they claimed and what they noted beside it (`claim`, `meta`) is no part of the game.
"""

import hashlib

from msgspec import UNSET
from msgspec.structs import replace

from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    NO_VARIANTS,
    Document,
    ExchangeTokens,
    RecordDuel,
    Reinforcement,
    Score,
    Sheet,
    SheetDuel,
    SideHaul,
    SideMoves,
    Spell,
    StrengthenPawn,
    Surge,
    Triumph,
    Variants,
    encode_document,
)

_SPELL_ORDER: tuple[type[Spell], ...] = (ExchangeTokens, StrengthenPawn, Reinforcement, Surge, Triumph)


SPELL_NAMES = tuple(str(spell.__struct_config__.tag) for spell in _SPELL_ORDER)
"""The spells' names in canonical order."""


def canonical_document(document: Document) -> Document:
    """The document without `claim` and `meta`, and with everything in one order whose order says nothing.

    Spells are sorted by kind, side (white first) and place, a sheet's direction letters by letter; a sheet's spells
    that decide nothing there are left out; no golden energies is the same as that variant not played. The verdict and
    the score are the document's, save that another spell of several may be found to be the one too many.
    """
    # The encoder leaves a default out only where it is the very same object: what equals one becomes it.
    document = replace(document, variants=_canonical_variants(document.variants), meta=UNSET)
    if document.edition == DEFAULT_EDITION:
        document = replace(document, edition=DEFAULT_EDITION)
    if isinstance(document, Score):
        return document
    if isinstance(document, Sheet):
        sheet_duels = tuple(_canonical_sheet_duel(duel) for duel in document.duels)
        return replace(document, duels=sheet_duels, claim=UNSET)
    record_duels = tuple(_canonical_record_duel(duel) for duel in document.duels)
    return replace(document, duels=record_duels, claim=UNSET)


def canonical_bytes(document: Document) -> bytes:
    """The canonical document as JSON in UTF-8: no blanks, members in the order of the format, defaults left out.

    Raises `UnicodeEncodeError` for a name with half a surrogate pair, which no edition, mage or card has.
    """
    return encode_document(canonical_document(document))


def game_digest(document: Document) -> str:
    """SHA-256 of the canonical bytes, in hexadecimal: the game's identity within its grade of evidence."""
    return hashlib.sha256(canonical_bytes(document)).hexdigest()


def _canonical_variants(variants: Variants) -> Variants:
    golden = variants.golden
    if golden is not UNSET and golden.white == golden.black == 0:
        variants = replace(variants, golden=UNSET)
    return NO_VARIANTS if variants == NO_VARIANTS else variants


def _canonical_record_duel(duel: RecordDuel) -> RecordDuel:
    spells = tuple(sorted(duel.spells, key=_spell_key))
    if duel.moves == SideMoves():
        return RecordDuel(tokens=duel.tokens, pawns=duel.pawns, order=duel.order, spells=spells)
    return replace(duel, spells=spells)


def _canonical_sheet_duel(duel: SheetDuel) -> SheetDuel:
    spells = tuple(sorted((spell for spell in duel.spells if isinstance(spell, Surge | Triumph)), key=_spell_key))
    return SheetDuel(white=_canonical_haul(duel.white), black=_canonical_haul(duel.black), spells=spells)


def _canonical_haul(haul: SideHaul) -> SideHaul:
    return replace(haul, super="".join(sorted(haul.super)), golden="".join(sorted(haul.golden)))


def _spell_key(spell: Spell) -> tuple[int, bool, int, str]:
    kind, black = _SPELL_ORDER.index(type(spell)), spell.by == "black"
    if isinstance(spell, Surge | Triumph):
        return (kind, black, 0, spell.direction)
    return (kind, black, spell.position, "")
