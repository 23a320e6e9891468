"""Writing a round's matches: seats, tables, games, and what facts say of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from games.engine.core.seats import Seat
from games.engine.registry import game_system
from games.enums import Agreement, Grade
from games.services.games import SetUp, games_create
from magistrar_site.shared.acts import Act
from tournaments.enums import ByeKind
from tournaments.facts.rounds import MatchMade
from tournaments.models import Entry, Event, Match, MatchGame, MatchSeat, Round
from tournaments.models.choices import fixed_variants
from tournaments.selectors.rounds.clock import time_of_games
from tournaments.selectors.rounds.wishes import fixed_tables_of
from tournaments.selectors.series.matches import starting_lot

if TYPE_CHECKING:
    from games.models import Game

GAMES_A_MATCH = 10  # room in a game's place in the order of play
GAMES_A_ROUND = 100_000
MOST_TABLES = GAMES_A_ROUND // GAMES_A_MATCH - 1


@dataclass(frozen=True, slots=True)
class Seating:
    """A match to be written. `entries` are in the order of the seats: of two, the first has the white pieces. `bracket`
    is the match of the drawing (0: none of it, None: not of a bracket)."""

    entries: tuple[Entry, ...]
    table: int
    bye: ByeKind = ByeKind.NONE
    best_of: int = 1
    why: Sequence[Mapping[str, Any]] = ()
    bracket: int | None = None


def matches_create(act: Act, round_: Round, seatings: Iterable[Seating]) -> list[Match]:
    """Matches with their seats, without games."""
    written = [(seating, _match(act, round_, seating)) for seating in seatings]
    Match.objects.bulk_create([match for _seating, match in written], batch_size=500)
    MatchSeat.objects.bulk_create(
        [
            MatchSeat(match=match, round=round_, entry=entry, position=position)
            for seating, match in written
            for position, entry in enumerate(seating.entries)
        ],
        batch_size=500,
    )
    return [match for _seating, match in written]


def _match(act: Act, round_: Round, seating: Seating) -> Match:
    return Match(
        key=act.ids.key(),
        round=round_,
        table=seating.table,
        bye=seating.bye,
        best_of=seating.best_of,
        bracket=seating.bracket,
        why=[dict(step) for step in seating.why],
    )


def matches_made(matches: Iterable[Match]) -> list[MatchMade]:
    """What a fact says of matches (with their seats and entries at hand): all that is needed to write them again,
    their `why` apart, which the pairing system says anew."""
    return [
        MatchMade(
            match=match.key,
            table=match.table,
            bye=ByeKind(match.bye),
            best_of=match.best_of,
            entries=[seat.entry.key for seat in match.seats.all()],
            bracket=UNSET if match.bracket is None else match.bracket,
        )
        for match in matches
    ]


def first_games_arrange(act: Act, round_: Round, matches: Iterable[Match]) -> None:
    """The first game of each match. Seat 1 starts, unless lots are drawn, or the game's rules say so at the table."""
    event = round_.stage.event
    games_arrange(act, round_, [NextGame(match, 1, _starter(event, match)) for match in matches if not match.bye])


def _starter(event: Event, match: Match) -> Seat | None:
    if game_system(event.system).draws_starter:
        return None
    is_by_lots = event.settings.starter == "lots"
    return starting_lot(event.seed, match.key, 1, len(match.seats.all())) + 1 if is_by_lots else 1


@dataclass(frozen=True, slots=True)
class NextGame:
    """A game of a match to be arranged, by its number there. A friendly one isn't rated."""

    match: Match
    number: int
    starter: Seat | None
    variants: Mapping[str, Any] = field(default_factory=dict)
    is_friendly: bool = False


def games_arrange(act: Act, round_: Round, wanted: Sequence[NextGame]) -> list[Game]:
    """Create these games of a round's matches, each with its set-up."""
    event = round_.stage.event
    games = games_create(act=act, stream=event.stream, set_ups=[_set_up(event, round_, one) for one in wanted])
    MatchGame.objects.bulk_create(
        [
            MatchGame(match=one.match, game=game, number=one.number, is_friendly=one.is_friendly)
            for one, game in zip(wanted, games, strict=True)
        ],
        batch_size=500,
    )
    return games


def _set_up(event: Event, round_: Round, wanted: NextGame) -> SetUp:
    rules, match = event.settings, wanted.match
    place: dict[str, Any] = {"match": match.key, "number": wanted.number}
    return SetUp(
        players=tuple(seat.player for seat in match.seats.all()),
        starter=wanted.starter,
        system=event.system,
        edition=rules.edition,
        played_at=time_of_games(match.agreed_at, match.opens_at or round_.starts_at, event.starts_at),
        order=round_.stage.number * 100 * GAMES_A_ROUND
        + round_.number * GAMES_A_ROUND
        + match.table * GAMES_A_MATCH
        + wanted.number,
        pool="" if wanted.is_friendly else event.pool,
        least_grade=Grade(rules.least_grade),
        agreement=Agreement(rules.agreement),
        variants=fixed_variants(event.system, rules) | dict(wanted.variants),
        place=place | ({"friendly": True} if wanted.is_friendly else {}),
    )


def tables_of(event: Event, seated: Sequence[Sequence[Entry]]) -> list[int]:
    """Table numbers for those who sit together, in board order: fixed tables first (that of a pair before that of a
    player, an earlier seat's before a later one's, and on equal terms the higher board), then the free numbers from 1
    on."""
    of_pair: dict[frozenset[int], int] = {}
    of_entry: dict[int, int] = {}
    for row in fixed_tables_of(event):
        if row.partner_id is None:
            of_entry[row.entry_id] = row.table
        else:
            of_pair[frozenset({row.entry_id, row.partner_id})] = row.table
    given: dict[int, int] = {}  # index in `seated` to its table
    together = [
        [(index, of_pair.get(frozenset({one.pk, other.pk}))) for one, other in combinations(entries, 2)]
        for index, entries in enumerate(seated)
    ]
    most = max((len(entries) for entries in seated), default=0)
    wishes = [
        [wish for of_table in together for wish in of_table],
        *(
            [(index, of_entry.get(entries[seat].pk)) for index, entries in enumerate(seated) if seat < len(entries)]
            for seat in range(most)
        ),
    ]
    for wish in wishes:
        for index, table in wish:
            if table is not None and index not in given and table not in given.values():
                given[index] = table
    taken = set(given.values())
    free = (number for number in range(1, len(seated) + len(taken) + 1) if number not in taken)
    return [given[index] if index in given else next(free) for index in range(len(seated))]
