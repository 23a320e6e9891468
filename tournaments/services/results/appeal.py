"""A player answers a decision once; an arbiter decides the answer: by deciding anew (`rule`), or because the decision
stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from games.selectors.games import game_by_key
from games.services.appeals import appeals_decide, game_appeal
from games.services.games import games_lock
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from tournaments.services.events.over import refuse_over_now
from tournaments.services.permissions import refuse_own, require_event
from tournaments.services.results.hand_in import event_of, own_seat, playable_game
from tournaments.services.series.follow import games_beside

if TYPE_CHECKING:
    from games.models import Appeal, Game


@transaction.atomic
def appeal_make(*, act: Act, game_key: str) -> Appeal:
    """A player appeals the decision about their game, with a text in `act.why`. NotAllowed `not_your_game`; DomainError
    `finished`, and what `game_appeal` refuses."""
    place = playable_game(act, game_key)
    seat = own_seat(act, place)
    games_lock(games=games_beside(place.match))
    appeal = game_appeal(act=act, game=place.game, seat=seat)
    refuse_over_now(event_of(place))
    return appeal


@transaction.atomic
def appeal_dismiss(*, act: Act, game_key: str) -> Game:
    """An arbiter lets the decision stand, with a reason in `act.why`. NotAllowed `own_game`; DomainError `no_appeal`,
    `finished`; Invalid `reason_missing`."""
    place = playable_game(act, game_key)
    require_event(act, event_of(place), Action.RULE)
    refuse_own(act, place.match)
    games_lock(games=games_beside(place.match))
    if not appeals_decide(act=act, game=place.game, granted=False):
        raise DomainError("no_appeal", _("No appeal waits for an answer."))
    refuse_over_now(event_of(place))
    return game_by_key(game_key)
