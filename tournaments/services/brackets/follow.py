"""Brings the rounds of a bracket in line with its results, when somebody else goes on than was thought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.services.games import games_lock, games_void
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import fact_append, stream_lock
from tournaments.enums import ByeKind, EventState, RoundState
from tournaments.facts.brackets import BracketFollowed
from tournaments.facts.rounds import RoundDiscarded
from tournaments.formats.core.state import REVISION
from tournaments.formats.registry import format_for
from tournaments.formats.systems.knockout.following import PairedMatch, RoundMove, following
from tournaments.formats.systems.knockout.format import Elimination
from tournaments.models import Entry, Match, MatchGame, MatchSeat, Round, Stage
from tournaments.selectors.events import PUBLIC_ROUNDS, rounds_of
from tournaments.selectors.rounds.matches import match_games, match_seats
from tournaments.selectors.stage_rules import engine_table
from tournaments.services.permissions import require_event
from tournaments.services.rounds.matches import (
    Seating,
    first_games_arrange,
    matches_create,
    matches_made,
)
from tournaments.services.rounds.states import require_reason
from tournaments.signals import event_changed
from tournaments.snapshots import StageSnapshot, stage_snapshot

FOLLOWED = ({"code": "bracket_followed", "params": {}},)


@dataclass(frozen=True, slots=True)
class MovedRound:
    """A round of which pairings don't stand any more: the matches that are voided, and what takes their place."""

    round: Round
    gone: tuple[Match, ...]
    seatings: tuple[Seating, ...]

    @property
    def touches_play(self) -> bool:
        """Whether a pairing of two is taken away or made: everything else is byes."""
        return any(not match.bye for match in self.gone) or any(len(row.entries) == 2 for row in self.seatings)


def bracket_of_stage(stage: Stage) -> Elimination | None:
    """The format of a bracket; None for other stages."""
    format_ = format_for(stage.format)
    return format_ if isinstance(format_, Elimination) else None


def bracket_moves(stage: Stage) -> list[MovedRound]:
    """What would have to change in the published rounds for them to be what the results ask for; nothing is changed."""
    format_ = bracket_of_stage(stage)
    if format_ is None or not stage.planned_rounds:
        return []
    rounds = {round_.number: round_ for round_ in rounds_of(stage)}
    matches = {match.key: match for match in _matches(rounds.values())}
    snapshot = stage_snapshot(stage)
    numbers = {entry.pk: number for number, entry in snapshot.entries.items()}
    paired: dict[int, list[PairedMatch]] = {number: [] for number in rounds}
    for match in matches.values():
        if match.bracket is not None:
            entrants = tuple(numbers[seat.entry_id] for seat in match.seats.all())
            paired[match.round.number].append(PairedMatch(match.key, match.bracket, entrants))
    moves = following(format_.drawing(snapshot.state, stage.options), snapshot.state, paired)
    return [_moved_round(stage, snapshot, rounds[move.round], move, matches) for move in moves]


def _matches(rounds: Iterable[Round]) -> Iterable[Match]:
    rows = Match.objects.filter(round__in=[round_.pk for round_ in rounds], is_void=False).order_by("table", "key")
    return rows.select_related("round").defer("round__engine").prefetch_related(match_seats(), match_games())


def _moved_round(
    stage: Stage, snapshot: StageSnapshot, round_: Round, move: RoundMove, matches: dict[str, Match]
) -> MovedRound:
    gone = tuple(matches[key] for key in move.gone)
    staying = [match for match in matches.values() if match.round_id == round_.pk and match.key not in move.gone]
    taken = {match.table for match in staying}
    free = [match.table for match in gone if not match.bye and match.table not in taken]
    free += [number for number in range(1, len(taken) + len(move.pairs) + len(free) + 1) if number not in taken]
    tables = list(dict.fromkeys(free))
    last = max([*(match.table for match in [*staying, *gone]), *tables], default=0)
    seatings = []
    for bracket, pair in move.pairs:
        said = engine_table(stage, snapshot.entries, pair.table)
        why = [*said["why"], *FOLLOWED]
        entries = tuple(snapshot.entries[number] for number in (pair.white, pair.black) if number is not None)
        bye = ByeKind.NONE if len(entries) == 2 else ByeKind.PAIRING
        table = tables.pop(0) if len(entries) == 2 else (last := last + 1)
        seatings.append(Seating(entries, table, bye, said["best_of"], why, bracket))
    for missed, number in move.out:
        last += 1
        seatings.append(Seating((snapshot.entries[number],), last, ByeKind.ZERO, why=FOLLOWED, bracket=missed))
    return MovedRound(round_, gone, tuple(seatings))


def bracket_games_lock(stage: Stage) -> None:
    """Lock the games of a bracket before the stream: others of them may be voided by what follows."""
    if bracket_of_stage(stage) is not None:
        links = MatchGame.objects.filter(match__round__stage=stage, match__is_void=False)
        games_lock(games=links.values_list("game_id", flat=True))


@transaction.atomic
def bracket_follow(*, act: Act, stage: Stage) -> list[MovedRound]:
    """Bring the published rounds of a bracket in line with its results, after one was corrected. Matches that don't
    stand are voided and kept with everything that was handed in; the others who go on are paired anew, and an open
    draft is thrown away. Pressed twice is once.

    Invalid `reason_missing` where a pairing of two is taken away or made; DomainError `not_running`, `not_a_bracket`.
    """
    event = stage.event
    require_event(act, event, Action.PAIR)
    if bracket_of_stage(stage) is None:
        raise DomainError("not_a_bracket", _("This event has no bracket, so there is nothing to update."))
    bracket_games_lock(stage)
    stream_lock(stream=event.stream)
    stage = Stage.objects.select_related("event__club").get(pk=stage.pk)
    if stage.event.state != EventState.RUNNING:
        raise DomainError("not_running", _("This event isn’t running."))
    moves = bracket_moves(stage)
    if any(moved.touches_play for moved in moves):
        require_reason(act)
    return follow(act, stage, moves)


def follow(act: Act, stage: Stage, moves: Sequence[MovedRound]) -> list[MovedRound]:
    """Write moves; games and stream are locked, and the permission is seen to."""
    if not moves:
        return []
    _discard_draft(act, stage)
    for moved in moves:
        _follow_round(act, stage, moved)
    transaction.on_commit(lambda: event_changed.send(sender=Round, event_key=stage.event.key))
    return list(moves)


def _discard_draft(act: Act, stage: Stage) -> None:
    """What nobody has seen yet was paired from what doesn't hold."""
    for draft in rounds_of(stage, with_drafts=True).filter(state=RoundState.DRAFT).select_related("stage__event"):
        discarded = RoundDiscarded(stage=draft.stage.number, round=draft.number)
        fact_append(act=act, stream=stage.event.stream, fact=discarded)
        draft.delete()


def _follow_round(act: Act, stage: Stage, moved: MovedRound) -> None:
    round_, event = moved.round, stage.event
    round_.stage = stage
    games_void(act=act, stream=event.stream, games=[link.game for match in moved.gone for link in match.games.all()])
    keys = [match.pk for match in moved.gone]
    Match.objects.filter(pk__in=keys).update(is_void=True)
    MatchSeat.objects.filter(match__in=keys).update(is_void=True)
    made = matches_create(act, round_, moved.seatings)
    rows = list(_matches([round_]))
    new = [match for match in rows if match.pk in {match.pk for match in made}]
    plays = any(not match.bye for match in new)
    reopens = plays and round_.state == RoundState.CLOSED
    followed = BracketFollowed(
        stage=round_.stage.number,
        round=round_.number,
        gone=[match.key for match in moved.gone],
        matches=matches_made(new),
        reopens=reopens,
        revision=REVISION,
    )
    fact = fact_append(act=act, stream=event.stream, fact=followed)
    first_games_arrange(act, round_, new)
    round_.fact_number = fact.number
    round_.state = RoundState.REOPENED if reopens else round_.state
    round_.save(update_fields=["fact_number", "state"])


def has_missed_match(stage: Stage, entry: Entry) -> bool:
    """Whether a published round of a bracket has a match of the drawing for the entry, by the results before it, that
    was made without them."""
    format_ = bracket_of_stage(stage)
    if format_ is None:
        return False
    snapshot = stage_snapshot(stage)
    number = next((number for number, other in snapshot.entries.items() if other.pk == entry.pk), None)
    if number is None:
        return False
    seats = MatchSeat.objects.filter(entry=entry, round__stage=stage, round__state__in=PUBLIC_ROUNDS, is_void=False)
    sits = dict(seats.values_list("round__number", "match__bracket"))
    due = {
        round_: format_.match_ids(snapshot.state, round_, stage.options).get(number)
        for round_ in range(1, snapshot.state.rounds_done + 1)
    }
    return any(match is not None and sits.get(round_) not in (None, match) for round_, match in due.items())
