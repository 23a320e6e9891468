from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet
from django.utils.translation import gettext_lazy as _

from games.engine.registry import game_system
from games.enums import UNPLAYED_STATES
from games.models import Game, GameResult, GameSeat, Player, SeatNumber, SeatResult, Submission
from games.values.results import PartScore, Score, SeatScore, name_of_seat, scores_of_seats
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.selectors.facts import facts_of

TAKING_BACK = ("game.annulled", "game.reopened", "game.entry_undone")  # kinds of facts after which a result is gone


def seats_at(path: str) -> Prefetch[Any]:
    """Prefetches the seats of games, with their players by a join: one query more for the players would name each of
    them in a condition of its own, and SQLite takes a thousand of those."""
    return Prefetch(path, queryset=GameSeat.objects.select_related("player"))


def seat_results_at(path: str, *, with_numbers: bool = True) -> Prefetch[Any]:
    """Prefetches what results mean for the seats, in seat order, with seats and players by a join, as `seats_at`, and
    with their numbers where these are wanted."""
    rows = SeatResult.objects.select_related("seat__player").order_by("result", "seat__number")
    return Prefetch(path, queryset=rows.prefetch_related("numbers") if with_numbers else rows)


def score_of_rows(result: GameResult, *, with_parts: bool = True) -> Score:
    """What a result says, from its rows; without its parts where nobody asks for them."""
    seats = sorted(result.seats.all(), key=lambda row: row.seat.number)
    numbers = [row.numbers_by_key for row in seats]
    parts = (
        [(part.number, sorted(part.seats.all(), key=lambda row: row.seat)) for part in result.parts.all()]
        if with_parts
        else []
    )
    return Score(
        places=tuple(row.place for row in seats if row.place is not None),
        numbers={
            key: tuple(of_seat.get(key) for of_seat in numbers)
            for key in dict.fromkeys(key for of_seat in numbers for key in of_seat)
        },
        parts=tuple(
            PartScore(
                number,
                tuple(row.place for row in rows if row.place is not None),
                tuple(row.points for row in rows if row.points is not None),
            )
            for number, rows in sorted(parts, key=lambda part: part[0])
        ),
    )


def game_by_key(key: str) -> Game:
    """With its seats and players; NotFound where there is none."""
    game = Game.objects.prefetch_related(seats_at("seats")).filter(key=key).first()
    if game is None:
        raise NotFound("no_such_game", _("There is no game at this address."))
    return game


def games_by_keys(keys: Iterable[str]) -> dict[str, Game]:
    """Games with their seats and players, by key; those that there are."""
    rows = Game.objects.filter(key__in=list(keys)).prefetch_related(seats_at("seats"))
    return {game.key: game for game in rows}


def names_of(game: Game) -> dict[str, str]:
    """The players' public names by the names that documents give their seats."""
    seats = game.seats.select_related("player")
    return {name_of_seat(game.system, seat.number): seat.player.public_name for seat in seats}


def set_up_of(game: Game, seats: int | None = None) -> dict[str, Any]:
    """The set-up as a document of this game names it: the number of players where the game can have several, starter,
    edition, and the variants that are played. `seats`: how many the game has, where that was read already."""
    said: dict[str, Any] = {}
    if len(game_system(game.system).players) > 1:
        said["players"] = len(game.seats.all()) if seats is None else seats
    if game.starter:
        said["starter"] = name_of_seat(game.system, game.starter)
    said["edition"] = game.edition
    return said | ({"variants": game.variants} if game.variants else {})


def current_result(game: Game) -> GameResult | None:
    """The result that counts now, with its seats and parts; None before there is one."""
    results = (
        GameResult.objects.filter(game=game, is_current=True).select_related("submission").defer("submission__body")
    )
    result = results.prefetch_related(seat_results_at("seats"), "parts__seats").first()
    if result is not None:
        result.game = game
    return result


def scores_of_games(games: QuerySet[Any, Any] | list[int]) -> dict[int, tuple[str, dict[int, SeatScore]]]:
    """Of each of these games (primary keys) that has a result: the kind of the current one, and what it says of each
    seat, by the primary key of its player. Read as plain values: a large event has thousands."""
    current = SeatResult.objects.filter(result__is_current=True, result__game__in=games)
    numbers: dict[int, dict[str, int]] = {}
    of_seats = SeatNumber.objects.filter(seat_result__in=current.order_by().values("pk"))
    for seat_result, key, value in of_seats.order_by().values_list("seat_result_id", "key", "value"):
        numbers.setdefault(seat_result, {})[key] = value
    seats: dict[int, list[tuple[int, int | None, int]]] = {}
    said: dict[int, tuple[str, str]] = {}
    rows = current.order_by("result__game", "seat__number")
    for game, system, kind, player, place, pk in rows.values_list(
        "result__game_id", "result__game__system", "result__kind", "seat__player_id", "place", "pk"
    ):
        said[game] = system, kind
        seats.setdefault(game, []).append((player, place, pk))
    found = {}
    for game, (system, kind) in said.items():
        places = [place for _player, place, _pk in seats[game] if place is not None]
        scores = scores_of_seats(system, places, [numbers.get(pk, {}) for _player, _place, pk in seats[game]])
        found[game] = kind, dict(zip((player for player, _place, _pk in seats[game]), scores, strict=True))
    return found


def winners_changed_since(games: list[int], number: int) -> set[int]:
    """The games (primary keys) of a stream with other places now than when its fact of that number was the newest;
    that had no result then, or have none now, among them."""
    touched = {game.key: game for game in Game.objects.filter(pk__in=games, result_fact__gt=number)}
    if not touched:
        return set()
    placed: dict[int, list[int | None]] = {}
    results: dict[int, tuple[int, str, int, bool]] = {}
    rows = SeatResult.objects.filter(result__game__in=[game.pk for game in touched.values()])
    for result, place, game, kind, fact_number, is_current in rows.order_by(
        "result__fact_number", "result", "seat__number"
    ).values_list("result", "place", "result__game", "result__kind", "result__fact_number", "result__is_current"):
        placed.setdefault(result, []).append(place)
        results[result] = game, kind, fact_number, is_current
    then: dict[int, tuple[int, str, list[int | None]]] = {}
    now: dict[int, tuple[str, list[int | None]]] = {}
    for result, (game, kind, fact_number, is_current) in results.items():
        if fact_number <= number:
            then[game] = (fact_number, kind, placed[result])
        if is_current:
            now[game] = (kind, placed[result])
    for key, taken_back in _taken_back(touched, number):
        standing = then.get(touched[key].pk)
        if standing is not None and standing[0] < taken_back:
            del then[touched[key].pk]
    known = {game: (kind, places) for game, (_fact, kind, places) in then.items()}
    return {game for game in known.keys() | now.keys() if known.get(game) != now.get(game)}


def _taken_back(games: Mapping[str, Game], number: int) -> Iterator[tuple[str, int]]:
    """Which of the games (by key) had its result taken back up to a fact, and by the fact of which number."""
    for stream in {game.stream for game in games.values()}:
        facts = facts_of(stream).filter(number__lte=number, kind__in=TAKING_BACK)
        for fact in facts.prefetch_related(None):
            if fact.members["game"] in games:
                yield fact.members["game"], fact.number


def shown_submissions(stream: str) -> list[str]:
    """Keys of the submissions that current results of a stream's games came from."""
    results = GameResult.objects.filter(game__stream=stream, is_current=True, submission__isnull=False)
    return list(results.values_list("submission__key", flat=True))


def game_keys(pks: Collection[int]) -> dict[int, str]:
    """The games' keys by their primary keys."""
    return dict(Game.objects.filter(pk__in=pks).values_list("pk", "key"))


def result_facts_of(keys: Collection[str]) -> dict[str, int]:
    """The number of the fact that says how each of the games stands, by its key."""
    return dict(Game.objects.filter(key__in=keys).values_list("key", "result_fact"))


def result_versions(keys: Collection[str]) -> dict[str, list[int]]:
    """The numbers of the facts that gave each of the games a result, oldest first, by its key."""
    found: dict[str, list[int]] = {}
    rows = GameResult.objects.filter(game__key__in=keys).order_by("fact_number")
    for key, number in rows.values_list("game__key", "fact_number"):
        found.setdefault(key, []).append(number)
    return found


def submissions_of(game: Game) -> QuerySet[Submission]:
    """All versions that were handed in, oldest first, refused ones too. The documents are read when they are asked
    for: a list shows none."""
    rows = Submission.objects.filter(game=game).select_related("game").defer("body").order_by("fact_number")
    return rows.prefetch_related("confirmations")


def submission_by_key(key: str) -> Submission:
    submission = Submission.objects.select_related("game").filter(key=key).first()
    if submission is None:
        raise NotFound("no_such_submission", _("There is no submission at this address."))
    return submission


def seats_take(game: Game, known: Game) -> None:
    """Give a game the seats that were read with it before, and without a query: who sits where never changes."""
    cache: dict[str, Any] = {"seats": known.seats.all()}
    vars(game)["_prefetched_objects_cache"] = cache  # as `prefetch_related` keeps them


def seats_of(game: Game) -> dict[int, GameSeat]:
    """The seats by number."""
    return {seat.number: seat for seat in sorted(game.seats.all(), key=lambda seat: seat.number)}


def keys_of_games(player: Player) -> list[str]:
    """The keys of a player's games, and of what was handed in for them."""
    games = Game.objects.filter(seats__player=player)
    return [
        *games.values_list("key", flat=True),
        *Submission.objects.filter(game__in=games).values_list("key", flat=True),
    ]


def broken_off(game: str) -> Exists:
    """Whether the game ended early, as far as anybody has said so: the parts that were finished are handed in, nothing
    else stands, and an arbiter decides by them. `game`: where a query's rows have the game's primary key."""
    return Exists(
        Submission.objects.filter(
            game=OuterRef(game),
            game__state__in=UNPLAYED_STATES,
            refusal="unfinished",
            fact_number__gt=F("game__set_aside_to"),
        )
    )
