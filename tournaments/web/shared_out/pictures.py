"""The picture of a game's result, for what shows a preview of its page. Made once for each version of the page, so a
name that was hidden is in no picture that is asked for afterwards."""

from __future__ import annotations

import time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from magistrar_site.shared.api.throttling import counted
from magistrar_site.shared.web_cache import cached, release
from tournaments.selectors.page_versions import versioned_game
from tournaments.selectors.sharing import require_shared_game
from tournaments.web.fragment_cache import cacheable_response, in_language, not_modified
from tournaments.web.shared_out.drawing import ResultPicture, SideOfPicture, result_png
from tournaments.web.shown_game import ShownGame, public_game

MADE_A_MINUTE = 240  # by all processes; beyond that the site's own picture stands for the others


@require_safe
def game_picture(request: HttpRequest, language: str, key: str) -> HttpResponse:
    """The result as PNG, in the language of the address."""
    versioned = versioned_game(key)
    require_shared_game(versioned.match_game)
    with in_language(language):
        tag = picture_tag(versioned.version)
        unchanged = not_modified(request, tag)
        if unchanged is not None:
            return unchanged
        made = cached(tag, lambda: _made(key))
    return cacheable_response(request, made, tag, "image/png", for_ever=False) if made else _site_picture()


def picture_tag(version: str) -> str:
    """The name of a game's picture in the language that is on."""
    return f"{version}.{release()}.{get_language()}.picture"


def _made(key: str) -> bytes | None:
    """The picture; None where too many were made within this minute."""
    window = int(time.time()) // 60
    if counted(f"pictures:{window}", 60) > MADE_A_MINUTE:
        return None
    return result_png(picture_of(public_game(key)))


def _site_picture() -> HttpResponse:
    answer = redirect(static("img/share.png"))
    answer["Cache-Control"] = "no-store"
    return answer


def picture_of(shown: ShownGame) -> ResultPicture:
    """What the picture of a game says to everybody."""
    round_ = shown.match_game.match.round
    place = _("round %(number)s, table %(table)s") % {"number": round_.number, "table": shown.match_game.match.table}
    numbers = shown.score
    sides = tuple(
        SideOfPicture(
            name=seat.name,
            instead=seat.side_name,
            number=numbers.get(seat.number, "–"),
            is_winner=shown.result is not None and shown.result.winner == seat.number,
        )
        for seat in shown.seats
    )
    label = str(shown.pages.score_label()) if numbers else ""
    return ResultPicture(f"{shown.event.name}, {place}", sides, label, shown.result_in_words)
