"""All games of a round as the desk sees them: what is missing, what waits, what is settled."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from games.enums import SETTLED_STATES, GameState
from games.selectors.elsewhere import handed_in_elsewhere
from games.selectors.games import broken_off
from games.selectors.scores import GameScore, scores_of
from games.selectors.waiting import Waiting, waiting_of
from magistrar_site.shared.acts import Actor
from magistrar_site.shared.isolates import isolated_list
from magistrar_site.shared.selectors.due import due_times
from tournaments.models import MatchGame, MatchSeat, Round
from tournaments.selectors.rounds.matches import OPEN_STATES
from tournaments.selectors.rounds.pairings import score_of


@dataclass(frozen=True, slots=True)
class DeskSeat:
    """A player of the game, by position: `seat` is the number of their seat in it, `side` what that is called."""

    name: str
    player_key: str
    side: str
    starts: bool
    seat: int = 0


@dataclass(frozen=True, slots=True)
class DeskGame:
    """One game at its table; `number` counts within the match. `result` has what counts now. `own_seat` is the seat of
    whoever looks, where they play in it.
    `is_broken_off`: it ended early, and waits for an arbiter. `is_elsewhere`: its record stands for another
    game too."""

    key: str
    system: str
    table: int
    number: int
    best_of: int
    state: GameState
    seats: tuple[DeskSeat, ...]
    result: GameScore
    score: str
    is_forfeit: bool
    waiting: Waiting | None
    waits_for: str
    confirms_at: datetime | None
    own_seat: int | None
    is_broken_off: bool
    is_friendly: bool = False
    is_elsewhere: bool = False

    @property
    def is_own(self) -> bool:
        return self.own_seat is not None

    @property
    def is_settled(self) -> bool:
        return self.state in (*SETTLED_STATES, GameState.ANNULLED)

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES


@dataclass(frozen=True, slots=True)
class DeskLine:
    """As much of a game as it takes to count and to find it; `pk` is its place in the match."""

    pk: int
    match: int
    table: int
    state: GameState

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES

    @property
    def is_settled(self) -> bool:
        return self.state in (*SETTLED_STATES, GameState.ANNULLED)


def desk_lines(round_: Round) -> list[DeskLine]:
    """All games of a round by table and number: one query of what little a line needs."""
    rows = _links(round_).order_by("match__table", "number")
    found = rows.values_list("pk", "match_id", "match__table", "game__state")
    return [DeskLine(pk, match, table, GameState(state)) for pk, match, table, state in found]


def _links(round_: Round) -> QuerySet[MatchGame]:
    return MatchGame.objects.filter(match__round=round_, match__is_void=False, game__is_void=False)


def folded_names_of(round_: Round) -> dict[int, list[str]]:
    """Who sits in each match of a round, as names are searched by; by the matches' primary keys."""
    names: dict[int, list[str]] = {}
    seats = MatchSeat.objects.filter(round=round_, is_void=False)
    for match, name in seats.values_list("match_id", "entry__player__folded_name"):
        names.setdefault(match, []).append(name)
    return names


def desk_games(round_: Round, actor: Actor, *, due_kind: str, only: Collection[int] | None = None) -> list[DeskGame]:
    """The games of a round by table and number, or `only` those lines, in their order: seven queries for any number of
    them. `due_kind` is the kind of due work by which silence becomes a yes."""
    seats = MatchSeat.objects.filter(is_void=False).select_related("entry__player__user").order_by("position")
    rows = _links(round_).select_related("match", "game").annotate(is_broken_off=broken_off("game"))
    if only is not None:
        rows = rows.filter(pk__in=only)
    links = list(rows.prefetch_related(Prefetch("match__seats", queryset=seats)).order_by("match__table", "number"))
    if only is not None:
        place = {pk: index for index, pk in enumerate(only)}
        links.sort(key=lambda link: place[link.pk])
    games = [link.game_id for link in links]
    scores, waiting = scores_of(games), waiting_of(games)
    keys = [scores[pk].key for pk in waiting]
    deadlines = due_times(due_kind, keys) if keys else {}
    elsewhere = handed_in_elsewhere(games)
    found = [
        _game(link, scores[link.game_id], waiting.get(link.game_id), deadlines.get(link.game.key), actor)
        for link in links
    ]
    return [replace(game, is_elsewhere=link.game_id in elsewhere) for game, link in zip(found, links, strict=True)]


def _game(
    link: MatchGame, score: GameScore, waiting: Waiting | None, deadline: datetime | None, actor: Actor
) -> DeskGame:
    seats = tuple(_seat(seat, score) for seat in link.match.seats.all())
    return DeskGame(
        key=score.key,
        system=score.system,
        table=link.match.table,
        number=link.number,
        best_of=link.match.best_of,
        state=score.state,
        seats=seats,
        result=score,
        score=score_of(score, [seat.seat for seat in seats]),
        is_forfeit=score.is_forfeit,
        waiting=waiting,
        waits_for=isolated_list(seat.name for seat in seats if waiting is not None and seat.seat != waiting.seat),
        confirms_at=deadline,
        is_friendly=link.is_friendly,
        is_broken_off=link.is_broken_off,  # type: ignore[attr-defined] # annotated
        own_seat=_own_seat(actor, link, seats),
    )


def _seat(seat: MatchSeat, score: GameScore) -> DeskSeat:
    player = seat.player
    number = score.seat_of(player.key) or 0
    side, starts = score.name_of(number or None), score.starter == number
    return DeskSeat(name=player.name, player_key=player.key, side=side, starts=starts, seat=number)


def _own_seat(actor: Actor, link: MatchGame, seats: tuple[DeskSeat, ...]) -> int | None:
    rows = zip(link.match.seats.all(), seats, strict=True)
    return next((shown.seat for row, shown in rows if _is(actor, row)), None)


def _is(actor: Actor, seat: MatchSeat) -> bool:
    user = seat.player.user
    return actor.kind == "user" and user is not None and user.key == actor.key
