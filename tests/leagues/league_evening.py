"""A league that tests begin with, made by the services that people use."""

from __future__ import annotations

from typing import Any

from games.services.players import players_create
from leagues.enums import Answer
from leagues.facts.registry import league_replayed
from leagues.models import Division, League, Season, SeasonEntry
from leagues.selectors.seasons import deciders_of, divisions_of
from leagues.services.entries.answer import season_answer
from leagues.services.entries.sign_up import players_add
from leagues.services.leagues.create import league_create
from leagues.services.seasons.begin_closing import closing_begin
from leagues.services.seasons.close import season_close
from leagues.services.seasons.decide import decider_by_lots
from leagues.services.seasons.open_entries import entries_open
from leagues.services.seasons.placement import placement_plan, season_place
from leagues.services.seasons.plan import season_plan_next
from leagues.services.seasons.start import season_start
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.chain import facts_read
from tests.evening import Evening
from tournaments.models import MatchGame
from tournaments.services.results.rule import result_rule

SMALL = {"target": 4, "least": 3, "most": 6, "up": 1, "down": 1, "first_day": "2026-03-09"}


class LeagueEvening(Evening):
    """An organiser with a club and a league of it."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.league: League = league_create(
            act=self.act(), club_slug=self.club.slug, name="Kölner Liga", time_zone="Europe/Berlin"
        )

    def head(self) -> int:
        return head_of(self.league.stream)[0]

    def opened(self, names: tuple[str, ...] = (), **changes: Any) -> Season:
        """A next season that is open, with these newcomers."""
        season = season_plan_next(act=self.act(), league=self.league, changes={**SMALL, **changes})
        entries_open(act=self.act(), season=season)
        for name in names:
            self.later(seconds=1)
            players_add(act=self.act(), season=season, text=name)
        return fresh(season)

    def many(self, season: Season, count: int) -> None:
        """So many newcomers at once."""
        players_create(act=self.act(), wanted=[(f"Spieler {number}", self.club) for number in range(count)])
        players_add(act=self.act(), season=season, text="\n".join(f"Spieler {number}" for number in range(count)))

    def placed(self, season: Season) -> Season:
        season_place(act=self.act(), season=season, seen=placement_plan(act=self.act(), season=season).seen)
        return fresh(season)

    def running(self, count: int = 8, **changes: Any) -> Season:
        season = self.opened(tuple(f"Spieler {number:02}" for number in range(count)), **changes)
        season_start(act=self.act(), season=self.placed(season))
        return fresh(season)

    def play_season(self, season: Season) -> None:
        """Every game that is open is won by the better placed player."""
        for division in divisions_of(season):
            places = dict(SeasonEntry.objects.filter(division=division).values_list("player", "place"))
            for link in MatchGame.objects.filter(match__round__stage__event=division.event).select_related("game"):
                seats = list(link.match.seats.order_by("position").select_related("entry"))
                first, second = (places[seat.entry.player_id] or 99 for seat in seats)
                placing = "1>2" if first < second else "2>1"
                result_rule(act=self.act(why="Played."), game_key=link.game.key, kind="bare", placing=placing)

    def closed(self, season: Season) -> Season:
        """Play it, decide by lots what is level, close."""
        self.play_season(season)
        closing_begin(act=self.act(), season=season)
        while any(not decider.order for decider in deciders_of(season)):
            for decider in deciders_of(season):
                if not decider.order:
                    decider_by_lots(act=self.act(why="Lots."), season=season, key=decider.key)
        season_close(act=self.act(), season=fresh(season))
        return fresh(season)

    def everybody_returns(self, season: Season) -> None:
        for entry in SeasonEntry.objects.filter(season=season, answer=Answer.ASKED):
            season_answer(act=self.act(), entry=entry, answer=Answer.YES)


def fresh(season: Season) -> Season:
    """The season as it stands."""
    return Season.objects.select_related("league__club").get(pk=season.pk)


def names_by_division(season: Season) -> list[list[str]]:
    """Who is where, in the order of the placement."""
    return [
        [entry.player.name for entry in division.entries.select_related("player").order_by("place")]
        for division in Division.objects.filter(season=season).order_by("number")
    ]


def replay_differences(league: League) -> list[str]:
    """What the league's facts say otherwise than its rows."""
    state, differences = league_replayed(facts_read(league.stream))
    found = [str(difference) for difference in differences]
    for season in Season.objects.filter(league=league):
        replayed = state.seasons[season.key]
        if (replayed.state, replayed.rules) != (season.state, season.rules):
            found.append(f"season {season.number}: {replayed.state}, {season.state}")
        rows = {
            entry.key: (
                entry.player.key,
                entry.answer,
                entry.division.number if entry.division else None,
                entry.place,
                entry.reason,
                entry.event_entry,
                entry.final_place,
                entry.finished,
                entry.move,
                entry.is_reserve,
                entry.seeded,
                entry.moved_to,
                entry.rating,
                entry.is_claim,
            )
            for entry in SeasonEntry.objects.filter(season=season).select_related("player", "division")
        }
        facts = {
            key: (
                entry.player,
                entry.answer,
                entry.division,
                entry.place,
                entry.reason,
                entry.event_entry,
                entry.final_place,
                entry.finished,
                entry.move,
                entry.is_reserve,
                entry.seeded,
                entry.moved_to,
                entry.rating,
                entry.is_claim,
            )
            for key, entry in replayed.entries.items()
        }
        if rows != facts:
            found.append(f"entries of season {season.number}: {rows}, {facts}")
        events = {division.number: division.event.key if division.event else None for division in divisions_of(season)}
        if events != {number: division.event for number, division in replayed.divisions.items()}:
            found.append(f"divisions of season {season.number}: {events}")
        deciders = {decider.key: decider.order for decider in deciders_of(season)}
        if deciders != {key: decider.order for key, decider in replayed.deciders.items()}:
            found.append(f"deciders of season {season.number}")
        honours = {honour.key: honour.kind for honour in season.honours.all()}
        if honours != {key: honour.kind for key, honour in replayed.honours.items()}:
            found.append(f"honours of season {season.number}")
    return found
