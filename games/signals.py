"""News that games sends upwards, always after the commit. Receivers enqueue tasks; a lost one is made up for."""

from django.dispatch import Signal

# A result, or whether it counts, changed. Arguments: game_key, stream, pool.
result_changed = Signal()

# A club was made. Arguments: club_key.
club_created = Signal()
