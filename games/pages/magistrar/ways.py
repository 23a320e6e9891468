"""The ways to hand a game of Magistrar in."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.pages.core.context import GameContext
from games.pages.core.ways import Way, usual_first

DUELS = 5


def hand_in_ways(ctx: GameContext) -> tuple[Way, ...]:
    """The usual way is the sheet; the record, where the event takes nothing else."""
    usual = "sheet" if ctx.takes_sheets else "recording"
    ways = [
        Way(
            "recording",
            _("Record"),
            recording_call(ctx),
            _("Set tokens and pawns as they lie on the table: each finished duel is saved, on either phone."),
            is_begun=bool(ctx.draft.parts),
        ),
        Way("notation", _("Text"), _("Type or paste the game"), forms=("record",)),
    ]
    if ctx.takes_scores:
        ways.insert(0, Way("score", _("Score"), _("Enter the final score")))
    if ctx.takes_sheets:
        ways.insert(0, Way("sheet", _("Sheet"), _("Fill in the sheet")))
    return usual_first(ways, usual)


def recording_call(ctx: GameContext) -> str:
    """What there is to do with the record in progress."""
    saved = len(ctx.draft.parts)
    if saved and ctx.is_record_handed_in:
        return _("The record that is handed in")
    if saved == DUELS:
        return _("Review the record and hand it in")
    if saved:
        return _("Continue recording at duel %(number)d") % {"number": saved + 1}
    return _("Record it while you play")
