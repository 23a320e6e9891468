"""Facts about entries: who takes part, comes late, pauses and leaves."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, UnsetType

from games.enums import UNPLAYED_STATES, GameState
from magistrar_site.shared.facts import (
    ContradictionError,
    Count,
    FactSentence,
    FactValue,
    Integer,
    Key,
    Small,
    StreamFact,
)
from tournaments.enums import EntryState, EventState
from tournaments.facts.rounds import MatchMade, matches_set
from tournaments.facts.state import ReplayedEntry, ReplayedState
from tournaments.facts.wishes import forget_wishes
from tournaments.selectors.entries import GONE
from tournaments.selectors.events import PUBLIC_ROUNDS


class EntryAdded(StreamFact, frozen=True, kw_only=True):
    """`rating` is the one that a list gave, for players who have none in the event's pool."""

    kind = "entry.added"
    topic = "entries"
    sentence = FactSentence(
        _("entered"),
        _("%(entry)s was entered."),
        "state",
        {"waiting": _("%(entry)s was put on the waiting list.")},
    )
    is_public = True

    entry: Key
    player: Key
    state: EntryState = EntryState.REGISTERED
    rating: Integer = 0
    by_player: bool = False
    is_claim: bool = False

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        state.the_event()
        if self.entry in state.entries:
            raise ContradictionError("entry", "a new one", self.entry)
        state.entries[self.entry] = ReplayedEntry(
            self.entry,
            self.player,
            fact.at,
            rating=self.rating,
            state=self.state.value,
            by_player=self.by_player,
            is_claim=self.is_claim,
            changed_by=fact.number,
        )


class EntryRemoved(StreamFact, frozen=True, kw_only=True):
    kind = "entry.removed"
    topic = "entries"
    sentence = FactSentence(_("taken off"), _("%(entry)s was taken off the list."))
    is_public = True

    entry: Key
    player: Key | UnsetType = UNSET

    def apply(self, state: ReplayedState, _fact: FactValue) -> None:
        state.entry(self.entry)
        del state.entries[self.entry]
        for session in state.sessions.values():
            session.here.pop(self.entry, None)
        forget_wishes(state, self.entry)


class EntryPlaced(StreamFact, frozen=True, kw_only=True):
    kind = "entry.placed"
    topic = "entries"
    sentence = FactSentence(_("got a place"), _("%(entry)s got a place from the waiting list."))
    is_public = True

    entry: Key

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        _state_set(state.entry(self.entry), EntryState.REGISTERED, fact)


class EntryIdentified(StreamFact, frozen=True, kw_only=True):
    """An entry that claimed to be a known player belongs to that player, or to somebody new."""

    kind = "entry.identified"
    topic = "entries"
    sentence = FactSentence(_("identified"), _("%(entry)s was identified."))
    is_public = True

    entry: Key
    player: Key

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        entry = state.entry(self.entry)
        if not entry.is_claim:
            raise ContradictionError("entry", "one that claims to be somebody", self.entry)
        entry.player, entry.is_claim, entry.changed_by = self.player, False, fact.number


class EntryReassigned(StreamFact, frozen=True, kw_only=True):
    """An entry was somebody else all along: it belongs to another player than `was`, and so do its seats at all games.
    `rating`: the one that the entry has from now on."""

    kind = "entry.reassigned"
    topic = "entries"
    sentence = FactSentence(_("somebody else"), _("The entry of %(was)s is %(whose)s, and so are its games."))
    is_public = True

    entry: Key
    was: Key
    player: Key
    rating: Integer

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        entry, event = state.entry(self.entry), state.the_event()
        if event.state not in {EventState.RUNNING, EventState.FINISHED}:
            raise ContradictionError("event", "running or finished", event.state)
        if entry.player != self.was:
            raise ContradictionError("player of the entry", entry.player, self.was)
        if any(other.player == self.player for other in state.entries.values()):
            raise ContradictionError("player", "one who isn't entered", self.player)
        entry.player, entry.rating, entry.changed_by = self.player, self.rating, fact.number
        for key in _games_of(state, self.entry):
            game = state.game(key)
            game.seats = tuple(self.player if player == self.was else player for player in game.seats)
            game.time_fact = game.changed_by = fact.number


class EntryTakenOver(StreamFact, frozen=True, kw_only=True):
    """Another player goes on in the place of `was`: `games` are those that nobody has played yet, and are now the other
    player's. All others stay with `was`, whose points count for the entry where `counts_former`."""

    kind = "entry.taken_over"
    topic = "entries"
    sentence = FactSentence(_("taken over"), _("%(whose)s goes on in the place of %(was)s."))
    is_public = True

    entry: Key
    was: Key
    player: Key
    rating: Integer
    games: list[Key]
    counts_former: bool

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        entry = state.entry(self.entry)
        if state.the_event().state != EventState.RUNNING:
            raise ContradictionError("event", "running", state.the_event().state)
        if entry.player != self.was:
            raise ContradictionError("player of the entry", entry.player, self.was)
        if any(other.player == self.player for other in state.entries.values()):
            raise ContradictionError("player", "one who isn't entered", self.player)
        own_games, still_open = set(_games_of(state, self.entry)), set(self.games)
        for key in self.games:
            game = state.game(key)
            if key not in own_games or game.is_void or GameState(game.state) not in UNPLAYED_STATES:
                raise ContradictionError("game", "one of the entry that nobody has played yet", key)
            game.seats = tuple(self.player if player == self.was else player for player in game.seats)
            game.time_fact = game.changed_by = fact.number
        for round_ in state.rounds:
            if round_.state not in PUBLIC_ROUNDS:
                continue
            for match in round_.matches.values():
                if self.entry not in match.entries or match.is_void:
                    continue
                games = {key for key in match.games.values() if not state.game(key).is_void}
                if not games or games - still_open:
                    match.former.setdefault(self.entry, self.was)
        entry.player, entry.rating, entry.counts_former = self.player, self.rating, self.counts_former
        _state_set(entry, EntryState.ACTIVE, fact)


def _games_of(state: ReplayedState, entry: str) -> list[str]:
    matches = (match for round_ in state.rounds for match in round_.matches.values() if entry in match.entries)
    return [key for match in matches for key in match.games.values()]


class MissedRound(msgspec.Struct, frozen=True, kw_only=True):
    """The bye that an entry has in a round that went by without it."""

    round: Small
    match: MatchMade


class EntryCameLate(StreamFact, frozen=True, kw_only=True):
    """Into a running event: with the next number, and a bye for each round that was missed."""

    kind = "entry.came_late"
    topic = "entries"
    sentence = FactSentence(_("came late"), _("%(entry)s entered the running event with number %(number)s."))
    is_public = True

    entry: Key
    number: Count
    rating: Integer
    stage: Small
    rounds: list[MissedRound]

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        entry = state.entry(self.entry)
        if any(other.number == self.number for other in state.entries.values()):
            raise ContradictionError("pairing number", "one that is free", str(self.number))
        entry.number, entry.rating, entry.came_late = self.number, self.rating, fact.number
        _state_set(entry, EntryState.ACTIVE, fact)
        _missed_set(state, fact, self.stage, self.rounds)


class EntryPaused(StreamFact, frozen=True, kw_only=True):
    kind = "entry.paused"
    topic = "entries"
    sentence = FactSentence(_("paused"), _("%(entry)s was paused."))
    is_public = True

    entry: Key
    state: EntryState

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        _state_set(state.entry(self.entry), self.state, fact)


class EntryReturned(StreamFact, frozen=True, kw_only=True):
    """`rounds`: byes in those that went by while the entry was out; without any, neither they nor a stage are given."""

    kind = "entry.returned"
    topic = "entries"
    sentence = FactSentence(_("came back"), _("%(entry)s takes part again."))
    is_public = True

    entry: Key
    state: EntryState
    stage: Small | UnsetType = UNSET
    rounds: list[MissedRound] | UnsetType = UNSET

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        _state_set(state.entry(self.entry), self.state, fact)
        if self.rounds is not UNSET:
            _missed_set(state, fact, 0 if self.stage is UNSET else self.stage, self.rounds)


class EntryWithdrawn(StreamFact, frozen=True, kw_only=True):
    """`forfeited`: the games of rounds published ahead that were forfeited with it, by facts right before."""

    kind = "entry.withdrawn"
    topic = "entries"
    sentence = FactSentence(_("withdrawn"), _("%(entry)s withdrew."))
    is_public = True

    entry: Key
    state: EntryState
    forfeited: list[Key] | UnsetType = UNSET

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        _state_set(state.entry(self.entry), self.state, fact)


class EntryExpelled(StreamFact, frozen=True, kw_only=True):
    """`forfeited`: the games of rounds published ahead that were forfeited with it, by facts right before."""

    kind = "entry.expelled"
    topic = "entries"
    sentence = FactSentence(_("expelled"), _("%(entry)s was expelled."))
    is_public = True

    entry: Key
    state: EntryState
    forfeited: list[Key] | UnsetType = UNSET

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        _state_set(state.entry(self.entry), self.state, fact)


class PersonalLinkReplaced(StreamFact, frozen=True, kw_only=True):
    """A personal link isn't state of the event: all that is looked at is whether the entry is known."""

    kind = "entry.link_replaced"
    topic = "entries"
    sentence = FactSentence(_("link replaced"), _("The personal link of %(entry)s was replaced."))

    entry: Key

    def apply(self, state: ReplayedState, _fact: FactValue) -> None:
        state.entry(self.entry)


def _state_set(entry: ReplayedEntry, to: EntryState, fact: FactValue) -> None:
    entry.state, entry.changed_by = to.value, fact.number
    entry.left = (entry.left or fact.number) if to in GONE else 0


def _missed_set(state: ReplayedState, fact: FactValue, stage: int, rounds: list[MissedRound]) -> None:
    for missed in rounds:
        matches_set(state, state.round(stage, missed.round), fact, [missed.match])
