"""A second, plain implementation of the ladder's order: moment by moment, and day by day for idle players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from tournaments.formats.systems.ladder import (
    Away,
    Back,
    Challenged,
    ChallengeEnded,
    Happening,
    Joined,
    LadderRules,
    Left,
    Started,
)


def plain_order(now: datetime, happenings: Sequence[Happening], rules: LadderRules) -> list[str]:
    places: dict[str, int] = {}
    pairs = {each.challenge: (each.challenger, each.challenged) for each in happenings if isinstance(each, Challenged)}
    quiet: dict[str, int] = {}  # days without a game, days away not counted
    begin = min(each.at for each in happenings).date()
    for number in range((now.date() - begin).days + 1):
        today = begin + timedelta(days=number)
        if number:
            _idle_day(today, places, quiet, happenings, rules)
        of_today = [each for each in happenings if each.at.date() == today and each.at <= now]
        for moment in sorted({each.at for each in of_today}):
            for happening in of_today:
                if happening.at == moment:
                    _happen(happening, places, quiet, pairs)
    return sorted(places, key=places.__getitem__)


def _idle_day(
    today: date, places: dict[str, int], quiet: dict[str, int], happenings: Sequence[Happening], rules: LadderRules
) -> None:
    waiting = [player for player in places if not _is_away(player, today, happenings)]
    for player in waiting:
        quiet[player] += 1
    for player in sorted(waiting, key=places.__getitem__, reverse=True):
        days = quiet[player]
        if days == rules.gone:
            _remove(player, places)
        elif days >= rules.idle and (days - rules.idle) % rules.idle_again == 0:
            for below, place in places.items():
                if place == places[player] + 1:
                    places[below], places[player] = places[player], place
                    break


def _is_away(player: str, day: date, happenings: Sequence[Happening]) -> bool:
    marked = False
    for each in sorted(happenings, key=lambda each: each.at):
        if isinstance(each, Away) and each.player == player and max(each.first, each.at.date()) <= day <= each.last:
            marked = True
        if isinstance(each, Back) and each.player == player and day >= each.at.date():
            marked = False
    return marked


def _happen(
    happening: Happening, places: dict[str, int], quiet: dict[str, int], pairs: dict[str, tuple[str, str]]
) -> None:
    if isinstance(happening, Started | Joined):
        for player in happening.players if isinstance(happening, Started) else (happening.player,):
            if player not in places:
                places[player] = len(places) + 1
                quiet[player] = 0
    elif isinstance(happening, Left):
        if happening.player in places:
            _remove(happening.player, places)
    elif isinstance(happening, ChallengeEnded):
        challenger, challenged = pairs[happening.challenge]
        if happening.was_played:
            quiet[challenger] = quiet[challenged] = 0
        if not happening.challenger_won or challenger not in places or challenged not in places:
            return
        taken, old = places[challenged], places[challenger]
        if taken < old:
            for player, place in places.items():
                if taken <= place < old:
                    places[player] = place + 1
            places[challenger] = taken


def _remove(player: str, places: dict[str, int]) -> None:
    gone = places.pop(player)
    for other, place in places.items():
        if place > gone:
            places[other] = place - 1
