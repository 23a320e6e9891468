"""A ladder as pages, papers and the API show it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from tournaments.enums import ChallengeOutcome
from tournaments.formats.systems.ladder import ChallengeState, MoveCause, Refusal
from tournaments.models import Challenge, Entry, MatchGame, Stage
from tournaments.selectors.ladder import LadderNow, ladder_now

LATELY = timedelta(days=7)  # how far back a movement is shown against
MOST_RECENT = 15  # challenges that are over, and moves, on a page


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A line of the ladder. `moved`: places gained in the last week (lost ones are negative), None for who wasn't on it
    then. `games` and `wins` count what was played; `is_open`: the player has an open challenge of their own."""

    place: int
    entry: Entry
    moved: int | None
    is_away: bool
    games: int
    wins: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """A challenge with the names of its two. `deadline`: until when an open one is answered or played. `how` says how
    one that is over ended: "won" or "lost" by the challenger, "drawn", "forfeit_won", "forfeit_lost", "unplayed" or
    an outcome without a match. `game` is the key of its game."""

    key: str
    challenger: Entry
    challenged: Entry
    made_at: datetime
    is_accepted: bool
    is_open: bool
    deadline: datetime | None = None
    agreed_at: datetime | None = None
    ended_at: datetime | None = None
    how: str = ""
    game: str = ""
    match: str = ""


@dataclass(frozen=True, slots=True)
class MoveView:
    """A player came to another place: `before` None for who wasn't on the ladder, `after` for who left it."""

    at: datetime
    entry: Entry
    before: int | None
    after: int | None
    cause: MoveCause


@dataclass(frozen=True, slots=True)
class LadderView:
    rows: tuple[LadderRow, ...]
    open: tuple[ChallengeView, ...]
    recent: tuple[ChallengeView, ...]
    moves: tuple[MoveView, ...]
    now: LadderNow


@dataclass(frozen=True, slots=True)
class Rung:
    """A line of a player's own ladder: `refusal` is why they can't challenge the player there; None where they can."""

    place: int
    entry: Entry
    is_away: bool
    is_me: bool
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class OwnLadder:
    """The ladder for one of its players: `place` None off the ladder. `to_answer` wait for their word, `mine` is what
    is open otherwise. `left` days of holiday this year, `away` the days to come."""

    now: LadderNow
    place: int | None
    rungs: tuple[Rung, ...]
    to_answer: tuple[ChallengeView, ...]
    mine: tuple[ChallengeView, ...]
    left: int
    away: tuple[date, ...]
    is_away: bool

    @property
    def holiday_until(self) -> date | None:
        """The last of the days away that are to come."""
        return self.away[-1] if self.away else None


def ladder_view(stage: Stage) -> LadderView:
    """The ladder at its newest fact, as everybody sees it."""
    now = ladder_now(stage)
    before = now.places_at(now.now - LATELY)
    games, wins = _played(now)
    making = {each.challenger for each in now.open_challenges}
    rows = [
        LadderRow(
            place=place,
            entry=now.entries[key],
            moved=before[key] - place if key in before else None,
            is_away=now.is_away(key),
            games=games[key],
            wins=wins[key],
            is_open=key in making,
        )
        for place, key in enumerate(now.ladder.order, 1)
    ]
    views = [challenge_view(now, each) for each in now.ladder.challenges.values()]
    over = sorted((each for each in views if not each.is_open), key=lambda each: each.ended_at or each.made_at)
    told = [move for move in now.ladder.moves if move.cause is not MoveCause.STARTED]
    moves = [MoveView(move.at, now.entries[move.player], move.before, move.after, move.cause) for move in told]
    return LadderView(
        rows=tuple(rows),
        open=tuple(each for each in views if each.is_open),
        recent=tuple(reversed(over[-MOST_RECENT:])),
        moves=tuple(reversed(moves[-MOST_RECENT:])),
        now=now,
    )


def _played(now: LadderNow) -> tuple[Counter[str], Counter[str]]:
    """Games and wins by entry."""
    games: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for each in now.ladder.challenges.values():
        if each.was_played:
            games.update((each.challenger, each.challenged))
            winner = _winner(now, each)
            wins.update((winner,) if winner else ())
    return games, wins


def _winner(now: LadderNow, challenge: ChallengeState) -> str | None:
    """The entry that won; None after a tie and before a result."""
    if challenge.challenger_won:
        return challenge.challenger
    seat = now.winners.get(challenge.key)
    return None if seat is None else challenge.challenged


def challenge_view(now: LadderNow, state: ChallengeState) -> ChallengeView:
    """A challenge of the ladder as it stands."""
    row, link = now.challenges[state.key], now.games.get(state.key)
    return ChallengeView(
        key=state.key,
        challenger=now.entries[state.challenger],
        challenged=now.entries[state.challenged],
        made_at=state.made_at,
        is_accepted=state.accepted_at is not None,
        is_open=state.is_open,
        deadline=now.deadline(state) if state.is_open else None,
        agreed_at=link.match.agreed_at if link else None,
        ended_at=state.ended_at,
        how="" if state.is_open else _how(now, state, row, link),
        game=link.game.key if link else "",
        match=link.match.key if link else "",
    )


def _how(now: LadderNow, state: ChallengeState, row: Challenge, link: MatchGame | None) -> str:
    if link is None:
        return str(ChallengeOutcome(row.outcome).value)
    winner = _winner(now, state)
    if state.was_played:
        return "drawn" if winner is None else "won" if winner == state.challenger else "lost"
    return "unplayed" if winner is None else "forfeit_won" if winner == state.challenger else "forfeit_lost"


def own_ladder(now: LadderNow, entry: Entry) -> OwnLadder:
    """The ladder for one of its players, at the moment of `now`."""
    today = now.now.date()
    views = [challenge_view(now, each) for each in now.open_challenges]
    own = [each for each in views if entry.key in (each.challenger.key, each.challenged.key)]
    waiting = [each for each in own if each.challenged.key == entry.key and not each.is_accepted]
    away = tuple(sorted(day for day in now.ladder.away_days(entry.key) if day >= today))
    used = sum(day.year == today.year for day in now.ladder.away_days(entry.key))
    return OwnLadder(
        now=now,
        place=now.ladder.place(entry.key),
        rungs=tuple(
            Rung(place, now.entries[key], now.is_away(key), key == entry.key, now.refusal(entry.key, key))
            for place, key in enumerate(now.ladder.order, 1)
        ),
        to_answer=tuple(waiting),
        mine=tuple(each for each in own if each not in waiting),
        left=max(0, now.rules.holiday - used),
        away=away,
        is_away=today in away,
    )
