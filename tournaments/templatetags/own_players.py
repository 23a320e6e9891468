"""Who reads a leaderboard: the account's player, and those whose personal links are open in the browser."""

from __future__ import annotations

from django import template

from games.selectors.players import player_of_account
from magistrar_site.accounts.web.middleware import claimed_subjects
from tournaments.selectors.entries import player_keys_of_entries

register = template.Library()


@register.simple_tag(takes_context=True)
def own_players(context: template.Context) -> frozenset[str]:
    """The keys of the reader's players; no query for visitors."""
    request = context["request"]
    keys = set(player_keys_of_entries(claimed_subjects(request)))
    player = player_of_account(request.user.key) if request.user.is_authenticated else None
    return frozenset(keys | {player.key} if player else keys)
