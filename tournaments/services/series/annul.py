"""An arbiter annuls the later games of a match, so that they are played anew."""

from __future__ import annotations

from django.db import transaction

from games.enums import Action, GameState
from games.services.appeals import appeals_decide
from games.services.rulings import game_annul
from magistrar_site.shared.acts import Act
from tournaments.models import Match
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.services.brackets.follow import bracket_games_lock, bracket_moves, follow
from tournaments.services.permissions import refuse_own, require_event
from tournaments.services.rounds.states import require_reason, round_follow_ruling
from tournaments.services.series.follow import series_follow, series_for_change


@transaction.atomic
def later_games_annul(*, act: Act, match_key: str, after: int) -> Match:
    """An arbiter has the games of a match after that number not count, with a reason in `act.why`: they are played
    anew, with the bags that the results before now say. Done twice is once."""
    stage = match_by_key(match_key).round.stage
    require_event(act, stage.event, Action.RULE)
    bracket_games_lock(stage)
    match, series = series_for_change(act, match_key)
    refuse_own(act, match)
    require_reason(act)
    open_states = {GameState.EXPECTED.value, GameState.ANNULLED.value}
    later = [row for row in series.own_games if row.number > after and row.game.state not in open_states]
    for link in later:
        appeals_decide(act=act, game=game_annul(act=act, game=link.game), granted=True)
    if later:
        series_follow(act=act, match=match)
        round_follow_ruling(act=act, round_=match.round)
        follow(act, stage, bracket_moves(stage))
    return match
