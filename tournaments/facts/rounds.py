"""Facts about rounds and their matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, UnsetType

from games.engine.core.seats import MOST_SEATS
from games.values.state import shown
from magistrar_site.shared.facts import (
    ContradictionError,
    Count,
    Difference,
    FactSentence,
    FactValue,
    Key,
    Members,
    Moment,
    Small,
    StreamFact,
)
from tournaments.enums import ByeKind, RestForfeited, RoundAction, RoundState, TimeChange
from tournaments.facts.stage_states import due_time, system_tables
from tournaments.facts.state import ReplayedClock, ReplayedMatch, ReplayedRound, ReplayedState
from tournaments.facts.walk import Walk, worked_out
from tournaments.formats.registry import format_for


class MatchMade(msgspec.Struct, frozen=True, kw_only=True):
    """A match with all that is needed to write it again. `bracket` is given in brackets alone."""

    match: Key
    table: Count
    bye: ByeKind
    best_of: Small
    entries: Annotated[list[Key], Meta(min_length=1, max_length=MOST_SEATS)]
    bracket: Small | UnsetType | None = UNSET

    def values(self) -> tuple[int, str, int, tuple[str, ...], int | None]:
        """Everything but the key."""
        bracket = None if self.bracket is UNSET else self.bracket
        return self.table, str(self.bye), self.best_of, tuple(self.entries), bracket


class RoundDrafted(StreamFact, frozen=True, kw_only=True):
    """`pairs` are the pairing system's own tables, a bye with None after its only entry; `matches` are all that was
    written: byes that were asked for, too. `missing`: how many weren't checked in. `clubs` are by entry, where the
    rules keep clubs apart. `accelerated` is the last number of the accelerated group; without it the pairing didn't
    ask who came late. `revision`: see `formats.core.state.REVISION`."""

    kind = "round.drafted"
    topic = "rounds"
    sentence = FactSentence(_("paired"), _("Round %(round)s was paired as a draft: %(matches)s pairings and byes."))
    is_public = True
    is_draft = True
    follows_from_facts = "the pairing of round {round}"
    follows_from_wishes = True

    stage: Small
    round: Small
    pairs: list[Annotated[list[Key | None], Meta(min_length=2, max_length=MOST_SEATS)]]
    matches: list[MatchMade]
    missing: int | UnsetType = UNSET
    clubs: dict[str, str] | UnsetType | None = UNSET
    accelerated: int | UnsetType = UNSET
    revision: Small = 1

    @property
    def clubs_by_entry(self) -> dict[str, str]:
        return {} if self.clubs is UNSET or self.clubs is None else self.clubs

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        state.stage(self.stage)
        standing = [row for row in state.rounds if (row.stage, row.number) == (self.stage, self.round)]
        if any(row.state != RoundState.UNDONE.value for row in standing):
            raise ContradictionError("round", "one that isn't there yet", f"round {self.round} again")
        round_ = ReplayedRound(
            self.stage, self.round, drafted=fact.number, fact_number=fact.number, changed_by=fact.number
        )
        matches_set(state, round_, fact, self.matches)
        by_system = {frozenset(key for key in pair if key) for pair in self.pairs}
        for match in round_.matches.values():
            match.of_system = frozenset(match.entries) in by_system
        state.rounds.append(round_)

    def check(self, state: ReplayedState, fact: FactValue, walk: Walk) -> Iterator[Difference]:
        """The pairing system, told what was known before the fact, seats the same tables."""
        clubs, is_late = self.clubs_by_entry, self.accelerated is not UNSET
        pairs = worked_out(
            lambda: system_tables(state, self.stage, self.round, clubs, self.revision, knows_latecomers=is_late),
            f"pairing of round {self.round}",
        )
        walk.pairings[fact.number] = pairs
        expected = [as_pair(table["entries"]) for table in pairs]
        found = [list(pair) for pair in self.pairs]
        for board in range(max(len(expected), len(found))):
            one, other = (boards[board] if board < len(boards) else None for boards in (expected, found))
            if one != other:
                yield Difference(fact.number, f"round {self.round}, pair {board + 1}", shown(one), shown(other))


def as_pair(entries: Sequence[Key]) -> list[Key | None]:
    """A table of the pairing system as the fact tells it."""
    return [*entries, None] if len(entries) == 1 else list(entries)


def matches_set(state: ReplayedState, round_: ReplayedRound, fact: FactValue, matches: Iterable[MatchMade]) -> None:
    """Write matches: new ones, or new values of standing ones; see that nobody sits twice in the round."""
    sizes = format_for(state.stage(round_.stage).format).table_sizes
    for made in matches:
        for key in made.entries:
            state.entry(key)
        if len(made.entries) not in (sizes if made.bye == ByeKind.NONE else (1,)):
            expected = f"{min(sizes)} to {max(sizes)} seats, or a bye"
            raise ContradictionError(f"match {made.match}", expected, f"{len(made.entries)} {made.bye}")
        match = round_.matches.get(made.match) or ReplayedMatch(made.match, 0, "", 1, ())
        match.table, match.bye, match.best_of, match.entries, match.bracket = made.values()
        match.changed_by = fact.number
        round_.matches[made.match] = match
    _check_seats(round_)


def _check_seats(round_: ReplayedRound) -> None:
    seated: set[str] = set()
    for match in round_.matches.values():
        for key in () if match.is_void else match.entries:
            if key in seated:
                raise ContradictionError(f"seats of round {round_.number}", "everybody once", f"{key} twice")
            seated.add(key)


class RoundDiscarded(StreamFact, frozen=True, kw_only=True):
    """A draft is invisible, and so is that it was thrown away."""

    kind = "round.discarded"
    topic = "rounds"
    sentence = FactSentence(_("draft discarded"), _("The draft of round %(round)s was discarded."))

    stage: Small
    round: Small

    def apply(self, state: ReplayedState, _fact: FactValue) -> None:
        state.rounds.remove(state.round(self.stage, self.round))


class RoundChanged(StreamFact, frozen=True, kw_only=True):
    """A change by hand. `matches` are new, or moved to another table; `gone` are taken away: deleted from a draft, and
    kept as void later. Warnings, such as of two who are kept apart, are for those who pair."""

    kind = "round.changed"
    topic = "rounds"
    sentence = FactSentence(_("changed by hand"), _("Round %(round)s was changed by hand: %(change)s."))
    is_public = True
    hidden = frozenset({"warnings"})
    is_draft = True

    stage: Small
    round: Small
    change: RoundAction
    gone: list[Key]
    matches: list[MatchMade]
    warnings: list[Any] | UnsetType = UNSET

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        round_ = state.round(self.stage, self.round)
        gone = [match_of(round_, key) for key in self.gone]
        for match in gone:
            if round_.state == RoundState.DRAFT.value:
                del round_.matches[match.key]
            else:
                match.is_void, match.changed_by = True, fact.number
        new = {match.match for match in self.matches} - set(round_.matches)
        matches_set(state, round_, fact, self.matches)
        for key in new:
            match = round_.matches[key]
            match.of_system, match.by_hand = self.change is RoundAction.PAIR, 1
            if self.change is RoundAction.TURN:
                match.of_system, match.by_hand = gone[0].of_system, gone[0].by_hand + 1
        round_.fact_number = round_.changed_by = fact.number


def match_of(round_: ReplayedRound, key: str) -> ReplayedMatch:
    """A match of the round. ContradictionError for one that isn't there or is void."""
    if key not in round_.matches or round_.matches[key].is_void:
        raise ContradictionError(f"match of round {round_.number}", "one that stands", key)
    return round_.matches[key]


class RoundPublished(StreamFact, frozen=True, kw_only=True):
    """`matches` are those of the draft once more, as everybody sees them now. `closed` are the numbers of earlier
    rounds that are closed by it. Older chains give no start: there it is the moment of the fact."""

    kind = "round.published"
    topic = "rounds"
    sentence = FactSentence(_("published"), _("Round %(round)s was published."))
    is_public = True
    hidden = frozenset({"warnings"})

    stage: Small
    round: Small
    starts_at: Moment | UnsetType | None = UNSET
    matches: list[MatchMade]
    closed: list[Small] = []
    warnings: list[Any] | UnsetType = UNSET

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        round_ = state.round(self.stage, self.round)
        for made in self.matches:
            match = round_.matches.get(made.match)
            if match is None or match.is_void or match.values() != made.values():
                expected = "nothing" if match is None else str(match.values())
                raise ContradictionError(f"match {made.match}", expected, str(made.values()))
        drafted = [row.key for row in round_.matches.values() if not row.is_void]
        if len(self.matches) != len(drafted):
            raise ContradictionError("matches", f"the {len(drafted)} that were drafted", str(len(self.matches)))
        _state_set(round_, RoundState.PUBLISHED, fact)
        starts_at = None if self.starts_at is UNSET else self.starts_at
        round_.starts_at = starts_at or round_.starts_at or fact.at
        round_.dates_games = starts_at is not None
        _check_times(round_)
        for number in self.closed:
            earlier = state.round(self.stage, number)
            earlier.state, earlier.changed_by = RoundState.CLOSED.value, fact.number


def _check_times(round_: ReplayedRound) -> None:
    starts_at, ends_at = round_.starts_at, round_.ends_at
    if starts_at is not None and ends_at is not None and ends_at <= starts_at:
        what, expected = f"end of round {round_.number}", f"one after {starts_at.isoformat()}"
        raise ContradictionError(what, expected, ends_at.isoformat())


def _state_set(round_: ReplayedRound, state: RoundState, fact: FactValue) -> None:
    round_.state, round_.fact_number, round_.changed_by = state.value, fact.number, fact.number


class RoundScheduled(StreamFact, frozen=True, kw_only=True):
    """`moves_games`: games of matches without a time of their own move along; in older chains they didn't. `ends_at`:
    until when the round is played; None takes the end away, left out it stays."""

    kind = "round.scheduled"
    topic = "rounds"
    sentence = FactSentence(_("time set"), _("The time of round %(round)s was set."))
    is_public = True
    is_draft = True

    stage: Small
    round: Small
    starts_at: Moment
    ends_at: Moment | UnsetType | None = UNSET
    moves_games: bool = False

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        round_ = state.round(self.stage, self.round)
        round_.starts_at, round_.changed_by, round_.time_fact = self.starts_at, fact.number, fact.number
        if self.ends_at is not UNSET:
            round_.ends_at = self.ends_at
        _check_times(round_)
        for match in round_.matches.values() if self.moves_games else ():
            if not match.is_void and match.agreed_at is None:
                _move_games(state, match, fact)


def _agreed_or_taken_back(members: Members) -> dict[str, Any]:
    """Version 1 of `match.agreed` didn't say how the time came about."""
    change = TimeChange.CANCELLED if members.get("agreed_at") is None else TimeChange.AGREED
    return {**members, "change": change.value}


class MatchAgreed(StreamFact, frozen=True, kw_only=True):
    """`agreed_at` is when the two play, None where they play when their round does. `has_place`: they agreed on a place
    too. Where that is, and what was proposed before, no fact says."""

    kind = "match.agreed"
    topic = "rounds"
    sentence = FactSentence(
        _("time agreed"),
        _("A time was agreed for %(between)s."),
        "change",
        {
            TimeChange.CHANGED.value: _("The agreed time for %(between)s was changed."),
            TimeChange.CANCELLED.value: _("The agreed time for %(between)s was taken back."),
            TimeChange.PLAYED.value: _("%(between)s played, and that is the time of their game."),
        },
    )
    is_public = True
    hidden = frozenset({"stage", "round", "entries"})
    upgrades = (_agreed_or_taken_back,)

    stage: Small | UnsetType = UNSET
    round: Small | UnsetType = UNSET
    match: Key
    entries: list[Key] | UnsetType = UNSET
    agreed_at: Moment | None
    change: TimeChange
    has_place: bool = False

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        match = match_of(state.round_of(self.match), self.match)
        match.agreed_at, match.has_place = self.agreed_at, self.has_place
        match.changed_by = match.time_fact = fact.number
        _move_games(state, match, fact)


class MatchWindowSet(StreamFact, frozen=True, kw_only=True):
    """A match is played within a time of its own; None: within its round's. `by_rule`: the event's rule extended it,
    because it wasn't played in time."""

    kind = "match.window"
    topic = "rounds"
    sentence = FactSentence(
        _("window set"),
        _("The time in which %(between)s is to be played was set."),
        "by_rule",
        {True: _("%(between)s wasn’t played in time, so the event’s rule extended the time.")},
    )
    is_public = True
    hidden = frozenset({"entries"})

    match: Key
    entries: list[Key] | UnsetType = UNSET
    opens_at: Moment | None
    closes_at: Moment | None
    by_rule: bool = False
    is_extended: bool

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        match = match_of(state.round_of(self.match), self.match)
        match.opens_at, match.closes_at, match.is_extended = self.opens_at, self.closes_at, self.is_extended
        if match.opens_at is not None and match.closes_at is not None and match.closes_at <= match.opens_at:
            expected = f"one after {match.opens_at.isoformat()}"
            raise ContradictionError(f"end of match {match.key}", expected, match.closes_at.isoformat())
        match.changed_by = match.time_fact = fact.number
        _move_games(state, match, fact)


def _move_games(state: ReplayedState, match: ReplayedMatch, fact: FactValue) -> None:
    played_at = due_time(state, match)
    for key in match.games.values():
        game = state.game(key)
        if game.played_at != played_at:
            game.played_at, game.time_fact, game.changed_by = played_at, fact.number, fact.number


class ClockSet(msgspec.Struct, frozen=True, kw_only=True):
    minutes: Small | None
    started_at: Moment | None
    paused_at: Moment | None
    paused_seconds: Count

    def replayed(self) -> ReplayedClock:
        return ReplayedClock(self.minutes, self.started_at, self.paused_at, self.paused_seconds)


class RoundStarted(StreamFact, frozen=True, kw_only=True):
    """`by_result`: the round's first result started it, and nobody by hand."""

    kind = "round.started"
    topic = "rounds"
    sentence = FactSentence(_("round started"), _("Round %(round)s started."))
    is_public = True

    stage: Small
    round: Small
    clock: ClockSet
    by_result: bool | UnsetType = UNSET

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        round_ = state.round(self.stage, self.round)
        round_.state, round_.clock = RoundState.RUNNING.value, self.clock.replayed()
        round_.changed_by = fact.number


class RoundClockSet(StreamFact, frozen=True, kw_only=True):
    kind = "round.clock"
    topic = "rounds"
    sentence = FactSentence(_("clock set"), _("The clock of round %(round)s was set."))
    is_public = True

    stage: Small
    round: Small
    state: RoundState
    clock: ClockSet

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        round_ = state.round(self.stage, self.round)
        round_.state, round_.clock, round_.changed_by = self.state.value, self.clock.replayed(), fact.number


class RoundClosed(StreamFact, frozen=True, kw_only=True):
    kind = "round.closed"
    topic = "rounds"
    sentence = FactSentence(_("closed"), _("Round %(round)s was closed."))
    is_public = True

    stage: Small
    round: Small

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        _state_set(state.round(self.stage, self.round), RoundState.CLOSED, fact)


class RoundReopened(StreamFact, frozen=True, kw_only=True):
    kind = "round.reopened"
    topic = "rounds"
    sentence = FactSentence(_("round reopened"), _("Round %(round)s was reopened."))
    is_public = True

    stage: Small
    round: Small

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        _state_set(state.round(self.stage, self.round), RoundState.REOPENED, fact)


class RoundUndone(StreamFact, frozen=True, kw_only=True):
    """`running` is the number of an earlier round that runs again."""

    kind = "round.undone"
    topic = "rounds"
    sentence = FactSentence(_("undone"), _("Round %(round)s was undone; its pairings no longer count."))
    is_public = True

    stage: Small
    round: Small
    running: Small | None = None

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        round_ = state.round(self.stage, self.round)
        _state_set(round_, RoundState.UNDONE, fact)
        for match in round_.matches.values():
            match.is_void, match.changed_by = True, fact.number
        if self.running is not None:
            _state_set(state.round(self.stage, self.running), RoundState.RUNNING, fact)


class MatchRestForfeited(StreamFact, frozen=True, kw_only=True):
    """The rest of a match of several games is forfeited, and by whom. `game` is its first, for the log."""

    kind = "match.rest_forfeited"
    topic = "rounds"
    sentence = FactSentence(
        _("rest forfeited"),
        _("What is left of the match %(game)s was forfeited."),
        "who",
        {
            "first": _("%(white)s forfeits what is left of the match %(game)s."),
            "second": _("%(black)s forfeits what is left of the match %(game)s."),
            "both": _("Both forfeit what is left of the match %(game)s."),
            "": _("The forfeit of what is left of the match %(game)s was taken back."),
        },
    )
    is_public = True
    hidden = frozenset({"game"})

    match: Key
    who: RestForfeited
    game: Key | UnsetType = UNSET

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        match = state.match(self.match)
        match.rest_forfeited, match.changed_by = self.who.value, fact.number
