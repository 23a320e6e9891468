"""What the recorder adds to the pages of Magia Cum Laude."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.engine.core.game_system import GameSystem
from games.pages.core.answers import READ, Entry
from games.pages.core.context import GameContext
from games.pages.core.generic import GenericPages
from games.pages.core.generic_entries import ScoreDocument
from games.pages.core.ways import Way
from games.pages.cum_laude.recorder.entry import BELOW, Recorder
from games.pages.cum_laude.recorder.noted import BELOW as NOTED_BELOW
from games.pages.cum_laude.recorder.noted import Noter


class RecordedPages(GenericPages):
    """Pages of a game that phones record."""

    def __init__(self, system: GameSystem, score_document: ScoreDocument) -> None:
        super().__init__(system, score_document)
        recording = Entry(Recorder(self.sentence), below=BELOW, methods=READ, is_fresh=True)
        noted = Entry(Noter(self.sentence), below=NOTED_BELOW, methods=READ, is_fresh=True)
        self.entries: Mapping[str, Entry] = {**self.entries, "recording": recording, "noted": noted}
        self.workers: Mapping[str, str] = {"recording-worker.js": "game/recording_worker.js"}

    def hand_in_ways(self, ctx: GameContext) -> tuple[Way, ...]:
        """Playing here makes a record, and so does noting what was played at a table; where the event asks for no more,
        the end alone is the usual way. A game is either dealt here or noted."""
        draft = ctx.draft
        if draft.deal is None and (draft.parts or draft.misfits):
            return (self._noting(ctx), *super().hand_in_ways(ctx))
        if draft.deal is None:
            call = _("Play with cards dealt here")
        elif draft.is_over or draft.deal.is_open:
            call = _("Review the record and hand it in")
        else:
            call = _("Continue at turn %(number)d") % {"number": len(draft.parts) + 1}
        recording = Way(
            "recording",
            _("Record"),
            call,
            _("The cards are dealt to your phones; each turn is recorded as you play it."),
            is_begun=draft.deal is not None,
        )
        others = super().hand_in_ways(ctx)
        if draft.deal is not None:
            return (recording, *others)
        own = (recording, self._noting(ctx))
        return (*others, *own) if ctx.takes_scores else (*own, *others)

    def _noting(self, ctx: GameContext) -> Way:
        draft = ctx.draft
        rows = [*draft.parts, *draft.misfits]
        if not rows:
            call = _("Note a game from paper")
        elif draft.is_over:
            call = _("Review the record and hand it in")
        else:
            call = _("Continue at turn %(number)d") % {"number": max(1, len(draft.parts))}
        return Way(
            "noted",
            _("From paper"),
            call,
            _("The cards were dealt at the table, and the game is over: write down what was dealt and each turn."),
            is_begun=bool(rows),
        )
