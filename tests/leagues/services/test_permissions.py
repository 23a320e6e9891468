"""The matrix: every role of a league times every service, allowed and refused, through the services themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction

from games.enums import Role
from games.services.clubs import club_create, club_role_set
from leagues.enums import LEAGUE_ROLE_ACTIONS, Answer, LeagueAction, LeagueRoleName
from leagues.models import Season, SeasonEntry
from leagues.services.bundle.exporting import season_bundle
from leagues.services.entries.answer import season_answer
from leagues.services.entries.leave import player_leave
from leagues.services.entries.links import season_links_make
from leagues.services.entries.move import player_move
from leagues.services.entries.seed import newcomer_remove, newcomer_seed, reserve_set
from leagues.services.entries.sign_up import claim_decide, names_preview, players_add
from leagues.services.entries.take_over import reserve_take_over
from leagues.services.leagues.change import league_change, league_club_set
from leagues.services.leagues.create import league_create
from leagues.services.leagues.roles import league_role_set
from leagues.services.seasons.begin_closing import closing_begin, closing_undo
from leagues.services.seasons.cancel import season_cancel
from leagues.services.seasons.close import close_undo, season_close
from leagues.services.seasons.correct import correction_preview, season_correct
from leagues.services.seasons.decide import (
    decider_arrange,
    decider_by_game,
    decider_by_hand,
    decider_by_lots,
    decision_undo,
)
from leagues.services.seasons.matchdays import matchday_move
from leagues.services.seasons.open_entries import entries_open, entries_open_undo
from leagues.services.seasons.placement import placement_plan, placement_undo, season_place
from leagues.services.seasons.plan import season_change, season_plan_next
from leagues.services.seasons.start import season_start, season_start_undo
from magistrar_site.accounts.models import User
from magistrar_site.shared.acts import NOBODY, Act, Actor
from magistrar_site.shared.errors import DomainError, NotAllowed
from tests.leagues.league_evening import LeagueEvening
from tournaments.services.results.rule import Ruling

pytestmark = pytest.mark.django_db
WHY = "For a reason."
RULING = Ruling(kind="bare", placing="1>2")


@dataclass
class Scene:
    evening: LeagueEvening
    season: Season
    entry: SeasonEntry


Do = Callable[[Act, Scene], Any]


def _season(service: Callable[..., Any], **more: Any) -> Do:
    return lambda act, scene: service(act=act, season=scene.season, **more)


def _entry(service: Callable[..., Any], **more: Any) -> Do:
    return lambda act, scene: service(act=act, entry=scene.entry, **more)


MANAGED: Mapping[str, Do] = {
    "plan": lambda act, scene: season_plan_next(act=act, league=scene.evening.league),
    "change": _season(season_change, name="Autumn"),
    "open": _season(entries_open),
    "open_undo": _season(entries_open_undo),
    "place": _season(season_place, seen=0),
    "place_undo": _season(placement_undo),
    "start": _season(season_start),
    "start_undo": _season(season_start_undo),
    "cancel": _season(season_cancel),
    "closing": _season(closing_begin),
    "closing_undo": _season(closing_undo),
    "close": _season(season_close),
    "close_undo": _season(close_undo),
    "arrange": lambda act, scene: decider_arrange(act=act, season=scene.season, key="x", starts_at=scene.evening.now),
    "by_game": _season(decider_by_game, key="x"),
    "by_lots": _season(decider_by_lots, key="x"),
    "by_hand": _season(decider_by_hand, key="x", order=[]),
    "decision_undo": _season(decision_undo, key="x"),
    "move_matchday": lambda act, scene: matchday_move(
        act=act, season=scene.season, number=1, starts_at=scene.evening.now, ends_at=scene.evening.now
    ),
    "correct": _season(season_correct, game_key="x", ruling=RULING),
    "correction_preview": _season(correction_preview, game_key="x", ruling=RULING),
    "answer": _entry(season_answer, answer=Answer.NO),
    "seed": _entry(newcomer_seed, division=1),
    "reserve": _entry(reserve_set, is_reserve=True),
    "remove": _entry(newcomer_remove),
    "move": _entry(player_move, division=1),
    "claim": _entry(claim_decide, is_player=True),
    "names": _season(players_add, text="Zoë"),
    "names_preview": _season(names_preview, text="Zoë"),
    "links": _season(season_links_make),
    "leave": _entry(player_leave),
    "take_over": lambda act, scene: reserve_take_over(act=act, entry=scene.entry, reserve=scene.entry),
    "bundle": _season(season_bundle),
}
SERVICES: Mapping[LeagueAction, Mapping[str, Do]] = {
    LeagueAction.MANAGE_ROLES: {
        "role": lambda act, scene: league_role_set(
            act=act, league=scene.evening.league, email="s@example.org", role=LeagueRoleName.ARBITER
        )
    },
    LeagueAction.MANAGE_LEAGUE: {
        "league": lambda act, scene: league_change(act=act, league=scene.evening.league, name="Other"),
        "club": lambda act, scene: league_club_set(
            act=act, league=scene.evening.league, club=scene.evening.club, joins=True
        ),
    },
    LeagueAction.MANAGE_SEASON: MANAGED,
    LeagueAction.VIEW: {"placement_plan": _season(placement_plan)},
}


def the_scene() -> Scene:
    evening = LeagueEvening()
    season = evening.opened(("Anna",))
    return Scene(evening, season, SeasonEntry.objects.get(season=season))


def is_allowed(do: Do, act: Act, scene: Scene) -> bool:
    """Whether the service lets the actor, whatever else it refuses. Nothing stays."""
    with transaction.atomic():
        try:
            do(act, scene)
        except NotAllowed:
            return False
        except DomainError:
            return True
        finally:
            transaction.set_rollback(True)
    return True


def test_each_role_may_do_what_the_matrix_says() -> None:
    scene = the_scene()
    evening = scene.evening
    users: dict[LeagueRoleName | None, User] = {None: evening.account("s@example.org")}
    for role in LeagueRoleName:
        users[role] = evening.account(f"{role}@example.org")
        league_role_set(act=evening.act(), league=evening.league, email=f"{role}@example.org", role=role)
    actors: dict[Actor, frozenset[LeagueAction]] = {
        Actor("user", user.key): LEAGUE_ROLE_ACTIONS[role] if role else frozenset() for role, user in users.items()
    }
    actors[NOBODY] = frozenset()
    actors[Actor("link", "0" * 12)] = frozenset()
    actors[Actor("user", users[None].key, staff=True)] = frozenset(LeagueAction)
    actors[Actor("user", evening.user.key)] = frozenset(LeagueAction)  # the club's owner
    for actor, actions in actors.items():
        for action, services in SERVICES.items():
            for name, do in services.items():
                allowed = is_allowed(do, evening.act(actor, why=WHY), scene)
                assert allowed == (action in actions), (actor, name)


def test_owner_of_the_club_is_owner_of_the_league_and_others_of_it_are_nobody() -> None:
    scene = the_scene()
    evening = scene.evening
    second, organiser = evening.account("second@example.org"), evening.account("organiser2@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=second.email, role=Role.OWNER)
    club_role_set(act=evening.act(), club=evening.club, email=organiser.email, role=Role.ORGANISER)
    assert is_allowed(MANAGED["plan"], evening.by_user(second), scene)
    assert not is_allowed(MANAGED["plan"], evening.by_user(organiser), scene)


def test_league_is_started_by_those_who_set_up_the_clubs_events() -> None:
    scene = the_scene()
    evening = scene.evening
    stranger = evening.account("t@example.org")
    with pytest.raises(NotAllowed):
        league_create(act=evening.by_user(stranger), club_slug=evening.club.slug, name="X", time_zone="UTC")


def test_player_answers_for_themselves_alone() -> None:
    scene = the_scene()
    evening = scene.evening
    own, other = Actor("link", scene.entry.key), Actor("link", "0" * 12)
    assert is_allowed(MANAGED["answer"], evening.act(own), scene)
    assert not is_allowed(_entry(season_answer, answer=Answer.ASKED), evening.act(own), scene)
    assert not is_allowed(MANAGED["answer"], evening.act(other), scene)


def test_last_owner_stays_and_another_club_joins_and_leaves() -> None:
    scene = the_scene()
    evening = scene.evening
    with pytest.raises(DomainError) as refusal:
        league_role_set(act=evening.act(), league=evening.league, email=evening.user.email, role=None)
    assert refusal.value.code == "last_owner"
    other = club_create(act=evening.act(), name="Nachbarn")
    for joins in (True, True, False):
        league_club_set(act=evening.act(), league=evening.league, club=other, joins=joins)
        assert evening.league.further_clubs.exists() is joins


def test_roles_reach_the_events_of_a_running_season() -> None:
    evening = LeagueEvening()
    manager = evening.account("m@example.org")
    league_role_set(act=evening.act(), league=evening.league, email=manager.email, role=LeagueRoleName.MANAGER)
    season = evening.running(6)
    event = season.divisions.get(number=1).event
    assert event is not None
    assert event.roles.get(user=manager).role == Role.ORGANISER
    arbiter = evening.account("a@example.org")
    league_role_set(act=evening.act(), league=evening.league, email=arbiter.email, role=LeagueRoleName.ARBITER)
    assert event.roles.get(user=arbiter).role == Role.ARBITER
    league_role_set(act=evening.act(), league=evening.league, email=arbiter.email, role=None)
    assert not event.roles.filter(user=arbiter).exists()
