"""Arranging games: called by whoever owns the stream (an event), with a fixed set-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.engine.core.choices import said_of, variants_with
from games.engine.core.seats import Seat
from games.engine.registry import game_system
from games.enums import Agreement, GameState, Grade
from games.facts.games import GamePlace, GameRearranged, GameSetUp, GamesVoided, GameVariantsSaid
from games.models import Game, GameSeat, Player
from games.selectors.choices import may_be_said
from games.selectors.editions import players_of_edition
from games.selectors.evidence import edition_digest
from games.services.editions import edition_state
from games.signals import result_changed
from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.facts import fact_append, facts_append


@dataclass(frozen=True, slots=True)
class SetUp:
    """All that is fixed before a game is played. `players` are in seat order; `starter` is a seat, None where that is
    left to the table. `variants` is as in a record, without what isn't played. `place` is
    for whoever arranges the game: where it belongs there, in keys and numbers; the fact says it, nothing here reads it.
    """

    players: tuple[Player, ...]
    starter: Seat | None
    edition: str
    played_at: datetime
    order: int
    system: str = "magistrar"
    pool: str = ""
    least_grade: Grade = Grade.SCORE
    agreement: Agreement = Agreement.ONE
    variants: Mapping[str, Any] = field(default_factory=dict)
    place: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def games_create(*, act: Act, stream: str, set_ups: list[SetUp]) -> list[Game]:
    """Arrange games, in order, and put each set-up on the stream, before the first with a club's edition that too.
    The act's reason isn't kept with them: what arranges them keeps it. Permission is the caller's. DomainError
    `edition_not_here`; ValueError for a number of players that the edition isn't for."""
    digests, playable = {}, {}
    for system, edition in sorted({(set_up.system, set_up.edition) for set_up in set_ups}):
        edition_state(act=act, stream=stream, system=system, key=edition)
        digests[system, edition] = edition_digest(system, edition)
        playable[system, edition] = players_of_edition(system, edition)
    for set_up in set_ups:
        _require_players(set_up, playable[set_up.system, set_up.edition])
    games = [_game(act, stream, set_up, digests[set_up.system, set_up.edition]) for set_up in set_ups]
    Game.objects.bulk_create(games, batch_size=500)
    GameSeat.objects.bulk_create(
        [
            GameSeat(game=game, number=seat, player=player)
            for game, set_up in zip(games, set_ups, strict=True)
            for seat, player in enumerate(set_up.players, 1)
        ],
        batch_size=500,
    )
    facts = [_fact(game, set_up) for game, set_up in zip(games, set_ups, strict=True)]
    facts_append(act=act, stream=stream, facts=facts)
    return games


def _require_players(set_up: SetUp, playable: Sequence[int]) -> None:
    players = len(set_up.players)
    if players not in playable:
        raise ValueError(f"{set_up.system} is no game for {players} players by {set_up.edition}")
    if set_up.starter is not None and not 1 <= set_up.starter <= players:
        raise ValueError(f"seat {set_up.starter} can't start a game for {players} players")


def _game(act: Act, stream: str, set_up: SetUp, digest: str) -> Game:
    return Game(
        key=act.ids.key(),
        stream=stream,
        system=set_up.system,
        starter=set_up.starter,
        edition=set_up.edition,
        edition_digest=digest,
        variants=dict(set_up.variants),
        least_grade=set_up.least_grade,
        agreement=set_up.agreement,
        pool=set_up.pool,
        played_at=set_up.played_at,
        order=set_up.order,
    )


def _fact(game: Game, set_up: SetUp) -> GameSetUp:
    return GameSetUp(
        game=game.key,
        system=game.system,
        starter=game.starter,
        edition=game.edition,
        edition_digest=game.edition_digest,
        variants=game.variants,
        least_grade=Grade(game.least_grade),
        agreement=Agreement(game.agreement),
        pool=game.pool,
        played_at=game.played_at,
        order=game.order,
        seats=[player.key for player in set_up.players],
        place=GamePlace(**set_up.place),
    )


@transaction.atomic
def game_rearrange(
    *, act: Act, game: Game, starter: Seat | None, variants: Mapping[str, Any], is_void: bool = False
) -> Game:
    """Give a game that nothing was handed in for another set-up, or take it away (`is_void`) and give it back. What is
    so already is no change. The act's reason isn't kept with it. Permission and locks (`games_lock`) are the caller's.
    ValueError for a game that has something handed in."""
    if game.state != GameState.EXPECTED:
        raise ValueError(f"game {game.key} is {game.state}, so its set-up stays")
    if (game.starter, game.variants, game.is_void) == (starter, dict(variants), is_void):
        return game
    fact = GameRearranged(game=game.key, starter=starter, variants=dict(variants), void=is_void)
    fact_append(act=replace(act, why=""), stream=game.stream, fact=fact)
    game.starter, game.variants, game.is_void = starter, dict(variants), is_void
    game.save(update_fields=["starter", "variants", "is_void"])
    return game


@transaction.atomic
def game_variants_say(*, act: Act, game: Game, said: Mapping[str, Any]) -> Game:
    """Put on the stream what was said at the table of what the game is played with: just this, its other variants stay.
    What is so already is no change. Permission, locks (`games_lock`) and the engine's word on it are the caller's.
    ValueError for a game that something stands handed in for, unless it is only completed by it."""
    choices = game_system(game.system).choices
    if said_of(choices, game.variants) == said:
        return game
    if not may_be_said(game.system, game.state, game.variants, said):
        raise ValueError(f"game {game.key} is {game.state}, so its variants stay")
    fact_append(act=replace(act, why=""), stream=game.stream, fact=GameVariantsSaid(game=game.key, said=dict(said)))
    game.variants = variants_with(choices, game.variants, said)
    game.save(update_fields=["variants"])
    return game


@transaction.atomic
def games_move(*, stream: str, games: Iterable[Game], played_at: datetime, fact_number: int) -> None:
    """Give games of a stream another time, as the fact of that number says. Who played when decides the order in which
    games are rated, so ratings follow. Permission, fact and locks (`games_lock`) are the caller's."""
    moved = [game for game in games if game.played_at != played_at]
    for game in moved:
        game.played_at, game.time_fact = played_at, fact_number
    Game.objects.filter(pk__in=[game.pk for game in moved]).update(played_at=played_at, time_fact=fact_number)
    for pool, game in {game.pool: game for game in moved if game.result_fact}.items():
        _tell(game, stream, pool)


@transaction.atomic
def seats_reassign(*, stream: str, games: Sequence[Game], was: Player, player: Player, fact_number: int) -> None:
    """The seats of one player in these games of a stream are another's, as the fact of that number says; ratings of
    both follow. Permission, fact and locks (`games_lock`) are the caller's."""
    keys = [game.pk for game in games]
    GameSeat.objects.filter(game__in=keys, player=was).update(player=player)
    Game.objects.filter(pk__in=keys).update(time_fact=fact_number)
    for pool, game in {game.pool: game for game in games if game.result_fact}.items():
        _tell(game, stream, pool)


def games_lock(*, games: Iterable[int]) -> list[Game]:
    """The games with these primary keys, locked until the transaction ends. To be called before the stream is locked:
    whoever hands in a result locks in that order too."""
    return list(games_to_lock(games))


def games_to_lock(games: Iterable[int]) -> QuerySet[Game]:
    """The query that locks these games, in the order in which everybody does."""
    return Game.objects.select_for_update().filter(pk__in=list(games)).order_by("pk")


@transaction.atomic
def games_void(*, act: Act, stream: str, games: Sequence[Game]) -> None:
    """Their pairings were undone: the games are kept with all that was handed in, but count for nothing and take no
    results. Permission and locks (`games_lock`) are the caller's."""
    if not games:
        return
    fact = fact_append(act=act, stream=stream, fact=GamesVoided(games=[game.key for game in games]))
    Game.objects.filter(pk__in=[game.pk for game in games]).update(is_void=True)
    counted = [game for game in games if game.state != GameState.EXPECTED]
    Game.objects.filter(pk__in=[game.pk for game in counted]).update(result_fact=fact.number)
    for game in counted:
        _tell(game, stream, game.pool)


def _tell(game: Game, stream: str, pool: str) -> None:
    news = {"game_key": game.key, "stream": stream, "pool": pool}
    transaction.on_commit(lambda: result_changed.send(sender=Game, **news))
