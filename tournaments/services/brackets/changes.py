"""Which matches of a bracket change players, in words for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.enums import UNPLAYED_STATES
from magistrar_site.shared.models import Fact
from tournaments.enums import ByeKind
from tournaments.models import Event, Match
from tournaments.selectors.rounds.matches import match_games, match_seats
from tournaments.services.brackets.follow import MovedRound
from tournaments.services.rounds.matches import Seating


@dataclass(frozen=True, slots=True)
class MovedMatch:
    """A match of which the players change: `before` and `after` are their names (after: none while it isn't known, one
    where somebody goes on without a game). `is_played`: something was handed in, which is kept, but counts no more."""

    round: int
    number: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    is_played: bool


def moved_matches(moves: Iterable[MovedRound]) -> list[MovedMatch]:
    """For people: by match of the drawing, byes of those who are out left aside."""
    found = []
    for moved in moves:
        before: dict[int, list[Match]] = {}
        for match in moved.gone:
            before.setdefault(match.bracket or 0, []).append(match)
        after = {row.bracket or 0: row for row in moved.seatings if row.bye != ByeKind.ZERO}  # not whoever misses it
        for number in sorted((before.keys() | after.keys()) - {0}):
            gone = before.get(number, [])
            played = [
                link.game for match in gone for link in match.games.all() if link.game.state not in UNPLAYED_STATES
            ]
            found.append(
                MovedMatch(
                    round=moved.round.number,
                    number=number,
                    before=tuple(seat.player.public_name for match in gone for seat in match.seats.all()),
                    after=tuple(entry.player.public_name for entry in after[number].entries) if number in after else (),
                    is_played=bool(played),
                )
            )
    return found


def moves_made(event: Event, since: int) -> list[MovedMatch]:
    """What rounds followed after the fact of that number, as `moved_matches` says it: for a change that was made to be
    looked at."""
    facts = Fact.objects.filter(stream=event.stream, number__gt=since, kind="bracket.followed").order_by("number")
    moves = []
    for fact in facts:
        followed = fact.members
        keys = {*followed["gone"], *(said["match"] for said in followed["matches"])}
        rows = Match.objects.filter(key__in=keys).select_related("round").prefetch_related(match_seats(), match_games())
        of_key = {match.key: match for match in rows}
        gone = tuple(of_key[key] for key in followed["gone"])
        made = [of_key[said["match"]] for said in followed["matches"]]
        seatings = tuple(
            Seating(
                tuple(seat.entry for seat in match.seats.all()), match.table, ByeKind(match.bye), bracket=match.bracket
            )
            for match in made
        )
        moves.append(MovedRound((made or gone)[0].round, gone, seatings))
    return moved_matches(moves)
