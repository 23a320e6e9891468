"""From facts to happenings: the one place that says what happened, and what everybody may see of it now.

Nothing is told of events that are being set up or unlisted, of unlisted leagues, of rounds that are no longer public,
or of the entries of players who hide their names. Names are those that the public reads at this moment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.selectors.games import result_versions
from games.selectors.players import players_by_key
from leagues.selectors.happened import club_keys_of, seasons_by_keys
from magistrar_site.shared.selectors.facts import facts_of_kind_in
from news.enums import HappeningType
from news.values.happenings import OF_ENTRIES, OF_EVENTS, OF_GAMES, OF_ROUNDS, OF_SEASONS, TAKING_BACK, Happening
from tournaments.selectors.happened import (
    entries_with_players,
    events_by_keys,
    pairings_by_match,
    public_games,
    public_rounds,
)
from tournaments.selectors.sharing import may_be_shared

if TYPE_CHECKING:
    from games.models import Player
    from leagues.models import Season
    from magistrar_site.shared.models import Fact
    from tournaments.models import Entry, Event, MatchGame, Round
    from tournaments.selectors.rounds.pairings import PairingRow


@dataclass(frozen=True)
class _Around:
    """What the facts are about, by key."""

    events: Mapping[str, Event]
    seasons: Mapping[str, Season]
    clubs: Mapping[int, set[str]]
    entries: Mapping[str, Entry]
    players: Mapping[str, Player]
    claims: Collection[str]
    rounds: Mapping[tuple[str, int, int], Round]
    games: Mapping[str, MatchGame]
    versions: Mapping[str, list[int]]
    pairings: Mapping[str, PairingRow]


def happenings_of(facts: Collection[Fact]) -> list[Happening]:
    """What these facts tell everybody, in their order; those that tell strangers nothing are left out. The same number
    of queries for any number of facts."""
    around = _around([fact for fact in facts if fact.kind in _MAKERS])
    made = (_MAKERS[fact.kind](fact, around) for fact in facts if fact.kind in _MAKERS)
    return [happening for happening in made if happening is not None]


def standings_happening(fact: Fact) -> Happening | None:
    """That the tables of the fact's event may be others after it; None where strangers see none."""
    event = events_by_keys({_key(fact)}).get(_key(fact))
    return _of_event(HappeningType.STANDINGS_CHANGED, fact, event)


def _around(facts: Collection[Fact]) -> _Around:
    events = {
        key: event
        for key, event in events_by_keys({_key(fact) for fact in facts if fact.stream_id.startswith("event:")}).items()
        if may_be_shared(event)
    }
    seasons = {
        key: season
        for key, season in seasons_by_keys(_named(facts, OF_SEASONS, "season")).items()
        if season.league.is_listed and not season.league.is_hidden
    }
    games = public_games(_named(facts, OF_GAMES, "game"))
    rounds = [fact for fact in facts if fact.kind in OF_ROUNDS]
    return _Around(
        events=events,
        seasons=seasons,
        clubs=club_keys_of([season.league for season in seasons.values()]) if seasons else {},
        entries=entries_with_players(_named(facts, OF_ENTRIES, "entry")),
        players=players_by_key(_named(facts, {"entry.removed"}, "player")),
        claims=_claims({fact.stream_id for fact in facts if fact.kind == "entry.removed"}),
        rounds=public_rounds({_key(fact) for fact in rounds}) if rounds else {},
        games=games,
        versions=result_versions(list(games)),
        pairings=pairings_by_match(list(games.values())) if games else {},
    )


def _claims(streams: Collection[str]) -> set[str]:
    """The entries of these streams that began as somebody's word to be a known player: nobody was told of them."""
    added = facts_of_kind_in(streams, "entry.added") if streams else []
    return {fact.members["entry"] for fact in added if fact.members.get("is_claim")}


def _named(facts: Iterable[Fact], kinds: Collection[str], member: str) -> set[str]:
    return {str(fact.members.get(member, "")) for fact in facts if fact.kind in kinds}


def _key(fact: Fact) -> str:
    return fact.stream_id.partition(":")[2]


def _of_event(type_: HappeningType, fact: Fact, event: Event | None, **more: Any) -> Happening | None:
    if event is None or not may_be_shared(event):
        return None
    clubs = frozenset({event.club.key})
    return Happening(type_, fact.stream_id, fact.number, fact.at, event=event, clubs=clubs, **more)


def _event_happening(fact: Fact, around: _Around) -> Happening | None:
    if fact.kind == "event.created" and fact.members.get("draft"):
        return None
    return _of_event(OF_EVENTS[fact.kind], fact, around.events.get(_key(fact)))


def _round_happening(fact: Fact, around: _Around) -> Happening | None:
    place = _key(fact), fact.members["stage"], fact.members["round"]
    round_ = around.rounds.get(place)
    if round_ is None:
        return None
    return _of_event(OF_ROUNDS[fact.kind], fact, around.events.get(_key(fact)), round=round_)


def _entry_happening(fact: Fact, around: _Around) -> Happening | None:
    entry = around.entries.get(fact.members["entry"])
    if fact.kind == "entry.removed":
        is_told = fact.members["entry"] not in around.claims
        player = around.players.get(str(fact.members.get("player", ""))) if is_told else None
    else:
        player = entry.player if entry is not None and not entry.is_claim else None
    if player is None or player.hides_name or player.erased_at is not None:
        return None
    event = around.events.get(_key(fact))
    return _of_event(OF_ENTRIES[fact.kind], fact, event, player=player, entry=entry)


def _game_happening(fact: Fact, around: _Around) -> Happening | None:
    key = fact.members["game"]
    place, type_ = around.games.get(key), _result_type(fact, around.versions.get(key, []))
    if place is None or type_ is None:
        return None
    event, pairing = around.events.get(_key(fact)), around.pairings.get(place.match.key)
    return _of_event(type_, fact, event, round=place.match.round, place=place, pairing=pairing)


def _result_type(fact: Fact, versions: list[int]) -> HappeningType | None:
    """What a fact about a game means for its result. `versions`: the numbers of the facts that gave it one."""
    if fact.number in versions:
        return HappeningType.RESULT_RECORDED if fact.number == versions[0] else HappeningType.RESULT_CHANGED
    if not any(number < fact.number for number in versions):
        return None
    if fact.kind == "submission.answered":
        confirms = fact.members.get("confirms") is True
        return HappeningType.RESULT_CONFIRMED if confirms else HappeningType.RESULT_CHANGED
    return HappeningType.RESULT_CHANGED if fact.kind in TAKING_BACK else None


def _season_happening(fact: Fact, around: _Around) -> Happening | None:
    season = around.seasons.get(fact.members["season"])
    if season is None:
        return None
    clubs = frozenset(around.clubs[season.league.pk])
    return Happening(OF_SEASONS[fact.kind], fact.stream_id, fact.number, fact.at, season=season, clubs=clubs)


_MAKERS = {
    **dict.fromkeys(OF_EVENTS, _event_happening),
    **dict.fromkeys(OF_ROUNDS, _round_happening),
    **dict.fromkeys(OF_ENTRIES, _entry_happening),
    **dict.fromkeys(OF_GAMES, _game_happening),
    **dict.fromkeys(OF_SEASONS, _season_happening),
}
