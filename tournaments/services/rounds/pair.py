"""Pairs a round as a draft."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from msgspec import UNSET, UnsetType

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.isolates import isolated
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import ByeKind, EventState, PairingStep, RoundState
from tournaments.facts.rounds import RoundDrafted, RoundScheduled, as_pair
from tournaments.facts.state import ReplayedStage
from tournaments.formats.core.capabilities import acceleration_of, opens_ahead, tables_of_round
from tournaments.formats.core.elimination import DrawsBracket, RanksByPlace
from tournaments.formats.core.state import RoundTables, StageState
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, Match, Round, Stage
from tournaments.selectors.events import rounds_of
from tournaments.selectors.overseers import overseer_of
from tournaments.selectors.rounds.matches import match_seats, paired_matches, uncounted_games
from tournaments.selectors.rounds.reasons import blocked_words
from tournaments.selectors.stage_bridge import lots_of_round
from tournaments.selectors.stage_rules import engine_table
from tournaments.services.permissions import require_event
from tournaments.services.rounds.matches import (
    Seating,
    matches_create,
    matches_made,
    tables_of,
)
from tournaments.services.rounds.states import NAMED, unconfirmed_words
from tournaments.snapshots import PairingSnapshot, pairing_snapshot

# Why a format has no pairing, by its codes.
NO_PAIRING: dict[str, str | Promise] = {
    "ladder_challenges": _("On a ladder the players challenge each other: there are no rounds to pair."),
    "bracket_finished": _("The bracket is decided: there is nothing left to pair."),
}


def _nobody_told(_step: PairingStep) -> None:
    """A pairing that nobody waits for."""


def round_pair(*, act: Act, stage: Stage, number: int, tell: Callable[[PairingStep], None] = _nobody_told) -> Round:
    """Pair round `number` of the stage as a draft, whole or not at all. Pressed twice is once.

    The pairing is worked out on a snapshot outside of any transaction and written only if no fact came in between
    (DomainError `stale`). The gate: `results_missing`, and `round_reopened` while something is being put right in an
    earlier round, unless `act.why` says why it is paired all the same, or the format opens rounds ahead.
    DomainError `not_started`, `wrong_round`, `no_more_rounds`, or what the pairing system is blocked by.
    `tell` is called with each step before it is taken, outside of any transaction.
    """
    require_event(act, stage.event, Action.PAIR)
    existing = round_standing(stage, number)
    if existing is not None:
        return existing
    try:
        return _round_draft(act, stage, number, tell)
    except DomainError:
        drafted = round_standing(stage, number)
        if drafted is not None:  # somebody else pressed at the same moment, and was first
            return drafted
        raise


def _round_draft(act: Act, stage: Stage, number: int, tell: Callable[[PairingStep], None]) -> Round:
    # The head is read before the settings: whoever asked may have read the stage and its event long ago.
    head, _digest = head_of(stage.event.stream)
    stage = Stage.objects.select_related("event__club").get(pk=stage.pk)
    missing = round_due(act, stage, number)
    tell(PairingStep.READING)
    snapshot = replace(pairing_snapshot(stage, number), head=head)
    tell(PairingStep.PAIRING)
    seating = _tables(stage, number, snapshot)
    tell(PairingStep.WRITING)
    return _draft_write(act, stage, number, snapshot, seating, missing)


def round_standing(stage: Stage, number: int) -> Round | None:
    """The round as it is paired, be it a draft; None before it is."""
    return rounds_of(stage, with_drafts=True).filter(number=number).select_related("stage__event__club").first()


def round_due(act: Act, stage: Stage, number: int) -> int:
    """How many results are missing for a round whose turn it is; the refusals of `round_pair` where it isn't."""
    _check_turn(stage, number)
    return _check_gate(act, stage)


def _check_turn(stage: Stage, number: int) -> None:
    if stage.event.state != EventState.RUNNING:
        raise DomainError("not_started", _("This event isn’t running."))
    rounds = rounds_of(stage, with_drafts=True)
    if rounds.filter(state=RoundState.DRAFT).exists():
        raise DomainError("draft_open", _("There is a draft already. Publish or discard it first."))
    if stage.closed_fact or number > stage.planned_rounds:
        raise DomainError("no_more_rounds", _("All planned rounds are paired."))
    if number != rounds.count() + 1:
        raise DomainError("wrong_round", _("It isn’t this round’s turn yet."))


def _check_gate(act: Act, stage: Stage) -> int:
    """How many results are missing although the round is paired."""
    missing = uncounted_games(stage.event).count()
    if opens_ahead(format_for(stage.format), stage.options):
        return missing
    if missing and not act.why:
        raise DomainError(
            "results_missing",
            ngettext(
                "One game has no result yet. Wait for it, or say why the round is paired without it.",
                "%(count)d games have no result yet. Wait for them, or say why the round is paired without them.",
                missing,
            )
            % {"count": missing}
            + unconfirmed_words(stage.event),
        )
    reopened = rounds_of(stage).filter(state=RoundState.REOPENED).first()
    if reopened is not None and not act.why:
        message = _(
            "Round %(number)d is reopened, so its results may still change. Close it, or say why the next round is "
            "paired anyway."
        )
        raise DomainError("round_reopened", message % {"number": reopened.number})
    return missing


def _tables(stage: Stage, number: int, snapshot: PairingSnapshot) -> RoundTables:
    lots = lots_of_round(stage.event.seed, number)
    pairing = tables_of_round(format_for(stage.format), snapshot.state, number, lots, stage.options)
    # A round without a pair passes: in a bracket and in a round robin all who would meet can be away at once.
    if pairing.blocked:
        code = pairing.blocked[0][0]
        if code == "match_undecided":
            raise DomainError(code, undecided_words(stage, pairing.blocked, snapshot.entries))
        if code in NO_PAIRING:
            raise DomainError(code, NO_PAIRING[code])
        names = {number: isolated(entry.player.name) for number, entry in snapshot.entries.items()}
        blocked = [(reason, dict(parameters)) for reason, parameters in pairing.blocked]
        raise DomainError(code, blocked_words(number, blocked, names))
    return pairing


def undecided_words(
    stage: Stage, blocked: Sequence[tuple[str, Sequence[tuple[str, Any]]]], entries: Mapping[int, Entry]
) -> str:
    """The tables that nobody has won, and what to do about them."""
    due = {
        int(match["match"]): {entries[int(match[seat])].key for seat in ("first", "second") if match[seat]}
        for match in (dict(parameters) for _code, parameters in blocked)
    }
    drawn = Match.objects.filter(round__stage=stage, bracket__in=due, is_void=False).order_by("round__number", "table")
    tables = [
        str(match.table)
        for match in drawn.defer("why").prefetch_related(match_seats("seats"))
        if {seat.entry.key for seat in match.seats.all()} == due[match.bracket or 0]
    ]
    if len(tables) < len(due):  # others sit there since a result was corrected
        return str(_("The rounds don’t match the results yet. Update them on the organiser’s page of the bracket."))
    return ngettext(
        "Table %(tables)s was a tie. Decide who advances.",
        "Tables %(tables)s were ties. Decide who advances from each.",
        len(tables),
    ) % {"tables": ", ".join(tables[:NAMED]) + (" …" if len(tables) > NAMED else "")}


@transaction.atomic
def _draft_write(
    act: Act, stage: Stage, number: int, snapshot: PairingSnapshot, seating: RoundTables, missing: int
) -> Round:
    event = stage.event
    stream_lock(stream=event.stream, expected_number=snapshot.head)
    if round_standing(stage, number) is not None:  # written after we looked for it, and before the snapshot was read
        raise DomainError("stale", _("Something changed in the meantime. Look again, then try once more."))
    engine = [engine_table(stage, snapshot.entries, table) for table in seating.tables]
    round_ = Round.objects.create(stage=stage, number=number, engine=engine)
    matches_create(act, round_, _seatings(stage, number, snapshot, seating, engine))
    drafted = RoundDrafted(
        stage=stage.number,
        round=number,
        pairs=[as_pair(table["entries"]) for table in engine],
        matches=matches_made(paired_matches(round_)),
        missing=missing,
        clubs=_clubs(stage, snapshot),
        accelerated=_accelerated(stage, snapshot),
        revision=snapshot.state.revision,
    )
    fact = fact_append(act=act, stream=event.stream, fact=drafted)
    round_.fact_number = fact.number
    _window_set(act, event, round_)
    round_.save(update_fields=["fact_number", "starts_at", "ends_at"])
    return round_


def _window_set(act: Act, event: Event, round_: Round) -> None:
    """The window in which the round is played, where a league says it."""
    overseer = overseer_of(event)
    window = overseer.round_window(event, round_.number) if overseer else None
    if window is None:
        return
    round_.starts_at, round_.ends_at = window
    scheduled = RoundScheduled(
        stage=round_.stage.number,
        round=round_.number,
        starts_at=round_.starts_at,
        ends_at=round_.ends_at,
        moves_games=True,
    )
    fact_append(act=replace(act, why=""), stream=event.stream, fact=scheduled)


def _clubs(stage: Stage, snapshot: PairingSnapshot) -> dict[str, str]:
    """Clubs by entry, where the pairing looked at them: who is in which club isn't a fact of the event."""
    if not stage.event.settings.same_club:
        return {}
    members = {entry.key: entry.player.club for entry in snapshot.entries.values()}
    return {key: club.key for key, club in members.items() if club is not None}


def _accelerated(stage: Stage, snapshot: PairingSnapshot) -> int | UnsetType:
    """The last player of the accelerated group, where there is one. Rounds whose fact doesn't say it were paired by
    versions that let the group grow with late entries."""
    acceleration = acceleration_of(format_for(stage.format), stage.options)
    return acceleration.last_accelerated(snapshot.state) if acceleration else UNSET


def _seatings(
    stage: Stage, number: int, snapshot: PairingSnapshot, seating: RoundTables, engine: Sequence[dict[str, Any]]
) -> Iterator[Seating]:
    """Those who meet at their tables, then the byes: the system's own, those asked for, and those of everybody else."""
    entries, match_id = snapshot.entries, bracket_match_ids(stage, snapshot.state, number)
    seated = {
        index: tuple(entries[number] for number in table.seats)
        for index, table in enumerate(seating.tables)
        if len(table.seats) > 1
    }
    tables = dict(zip(seated, tables_of(stage.event, list(seated.values())), strict=True))
    next_table = max(tables.values(), default=0) + 1
    for index, table in enumerate(seating.tables):
        said, first = engine[index], table.seats[0]
        bracket_match = match_id(first)
        if index in seated:
            yield Seating(seated[index], tables[index], best_of=said["best_of"], why=said["why"], bracket=bracket_match)
        else:
            yield Seating((entries[first],), next_table, ByeKind.PAIRING, said["best_of"], said["why"], bracket_match)
            next_table += 1
    for entrant, bye in _others(stage, snapshot, seating):
        yield Seating((entries[entrant],), next_table, bye, bracket=match_id(entrant))
        next_table += 1


def bracket_match_ids(stage: Stage | ReplayedStage, state: StageState, number: int) -> Callable[[int], int | None]:
    """Which match of the drawing an entrant, by number, sits in in that round: 0 for none, as for who is out of a final
    without a drawing, or waits; None in other formats."""
    format_ = format_for(stage.format)
    if not isinstance(format_, DrawsBracket):
        none = 0 if isinstance(format_, RanksByPlace) else None
        return lambda _entrant: none
    ids = format_.match_ids(state, number, stage.options)
    return lambda entrant: ids.get(entrant, 0)


def _others(stage: Stage, snapshot: PairingSnapshot, seating: RoundTables) -> Iterator[tuple[int, ByeKind]]:
    """Everybody has a seat in every round: who wasn't paired has a bye. In a round robin the opponent of somebody who
    has withdrawn gets the full points; who is away without having asked for more, or waits or is out in a bracket, gets
    none."""
    unopposed = ByeKind.ZERO if isinstance(format_for(stage.format), RanksByPlace) else ByeKind.FULL
    paired = {number for table in seating.tables for number in table.seats}
    for entrant in snapshot.state.entrants:
        if entrant.number not in paired and not entrant.withdrawn:
            yield entrant.number, snapshot.byes.get(entrant.number, unopposed)
