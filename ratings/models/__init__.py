from ratings.models.pools import Pool, PoolSource
from ratings.models.ratings import Rating, RatingChange

__all__ = ["Pool", "PoolSource", "Rating", "RatingChange"]
