"""The demo club's league, in its second season: made by the services that people use, as the rest of the demo."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from games.enums import Grade
from leagues.enums import Answer
from leagues.models import Season, SeasonEntry
from leagues.selectors.seasons import deciders_of, events_of_season
from leagues.services.entries.answer import season_answer
from leagues.services.entries.sign_up import players_add
from leagues.services.leagues.change import league_change
from leagues.services.leagues.create import league_create
from leagues.services.seasons.begin_closing import closing_begin
from leagues.services.seasons.close import season_close
from leagues.services.seasons.decide import decider_by_lots
from leagues.services.seasons.open_entries import entries_open
from leagues.services.seasons.placement import placement_plan, season_place
from leagues.services.seasons.plan import season_plan_next
from leagues.services.seasons.start import season_start
from magistrar_site.shared.acts import Act
from tournaments.enums import PlaceKind
from tournaments.selectors.events import rounds_of, stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.demo_parts import DemoPage
from tournaments.services.demo_steps import by_seat, confirm_all, hand_in
from tournaments.services.fixtures.answer import proposal_accept
from tournaments.services.fixtures.propose import times_propose
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.times import Place

if TYPE_CHECKING:
    from games.models import Club
    from tournaments.models import Match

ZONE = "Europe/Berlin"
NAME = "Rheinland league"
DESCRIPTION = (
    "Three divisions, one game a week. The players agree on a time themselves.\n\n"
    "The best of each division goes up, the last one goes down. **Newcomers sign up before each season.**"
)
# By division: those who signed up first are placed first.
NAMES = (
    ("Anna Berger", "Ben Özdemir", "Clara Müller", "David Koch", "Lena Hoffmann"),
    ("Eva Jansen", "Finn de Vries", "Greta Weiß", "Nora Schulz", "Oskar Lind"),
    ("Hugo Lang", "Ida Peters", "Jan Visser", "Klara Götz", "Sven Bakker"),
)
LEAVES, NEWCOMER = "Sven Bakker", "Thea Brandt"
SETTINGS = {"target": 5, "least": 3, "most": 6, "up": 1, "down": 1, "tie_rule": "lots"}
DAYS_OF_SEASON = 35  # five matchdays of a week
FIRST_BEGAN, SECOND_BEGAN = 119, 17  # days ago: the second one is in its third matchday
GRADES = (Grade.SCORE, Grade.SCORE, Grade.SHEET, Grade.RECORD)
WEEK = timedelta(days=7)


@dataclass(slots=True)
class _League:
    """Who acts, when it is now, and the chance that the games hang on: the same everywhere."""

    act: Act
    rng: random.Random = field(default_factory=lambda: random.Random(18))

    def ago(self, days: float) -> Act:
        return replace(self.act, at=self.act.at - timedelta(days=days))

    def day(self, days_ago: int) -> date:
        return (self.act.at - timedelta(days=days_ago)).date()


@dataclass(frozen=True, slots=True)
class _Fixture:
    """A match with its window, and when it might be played."""

    match: Match
    opens: datetime
    closes: datetime
    at: datetime


def league_show(act: Act, club: Club) -> DemoPage:
    """A league of three divisions: a first season that is closed, with its honours, and a second one in its third
    matchday, with games played, agreed, proposed and overdue."""
    demo = _League(act)
    then = demo.ago(FIRST_BEGAN + 14)
    league = league_create(act=then, club_slug=club.slug, name=NAME, time_zone=ZONE)
    league_change(act=then, league=league, description=DESCRIPTION)
    _first_season(demo, season_plan_next(act=then, league=league, changes=_changes(demo, FIRST_BEGAN)))
    then = demo.ago(SECOND_BEGAN + 23)
    second = season_plan_next(act=then, league=league, changes=_changes(demo, SECOND_BEGAN))
    _second_season(demo, second)
    return DemoPage("A league", reverse("leagues:league", args=[club.slug, league.slug]))


def _changes(demo: _League, days_ago: int) -> dict[str, Any]:
    return {**SETTINGS, "first_day": demo.day(days_ago).isoformat()}


def _first_season(demo: _League, season: Season) -> None:
    entries_open(act=demo.ago(FIRST_BEGAN + 13), season=season)
    for number, names in enumerate(NAMES):
        players_add(act=demo.ago(FIRST_BEGAN + 12 - number), season=season, text="\n".join(names))
    _started(demo, season, FIRST_BEGAN + 3)
    for fixture in _fixtures(demo, season):
        _play(demo, fixture.match, fixture.at)
    closing_begin(act=demo.ago(FIRST_BEGAN - DAYS_OF_SEASON - 1), season=season)
    then = demo.ago(FIRST_BEGAN - DAYS_OF_SEASON - 2).because("Drawn by the organiser.")
    while waiting := [decider for decider in deciders_of(season) if not decider.order]:
        for decider in waiting:
            decider_by_lots(act=then, season=season, key=decider.key)
    season_close(act=then.because(""), season=season)


def _second_season(demo: _League, season: Season) -> None:
    entries_open(act=demo.ago(SECOND_BEGAN + 22), season=season)
    for entry in SeasonEntry.objects.filter(season=season, answer=Answer.ASKED).select_related("player"):
        answer = Answer.NO if entry.player.name == LEAVES else Answer.YES
        season_answer(act=demo.ago(SECOND_BEGAN + 20), entry=entry, answer=answer)
    players_add(act=demo.ago(SECOND_BEGAN + 10), season=season, text=NEWCOMER)
    _started(demo, season, SECOND_BEGAN + 3)
    fixtures, present = _fixtures(demo, season), demo.act.at
    *played, not_come, _left_open = [fixture for fixture in fixtures if fixture.closes < present]
    for fixture in played:
        _play(demo, fixture.match, fixture.at)
    act = replace(demo.act, at=not_come.at).because("Waited for half an hour at the agreed place.")
    result_rule(act=act, game_key=not_come.match.games.all()[0].game.key, kind="forfeit", placing="1")
    now = [fixture for fixture in fixtures if fixture.opens <= present <= fixture.closes]
    coming = [fixture for fixture in fixtures if fixture.opens > present]
    for fixture in now[::3]:
        _play(demo, fixture.match, fixture.opens + timedelta(days=1, hours=19))
    for fixture in [*now[1::3], coming[0]]:
        _agree(demo, fixture)
    for fixture in now[2::3]:
        _propose(demo, fixture, position=0)


def _started(demo: _League, season: Season, days_ago: int) -> None:
    season_place(act=demo.ago(days_ago), season=season, seen=placement_plan(act=demo.ago(days_ago), season=season).seen)
    season_start(act=demo.ago(days_ago - 1), season=Season.objects.get(pk=season.pk))
    season.refresh_from_db()


def _fixtures(demo: _League, season: Season) -> list[_Fixture]:
    """All matches of the season with two players, in the order in which they might be played."""
    found = []
    for event in events_of_season(season):
        for round_ in rounds_of(stage_of(event)):
            opens, closes = round_.starts_at, round_.ends_at
            if opens is not None and closes is not None:
                for match in matches_of(round_):
                    if not match.bye:
                        at = opens + timedelta(days=demo.rng.randrange(6), hours=18 + demo.rng.randrange(4))
                        found.append(_Fixture(match, opens, closes, at))
    return sorted(found, key=lambda fixture: fixture.at)


def _play(demo: _League, match: Match, at: datetime) -> None:
    act = replace(demo.act, at=at)
    confirm_all(act, match, hand_in(act, match, demo.rng, demo.rng.choice(GRADES)))


def _propose(demo: _League, fixture: _Fixture, position: int) -> tuple[str, datetime]:
    """Two times of the days to come; the proposal's key and the first of them."""
    act = replace(demo.act, at=demo.act.at - timedelta(hours=5))
    match, first = fixture.match, max(act.at, fixture.opens) + timedelta(days=1)
    first = first.replace(hour=18, minute=0, second=0, microsecond=0)
    place = Place(PlaceKind.ADDRESS, "Café Libresso, Rathenauplatz 9")
    times = [first, first + timedelta(days=1)]
    sent = times_propose(act=by_seat(act, match, position), match_key=match.key, times=times, place=place)
    return sent.key, first


def _agree(demo: _League, fixture: _Fixture) -> None:
    key, at = _propose(demo, fixture, position=1)
    act = replace(demo.act, at=demo.act.at - timedelta(hours=2))
    proposal_accept(act=by_seat(act, fixture.match, 0), key=key, starts_at=at)
