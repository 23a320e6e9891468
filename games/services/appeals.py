"""A player answers a decision about their game, and an arbiter decides the answer. Permission is the caller's."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.core.seats import Seat
from games.enums import DESK_STATES
from games.facts.appeals import AppealDecided, GameAppealed
from games.models import Appeal, Game
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.services.facts import fact_append


@transaction.atomic
def game_appeal(*, act: Act, game: Game, seat: Seat) -> Appeal:
    """The seat answers, once, the decision that counts for the game, with a text in `act.why`. Invalid
    `reason_missing`; DomainError `nothing_to_appeal`, `appealed_already`."""
    if not act.why:
        raise Invalid("reason_missing", _("Say what is wrong."), fields={"why": _("Say why, in a few words.")})
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.state not in DESK_STATES:
        raise DomainError("nothing_to_appeal", _("There is no decision about this game to appeal."))
    if game.appeals.filter(seat=seat, ruling=game.result_fact).exists():
        raise DomainError("appealed_already", _("You have appealed this decision already. An arbiter answers it."))
    fact = fact_append(
        act=act, stream=game.stream, fact=GameAppealed(game=game.key, ruling=game.result_fact, seat=seat)
    )
    return Appeal.objects.create(game=game, seat=seat, ruling=game.result_fact, at=act.at, fact_number=fact.number)


def appealed(games: Iterable[Game]) -> set[int]:
    """The primary keys of those games whose decision somebody appeals: an arbiter decides about them, with a reason,
    and nothing else changes them."""
    return set(Appeal.objects.filter(game__in=list(games), decided_fact=0).values_list("game_id", flat=True))


def under_appeal() -> DomainError:
    return DomainError("appealed", _("A player appeals this result. Decide the appeal, with a reason."))


@transaction.atomic
def appeals_decide(*, act: Act, game: Game, granted: bool) -> int:
    """Decide all open appeals of a game, with the reason in `act.why`: `granted` where another decision was made, else
    the one before stands, which needs a reason (Invalid `reason_missing`). Returns how many there were."""
    appeals = list(Appeal.objects.select_for_update().filter(game=game, decided_fact=0).order_by("fact_number"))
    if appeals and not granted and not act.why:
        raise Invalid("reason_missing", _("A ruling needs a reason."), fields={"why": _("Say why, in a few words.")})
    for appeal in appeals:
        decided = AppealDecided(game=game.key, appeal=appeal.fact_number, granted=granted)
        fact = fact_append(act=act, stream=game.stream, fact=decided)
        appeal.decided_fact, appeal.granted = fact.number, granted
        appeal.save(update_fields=["decided_fact", "granted"])
    return len(appeals)
