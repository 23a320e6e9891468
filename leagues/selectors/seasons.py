"""Seasons, their divisions and players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from leagues.enums import BEFORE_START, Answer, DeciderKind, SeasonState
from leagues.models import Decider, Division, Honour, League, Matchday, Season, SeasonEntry
from magistrar_site.shared.errors import NotFound
from tournaments.selectors.events import entry_by_key

if TYPE_CHECKING:
    from games.models import Player
    from tournaments.models import Entry, Event


def seasons_of(league: League) -> QuerySet[Season]:
    """Newest first."""
    return Season.objects.filter(league=league).order_by("-number")


def season_numbered(league: League, number: int) -> Season:
    """With league and club. NotFound."""
    season = Season.objects.select_related("league__club").filter(league=league, number=number).first()
    if season is None:
        raise NotFound("no_such_season", _("This league has no such season."))
    return season


def newest_season(league: League) -> Season | None:
    """The season with the highest number."""
    return seasons_of(league).select_related("league__club").first()


def season_before(season: Season) -> Season | None:
    """The season that this one's players come from: the one before it that was closed, or was cancelled after its
    divisions were placed. None for a first season."""
    earlier = Season.objects.filter(league=season.league, number__lt=season.number).exclude(
        state=SeasonState.CANCELLED, divisions=None
    )
    return earlier.select_related("league__club").order_by("-number").first()


def divisions_of(season: Season) -> list[Division]:
    """From the highest, with their events."""
    return list(Division.objects.filter(season=season).select_related("event").order_by("number"))


def division_numbered(season: Season, number: int) -> Division:
    """With its event. NotFound."""
    division = Division.objects.filter(season=season, number=number).select_related("event").first()
    if division is None:
        raise NotFound("no_such_division", _("This season has no such division."))
    return division


def matchdays_of(season: Season) -> list[Matchday]:
    """In order."""
    return list(Matchday.objects.filter(season=season).order_by("number"))


def entries_of_season(season: Season) -> QuerySet[SeasonEntry]:
    """Everybody, with player and division: by division and place, others by when they signed up."""
    beside = ("player__club", "player__user", "division", "took_over")
    rows = SeasonEntry.objects.filter(season=season).select_related(*beside)
    return rows.order_by("division__number", "place", "signed_up_at", "key")


def season_entry_by_key(key: str) -> SeasonEntry:
    """With player, season, league and club. NotFound."""
    entry = SeasonEntry.objects.select_related("player__user", "division", "season__league__club", "took_over")
    found = entry.filter(key=key).first()
    if found is None:
        raise NotFound("no_such_entry", _("There is no such player in this season."))
    return found


def entries_of_division(division: Division, *, final: bool = False) -> list[SeasonEntry]:
    """The division's players, in the order of the placement, or as they finished."""
    rows = SeasonEntry.objects.filter(division=division).select_related("player")
    return list(rows.order_by("final_place" if final else "place", "key"))


def own_keys(entry: SeasonEntry) -> list[str]:
    """The keys of the personal links that speak for the player in this league: this entry's, and those of the player's
    entries in its other seasons. A claim, which may be anybody's of that name, has only its own, and gives none."""
    if entry.is_claim:
        return [entry.key]
    rows = SeasonEntry.objects.filter(season__league=entry.season.league, player=entry.player, is_claim=False)
    rows = rows.order_by("pk")
    keys = [entry.key]
    for key, event_entry, taken_over_by in rows.values_list("key", "event_entry", "taken_over_by"):
        keys += [key, event_entry]
        if taken_over_by is not None:  # the link with this key is the reserve's
            keys = [each for each in keys if each != key]
    return list(dict.fromkeys(key for key in keys if key))


def event_entry_of(entry: SeasonEntry) -> Entry | None:
    """The entry in the division's event that the player has now; None before the start, and for somebody whose place a
    reserve took."""
    if entry.division is None or not entry.event_entry:
        return None
    return entry_by_key(entry.event_entry)


def start_sizes(season: Season) -> list[int]:
    """How many players each division had at the start, from the highest: those who took over don't count."""
    rows = SeasonEntry.objects.filter(season=season, division__isnull=False, took_over__isnull=True)
    counts = Counter(rows.order_by().values_list("division__number", flat=True))
    return [counts[number] for number in sorted(counts)]


def open_question(player_pk: int, league: League) -> SeasonEntry | None:
    """The player's entry in a season of the league that is open for answers."""
    rows = SeasonEntry.objects.filter(
        player=player_pk, is_claim=False, season__league=league, season__state=SeasonState.OPEN
    )
    return rows.select_related("season__league__club", "player").first()


def entries_before_start(keys: Collection[str], user_key: str) -> list[SeasonEntry]:
    """The entries of these keys, and of the account's player, in seasons that haven't started."""
    own = Q(key__in=list(keys))
    if user_key:
        own |= Q(player__user__key=user_key, is_claim=False)
    rows = SeasonEntry.objects.filter(own, season__state__in=BEFORE_START)
    return list(rows.select_related("season__league").order_by("-season__created_at", "key"))


def deciders_of(season: Season, kind: DeciderKind | None = None) -> list[Decider]:
    """Ties by division, then play-offs by border; of one kind where it is named."""
    rows = Decider.objects.filter(season=season).select_related("event").order_by("-kind", "number", "pk")
    return list(rows.filter(kind=kind) if kind else rows)


def decider_by_key(season: Season, key: str) -> Decider:
    """NotFound."""
    found = Decider.objects.filter(season=season, key=key).select_related("event").first()
    if found is None:
        raise NotFound("no_such_decider", _("There is no such tie or play-off in this season."))
    return found


def events_of_season(season: Season) -> list[Event]:
    """The events of its divisions and deciders, with their clubs."""
    events = [
        row.event
        for row in Division.objects.filter(season=season).select_related("event__club").order_by("number")
        if row.event is not None
    ]
    deciders = Decider.objects.filter(season=season).select_related("event__club").order_by("pk")
    return events + [row.event for row in deciders if row.event is not None]


def seasons_of_player(player: Player) -> list[Season]:
    """The seasons on whose lists a player stands, newest first, with league."""
    rows = SeasonEntry.objects.filter(player=player).select_related("season__league")
    return [row.season for row in rows.order_by("-season__created_at", "season__key")]


def honours_of_player(player_pk: int) -> list[Honour]:
    """What a player won or lost in closed seasons of leagues that aren't hidden, newest first, with league and club."""
    rows = Honour.objects.filter(player=player_pk, season__league__is_hidden=False)
    rows = rows.select_related("division", "season__league__club")
    return list(rows.order_by("-season__created_at", "kind", "key"))


def honours_of_season(season: Season) -> list[Honour]:
    """By division, with players."""
    return list(Honour.objects.filter(season=season).select_related("division", "player").order_by("division", "key"))


@dataclass(frozen=True, slots=True)
class AnswerCounts:
    """How many were asked and said nothing yet, take part, don't, and stand by as reserves."""

    asked: int
    yes: int
    no: int
    reserves: int


def answer_counts(entries: Iterable[SeasonEntry]) -> AnswerCounts:
    """The counts of these entries."""
    rows = list(entries)
    return AnswerCounts(
        asked=sum(row.answer == Answer.ASKED for row in rows),
        yes=sum(row.answer == Answer.YES and not row.is_reserve for row in rows),
        no=sum(row.answer == Answer.NO for row in rows),
        reserves=sum(row.answer == Answer.YES and row.is_reserve for row in rows),
    )
