"""What a change would do, before it is done: the change itself is made, looked at and taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db import transaction

from magistrar_site.shared.selectors.facts import head_of
from ratings.selectors.ratings import whole_ratings
from ratings.services.ratings import ratings_refresh
from tournaments.enums import RoundState
from tournaments.formats.core.elimination import RanksByPlace
from tournaments.formats.core.points import HALF_POINTS
from tournaments.formats.registry import format_for
from tournaments.models import Event, Round, Stage
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.stages import scale_of, stage_entries, stages_of
from tournaments.selectors.standings.rows import standing_rows, standing_table
from tournaments.services.brackets.changes import MovedMatch, moves_made
from tournaments.services.stages.advance import advancing
from tournaments.services.stages.standings import standings_refresh
from tournaments.snapshots import stage_snapshot


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands: rank (None: still in a bracket that isn't decided) and points of the newest table in
    units of the stage's scale, whole rating points (None: unrated)."""

    rank: int | None
    points: int | None
    rating: int | None


@dataclass(frozen=True, slots=True)
class Shift:
    """How one player's standing would change."""

    player_key: str
    name: str
    before: Standing
    after: Standing


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change would move, and the rounds whose published pairings stay as they are. `moved`: in a bracket, the
    matches that others would play. Of a closed stage nothing moves, its table and who went on: `is_closed`, and the
    names of who would go on in it by the corrected results and didn't (`would_go_on`), and the other way round.
    `reopened`: the closed rounds that it would reopen. `scale`: how many units make a point. `ratings_later`: so many
    games of the pool follow from it that nobody waits for their ratings here; these stand as they are."""

    shifts: tuple[Shift, ...]
    kept_rounds: tuple[int, ...]
    moved: tuple[MovedMatch, ...] = ()
    is_closed: bool = False
    would_go_on: tuple[str, ...] = ()
    would_not: tuple[str, ...] = ()
    reopened: tuple[int, ...] = ()
    scale: int = HALF_POINTS
    ratings_later: bool = False

    @property
    def has_ranks(self) -> bool:
        """Whether anybody has a rank: nobody has while all who change are still in a bracket."""
        return any(shift.before.rank or shift.after.rank for shift in self.shifts)


def change_preview(*, stage: Stage, after_round: int, change: Callable[[], object]) -> Preview:
    """What `change` (a service call, with its refusals) would do to standings and ratings. Nothing stays of it: it
    runs in a transaction that is rolled back. `after_round`: the round of the stage that is being corrected."""
    event = stage.event
    rounds = Round.objects.filter(stage=stage).order_by("number")
    closed = list(rounds.filter(state=RoundState.CLOSED).values_list("pk", flat=True))
    with transaction.atomic():
        names, before, _is_rated = _picture(stage)
        head, _digest = head_of(event.stream)
        change()
        _names, after, is_rated = _picture(stage)
        moved = moves_made(event, head)
        reopened = tuple(rounds.filter(pk__in=closed, state=RoundState.REOPENED).values_list("number", flat=True))
        would_go_on, would_not = _instead(event, stage) if stage.closed_fact else ((), ())
        transaction.set_rollback(True)
    unknown = Standing(None, None, None)
    changed = [key for key in names if before.get(key) != after.get(key)]
    shifts = [Shift(key, names[key], before.get(key, unknown), after.get(key, unknown)) for key in changed]
    followed = {match.round for match in moved}
    later = rounds.filter(number__gt=after_round, state__in=PUBLIC_ROUNDS)
    return Preview(
        shifts=tuple(sorted(shifts, key=lambda shift: (shift.after.rank or 0, shift.name))),
        kept_rounds=tuple(number for number in later.values_list("number", flat=True) if number not in followed),
        moved=tuple(moved),
        is_closed=bool(stage.closed_fact),
        would_go_on=would_go_on,
        would_not=would_not,
        reopened=reopened,
        scale=scale_of(stage),
        ratings_later=not is_rated,
    )


def _instead(event: Event, stage: Stage) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who would go on from a closed stage by its results as they are now and didn't, and who did and wouldn't."""
    into = stages_of(event).get(number=stage.number + 1)
    now = {entry.key: entry.player.public_name for _place, entry in advancing(stage, into).seeds}
    went = {entry.key: entry.player.public_name for entry in stage_entries(into).values()}
    return (
        tuple(name for key, name in now.items() if key not in went),
        tuple(name for key, name in went.items() if key not in now),
    )


def _picture(stage: Stage) -> tuple[dict[str, str], Mapping[str, Standing], bool]:
    """Names and standings of the stage's players, by player, worked out anew; and whether the ratings are, too, which
    isn't waited for where much follows."""
    event = stage.event
    standings_refresh(event_key=event.key)
    table = standing_table(stage)
    rows = standing_rows(table) if table else []
    names = {row.entry.player.key: row.entry.player.public_name for row in rows}
    is_rated = not event.pool or ratings_refresh(pool_key=event.pool, slices=0)
    ratings = whole_ratings(event.pool, names) if event.pool else {}
    open_ = _still_in(stage)
    stands = {
        row.entry.player.key: Standing(
            None if row.entry.pk in open_ else row.rank, row.points, ratings.get(row.entry.player.key)
        )
        for row in rows
    }
    return names, stands, is_rated


def _still_in(stage: Stage) -> frozenset[int]:
    """Entries, by primary key, whose place in a bracket isn't decided."""
    format_ = format_for(stage.format)
    if not isinstance(format_, RanksByPlace) or not stage.planned_rounds:
        return frozenset()
    snapshot = stage_snapshot(stage)
    places = format_.places(snapshot.state, stage.options)
    return frozenset(entry.pk for number, entry in snapshot.entries.items() if number not in places)
