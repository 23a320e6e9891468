"""News about events, after the commit."""

from django.dispatch import Signal

# Something that the tables depend on changed. Arguments: event_key.
event_changed = Signal()

# Somebody waits for a round to be paired in the background. Arguments: job_key.
pairing_asked = Signal()

# A club has another season, or one less. Arguments: club_key.
seasons_changed = Signal()
