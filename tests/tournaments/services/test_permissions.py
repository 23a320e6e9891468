"""The matrix: every role times every action, allowed and refused, through the services themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.db import transaction

from games.enums import ROLE_ACTIONS, Action, Role
from games.services.clubs import club_create, club_role_set
from magistrar_site.accounts.models import User
from magistrar_site.shared.acts import NOBODY, Act, Actor
from magistrar_site.shared.errors import DomainError, NotAllowed
from tests.evening import Evening, entry_at
from tournaments.enums import PenaltyKind
from tournaments.models import Entry, Event, EventRole, Match, Round
from tournaments.selectors.events import stage_of
from tournaments.services.announcements.announce import announce, announcement_take_back
from tournaments.services.bundle.exporting import event_export
from tournaments.services.calls import arbiter_call, arbiter_call_close, arbiter_call_take
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.check_in import (
    check_in_all,
    check_in_close,
    check_in_open,
    entry_check_out,
    only_checked_in_set,
)
from tournaments.services.entries.claims import claims_confirm, entry_identify
from tournaments.services.entries.links import event_code_make, personal_link, personal_link_replace, player_code_make
from tournaments.services.entries.penalties import Given, penalty_give, penalty_take_back
from tournaments.services.entries.reassign import Whose, entry_reassign
from tournaments.services.entries.states import (
    entry_expel,
    entry_pause,
    entry_place,
    entry_remove,
    entry_return,
    entry_withdraw,
)
from tournaments.services.entries.take_over import entry_take_over
from tournaments.services.events.change_format import event_format_change
from tournaments.services.events.copy import event_copy
from tournaments.services.events.create import event_create
from tournaments.services.events.finish import event_finish, finish_preview
from tournaments.services.events.life import (
    event_cancel,
    event_cancellation_take_back,
    event_delete,
    event_publish,
    event_reopen,
)
from tournaments.services.events.settings import event_role_set, event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.appeal import appeal_dismiss, appeal_make
from tournaments.services.results.confirm import result_accept
from tournaments.services.results.enter import results_enter
from tournaments.services.results.rule import result_annul, result_reopen, result_rule
from tournaments.services.results.take_back import entry_undo
from tournaments.services.results.variants import game_choice_say, game_variants_set
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.undo import round_discard

pytestmark = pytest.mark.django_db

# What somebody must be to do it, as a club reads it; the services are held against this, not against the code's table.
EXPECTED: dict[Action, set[Role]] = {
    Action.MANAGE_ROLES: {Role.OWNER},
    Action.MANAGE_CLUB: {Role.OWNER},
    Action.MANAGE_EVENT: {Role.OWNER, Role.ORGANISER},
    Action.MANAGE_ENTRIES: {Role.OWNER, Role.ORGANISER},
    Action.PAIR: {Role.OWNER, Role.ORGANISER, Role.ARBITER},
    Action.RULE: {Role.OWNER, Role.ORGANISER, Role.ARBITER},
    Action.DESK: {Role.OWNER, Role.ORGANISER, Role.ARBITER, Role.DESK},
    Action.VIEW: {Role.OWNER, Role.ORGANISER, Role.ARBITER, Role.DESK, Role.VIEWER},
}


@dataclass(frozen=True)
class Scene:
    """An event with a published round, a draft and another event that hasn't started."""

    evening: Evening
    event: Event
    matches: list[Match]
    draft: Round
    upcoming: Event

    @property
    def game_key(self) -> str:
        return str(self.matches[0].games.get().game.key)


@pytest.fixture
def scene() -> Scene:
    evening = Evening()
    event = evening.started(names=("Anna", "Bert", "Cleo", "Dora"))
    matches = evening.publish(event, 1)
    evening.play(matches[0])
    draft = round_pair(act=evening.act(why="still playing"), stage=stage_of(event), number=2)
    return Scene(evening, event, matches, draft, evening.event(("Anna", "Bert"), name="Next"))


def _entry(scene: Scene) -> Entry:
    return entry_at(scene.matches[1], 0)


def _accept(scene: Scene, act: Act) -> object:
    submission = scene.evening.submit(scene.matches[1])
    return result_accept(act=act, submission_key=submission.key)


def _call(scene: Scene) -> str:
    match = scene.matches[1]
    return arbiter_call(act=scene.evening.by(entry_at(match, 0)), match_key=match.key).key


def _enter(scene: Scene, act: Act, text: str) -> object:
    match = scene.matches[1]
    outcome = results_enter(act=act, round_=match.round, text=f"{match.table} {text}")
    if outcome.refused:
        raise NotAllowed(outcome.refused[0].code, outcome.refused[0].message)
    return outcome


def _take_back(scene: Scene, act: Act) -> object:
    _enter(scene, scene.evening.act(), "24:10")
    game = scene.matches[1].games.get().game
    return entry_undo(act=act, game_key=game.key, entry=game.result_fact)


def _dismiss(scene: Scene, act: Act) -> object:
    match = scene.matches[1]
    key = match.games.get().game.key
    result_rule(act=scene.evening.act(why="Late"), game_key=key, kind="forfeit")
    appeal_make(act=scene.evening.by(entry_at(match, 0), "In time"), game_key=key)
    return appeal_dismiss(act=act.because("Late"), game_key=key)


# Every service that somebody's role decides about, with the action that it asks for.
SERVICES: dict[str, tuple[Action, Callable[[Scene, Act], object]]] = {
    "club_role_set": (
        Action.MANAGE_ROLES,
        lambda s, act: club_role_set(act=act, club=s.evening.club, email="organiser@example.org", role=Role.OWNER),
    ),
    "event_create": (
        Action.MANAGE_EVENT,
        lambda s, act: event_create(
            act=act,
            club_slug=s.evening.club.slug,
            name="New",
            starts_at=s.evening.now,
            time_zone="Europe/Berlin",
            preset="round-robin-evening",
        ),
    ),
    "event_start": (Action.MANAGE_EVENT, lambda s, act: event_start(act=act, event=s.upcoming)),
    "event_finish": (Action.MANAGE_EVENT, lambda s, act: event_finish(act=act, event=s.event)),
    "finish_preview": (Action.MANAGE_EVENT, lambda s, act: finish_preview(act=act, event=s.event)),
    "event_publish": (Action.MANAGE_EVENT, lambda s, act: event_publish(act=act, event=s.upcoming)),
    "event_cancel": (Action.MANAGE_EVENT, lambda s, act: event_cancel(act=act, event=s.upcoming)),
    "event_cancellation_take_back": (
        Action.MANAGE_EVENT,
        lambda s, act: event_cancellation_take_back(act=act, event=s.upcoming),
    ),
    "event_reopen": (Action.MANAGE_EVENT, lambda s, act: event_reopen(act=act, event=s.event)),
    "event_delete": (Action.MANAGE_EVENT, lambda s, act: event_delete(act=act, event=s.upcoming)),
    "event_copy": (
        Action.MANAGE_EVENT,
        lambda s, act: event_copy(act=act, event=s.upcoming, name="Again", starts_at=s.evening.now),
    ),
    "event_format_change": (
        Action.MANAGE_EVENT,
        lambda s, act: event_format_change(act=act, event=s.upcoming, preset="knockout"),
    ),
    "entries_add": (
        Action.MANAGE_ENTRIES,
        lambda s, act: entries_add(act=act, stage=stage_of(s.upcoming), text="Emil"),
    ),
    "entry_remove": (
        Action.MANAGE_ENTRIES,
        lambda s, act: entry_remove(act=act, entry=Entry.objects.filter(event=s.upcoming)[0]),
    ),
    "entry_withdraw": (Action.MANAGE_ENTRIES, lambda s, act: entry_withdraw(act=act, entry=_entry(s))),
    "entry_pause": (Action.MANAGE_ENTRIES, lambda s, act: entry_pause(act=act, entry=_entry(s))),
    "entry_return": (
        Action.MANAGE_ENTRIES,
        lambda s, act: entry_return(act=act, stage=stage_of(_entry(s).event), entry=_entry(s)),
    ),
    "entry_expel": (Action.MANAGE_ENTRIES, lambda s, act: entry_expel(act=act, entry=_entry(s))),
    "entry_place": (
        Action.MANAGE_ENTRIES,
        lambda s, act: entry_place(act=act, stage=stage_of(_entry(s).event), entry=_entry(s)),
    ),
    "entry_identify": (
        Action.MANAGE_ENTRIES,
        lambda s, act: entry_identify(act=act, entry=_entry(s), is_known=True),
    ),
    "claims_confirm": (Action.MANAGE_ENTRIES, lambda s, act: claims_confirm(act=act, event=s.event, keys=[])),
    "event_export": (Action.MANAGE_EVENT, lambda s, act: event_export(act=act, event=s.event)),
    "arbiter_call_take": (Action.DESK, lambda s, act: arbiter_call_take(act=act, key=_call(s))),
    "arbiter_call_close": (Action.DESK, lambda s, act: arbiter_call_close(act=act, key=_call(s))),
    "enter a score": (Action.DESK, lambda s, act: _enter(s, act, "24:10")),
    "enter who won": (Action.RULE, lambda s, act: _enter(s, act, "1")),
    "enter who didn't come": (Action.RULE, lambda s, act: _enter(s, act, "1+")),
    "take back another's entry": (Action.RULE, _take_back),
    "appeal_dismiss": (Action.RULE, _dismiss),
    "check_in_open": (Action.DESK, lambda s, act: check_in_open(act=act, event=s.event)),
    "check_in_all": (Action.DESK, lambda s, act: check_in_all(act=act, event=s.event)),
    "check_in_close": (Action.DESK, lambda s, act: check_in_close(act=act, event=s.event)),
    "entry_check_out": (Action.DESK, lambda s, act: entry_check_out(act=act, entry=_entry(s))),
    "only_checked_in_set": (Action.PAIR, lambda s, act: only_checked_in_set(act=act, event=s.event, only=True)),
    "event_settings_change": (
        Action.MANAGE_EVENT,
        lambda s, act: event_settings_change(act=act, stage=stage_of(s.upcoming), changes={"capacity": 9}),
    ),
    "event_role_set": (
        Action.MANAGE_ROLES,
        lambda s, act: event_role_set(act=act, event=s.event, email="organiser@example.org", role=Role.VIEWER),
    ),
    "personal_link": (Action.DESK, lambda s, act: personal_link(act=act, entry=_entry(s))),
    "event_code_make": (Action.DESK, lambda s, act: event_code_make(act=act, event=s.event)),
    "player_code_make": (Action.DESK, lambda s, act: player_code_make(act=act, entry=_entry(s))),
    "personal_link_replace": (Action.DESK, lambda s, act: personal_link_replace(act=act, entry=_entry(s))),
    "round_pair": (Action.PAIR, lambda s, act: round_pair(act=act, stage=stage_of(s.event), number=2)),
    "round_discard": (Action.PAIR, lambda s, act: round_discard(act=act, round_=s.draft)),
    "round_publish": (Action.PAIR, lambda s, act: round_publish(act=act, round_=s.draft)),
    "game_variants_set": (
        Action.DESK,
        lambda s, act: game_variants_set(act=act, game_key=s.game_key, said={"duel_cards": ["storm"]}),
    ),
    "game_choice_say": (
        Action.DESK,
        lambda s, act: game_choice_say(act=act, game_key=s.game_key, choice="duel_cards", part=1, value="storm"),
    ),
    "announce": (Action.PAIR, lambda s, act: announce(act=act, event=s.event, text="Soup is ready.")),
    "announcement_take_back": (
        Action.PAIR,
        lambda s, act: announcement_take_back(act=act, event=s.event, key="0" * 12),
    ),
    "entry_reassign": (
        Action.RULE,
        lambda s, act: entry_reassign(act=act, entry=_entry(s), whose=Whose(name="Somebody Else")),
    ),
    "entry_take_over": (
        Action.RULE,
        lambda s, act: entry_take_over(act=act, entry=_entry(s), whose=Whose(name="Somebody Else"), counts_former=True),
    ),
    "penalty_give": (
        Action.RULE,
        lambda s, act: penalty_give(act=act, entry=_entry(s), given=Given(PenaltyKind.WARNING)),
    ),
    "penalty_take_back": (Action.RULE, lambda s, act: penalty_take_back(act=act, event=s.event, key="0" * 12)),
    "result_accept": (Action.DESK, _accept),
    "result_rule": (
        Action.RULE,
        lambda s, act: result_rule(act=act, game_key=s.game_key, kind="bare", winner="white"),
    ),
    "result_annul": (Action.RULE, lambda s, act: result_annul(act=act, game_key=s.game_key)),
    "result_reopen": (Action.RULE, lambda s, act: result_reopen(act=act, game_key=s.game_key)),
}


def allows(scene: Scene, act: Act, name: str) -> bool:
    """Whether the service lets the actor through; any other refusal than for lack of rights counts as let through.
    What it did is taken back, so that the next one finds the same scene."""
    _action, call = SERVICES[name]
    with transaction.atomic():
        try:
            call(scene, act.because("a reason"))
        except NotAllowed:
            return False
        except DomainError:
            return True
        finally:
            transaction.set_rollback(True)
    return True


def allowed_by(scene: Scene, act: Act) -> dict[str, bool]:
    return {name: allows(scene, act, name) for name in SERVICES}


def expected_of(*roles: Role | None) -> dict[str, bool]:
    return {name: not EXPECTED[action].isdisjoint(roles) for name, (action, _call) in SERVICES.items()}


def with_role(scene: Scene, role: Role | None, *, in_event: bool) -> User:
    user = scene.evening.account("somebody@example.org")
    if role is None:
        return user
    if in_event:
        for event in (scene.event, scene.upcoming):
            EventRole.objects.create(event=event, user=user, role=role)
    else:
        club_role_set(act=scene.evening.act(), club=scene.evening.club, email=user.email, role=role)
    return user


def test_table_of_actions_is_the_one_a_club_expects() -> None:
    assert {action: {role for role in Role if action in ROLE_ACTIONS[role]} for action in Action} == EXPECTED


@pytest.mark.parametrize("role", [*Role, None])
def test_role_in_the_club_decides(scene: Scene, role: Role | None) -> None:
    user = with_role(scene, role, in_event=False)

    assert allowed_by(scene, scene.evening.by_user(user)) == expected_of(role)


@pytest.mark.parametrize("role", Role)
def test_role_in_an_event_decides_there_and_gives_nothing_in_the_club(scene: Scene, role: Role) -> None:
    user = with_role(scene, role, in_event=True)

    of_club = {"club_role_set": False, "event_create": False, "event_copy": False}
    assert allowed_by(scene, scene.evening.by_user(user)) == expected_of(role) | of_club


def test_nobody_a_link_and_another_clubs_owner_may_nothing(scene: Scene) -> None:
    stranger = scene.evening.account("stranger@example.org")
    club_create(act=scene.evening.by_user(stranger), name="Another club")
    for actor in (NOBODY, Actor("link", _entry(scene).key), Actor("user", stranger.key), Actor("system", "demo")):
        assert allowed_by(scene, scene.evening.act(actor)) == expected_of()


def test_who_runs_the_service_may_everything(scene: Scene) -> None:
    staff = scene.evening.account("staff@example.org")

    assert allowed_by(scene, scene.evening.act(Actor("user", staff.key, staff=True))) == expected_of(Role.OWNER)
