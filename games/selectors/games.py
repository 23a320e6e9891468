from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db.models import Exists, F, Max, OuterRef, Prefetch, QuerySet
from django.db.models.functions import Greatest
from django.utils.translation import gettext_lazy as _

from games.enums import SETTLED_STATES, UNPLAYED_STATES, ResultKind
from games.models import Game, GameResult, GameSeat, Player, SeatResult, Submission
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.selectors.facts import facts_of


def seats_at(path: str) -> Prefetch[Any]:
    """Prefetches the seats of games, with their players by a join: one query more for the players would name each of
    them in a condition of its own, and SQLite takes a thousand of those."""
    return Prefetch(path, queryset=GameSeat.objects.select_related("player"))


def seat_results_at(path: str) -> Prefetch[Any]:
    """Prefetches what results mean for the seats, with the seats and players by a join, as `seats_at`."""
    return Prefetch(path, queryset=SeatResult.objects.select_related("seat__player"))


def game_by_key(key: str) -> Game:
    """With its seats and players; NotFound where there is none."""
    game = Game.objects.prefetch_related(seats_at("seats")).filter(key=key).first()
    if game is None:
        raise NotFound("no_such_game", _("There is no game at this address."))
    return game


def system_of_game(key: str) -> str:
    """The key of the game system that a game is of. NotFound where there is no such game."""
    system = Game.objects.filter(key=key).values_list("system", flat=True).first()
    if system is None:
        raise NotFound("no_such_game", _("There is no game at this address."))
    return system


def names_of(game: Game) -> dict[str, str]:
    """The players' public names by their side."""
    return {seat.side: seat.player.public_name for seat in game.seats.select_related("player")}


def set_up_of(game: Game) -> dict[str, Any]:
    """The set-up as a document of this game names it: starter, edition, and the variants that are played."""
    said: dict[str, Any] = {"starter": game.starter, "edition": game.edition}
    return said | ({"variants": game.variants} if game.variants else {})


def current_result(game: Game) -> GameResult | None:
    """The result that counts now, with its seats and duels; None before there is one."""
    results = (
        GameResult.objects.filter(game=game, is_current=True).select_related("submission").defer("submission__body")
    )
    return results.prefetch_related(seat_results_at("seats"), "duels").first()


def results_of(games: QuerySet[Game] | list[int]) -> QuerySet[GameResult]:
    """The current results of many games, with their seats."""
    return GameResult.objects.filter(game__in=games, is_current=True).prefetch_related(seat_results_at("seats"))


def winners_changed_since(games: list[int], number: int) -> set[int]:
    """The games (primary keys) of a stream with another winner now than when its fact of that number was the newest;
    that had no result then, or have none now, among them."""
    touched = {game.key: game for game in Game.objects.filter(pk__in=games, result_fact__gt=number)}
    if not touched:
        return set()
    then: dict[int, tuple[int, str, str]] = {}
    now: dict[int, tuple[str, str]] = {}
    rows = GameResult.objects.filter(game__in=[game.pk for game in touched.values()]).order_by("fact_number")
    for game, kind, winner, fact_number, is_current in rows.values_list(
        "game", "kind", "winner", "fact_number", "is_current"
    ):
        if fact_number <= number:
            then[game] = (fact_number, kind, winner)
        if is_current:
            now[game] = (kind, winner)
    for key, taken_back in _taken_back(touched, number):
        standing = then.get(touched[key].pk)
        if standing is not None and standing[0] < taken_back:
            del then[touched[key].pk]
    known = {game: (kind, winner) for game, (_fact, kind, winner) in then.items()}
    return {game for game in known.keys() | now.keys() if known.get(game) != now.get(game)}


def _taken_back(games: Mapping[str, Game], number: int) -> Iterator[tuple[str, int]]:
    """Which of the games (by key) had its result taken back up to a fact, and by the fact of which number."""
    for stream in {game.stream for game in games.values()}:
        facts = facts_of(stream).filter(number__lte=number, kind__in=("game.annulled", "game.reopened"))
        for fact in facts.prefetch_related(None):
            if fact.payload["game"] in games:
                yield fact.payload["game"], fact.number


def shown_submissions(stream: str) -> list[str]:
    """Keys of the submissions that current results of a stream's games came from."""
    results = GameResult.objects.filter(game__stream=stream, is_current=True, submission__isnull=False)
    return list(results.values_list("submission__key", flat=True))


def game_keys(pks: Collection[int]) -> dict[int, str]:
    """The games' keys by their primary keys."""
    return dict(Game.objects.filter(pk__in=pks).values_list("pk", "key"))


def submissions_of(game: Game) -> QuerySet[Submission]:
    """All versions that were handed in, oldest first, refused ones too. The documents are read when they are asked
    for: a list shows none."""
    rows = Submission.objects.filter(game=game).defer("body").order_by("fact_number")
    return rows.prefetch_related("confirmations")


def submission_by_key(key: str) -> Submission:
    submission = Submission.objects.select_related("game").filter(key=key).first()
    if submission is None:
        raise NotFound("no_such_submission", _("There is no submission at this address."))
    return submission


def rated_results(pool: str) -> QuerySet[GameResult]:
    """What a pool rates, in the order of play: settled results of games that were really played, with their seats."""
    return (
        GameResult.objects.filter(
            is_current=True,
            kind=ResultKind.PLAYED,
            game__pool=pool,
            game__is_void=False,
            game__state__in=SETTLED_STATES,
        )
        .select_related("game")
        .prefetch_related(seat_results_at("seats"))
        .order_by("game__played_at", "game__order", "game__key")
    )


def pool_heads(pool: str) -> dict[str, int]:
    """For each stream with games of the pool: the number of the fact that last changed one of their results, or the
    time of a game that has one."""
    heads = Game.objects.filter(pool=pool, result_fact__gt=0).order_by()
    return dict(heads.values_list("stream").annotate(head=Max(Greatest("result_fact", "time_fact"))))


def seats_of(game: Game) -> dict[str, GameSeat]:
    """The seats by side."""
    return {seat.side: seat for seat in game.seats.all()}


def keys_of_games(player: Player) -> list[str]:
    """The keys of a player's games, and of what was handed in for them."""
    games = Game.objects.filter(seats__player=player)
    return [
        *games.values_list("key", flat=True),
        *Submission.objects.filter(game__in=games).values_list("key", flat=True),
    ]


def broken_off(game: str) -> Exists:
    """Whether the game ended early, as far as anybody has said so: the duels that were finished are handed in, nothing
    else stands, and an arbiter decides by them. `game`: where a query's rows have the game's primary key."""
    return Exists(
        Submission.objects.filter(
            game=OuterRef(game),
            game__state__in=UNPLAYED_STATES,
            refusal="unfinished",
            fact_number__gt=F("game__set_aside_to"),
        )
    )
