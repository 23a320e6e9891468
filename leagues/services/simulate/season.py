"""A season of a made-up league, week by week, and the placement of the next one: the same bytes for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from games.engine.registry import DEFAULT_JUDGE, game_system
from games.services.clubs import club_create
from leagues.enums import Answer, SeasonState
from leagues.models import League, Matchday, Season, SeasonEntry
from leagues.selectors.seasons import deciders_of, divisions_of, entries_of_season, events_of_season, matchdays_of
from leagues.services.entries.answer import season_answer
from leagues.services.entries.move import player_move
from leagues.services.entries.seed import newcomer_seed
from leagues.services.entries.sign_up import NEW, players_add
from leagues.services.entries.take_over import reserve_take_over
from leagues.services.leagues.create import league_create
from leagues.services.seasons.begin_closing import closing_begin
from leagues.services.seasons.close import season_close
from leagues.services.seasons.decide import decider_arrange, decider_by_game, decider_by_hand, decider_by_lots
from leagues.services.seasons.matchdays import matchday_move
from leagues.services.seasons.open_entries import entries_open
from leagues.services.seasons.placement import placement_plan, season_place
from leagues.services.seasons.plan import season_plan_next
from leagues.services.seasons.start import season_start
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.shared.acts import Act, Actor, SeededIds
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.services.due import due_work_off
from ratings.services.ratings import ratings_refresh
from tournaments.enums import EntryState, RoundState
from tournaments.selectors.events import entry_by_key, event_by_key, rounds_of, stage_of
from tournaments.selectors.fixtures.windows import FixtureWindow, open_fixtures
from tournaments.selectors.rounds.matches import match_by_key, matches_of, uncounted_games
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.fixtures.answer import proposal_accept
from tournaments.services.fixtures.propose import times_propose
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.simulate.results import play, said_winner
from tournaments.services.simulate.world import START, ZONE, Plan, World, entry_at, names
from tournaments.services.stages.standings import standings_refresh

if TYPE_CHECKING:
    from tournaments.models import Event, Match, MatchGame

RESERVES_FOR = 15  # players for whom one reserve stands by


@dataclass(frozen=True, slots=True)
class SeasonScenario:
    """What is to be played. `weeks`: matchdays; where they are too few for everybody to meet everybody, divisions play
    a Swiss, and where they are enough for it, small ones a double round robin. `absences`: how likely somebody doesn't
    come to a match; `withdrawals`: how likely a player leaves in any week; `system`: the game that is played."""

    divisions: int
    players: int
    weeks: int
    seed: int = 0
    absences: float = 0.05
    withdrawals: float = 0.004
    system: str = DEFAULT_JUDGE


@dataclass(slots=True)
class SeasonPlay:
    """A league being played: its world, whose event is the division's that is on, and both seasons."""

    scenario: SeasonScenario
    world: World
    league: League
    first: Season
    following: Season | None = None
    withdrawn: list[str] = field(default_factory=list)


def season_simulate(scenario: SeasonScenario) -> SeasonPlay:
    """The league after its first season, closed, and with the second one placed. Invalid or DomainError where so many
    can't play so."""
    playing = _begun(scenario)
    _placed(playing, playing.first)
    season_start(act=playing.world.act(), season=_now(playing.first))
    for day in matchdays_of(playing.first):
        _week(playing, day)
    _closed(playing)
    _next_season(playing)
    return playing


def _now(season: Season) -> Season:
    return Season.objects.select_related("league__club").get(pk=season.pk)


def _begun(scenario: SeasonScenario) -> SeasonPlay:
    """An organiser, a club, a league, and a first season that is open with all players on its list."""
    rng = random.Random(f"{scenario.divisions}/{scenario.players}/{scenario.weeks}/{scenario.seed}")
    ids = SeededIds(random.Random(rng.getrandbits(64)))
    key = ids.key()
    account_create(email=f"organiser-{key}@magistrar.example", password=None, name="Organiser", key=key)
    act = Act(Actor("user", key), START, ids)
    club = club_create(act=act, name="Simulation")
    league = league_create(
        act=act, club_slug=club.slug, name=f"Simulation {scenario.seed}", time_zone=ZONE, system=scenario.system
    )
    season = season_plan_next(act=act, league=league, changes=_settings(scenario, rng))
    # The world's event is set to a division's before it is played.
    plan = Plan("round_robin", scenario.players, system=scenario.system)
    world = World(plan=plan, event=None, rng=rng, ids=ids, user_key=key, now=START)  # type: ignore[arg-type]
    entries_open(act=world.act(), season=season)
    _enter(world, season, names(rng, scenario.players))
    reserves = 1 + scenario.players // RESERVES_FOR
    _enter(world, season, [f"Reserve {number}" for number in range(1, reserves + 1)], is_reserve=True)
    return SeasonPlay(scenario, world, league, _now(season))


def _settings(scenario: SeasonScenario, rng: random.Random) -> dict[str, Any]:
    """Sizes that make so many divisions, and the schedule that fits into the weeks."""
    size = -(-scenario.players // scenario.divisions)
    least = max(2, min(size, scenario.players // scenario.divisions) - 1)
    rounds = size - 1 + size % 2
    first_day = (START + timedelta(days=3)).date()
    return {
        "target": size,
        "least": least,
        "most": max(size, 2 * least - 1),
        "playoff": rng.choice((0, 1)),
        "kind": "swiss" if scenario.weeks < rounds else "round_robin",
        "swiss_rounds": max(1, min(scenario.weeks, size // 2)),
        "small_double": rng.random() < 0.5,
        "first_day": first_day.isoformat(),
        "breaks": [{"first_day": str(first_day + timedelta(21)), "last_day": str(first_day + timedelta(27))}],
        "tie_rule": rng.choice(("decider", "lots")),
        "overdue": rng.choice(("nothing", "extend_then_both_lose")),
        "reserve_points": rng.choice(("keep", "zero")),
    }


def _enter(world: World, season: Season, people: list[str], *, is_reserve: bool = False) -> None:
    choices = dict.fromkeys(range(1, len(people) + 1), NEW)
    players_add(act=world.act(), season=season, text="\n".join(people), choices=choices, is_reserve=is_reserve)


def _placed(playing: SeasonPlay, season: Season) -> None:
    """Place the season, with a newcomer seeded and somebody moved by hand now and then."""
    world = playing.world
    season = _now(season)
    players = [entry for entry in entries_of_season(season) if entry.answer == Answer.YES and not entry.is_reserve]
    if world.chance(0.3):
        newcomer = world.rng.choice(players)
        world.attempt("seeded", newcomer_seed, act=world.act(), entry=newcomer, division=1)
        if placement_plan(act=world.act(), season=season).refusal is not None:
            newcomer_seed(act=world.act(), entry=newcomer, division=None)
    if world.chance(0.3):
        moved = world.rng.choice(players)
        act = world.act("Lives too far away.")
        world.attempt("moved", player_move, act=act, entry=moved, division=playing.scenario.divisions)
        if placement_plan(act=world.act(), season=season).refusal is not None:  # a division would be left with one
            player_move(act=world.act(), entry=moved, division=None)
    plan = placement_plan(act=world.act(), season=season)
    season_place(act=world.act(), season=season, seen=plan.seen)
    world.happened["placed"] += 1


# --- a week -----------------------------------------------------------------------------------------------------------
def _week(playing: SeasonPlay, day: Matchday) -> None:
    """Play a matchday: times are agreed, games played in their order, some not; what is open when the window closes is
    left to the season's rule, or ruled. Somebody may leave, and a matchday be moved."""
    world = playing.world
    if world.chance(0.05):
        day.refresh_from_db()
        act = world.act("The hall is closed.")
        week = timedelta(days=7)
        world.attempt(
            "matchday_moved",
            matchday_move,
            act=act,
            season=_now(playing.first),
            number=day.number,
            starts_at=day.starts_at + week,
            ends_at=day.ends_at + week,
            with_later=True,
        )
    day.refresh_from_db()
    world.now = max(world.now, day.starts_at)
    _leave(playing)
    coming: list[tuple[datetime, str, Match, Event]] = []
    for division in divisions_of(playing.first):
        if division.event is not None:
            world.event = event_by_key(division.event.key)
            _pair_next(world, day.number)
            coming += [(at, match.key, match, world.event) for match, at in _dated(world, day)]
    for at, _key, match, event in sorted(coming, key=lambda row: row[:2]):
        world.now, world.event = max(world.now, at), event
        _play(playing, match)
    world.now = max(world.now, day.ends_at + timedelta(minutes=1))
    due_work_off(now=world.now)


def _pair_next(world: World, number: int) -> None:
    """The round of a Swiss that is due; a round robin has all of its rounds already."""
    stage = stage_of(world.event)
    if rounds_of(stage).count() >= min(number, stage.planned_rounds):
        return
    for open_game in uncounted_games(world.event):
        _ruled(world, open_game)
    draft = round_pair(act=world.act(), stage=stage, number=rounds_of(stage).count() + 1)
    round_publish(act=world.act(), round_=draft)
    world.happened["paired"] += 1


def _dated(world: World, day: Matchday) -> Iterator[tuple[Match, datetime]]:
    """The matches of the division that are played this week, each with its time: agreed by the players, or the window's
    first evening. Some are brought forward from later rounds."""
    for fixture in open_fixtures().filter(round__stage__event=world.event).order_by("key"):
        is_due = fixture.window_opens <= day.starts_at
        if not is_due and not (fixture.window_opens <= day.starts_at + timedelta(days=14) and world.chance(0.03)):
            continue
        match = match_by_key(fixture.key)
        last = min(fixture.window_closes, day.ends_at) if is_due else day.ends_at
        at = day.starts_at + (last - day.starts_at) * world.rng.uniform(0.1, 0.9)
        at = at.replace(second=0, microsecond=0)
        if world.chance(0.7):
            window = FixtureWindow(fixture.window_opens, fixture.window_closes)
            world.attempt("agreed_on_a_time", _agree, world, match, at, window)
        yield match, at


def _agree(world: World, match: Match, at: datetime, window: FixtureWindow) -> None:
    first, second = (entry_at(match, position) for position in world.rng.sample((0, 1), 2))
    times = [time for time in (at, at + timedelta(hours=20)) if time <= window.closes_at]
    sent = times_propose(act=world.by(first), match_key=match.key, times=times)
    proposal_accept(act=world.by(second), key=sent.key, starts_at=at)


def _play(playing: SeasonPlay, match: Match) -> None:
    """The match is played, or one or both don't come, which is ruled or left open."""
    world = playing.world
    match = next(each for each in matches_of(match.round) if each.pk == match.pk)
    absent = [position for position in (0, 1) if world.chance(playing.scenario.absences)]
    if not absent:
        play(world, match)
    elif world.chance(0.5):
        key, names_ = world.game_of(match).game.key, _sides(world, match)
        winner = names_[1 - absent[0]] if len(absent) == 1 else ""
        act = world.act("Waited for half an hour.")
        world.attempt("no_show", result_rule, act=act, game_key=key, kind="forfeit", winner=winner)
    else:
        world.happened["left_open"] += 1


def _sides(world: World, match: Match) -> list[str]:
    """What the game calls the seats of the match's two players, by position."""
    game = world.game_of(match).game
    by_player = {seat.player_id: seat.number for seat in game.seats.all()}
    called = dict(enumerate(game_system(world.event.system).seat_names, 1))
    return [called[by_player[seat.player.pk]] for seat in match.seats.all()]


def _leave(playing: SeasonPlay) -> None:
    """Players who leave this week; a reserve goes on for some of them, at once or a while later."""
    world = playing.world
    reserves = [entry for entry in entries_of_season(playing.first) if entry.is_reserve and entry.division is None]
    for entry in entries_of_season(playing.first):
        if not entry.event_entry or not world.chance(playing.scenario.withdrawals):
            continue
        event_entry = entry_by_key(entry.event_entry)
        world.event = event_by_key(event_entry.event.key)
        if event_entry.state == EntryState.ACTIVE and world.chance(0.6):
            world.attempt("withdrawn", entry_withdraw, act=world.act("Moved away."), entry=event_entry)
        if reserves and world.chance(0.6):
            act = world.act("Takes over.")
            if world.attempt("taken_over", reserve_take_over, act=act, entry=entry, reserve=reserves[0]):
                reserves.pop(0)


def _ruled(world: World, open_game: MatchGame) -> None:
    said = said_winner(world, open_game.match, "bare", may_tie=False)
    result_rule(act=world.act("Time is up."), game_key=open_game.game.key, kind="bare", **said)
    world.happened["ruled_at_the_end"] += 1


# --- the end ----------------------------------------------------------------------------------------------------------
def _closed(playing: SeasonPlay) -> None:
    """What is open is ruled, ties are decided, and the season is closed."""
    world = playing.world
    world.later(days=15)
    due_work_off(now=world.now)
    for event in events_of_season(playing.first):
        world.event = event_by_key(event.key)
        for number in range(1, stage_of(event).planned_rounds + 1):
            _pair_next(world, number)
        for open_game in list(uncounted_games(world.event)):
            _ruled(world, open_game)
    refresh(playing)
    closing_begin(act=world.act(), season=_now(playing.first))
    while still := [decider for decider in deciders_of(playing.first) if not decider.order]:
        for decider in still:
            _decided(playing, decider.key)
    season_close(act=world.act("As agreed."), season=_now(playing.first))
    refresh(playing)


def _decided(playing: SeasonPlay, key: str) -> None:
    """A tie or play-off, by a game, by lots or by a ruling."""
    world, season = playing.world, _now(playing.first)
    way = world.rng.choice(("game", "lots", "hand"))
    if way == "game":
        decider = decider_arrange(act=world.act(), season=season, key=key, starts_at=world.now + timedelta(days=2))
        if decider.event is not None:
            world.event = event_by_key(decider.event.key)
            _play_out(world)
        if world.attempt("decided_by_game", decider_by_game, act=world.act(), season=season, key=key):
            return
    decider = next(each for each in deciders_of(season) if each.key == key)
    if way == "hand":
        order = world.rng.sample(list(decider.entries), len(decider.entries))
        decider_by_hand(act=world.act("Their games."), season=season, key=key, order=order)
    else:
        decider_by_lots(act=world.act("Still level."), season=season, key=key)
    world.happened[f"decided_by_{way}"] += 1


def _play_out(world: World) -> None:
    """All rounds of a decider's event."""
    stage = stage_of(world.event)
    for number in range(1, stage.planned_rounds + 1):
        standing = rounds_of(stage, with_drafts=True).filter(number=number).exclude(state=RoundState.UNDONE).first()
        try:
            round_ = standing or round_pair(act=world.act(), stage=stage, number=number)
            if standing is None:
                round_publish(act=world.act(), round_=round_)
        except DomainError:  # it is decided
            return
        for open_game in list(uncounted_games(world.event)):
            _ruled(world, open_game)
    standings_refresh(event_key=world.event.key)


def refresh(playing: SeasonPlay) -> None:
    """What tasks would have done along the way, once."""
    for event in events_of_season(playing.first):
        standings_refresh(event_key=event.key)
    if playing.league.pool:
        ratings_refresh(pool_key=playing.league.pool)


def _next_season(playing: SeasonPlay) -> None:
    """Most players come back, some don't, some say nothing; newcomers sign up; everybody is placed."""
    world = playing.world
    world.later(days=14)
    following = season_plan_next(act=world.act(), league=playing.league, changes={})
    entries_open(act=world.act(), season=following)
    for entry in SeasonEntry.objects.filter(season=following, answer=Answer.ASKED).order_by("key"):
        if world.chance(0.9):
            answer = Answer.YES if world.chance(0.9) else Answer.NO
            season_answer(act=world.act(), entry=entry, answer=answer)
    newcomers = world.rng.randint(0, max(1, playing.scenario.players // 6))
    _enter(world, following, [f"Newcomer {number}" for number in range(1, newcomers + 1)])
    _placed(playing, following)
    playing.following = _now(following)
    if playing.following.state != SeasonState.PLACED:
        raise AssertionError("the next season isn't placed")
