"""News about events, after the commit."""

from django.dispatch import Signal

# Something that the tables depend on changed. Arguments: event_key.
event_changed = Signal()

# An event was brought in from a file; sent before the commit, and whoever hears it may still change its people.
# Arguments: act, event_key, names (of the players, by key; empty where the file has none).
event_restored = Signal()

# Somebody waits for a round to be paired in the background. Arguments: job_key.
pairing_asked = Signal()

# A club has another season, or one less. Arguments: club_key.
grand_mage_periods_changed = Signal()

# The players of an event are to be told something by mail. Arguments: mailing_key.
mailing_asked = Signal()

# Mails were written into the outbox, each to be sent by a task. Arguments: mails (primary keys).
mails_written = Signal()
