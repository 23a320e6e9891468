"""An event as a tournament report file (TRF), for pairing programs and federations: with what everybody may know of
it, or for its staff with all that it is paired by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from games.enums import Action, GameState
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from tournaments.formats.core.capabilities import SeatsTables, acceleration_of
from tournaments.formats.core.format import for_standings, option_values
from tournaments.formats.registry import format_for
from tournaments.models import Event, MatchSeat, Stage
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.standings.rows import standing_table
from tournaments.services.permissions import require_event
from tournaments.services.trf.wishes import with_wishes
from tournaments.snapshots import StageSnapshot, latecomers, pairing_snapshot, stage_snapshot
from tournaments.trf import PlayerDetails, TrfLimitError, to_document, write_trf
from tournaments.trf.document import AnnulledGame, Dialect, Document

# The record 192 for the systems there are; with acceleration the name ends differently.
_SYSTEMS = {"dutch-2026": "FIDE_DUTCH_2026"}
_ACCELERATED = "_BAKU"
_HEADER_DATE = "%Y/%m/%d"
FOR_ALL = "Public report: without byes asked for and pairs kept apart. The organiser's report has them."
FOR_STAFF = "Organiser's report: with byes asked for, absences and pairs kept apart. Not for publication."


def trf_report(stage: Stage, dialect: Dialect) -> str:
    """The text of the file for everybody: names as strangers may see them, published rounds alone, games without a
    result left open. What players asked for and who is kept apart isn't in it, which a comment says.

    DomainError `not_started` before there are pairing numbers; `not_in_trf` for what this edition of the format can't
    say.
    """
    return _write(_document, stage, dialect)


def trf_report_full(*, act: Act, stage: Stage, dialect: Dialect) -> str:
    """The text of the file for the staff: with everything that the next round is paired by, and names as they are.
    NotAllowed; DomainError as in `trf_report`."""
    require_event(act, stage.event, Action.VIEW)
    return _write(full_document, stage, dialect)


def full_document(stage: Stage, dialect: Dialect) -> Document:
    """The report with everything that the next round is paired by: `trf_pair` pairs it as the event does. DomainError
    `not_started`; TrfLimitError."""
    snapshot = pairing_snapshot(stage, stage_snapshot(stage).state.rounds_done + 1)
    names = {number: entry.player.name for number, entry in snapshot.entries.items()}
    return replace(
        with_wishes(_stage_document(stage, snapshot, names, dialect), stage, snapshot), comments=(FOR_STAFF,)
    )


def _document(stage: Stage, dialect: Dialect) -> Document:
    snapshot = stage_snapshot(stage)
    if snapshot.state.rounds_done:
        late = replace(snapshot.state, latecomers=latecomers(stage, snapshot))
        snapshot = replace(snapshot, state=late)
    names = {number: entry.player.public_name for number, entry in snapshot.entries.items()}
    return replace(_stage_document(stage, snapshot, names, dialect), comments=(FOR_ALL,))


def _stage_document(stage: Stage, snapshot: StageSnapshot, names: Mapping[int, str], dialect: Dialect) -> Document:
    if not snapshot.entries:
        raise DomainError("not_started", _("The report can be made as soon as the event has started."))
    format_ = format_for(stage.format)
    state = for_standings(format_, snapshot.state, stage.options)
    acceleration = acceleration_of(format_, stage.options)
    if acceleration is not None:
        state = acceleration.accelerated(state)
    document = to_document(
        state,
        header=_header(stage.event, stage, snapshot),
        details={number: PlayerDetails(name=name) for number, name in names.items()},
        ranks=_ranks(stage),
        system=_system(stage),
        dialect=dialect,
    )
    return replace(document, annulled=_annulled_games(stage, snapshot))


def _annulled_games(stage: Stage, snapshot: StageSnapshot) -> tuple[AnnulledGame, ...]:
    """The games that were paired and count for nothing. In a match of several games another one takes their place."""
    numbers = {entry.pk: number for number, entry in snapshot.entries.items()}
    rows = MatchSeat.objects.filter(
        is_void=False,
        round__in=stage.rounds.filter(state__in=PUBLIC_ROUNDS),
        match__best_of=1,
        match__games__game__state=GameState.ANNULLED,
        match__games__game__is_void=False,
        match__games__is_friendly=False,
    ).order_by("round__number", "match__table", "match", "position")
    seated: dict[tuple[int, int], list[int]] = {}
    for match, round_, entry in rows.values_list("match", "round__number", "entry"):
        seated.setdefault((match, round_), []).append(numbers[entry])
    return tuple(AnnulledGame(round_, white, black) for (_match, round_), (white, black) in seated.items())


def _write(document: Callable[[Stage, Dialect], Document], stage: Stage, dialect: Dialect) -> str:
    if isinstance(format_for(stage.format), SeatsTables):
        message = _("FIDE’s report knows games of two players only, and this event is played at larger tables.")
        raise DomainError("not_in_trf", message)
    try:
        return write_trf(document(stage, dialect))
    except TrfLimitError as error:
        message = _("This edition of the format can’t say everything about this event (%(what)s). Try the other one.")
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
    format_ = format_for(stage.format)
    name = _SYSTEMS.get(str(option_values(format_, stage.options).get("system", "")), "")
    return f"{name}{_ACCELERATED}" if name and acceleration_of(format_, stage.options) else name
