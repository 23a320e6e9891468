"""The exact places: a search over all results of the open games, for one entrant in one world.

The entrant's own games are taken as won, all of them, for the best place, and as lost for the worst: each costs or
gives a point more than it gives or costs anybody else (`suits`). What is left is which results of the others put the
fewest ahead, or leave the fewest behind. *Cost* is that number. The search asks whether a cost can be reached, from the
least that points alone would allow on; results that change nothing for the question are taken as one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.formats.core.possible_places.columns import Column, Kind
from tournaments.formats.core.possible_places.direct import DirectScores
from tournaments.formats.core.possible_places.worlds import Outcome, World

# All places of a stage together take so many steps, which is under a second; to show that one is reached whatever
# unknown columns say, so many. Where that isn't enough, the place is told as a bound.
MOST_STEPS = 32_000
MOST_SURE_STEPS = 300


def suits(outcomes: Sequence[Outcome]) -> bool:
    """Whether winning is best for oneself, and losing worst, whatever it does to the opponent."""
    pairs = [outcome.points for outcome in outcomes]
    pairs += [points[::-1] for points in pairs]
    if min(min(points) for points in pairs) < 0:
        return False
    highest, lowest = max(own for own, _ in pairs), min(own for own, _ in pairs)
    best = min(other for own, other in pairs if own == highest)
    worst = max(other for own, other in pairs if own == lowest)
    return all(
        (own == highest or highest - own >= best - other) and (own == lowest or own - lowest >= other - worst)
        for own, other in pairs
    )


@dataclass(frozen=True, slots=True)
class Extreme:
    """The number of others ahead at best, or behind at worst. It is exact where it is reached whatever unknown columns
    say; a number of open games may be anything within its range. `is_cut`: there were too few steps to tell, and no
    lower number is possible."""

    cost: int
    is_exact: bool
    is_cut: bool = False


@dataclass(slots=True)
class Steps:
    """The steps that are left for a stage."""

    left: int


class Question(NamedTuple):
    """How many others end ahead of the entrant at best (`is_best`), or certainly end behind at worst. Who is level in
    every column is neither."""

    world: World
    number: int
    is_best: bool


def extremes(questions: Sequence[Question]) -> list[Extreme]:
    """The answers, in the same order. Half of the steps are shared alike; what easy questions leave over is shared by
    those that need more, which go on from the number that they had come to."""
    steps = Steps(MOST_STEPS)
    share = MOST_STEPS // 2 // max(len(questions), 1)
    found = [_Search(question, steps, share).extreme() for question in questions]
    while (cut := [at for at, extreme in enumerate(found) if extreme.is_cut]) and steps.left > share:
        for done, at in enumerate(cut):
            found[at] = _Search(questions[at], steps, steps.left // (len(cut) - done)).extreme(found[at].cost)
    return found


class _Search:
    """Points, wins and direct encounters change as results are entered and left. The entrant's own points are the
    target from the start."""

    def __init__(self, question: Question, steps: Steps, most_steps: int) -> None:
        world, number, is_best = question
        self._world = world
        self._number = number
        self._steps = steps
        self._is_best = is_best
        own = [points for outcome in world.outcomes for points in outcome.points]
        self._most = max(own)
        self._own = max(own) if is_best else min(own)
        self._both = max(sum(outcome.points) for outcome in world.outcomes)
        own_games = [game for game in world.games if number in game]
        self._own_count = len(own_games)
        self._target = world.points[number] + len(own_games) * self._own
        self._points = {**world.points, number: self._target}
        self._left = dict.fromkeys(world.numbers, 0)
        for game in world.games:
            for side in game:
                self._left[side] += 1
        self._left[number] = 0
        self._round_wins = dict.fromkeys(world.numbers, 0)
        self._game_wins = dict.fromkeys(world.numbers, 0)
        self._direct = DirectScores(world)
        self._others = [other for other in world.numbers if other != number]
        others_games = [
            game for game in world.games if number not in game and any(self._is_undecided(side) for side in game)
        ]
        games, self._ends = _in_components(others_games, self._own_count)
        self._games = [*own_games, *games]
        self._bound_of_rest = self._bounds_of_rest()
        self._is_first_known = self._is_level_decided_early()
        self._is_sure = False
        self._last_step = max(steps.left - most_steps, 0)

    def extreme(self, least: int = 0) -> Extreme:
        """The answer, where it is known to be no lower than `least`."""
        cost = max(self._least_cost(0), least)
        while not self._reaches(0, cost):
            if self._steps.left < self._last_step:
                return Extreme(cost, is_exact=False, is_cut=True)
            cost += 1
        if all(column.kind is not Kind.UNKNOWN for column in self._world.columns):
            return Extreme(cost, is_exact=True)
        self._is_sure = True
        self._last_step = max(self._steps.left - MOST_SURE_STEPS, 0)
        return Extreme(cost, is_exact=self._reaches(0, cost))

    # The search

    def _reaches(self, at: int, cost: int) -> bool:
        self._steps.left -= 1
        if self._steps.left < self._last_step:
            return False
        least = self._least_cost(at)
        if least > cost or (self._is_first_known and at >= self._own_count and least + self._least_of_level() > cost):
            return False
        if at == len(self._games):
            return self._cost() <= cost
        first, second = self._games[at]
        for outcome in self._choices(first, second):
            self._enter(first, second, outcome)
            found = self._reaches(at + 1, cost)
            self._leave(first, second, outcome)
            if found:
                return True
        return False

    def _choices(self, first: int, second: int) -> list[Outcome]:
        """One of each kind of result that makes a difference."""
        is_own = first == self._number, second == self._number
        matters = is_own[0] or self._is_undecided(first), is_own[1] or self._is_undecided(second)
        kinds: dict[object, Outcome] = {}
        for outcome in self._world.outcomes:
            if any(own and points != self._own for own, points in zip(is_own, outcome.points, strict=True)):
                continue
            of_sides = (
                (outcome.points[side], outcome.is_round_won[side], outcome.is_game_won[side]) if matters[side] else None
                for side in (0, 1)
            )
            kinds.setdefault((all(matters) and outcome.is_game, *of_sides), outcome)
        return sorted(kinds.values(), key=lambda outcome: sum(outcome.points), reverse=not self._is_best)

    def _enter(self, first: int, second: int, outcome: Outcome) -> None:
        self._change(first, second, outcome, 1)
        self._direct.enter(first, second, outcome)

    def _leave(self, first: int, second: int, outcome: Outcome) -> None:
        self._change(first, second, outcome, -1)
        self._direct.leave(first, second, outcome)

    def _change(self, first: int, second: int, outcome: Outcome, sign: int) -> None:
        for at, side in enumerate((first, second)):
            if side != self._number:
                self._points[side] += sign * outcome.points[at]
                self._left[side] -= sign
            self._round_wins[side] += sign * outcome.is_round_won[at]
            self._game_wins[side] += sign * outcome.is_game_won[at]

    # What points alone allow

    def _is_undecided(self, other: int) -> bool:
        """Whether the other may still end level with the target, or on either side of it."""
        left = self._left[other]
        return left > 0 and self._points[other] <= self._target <= self._points[other] + left * self._most

    def _least_cost(self, at: int) -> int:
        """What the results so far cost at least, with games from `at` on open."""
        points, target = self._points, self._target
        if self._is_best:
            return sum(points[other] > target for other in self._others)
        left, most = self._left, self._most
        behind = sum(points[other] + left[other] * most < target for other in self._others)
        if at < self._own_count:
            return behind
        end = next((end for end in self._ends if end > at), len(self._games))
        return behind + self._beyond(at, end) + self._bound_of_rest[end]

    def _bounds_of_rest(self) -> list[int]:
        """For each end of a component, how many of those in later components must stay behind by points."""
        bounds = [0] * (len(self._games) + 1)
        starts = [self._own_count, *self._ends]
        for start, end in reversed(list(zip(starts, self._ends, strict=False))):
            bounds[start] = bounds[end] + (0 if self._is_best else self._beyond(start, end, own=True))
        return bounds

    def _beyond(self, start: int, end: int, *, own: bool = False) -> int:
        """How many of those who can each reach the target by these games can't do so all together. `own`: the entrant's
        own games aren't entered yet."""
        games = self._games[start:end]
        sides = {side for game in games for side in game}
        needs = sorted(
            self._target - self._points[side]
            for side in sides
            if self._points[side] < self._target <= self._points[side] + self._left[side] * self._most
        )
        budget = len(games) * self._both
        if own:
            budget += self._most * sum(not sides.isdisjoint(game) for game in self._games[: self._own_count])
        fitting = 0
        for need in needs:
            budget -= need
            if budget < 0:
                break
            fitting += 1
        return len(needs) - fitting

    # What is known of those who end level

    def _is_level_decided_early(self) -> bool:
        """Whether the first column says something of two with the same points before all games are decided: direct
        encounters do where everybody has games with everybody."""
        kind = self._world.columns[0].kind if self._world.columns else Kind.UNKNOWN
        return kind is Kind.WINS or (kind is Kind.DIRECT and self._direct.all_meet(self._world.games))

    def _least_of_level(self) -> int:
        """How many of those who end level with the target for certain are ahead (or not ahead, nor level: behind),
        whoever else ends there."""
        level = [other for other in self._others if self._points[other] == self._target]
        sure = [other for other in level if not self._left[other]]
        first, *rest = self._world.columns
        sign = 1 if self._is_best else -1
        if first.kind is Kind.WINS:
            ahead = sum(self._sign_by([first, *rest], other) == sign for other in sure)
            if self._is_best:  # with games left, too, nobody loses points or wins again
                ahead += sum(self._sign_by([first], other) > 0 for other in level if self._left[other])
            return ahead
        if not sure:
            return 0
        scores = self._direct.scores
        own = scores[self._number]
        unsure = [other for other in self._others if self._is_undecided(other)]
        found = 0
        for other in sure:
            of_other = scores[other]
            ahead = of_other[self._number] - own[other]
            lead = sign * (ahead + sum(of_other[third] - own[third] for third in sure if third != other))
            by_unsure = [sign * (of_other[third] - own[third]) for third in unsure]
            if lead + sum(more for more in by_unsure if more < 0) > 0:
                found += 1
            elif not ahead and not lead and not any(by_unsure):
                are_alike = all(of_other[third] == own[third] for third in sure if third != other)
                found += are_alike and self._sign_by(rest, other) == sign
        return found

    def _sign_by(self, columns: Sequence[Column], other: int) -> int:
        """1 where these columns put the other ahead, -1 where behind, 0 where they don't say."""
        for column in columns:
            if column.kind not in (Kind.FIXED, Kind.WINS):
                return 0
            values = self._values(column, [other])
            if values[other] != values[self._number]:
                return 1 if values[other] > values[self._number] else -1
        return 0

    # The table

    def _cost(self) -> int:
        """The number ahead, or behind, with all games of the search decided."""
        above = sum(self._points[other] > self._target for other in self._others)
        level = [other for other in self._others if self._points[other] == self._target]
        ahead, tied, unsure = self._among(level)
        if self._is_best:
            return above + ahead + (unsure if self._is_sure else 0)
        not_behind = above + ahead + tied + (0 if self._is_sure else unsure)
        return len(self._others) - not_behind

    def _among(self, level: list[int]) -> tuple[int, int, int]:
        """Of those with the same points: how many are ahead, how many level in every column, how many can't be told."""
        number, ahead = self._number, 0
        for column in self._world.columns:
            if not level:
                break
            if column.kind is Kind.UNKNOWN:
                return ahead, 0, len(level)
            if column.kind in (Kind.NUMBER, Kind.NEWEST):
                ranges = self._world.ranges[column.code]
                if any(ranges[other][0] != ranges[other][1] for other in (number, *level)):
                    return ahead + self._ahead_by_ranges(ranges, level), 0, 0
            values = self._values(column, level)
            ahead += sum(values[other] > values[number] for other in level)
            level = [other for other in level if values[other] == values[number]]
        return ahead, len(level), 0

    def _ahead_by_ranges(self, ranges: Mapping[int, tuple[int, int]], level: list[int]) -> int:
        """How many are ahead by a number that open games may bring anywhere within its range: as few as can be for the
        best place, as many as can be for the worst."""
        least, most = ranges[self._number]
        if self._is_best:
            return sum(ranges[other][0] > most for other in level)
        return sum(ranges[other][1] >= least for other in level)

    def _values(self, column: Column, level: list[int]) -> dict[int, int]:
        """What a column gives the entrant and these others, more being better."""
        group = [self._number, *level]
        if column.kind is Kind.DIRECT:
            return self._direct.values(group)
        if column.kind is Kind.WINS:
            more = self._round_wins if column.code == "WIN" else self._game_wins
            return {other: column.values[other] + more[other] for other in group}
        return {other: column.values[other] for other in group}


def _in_components(games: Sequence[tuple[int, int]], start: int) -> tuple[list[tuple[int, int]], list[int]]:
    """The games with those together that share players, and where each such component ends, counted from `start`."""
    left, ordered, ends = list(games), list[tuple[int, int]](), list[int]()
    while left:
        sides = set(left[0])
        while found := [game for game in left if sides.intersection(game)]:
            ordered += found
            left = [game for game in left if game not in found]
            sides.update(side for game in found for side in game)
        ends.append(start + len(ordered))
    return ordered, ends
