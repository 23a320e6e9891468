"""Saying at the table which mages and duel cards a game is played with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import UNPLAYED_STATES, Action
from games.selectors.drafts import has_draft
from games.selectors.games import names_of
from games.selectors.reports import sentence_of
from games.selectors.variants import cards_number_wrong, drawn_of, drawn_refused
from games.services.games import game_variants_say, games_lock
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import stream_lock
from tournaments.services.drawn import rules_of, variants_missing
from tournaments.services.permissions import allowed
from tournaments.services.results import event_of, submitting_side
from tournaments.services.series import games_beside

if TYPE_CHECKING:
    from games.models import Game


@transaction.atomic
def game_variants_set(
    *, act: Act, game_key: str, mages: Mapping[str, str] | None = None, duel_cards: Sequence[str] | None = None
) -> Game:
    """Say which mage each side has and which four duel cards were drawn, in order: a player of the match or the desk,
    while nothing stands handed in. Once a duel is recorded, only the desk may correct it; duels that fit no more are
    kept and shown as such. The goldens stay. Done twice is once.

    NotAllowed `not_your_game`; DomainError `no_variants`, `handed_in`, `duels_recorded`; Invalid `variants_missing`,
    `wrong_variants` with the engine's sentence.
    """
    match_game, _side = submitting_side(act, game_key)
    games_lock(games=games_beside(match_game.match))
    stream_lock(stream=event_of(match_game).stream)
    match_game, _side = submitting_side(act, game_key)  # as it stands under the locks
    game, rules = match_game.game, rules_of(match_game)
    drawn = _drawn(mages, duel_cards)
    if not rules.drawn:
        raise DomainError("no_variants", _("This event is played with the base game: nothing is drawn before a game."))
    if set(drawn) != set(rules.drawn):
        raise variants_missing(rules)
    if drawn_of(game.variants) == drawn:
        return game
    if game.state not in UNPLAYED_STATES:
        raise DomainError(
            "handed_in", _("Something was handed in for this game, so its mages and cards stay. Ask an arbiter.")
        )
    if has_draft(game) and not allowed(act.actor, event_of(match_game), Action.DESK):
        raise DomainError(
            "duels_recorded", _("A duel of this game is recorded already. The desk can still correct mages and cards.")
        )
    _check(game, drawn)
    return game_variants_say(act=act, game=game, drawn=drawn)


def _drawn(mages: Mapping[str, str] | None, duel_cards: Sequence[str] | None) -> dict[str, Any]:
    said: dict[str, Any] = {"mages": dict(mages or {}), "duel_cards": list(duel_cards or ())}
    return {name: value for name, value in said.items() if value}


def _check(game: Game, drawn: Mapping[str, Any]) -> None:
    """Only what the engine would play."""
    refused = drawn_refused(game, drawn)
    if refused:
        raise Invalid("wrong_variants", sentence_of(game.system, msgspec.to_builtins(refused[0]), names_of(game)))
    wrong = cards_number_wrong(drawn)
    if wrong:
        raise Invalid("wrong_variants", wrong)
