"""What each feed tells, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leagues.selectors.leagues import leagues_of_club
from leagues.selectors.seasons import events_of_season, newest_season
from magistrar_site.shared.selectors.facts import facts_naming_games, newest_facts
from news.enums import HappeningType
from news.selectors.happenings import happenings_of
from news.values.happenings import OF_ENTRIES, OF_EVENTS, OF_GAMES, OF_ROUNDS, OF_SEASONS, Happening
from tournaments.selectors.event_lists import newest_streams
from tournaments.selectors.happened import streams_of_player

if TYPE_CHECKING:
    from games.models import Club, Player
    from leagues.models import League
    from magistrar_site.shared.models import Fact
    from tournaments.models import Event

MOST = 50
MOST_EVENTS = 60  # of which a feed has news
SEVERAL = 3  # so many facts are read for each line, as some of them tell strangers nothing
STEPS = frozenset({*OF_EVENTS, *OF_SEASONS})


def site_happenings() -> list[Happening]:
    """What clubs set up, finish and cancel."""
    return _told(newest_facts(STEPS, most=SEVERAL * MOST))


def club_happenings(club: Club) -> list[Happening]:
    """A club's events, their rounds, and its leagues."""
    streams = [*newest_streams(club.key, MOST_EVENTS), *(league.stream for league in leagues_of_club(club.key))]
    return _told(newest_facts(STEPS | set(OF_ROUNDS), streams=streams, most=SEVERAL * MOST))


def event_happenings(event: Event) -> list[Happening]:
    """Everything of an event but that results were confirmed."""
    kinds = {*OF_EVENTS, *OF_ROUNDS, *OF_ENTRIES, *OF_GAMES}
    return _told(newest_facts(kinds, streams=[event.stream], most=SEVERAL * MOST))


def league_happenings(league: League) -> list[Happening]:
    """The steps of a league's seasons, and the rounds of its newest one."""
    season = newest_season(league)
    streams = [league.stream, *(event.stream for event in (events_of_season(season) if season else []))]
    return _told(newest_facts({*OF_SEASONS, *OF_ROUNDS}, streams=streams, most=SEVERAL * MOST))


def player_happenings(player: Player) -> list[Happening]:
    """What a player entered, and the results of their games; nothing of one who hides the name or was deleted."""
    if player.hides_name or player.erased_at is not None:
        return []
    streams, entries, games = streams_of_player(player, most=MOST_EVENTS)
    facts = facts_naming_games(streams, games=games, entries=entries, kinds={*OF_ENTRIES, *OF_GAMES}, most=MOST * 6)
    return [happening for happening in _told(facts) if player.key in happening.players]


def _told(facts: list[Fact]) -> list[Happening]:
    """What these tell, without what only programs want to know."""
    happenings = (row for row in happenings_of(facts) if row.type != HappeningType.RESULT_CONFIRMED)
    return list(happenings)[:MOST]
