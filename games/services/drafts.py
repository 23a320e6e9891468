"""A record in progress: each part is kept as it is finished, and any player goes on from there. Whoever arranged the
game decides who may do so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.core.deals import DealsBySeed
from games.engine.core.game_system import GameEdition, GameSystem
from games.engine.core.noting import NotesDeals
from games.engine.core.seats import Seat
from games.engine.core.secrets import KeepsSecrets
from games.engine.registry import game_system
from games.models import DraftPart, DraftSecret, Game
from games.pages.registry import game_pages
from games.selectors.deals import deal_of
from games.selectors.drafts import begun_record, draft_parts
from games.selectors.editions import playable_edition
from games.selectors.games import names_of, set_up_of
from games.services.deals import dealt_part_save, dealt_part_take_back, nothing_dealt
from games.services.submissions import KEY_PATTERN, SETTLED
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid


def draft_part_save(
    *, act: Act, game: Game, number: int, part: object, seat: Seat | None, idempotency_key: str, replaces: str = ""
) -> DraftPart:
    """Keep a finished part. The same part again changes nothing, whoever sends it. Another one takes the place of what
    was saved only where `replaces` names its version: nobody overwrites what they haven't seen. Later parts stay, also
    where they don't fit any more (`draft_record` tells).

    Invalid `not_legal` with the engine's sentence, and in the system's words (`TableWords`): what is no part, where an
    earlier one isn't saved yet, and DomainError where somebody saved another one; DomainError `settled`, `game_void`.
    In a game that was dealt here, as `dealt_part_save`; DomainError `no_deal` where it could have been, and its system
    doesn't note what others dealt.
    """
    _require_key(idempotency_key)
    with transaction.atomic():
        game = _open_game(game)
        deal = deal_of(game)
        if deal is not None:
            return dealt_part_save(
                act=act,
                game=game,
                deal=deal,
                number=number,
                part=part,
                seat=seat,
                key=idempotency_key,
                replaces=replaces,
            )
        system, pages = game_system(game.system), game_pages(game.system)
        if isinstance(system, DealsBySeed) and not isinstance(system, NotesDeals):
            raise nothing_dealt()  # what lies on a table that nobody dealt here isn't known before the game is over
        saved = draft_parts(game)
        if not 1 <= number <= len(saved) + 1:
            raise pages.table.earlier_missing()
        before, set_up = [row.body for row in saved[: number - 1]], set_up_of(game)
        try:
            body = _told_part(system, set_up, before, part, playable_edition(game.system, game.edition))
        except ValueError as error:
            raise pages.table.not_understood() from error
        found = begun_record(game, [*before, body]).violation
        if found is not None:
            raise Invalid("not_legal", pages.sentence(found, names_of(game)))
        standing = DraftPart.objects.filter(game=game, number=number).first()
        if standing is not None:
            if standing.version == idempotency_key or system.parts_agree(standing.body, body):
                return standing  # sent twice is once; two who say the same agree
            if standing.version != replaces:
                raise pages.table.saved_differently()
            standing.delete()
        return DraftPart.objects.create(
            game=game,
            number=number,
            body=body,
            seat=seat,
            actor=str(act.actor),
            at=act.at,
            version=idempotency_key,
        )


def _told_part(
    system: GameSystem, set_up: Mapping[str, Any], before: Sequence[Any], part: object, edition: GameEdition
) -> Any:
    if isinstance(system, NotesDeals):
        return system.told_noted_part(set_up, before, part, edition)
    return system.told_part(set_up, before, part, edition)


def draft_part_take_back(*, act: Act, game: Game, number: int, version: str, seat: Seat | None) -> None:
    """Take the last saved part off, to record it anew. Where it is gone already, nothing happens; DomainError in the
    system's words where another version stands there or a later part is saved, `settled`, `game_void`. In a
    game that was dealt here, as `dealt_part_take_back`: `seat` is the actor's, None for the desk."""
    with transaction.atomic():
        game = _open_game(game)
        deal = deal_of(game)
        if deal is not None:
            dealt_part_take_back(act=act, game=game, deal=deal, number=number, version=version, seat=seat)
            return
        words = game_pages(game.system).table
        standing = DraftPart.objects.filter(game=game, number=number).first()
        if standing is None:
            return
        if standing.version != version:
            raise words.saved_differently()
        if DraftPart.objects.filter(game=game, number__gt=number).exists():
            raise words.later_saved()
        standing.delete()


def draft_clear(*, act: Act, game: Game, version: str) -> None:
    """Take all parts off, to begin anew, also by a deal. `version`: the last part's, as nobody clears what they haven't
    seen. Where nothing is left, nothing happens. DomainError in the system's words where another version stands there,
    `dealt_already`, `settled`, `game_void`."""
    with transaction.atomic():
        game = _open_game(game)
        if deal_of(game) is not None:
            raise DomainError("dealt_already", _("The cards are dealt already. The desk can deal again."))
        last = DraftPart.objects.filter(game=game).order_by("number").last()
        if last is None:
            return
        if last.version != version:
            raise game_pages(game.system).table.saved_differently()
        DraftPart.objects.filter(game=game).delete()


def draft_secret_save(
    *, act: Act, game: Game, seat: Seat, secret: object, idempotency_key: str, replaces: str = "", opens: bool = False
) -> DraftSecret:
    """Keep what the player of a seat writes down for themselves. The same again changes nothing. Something else takes
    its place only where `replaces` names its version, as it may have been written on another device. `opens`: it is
    laid open for everybody at the table, and stays so.

    Invalid in the system's words for what is none, or where the system has no secrets; DomainError where something
    else was saved, `settled`, `game_void`.
    """
    _require_key(idempotency_key)
    with transaction.atomic():
        game = _open_game(game)
        system, words = game_system(game.system), game_pages(game.system).table
        if not isinstance(system, KeepsSecrets):
            raise words.not_understood()
        try:
            body = system.told_secret(set_up_of(game), secret, playable_edition(game.system, game.edition))
        except ValueError as error:
            raise words.not_understood() from error
        standing = DraftSecret.objects.filter(game=game, seat=seat).first()
        is_known = standing is None or standing.version in (replaces, idempotency_key) or standing.body == body
        if not is_known:
            raise words.saved_differently()
        opened = opens or (standing is not None and standing.is_open)
        saved, _created = DraftSecret.objects.update_or_create(
            game=game,
            seat=seat,
            defaults={
                "body": body,
                "is_open": opened,
                "actor": str(act.actor),
                "at": act.at,
                "version": idempotency_key,
            },
        )
        return saved


def dealt_drafts_end(*, stream: str) -> None:
    """Nothing is recorded any more in these games: what was kept of those that the service dealt goes."""
    DraftPart.objects.filter(game__stream=stream, game__deal__isnull=False).delete()


def drafts_of_player_erase(*, player_key: str) -> int:
    """Erase the records in progress of all games of a player; how many parts that were."""
    games = Game.objects.filter(seats__player__key=player_key)
    erased, _by_model = DraftPart.objects.filter(game__in=games).delete()
    secrets, _by_model = DraftSecret.objects.filter(game__in=games).delete()
    return erased + secrets


def _require_key(idempotency_key: str) -> None:
    if not KEY_PATTERN.fullmatch(idempotency_key):
        raise Invalid("bad_idempotency_key", _("A key has 1 to 80 letters, digits, dashes, dots or colons."))


def _open_game(game: Game) -> Game:
    """The game with its row locked, where a record of it still makes sense."""
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if locked.is_void:
        raise DomainError("game_void", _("This pairing was undone, so no result is needed."))
    if locked.state in SETTLED:
        raise DomainError("settled", _("The result of this game is settled already."))
    return locked
