"""The order of a ladder as a fold of what happened.

Everything goes by its own time: a corrected game keeps its place in time, and the fold gives the order that would have
been. Nothing is refused here: a challenge that a correction no longer allows stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time

from tournaments.formats.systems.ladder.holidays import after_days, days_away
from tournaments.formats.systems.ladder.state import ChallengeState, Ladder, Move, MoveCause
from tournaments.formats.systems.ladder.values import (
    ChallengeAccepted,
    Challenged,
    ChallengeEnded,
    Happening,
    Joined,
    LadderRules,
    Left,
    Started,
)


def ladder_at(now: datetime, happenings: Iterable[Happening], rules: LadderRules) -> Ladder:
    """The ladder at `now`, from all that happened until then.

    `happenings` are in the order of their facts, which decides between two of the same moment. Days end at midnight of
    the zone of `now`, in which all times are. Idle players move at the start of a day.
    """
    until_now = _in_time(happenings, now)
    fold = _Fold(rules, Ladder(away=days_away(happening for _, happening in until_now)))
    for at, happening in until_now:
        fold.pass_days(at)
        fold.add(happening, at)
    fold.pass_days(now)
    return fold.ladder


def _in_time(happenings: Iterable[Happening], now: datetime) -> list[tuple[datetime, Happening]]:
    """What happened until `now`, with its moment. A challenge is neither accepted nor over before it is made: a game
    that is dated earlier counts from the challenge on."""
    given = list(happenings)
    made = {each.challenge: each.at for each in given if isinstance(each, Challenged)}
    moments = (
        (max(each.at, made[each.challenge]) if isinstance(each, ChallengeAccepted | ChallengeEnded) else each.at, each)
        for each in given
    )
    return sorted((pair for pair in moments if pair[0] <= now), key=lambda pair: pair[0])


class _Fold:
    def __init__(self, rules: LadderRules, ladder: Ladder) -> None:
        self.rules = rules
        self.ladder = ladder
        self._idle_since: dict[str, date] = {}  # players on the ladder: the day of their last game, or of joining
        self._downs: dict[str, int] = {}  # how often the player moved down since then
        self._due = ladder.idle_days  # when the player moves down next, or leaves

    def add(self, happening: Happening, at: datetime) -> None:
        match happening:
            case Started(players=players):
                for player in players:
                    self._join(player, at, MoveCause.STARTED)
            case Joined(player=player):
                self._join(player, at, MoveCause.JOINED)
            case Left(player=player):
                self._leave(player, at, MoveCause.LEFT)
            case Challenged(challenge=key, challenger=challenger, challenged=challenged):
                self.ladder.challenges[key] = ChallengeState(key, challenger, challenged, at)
            case ChallengeAccepted(challenge=key):
                self.ladder.challenges[key].accepted_at = at
            case ChallengeEnded():
                self._end(happening, at)

    def pass_days(self, now: datetime) -> None:
        """Move everybody down who became idle up to the day of `now`: day by day, on one day the lowest first."""
        while self._due and (day := min(self._due.values())) <= now.date():
            at = datetime.combine(day, time(), now.tzinfo)
            for player in reversed([each for each in self.ladder.order if self._due[each] == day]):
                self._idle(player, at)

    def _idle(self, player: str, at: datetime) -> None:
        if self._next_idle_days(player) >= self.rules.gone:
            self._leave(player, at, MoveCause.GONE)
            return
        self._downs[player] += 1
        self._due[player] = self._next_due(player)
        place = self.ladder.order.index(player)
        if place + 1 < len(self.ladder.order):
            self._move(player, place + 1, at, MoveCause.IDLE)

    def _next_idle_days(self, player: str) -> int:
        idle = self.rules.idle + self.rules.idle_again * self._downs[player]
        return min(idle, self.rules.gone)

    def _next_due(self, player: str) -> date:
        return after_days(self._idle_since[player], self._next_idle_days(player), self.ladder.away_days(player))

    def _start_clock(self, player: str, day: date) -> None:
        self._idle_since[player] = day
        self._downs[player] = 0
        self._due[player] = self._next_due(player)

    def _join(self, player: str, at: datetime, cause: MoveCause) -> None:
        if player in self._due:
            return
        self.ladder.order.append(player)
        self._start_clock(player, at.date())
        self.ladder.moves.append(Move(at, player, None, len(self.ladder.order), cause))

    def _leave(self, player: str, at: datetime, cause: MoveCause) -> None:
        if player not in self._due:
            return
        self.ladder.moves.append(Move(at, player, self.ladder.place(player), None, cause))
        self.ladder.order.remove(player)
        del self._idle_since[player], self._downs[player], self._due[player]

    def _end(self, ended: ChallengeEnded, at: datetime) -> None:
        challenge = self.ladder.challenges[ended.challenge]
        challenge.ended_at = at
        challenge.challenger_won, challenge.was_played = ended.challenger_won, ended.was_played
        if ended.was_played:
            self.ladder.last_games[frozenset((challenge.challenger, challenge.challenged))] = at
            for player in (challenge.challenger, challenge.challenged):
                if player in self._due:
                    self._start_clock(player, at.date())
        if not ended.challenger_won or not {challenge.challenger, challenge.challenged} <= self._due.keys():
            return
        place = self.ladder.order.index(challenge.challenged)
        if place < self.ladder.order.index(challenge.challenger):
            self._move(challenge.challenger, place, at, MoveCause.CHALLENGE, challenge.key)

    def _move(self, player: str, index: int, at: datetime, cause: MoveCause, challenge: str = "") -> None:
        before = self.ladder.order.index(player)
        self.ladder.order.insert(index, self.ladder.order.pop(before))
        self.ladder.moves.append(Move(at, player, before + 1, index + 1, cause, challenge))
