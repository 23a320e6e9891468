"""What must hold of a simulated league, in sentences for what doesn't."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from games.enums import ResultKind
from leagues.enums import Answer, Move, Origin
from leagues.models import Season, SeasonEntry
from leagues.placement.values import Reason
from leagues.selectors.seasons import divisions_of
from leagues.services.simulate.season import SeasonPlay
from leagues.services.verify import league_verify
from tournaments.selectors.events import rounds_of, stage_of
from tournaments.selectors.rounds.matches import matches_of

if TYPE_CHECKING:
    from tournaments.models import Match

BY_RESULT = {Reason.PROMOTED, Reason.RELEGATED, Reason.STAYS}


def broken(playing: SeasonPlay) -> list[str]:
    """Everybody is placed once, nobody moves across more than one border by result, no fixture is lost or doubled, and
    everything verifies: facts, rows, and tables against a recomputation."""
    found = [*_fixtures(playing.first)]
    for season in (playing.first, playing.following):
        found += [*_placements(season)] if season is not None else ["the next season isn't placed"]
    if playing.following is not None:
        found += _moves(playing.first, playing.following)
    verdict = league_verify(league=playing.league)
    return found if verdict.holds else [*found, str(verdict)]


def _placements(season: Season) -> Iterator[str]:
    entries = list(SeasonEntry.objects.filter(season=season).select_related("player", "took_over"))
    placed = [entry for entry in entries if entry.division_id is not None and entry.took_over is None]
    twice = [player for player, count in Counter(entry.player_id for entry in entries).items() if count > 1]
    if twice:
        yield f"season {season.number}: {len(twice)} players are entered twice"
    for entry in entries:
        plays = entry.answer == Answer.YES and not entry.is_reserve
        if plays != (entry in placed):
            yield f"season {season.number}: {entry.player.name} is {'not placed' if plays else 'placed all the same'}"
    for number, places in _places(placed).items():
        if sorted(places) != list(range(1, len(places) + 1)):
            yield f"season {season.number}, division {number}: places {sorted(places)}"


def _places(placed: list[SeasonEntry]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for entry in placed:
        found.setdefault(entry.division_id or 0, []).append(entry.place or 0)
    return found


def _moves(last: Season, following: Season) -> Iterator[str]:
    """Players who were promoted, relegated or stay are where that puts them, one division up or down at most."""
    before = {entry.player_id: entry for entry in SeasonEntry.objects.filter(season=last).select_related("division")}
    steps = {Move.PROMOTED.value: -1, Move.STAYS.value: 0, Move.RELEGATED.value: 1}
    for entry in SeasonEntry.objects.filter(season=following).select_related("division", "player"):
        was = before.get(entry.player_id)
        if was is None or was.division is None or entry.division is None:
            if entry.division is not None and entry.origin == Origin.RETURNING and entry.moved_to is None:
                yield f"{entry.player.name} comes back and didn't play"
            continue
        step = entry.division.number - was.division.number
        if entry.reason in BY_RESULT and entry.moved_to is None and step != steps[str(was.move)]:
            yield f"{entry.player.name} is {was.move} from division {was.division.number} to {entry.division.number}"


def _fixtures(season: Season) -> Iterator[str]:
    """In a round robin every two players have a fixture, two in a double one, for as long as nobody had a bye instead;
    in a Swiss nobody meets twice."""
    for division in divisions_of(season):
        if division.event is None:
            yield f"{division.name} has no event"
            continue
        stage = stage_of(division.event)
        met: Counter[frozenset[int]] = Counter()
        matches = [match for round_ in rounds_of(stage) for match in matches_of(round_) if not match.bye]
        if stage.format == "swiss":  # two whose game wasn't played may meet again
            matches = [match for match in matches if _is_played(match)]
        for match in matches:
            met[frozenset(seat.entry_id for seat in match.seats.all())] += 1
        if stage.format == "swiss":
            again = [pair for pair, count in met.items() if count > 1]
            if again:
                yield f"{division.name}: {len(again)} pairs met twice"
            continue
        times = 2 if stage.options.get("double") else 1
        everybody = list(division.event.entries.filter(number__isnull=False).values_list("pk", flat=True))
        expected = {frozenset(pair): times for pair in combinations(everybody, 2)}
        if dict(met) != expected:
            yield f"{division.name}: {sum(met.values())} fixtures of {sum(expected.values())}, or other ones"


def _is_played(match: Match) -> bool:
    results = [result for link in match.games.all() for result in link.game.results.all() if result.is_current]
    return any(result.kind == ResultKind.PLAYED for result in results)
