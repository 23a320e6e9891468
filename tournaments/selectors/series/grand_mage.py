"""A club's Grand Mage series: those that are decided, what was made of them, and who holds the title."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Concat
from django.utils.translation import gettext_lazy as _

from games.enums import SETTLED_STATES, GameState, Outcome
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.models import Stream
from magistrar_site.shared.selectors.facts import heads_of
from tournaments.formats.core.series_table import DecidedSeries
from tournaments.models import (
    Event,
    GrandMagePeriod,
    GrandMageSource,
    GrandMageStanding,
    GrandMageTable,
    Match,
    MatchGame,
    SeriesShare,
    TitleReign,
)
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.series.matches import MatchSeries, series_of_matches

if TYPE_CHECKING:
    from games.models import Club, Player

GAMES = 5  # R28: a Grand Mage series is best of so many
EVENT = "round__stage__event"
IN_EVENT = ("round__stage__number", "round__number", "table", "key")
ORDER_OF_PLAY = ("played_at", f"{EVENT}__created_at", f"{EVENT}__key", *IN_EVENT)
OF_MATCH = ("match__round__stage__event",)


@dataclass(frozen=True, slots=True)
class PlayedSeries:
    """A decided series and the day on which it was played, by the event's zone. The series' key and players are primary
    keys."""

    series: DecidedSeries
    day: date


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player's Grand Mage series against one other."""

    key: str
    name: str
    series_won: int
    series_lost: int
    games_won: int
    games_lost: int
    honoris: int
    honoris_against: int


def time_of_match(match: str) -> Subquery:
    """When the first game of a match was played, to annotate rows with; `match`: what of a row names the match."""
    games = MatchGame.objects.filter(match=OuterRef(match)).order_by("number")
    return Subquery(games.values("game__played_at")[:1])


def grand_mage_matches() -> QuerySet[Match]:
    """Best of five with goldens (R28, R29), in rounds that are published."""
    matches = Match.objects.filter(best_of=GAMES, bye="", is_void=False, round__state__in=PUBLIC_ROUNDS)
    return matches.filter(round__stage__event__rules__goldens=True)


def played_series(club: Club) -> list[PlayedSeries]:
    """The club's decided Grand Mage series in their order of play: by time, then of events, rounds and tables. A series
    counts once each of its results is settled, and if one of its games was played at all."""
    matches = list(
        grand_mage_matches()
        .filter(round__stage__event__club=club)
        .select_related("round__stage__event")
        .annotate(played_at=time_of_match("pk"))
        .order_by(*ORDER_OF_PLAY)
    )
    of_match = series_of_matches(matches)
    return [_played_series(of_match[match.pk], match.played_at) for match in matches if _is_settled(of_match[match.pk])]


def _is_settled(series: MatchSeries) -> bool:
    counted = {game.number for game in series.standing.counted}
    states = {GameState(link.game.state) for link in series.own_games if link.number in counted}
    was_played = any(game.is_played for game in series.standing.counted)
    return series.standing.is_decided and was_played and states <= set(SETTLED_STATES)


def _played_series(series: MatchSeries, at: datetime) -> PlayedSeries:
    standing, event = series.standing, series.match.round.stage.event
    decided = DecidedSeries(
        key=series.match.pk,
        sides=series.seats,
        wins=standing.won,
        games=sum(game.is_played for game in standing.counted),
        honoris=standing.scores,
        winner=None if standing.winner is None else series.seats[standing.winner],
    )
    return PlayedSeries(decided, at.astimezone(ZoneInfo(event.time_zone)).date())


def grand_mage_periods_of(club: Club) -> QuerySet[GrandMagePeriod]:
    return GrandMagePeriod.objects.filter(club=club).order_by("-starts_on", "key")


def grand_mage_period_by_slug(club: Club, slug: str) -> GrandMagePeriod:
    season = GrandMagePeriod.objects.filter(club=club, slug=slug).first()
    if season is None:
        raise NotFound("no_such_season", _("The club has no season at this address."))
    return season


def grand_mage_standings(club: Club, season: GrandMagePeriod | None) -> QuerySet[GrandMageStanding]:
    """The rows of the table of all time (None) or of a season, by rank."""
    rows = GrandMageStanding.objects.filter(table__club=club, table__season=season)
    return rows.select_related("player").order_by("rank", "player__folded_name", "player__key")


def reigns_of(club: Club) -> QuerySet[TitleReign]:
    """The holders of the title, newest first."""
    rows = TitleReign.objects.filter(club=club).annotate(won_at=time_of_match("won_in")).order_by("-number")
    return rows.select_related("holder", "won_in__round__stage__event", "lost_in")


def titles_of_player(player: Player) -> int:
    """How often a player became a club's Grand Mage."""
    return TitleReign.objects.filter(holder=player).count()


def newest_series(club: Club) -> QuerySet[SeriesShare]:
    """Each decided series once, from the side of its first seat, newest first."""
    rows = SeriesShare.objects.filter(club=club, position=0).annotate(played_at=time_of_match("match"))
    return rows.select_related("player", "opponent", *OF_MATCH).order_by("-number")


def series_of_player(club: Club, player: Player) -> QuerySet[SeriesShare]:
    """A player's decided series in a club, newest first."""
    rows = SeriesShare.objects.filter(club=club, player=player).annotate(played_at=time_of_match("match"))
    return rows.select_related("opponent", *OF_MATCH).order_by("-number")


def series_against(club: Club, player: Player) -> list[Opponent]:
    """A player's series by opponent; whom he met most often comes first."""
    met: dict[int, list[SeriesShare]] = defaultdict(list)
    for share in SeriesShare.objects.filter(club=club, player=player).select_related("opponent"):
        met[share.opponent_id].append(share)
    found = sorted(met.values(), key=lambda shares: (-len(shares), shares[0].opponent.folded_name))
    return [_opponent(shares) for shares in found]


def _opponent(shares: Sequence[SeriesShare]) -> Opponent:
    outcomes = [share.outcome for share in shares]
    return Opponent(
        key=shares[0].opponent.key,
        name=shares[0].opponent.public_name,
        series_won=outcomes.count(Outcome.WIN),
        series_lost=outcomes.count(Outcome.LOSS),
        games_won=sum(share.games_won for share in shares),
        games_lost=sum(share.games_lost for share in shares),
        honoris=sum(share.honoris for share in shares),
        honoris_against=sum(share.honoris_against for share in shares),
    )


def series_heads(club: Club) -> dict[str, int]:
    """For each event of the club with Grand Mage series: the number of its newest fact."""
    events = Event.objects.filter(club=club, stages__rounds__matches__in=grand_mage_matches()).distinct()
    return heads_of([event.stream for event in events.only("key")])


def grand_mage_is_stale(club: Club) -> bool:
    """Whether the club's tables aren't made from the newest facts of its events with such series."""
    made_from = dict(GrandMageSource.objects.filter(club=club).values_list("stream", "number"))
    return any(made_from.get(stream, 0) < number for stream, number in series_heads(club).items())


def stale_series_clubs() -> list[str]:
    """Keys of the clubs that have such an event."""
    return sorted(set(events_ahead_of_series().values()))


def events_ahead_of_series(among: Collection[str] | None = None) -> dict[str, str]:
    """The keys of the events (of these, or all) whose newest fact is ahead of what their club's tables were made from,
    or whose club has lost its table, each with its club's: found in the database, without reading the others."""
    stream = Concat(Value("event:"), OuterRef("key"))
    head = Stream.objects.filter(name=stream).values("number")[:1]
    followed = GrandMageSource.objects.filter(stream=stream, club=OuterRef("club"), number__gte=OuterRef("head"))
    table = GrandMageTable.objects.filter(club=OuterRef("club"), season=None)
    played = grand_mage_matches().filter(round__stage__event=OuterRef("pk"))
    events = Event.objects.filter(rules__goldens=True).alias(head=Subquery(head))
    behind = events.filter(~Exists(followed) | ~Exists(table), Exists(played), head__gt=0)
    if among is not None:
        behind = behind.filter(key__in=among)
    return dict(behind.values_list("key", "club__key"))
