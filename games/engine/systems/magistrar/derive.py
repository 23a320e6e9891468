"""Coarser evidence from finer: the sheet of a record, the score of a record or sheet."""

from msgspec.structs import replace

from games.engine.systems.magistrar.documents import (
    DEFAULT_EDITION,
    Record,
    RecordDuel,
    Score,
    Sheet,
    SheetDuel,
    SideCounts,
    SideHaul,
    SideInts,
    Surge,
    Triumph,
)
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS, Edition
from games.engine.systems.magistrar.judge import judge
from games.engine.systems.magistrar.placements_terms import SUPERS, tokens_as_fought
from games.engine.systems.magistrar.report import SIDES, DuelReport, Report, Side

_SHIPPED = SHIPPED_EDITIONS[DEFAULT_EDITION]


class NotDerivableError(ValueError):
    """The document isn't legal, or not complete, so that nothing coarser follows from it. Carries its report."""

    def __init__(self, report: Report) -> None:
        super().__init__("; ".join(found.message for found in report.violations) or "The game isn't complete.")
        self.report = report


def sheet_of(record: Record, edition: Edition = _SHIPPED) -> Sheet:
    """What each side won in each duel of a record, finished or not; claim and meta stay.

    Spells are kept where the sheet needs them: surge and triumph. Raises `NotDerivableError` where the record isn't
    legal with `edition`.
    """
    return _sheet(record, _legal(record, edition))


def proven_sheet(document: Record | Sheet, edition: Edition = _SHIPPED) -> Sheet:
    """The sheet of the document's longest legal prefix: of all its duels where it is legal, of none at the worst."""
    report = judge(document, {document.edition: edition})
    if isinstance(document, Record):
        return _sheet(document, report)
    return replace(document, duels=document.duels[: len(report.duels)])


def score_of(document: Record | Sheet, edition: Edition = _SHIPPED) -> Score:
    """Honoris and markers of a complete game; meta stays.

    Raises `NotDerivableError` where the document isn't legal with `edition`, or has fewer than five duels.
    """
    report = _legal(document, edition)
    if not report.complete or report.honoris is None or report.markers is None:
        raise NotDerivableError(report)
    return Score(
        honoris=SideInts(report.honoris.white, report.honoris.black),
        markers=SideCounts(report.markers.white, report.markers.black),
        edition=document.edition,
        starter=document.starter,
        variants=document.variants,
        meta=document.meta,
    )


def _legal(document: Record | Sheet, edition: Edition) -> Report:
    report = judge(document, {document.edition: edition})
    if not report.legal:
        raise NotDerivableError(report)
    return report


def _sheet(record: Record, report: Report) -> Sheet:
    return Sheet(
        starter=record.starter,
        duels=tuple(_sheet_duel(*both) for both in zip(record.duels, report.duels, strict=False)),
        edition=record.edition,
        variants=record.variants,
        claim=record.claim,
        meta=record.meta,
    )


def _sheet_duel(duel: RecordDuel, report: DuelReport) -> SheetDuel:
    white, black = (_haul(duel, report, side) for side in SIDES)
    return SheetDuel(white, black, tuple(spell for spell in duel.spells if isinstance(spell, Surge | Triumph)))


def _haul(duel: RecordDuel, report: DuelReport, side: Side) -> SideHaul:
    """The tokens in front of the encounters that a side won (R10), its letters by the energies they move for."""
    drawn: dict[Side, str] = {"white": duel.tokens.white, "black": duel.tokens.black}
    tokens = tokens_as_fought(drawn, duel.spells)[side]
    won = [token for token, winner in zip(tokens, report.encounters or (), strict=True) if winner == side]
    letters: str = getattr(duel.moves, side)
    moved = list(zip((token for token in won if token in SUPERS), letters, strict=True))
    return SideHaul(
        light=won.count("L"),
        dark=won.count("D"),
        super="".join(letter for token, letter in moved if token == "S"),
        golden="".join(letter for token, letter in moved if token == "G"),
    )
