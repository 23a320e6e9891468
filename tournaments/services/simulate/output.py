"""A simulated event as a file."""

from __future__ import annotations

from tournaments.models import Event
from tournaments.selectors.events import stage_of
from tournaments.services.trf.report import full_document
from tournaments.trf.document import Dialect
from tournaments.trf.writer import write_trf


def trf_of_event(event: Event) -> str:
    """The report file of the event's last stage, with all that it is paired by. TrfLimitError for what such a file
    can't hold."""
    return write_trf(full_document(stage_of(event), Dialect.TRF26))
