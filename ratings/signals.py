"""News that ratings sends upwards, after the commit."""

from django.dispatch import Signal

# A pool's ratings were worked out anew. Arguments: pool.
ratings_changed = Signal()
