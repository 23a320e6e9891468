"""Facts about what an arbiter decides of a game."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from games.engine.core.seats import MOST_SEATS
from games.enums import GameState, Grade, ResultKind
from games.facts.settling import check_places, result_of, result_set, submission_of
from games.facts.sides import SeatNumber, places_of_ruling
from games.values.state import (
    ReplayedGames,
)
from magistrar_site.shared.facts import (
    FactSentence,
    FactValue,
    Key,
    Members,
    StreamFact,
)


def _with_places(members: Members) -> dict[str, Any]:
    """From version 1, which named the side that won."""
    known = {name: value for name, value in members.items() if name != "winner"}
    return {**known, "places": places_of_ruling(members.get("kind"), members.get("winner"))}


class GameRuled(StreamFact, frozen=True, kw_only=True):
    """`result` is stored as `kind`; `places` are in seat order, empty where everybody lost."""

    kind = "game.ruled"
    topic = "results"
    sentence = FactSentence(
        _("ruled"),
        _("Ruled on %(game)s: %(winner)s."),
        "kind",
        {
            "forfeit": _("Ruled on %(game)s: %(winner)s, by forfeit."),
            "double_forfeit": _("Ruled on %(game)s: everyone forfeits."),
            "abandoned": _("Ruled on %(game)s, which ended early: %(winner)s."),
        },
    )
    is_public = True
    former = frozenset({"winner"})
    upgrades = (_with_places,)

    game: Key
    result: ResultKind = msgspec.field(name="kind")
    grade: Grade
    places: Annotated[list[SeatNumber], Meta(max_length=MOST_SEATS)]
    submission: Key | None

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        check_places(game, self.result, self.places)
        report = submission_of(game, self.submission).report if self.submission is not None else None
        if report is None and self.submission is not None and "report" in game.submissions[self.submission].hidden:
            state.uncertain.add(game.key)
        else:
            state.uncertain.discard(game.key)
        result = result_of(
            game, self.result, self.grade.value, tuple(self.places), self.submission, report, fact.number
        )
        result_set(game, GameState.RULED, result, fact.number)


class GameAnnulled(StreamFact, frozen=True, kw_only=True):
    kind = "game.annulled"
    topic = "results"
    sentence = FactSentence(_("annulled"), _("The game %(game)s was annulled."))
    is_public = True

    game: Key

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        state.uncertain.discard(self.game)
        result_set(state.game(self.game), GameState.ANNULLED, None, fact.number)


class GameReopened(StreamFact, frozen=True, kw_only=True):
    """The game is open again: submissions so far are set aside, and kept."""

    kind = "game.reopened"
    topic = "results"
    sentence = FactSentence(_("result reopened"), _("The result of %(game)s was taken back."))
    is_public = True

    game: Key

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        state.uncertain.discard(self.game)
        game = state.game(self.game)
        game.set_aside_to = fact.number
        result_set(game, GameState.REOPENED, None, fact.number)
