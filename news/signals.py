"""What news tells of itself, after the commit."""

from django.dispatch import Signal

webhook_waiting = Signal()  # endpoint_key: a message waits for it
