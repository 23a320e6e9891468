"""Matchdays: their windows, free ones of smaller divisions, and moving one for all divisions."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from leagues.models.rules import Break, SeasonSettings
from leagues.selectors.seasons import divisions_of, matchdays_of
from leagues.services.seasons.matchdays import matchday_move, matchday_of_round, windows
from leagues.services.seasons.start import division_plans, season_start
from magistrar_site.shared.errors import DomainError, Invalid
from tests.leagues.league_evening import LeagueEvening, replay_differences
from tournaments.models import Round
from tournaments.selectors.events import stage_of
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.times import round_schedule

BERLIN = ZoneInfo("Europe/Berlin")


def days(settings: SeasonSettings, first: date, count: int) -> list[tuple[str, str]]:
    found = windows(settings, first_day=first, count=count, zone="Europe/Berlin")
    return [(f"{each.starts_at:%m-%d %H:%M}", f"{each.ends_at:%m-%d %H:%M}") for each in found]


def test_weeks_follow_each_other_and_leave_out_breaks() -> None:
    settings = SeasonSettings(breaks=(Break(date(2026, 3, 24), date(2026, 4, 6)),))
    assert days(settings, date(2026, 3, 9), 3) == [
        ("03-09 00:00", "03-16 00:00"),
        ("03-16 00:00", "03-23 00:00"),
        ("04-13 00:00", "04-20 00:00"),
    ]


def test_evenings_keep_their_day_of_the_week_and_hour_across_summer_time() -> None:
    settings = SeasonSettings(is_evening=True, evening_from="19:30", matchday_days=14)
    found = windows(settings, first_day=date(2026, 3, 18), count=2, zone="Europe/Berlin")
    assert [each.starts_at.astimezone(UTC).hour for each in found] == [18, 17]
    assert days(settings, date(2026, 3, 18), 2) == [("03-18 19:30", "03-19 00:00"), ("04-01 19:30", "04-02 00:00")]


@pytest.mark.parametrize("matchdays", range(1, 40))
def test_rounds_of_a_smaller_division_lie_evenly(matchdays: int) -> None:
    for rounds in range(1, matchdays + 1):
        played = [matchday_of_round(number, rounds, matchdays) for number in range(1, rounds + 1)]
        assert played == sorted(set(played))
        assert played[0] >= 1
        assert played[-1] <= matchdays
        gaps = {later - earlier for earlier, later in pairwise(played)}
        assert not gaps or max(gaps) - min(gaps) <= 1


def test_small_division_plays_twice_where_that_fits() -> None:
    settings = SeasonSettings(small_double=True)
    plans = division_plans(settings, [20, 11, 10, 9])
    assert [(plan.rounds, plan.options["double"]) for plan in plans] == [
        (19, False),
        (11, False),
        (18, True),
        (18, True),
    ]
    assert [plan.rounds for plan in division_plans(SeasonSettings(), [20, 11, 10])] == [19, 11, 9]
    swiss = division_plans(SeasonSettings(kind="swiss", swiss_rounds=7), [20, 6])
    assert [(plan.format, plan.rounds) for plan in swiss] == [("swiss", 7), ("swiss", 5)]


@pytest.mark.django_db
def test_odd_division_plays_with_a_free_player_each_round() -> None:
    evening = LeagueEvening()
    season = evening.running(9, target=5, most=6)
    rounds = [stage_of(division.event).planned_rounds for division in divisions_of(season) if division.event]
    assert (rounds, len(matchdays_of(season))) == ([5, 3], 5)
    small = divisions_of(season)[1].event
    starts = Round.objects.filter(stage__event=small).order_by("number").values_list("starts_at", flat=True)
    every = matchdays_of(season)
    assert list(starts) == [every[index].starts_at for index in (0, 2, 4)]


@pytest.mark.django_db
def test_moved_matchday_moves_the_rounds_of_all_divisions() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    first, second, third = matchdays_of(season)
    week = timedelta(days=7)
    with pytest.raises(Invalid) as refusal:
        matchday_move(
            act=evening.act(), season=season, number=2, starts_at=second.starts_at + week, ends_at=third.ends_at
        )
    assert refusal.value.code == "reason_missing"
    with pytest.raises(Invalid) as refusal:
        matchday_move(
            act=evening.act(why="Storm."),
            season=season,
            number=2,
            starts_at=third.ends_at,
            ends_at=third.ends_at + week,
        )
    assert refusal.value.code == "wrong_order"
    matchday_move(
        act=evening.act(why="Storm."),
        season=season,
        number=2,
        starts_at=second.starts_at + week,
        ends_at=second.ends_at + week,
        with_later=True,
    )
    wanted = [first.starts_at, second.starts_at + week]
    shifted = datetime.combine(third.starts_at.astimezone(BERLIN).date() + week, datetime.min.time(), tzinfo=BERLIN)
    for division in divisions_of(season):
        starts = Round.objects.filter(stage__event=division.event).order_by("number")
        assert list(starts.values_list("starts_at", flat=True)) == [*wanted, shifted]
    assert replay_differences(evening.league) == []


@pytest.mark.django_db
def test_later_matchdays_move_past_the_breaks() -> None:
    evening = LeagueEvening()
    season = evening.running(8, breaks=[{"first_day": "2026-03-30", "last_day": "2026-04-07"}])
    first, second, third = matchdays_of(season)
    week = timedelta(days=7)
    matchday_move(
        act=evening.act(why="Storm."),
        season=season,
        number=2,
        starts_at=second.starts_at + week - timedelta(days=1),
        ends_at=second.ends_at + week - timedelta(days=1),
        with_later=True,
    )
    days = [day.starts_at.astimezone(BERLIN).date().isoformat() for day in matchdays_of(season)]
    assert (first.starts_at.astimezone(BERLIN).date().isoformat(), days[1:]) == (days[0], ["2026-03-22", "2026-04-12"])
    with pytest.raises(Invalid) as refusal:
        matchday_move(
            act=evening.act(why="Typo."),
            season=season,
            number=3,
            starts_at=third.starts_at - timedelta(days=900),
            ends_at=third.ends_at - timedelta(days=900),
        )
    assert refusal.value.code == "ends_too_early"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("number", "weeks", "wanted"),
    [
        (2, 1, ["03-09", "03-23", "03-30", "04-06", "04-13"]),  # into the break, which stays free for the later ones
        (2, 3, ["03-09", "04-06", "04-13", "04-20", "04-27"]),
        (1, 1, ["03-16", "03-30", "04-06", "04-13", "04-20"]),
        (4, -1, ["03-09", "03-16", "03-30", "03-30", "04-06"]),
        (4, 1, ["03-09", "03-16", "03-30", "04-13", "04-20"]),
    ],
)
def test_break_is_counted_once_when_later_matchdays_move(number: int, weeks: int, wanted: list[str]) -> None:
    evening = LeagueEvening()
    season = evening.running(6, target=6, most=6, breaks=[{"first_day": "2026-03-23", "last_day": "2026-03-29"}])
    before = matchdays_of(season)
    assert [f"{day.starts_at.astimezone(BERLIN):%m-%d}" for day in before] == [
        "03-09",
        "03-16",
        "03-30",
        "04-06",
        "04-13",
    ]
    moved, by = before[number - 1], timedelta(weeks=weeks)
    matchday_move(
        act=evening.act(why="Storm."),
        season=season,
        number=number,
        starts_at=moved.starts_at + by,
        ends_at=moved.ends_at + by,
        with_later=True,
    )
    assert [f"{day.starts_at.astimezone(BERLIN):%m-%d}" for day in matchdays_of(season)] == wanted


@pytest.mark.django_db
def test_season_whose_breaks_never_end_doesnt_start() -> None:
    evening = LeagueEvening()
    names = tuple(f"Spieler {number}" for number in range(4))
    season = evening.placed(evening.opened(names, breaks=[{"first_day": "2000-01-01", "last_day": "2199-12-31"}]))
    with pytest.raises(Invalid) as refusal:
        season_start(act=evening.act(), season=season)
    assert refusal.value.code == "year_out_of_range"


@pytest.mark.django_db
def test_round_of_a_division_isnt_moved_without_the_others() -> None:
    evening = LeagueEvening()
    season = evening.running(8)
    round_ = Round.objects.filter(stage__event=divisions_of(season)[0].event).earliest("number")
    assert round_.starts_at is not None
    with pytest.raises(DomainError) as refusal:
        round_schedule(act=evening.act(), round_=round_, starts_at=round_.starts_at + timedelta(days=1))
    assert refusal.value.code == "belongs_to_league"


@pytest.mark.django_db
def test_swiss_round_gets_the_window_of_its_matchday_when_it_is_paired() -> None:
    evening = LeagueEvening()
    season = evening.running(8, kind="swiss", swiss_rounds=3)
    every = matchdays_of(season)
    event = divisions_of(season)[0].event
    assert event is not None
    assert (Round.objects.filter(stage__event=event).count(), len(every)) == (1, 3)
    evening.play_season(season)
    round_ = round_pair(act=evening.act(), stage=stage_of(event), number=2)
    assert (round_.starts_at, round_.ends_at) == (every[1].starts_at, every[1].ends_at)


@pytest.mark.django_db
@pytest.mark.slow
def test_season_that_stopped_running_keeps_its_matchdays() -> None:
    evening = LeagueEvening()
    season = evening.closed(evening.running(8))
    day = matchdays_of(season)[0]
    with pytest.raises(DomainError) as refusal:
        matchday_move(
            act=evening.act(why="Why."), season=season, number=1, starts_at=day.starts_at, ends_at=day.ends_at
        )
    assert refusal.value.code == "wrong_season_state"
