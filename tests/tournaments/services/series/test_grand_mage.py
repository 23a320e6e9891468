from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from games.enums import GameState
from games.models import Game
from tests.evening import Evening, entry_at
from tournaments.models import Event, GrandMageStanding, GrandMageTable, Match, SeriesShare, TitleReign
from tournaments.selectors.events import stage_of
from tournaments.selectors.series.grand_mage import reigns_of, series_against, stale_series_clubs
from tournaments.selectors.series.matches import match_series
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.grand_mage_periods import period_add, period_remove
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.times import match_agree
from tournaments.services.series.grand_mage import grand_mage_refresh

pytestmark = pytest.mark.django_db


class Seasons:
    """A club whose events are Grand Mage series, decided by the arbiter's word."""

    def __init__(self) -> None:
        self.evening = Evening()

    def event(self, *names: str) -> list[Match]:
        """The matches of the first round of a new event."""
        act = self.evening.act()
        event: Event = self.evening.event(names, name=" – ".join(names))
        event_settings_change(act=act, stage=stage_of(event), changes={"best_of": 5, "goldens": True})
        event = event_start(act=self.evening.act(), event=event)
        return [match for match in self.evening.publish(event, 1) if not match.bye]

    def win(self, match: Match, *winners: str) -> None:
        """One game after the other, by the winner's name."""
        sides = {entry_at(match, 0).player.name: "white", entry_at(match, 1).player.name: "black"}
        match = Match.objects.select_related("round__stage__event").get(pk=match.pk)
        for winner in winners:
            (due,) = match_series(match).pending
            act = self.evening.act(why="Seen by all.")
            result_rule(act=act, game_key=due.game.key, kind="bare", winner=sides[winner])
        grand_mage_refresh(club_key=self.evening.club.key)

    def table(self, season: str = "") -> list[tuple[int, str, int, int, int]]:
        """Rank, name, series won, games won, longest run."""
        rows = GrandMageStanding.objects.filter(table__season__name=season) if season else None
        rows = GrandMageStanding.objects.filter(table__season=None) if rows is None else rows
        return [
            (row.rank, row.player.name, row.series_won, row.games_won, row.longest_run)
            for row in rows.order_by("rank", "player__folded_name")
        ]

    def reigns(self) -> list[tuple[str, int, bool]]:
        """Holder, defences, whether the title is still held: oldest first."""
        rows = TitleReign.objects.order_by("number").select_related("holder")
        return [(row.holder.name, row.defences, row.lost_in_id is None) for row in rows]


def test_standings_and_title_follow_each_decided_series() -> None:
    seasons = Seasons()
    (first,) = seasons.event("Anna", "Bert")
    seasons.win(first, "Anna", "Bert", "Anna")
    assert (seasons.table(), seasons.reigns()) == ([], [])

    seasons.win(first, "Anna")
    assert seasons.table() == [(1, "Anna", 1, 3, 1), (2, "Bert", 0, 1, 0)]
    assert seasons.reigns() == [("Anna", 0, True)]

    seasons.evening.later(days=7)
    (second,) = seasons.event("Anna", "Cleo")
    seasons.win(second, "Anna", "Anna", "Anna")
    seasons.evening.later(hours=1)
    (third,) = seasons.event("Bert", "Anna")
    seasons.win(third, "Bert", "Bert", "Anna", "Anna", "Bert")
    assert seasons.table() == [(1, "Anna", 2, 8, 2), (2, "Bert", 1, 4, 1), (3, "Cleo", 0, 0, 0)]
    assert seasons.reigns() == [("Anna", 1, False), ("Bert", 0, True)]


@pytest.mark.django_db(transaction=True)
def test_tables_follow_by_themselves() -> None:
    seasons = Seasons()
    (match,) = seasons.event("Anna", "Bert")
    match = Match.objects.select_related("round__stage__event").get(pk=match.pk)
    for _ in range(3):
        (due,) = match_series(match).pending
        result_rule(act=seasons.evening.act(why="Seen."), game_key=due.game.key, kind="bare", winner="white")
    today = seasons.evening.now.date()
    club = seasons.evening.club
    period_add(act=seasons.evening.act(), club=club, name="Spring", starts_on=today, ends_on=today)

    white = entry_at(match, 0).player.name
    assert (seasons.table()[0], seasons.table("Spring")[0]) == ((1, white, 1, 3, 1), (1, white, 1, 3, 1))
    assert seasons.reigns() == [(white, 0, True)]
    assert stale_series_clubs() == []


def test_head_to_head_adds_up() -> None:
    seasons = Seasons()
    for winners in (("Anna", "Anna", "Anna"), ("Bert", "Anna", "Bert", "Bert")):
        (match,) = seasons.event("Anna", "Bert")
        seasons.win(match, *winners)
    anna = entry_at(match, 0).player if entry_at(match, 0).player.name == "Anna" else entry_at(match, 1).player

    (bert,) = series_against(seasons.evening.club, anna)

    assert (bert.name, bert.series_won, bert.series_lost, bert.games_won, bert.games_lost) == ("Bert", 1, 1, 4, 3)


def test_season_counts_what_began_in_it() -> None:
    seasons = Seasons()
    (before,) = seasons.event("Anna", "Bert")
    seasons.win(before, "Anna", "Anna", "Anna")
    seasons.evening.later(days=30)
    today = seasons.evening.now.date()
    act, club = seasons.evening.act(), seasons.evening.club
    season = period_add(act=act, club=club, name="Spring", starts_on=today, ends_on=date(today.year, 12, 31))
    grand_mage_refresh(club_key=club.key)
    assert seasons.table("Spring") == []

    (within,) = seasons.event("Anna", "Bert")
    seasons.win(within, "Bert", "Bert", "Bert")
    assert seasons.table("Spring") == [(1, "Bert", 1, 3, 1), (2, "Anna", 0, 0, 0)]
    assert seasons.table() == [(1, "Anna", 1, 3, 1), (1, "Bert", 1, 3, 1)]

    period_remove(act=seasons.evening.act(), club=club, key=season.key)
    grand_mage_refresh(club_key=club.key)
    assert GrandMageTable.objects.filter(season__isnull=False).count() == 0
    assert len(seasons.table()) == 2


def test_title_and_seasons_follow_the_time_that_a_series_was_played_at() -> None:
    """A league's series agreed for June comes after an evening in May, and belongs to the season of June."""
    seasons = Seasons()
    (league,) = seasons.event("Anna", "Bert")
    seasons.win(league, "Anna", "Anna", "Anna")
    seasons.evening.later(days=60)
    (evening,) = seasons.event("Bert", "Anna")
    seasons.win(evening, "Bert", "Bert", "Bert")
    assert seasons.reigns() == [("Anna", 0, False), ("Bert", 0, True)]
    club, june = seasons.evening.club, datetime(2026, 6, 12, 18, 0, tzinfo=UTC)
    act = seasons.evening.act()
    period_add(act=act, club=club, name="June", starts_on=date(2026, 6, 1), ends_on=date(2026, 6, 30))

    match_agree(act=seasons.evening.act(), match=league, agreed_at=june)
    assert stale_series_clubs() == [club.key]
    grand_mage_refresh(club_key=club.key)

    assert seasons.reigns() == [("Bert", 0, False), ("Anna", 0, True)]
    assert seasons.table("June") == [(1, "Anna", 1, 3, 1), (2, "Bert", 0, 0, 0)]
    assert list(reigns_of(club).values_list("won_at", flat=True)) == [june, evening.round.starts_at]


def test_corrected_series_moves_the_title() -> None:
    seasons = Seasons()
    (match,) = seasons.event("Anna", "Bert")
    seasons.win(match, "Anna", "Anna", "Anna")
    assert seasons.reigns() == [("Anna", 0, True)]

    game = Game.objects.filter(match_game__match=match, match_game__number=3).get()
    anna_is_white = entry_at(match, 0).player.name == "Anna"
    act = seasons.evening.act(why="The sheet was read wrong.")
    result_rule(act=act, game_key=game.key, kind="bare", winner="black" if anna_is_white else "white")

    grand_mage_refresh(club_key=seasons.evening.club.key)
    assert (seasons.table(), seasons.reigns()) == ([], [])
    seasons.win(match, "Bert", "Bert")
    assert seasons.table()[0] == (1, "Bert", 1, 3, 1)
    assert seasons.reigns() == [("Bert", 0, True)]


def test_tables_from_scratch_are_those_that_were_kept() -> None:
    seasons = Seasons()
    for winners in (("Anna", "Anna", "Bert", "Anna"), ("Bert", "Bert", "Bert")):
        (match,) = seasons.event("Anna", "Bert")
        seasons.win(match, *winners)
    kept = (seasons.table(), seasons.reigns(), list(SeriesShare.objects.order_by("number", "position").values()))
    club = seasons.evening.club

    GrandMageTable.objects.all().delete()
    SeriesShare.objects.all().delete()
    TitleReign.objects.all().delete()
    assert stale_series_clubs() == [club.key]
    assert grand_mage_refresh(club_key=club.key)
    assert grand_mage_refresh(club_key=club.key)

    rows = [{**row, "id": None} for row in SeriesShare.objects.order_by("number", "position").values()]
    assert (seasons.table(), seasons.reigns(), rows) == (kept[0], kept[1], [{**row, "id": None} for row in kept[2]])
    assert stale_series_clubs() == []


def test_unconfirmed_games_move_no_title() -> None:
    seasons = Seasons()
    (match,) = seasons.event("Anna", "Bert")
    seasons.win(match, "Anna", "Anna", "Anna")
    Game.objects.filter(match_game__match=match, match_game__number=2).update(state=GameState.SUBMITTED)

    grand_mage_refresh(club_key=seasons.evening.club.key)

    assert (seasons.table(), seasons.reigns()) == ([], [])
