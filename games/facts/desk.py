"""Facts about what the desk enters, as somebody told it, and takes back."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from games.engine.core.seats import MOST_SEATS
from games.enums import GameState, Grade, ResultKind
from games.facts.settling import check_places, checked_report, result_of, result_set, settle, submission_of
from games.facts.sides import SeatNumber, require_seat
from games.values.state import (
    ReplayedGames,
)
from magistrar_site.shared.facts import (
    ContradictionError,
    Count,
    FactSentence,
    FactValue,
    Key,
    StreamFact,
)


class GameEntered(StreamFact, frozen=True, kw_only=True):
    """The desk wrote down how a game ended, as somebody told it: no ruling. `result`, `places` and `grade` are as in a
    ruling. `report` is the engine's on a score that was typed, `by_seat` the seat of who entered it, if that person
    plays in the game, and `replaces` the number of the entry that it takes the place of, 0 for none."""

    kind = "game.entered"
    topic = "results"
    sentence = FactSentence(
        _("entered at the desk"),
        _("Entered at the desk for %(game)s: %(winner)s."),
        "kind",
        {
            "forfeit": _("Entered at the desk for %(game)s: %(winner)s, by forfeit."),
            "double_forfeit": _("Entered at the desk for %(game)s: everyone forfeits."),
        },
    )
    is_public = True

    game: Key
    result: ResultKind = msgspec.field(name="kind")
    grade: Grade
    places: Annotated[list[SeatNumber], Meta(max_length=MOST_SEATS)]
    report: dict[str, Any] | None = None
    by_seat: SeatNumber | None = None
    replaces: Count = 0

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        check_places(game, self.result, self.places)
        if self.by_seat is not None:
            require_seat(game, self.by_seat)
        if self.replaces and (game.state, game.result_fact) != (GameState.ENTERED.value, self.replaces):
            raise ContradictionError("replaced entry", f"the one of fact {game.result_fact}", str(self.replaces))
        grade = Grade.BARE if self.report is None else Grade.SCORE
        if self.grade != grade:
            raise ContradictionError("grade", grade.value, self.grade.value)
        if self.report is not None:
            checked_report(game, self.report, accepted=True)
        state.uncertain.discard(game.key)
        places = tuple(self.places)
        result = result_of(game, self.result, self.grade.value, places, None, self.report, fact.number)
        result.report, result.by_seat = self.report, self.by_seat
        result_set(game, GameState.ENTERED, result, fact.number)


class GameEntryUndone(StreamFact, frozen=True, kw_only=True):
    """The desk took back what it had entered by the fact with the number `entry`: the game stands as without it."""

    kind = "game.entry_undone"
    topic = "results"
    sentence = FactSentence(_("entry undone"), _("The desk took back what it had entered for %(game)s."))
    is_public = True

    game: Key
    entry: Count

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        if (game.state, game.result_fact) != (GameState.ENTERED.value, self.entry):
            raise ContradictionError("undone entry", f"the one of fact {game.result_fact}", str(self.entry))
        game.state = GameState.EXPECTED.value
        settle(game, fact.number)


class AnswerUndone(StreamFact, frozen=True, kw_only=True):
    """The desk took back its own yes to a submission."""

    kind = "submission.answer_undone"
    topic = "results"
    sentence = FactSentence(_("confirmation undone"), _("The desk took back its confirmation for %(game)s."))
    is_public = True

    game: Key
    submission: Key

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        submission = submission_of(game, self.submission)
        if submission.answers.pop(None, None) is None:
            raise ContradictionError("answer", "one of the desk", "none")
        submission.changed_by = fact.number
        settle(game, fact.number)
