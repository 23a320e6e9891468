"""The ladder as the facts so far say it, over the same bridge as the rows (`selectors.ladder_bridge`)."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from games.enums import GameState
from tournaments.formats.systems.ladder import Ladder, MoveCause, challenge_refusal, ladder_at, ladder_rules
from tournaments.models.rules import rules_read
from tournaments.selectors.ladder_bridge import ChallengeValues, GameValues, HolidayValues, happenings_of

if TYPE_CHECKING:
    from tournaments.facts.state import ReplayedChallenge, ReplayedState


def ladder_by_facts(
    state: ReplayedState, stage_number: int, at: datetime | None = None, *, without: str = ""
) -> Ladder:
    """The ladder at a moment, by default that of the newest fact. `without`: a challenge that is left out."""
    zone = str(state.the_event().columns["time_zone"])
    challenges = [_values(state, each) for each in state.challenges.values() if each.key != without]
    holidays = [
        HolidayValues(each.entry, each.said_at, each.fact_number, each.first, each.last) for each in state.holidays
    ]
    happenings = happenings_of(state.roster, challenges, holidays, zone)
    now = (at or state.newest_at()).astimezone(ZoneInfo(zone))
    return ladder_at(now, happenings, ladder_rules(state.stage(stage_number).options))


def _values(state: ReplayedState, challenge: ReplayedChallenge) -> ChallengeValues:
    seats = state.match(challenge.match).entries if challenge.match else ()
    return ChallengeValues(
        key=challenge.key,
        challenger=challenge.challenger,
        challenged=challenge.challenged,
        made_at=challenge.made_at,
        made_fact=challenge.made_fact,
        accepted_at=challenge.accepted_at,
        accepted_fact=challenge.accepted_fact,
        outcome=challenge.outcome,
        ended_at=challenge.ended_at,
        ended_fact=challenge.ended_fact,
        challenger_seat=seats.index(challenge.challenger) if challenge.challenger in seats else None,
        game=_game(state, challenge.match) if challenge.match else None,
    )


def _game(state: ReplayedState, match_key: str) -> GameValues | None:
    from tournaments.facts.stage_states import results_by_facts  # it makes states of ladders, too

    match = state.match(match_key)
    if 1 not in match.games:
        return None
    game, rules = state.game(match.games[1]), rules_read(dict(state.the_event().rules))
    results = results_by_facts(state, match, rules)
    is_annulled = game.state == GameState.ANNULLED.value
    said = [each.fact_number for each in game.submissions.values() if each.accepted]
    said += [each.fact_number for each in game.results]
    said += [game.result_fact] if is_annulled else []
    first = min(said, default=None)
    return GameValues(
        said=first,
        said_at=None if first is None else state.times[first],
        agreed_at=match.agreed_at,
        result=results[0] if results else None,
        is_annulled=is_annulled,
    )


def challenge_refused(state: ReplayedState, key: str) -> str:
    """Why the rules didn't allow a challenge when it was made, by the facts until then; empty where they did."""
    challenge = state.challenges[key]
    ladder = ladder_by_facts(state, challenge.stage, challenge.made_at, without=key)
    now = challenge.made_at.astimezone(ZoneInfo(str(state.the_event().columns["time_zone"])))
    rules = ladder_rules(state.stage(challenge.stage).options)
    refusal = challenge_refusal(challenge.challenger, challenge.challenged, ladder, now, rules)
    return "" if refusal is None else refusal.code.value


def day_by_facts(state: ReplayedState, day: date, at: datetime) -> tuple[list[str], list[str]]:
    """Who moved down on a day because of idleness, in order, and who left, by the facts until `at`."""
    stage = next(iter(state.stages))
    return moves_of_day(ladder_by_facts(state, stage, at), day)


def moves_of_day(ladder: Ladder, day: date) -> tuple[list[str], list[str]]:
    """Who moved down at the start of a day because of idleness, in order, and who left."""
    moves = [move for move in ladder.moves if move.at.date() == day]
    return (
        [move.player for move in moves if move.cause is MoveCause.IDLE],
        [move.player for move in moves if move.cause is MoveCause.GONE],
    )
