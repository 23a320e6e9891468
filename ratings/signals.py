"""What happened to ratings; sent after the commit, with keys only."""

from __future__ import annotations

from django.dispatch import Signal

pool_changed = Signal()  # pool
