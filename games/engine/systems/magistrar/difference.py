"""Where two accounts of one game first part: what a conflict between two submissions shows.

Two documents are compared at the coarser of their grades. What says the same in two ways is no difference: a part left
out and its default, the order of spells, a waived triumph, golden energies of which there are none. Nor is what only
one of the two knows: the starter or variants of a score, cards of duels not yet played.
"""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from games.engine.core.evidence import Difference
from games.engine.systems.magistrar.canonical import SPELL_NAMES, canonical_document
from games.engine.systems.magistrar.derive import proven_sheet, score_of
from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    DUELS_IN_A_GAME,
    POSITIONS,
    Document,
    RecordDuel,
    Score,
    Sheet,
    SheetDuel,
    SideCounts,
    SideHaul,
    SideRows,
    Spell,
    Surge,
    Triumph,
    Variants,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, Edition
from games.engine.systems.magistrar.report import SIDES, Side

_SHIPPED = SHIPPED_EDITIONS[DEFAULT_EDITION]
Said = str | int | None


def first_difference(first: Document, second: Document, edition: Edition = _SHIPPED) -> Difference | None:
    """The first thing on which two documents of any grades differ, None where they say the same.

    The set-up comes first, then duel by duel; in a duel what a record lists, in its order; then by position, then white
    first. Where the grades differ, the finer document counts as far as it is legal with `edition`.

    `what`: edition, starter, mages, duel_cards, golden (how many goldens a side has; in a duel of a sheet, their
    directions), duels (how many are given, of those that hold good), tokens, pawns, order, moves, the name of a spell,
    light, dark, super, honoris or markers. What each document says is in the letters and numbers of the formats, of a
    spell its positions or direction. A part is a duel.
    """
    return next(_differences(*_at_one_grade(first, second, edition)), None)


def _at_one_grade(first: Document, second: Document, edition: Edition) -> tuple[Document, Document]:
    if type(first) is type(second):
        return canonical_document(first), canonical_document(second)
    scored = isinstance(first, Score) or isinstance(second, Score)
    ours, theirs = (_coarsened(document, edition, to_score=scored) for document in (first, second))
    return canonical_document(ours), canonical_document(theirs)


def _coarsened(document: Document, edition: Edition, *, to_score: bool) -> Sheet | Score:
    """The document as a sheet, or as a score where that is wanted and the game is complete: as far as it is legal."""
    if isinstance(document, Score) or (isinstance(document, Sheet) and not to_score):
        return document
    sheet = proven_sheet(document, edition)
    return score_of(sheet, edition) if to_score and len(sheet.duels) == DUELS_IN_A_GAME else sheet


def _differences(first: Document, second: Document) -> Iterator[Difference]:
    where_known = isinstance(first, Score) or isinstance(second, Score)
    yield from _unequal("edition", first.edition, second.edition)
    if first.starter is not UNSET and second.starter is not UNSET:
        yield from _unequal("starter", first.starter, second.starter)
    yield from _mage_differences(first.variants, second.variants, where_known=where_known)
    yield from _card_differences(first.variants, second.variants, where_known=where_known)
    yield from _golden_differences(first.variants, second.variants, where_known=where_known)
    if isinstance(first, Score) and isinstance(second, Score):
        yield from _by_side("honoris", first.honoris, second.honoris)
        yield from _by_side("markers", first.markers, second.markers)
    else:
        yield from _play_differences(first, second)


def _play_differences(first: Document, second: Document) -> Iterator[Difference]:
    ours = () if isinstance(first, Score) else first.duels
    theirs = () if isinstance(second, Score) else second.duels
    for number, (our, their) in enumerate(zip(ours, theirs, strict=False), 1):
        if isinstance(our, RecordDuel) and isinstance(their, RecordDuel):
            yield from _record_duel_differences(number, our, their)
        if isinstance(our, SheetDuel) and isinstance(their, SheetDuel):
            yield from _sheet_duel_differences(number, our, their)
    # A score is of a complete game; the other one isn't, or it would have been brought to a score as well.
    given = [DUELS_IN_A_GAME if isinstance(one, Score) else len(one.duels) for one in (first, second)]
    yield from _unequal("duels", given[0], given[1], duel=min(given) + 1)


def _mage_differences(first: Variants, second: Variants, *, where_known: bool) -> Iterator[Difference]:
    if where_known and (first.mages is UNSET or second.mages is UNSET):
        return
    for side in SIDES:
        yield from _unequal("mages", _mage(first, side), _mage(second, side), side=side)


def _mage(variants: Variants, side: Side) -> str | None:
    if variants.mages is UNSET:
        return None
    return variants.mages.white if side == "white" else variants.mages.black


def _card_differences(first: Variants, second: Variants, *, where_known: bool) -> Iterator[Difference]:
    ours, theirs = first.duel_cards, second.duel_cards
    if ours is not UNSET and theirs is not UNSET:
        for number, (our, their) in enumerate(zip(ours, theirs, strict=False), 1):
            yield from _unequal("duel_cards", our, their, duel=number)
    elif not where_known:
        yield from _unequal("duel_cards", _listed(ours), _listed(theirs))


def _golden_differences(first: Variants, second: Variants, *, where_known: bool) -> Iterator[Difference]:
    if where_known and (first.golden is UNSET or second.golden is UNSET):
        return
    none = SideCounts(0, 0)
    ours, theirs = (none if one.golden is UNSET else one.golden for one in (first, second))
    yield from _by_side("golden", ours, theirs)


def _record_duel_differences(number: int, first: RecordDuel, second: RecordDuel) -> Iterator[Difference]:
    yield from _row_differences("tokens", number, first.tokens, second.tokens)
    yield from _row_differences("pawns", number, first.pawns, second.pawns)
    yield from _unequal("order", _listed(first.order), _listed(second.order), duel=number)
    yield from _by_side("moves", first.moves, second.moves, duel=number)
    yield from _spell_differences(number, first.spells, second.spells)


def _sheet_duel_differences(number: int, first: SheetDuel, second: SheetDuel) -> Iterator[Difference]:
    for what in SideHaul.__struct_fields__:
        for side in SIDES:
            ours, theirs = getattr(first, side), getattr(second, side)
            yield from _unequal(what, getattr(ours, what), getattr(theirs, what), duel=number, side=side)
    yield from _spell_differences(number, first.spells, second.spells)


def _row_differences(what: str, number: int, first: SideRows, second: SideRows) -> Iterator[Difference]:
    for at in range(POSITIONS):
        for side in SIDES:
            ours, theirs = getattr(first, side)[at], getattr(second, side)[at]
            yield from _unequal(what, ours, theirs, duel=number, side=side, position=at + 1)


def _spell_differences(number: int, first: tuple[Spell, ...], second: tuple[Spell, ...]) -> Iterator[Difference]:
    ours, theirs = _by_name_and_side(first), _by_name_and_side(second)
    for name in SPELL_NAMES:
        for side in SIDES:
            yield from _unequal(name, ours.get((name, side)), theirs.get((name, side)), duel=number, side=side)


def _by_name_and_side(spells: tuple[Spell, ...]) -> dict[tuple[str, Side], str]:
    """The positions or directions of each kind of spell of each side; a waived triumph is none."""
    said: dict[tuple[str, Side], str] = {}
    for spell in spells:
        place = spell.direction if isinstance(spell, Surge | Triumph) else str(spell.position)
        if place != ".":
            key = (str(spell.__struct_config__.tag), spell.by)
            said[key] = f"{said[key]} {place}" if key in said else place
    return said


def _listed(items: tuple[object, ...] | UnsetType) -> str | None:
    return None if items is UNSET else " ".join(map(str, items))


def _by_side(what: str, first: object, second: object, *, duel: int | None = None) -> Iterator[Difference]:
    for side in SIDES:
        yield from _unequal(what, getattr(first, side), getattr(second, side), duel=duel, side=side)


def _unequal(
    what: str,
    first: Said,
    second: Said,
    *,
    duel: int | None = None,
    side: Side | None = None,
    position: int | None = None,
) -> Iterator[Difference]:
    if first != second:
        yield Difference(what, first, second, duel, None if side is None else SIDES.index(side) + 1, position)
