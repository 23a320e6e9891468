"""What else happens at a simulated event, beside games: people come, go and miss rounds; rounds are changed, thrown
away and taken back. Each is a function of its own in a table; the services may refuse any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tournaments.enums import ByeKind, EntryState
from tournaments.models import Match, Round
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.entries.check_in import check_in_close, check_in_open, entry_check_in
from tournaments.services.entries.links import personal_link_replace
from tournaments.services.entries.states import (
    entry_expel,
    entry_pause,
    entry_remove,
    entry_return,
    entry_withdraw,
)
from tournaments.services.events.prizes import prize_add
from tournaments.services.events.settings import event_settings_change
from tournaments.services.rounds.byes import bye_request, bye_withdraw
from tournaments.services.rounds.change import entries_swap, match_move, match_turn, match_unpair
from tournaments.services.rounds.clock import clock_pause, clock_set, clock_start
from tournaments.services.rounds.seating import pair_separate, table_fix
from tournaments.services.rounds.states import round_start
from tournaments.services.rounds.undo import round_discard, round_undo
from tournaments.services.simulate.world import World, entry_at, names

ACTIVE, PAUSED = EntryState.ACTIVE, EntryState.PAUSED
REGISTERED, WITHDRAWN = EntryState.REGISTERED, EntryState.WITHDRAWN
OfEvent = Callable[[World], object]
OfRound = Callable[[World, Round], object]


# --- before the start -------------------------------------------------------------------------------------------------
def signed_off(world: World) -> None:
    for entry in world.some(world.entries(REGISTERED)):
        entry_remove(act=world.act(), entry=entry)
        world.enter([f"{entry.player.name} again"])


def prize(world: World) -> None:
    prize_add(act=world.act(), event=world.event, name="Best newcomer", places=2, rating_below=1500)


def kept_apart(world: World) -> None:
    for one in world.some(world.entries(REGISTERED)):
        other = world.rng.choice([entry for entry in world.entries(REGISTERED) if entry.pk != one.pk])
        pair_separate(act=world.act(), event=world.event, first=one.key, second=other.key, how="avoided")


def fixed_table(world: World) -> None:
    for entry in world.some(world.entries(REGISTERED)):
        table_fix(act=world.act(), event=world.event, entry=entry.key, table=world.rng.randint(1, 3))


def checked_in(world: World) -> None:
    check_in_open(act=world.act(), event=world.event)
    for entry in world.entries(REGISTERED):
        entry_check_in(act=world.by(entry), entry=entry)
    check_in_close(act=world.act(), event=world.event)


def renamed(world: World) -> None:
    changes = {"name": f"{world.event.name} (evening)"}
    event_settings_change(act=world.act(), stage=stage_of(world.event), changes=changes)


BEFORE_START: Mapping[OfEvent, float] = {
    signed_off: 0.2,
    prize: 0.3,
    kept_apart: 0.2,
    fixed_table: 0.2,
    checked_in: 0.2,
    renamed: 0.2,
}


# --- between rounds ---------------------------------------------------------------------------------------------------
def withdrawn(world: World) -> None:
    for entry in world.some(world.entries(ACTIVE)):
        entry_withdraw(act=world.act(), entry=entry)


def came_back(world: World) -> None:
    for entry in world.some(world.entries(WITHDRAWN, PAUSED)):
        entry_return(act=world.act("Came back after all."), stage=stage_of(entry.event), entry=entry)


def paused(world: World) -> None:
    for entry in world.some(world.entries(ACTIVE)):
        entry_pause(act=world.act(), entry=entry)


def expelled(world: World) -> None:
    for entry in world.some(world.entries(ACTIVE)):
        entry_expel(act=world.act("Threw the pawns."), entry=entry)


def came_late(world: World) -> None:
    (name,) = names(world.rng, 1)
    world.enter([f"{name} the late"])


def lost_the_link(world: World) -> None:
    for entry in world.some(world.entries(ACTIVE)):
        personal_link_replace(act=world.act(), entry=entry)


BETWEEN_ROUNDS: Mapping[OfEvent, float] = {
    withdrawn: 0.08,
    came_back: 0.1,
    paused: 0.06,
    expelled: 0.01,
    came_late: 0.1,
    lost_the_link: 0.05,
}


def absences(world: World, number: int) -> None:
    """Byes asked for: by the player, with or without half a point, or by the desk."""
    stage = stage_of(world.event)
    for entry in world.entries(ACTIVE):
        if not world.chance(world.plan.absences):
            continue
        kind = world.rng.choice((ByeKind.ZERO, ByeKind.HALF))
        act = world.by(entry) if world.chance(0.5) else world.act()
        name = f"bye_{kind.name.lower()}"
        asked = world.attempt(name, bye_request, act=act, stage=stage, entry=entry, number=number, kind=kind.value)
        if asked and world.chance(0.1):
            world.attempt("bye_withdrawn", bye_withdraw, act=world.act(), stage=stage, entry=entry, number=number)


# --- a draft ----------------------------------------------------------------------------------------------------------
def paired(world: World, round_: Round, count: int = 1) -> list[Match]:
    """So many matches of two by lot; none where there are fewer."""
    matches = [match for match in matches_of(round_) if not match.bye]
    return world.rng.sample(matches, count) if len(matches) >= count else []


def swapped(world: World, round_: Round) -> None:
    matches = paired(world, round_, 2)
    if matches:
        one, other = matches
        entries_swap(
            act=world.act("They asked for it."),
            round_=round_,
            first=entry_at(one, 1).key,
            second=entry_at(other, 1).key,
        )


def turned(world: World, round_: Round) -> None:
    for match in paired(world, round_):
        match_turn(act=world.act("The other way round."), round_=round_, match=match.key)


def moved(world: World, round_: Round) -> None:
    for match in paired(world, round_):
        match_move(act=world.act(), round_=round_, match=match.key, table=world.rng.randint(1, 9))


def thrown_away(world: World, round_: Round) -> None:
    round_discard(act=world.act(), round_=round_)


IN_A_DRAFT: Mapping[OfRound, float] = {swapped: 0.06, turned: 0.06, moved: 0.06, thrown_away: 0.06}


# --- a published round ------------------------------------------------------------------------------------------------
def given_time(world: World, round_: Round) -> None:
    clock_set(act=world.act(), round_=round_, minutes=50)
    clock_start(act=world.act(), round_=round_)
    world.later(minutes=5)
    clock_pause(act=world.act(), round_=round_)
    world.later(minutes=1)
    clock_start(act=world.act(), round_=round_)


def begun(world: World, round_: Round) -> None:
    round_start(act=world.act(), round_=round_)


def unpaired(world: World, round_: Round) -> None:
    """One didn't come and neither did his opponent: both get zero-point byes."""
    for match in paired(world, round_):
        match_unpair(act=world.act("Both went home."), round_=round_, match=match.key)


def taken_back(world: World, round_: Round) -> None:
    round_undo(act=world.act("Wrong list."), round_=round_)


WHEN_PUBLISHED: Mapping[OfRound, float] = {
    given_time: 0.1,
    begun: 0.1,
    swapped: 0.03,
    turned: 0.04,
    unpaired: 0.03,
    taken_back: 0.04,
}


BY_HAND: frozenset[object] = frozenset({kept_apart, swapped, turned, unpaired})


def happens(world: World, incident: object, likelihood: float) -> bool:
    return world.chance(likelihood * world.plan.incidents) and not (world.plan.as_paired and incident in BY_HAND)


def happen(world: World, table: Mapping[OfEvent, float]) -> None:
    """Each thing of the table, as likely as it says."""
    for incident, likelihood in table.items():
        if happens(world, incident, likelihood):
            world.attempt(incident.__name__, incident, world)


def happen_in(world: World, round_: Round, table: Mapping[OfRound, float]) -> None:
    """Likewise for a round, as it stands by then."""
    for incident, likelihood in table.items():
        if happens(world, incident, likelihood):
            found = Round.objects.filter(pk=round_.pk).select_related("stage__event__club").first()
            if found is not None:
                world.attempt(incident.__name__, incident, world, found)
