"""Who may do what on a ladder: every role times every act, through the services themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

import pytest
from django.db import transaction

from games.enums import ROLE_ACTIONS, Action, Role
from games.services.clubs import club_role_set
from magistrar_site.shared.acts import NOBODY, Act, Actor
from magistrar_site.shared.errors import DomainError
from tests.evening import Evening
from tests.tournaments.ladders import RunningLadder
from tournaments.enums import ChallengeOutcome
from tournaments.models import Challenge
from tournaments.services.ladder.answer import challenge_accept, challenge_decline
from tournaments.services.ladder.challenge import challenge_make, challenge_withdraw
from tournaments.services.ladder.holidays import holiday_end, holiday_take
from tournaments.services.ladder.roster import ladder_leave, ladder_return
from tournaments.services.ladder.rule import challenge_rule, challenge_rule_preview

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


class Scene:
    """E has challenged C; D declined B's... a challenge that is over; A is free."""

    def __init__(self, evening: Evening) -> None:
        self.ladder = RunningLadder(evening)
        self.open = self.ladder.challenge("EC")
        self.over = self.ladder.decline(self.ladder.challenge("DA"))


ACTS: Mapping[str, tuple[str, Callable[[Scene, Act], object]]] = {
    # By whom beside those who may pair: the player's letter; "" for nobody but those who may rule.
    "challenge": (
        "F",
        lambda scene, act: challenge_make(
            act=act,
            stage=scene.ladder.stage,
            challenger=scene.ladder.entry("F"),
            challenged=scene.ladder.entry("E"),
        ),
    ),
    "withdraw": ("E", lambda scene, act: challenge_withdraw(act=act, challenge=scene.open)),
    "accept": ("C", lambda scene, act: challenge_accept(act=act, challenge=scene.open)),
    "decline": ("C", lambda scene, act: challenge_decline(act=act, challenge=scene.open)),
    "holiday": (
        "B",
        lambda scene, act: holiday_take(
            act=act,
            stage=scene.ladder.stage,
            entry=scene.ladder.entry("B"),
            first=act.at.date(),
            last=act.at.date() + timedelta(days=1),
        ),
    ),
    "back": (
        "B",
        lambda scene, act: holiday_end(act=act, stage=scene.ladder.stage, entry=scene.ladder.entry("B")),
    ),
    "leave": ("B", lambda scene, act: ladder_leave(act=act, entry=scene.ladder.entry("B"))),
    "return": (
        "B",
        lambda scene, act: ladder_return(act=act, stage=scene.ladder.stage, entry=scene.ladder.entry("B")),
    ),
    "preview": (
        "",
        lambda scene, act: challenge_rule_preview(
            act=act, challenge=Challenge.objects.get(pk=scene.over.pk), outcome=ChallengeOutcome.ANNULLED
        ),
    ),
    "rule": (
        "",
        lambda scene, act: challenge_rule(
            act=act.because("A slip"),
            challenge=Challenge.objects.get(pk=scene.over.pk),
            outcome=ChallengeOutcome.ANNULLED,
        ),
    ),
}


@pytest.fixture
def scene(evening: Evening) -> Scene:
    return Scene(evening)


def allowed_by(scene: Scene, act: Act) -> set[str]:
    """The acts that the services don't refuse for lack of permission. Nothing stays of them."""
    found = set()
    for name, (_player, do) in ACTS.items():
        with transaction.atomic():
            try:
                do(scene, act)
                found.add(name)
            except DomainError as refusal:
                found |= {name} if refusal.status != 403 else set()  # allowed, whatever else stands in the way
            transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("role", [*Role, None])
def test_role_in_the_club_decides(scene: Scene, role: Role | None) -> None:
    evening = scene.ladder.evening
    user = evening.account("somebody@example.org")
    if role is not None:
        club_role_set(act=evening.act(), club=evening.club, email=user.email, role=role)
    actions = ROLE_ACTIONS[role] if role is not None else frozenset()
    expected = {name for name, (player, _do) in ACTS.items() if (Action.PAIR if player else Action.RULE) in actions}
    assert allowed_by(scene, evening.by_user(user)) == expected


def test_players_act_for_themselves_alone(scene: Scene) -> None:
    evening = scene.ladder.evening
    for letter in "ABCDEF":
        own = {name for name, (player, _do) in ACTS.items() if player == letter}
        assert allowed_by(scene, evening.by(scene.ladder.entry(letter))) == own


def test_strangers_and_due_work_may_nothing(scene: Scene) -> None:
    evening = scene.ladder.evening
    for actor in (NOBODY, Actor("system", "ladder"), Actor("link", "0" * 12)):
        assert allowed_by(scene, evening.act(actor)) == set()
