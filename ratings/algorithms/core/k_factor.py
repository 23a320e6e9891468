"""The development coefficient K and the options of the systems that have one (FIDE Handbook B.02, 8.3.3)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ratings.algorithms.core.units import rating_from_points
from ratings.algorithms.core.values import RatingState

Coefficient = Annotated[int, Meta(ge=1, le=400)]
Points = Annotated[int, Meta(ge=0, le=10_000)]
Count = Annotated[int, Meta(ge=0, le=100_000)]


class KPolicy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """K by what a player has behind him: `newcomer` until `newcomer_games` games are played, then `standard`, and `top`
    once his rating has reached `top_rating` points, for good, even if it drops again."""

    newcomer: Coefficient = 40
    newcomer_games: Count = 30
    standard: Coefficient = 20
    top: Coefficient = 10
    top_rating: Points = 2400

    def coefficient(self, state: RatingState) -> int:
        if state.games < self.newcomer_games:
            return self.newcomer
        if state.peak >= rating_from_points(self.top_rating):
            return self.top
        return self.standard


class KOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`k` is a policy or one number for everybody; `initial` and `floor` are whole points. A rating never falls below
    the floor; only there, and where two players' K differ, the two changes of a game don't add up to nothing. A rating
    is provisional until `provisional_games` games are played."""

    initial: Points = 1500
    k: Coefficient | KPolicy = KPolicy()
    floor: Points = 100
    provisional_games: Count = 30

    def coefficient(self, state: RatingState) -> int:
        return self.k if isinstance(self.k, int) else self.k.coefficient(state)

    def newcomer(self) -> RatingState:
        rating = rating_from_points(self.initial)
        return RatingState(rating=rating, games=0, peak=rating)

    def is_provisional(self, games: int) -> bool:
        return games < self.provisional_games
