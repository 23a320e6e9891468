"""Coming late: entering a running event, with a bye for each round that was missed, as the event's rules say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import fact_append
from ratings.selectors.ratings import whole_ratings
from tournaments.enums import ByeKind, EntryState
from tournaments.facts.entries import EntryCameLate, MissedRound
from tournaments.facts.rounds import MatchMade
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.groups import PlaysInGroups
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, Match, MatchSeat, Round, Stage, StageSeed
from tournaments.selectors.events import rounds_of
from tournaments.selectors.stages import is_ladder
from tournaments.services.entries.claims import require_identified
from tournaments.services.events.rating_sources import late_rating, source_of_start
from tournaments.services.rounds.matches import Seating, matches_create, matches_made

_BYES: Mapping[str, ByeKind] = {"zero": ByeKind.ZERO, "half": ByeKind.HALF}


@dataclass(frozen=True, slots=True)
class LateEntry:
    """What coming late means now: the bye for each of the missed rounds, and the number of the next newcomer."""

    stage: Stage
    rounds: tuple[Round, ...]
    bye: ByeKind
    next_number: int


def late_entry(stage: Stage, *, coming: int = 1) -> LateEntry:
    """Whether so many may still come to a stage of a running event.

    DomainError `late_entry_closed`, `late_entry_over`, `no_rounds_left`, `late_bracket`, `late_table_full` or
    `late_stage`: each says what the rules or the format allow.
    """
    event, rules = stage.event, stage.event.settings
    if is_ladder(stage):
        return LateEntry(stage, (), ByeKind.ZERO, _next_number(event))
    if rules.late_entry == "closed":
        raise DomainError("late_entry_closed", _("The event has started, and its rules don’t allow latecomers."))
    rounds = tuple(rounds_of(stage))
    next_round = len(rounds) + 1
    if next_round > stage.planned_rounds:
        raise DomainError("no_rounds_left", _("All rounds are paired: there is none left to join."))
    if rules.late_entry_until and next_round > rules.late_entry_until:
        raise DomainError(
            "late_entry_over",
            _("The next round is round %(next)d; the rules let newcomers begin up to round %(last)d.")
            % {"next": next_round, "last": rules.late_entry_until},
        )
    _check_format(stage, coming)
    return LateEntry(stage, rounds, _BYES[rules.late_entry], _next_number(event))


def _next_number(event: Event) -> int:
    numbered = Entry.objects.filter(event=event, number__isnull=False)
    return int(numbered.aggregate(last=Max("number"))["last"] or 0) + 1


def _check_format(stage: Stage, coming: int) -> None:
    """A newcomer must not move anybody: a Swiss has room; a round robin only where the table has a free place (its
    rounds stay as many); a bracket is drawn."""
    refusal = _format_refusal(stage, coming)
    if refusal is not None:
        raise DomainError(*refusal)


def _format_refusal(stage: Stage, coming: int) -> tuple[str, str | Promise] | None:
    event, format_ = stage.event, format_for(stage.format)
    if stage.number > 1 or stage.closed_fact:
        return "late_stage", _("Who plays in this stage was decided in the one before, so nobody can join it.")
    if isinstance(format_, RanksByPlace):
        return "late_bracket", _("The bracket was drawn at the start, so nobody can join it.")
    count = Entry.objects.filter(event=event, number__isnull=False).count() + coming
    if isinstance(format_, PlaysInGroups) and format_.group_count(stage.options):
        if format_.has_room(count - coming, coming, stage.options):
            return None
        return "late_table_full", _("Newcomers fit only into groups with an odd number of players, and there is none.")
    is_too_many = format_.maximum_entrants is not None and count > format_.maximum_entrants
    if is_too_many or (format_.predetermined and format_.rounds_for(count, stage.options) != stage.planned_rounds):
        return (
            "late_table_full",
            _(
                "The schedule was fixed at the start and has no room for that many more. It has one free place if an "
                "odd number of players started, otherwise none."
            ),
        )
    return None


def late_entry_refusal(stage: Stage, *, coming: int = 1) -> DomainError | None:
    """Why nobody can come late now; None where somebody can."""
    try:
        late_entry(stage, coming=coming)
    except DomainError as refusal:
        return refusal
    return None


def entries_come_late(act: Act, stage: Stage, entries: Sequence[Entry]) -> None:
    """Give entries without a number the next ones, their ratings, and byes for the rounds of the stage that were
    missed. Lock and permission are the caller's. DomainError as `late_entry`."""
    if not entries:
        return
    require_identified(entries)
    event, late = stage.event, late_entry(stage, coming=len(entries))
    ratings = whole_ratings(event.pool, [entry.player.key for entry in entries]) if event.pool else {}
    source = source_of_start(event)
    for number, entry in enumerate(entries, late.next_number):
        entry.number, entry.state = number, EntryState.ACTIVE
        entry.rating = late_rating(source, entry, ratings)
    Entry.objects.bulk_update(entries, ["number", "rating", "state"], batch_size=500)
    made = [_byes_create(act, round_, entries, late.bye) for round_ in late.rounds]
    for index, entry in enumerate(entries):
        fact = EntryCameLate(
            entry=entry.key,
            number=late.next_number + index,
            rating=entry.rating,
            stage=late.stage.number,
            rounds=[
                MissedRound(round=round_.number, match=matches[index])
                for round_, matches in zip(late.rounds, made, strict=True)
            ],
        )
        fact_append(act=act, stream=event.stream, fact=fact)


def byes_while_out(act: Act, stage: Stage, entry: Entry) -> dict[str, Any]:
    """Zero-point byes in the rounds of the stage that went by while the entry was out, as the fact of its return says
    them. None in a bracket, where nobody is missed who had no match, nor in a stage that goes on without the entry."""
    if isinstance(format_for(stage.format), RanksByPlace) or is_ladder(stage) or not _plays_in(stage, entry):
        return {}
    seated = MatchSeat.objects.filter(entry=entry, is_void=False).values("round")
    missed = rounds_of(stage).exclude(pk__in=seated)
    rounds = [
        MissedRound(round=round_.number, match=_byes_create(act, round_, [entry], ByeKind.ZERO)[0]) for round_ in missed
    ]
    return {"stage": stage.number, "rounds": rounds} if rounds else {}


def _plays_in(stage: Stage, entry: Entry) -> bool:
    return stage.number == 1 or StageSeed.objects.filter(stage=stage, entry=entry).exists()


def _byes_create(act: Act, round_: Round, entries: Sequence[Entry], bye: ByeKind) -> list[MatchMade]:
    """A bye in the round for each of the entries, in order, as the facts say them."""
    tables = Match.objects.filter(round=round_).aggregate(last=Max("table"))["last"] or 0
    seatings = [Seating((entry,), table, bye, round_.stage.best_of) for table, entry in enumerate(entries, tables + 1)]
    return matches_made(matches_create(act, round_, seatings))
