"""Facts about the end of a season: who is level, who decided, and what everybody's place means."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, UnsetType

from leagues.enums import DecidedBy, DeciderKind, HonourKind, Move, SeasonState
from leagues.facts.base import LeagueFact
from leagues.facts.state import ReplayedDecider, ReplayedHonour, ReplayedLeague, ReplayedSeason
from magistrar_site.shared.facts import ContradictionError, FactSentence, FactValue, Key, Small


class NamedDecider(msgspec.Struct, frozen=True, kw_only=True):
    """Level players of division `number` whose order matters, or the pair of the play-off at border `number`."""

    decider: Key
    kind: DeciderKind
    number: Small
    entries: list[Key]


class ClosingBegun(LeagueFact, frozen=True, kw_only=True):
    """All games are settled, and the tables are final."""

    kind = "league.closing_begun"
    sentence = FactSentence(_("closing begun"), _("All games are settled. The season’s tables are final."))

    season: Key

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.RUNNING)
        season.state = SeasonState.CLOSING.value


class DecidersNamed(LeagueFact, frozen=True, kw_only=True):
    """Ties and play-offs that have to be decided before the season is closed."""

    kind = "league.deciders_named"
    sentence = FactSentence(_("deciders named"), _("Ties and play-offs have to be decided."))

    season: Key
    deciders: list[NamedDecider]

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.CLOSING)
        for row in self.deciders:
            season.deciders[row.decider] = ReplayedDecider(row.decider, row.kind.value, row.number, list(row.entries))


class DeciderArranged(LeagueFact, frozen=True, kw_only=True):
    """A decider is played in an event of its own."""

    kind = "league.decider_arranged"
    sentence = FactSentence(_("decider arranged"), _("A decider is played."))

    season: Key
    decider: Key
    event: Key

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        state.season(self.season).decider(self.decider).event = self.event


class DeciderDecided(LeagueFact, frozen=True, kw_only=True):
    """The order of those who were level, the first one in front; of a play-off, its winner. The reason of a ruling is a
    detail. `how` None: the decision was taken back. `seed`: lots shuffled the sorted keys by it."""

    kind = "league.decided"
    sentence = FactSentence(
        _("decided"),
        _("A tie or play-off was decided."),
        by="how",
        variants={
            "game": _("A tie or play-off was decided by a game."),
            "lots": _("A tie or play-off was decided by lots."),
            "hand": _("A tie or play-off was decided by a ruling."),
            "": _("The decision about a tie or play-off was taken back."),
        },
    )

    season: Key
    decider: Key
    how: DecidedBy | None
    order: list[Key]
    seed: int | UnsetType = UNSET

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.CLOSING, SeasonState.CLOSED)  # then its game is put right
        decider = season.decider(self.decider)
        if self.how is not None and sorted(self.order) != sorted(decider.entries):
            raise ContradictionError("order", "those who were level", ", ".join(self.order))
        decider.how, decider.order = self.how.value if self.how else "", list(self.order)


class FinalEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The place of a player in the division's final order, and what it means for them."""

    entry: Key
    finished: bool
    move: Move


class FinalDivision(msgspec.Struct, frozen=True, kw_only=True):
    """The final order of a division, every tie resolved."""

    division: Small
    entries: list[FinalEntry]


class MadeHonour(msgspec.Struct, frozen=True, kw_only=True):
    honour: Key
    player: Key
    division: Small
    kind: HonourKind


def _final(season: ReplayedSeason, divisions: list[FinalDivision], honours: list[MadeHonour]) -> None:
    for division in divisions:
        for place, row in enumerate(division.entries, 1):
            entry = season.entry(row.entry)
            if entry.division != division.division:
                raise ContradictionError("division", str(entry.division), str(division.division))
            entry.final_place, entry.finished, entry.move = place, row.finished, row.move.value
    season.honours = {
        row.honour: ReplayedHonour(row.honour, row.player, row.division, row.kind.value) for row in honours
    }


class SeasonClosed(LeagueFact, frozen=True, kw_only=True):
    """The final order of each division; who is champion, promoted and relegated."""

    kind = "league.season_closed"
    sentence = FactSentence(_("season closed"), _("The season was closed."))

    season: Key
    divisions: list[FinalDivision]
    honours: list[MadeHonour]

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.CLOSING)
        season.state = SeasonState.CLOSED.value
        _final(season, self.divisions, self.honours)


class SeasonCorrected(LeagueFact, frozen=True, kw_only=True):
    """A result of a closed season was put right: its final order and honours as they follow now. Nobody moves in a
    later season. The reason is a detail."""

    kind = "league.season_corrected"
    sentence = FactSentence(_("season corrected"), _("A result was put right after the season was closed."))

    season: Key
    divisions: list[FinalDivision]
    honours: list[MadeHonour]

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.CLOSED)
        _final(season, self.divisions, self.honours)
