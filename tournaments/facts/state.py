"""An event as its facts replay it: plain values, compared with the rows and written by an import.

Entries, players, matches and games are called by their keys. `changed_by` is the number of the fact that last changed
the thing; it isn't part of what is compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, cast

from games.engine.registry import DEFAULT_JUDGE
from games.values.state import ReplayedGames, changed_by_fact
from magistrar_site.shared.facts import ContradictionError, Difference
from tournaments.facts import arrangements
from tournaments.formats.core.state import REVISION, StageState
from tournaments.models.abouts import ABOUT_TEXTS
from tournaments.selectors.ladder_bridge import Numbered


def about_nothing() -> dict[str, str | None]:
    """The texts of an event that says nothing of itself yet."""
    return dict.fromkeys(ABOUT_TEXTS, "")


@dataclass(slots=True)
class ReplayedEvent:
    """The event. `columns` are those of `facts.settings.EVENT_COLUMNS`. `name` is None where it was erased; `seed` is 0
    until the start, which tells it. `drawn` is the one that older streams told at once. `about` has the texts of
    `EventAbout`, None for those that were erased."""

    key: str
    club: str
    name: str | None
    preset: str
    columns: dict[str, Any]
    rules: Mapping[str, Any]
    seed: int
    created_at: datetime
    state: str = "open"
    system: str = DEFAULT_JUDGE
    entry_rules: Mapping[str, Any] = field(default_factory=dict)
    drawn: int = field(default=0, compare=False)
    about: dict[str, str | None] = field(default_factory=about_nothing)
    changed_by: int = changed_by_fact()

    @property
    def starts_at(self) -> datetime:
        return cast("datetime", self.columns["starts_at"])


@dataclass(slots=True)
class ReplayedStage:
    """A stage. `seeds` are the pairing numbers of a later one, by entry; `closed` is how a closed one stood when it was
    closed, with the event's rules by then."""

    number: int
    format: str
    options: Mapping[str, Any]
    best_of: int = 1
    planned_rounds: int = 0
    state: str = "planned"
    takes: int = 0
    closed_fact: int = 0
    seeds: dict[str, int] = field(default_factory=dict)
    closed: tuple[StageState, Mapping[str, Any]] | None = field(default=None, compare=False, repr=False)
    changed_by: int = changed_by_fact()


@dataclass(slots=True)
class ReplayedEntry:
    """An entry. `came_late` is the number of the fact by which it came into the running event, 0 for all others; `left`
    of that by which it left, 0 while it is here."""

    key: str
    player: str
    entered_at: datetime
    number: int | None = None
    rating: int = 0
    state: str = "registered"
    by_player: bool = False
    is_claim: bool = False
    counts_former: bool = True
    came_late: int = field(default=0, compare=False)
    left: int = field(default=0, compare=False)
    changed_by: int = changed_by_fact()


@dataclass(slots=True)
class ReplayedMatch:
    """A match of a round; `entries` by seat. `games` are keys, by their number in the match; those that are `friendly`
    came after the decision of a match of several games; `rest_forfeited` says which seats forfeit what is left of one.
    `opens_at` and `closes_at` are a window of its own; `time_fact` is the number of the fact that last set its time,
    which rows from before December 2026 lack. `bracket` is the match of a drawing, `goes_on` who goes on by a decision.
    `former`: by entry, the player who had it when this was played, where somebody took the entry over since.
    `of_system`: the pairing system made this pair; `by_hand`: how often it was changed by hand."""

    key: str
    table: int
    bye: str
    best_of: int
    entries: tuple[str, ...]
    agreed_at: datetime | None = None
    is_void: bool = False
    games: dict[int, str] = field(default_factory=dict)
    friendly: set[int] = field(default_factory=set)
    rest_forfeited: str = ""
    bracket: int | None = None
    goes_on: str | None = None
    goes_on_by: str = ""
    has_place: bool = False
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    is_extended: bool = False
    time_fact: int = field(default=0, compare=False)
    former: dict[str, str] = field(default_factory=dict)
    of_system: bool = field(default=False, compare=False)
    by_hand: int = field(default=0, compare=False)
    changed_by: int = changed_by_fact()

    def values(self) -> tuple[int, str, int, tuple[str, ...], int | None]:
        """A match as a fact says it, without its key, as `facts.rounds.MatchMade.values`."""
        return self.table, self.bye, self.best_of, self.entries, self.bracket


@dataclass(frozen=True, slots=True)
class ReplayedBye:
    kind: str
    by_player: bool
    changed_by: int = changed_by_fact()


@dataclass(frozen=True, slots=True)
class ReplayedRole:
    """The role of an account in the event; None where it was taken away."""

    role: str | None
    changed_by: int = changed_by_fact()


@dataclass(frozen=True, slots=True)
class ReplayedPrize:
    """A prize category. `name` is None where it was erased."""

    key: str
    name: str | None
    places: int
    rating_from: int | None
    rating_below: int | None
    club: str | None
    amounts: tuple[int, ...] = ()
    currency: str = ""
    sharing: str = "points"
    changed_by: int = changed_by_fact()


@dataclass(slots=True)
class ReplayedPenalty:
    """What an arbiter gave an entry; `fact_number` is that of the fact that did."""

    key: str
    entry: str
    stage: int
    round: int
    kind: str
    amount: int
    given_at: datetime
    fact_number: int
    is_taken_back: bool = False
    changed_by: int = changed_by_fact()


@dataclass(frozen=True, slots=True)
class ReplayedAnnouncement:
    """What players and hall are told. `text` is None where it was erased."""

    key: str
    text: str | None
    said_at: datetime
    by_mail: bool
    changed_by: int = changed_by_fact()


@dataclass(frozen=True, slots=True)
class ReplayedClock:
    """A round's clock: minutes (None: it has none), instants, and whole seconds of pauses that are over."""

    minutes: int | None = None
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused_seconds: int = 0


@dataclass(slots=True)
class ReplayedRound:
    """A round with its matches by key. `drafted` is the number of the fact that made it, and tells rounds of one number
    apart. `dates_games`: its games have had its time from the start; in older chains they had the event's."""

    stage: int
    number: int
    drafted: int = field(compare=False)
    dates_games: bool = field(default=False, compare=False)
    state: str = "draft"
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    fact_number: int = 0
    clock: ReplayedClock = field(default_factory=ReplayedClock)
    time_fact: int = field(default=0, compare=False)
    matches: dict[str, ReplayedMatch] = field(default_factory=dict)
    changed_by: int = changed_by_fact()


@dataclass(slots=True)
class ReplayedChallenge:
    """A challenge on a ladder, with its match once it is accepted; `outcome` is how it ended without one."""

    key: str
    stage: int
    challenger: str
    challenged: str
    made_at: datetime
    made_fact: int
    accepted_at: datetime | None = None
    accepted_fact: int = 0
    match: str | None = None
    outcome: str = ""
    ended_at: datetime | None = None
    ended_fact: int = 0
    changed_by: int = changed_by_fact()


@dataclass(frozen=True, slots=True)
class ReplayedHoliday:
    """What a player said of being away; without days, that they are back."""

    entry: str
    said_at: datetime
    fact_number: int
    first: date | None
    last: date | None
    changed_by: int = changed_by_fact()


@dataclass(slots=True)
class ReplayedSession:
    """A session of checking in, with the entries that are here: since when, and whether they said so themselves."""

    number: int
    opened_at: datetime
    closed_at: datetime | None = None
    here: dict[str, tuple[datetime, bool]] = field(default_factory=dict)
    changed_by: int = changed_by_fact()


@dataclass(slots=True)
class ReplayedState(ReplayedGames):
    """Everything that the facts say so far. `byes` are those asked for, by stage, round and entry; `tables` the fixed
    ones, by entry and partner; `apart` says how strictly two entries are kept apart; `roles` are by account, whichever
    service it belongs to. `ranking` is set when the event is finished, `finished` is the number of that fact;
    `revision` is what it was finished with, until then the newest (`formats.core.state.REVISION`). `times` are those of
    all facts so far, by number; `roster` says who came to the event and left it, with the number of the fact. Of public
    facts: `hides_wishes` says whether something was hidden that a pairing depends on."""

    event: ReplayedEvent | None = None
    stages: dict[int, ReplayedStage] = field(default_factory=dict)
    entries: dict[str, ReplayedEntry] = field(default_factory=dict)
    sessions: dict[int, ReplayedSession] = field(default_factory=dict)
    byes: dict[tuple[int, int, str], ReplayedBye] = field(default_factory=dict)
    tables: dict[tuple[str, str | None], int] = field(default_factory=dict)
    apart: dict[frozenset[str], str] = field(default_factory=dict)
    prizes: dict[str, ReplayedPrize] = field(default_factory=dict)
    announcements: dict[str, ReplayedAnnouncement] = field(default_factory=dict)
    penalties: dict[str, ReplayedPenalty] = field(default_factory=dict)
    rounds: list[ReplayedRound] = field(default_factory=list)
    roles: dict[str, ReplayedRole] = field(default_factory=dict)
    ranking: list[Mapping[str, Any]] | None = None
    finished: int = 0
    revision: int = REVISION
    hides_wishes: bool = False
    challenges: dict[str, ReplayedChallenge] = field(default_factory=dict)
    holidays: list[ReplayedHoliday] = field(default_factory=list)
    times: dict[int, datetime] = field(default_factory=dict, compare=False, repr=False)
    roster: list[Numbered] = field(default_factory=list, compare=False, repr=False)

    def newest_at(self) -> datetime:
        """The time of the newest fact."""
        return self.times[max(self.times)]

    def the_event(self) -> ReplayedEvent:
        if self.event is None:
            raise ContradictionError("event", "event.created before anything else", "nothing")
        return self.event

    def stage(self, number: int) -> ReplayedStage:
        return _known(self.stages, number, "stage")

    def entry(self, key: str) -> ReplayedEntry:
        return _known(self.entries, key, "entry")

    def round(self, stage: int, number: int) -> ReplayedRound:
        """The newest round of that number."""
        for round_ in reversed(self.rounds):
            if (round_.stage, round_.number) == (stage, number):
                return round_
        raise ContradictionError("round", "a drafted round", f"round {number} of stage {stage}")

    def match(self, key: str) -> ReplayedMatch:
        return self.round_of(key).matches[key]

    def round_of(self, match: str) -> ReplayedRound:
        """The round that a match belongs to."""
        for round_ in reversed(self.rounds):
            if match in round_.matches:
                return round_
        raise ContradictionError("match", "a match of a round", match)

    def places(self, game: str) -> Iterator[tuple[ReplayedMatch, int]]:
        """The match that a game belongs to, and its number there."""
        for round_ in self.rounds:
            for match in round_.matches.values():
                yield from ((match, number) for number, key in match.games.items() if key == game)

    def game_placed(self, game: str, match: str, number: int, changed_by: int, *, is_friendly: bool) -> None:
        place = self.match(match)
        place.games[number], place.changed_by = game, changed_by
        if is_friendly:
            place.friendly.add(number)

    def set_up_differences(self, fact: int, game: str, match: str, number: int) -> Iterator[Difference]:
        return arrangements.set_up_differences(self, fact, self.games[game], self.match(match), number)

    def rearranged_differences(self, fact: int, game: str) -> Iterator[Difference]:
        found = self.games[game]
        for match, number in () if found.is_void else self.places(game):
            yield from arrangements.series_differences(self, fact, found, match, number)

    def variants_differences(self, fact: int, game: str, said: Mapping[str, Any]) -> Iterator[Difference]:
        return arrangements.variants_differences(self, fact, game, said)

    def players(self) -> list[str]:
        """Keys of everybody who is entered or sits at a game, in order."""
        seated = {player for game in self.games.values() for player in game.seats}
        return sorted(seated | {entry.player for entry in self.entries.values()})


def _known(things: Mapping[Any, Any], key: object, what: str) -> Any:
    if key not in things:
        raise ContradictionError(what, f"a known {what}", str(key))
    return things[key]
