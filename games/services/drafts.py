"""A record in progress: each duel is kept as it is finished, and either player goes on from there. Who may do so is
decided by whoever arranged the game."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.core.seats import Seat
from games.models import DraftPart, Game
from games.pages.magistrar.arenas import Arena, duel_of_arena, duels_agree, report_of_duels
from games.pages.magistrar.reports import sentence_of
from games.selectors.drafts import draft_duels
from games.selectors.games import names_of
from games.services.submissions import KEY_PATTERN, SETTLED
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid


def draft_duel_save(
    *, act: Act, game: Game, number: int, arena: Arena, seat: Seat | None, idempotency_key: str, replaces: str = ""
) -> DraftPart:
    """Keep a finished duel. The same duel again changes nothing, whoever sends it. Another one takes the place of what
    was saved only where `replaces` names its version: nobody overwrites what he hasn't seen. Later duels stay, also
    where they don't fit any more (`draft_record` tells).

    Invalid `not_legal` with the engine's sentence, `duel_missing` where an earlier one isn't saved yet; DomainError
    `saved_differently`, `settled`, `game_void`.
    """
    if not KEY_PATTERN.fullmatch(idempotency_key):
        raise Invalid("bad_idempotency_key", _("A key has 1 to 80 letters, digits, dashes, dots or colons."))
    with transaction.atomic():
        game = _open_game(game)
        saved = draft_duels(game)
        if not 1 <= number <= len(saved) + 1:
            raise Invalid("duel_missing", _("An earlier duel isn’t saved yet. Load the page anew."), status=409)
        before = [row.body for row in saved[: number - 1]]
        duel = duel_of_arena(game, before, arena)
        report = report_of_duels(game, [*before, duel])
        if not report["legal"]:
            raise Invalid("not_legal", sentence_of(game.system, report["violations"][0], names_of(game)))
        standing = DraftPart.objects.filter(game=game, number=number).first()
        if standing is not None:
            if standing.version == idempotency_key or duels_agree(standing.body, duel):
                return standing  # sent twice is once; two who say the same agree
            if standing.version != replaces:
                raise DomainError("saved_differently", _("This duel was saved differently by somebody else."))
            standing.delete()
        return DraftPart.objects.create(
            game=game,
            number=number,
            body=duel,
            seat=seat,
            actor=str(act.actor),
            at=act.at,
            version=idempotency_key,
        )


def draft_duel_take_back(*, game: Game, number: int, version: str) -> None:
    """Take the last saved duel off, to lay it out anew. Where it is gone already, nothing happens; DomainError
    `saved_differently` where another version stands there, `later_duels`, `settled`, `game_void`."""
    with transaction.atomic():
        game = _open_game(game)
        standing = DraftPart.objects.filter(game=game, number=number).first()
        if standing is None:
            return
        if standing.version != version:
            raise DomainError("saved_differently", _("This duel was saved differently by somebody else."))
        if DraftPart.objects.filter(game=game, number__gt=number).exists():
            raise DomainError("later_duels", _("A later duel is saved already. Take that one back first."))
        standing.delete()


def drafts_of_player_erase(*, player_key: str) -> int:
    """Erase the records in progress of all games of a player; how many duels that were."""
    games = Game.objects.filter(seats__player__key=player_key)
    erased, _by_model = DraftPart.objects.filter(game__in=games).delete()
    return erased


def _open_game(game: Game) -> Game:
    """The game with its row locked, where a record of it still makes sense."""
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if locked.is_void:
        raise DomainError("game_void", _("This pairing was undone, so no result is needed."))
    if locked.state in SETTLED:
        raise DomainError("settled", _("The result of this game is settled already."))
    return locked
