from ratings.models.pools import Pool, PoolSource, PoolState, RatingRun
from ratings.models.ratings import Rating, RatingChange

__all__ = ["Pool", "PoolSource", "PoolState", "Rating", "RatingChange", "RatingRun"]
