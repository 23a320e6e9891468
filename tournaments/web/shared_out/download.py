"""A game as a file: the document that its result rests on, without what its writer noted beside the game."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.registry import game_system
from games.selectors.scores import result_alone
from magistrar_site.shared.errors import NotFound
from tournaments.selectors.page_versions import versioned_game
from tournaments.selectors.sharing import require_shared_game


@require_safe
def game_download(request: HttpRequest, key: str) -> HttpResponse:
    """The record, sheet or score as JSON. NotFound where only the result was told."""
    game = require_shared_game(versioned_game(key).match_game).game
    result, system = result_alone(game), game_system(game.system)
    body = bytes(result.submission.body) if result is not None and result.submission is not None else b""
    document = system.parse(body) if body else None
    if document is None:
        raise NotFound("no_document", _("Nothing but the result of this game is known."))
    told = json.loads(system.encode(document))
    told.pop("meta", None)
    response = HttpResponse(json.dumps(told, ensure_ascii=False, indent=1) + "\n", content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="game-{game.key}.json"'
    return response
