"""The results of a stage, as the tie-breaks look at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TypeVar, cast

from tournaments.formats.core.points import decimals_of
from tournaments.formats.core.state import Scoring, StageState
from tournaments.formats.core.tiebreaks.opponents import Contribution, UnplayedRounds, contributions
from tournaments.formats.core.tiebreaks.records import Record, record_of
from tournaments.formats.core.tiebreaks.rulesets import Ruleset

_T = TypeVar("_T")


class Results:
    """Everything that tie-breaks may look at, by pairing number; what several of them need is worked out once.

    Uncounted entrants, and the games against them, aren't in it. Scores are in units of which `scale` make a point;
    they are shown with `decimals`.
    """

    def __init__(self, state: StageState, ruleset: Ruleset, *, lots_seed: int = 0) -> None:
        self.ruleset = ruleset
        self.scoring: Scoring = state.scoring
        self.scale = state.scoring.scale
        self.decimals = decimals_of(state.scoring.scale)
        self.planned_rounds = state.planned_rounds
        self.predetermined = state.predetermined
        self.lots_seed = lots_seed
        self.records: Mapping[int, Record] = {
            entrant.number: record_of(entrant, state)
            for entrant in state.entrants
            if entrant.number not in state.uncounted
        }
        self._derived: dict[object, object] = {}
        self._entrant_count = len(state.entrants)

    def derived(self, make: Callable[[Results], _T]) -> _T:
        """What `make` gives for these results, worked out the first time that it is asked for."""
        if make not in self._derived:
            self._derived[make] = make(self)
        return cast("_T", self._derived[make])

    @cached_property
    def contributions(self) -> Mapping[int, tuple[Contribution, ...]]:
        """Each one's rounds with the opponents' scores as they stand."""
        own_scores = {number: record.points for number, record in self.records.items()}
        for_opponents = {number: record.for_opponents for number, record in self.records.items()}
        return self._contributions(own_scores, for_opponents)

    @cached_property
    def fore_contributions(self) -> Mapping[int, tuple[Contribution, ...]]:
        """The same as if every game of the last planned round had been drawn (C.07 8.3)."""
        gains = {number: self._gain_by_last_draw(record) for number, record in self.records.items()}
        own_scores = {number: record.points + gains[number] for number, record in self.records.items()}
        for_opponents = {number: record.for_opponents + gains[number] for number, record in self.records.items()}
        return self._contributions(own_scores, for_opponents)

    @cached_property
    def greatest_possible_score(self) -> Fraction:
        """The score of an entrant who wins every game of the stage. An odd round robin rests everybody once a
        cycle, and entrants that aren't counted take their games with them."""
        if not self.predetermined:
            return Fraction(self.planned_rounds * self.scoring.win)
        rounds_a_cycle = self._entrant_count - 1 + self._entrant_count % 2
        games = Fraction(self.planned_rounds * (len(self.records) - 1), max(rounds_a_cycle, 1))
        return games * self.scoring.win

    def _contributions(
        self, own_scores: Mapping[int, int], for_opponents: Mapping[int, int]
    ) -> Mapping[int, tuple[Contribution, ...]]:
        unplayed = UnplayedRounds(
            has_dummy=not self.predetermined,
            dummy_capped=self.ruleset.dummy_capped,
            score_of_draws=self.scoring.draw * self.planned_rounds,
        )
        return {
            number: contributions(record, own_scores[number], for_opponents, unplayed)
            for number, record in self.records.items()
        }

    def _gain_by_last_draw(self, record: Record) -> int:
        last = record.rounds[self.planned_rounds - 1 :]
        return self.scoring.draw - last[0].points if last and last[0].is_played else 0
