"""Places the players of a season in divisions: shown as a plan first, then written (G3, G6 to G11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.enums import LeagueAction, SeasonState
from leagues.facts.seasons import PlacedDivision, PlacedEntry, SeasonPlaced, StepUndone
from leagues.models import Division, Season, SeasonEntry
from leagues.placement.by_hand import with_moves
from leagues.placement.claims import Claim, claims_of
from leagues.placement.plan import season_plan
from leagues.placement.values import UNEARNED, LastSeason, PlacementError, Reason
from leagues.selectors.seasons import divisions_of, entries_of_season, season_before
from leagues.services.permissions import require_league
from leagues.services.seasons.change import season_for_change, stands, state_set
from leagues.services.seasons.last_season import placement_input
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.bulk import rows_update
from magistrar_site.shared.services.facts import fact_append

FEWEST = 2  # players of a division, which has to play


@dataclass(frozen=True, slots=True)
class PlannedPlayer:
    """A player in the plan. `reason` is the plan's; `by_hand`: the organiser put them here. `left` and `place` are last
    season's division and place, None for newcomers; `claim` is the division that they have a right to."""

    entry: SeasonEntry
    reason: Reason
    by_hand: bool
    rating: int | None
    left: int | None
    place: int | None
    claim: int | None

    @property
    def is_unearned(self) -> bool:
        return self.reason in UNEARNED


@dataclass(frozen=True, slots=True)
class PlannedDivision:
    number: int
    name: str
    players: tuple[PlannedPlayer, ...]


@dataclass(frozen=True, slots=True)
class PlacementPlan:
    """The plan of a season. `seen` is the number of the league's newest fact that it was made from. `refusal`: why it
    can't be accepted yet; then `divisions` may be empty. `unearned`: how many move without having earned it; `by_hand`:
    how many the organiser moved."""

    divisions: tuple[PlannedDivision, ...]
    unearned: int
    by_hand: int
    seen: int
    refusal: DomainError | None


def placement_plan(*, act: Act, season: Season) -> PlacementPlan:
    """The plan as it would be written now; nothing is. NotAllowed."""
    require_league(act, season.league, LeagueAction.VIEW)
    seen, _digest = head_of(season.league.stream)
    season = Season.objects.select_related("league__club").get(pk=season.pk)
    return _plan(season, seen)


@transaction.atomic
def season_place(*, act: Act, season: Season, seen: int) -> Season:
    """Write the plan as it was shown: `seen` is its number. Everybody who said yes has a division from then on.

    DomainError `stale` where anything happened since in the league, `last_season_open` while a game of last season is
    open, `claims_open` while it isn't said who somebody is, `impossible_plan`, `nobody_plays`, `wrong_season_state`.
    """
    season = season_for_change(act, season, SeasonState.OPEN, seen=seen)
    plan = _plan(season, seen)
    if plan.refusal is not None:
        raise plan.refusal
    rows: list[SeasonEntry] = []
    placed = []
    for planned in plan.divisions:
        division = Division.objects.create(key=act.ids.key(), season=season, number=planned.number, name=planned.name)
        for place, player in enumerate(planned.players, 1):
            entry = player.entry
            entry.division, entry.place, entry.reason, entry.rating = division, place, player.reason, player.rating
            rows.append(entry)
        placed.append(
            PlacedDivision(
                division=division.key,
                number=planned.number,
                entries=[
                    PlacedEntry(
                        entry=player.entry.key, reason=player.reason, rating=player.rating, by_hand=player.by_hand
                    )
                    for player in planned.players
                ],
            )
        )
    rows_update(
        SeasonEntry,
        ("division_id", "place", "reason", "rating"),
        [(entry.division_id, entry.place, entry.reason, entry.rating, entry.pk) for entry in rows],
    )
    fact = SeasonPlaced(season=season.key, divisions=placed, unearned=plan.unearned)
    names = {f"name:{planned.number}": planned.name for planned in plan.divisions}
    fact_append(act=act, stream=season.league.stream, fact=fact, details=names)
    return state_set(season, SeasonState.PLACED)


@transaction.atomic
def placement_undo(*, act: Act, season: Season) -> Season:
    """Take the placement back before the season starts; entries can be changed again. Pressed twice is once."""
    if stands(act, season, SeasonState.OPEN):
        return season
    season = season_for_change(act, season, SeasonState.PLACED)
    SeasonEntry.objects.filter(season=season).update(division=None, place=None, reason="", rating=None)
    Division.objects.filter(season=season).delete()
    fact_append(act=act, stream=season.league.stream, fact=StepUndone(season=season.key, step="placement"))
    return state_set(season, SeasonState.OPEN)


def _plan(season: Season, seen: int) -> PlacementPlan:
    entries = list(entries_of_season(season))
    refusal = _refusal(season, entries)
    given = placement_input(season, entries)
    try:
        planned = season_plan(given)
    except PlacementError as error:
        return PlacementPlan((), 0, 0, seen, refusal or _impossible(given, str(error)))
    by_player = {entry.player.key: entry for entry in entries}
    claims = {claim.player.id: claim for claim in claims_of(given)}
    ratings = {newcomer.id: newcomer.rating for newcomer in given.newcomers}
    moved_to = {player: entry.moved_to for player, entry in by_player.items() if entry.moved_to is not None}
    placed, too_far = with_moves(planned, moved_to)
    divisions = [
        [
            _planned(by_player[row.id], row.reason, claims.get(row.id), ratings.get(row.id), by_hand=row.by_hand)
            for row in division
        ]
        for division in placed
    ]
    if too_far:
        refusal = refusal or DomainError(
            "impossible_plan",
            _("%(name)s is moved to division %(number)d, which there isn’t.")
            % {"name": by_player[too_far].player.name, "number": moved_to[too_far]},
        )
    few = next((number for number, division in enumerate(divisions, 1) if len(division) < FEWEST), None)
    if few is not None:
        refusal = refusal or DomainError(
            "impossible_plan",
            _("Division %(number)d would have one player, who couldn’t play. Move somebody, or change the sizes.")
            % {"number": few},
        )
    if not divisions:
        refusal = refusal or DomainError("nobody_plays", _("Nobody takes part yet."))
    names = _names(season)
    return PlacementPlan(
        tuple(
            PlannedDivision(number, names.get(number) or _usual_name(number), tuple(each))
            for number, each in enumerate(divisions, 1)
        ),
        planned.unearned_moves,
        sum(row.by_hand for division in placed for row in division),
        seen,
        refusal,
    )


def _usual_name(number: int) -> str:
    return gettext("Division %(number)d") % {"number": number}


def _planned(
    entry: SeasonEntry, reason: Reason, claim: Claim | None, rating: float | None, *, by_hand: bool
) -> PlannedPlayer:
    return PlannedPlayer(
        entry=entry,
        reason=reason,
        by_hand=by_hand,
        rating=None if rating is None else int(rating),
        left=claim.left if claim else None,
        place=claim.place if claim else None,
        claim=claim.division if claim else entry.seeded,
    )


def _names(season: Season) -> Mapping[int, str]:
    """The names of last season's divisions, by number."""
    before = season_before(season)
    return {division.number: division.name for division in divisions_of(before)} if before else {}


def _refusal(season: Season, entries: Sequence[SeasonEntry]) -> DomainError | None:
    before = season_before(season)
    if before is not None and before.state not in {SeasonState.CLOSED, SeasonState.CANCELLED}:
        return DomainError(
            "last_season_open",
            _("%(season)s isn’t closed yet: settle its games and close it, then place the next one.")
            % {"season": before.name},
        )
    if any(entry.is_claim for entry in entries):
        return DomainError(
            "claims_open", _("Somebody signed up with a known name. Say who it is first, in the list of players.")
        )
    return None


def _impossible(given: LastSeason, message: str) -> DomainError:
    """The refusal of a season that the plan can't be made for, in the words of people where it is about seeds."""
    settings = given.settings
    if any(newcomer.division is not None for newcomer in given.newcomers):
        text: str | Promise = _(
            "A division has more players who claim it than the %(most)d that it takes, with the newcomers who were "
            "given it. Take a newcomer out of it."
        )
        return DomainError("too_many_seeded", text % {"most": settings.most})
    return DomainError("impossible_plan", _("The plan can’t be made: %(why)s") % {"why": message})
