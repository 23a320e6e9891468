"""Facts about ladders: challenges, holidays, and what a new day brings. Who comes to a ladder and leaves it is said by
the facts about entries, how a game ends by those about results."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.facts import (
    ContradictionError,
    Difference,
    FactSentence,
    FactValue,
    Key,
    Moment,
    Small,
    StreamFact,
)
from tournaments.enums import ChallengeOutcome, EventState, RoundState
from tournaments.facts.ladder_states import challenge_refused, day_by_facts
from tournaments.facts.rounds import MatchMade, matches_set
from tournaments.facts.state import ReplayedChallenge, ReplayedHoliday, ReplayedRound, ReplayedState
from tournaments.facts.walk import Walk
from tournaments.formats.core.capabilities import AnswersChallenges
from tournaments.formats.registry import format_for

LONGEST = timedelta(days=2 * 366)


class LadderChallenged(StreamFact, frozen=True, kw_only=True):
    kind = "ladder.challenged"
    topic = "rounds"
    sentence = FactSentence(_("challenged"), _("%(challenger)s challenged %(challenged)s."))
    is_public = True
    follows_from_facts = "that {challenger} may challenge {challenged}"
    follows_from_wishes = True

    stage: Small
    challenge: Key
    challenger: Key
    challenged: Key

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        _ladder_runs(state, self.stage)
        if self.challenge in state.challenges:
            raise ContradictionError("challenge", "a new one", self.challenge)
        for key in (self.challenger, self.challenged):
            state.entry(key)
        if self.challenger == self.challenged:
            raise ContradictionError("challenged", "another player", self.challenged)
        state.challenges[self.challenge] = ReplayedChallenge(
            self.challenge, self.stage, self.challenger, self.challenged, fact.at, fact.number, changed_by=fact.number
        )

    def check(self, state: ReplayedState, fact: FactValue, walk: Walk) -> Iterator[Difference]:
        """The rules allowed it."""
        refused = challenge_refused(state, self.challenge)
        if refused:
            yield Difference(fact.number, f"challenge {self.challenge}", "one that the rules allow", refused)


class LadderAccepted(StreamFact, frozen=True, kw_only=True):
    """The challenge has a match now, in a round of its own that is open until `ends_at`."""

    kind = "ladder.accepted"
    topic = "rounds"
    sentence = FactSentence(_("challenge accepted"), _("%(challenged)s accepted the challenge of %(challenger)s."))
    is_public = True

    stage: Small
    challenge: Key
    challenger: Key
    challenged: Key
    round: Small
    match: MatchMade
    ends_at: Moment

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        found = _open(state, self.challenge)
        if found.accepted_at is not None:
            raise ContradictionError("challenge", "one that isn't accepted yet", self.challenge)
        if {found.challenger, found.challenged} != set(self.match.entries):
            raise ContradictionError("seats of the match", "the two of the challenge", ", ".join(self.match.entries))
        if any((row.stage, row.number) == (self.stage, self.round) for row in state.rounds):
            raise ContradictionError("round", "one that isn't there yet", f"round {self.round} again")
        if self.ends_at <= fact.at:
            raise ContradictionError("end of the round", "one that is to come", self.ends_at.isoformat())
        round_ = ReplayedRound(
            self.stage,
            self.round,
            drafted=fact.number,
            dates_games=True,
            state=RoundState.PUBLISHED.value,
            starts_at=fact.at,
            ends_at=self.ends_at,
            fact_number=fact.number,
            changed_by=fact.number,
        )
        matches_set(state, round_, fact, [self.match])
        state.rounds.append(round_)
        found.accepted_at, found.accepted_fact, found.match = fact.at, fact.number, self.match.match
        found.changed_by = fact.number


class LadderEnded(StreamFact, frozen=True, kw_only=True):
    """A challenge that nobody accepted ended at `ended_at`, which is the deadline where nobody answered."""

    kind = "ladder.ended"
    topic = "rounds"
    sentence = FactSentence(
        _("challenge ended"),
        _("The challenge of %(challenged)s by %(challenger)s was annulled."),
        "outcome",
        {
            "declined": _("%(challenged)s declined the challenge of %(challenger)s: it counts as lost for them."),
            "unanswered": _("%(challenged)s didn’t answer %(challenger)s in time: it counts as lost for them."),
            "withdrawn": _("%(challenger)s withdrew the challenge of %(challenged)s."),
        },
    )
    is_public = True

    challenge: Key
    challenger: Key
    challenged: Key
    outcome: ChallengeOutcome
    ended_at: Moment

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        found = _open(state, self.challenge)
        if found.accepted_at is not None or self.outcome == ChallengeOutcome.NONE:
            raise ContradictionError("challenge", "one without a match that ended", self.challenge)
        if not found.made_at <= self.ended_at <= fact.at:
            raise ContradictionError("end of the challenge", "after it was made", self.ended_at.isoformat())
        found.outcome, found.ended_at, found.ended_fact = self.outcome.value, self.ended_at, fact.number
        found.changed_by = fact.number


class LadderRuled(StreamFact, frozen=True, kw_only=True):
    """A challenge that ended without a match ended otherwise, as those who run the ladder decided."""

    kind = "ladder.ruled"
    topic = "rounds"
    sentence = FactSentence(
        _("challenge ruled"), _("Ruled on the challenge of %(challenged)s by %(challenger)s: %(outcome)s.")
    )
    is_public = True

    challenge: Key
    challenger: Key
    challenged: Key
    outcome: ChallengeOutcome

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        found = _challenge(state, self.challenge)
        if not found.outcome or self.outcome == ChallengeOutcome.NONE:
            raise ContradictionError("challenge", "one that ended without a match", self.challenge)
        found.outcome, found.changed_by = self.outcome.value, fact.number


class LadderAway(StreamFact, frozen=True, kw_only=True):
    """A player is away from the first day to the last, both included. When somebody is away concerns them alone; that
    they are is shown."""

    kind = "ladder.away"
    topic = "entries"
    sentence = FactSentence(_("holiday"), _("%(entry)s is away from %(first)s to %(last)s."))
    is_secret = True
    is_wish = True

    entry: Key
    first: date
    last: date

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        state.entry(self.entry)
        if not timedelta() <= self.last - self.first <= LONGEST:
            raise ContradictionError("holiday", "one that ends after it begins", str(self.last))
        state.holidays.append(
            ReplayedHoliday(self.entry, fact.at, fact.number, self.first, self.last, changed_by=fact.number)
        )


class LadderBack(StreamFact, frozen=True, kw_only=True):
    kind = "ladder.back"
    topic = "entries"
    sentence = FactSentence(_("back from holiday"), _("%(entry)s is back from holiday."))
    is_secret = True
    is_wish = True

    entry: Key

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        state.entry(self.entry)
        state.holidays.append(ReplayedHoliday(self.entry, fact.at, fact.number, None, None, changed_by=fact.number))


class LadderDay(StreamFact, frozen=True, kw_only=True):
    """What a new day brought by itself: who moved down without a game (`idle`, lowest first), who left the ladder
    (`left`). It is told when it happens; the order follows from the other facts."""

    kind = "ladder.day"
    topic = "rounds"
    sentence = FactSentence(_("new day"), _("A new day on the ladder: %(idle_moves)s."))
    is_public = True
    follows_from_facts = "who moved on {day}"
    follows_from_wishes = True

    stage: Small
    day: date
    idle: list[Key]
    left: list[Key]

    def apply(self, state: ReplayedState, fact: FactValue) -> None:
        _ladder_runs(state, self.stage)
        for key in (*self.idle, *self.left):
            state.entry(key)

    def check(self, state: ReplayedState, fact: FactValue, walk: Walk) -> Iterator[Difference]:
        """The ladder moved the same players on that day, by what was known."""
        idle, left = day_by_facts(state, self.day, fact.at)
        for what, expected, found in (("moved", idle, self.idle), ("left", left, self.left)):
            if expected != found:
                yield Difference(fact.number, f"who {what} on {self.day}", ", ".join(expected), ", ".join(found))


def _ladder_runs(state: ReplayedState, number: int) -> None:
    if not isinstance(format_for(state.stage(number).format), AnswersChallenges):
        raise ContradictionError("stage", "a ladder", state.stage(number).format)
    if state.the_event().state != EventState.RUNNING:
        raise ContradictionError("event", "running", state.the_event().state)


def _challenge(state: ReplayedState, key: str) -> ReplayedChallenge:
    if key not in state.challenges:
        raise ContradictionError("challenge", "a known one", key)
    return state.challenges[key]


def _open(state: ReplayedState, key: str) -> ReplayedChallenge:
    found = _challenge(state, key)
    if found.outcome:
        raise ContradictionError("challenge", "one that is open", f"{key}, {found.outcome}")
    return found
