"""Facts about what players answer to a decision, and what becomes of it. The texts are details."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.enums import DESK_STATES
from games.facts.sides import SeatNumber, require_seat
from games.values.state import ReplayedAppeal, ReplayedGames
from magistrar_site.shared.facts import ContradictionError, Count, FactSentence, FactValue, Key, StreamFact


class GameAppealed(StreamFact, frozen=True, kw_only=True):
    """A player answers, once, the decision that the fact with the number `ruling` made."""

    kind = "game.appealed"
    topic = "results"
    sentence = FactSentence(_("appealed"), _("%(by)s appealed the decision about %(game)s."))

    is_secret = True

    game: Key
    ruling: Count
    seat: SeatNumber

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        require_seat(game, self.seat)
        if game.state not in DESK_STATES or game.result_fact != self.ruling:
            raise ContradictionError("appealed decision", f"the one of fact {game.result_fact}", str(self.ruling))
        if any((each.seat, each.ruling) == (self.seat, self.ruling) for each in game.appeals.values()):
            raise ContradictionError("appeal", "one of a seat", "another")
        game.appeals[fact.number] = ReplayedAppeal(self.seat, self.ruling, fact.at)


class AppealDecided(StreamFact, frozen=True, kw_only=True):
    """An arbiter decided the appeal that the fact with the number `appeal` made: another decision was made
    (`granted`), or the one before stands."""

    kind = "game.appeal_decided"
    topic = "results"
    sentence = FactSentence(
        _("appeal decided"),
        _("The appeal about %(game)s was decided."),
        "granted",
        {
            True: _("The appeal about %(game)s was granted: it was decided anew."),
            False: _("The appeal about %(game)s was dismissed: the decision stands."),
        },
    )

    is_secret = True

    game: Key
    appeal: Count
    granted: bool

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        appeal = game.appeals.get(self.appeal)
        if appeal is None or appeal.decided_fact:
            raise ContradictionError("appeal", "one that is open", str(self.appeal))
        if self.granted and game.result_fact == appeal.ruling:
            raise ContradictionError("granted appeal", "another decision", "the one that is appealed")
        appeal.decided_fact, appeal.granted = fact.number, self.granted
