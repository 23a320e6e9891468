"""Pairings as pages show them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.enums import SETTLED_STATES, GameState
from games.selectors.scores import GameScore, scores_of
from tournaments.models import Event, Match, MatchGame, MatchSeat, Round
from tournaments.selectors.events import PUBLIC_ROUNDS
from tournaments.selectors.rounds.matches import ENGINE, IDLE, STANDS, bye_words, is_idle
from tournaments.selectors.series.matches import MatchSeries, series_of_matches

PLAYED_MARKS = {2: "1", 1: "½", 0: "0"}
FORFEIT_MARKS = {2: "+", 0: "−"}
DONE_STATES = (*SETTLED_STATES, GameState.ANNULLED)  # an annulled game of several is made up for by another one


@dataclass(frozen=True)
class SeatRow:
    """A player of a pairing. `number` is their seat in its game, `side` what that is called: 0 and empty in a bye.
    `place` is theirs at a table of more than two ("2.", "−" for whoever forfeited), empty without a result."""

    entry_key: str
    player_key: str
    name: str
    starts: bool
    side: str = ""
    number: int = 0
    place: str = ""


@dataclass(frozen=True)
class PairingRow:
    """A match of a round with its first undecided (or last) game. `is_me` marks the reader's own. `series` has the
    games won by seats in a match of several games, and `best_of` how many it is for at most. `is_idle`: no match at
    all, but the seat of who has none of the bracket in this round. `bracket` is the match's number in the drawing, 0
    for none, and `stands_for` says what it is there, where somebody looked it up. `agreed_at` is when the two agreed to
    play, to be shown in `zone`; `has_place`: they agreed on a place too."""

    match_key: str
    table: int
    bye: str
    seats: tuple[SeatRow, ...]
    game: GameScore | None
    is_me: bool
    round_number: int
    best_of: int = 1
    series: tuple[int, int] | None = None
    is_decided: bool = False
    is_idle: bool = False
    bracket: int = 0
    stands_for: str = ""
    agreed_at: datetime | None = None
    has_place: bool = False
    zone: str = "UTC"

    @property
    def score(self) -> str:
        """The game's own score by seats ("24 : 10"); "1 : 0", "½ : ½" where it isn't known; "+ : −" by forfeit; else
        empty. Of a match of several games, once one is over, the games won ("2 : 1")."""
        if self.series is not None:
            return f"{self.series[0]} : {self.series[1]}" if any(self.series) or self.is_decided else ""
        return score_of(self.game, [seat.number for seat in self.seats])

    @property
    def is_forfeit(self) -> bool:
        return self.series is None and self.game is not None and self.game.is_forfeit

    @property
    def is_open(self) -> bool:
        """Whether a result is still missing or not settled; of an annulled game none is."""
        return self.game is not None and self.game.state not in DONE_STATES

    def others_than(self, entry_key: str) -> list[SeatRow]:
        """Who else sits at the table."""
        return [seat for seat in self.seats if seat.entry_key != entry_key]

    def opponents_of(self, entry_key: str) -> str:
        """The names of all others at the table; empty for a bye."""
        return ", ".join(seat.name for seat in self.others_than(entry_key))

    @property
    def two(self) -> tuple[SeatRow, ...]:
        """The seats of a pair, or of a bye; none at a larger table."""
        return self.seats if len(self.seats) <= 2 else ()

    def seat_of(self, entry_key: str) -> SeatRow | None:
        return next((seat for seat in self.seats if seat.entry_key == entry_key), None)


def score_of(game: GameScore | None, seats: Sequence[int]) -> str:
    """A game's score in the order of these seats: its own points ("24 : 10"); where they are not known "1 : 0"
    and "½ : ½", of more than two players their places ("2. : 1. : 3.", "−" for those who forfeited); "+ : −" by
    forfeit; empty without a result."""
    if game is None or not game.has_result or len(seats) < 2:
        return ""
    if not game.is_forfeit and len(game.points) == len(seats):
        return " : ".join(str(game.points[seat]).replace("-", "−") for seat in seats)
    if len(seats) > 2:
        return " : ".join(place_of(game, seat) for seat in seats)
    marks = FORFEIT_MARKS if game.is_forfeit else PLAYED_MARKS
    return " : ".join(marks[game.half_points(seat) or 0] for seat in seats)


def place_of(game: GameScore, seat: int) -> str:
    """The place of a seat, "−" for whoever forfeited."""
    return FORFEIT_MARKS[0] if seat in game.forfeited else f"{game.places[seat]}."


def pairings_of_round(round: Round, *, mine: Collection[str] = ()) -> list[PairingRow]:
    """The pairings of a round by table, byes last; none for who has no match of a bracket. `mine` holds the keys of the
    reader's entries."""
    return pairings_of_matches(Match.objects.filter(round=round, is_void=False).exclude(IDLE), mine=mine)


def pairings_page(round: Round, *, page: str | None, lines: int, count: int) -> tuple[list[PairingRow], Page[Match]]:
    """So many pairings of a round by table, byes last: those of the page with that number, else the first or last.
    `count`: of all, by `round_counts`."""
    matches = Match.objects.filter(round=round, is_void=False).exclude(IDLE).order_by("bye", "table", "key")
    paginator = Paginator(_with_round(matches), lines)
    paginator.count = count
    shown = paginator.get_page(page)
    return _pairings(list(shown.object_list), ()), shown


def own_pairing(round: Round | int, mine: Collection[str]) -> PairingRow | None:
    """The reader's own pairing of a round (or of the one with that primary key); None where he has none."""
    matches = Match.objects.filter(round=round, is_void=False, seats__entry__key__in=mine).distinct()
    return next(iter(pairings_of_matches(matches, mine=mine)), None) if mine else None


def round_counts(round: Round) -> tuple[int, int]:
    """How many pairings of a round are shown, byes among them, and in how many a result is still missing or not
    settled; of an annulled game none is."""
    links = MatchGame.objects.filter(match=OuterRef("pk"), game__is_void=False, is_friendly=False)
    is_open = Exists(links.exclude(game__state__in=DONE_STATES))
    matches = Match.objects.filter(round=round, is_void=False).exclude(IDLE).alias(is_open=is_open)
    counts = matches.aggregate(all=Count("pk"), open=Count("pk", filter=Q(is_open=True)))
    return counts["all"], counts["open"]


def open_after(rounds: Iterable[Round], number: int) -> int:
    """In how many matches of the round with that number a result is still missing or not settled."""
    return next((round_counts(round_)[1] for round_ in rounds if round_.number == number), 0)


def pairings_of_entry(event: Event, entry_key: str) -> list[PairingRow]:
    """An entry's matches in the event, newest round first, of published rounds."""
    matches = Match.objects.filter(
        round__stage__event=event, round__state__in=PUBLIC_ROUNDS, seats__entry__key=entry_key, is_void=False
    )
    return sorted(pairings_of_matches(matches), key=lambda pairing: -pairing.round_number)


def pairings_of_matches(matches: QuerySet[Match], *, mine: Collection[str] = ()) -> list[PairingRow]:
    """Pairings of any matches: six queries for any number of them."""
    return _pairings(list(_with_round(matches)), mine)


def pairing_of_match(match_key: str) -> PairingRow | None:
    """The pairing of one match of a published round."""
    rows = Match.objects.filter(key=match_key, round__state__in=PUBLIC_ROUNDS)
    return next(iter(pairings_of_matches(rows)), None)


def _with_round(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.select_related("round__stage__event").defer("why", ENGINE)


def _pairings(rows: Sequence[Match], mine: Collection[str]) -> list[PairingRow]:
    seats = _seats(rows)
    games = _games(rows)
    series = series_of_matches(rows)
    shown = [
        _pairing(match, seats.get(match.pk, []), games.get(match.pk), mine, series.get(match.pk)) for match in rows
    ]
    return sorted(shown, key=lambda pairing: (bool(pairing.bye), pairing.table))


def _seats(matches: Iterable[Match]) -> dict[int, list[MatchSeat]]:
    rows = MatchSeat.objects.filter(match__in=[match.pk for match in matches]).select_related(
        "entry__player", "former_player"
    )
    found: dict[int, list[MatchSeat]] = {}
    for seat in rows.order_by("match", "position"):
        found.setdefault(seat.match_id, []).append(seat)
    return found


def _games(matches: Iterable[Match]) -> dict[int, GameScore]:
    links = MatchGame.objects.filter(STANDS, match__in=[match.pk for match in matches], is_friendly=False)
    links = links.order_by("match", "number")
    pairs = list(links.values_list("match_id", "game_id"))
    scores = scores_of(game for _match, game in pairs)
    shown: dict[int, GameScore] = {}
    for match, game in pairs:
        if match not in shown or shown[match].state in DONE_STATES:
            shown[match] = scores[game]
    return shown


def _pairing(
    match: Match,
    seats: list[MatchSeat],
    game: GameScore | None,
    mine: Collection[str],
    series: MatchSeries | None,
) -> PairingRow:
    shown = tuple(_seat(seat, game) for seat in seats)
    return PairingRow(
        match_key=match.key,
        table=match.table,
        bye=bye_words(match),
        seats=shown,
        game=game,
        is_me=any(seat.entry_key in mine for seat in shown),
        round_number=match.round.number,
        best_of=match.best_of,
        series=series.standing.won if series is not None else None,
        is_decided=series is not None and series.standing.is_decided,
        is_idle=is_idle(match.bye, match.bracket),
        bracket=match.bracket or 0,
        agreed_at=match.agreed_at,
        has_place=match.has_place,
        zone=match.round.stage.event.time_zone,
    )


def _seat(seat: MatchSeat, game: GameScore | None) -> SeatRow:
    player = seat.player
    number = game.seat_of(player.key) if game else None
    return SeatRow(
        entry_key=seat.entry.key,
        player_key=player.key,
        name=player.public_name,
        starts=game is not None and number is not None and game.starter == number,
        side=game.name_of(number) if game is not None else "",
        number=number or 0,
        place=place_of(game, number) if game and number and game.has_result and len(game.players) > 2 else "",
    )
