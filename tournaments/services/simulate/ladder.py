"""A random ladder, played day by day through the services that people use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from magistrar_site.shared.acts import Act, Actor
from tournaments.enums import ChallengeOutcome
from tournaments.models import Challenge, Entry, Match
from tournaments.selectors.events import stage_of
from tournaments.selectors.ladder import LadderNow, ladder_now
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.services.ladder.answer import challenge_accept, challenge_decline
from tournaments.services.ladder.challenge import challenge_make, challenge_withdraw
from tournaments.services.ladder.days import ladder_follow
from tournaments.services.ladder.holidays import holiday_end, holiday_take
from tournaments.services.ladder.plan import LADDER
from tournaments.services.ladder.roster import ladder_leave, ladder_return
from tournaments.services.ladder.rule import challenge_rule
from tournaments.services.rounds.times import match_agree
from tournaments.services.simulate.results import (
    Way,
    agreed,
    at_the_desk,
    bare,
    corrected,
    disputed_and_ruled,
    forfeited,
    rule,
    said_winner,
    unconfirmed,
)
from tournaments.services.simulate.world import World, names

DAYS = 60  # unless the plan says how many
WAYS: Mapping[Way, int] = {
    agreed: 50,
    at_the_desk: 10,
    bare: 10,
    forfeited: 10,
    disputed_and_ruled: 6,
    unconfirmed: 6,
    corrected: 8,
}


def ladder_play(world: World) -> None:
    """So many days as the plan has rounds: each hour or so somebody does something, and what is due is done."""
    for _day in range(world.plan.rounds or DAYS):
        for _time in range(world.rng.randint(1, 4)):
            world.later(hours=world.rng.randint(1, 5))
            step = world.rng.choices(list(STEPS), weights=list(STEPS.values()))[0]
            step(world, _now(world))
        world.later(hours=12)
        follow(world)


def follow(world: World) -> None:
    """What due work would do now, with the ids of the seed."""
    act = Act(Actor("system", LADDER), world.now, world.ids)
    ladder_follow(act=act, stage=stage_of(world.event))


def _now(world: World) -> LadderNow:
    return ladder_now(stage_of(world.event), world.now + timedelta(seconds=1))


def _challenge(world: World, now: LadderNow) -> None:
    """By whom it is possible; now and then by anybody."""
    pairs = [(one, other) for one in now.ladder.order for other in now.ladder.order if now.refusal(one, other) is None]
    if not pairs or world.chance(0.1):
        pairs = [(one, other) for one in now.ladder.order for other in now.ladder.order]
    one, other = (now.entries[key] for key in world.rng.choice(pairs))
    world.attempt("challenged", challenge_make, act=world.by(one), stage=now.stage, challenger=one, challenged=other)


def _some_open(world: World, now: LadderNow, *, is_accepted: bool) -> Challenge | None:
    waiting = [each for each in now.open_challenges if (each.accepted_at is not None) == is_accepted]
    return now.challenges[world.rng.choice(waiting).key] if waiting else None


def _answer(world: World, now: LadderNow) -> None:
    found = _some_open(world, now, is_accepted=False)
    if found is None:
        return
    if world.chance(0.15):
        world.attempt("declined", challenge_decline, act=world.by(found.challenged), challenge=found)
    elif world.chance(0.1):
        world.attempt("withdrawn", challenge_withdraw, act=world.by(found.challenger), challenge=found)
    else:
        world.attempt("accepted", challenge_accept, act=world.by(found.challenged), challenge=found)


def _play(world: World, now: LadderNow) -> None:
    found = _some_open(world, now, is_accepted=True)
    if found is None:
        return
    if world.chance(0.08):
        give_up = world.rng.choice((challenge_decline, challenge_withdraw))
        who = found.challenged if give_up is challenge_decline else found.challenger
        world.attempt("given_up", give_up, act=world.by(who), challenge=found)
        return
    match = _match(found)
    if world.chance(0.3):
        at = world.now + timedelta(hours=world.rng.randint(-12, 24))
        world.attempt("time_agreed", match_agree, act=world.act(), match=match, agreed_at=at)
    way = world.rng.choices(list(WAYS), weights=list(WAYS.values()))[0]
    world.attempt(way.__name__, way, world, match)


def _match(challenge: Challenge) -> Match:
    if challenge.match is None:
        raise ValueError(f"challenge {challenge.key} has no match")
    return match_by_key(challenge.match.key)


def _correct(world: World, now: LadderNow) -> None:
    """A result of some time ago is put right, or how a challenge without a game ended."""
    over = [now.challenges[each.key] for each in now.ladder.challenges.values() if not each.is_open]
    if not over:
        return
    found = world.rng.choice(over)
    if found.match is not None:
        match = _match(found)
        world.attempt("corrected_later", rule, world, match, "bare", **said_winner(world, match, "bare"))
        return
    outcome = world.rng.choice([each for each in ChallengeOutcome if each.value])
    act = world.act("Told otherwise.")
    world.attempt("outcome_corrected", challenge_rule, act=act, challenge=found, outcome=outcome)


def _holiday(world: World, now: LadderNow) -> None:
    entry = _somebody(world, now)
    if entry is None:
        return
    if now.ladder.away_days(entry.key) and world.chance(0.4):
        world.attempt("back", holiday_end, act=world.by(entry), stage=now.stage, entry=entry)
        return
    first = now.now.date() + timedelta(days=world.rng.randint(0, 5))
    last = first + timedelta(days=world.rng.randint(0, 12))
    world.attempt("away", holiday_take, act=world.by(entry), stage=now.stage, entry=entry, first=first, last=last)


def _roster(world: World, now: LadderNow) -> None:
    gone = [entry for key, entry in now.entries.items() if now.ladder.place(key) is None]
    if gone and world.chance(0.5):
        back = world.rng.choice(gone)
        world.attempt("came_back", ladder_return, act=world.by(back), stage=now.stage, entry=back)
    elif world.chance(0.5):
        world.attempt("joined", _join, world)
    else:
        entry = _somebody(world, now)
        if entry is not None and len(now.ladder.order) > 3:
            world.attempt("left", ladder_leave, act=world.by(entry), entry=entry)


def _join(world: World) -> None:
    (name,) = names(world.rng, 1)
    world.enter([f"{name} the {len(world.entries())}th"])


def _somebody(world: World, now: LadderNow) -> Entry | None:
    return now.entries[world.rng.choice(now.ladder.order)] if now.ladder.order else None


STEPS: Mapping[Callable[[World, LadderNow], None], int] = {
    _challenge: 34,
    _answer: 28,
    _play: 24,
    _correct: 4,
    _holiday: 6,
    _roster: 4,
}
