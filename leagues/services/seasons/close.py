"""Closes a season: champions, promoted and relegated players, for good (G5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from leagues.enums import BEFORE_START, DeciderKind, HonourKind, Move, SeasonState
from leagues.facts.closing import FinalDivision, FinalEntry, MadeHonour, SeasonClosed
from leagues.facts.seasons import StepUndone
from leagues.models import Division, Honour, Season, SeasonEntry
from leagues.placement.claims import PROMOTED, RELEGATED, claims_of
from leagues.placement.values import Playoff
from leagues.selectors.seasons import deciders_of, divisions_of
from leagues.services.entries.links import season_links_end
from leagues.services.seasons.change import require_reason, season_for_change, stands, state_set
from leagues.services.seasons.final_order import as_last_season, final_order, ranked_divisions
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.public_epoch import public_epoch_begin
from magistrar_site.shared.services.bulk import rows_update
from magistrar_site.shared.services.facts import fact_append

_MOVES = {PROMOTED: Move.PROMOTED, RELEGATED: Move.RELEGATED}


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A player's final place, and what it means for them."""

    entry: SeasonEntry
    place: int
    finished: bool
    move: Move

    @property
    def honours(self) -> Iterator[HonourKind]:
        if self.place == 1 and self.finished:
            yield HonourKind.CHAMPION
        if self.move is Move.PROMOTED:
            yield HonourKind.PROMOTED
        if self.move is Move.RELEGATED:
            yield HonourKind.RELEGATED


def final_rows(season: Season) -> list[tuple[Division, list[FinalRow]]]:
    """The final order of each division as it follows from tables and decisions now, with what it means (G6)."""
    ranked = ranked_divisions(season)
    order = final_order(season, ranked)
    playoffs = [
        Playoff(border=decider.number, winner=decider.order[0])
        for decider in deciders_of(season, DeciderKind.PLAYOFF)
        if decider.order
    ]
    last = as_last_season(season, order, ranked)
    moves = {claim.player.id: claim for claim in claims_of(replace(last, playoffs=playoffs))}
    return [
        (
            division,
            [
                FinalRow(entry, place, moves[entry.key].player.finished, _MOVES.get(moves[entry.key].move, Move.STAYS))
                for place, entry in enumerate(entries, 1)
            ],
        )
        for division, entries in zip(divisions_of(season), order, strict=True)
    ]


@transaction.atomic
def season_close(*, act: Act, season: Season, seen: int | None = None) -> Season:
    """Fix the final order and the honours once every tie and play-off is decided. All personal links of this season
    end: whoever is asked for the next one answers by a link of that season. Pressed twice is once.

    `seen` as in `season_for_change`. DomainError `undecided`, `wrong_season_state`.
    """
    if stands(act, season, SeasonState.CLOSED):
        return season
    season = season_for_change(act, season, SeasonState.CLOSING, seen=seen)
    if any(not decider.order for decider in deciders_of(season)):
        raise DomainError("undecided", _("A tie or play-off isn’t decided yet."))
    divisions = final_rows(season)
    final, honours = final_write(act, season, divisions)
    fact_append(
        act=act,
        stream=season.league.stream,
        fact=SeasonClosed(season=season.key, divisions=final, honours=honours),
    )
    season_links_end(act=act, season=season)
    return state_set(season, SeasonState.CLOSED)


def final_write(
    act: Act, season: Season, divisions: Sequence[tuple[Division, list[FinalRow]]]
) -> tuple[list[FinalDivision], list[MadeHonour]]:
    """Write places and honours in place of those so far, and return them as facts say them. Called under the lock."""
    public_epoch_begin()  # honours are on the players' pages
    rows = [row for _division, of_division in divisions for row in of_division]
    for row in rows:
        row.entry.final_place, row.entry.finished, row.entry.move = row.place, row.finished, row.move
    rows_update(
        SeasonEntry,
        ("final_place", "finished", "move"),
        [(row.place, row.finished, row.move.value, row.entry.pk) for row in rows],
    )
    Honour.objects.filter(season=season).delete()
    honours = [
        Honour(key=act.ids.key(), season=season, division=division, player=row.entry.player, kind=kind)
        for division, of_division in divisions
        for row in of_division
        for kind in row.honours
    ]
    Honour.objects.bulk_create(honours, batch_size=500)
    final = [
        FinalDivision(
            division=division.number,
            entries=[FinalEntry(entry=row.entry.key, finished=row.finished, move=row.move) for row in of_division],
        )
        for division, of_division in divisions
    ]
    made = [
        MadeHonour(
            honour=honour.key,
            player=honour.player.key,
            division=honour.division.number,
            kind=HonourKind(honour.kind),
        )
        for honour in honours
    ]
    return final, made


@transaction.atomic
def close_undo(*, act: Act, season: Season) -> Season:
    """Take the closing back while no later season is placed by it, with the reason in `act.why`. Pressed twice is once.
    DomainError `later_season`: then results are corrected (`correct`), and nobody moves."""
    if stands(act, season, SeasonState.CLOSING):
        return season
    season = season_for_change(act, season, SeasonState.CLOSED)
    require_reason(act)
    if is_depended_on(season):
        raise DomainError(
            "later_season",
            _("The next season is placed by this one already. Correct a result instead; nobody moves by it."),
        )
    Honour.objects.filter(season=season).delete()
    SeasonEntry.objects.filter(season=season).update(final_place=None, finished=True, move="")
    fact_append(act=act, stream=season.league.stream, fact=StepUndone(season=season.key, step="close"))
    return state_set(season, SeasonState.CLOSING)


def is_depended_on(season: Season) -> bool:
    """Whether a later season was placed by this one."""
    later = Season.objects.filter(league=season.league, number__gt=season.number)
    before_placement = [state for state in BEFORE_START if state != SeasonState.PLACED]
    return later.exclude(state__in=[*before_placement, SeasonState.CANCELLED]).exists()
