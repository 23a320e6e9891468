"""A random event, played through the services that people use: the same bytes for the same seed."""

from __future__ import annotations

from magistrar_site.shared.errors import DomainError
from ratings.services.ratings import ratings_refresh
from tournaments.enums import RoundState
from tournaments.models import Match, Round, Stage
from tournaments.selectors.events import PUBLIC_ROUNDS, event_by_key, rounds_of, stage_of
from tournaments.selectors.rounds.matches import matches_of, uncounted_games
from tournaments.selectors.stages import is_bracket, is_final, is_ladder
from tournaments.services.events.finish import event_finish
from tournaments.services.events.start import event_start
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.series.grand_mage import grand_mage_refresh
from tournaments.services.simulate.incidents import (
    BEFORE_START,
    BETWEEN_ROUNDS,
    IN_A_DRAFT,
    WHEN_PUBLISHED,
    absences,
    happen,
    happen_in,
)
from tournaments.services.simulate.ladder import ladder_play
from tournaments.services.simulate.results import MOST_TRIES, play, rule, said_winner
from tournaments.services.simulate.world import Plan, World, names, world_make
from tournaments.services.stages.close import stage_close
from tournaments.services.stages.plan import stage_plan
from tournaments.services.stages.standings import standings_refresh

NO_TRY_MORE = 8  # how often a round that keeps being thrown away or taken back is paired anew
LONGEST = 600  # rounds, double round robins of many players included


def event_simulate(plan: Plan) -> World:
    """The world after the event: finished where the plan plays all rounds, tables and ratings worked out. Invalid where
    the format can't be run with so many players; KeyError for a format without a preset."""
    world = world_make(plan)
    world.enter(names(world.rng, plan.players))
    happen(world, BEFORE_START)
    world.event = event_start(act=world.act(), event=event_by_key(world.event.key))
    if is_ladder(stage_of(world.event)):  # it has days in place of rounds, and no end
        ladder_play(world)
        refresh(world)
        return world
    if plan.final:
        stage_plan(act=world.act(), stage=stage_of(world.event), format=plan.final, qualifiers=plan.qualifiers)
    _stage(world, plan.rounds or LONGEST)
    if plan.final and world.attempt("closed", stage_close, act=world.act("As agreed."), stage=stage_of(world.event)):
        _stage(world, LONGEST)
    world.attempt("finished", event_finish, act=world.act("As agreed."), event=world.event)
    refresh(world)
    world.event = event_by_key(world.event.key)
    return world


def _stage(world: World, rounds: int) -> None:
    """Play at most so many rounds of the stage that runs."""
    for number in range(1, rounds + 1):
        if not _round(world, number):
            return


def refresh(world: World) -> None:
    """What tasks would have done along the way, once."""
    standings_refresh(event_key=world.event.key)
    grand_mage_refresh(club_key=world.event.club.key)
    if world.event.pool:
        ratings_refresh(pool_key=world.event.pool)


def _round(world: World, number: int) -> bool:
    """Pair, publish and play a round; False where there is none any more."""
    world.later(minutes=10)
    if number > 1:
        happen(world, BETWEEN_ROUNDS)
    absences(world, number)
    published = _published(world, number)
    if published is None:
        return False
    world.later(minutes=40)
    for match in matches_of(published):
        if not match.bye:
            play(world, match)
    _settle(world, published)
    if number > 1 and not world.plan.as_paired and world.chance(0.15 * world.plan.incidents):
        _correct_earlier(world, number)
    return True


def _published(world: World, number: int) -> Round | None:
    for _attempt in range(NO_TRY_MORE):
        stage = stage_of(world.event)
        if number > stage.planned_rounds:
            return None
        try:
            draft = round_pair(
                act=world.act("Paired all the same."), stage=stage_of(event_by_key(world.event.key)), number=number
            )
        except DomainError as error:  # the bracket is decided, or nobody is left who may meet
            world.refused[f"paired: {error.code}"] += 1
            return None
        world.happened["paired"] += 1
        happen_in(world, draft, IN_A_DRAFT)
        draft_now = _standing(stage, number)
        if draft_now is None:
            continue
        if not world.attempt("published", round_publish, act=world.act(), round_=draft_now):
            return None
        happen_in(world, draft_now, WHEN_PUBLISHED)
        published = _standing(stage, number)
        if published is not None and published.state in PUBLIC_ROUNDS:
            return published
    return None


def _standing(stage: Stage, number: int) -> Round | None:
    return (
        rounds_of(stage, with_drafts=True)
        .filter(number=number)
        .exclude(state=RoundState.UNDONE)
        .select_related("stage__event__club")
        .first()
    )


def _settle(world: World, round_: Round) -> None:
    """What is still open is ruled; in a bracket every match needs a winner."""
    for _again in range(MOST_TRIES):  # a ruling can make another game of a series due
        still_open = list(uncounted_games(world.event))
        for open_game in still_open:
            key, act = open_game.game.key, world.act("Time is up.")
            said = said_winner(world, open_game.match, "bare", may_tie=False)
            world.attempt("ruled_at_the_end", result_rule, act=act, game_key=key, kind="bare", **said)
        if not still_open or not any(open_game.match.best_of > 1 for open_game in still_open):
            break
    if is_bracket(round_.stage):
        for match in matches_of(round_):
            if not match.bye and match.best_of == 1 and not _has_winner(world, match):
                said = said_winner(world, match, "bare", may_tie=False)
                world.attempt("tie_broken", rule, world, match, "bare", **said)


def _has_winner(world: World, match: Match) -> bool:
    current = next((result for result in world.game_of(match).game.results.all() if result.is_current), None)
    return current is not None and current.winner is not None


def _correct_earlier(world: World, number: int) -> None:
    """A result of an earlier round is put right after the next one was paired."""
    earlier = _standing(stage_of(world.event), number - 1)
    matches = [match for match in matches_of(earlier) if not match.bye] if earlier else []
    if earlier is None or not matches or is_final(earlier.stage):
        return
    match = world.rng.choice(matches)
    world.attempt("corrected_later", rule, world, match, "bare", **said_winner(world, match, "bare"))
    if match.best_of > 1:
        _settle(world, earlier)
