"""An arbiter rules that a player forfeits what is left of a match of several games."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from magistrar_site.shared.acts import Act
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.services.facts import fact_append
from tournaments.enums import RestForfeited
from tournaments.facts.rounds import MatchRestForfeited
from tournaments.models import Match
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.services.brackets.follow import bracket_games_lock, bracket_moves, follow
from tournaments.services.permissions import refuse_own, require_event
from tournaments.services.rounds.states import require_reason, round_follow_ruling
from tournaments.services.series.follow import already_decided, series_follow, series_for_change
from tournaments.signals import event_changed

FORFEITING = {
    frozenset[int](): RestForfeited.NOBODY,
    frozenset({0}): RestForfeited.FIRST,
    frozenset({1}): RestForfeited.SECOND,
    frozenset({0, 1}): RestForfeited.BOTH,
}


def _seat_keys(match: Match) -> list[str]:
    return [seat.entry.key for seat in match.seats.all()]


@transaction.atomic
def rest_forfeit(*, act: Act, match_key: str, entries: Sequence[str]) -> Match:
    """Rule that these entries of a match of several games (one, or both) forfeit what is left of it; none of them takes
    that back. It needs a reason in `act.why`. Games that nobody has played yet aren't needed any more. Pressed twice is
    once. NotAllowed `own_game`; Invalid `not_in_match`, `reason_missing`; DomainError `already_decided`."""
    stage = match_by_key(match_key).round.stage
    event = stage.event
    require_event(act, event, Action.RULE)
    bracket_games_lock(stage)
    match, series = series_for_change(act, match_key)
    refuse_own(act, match)
    keys = _seat_keys(match)
    if not set(entries) <= set(keys):
        raise Invalid("not_in_match", _("Only a player of this match can forfeit it."))
    who = FORFEITING[frozenset(keys.index(entry) for entry in entries)]
    if match.rest_forfeited == who:
        return match
    require_reason(act)
    if who and series.standing.is_decided and not match.rest_forfeited:
        raise already_decided(series)
    first = next(iter(match.games.all())).game
    fact = MatchRestForfeited(match=match.key, who=who, game=first.key)
    fact_append(act=act, stream=event.stream, fact=fact)
    match.rest_forfeited = who
    match.save(update_fields=["rest_forfeited"])
    series_follow(act=act, match=match)
    round_follow_ruling(act=act, round_=match.round)
    follow(act, stage, bracket_moves(stage))
    transaction.on_commit(lambda: event_changed.send(sender=Match, event_key=event.key))
    return match
