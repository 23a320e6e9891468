"""Games as their facts replay them: plain values, which rows are compared with and written from.

Players, games and submissions are called by their keys. `changed_by` is the number of the fact that last changed the
thing; it isn't part of what is compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.values.results import PartScore
from magistrar_site.shared.facts import ContradictionError, Difference


def changed_by_fact() -> Any:
    """The field `changed_by` of a replayed value."""
    return field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ReplayedAnswer:
    """What somebody answered to a submission: that it is so, or that it isn't."""

    confirms: bool
    actor: str
    at: datetime
    fact_number: int


@dataclass(slots=True)
class ReplayedAppeal:
    """What a seat answered to the decision of the fact with the number `ruling`; `decided_fact` is 0 as long as nobody
    has decided it."""

    seat: int
    ruling: int
    at: datetime
    decided_fact: int = 0
    granted: bool = False


@dataclass(slots=True)
class ReplayedSubmission:
    """What somebody handed in. `body` is None where the document was erased. `report` is the engine's, kept by the
    facts where the game was legal; `stored_report` is what a row has, of any game; `hidden` is
    what public facts leave out. `answers` are by seat, None for the desk."""

    key: str
    seat: int | None
    grade: str
    accepted: bool
    refusal: str
    digest: str
    actor: str
    at: datetime
    fact_number: int
    body: bytes | None = None
    idempotency_key: str | None = None
    report: Mapping[str, Any] | None = None
    agrees_with: tuple[str, ...] = field(default=(), compare=False)
    stored_report: Any = field(default=None, compare=False)
    hidden: frozenset[str] = field(default=frozenset(), compare=False)
    answers: dict[int | None, ReplayedAnswer] = field(default_factory=dict)
    changed_by: int = changed_by_fact()


@dataclass(slots=True)
class ReplayedResult:
    """A version of a game's result. `places` and each of the `numbers` are in seat order. `report` is that of a score
    that was typed at the desk, without a submission; `by_seat` the seat of who typed it, if they play in the game."""

    kind: str
    grade: str
    winner: int | None
    submission: str | None
    fact_number: int
    places: tuple[int, ...]
    numbers: Mapping[str, tuple[int | None, ...]]
    parts: tuple[PartScore, ...]
    is_current: bool = True
    by_seat: int | None = None
    report: Mapping[str, Any] | None = field(default=None, compare=False)
    stored_report: Any = field(default=None, compare=False)
    changed_by: int = changed_by_fact()

    @property
    def shown(self) -> tuple[object, ...]:
        """What makes two results the same."""
        return self.kind, self.grade, self.places, self.submission, self.by_seat, self.report


@dataclass(slots=True)
class ReplayedDeal:
    """What the service dealt: the commitment, the seat that shows each seat's cards too, and the seed once it is
    open."""

    commitment: str
    hosts: tuple[int, ...]
    seed: str = ""


@dataclass(slots=True)
class ReplayedGame:
    """A game with its set-up, how it stands, and every result it had. `seats` are the players in seat order,
    `appeals` by the numbers of their facts."""

    key: str
    system: str
    starter: int | None
    edition: str
    edition_digest: str
    variants: Mapping[str, Any]
    least_grade: str
    pool: str
    played_at: datetime
    order: int
    seats: tuple[str, ...]
    agreement: str = "one"
    state: str = "expected"
    result_fact: int = 0
    set_aside_to: int = 0
    time_fact: int = 0
    is_void: bool = False
    deal: ReplayedDeal | None = None
    submissions: dict[str, ReplayedSubmission] = field(default_factory=dict)
    results: list[ReplayedResult] = field(default_factory=list)
    appeals: dict[int, ReplayedAppeal] = field(default_factory=dict)
    changed_by: int = changed_by_fact()

    @property
    def current(self) -> ReplayedResult | None:
        """The result that counts; None before there is one."""
        return next((result for result in self.results if result.is_current), None)

    def standing(self, *, before: int | None = None) -> list[ReplayedSubmission]:
        """The newest accepted submission of each seat and of the desk, since the game was last reopened, by number.
        `before`: those that stood before the fact of that number, which nothing has reopened since."""
        newest = {
            row.seat: row
            for row in sorted(self.submissions.values(), key=lambda row: row.fact_number)
            if row.accepted and row.fact_number > self.set_aside_to and (before is None or row.fact_number < before)
        }
        return sorted(newest.values(), key=lambda row: row.fact_number)


@dataclass(frozen=True, slots=True)
class ReplayedEdition:
    """A club's edition that games of the stream are played with. `title` is None where it was erased; what the club
    calls it now may be something else."""

    system: str
    key: str
    digest: str
    data: Mapping[str, Any]
    title: str | None = field(default=None, compare=False)


@dataclass(slots=True)
class ReplayedGames:
    """The games and editions of a stream. `uncertain` are the games whose result follows from something that public
    facts hide. What the games belong to may say more of their set-up."""

    editions: dict[str, ReplayedEdition] = field(default_factory=dict)
    games: dict[str, ReplayedGame] = field(default_factory=dict)
    uncertain: set[str] = field(default_factory=set)

    def game(self, key: str) -> ReplayedGame:
        if key not in self.games:
            raise ContradictionError("game", "a known game", key)
        return self.games[key]

    def game_placed(self, game: str, match: str, number: int, changed_by: int, *, is_friendly: bool) -> None:
        """A new game takes its place in a match, before it is among the games."""

    def set_up_differences(self, fact: int, game: str, match: str, number: int) -> Iterator[Difference]:
        """Where players, time, starter and variants aren't those that the match has for the game."""
        return iter(())

    def rearranged_differences(self, fact: int, game: str) -> Iterator[Difference]:
        """Where starter and variants aren't those that the match has for the game by now."""
        return iter(())

    def variants_differences(self, fact: int, game: str, said: Mapping[str, Any]) -> Iterator[Difference]:
        """Where something was said at the table that isn't played with."""
        return iter(())


def shown(value: object) -> str:
    """A value as a difference shows it: short."""
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 200 else f"{text[:200]}..."
