"""A legal document of an ended game, told at a coarser grade."""

from __future__ import annotations

from games.engine.core.multiplayer import SEATS
from games.engine.systems.cum_laude.documents import Document, Master, Record, Score, Sheet, Stock
from games.engine.systems.cum_laude.edition import Edition
from games.engine.systems.cum_laude.judge import judge
from games.engine.systems.cum_laude.names import COLOURS
from games.engine.systems.cum_laude.play import Play


def sheet_of(record: Record, edition: Edition) -> Sheet:
    """How things lie at the end of a record."""
    play, setup = Play(record, edition), record.setup
    play.play(record.turns)
    masters = {
        seat: Master(setup.missions[seat], setup.orders[seat], master.is_fulfilled, Stock(*master.stock))
        for seat, master in zip(play.seats, play.masters, strict=True)
    }
    return Sheet(
        players=record.players,
        masters=masters,
        complete_spells=tuple(colour for figure, colour in enumerate(COLOURS) if play.counts(figure)),
        finishers=tuple(play.seats[number] for number in play.finishers),
        extra=setup.extra,
        spells=setup.spells,
        edition=record.edition,
        starter=record.starter,
        change_places=record.change_places,
    )


def score_of(document: Document, edition: Edition) -> Score:
    """The victory points of a document, and the crystals that match each order."""
    if isinstance(document, Score):
        return document
    vp = judge(document, edition).vp or {}
    return Score(
        players=document.players,
        vp={seat: vp[seat].total for seat in SEATS[document.players]},
        tie_break={seat: vp[seat].tie_break or 0 for seat in SEATS[document.players]},
        edition=document.edition,
        starter=document.starter,
        change_places=document.change_places,
    )
