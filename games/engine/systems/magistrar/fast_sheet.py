"""The way from a sheet to its report's bytes: scored as ever, and written as JSON at once where it is legal."""

from games.engine.core.report import encode_report
from games.engine.systems.magistrar.documents import SHEET_FORMAT, Sheet
from games.engine.systems.magistrar.edition import Edition
from games.engine.systems.magistrar.fast_tables import LEVELS, TRACK
from games.engine.systems.magistrar.game import GameInPlay
from games.engine.systems.magistrar.report_text import (
    NO_ENCOUNTERS_TEXT,
    DuelTexts,
    legal_report,
    pack_markers,
    points_text,
)
from games.engine.systems.magistrar.sheet_check import check_sheet, score_sheet


def fast_sheet_report(sheet: Sheet, edition: Edition) -> bytes:
    """The report, as JSON, of a sheet whose set-up the edition knows."""
    game = GameInPlay(edition, sheet.variants, sheet.starter)
    scored, violations = score_sheet(game, sheet.duels)
    if violations:
        return encode_report(check_sheet(sheet, edition))
    lowest = TRACK.start
    texts: DuelTexts = []
    for white_points, black_points, winner, white_level, black_level in scored:
        texts += (
            NO_ENCOUNTERS_TEXT + points_text(white_points, black_points, winner),
            LEVELS[white_level - lowest][black_level - lowest],
        )
    white, black = game.white.gained(), game.black.gained()
    markers, in_play = pack_markers(white, black), game.assumed_names(len(scored))
    return legal_report(edition, SHEET_FORMAT, sheet.claim, texts, white.level, black.level, markers, in_play)
