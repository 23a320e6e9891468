"""Discards a draft, and takes a whole published round back."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action, GameState
from games.services.games import games_lock, games_void
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import RoundAction, RoundState
from tournaments.facts.rounds import RoundDiscarded, RoundUndone
from tournaments.models import Match, MatchGame, MatchSeat, Round
from tournaments.selectors.events import rounds_of
from tournaments.selectors.rounds.matches import newest_round
from tournaments.services.permissions import require_event
from tournaments.services.rounds.states import require_reason, round_for_change, stale_round
from tournaments.signals import event_changed


@transaction.atomic
def round_undo(*, act: Act, round_: Round, seen: int | None = None) -> Round:
    """Take the newest round back as a whole: its matches and games are voided and kept with all that was handed in, and
    its number can be paired again. The round before it runs again. Pressed twice is once.

    With results handed in it needs a reason (Invalid `reason_missing`). DomainError `later_round` for any but the
    newest round.
    """
    require_event(act, round_.stage.event, Action.PAIR)
    links = MatchGame.objects.filter(match__round=round_, match__is_void=False)
    games = games_lock(games=links.values_list("game_id", flat=True))
    if Round.objects.filter(pk=round_.pk, state=RoundState.UNDONE).exists():
        return round_
    found = round_for_change(act, round_, RoundAction.UNDO, seen=seen)
    stage, newest = found.stage, newest_round(found.stage)
    if newest is None or newest.pk != found.pk:
        raise DomainError("later_round", _("A later round is paired already. Take that one back first."))
    if set(links.values_list("game_id", flat=True)) != {game.pk for game in games}:
        raise stale_round(found)
    if any(game.state != GameState.EXPECTED for game in games):
        require_reason(act)
    before = rounds_of(stage).filter(number=found.number - 1, state=RoundState.CLOSED).first()
    undone = RoundUndone(stage=found.stage.number, round=found.number, running=before.number if before else None)
    fact = fact_append(act=act, stream=stage.event.stream, fact=undone)
    games_void(act=act, stream=stage.event.stream, games=games)
    Match.objects.filter(round=found).update(is_void=True)
    MatchSeat.objects.filter(round=found).update(is_void=True)
    found.state, found.fact_number = RoundState.UNDONE, fact.number
    found.save(update_fields=["state", "fact_number"])
    if before is not None:
        before.state, before.fact_number = RoundState.RUNNING, fact.number
        before.save(update_fields=["state", "fact_number"])
    transaction.on_commit(lambda: event_changed.send(sender=Round, event_key=stage.event.key))
    return found


@transaction.atomic
def round_discard(*, act: Act, round_: Round) -> None:
    """Throw a draft away: nobody has seen it. Pressed twice is once. DomainError `published`."""
    require_event(act, round_.stage.event, Action.PAIR)
    if not Round.objects.filter(pk=round_.pk).exists():
        return
    found = round_for_change(act, round_, RoundAction.DISCARD)
    fact_append(
        act=act, stream=found.stage.event.stream, fact=RoundDiscarded(stage=found.stage.number, round=found.number)
    )
    found.delete()
