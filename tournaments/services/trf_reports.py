"""An event as a tournament report file (TRF), for pairing programs and federations: what everybody may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.errors import DomainError
from tournaments.formats.core.format import option_values
from tournaments.formats.registry import format_for
from tournaments.models import Event, Stage
from tournaments.selectors.events import stage_of
from tournaments.selectors.standings import standing_table
from tournaments.snapshots import StageSnapshot, stage_snapshot
from tournaments.trf import PlayerDetails, TrfLimitError, to_document, write_trf
from tournaments.trf.document import Dialect

# The record 192 for the systems there are; with acceleration the name ends differently.
_SYSTEMS = {"dutch-2026": "FIDE_DUTCH_2026"}
_ACCELERATED = "_BAKU"
_HEADER_DATE = "%Y/%m/%d"


def trf_report(event: Event, dialect: Dialect) -> str:
    """The text of the file: names as strangers may see them, published rounds alone, games without a result left open.

    DomainError `not_started` before there are pairing numbers; `not_in_trf` for what this edition of the format can't
    say.
    """
    stage = stage_of(event)
    snapshot = stage_snapshot(stage)
    if not snapshot.entries:
        raise DomainError("not_started", _("The report can be made as soon as the event has started."))
    try:
        document = to_document(
            snapshot.state,
            header=_header(event, stage, snapshot),
            details={
                number: PlayerDetails(name=entry.player.public_name) for number, entry in snapshot.entries.items()
            },
            ranks=_ranks(stage),
            system=_system(stage),
            dialect=dialect,
        )
        return write_trf(document)
    except TrfLimitError as error:
        message = _("This edition of the format can't say everything about this event (%(what)s). Try the other one.")
        raise DomainError("not_in_trf", message % {"what": error}) from error


def _header(event: Event, stage: Stage, snapshot: StageSnapshot) -> Mapping[str, tuple[str, ...]]:
    day = event.starts_at.astimezone(ZoneInfo(event.time_zone)).strftime(_HEADER_DATE)
    rated = sum(entry.rating > 0 for entry in snapshot.entries.values())
    records = {
        "012": event.name,
        "022": event.club.place,
        "042": day,
        "062": str(len(snapshot.entries)),
        "072": str(rated),
        "092": format_for(stage.format).name,
    }
    return {code: (text,) for code, text in records.items() if text}


def _ranks(stage: Stage) -> dict[int, int]:
    table = standing_table(stage)
    rows = table.rows.values_list("entry__number", "rank") if table else ()
    return {number: rank for number, rank in rows if number is not None}


def _system(stage: Stage) -> str:
    """Empty for formats for which the record 192 has no name."""
    values = option_values(format_for(stage.format), stage.options)
    name = _SYSTEMS.get(str(values.get("system", "")), "")
    return f"{name}{_ACCELERATED}" if name and values.get("acceleration") == "baku" else name
