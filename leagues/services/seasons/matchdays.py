"""The windows in which all divisions play a round (G4), and moving them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from leagues.enums import SeasonState
from leagues.facts.seasons import MatchdayMoved, MatchdayWindow
from leagues.models import Division, Matchday, Season
from leagues.models.rules import SeasonSettings
from leagues.selectors.seasons import divisions_of, matchdays_of
from leagues.services.seasons.change import require_reason, season_for_change
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid, NotFound
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import EventState, MailTopic
from tournaments.selectors.events import rounds_of, stage_of
from tournaments.services.announcements.mail import entrants_mail
from tournaments.services.rounds.times import round_time_set
from tournaments.services.zone_times import require_year

MOST_MATCHDAYS = 200
MOST_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Window:
    """A matchday's time, from its start to just before its end."""

    starts_at: datetime
    ends_at: datetime


def windows(settings: SeasonSettings, *, first_day: date, count: int, zone: str) -> list[Window]:
    """The windows of so many matchdays, from the first day on. One that would touch a break comes as many steps later
    as it needs, so that matchdays keep their day of the week. Days begin at midnight of the league's zone, evenings at
    `evening_from`, and end with the last day."""
    here = ZoneInfo(zone)
    begin = time.fromisoformat(settings.evening_from) if settings.is_evening else time()
    days = 1 if settings.is_evening else settings.matchday_days

    def window(day: date) -> Window:
        return Window(
            datetime.combine(day, begin, tzinfo=here),
            datetime.combine(day + timedelta(days=days), time(), tzinfo=here),
        )

    return [window(day) for day in _first_days(settings, first_day, days, count)]


def _first_days(settings: SeasonSettings, first_day: date, days: int, count: int) -> Iterator[date]:
    found, day = 0, first_day
    for _step in range(MOST_STEPS):
        if found == count:
            return
        last = day + timedelta(days=days - 1)
        if not _touches_break(settings, day, last):
            found += 1
            yield day
        day += timedelta(days=settings.matchday_days)


def _touches_break(settings: SeasonSettings, first: date, last: date) -> bool:
    return any(each.first_day <= last and first <= each.last_day for each in settings.breaks)


def matchday_of_round(number: int, rounds: int, matchdays: int) -> int:
    """The matchday on which a division of so many rounds plays its round: free ones are spread evenly."""
    if rounds >= matchdays:
        return min(number, matchdays)
    return (2 * number - 1) * matchdays // (2 * rounds) + 1


def window_of_round(division: Division, number: int, rounds: int) -> Matchday | None:
    """The matchday on which the division's round is played; None for one beyond the season's."""
    days = matchdays_of(division.season)
    if not days or number > max(rounds, len(days)):
        return None
    return days[matchday_of_round(number, rounds, len(days)) - 1]


@transaction.atomic
def matchday_move(
    *, act: Act, season: Season, number: int, starts_at: datetime, ends_at: datetime, with_later: bool = False
) -> Season:
    """Give a matchday another window in all divisions, with the reason in `act.why`; `with_later`: all later ones
    move with it, keep their distance without counting the season's breaks, and stay out of these. Everybody who plays
    is told. The same window once more is no change.

    Invalid `reason_missing`, `ends_too_early`, `ends_too_early` for one that would be over at once, `wrong_order`;
    NotFound `no_such_matchday`; DomainError `wrong_season_state`.
    """
    season = season_for_change(act, season, SeasonState.RUNNING)
    require_reason(act)
    for name, value in (("starts_at", starts_at), ("ends_at", ends_at)):
        require_year(value, field=name)
    if ends_at <= starts_at:
        text = _("Choose a time after the start.")
        raise Invalid("ends_too_early", _("The matchday would end before it starts."), fields={"ends_at": text})
    if ends_at <= act.at:
        text = _("Choose a time that isn’t over.")
        raise Invalid("ends_too_early", _("The matchday would be over already."), fields={"ends_at": text})
    days = matchdays_of(season)
    if not 1 <= number <= len(days):
        raise NotFound("no_such_matchday", _("This season has no such matchday."))
    moved = _moved(season, days, number, Window(starts_at, ends_at), with_later=with_later)
    if not moved:
        return season
    _check_order(days)
    Matchday.objects.bulk_update(moved, ["starts_at", "ends_at"])
    fact = MatchdayMoved(season=season.key, matchdays=[window_fact(day) for day in moved])
    appended = fact_append(act=act, stream=season.league.stream, fact=fact)
    for division in divisions_of(season):
        _rounds_move(act, division, {day.number: day for day in moved}, len(days))
        if division.event is not None:
            occasion = f"league:{season.key}:moved:{appended.number}"
            entrants_mail(act=act, event=division.event, topic=MailTopic.MOVED, occasion=occasion, text=act.why)
    return season


def window_fact(day: Matchday) -> MatchdayWindow:
    return MatchdayWindow(number=day.number, starts_at=day.starts_at, ends_at=day.ends_at)


def _moved(season: Season, days: Sequence[Matchday], number: int, to: Window, *, with_later: bool) -> list[Matchday]:
    """The matchdays that have another window now, with it. Later ones keep their distance from the one before, without
    counting breaks, and their time on the clock."""
    zone, settings = ZoneInfo(season.league.time_zone), season.settings

    def moved_by(at: datetime, by: timedelta) -> datetime:
        return (at.astimezone(zone).replace(tzinfo=None) + by).replace(tzinfo=zone)

    def first_of(day: Matchday) -> date:
        return day.starts_at.astimezone(zone).date()

    def length_of(day: Matchday) -> timedelta:
        return (day.ends_at.astimezone(zone) - timedelta(microseconds=1)).date() - first_of(day)

    later = days[number - 1 :] if with_later else days[number - 1 : number]
    new = {number: to}
    first = to.starts_at.astimezone(zone).date()
    for earlier, day in pairwise(later):
        first = _day_after_move(settings, first, first_of(earlier), first_of(day), length_of(day))
        by = first - first_of(day)
        new[day.number] = Window(moved_by(day.starts_at, by), moved_by(day.ends_at, by))
    moved = []
    for day in later:
        window = new[day.number]
        if (day.starts_at, day.ends_at) != (window.starts_at, window.ends_at):
            day.starts_at, day.ends_at = window.starts_at, window.ends_at
            moved.append(day)
    return moved


def _day_after_move(settings: SeasonSettings, start: date, earlier: date, day: date, length: timedelta) -> date:
    """The first day of a matchday when the one before moved from `earlier` to `start`. Steps that a break took between
    the two don't count, before or now."""
    step = timedelta(days=settings.matchday_days)

    def is_in_break(first: date) -> bool:
        return _touches_break(settings, first, first + length)

    distance = day - earlier
    passed = day - step
    while passed > earlier:
        if is_in_break(passed):
            distance -= step
        passed -= step
    if earlier == start:
        return day
    found = start
    for ahead in [distance % step] * bool(distance % step) + [step] * (distance // step):
        found += ahead
        while is_in_break(found):
            found += step
    return found


def _check_order(days: Sequence[Matchday]) -> None:
    """Matchdays keep their order. They may overlap: somebody may have two weeks for two fixtures."""
    for day, following in pairwise(days):
        if following.starts_at < day.starts_at:
            text = _("Matchday %(number)d would begin after the next one.") % {"number": day.number}
            raise Invalid("wrong_order", text, fields={"starts_at": text})


def _rounds_move(act: Act, division: Division, moved: dict[int, Matchday], matchdays: int) -> None:
    """The division's rounds of these matchdays get their windows, if it is still played."""
    event = division.event
    if event is None or event.state != EventState.RUNNING:
        return
    stage = stage_of(event)
    for round_ in rounds_of(stage, with_drafts=True).order_by("number"):
        day = moved.get(matchday_of_round(round_.number, stage.planned_rounds, matchdays))
        if day is not None:
            round_time_set(act=act, round_=round_, starts_at=day.starts_at, ends_at=day.ends_at)
