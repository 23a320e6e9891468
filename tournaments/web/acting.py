"""Who acts on a page that belongs to a game or an entry: the personal link that was opened here, else the account."""

from __future__ import annotations

from django.http import HttpRequest

from magistrar_site.accounts.web.middleware import claimed_subjects
from magistrar_site.shared.acts import Act, act_of
from tournaments.models import Match, MatchGame
from tournaments.selectors.match_seats import entry_keys_of

AS = "as"


def act_in_game(request: HttpRequest, match_game: MatchGame) -> Act:
    """The act of somebody at this game. Where a browser has opened the links of both players (a shared phone), the
    page says whom it was made for by the field `as`; otherwise the link that was opened last speaks."""
    return act_in_match(request, match_game.match)


def act_in_match(request: HttpRequest, match: Match) -> Act:
    """Likewise at a match."""
    claimed = claimed_subjects(request)
    keys = entry_keys_of(match) if claimed else []
    asked = request.POST.get(AS) or request.GET.get(AS)
    opened = [key for key in claimed if key in keys]
    if asked in opened:
        return act_of(request, entry=asked)
    return act_of(request, entry=opened[0] if opened else None)
