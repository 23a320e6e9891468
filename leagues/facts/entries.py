"""Facts about the players of a season, up to their placement."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext_lazy as _

from leagues.enums import Answer, Origin, SeasonState
from leagues.facts.base import LeagueFact
from leagues.facts.state import ReplayedLeague, ReplayedSeasonEntry
from magistrar_site.shared.facts import ContradictionError, FactSentence, FactValue, Key, Small


class AskedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player of last season, and their entry in this one."""

    entry: Key
    player: Key


class EntriesOpened(LeagueFact, frozen=True, kw_only=True):
    """Last season's players are asked whether they come back; newcomers may sign up."""

    kind = "league.entries_opened"
    sentence = FactSentence(_("entries opened"), _("The season was opened for entries."))

    season: Key
    asked: list[AskedPlayer]

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.PLANNED)
        season.state = SeasonState.OPEN.value
        for row in self.asked:
            season.entries[row.entry] = ReplayedSeasonEntry(
                row.entry, row.player, Origin.RETURNING.value, Answer.ASKED.value, fact.at
            )


class PlayerSignedUp(LeagueFact, frozen=True, kw_only=True):
    """A newcomer, or somebody who stands by as a reserve. `by_player`: they signed up themselves; `is_claim`: with the
    name of a known player, so that it isn't said yet who they are."""

    kind = "league.player_signed_up"
    sentence = FactSentence(
        _("player signed up"),
        _("A player signed up."),
        by="is_reserve",
        variants={True: _("A player signed up as a reserve.")},
    )

    season: Key
    entry: Key
    player: Key
    is_reserve: bool
    by_player: bool
    is_claim: bool

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        if any(entry.player == self.player for entry in season.entries.values()):
            raise ContradictionError("player", "not entered yet", self.player)
        season.entries[self.entry] = ReplayedSeasonEntry(
            self.entry,
            self.player,
            Origin.NEWCOMER.value,
            Answer.YES.value,
            fact.at,
            is_reserve=self.is_reserve,
            by_player=self.by_player,
            is_claim=self.is_claim,
        )


class ClaimDecided(LeagueFact, frozen=True, kw_only=True):
    """Who somebody is that signed up with a known name: that player, or `player`, somebody new."""

    kind = "league.claim_decided"
    sentence = FactSentence(_("identified"), _("The organiser said who a newcomer is."))

    season: Key
    entry: Key
    player: Key

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        entry = state.season(self.season).entry(self.entry)
        entry.player, entry.is_claim = self.player, False


class PlayerAnswered(LeagueFact, frozen=True, kw_only=True):
    """Whether a player takes part. `by_player`: they said so themselves."""

    kind = "league.player_answered"
    sentence = FactSentence(
        _("player answered"),
        _("A player takes part."),
        by="answer",
        variants={"no": _("A player doesn’t take part."), "asked": _("A player’s answer was taken back.")},
    )

    season: Key
    entry: Key
    answer: Answer
    by_player: bool

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.OPEN)
        entry = season.entry(self.entry)
        entry.answer, entry.by_player = self.answer.value, self.by_player


class ReserveSet(LeagueFact, frozen=True, kw_only=True):
    """Whether a player stands by as a reserve, instead of being placed."""

    kind = "league.reserve_set"
    sentence = FactSentence(
        _("reserve"),
        _("A player is placed like the others."),
        by="is_reserve",
        variants={True: _("A player stands by as a reserve.")},
    )

    season: Key
    entry: Key
    is_reserve: bool

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        state.season(self.season).entry(self.entry).is_reserve = self.is_reserve


class PlayerSeeded(LeagueFact, frozen=True, kw_only=True):
    """The division that a strong newcomer is given before filling (G11); None: none."""

    kind = "league.player_seeded"
    sentence = FactSentence(
        _("newcomer seeded"),
        _("A newcomer was given division %(division)s before filling."),
        by="division",
        variants={"": _("A newcomer isn’t given a division any more.")},
    )

    season: Key
    entry: Key
    division: Small | None

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.OPEN)
        season.entry(self.entry).seeded = self.division


class PlayerMovedByHand(LeagueFact, frozen=True, kw_only=True):
    """The division that the organiser puts a player in, whatever the plan says; None: the plan's. The reason is a
    detail."""

    kind = "league.player_moved"
    sentence = FactSentence(
        _("player moved by hand"),
        _("A player was put in division %(division)s by hand."),
        by="division",
        variants={"": _("A player is placed by the plan again.")},
    )

    season: Key
    entry: Key
    division: Small | None

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.require(SeasonState.OPEN)
        season.entry(self.entry).moved_to = self.division


class EntryRemoved(LeagueFact, frozen=True, kw_only=True):
    """A newcomer was taken off the list before the placement."""

    kind = "league.entry_removed"
    sentence = FactSentence(_("player removed"), _("A player was taken off the list."))

    season: Key
    entry: Key

    def apply(self, state: ReplayedLeague, fact: FactValue) -> None:
        season = state.season(self.season)
        season.entry(self.entry)
        del season.entries[self.entry]
