"""A game step by step: all its steps as one fragment, and the picture of a position. The same for every reader: no
cookie is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.pages.core.pages import ReplayView
from games.pages.registry import game_pages
from games.selectors.games import game_by_key
from games.selectors.scores import result_alone
from magistrar_site.shared.errors import NotFound
from magistrar_site.shared.web_cache import cached
from tournaments.selectors.rounds.matches import match_game_by_game
from tournaments.selectors.sharing import require_public_round
from tournaments.web.fragment_cache import cacheable_response, in_language, known_language

if TYPE_CHECKING:
    from games.models import Game


def told_game(key: str) -> tuple[Game, ReplayView]:
    """A published game and its steps. NotFound where there is none, or nothing tells steps."""
    match_game = match_game_by_game(key)
    require_public_round(match_game.match.round)
    game = game_by_key(key)
    told = game_pages(game.system).replay(game, result_alone(game))
    if told is None:
        raise NotFound("no_steps", _("This game wasn’t recorded step by step."))
    return game, told


@require_safe
def position_picture(request: HttpRequest, key: str, step: int) -> HttpResponse:
    """The board after a step, as an SVG that stands alone. Under `?v=` with the game's version it never changes."""
    game, told = told_game(key)
    language = known_language(request.GET.get("lang", "en"))
    with in_language(language):
        tag = f"{told.version}-{step}-{translation.get_language()}"
        made = cached(f"position:{tag}", lambda: _picture(game, told, step))
    return cacheable_response(request, made, tag, "image/svg+xml", for_ever=request.GET.get("v") == told.version)


def _picture(game: Game, told: ReplayView, step: int) -> str:
    picture = game_pages(game.system).picture(told, step)
    if picture is None:
        raise NotFound("no_such_step", _("The game has no position with this number."))
    return picture


@gzip_page  # nothing in it is a secret of anybody's
@require_safe
def replay_steps(request: HttpRequest, language: str, key: str, version: str) -> HttpResponse:
    """All steps as the viewer shows them, in the language of the address."""
    game, told = told_game(key)
    with in_language(language):
        tag = f"{told.version}-{translation.get_language()}"
        made = cached(f"replay:{tag}", lambda: _all_steps(game, told))
    return cacheable_response(request, made, tag, "text/html; charset=utf-8", for_ever=version == told.version)


def _all_steps(game: Game, told: ReplayView) -> str:
    picture = reverse("tournaments:position_picture", args=[game.key, 0])
    return game_pages(game.system).all_steps(game, told, picture)
