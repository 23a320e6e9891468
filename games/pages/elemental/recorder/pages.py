"""What the recorder adds to the pages of the elemental duel."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.engine.core.game_system import GameSystem
from games.pages.core.answers import READ, Entry
from games.pages.core.context import GameContext
from games.pages.core.generic import GenericPages
from games.pages.core.generic_entries import ScoreDocument
from games.pages.core.ways import Way, usual_first
from games.pages.elemental.recorder.entry import BELOW, Recorder


class RecordedPages(GenericPages):
    """Pages of a game that phones record."""

    def __init__(self, system: GameSystem, score_document: ScoreDocument) -> None:
        super().__init__(system, score_document)
        recording = Entry(Recorder(self.sentence), below=BELOW, methods=READ, is_fresh=True)
        self.entries: Mapping[str, Entry] = {**self.entries, "recording": recording}
        self.workers: Mapping[str, str] = {"recording-worker.js": "game/recording_worker.js"}

    def hand_in_ways(self, ctx: GameContext) -> tuple[Way, ...]:
        """The record is made while playing; where the event asks for no more, the score is the usual way."""
        recording = Way(
            "recording",
            _("Record"),
            self._recording_call(ctx),
            _("Enter throws and ways as you play, on any phone at the table. Your cards stay on your own."),
            is_begun=bool(ctx.draft.parts),
        )
        usual = "score" if ctx.takes_scores else "recording"
        return usual_first((recording, *super().hand_in_ways(ctx)), usual)

    def _recording_call(self, ctx: GameContext) -> str:
        """What there is to do with the record in progress."""
        saved = len(ctx.draft.parts)
        if not saved:
            return _("Record it while you play")
        if ctx.draft.is_over:
            return _("Review the record and hand it in")
        return _("Continue recording at turn %(number)d") % {"number": saved + 1}
