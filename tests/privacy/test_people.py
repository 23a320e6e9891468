"""Claims, exports and deletions: who may, what is asked first, and what can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction

from games.enums import Role
from games.models import Club, Player
from games.services.clubs import club_create, club_role_set
from games.services.players import player_create
from magistrar_site.accounts.models import User
from magistrar_site.shared.acts import NOBODY, Act, Actor
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.services.due import due_work_off
from privacy.models import ErasureRequest, PlayerClaim
from privacy.selectors.people import claims_to_answer
from privacy.services.claims import claim_answer, claim_ask, claim_undo, claim_withdraw
from privacy.services.exporting import account_export, player_export
from privacy.services.permissions import may_merge
from privacy.services.requests import (
    account_erasure_ask,
    account_erasure_cancel,
    player_erasure_ask,
    player_erasure_cancel,
)
from tests.evening import PASSWORD, Evening
from tournaments.models import Entry, Event
from tournaments.services.events.create import event_create
from tournaments.services.player_names import player_renamed_by, player_shown_by

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


class Scene:
    """Anna has played in the club; somebody has an account."""

    def __init__(self) -> None:
        self.evening = Evening()
        self.event = self.evening.started(("Anna", "Bert"))
        self.anna = Player.objects.get(name="Anna")
        self.user = self.evening.account("anna@example.org")
        self.act = self.evening.by_user(self.user)

    def claim(self, user: User | None = None) -> PlayerClaim:
        return claim_ask(act=self.evening.by_user(user or self.user), player=self.anna)

    def claimed(self) -> Player:
        claim_answer(act=self.evening.act(), claim=self.claim(), agrees=True)
        self.anna.refresh_from_db()
        return self.anna

    def entered_elsewhere(self) -> tuple[User, Club, Event]:
        owner = self.evening.account("elsewhere@example.org")
        act = self.evening.by_user(owner)
        club = club_create(act=act, name="Elsewhere")
        event = event_create(
            act=act, club_slug=club.slug, name="Away", starts_at=act.at, time_zone="UTC", preset="round-robin-evening"
        )
        Entry.objects.create(key="0" * 12, event=event, player=self.anna, entered_at=act.at)
        return owner, club, event

    def days_later(self, days: float) -> None:
        self.evening.now += timedelta(days=days)
        self.act = self.evening.by_user(self.user)
        due_work_off(now=self.evening.now)


def code(call: Callable[[], object]) -> str:
    with pytest.raises(DomainError) as refusal:
        call()
    return refusal.value.code


# --- The matrix -------------------------------------------------------------------------------------------------------

ACTORS = ("visitor", "link", "account", "desk", "organiser", "owner", "other_owner", "staff")
OWN = {"account", "desk", "organiser", "owner", "other_owner", "staff"}  # whoever is signed in
CALLS: dict[str, tuple[set[str], Callable[[Scene, Act], object]]] = {
    "account_export": (OWN, lambda s, act: account_export(act=act)),
    "account_delete": (OWN, lambda s, act: account_erasure_ask(act=act, password="wrong")),
    "account_keep": (OWN, lambda s, act: account_erasure_cancel(act=act)),
    "claim": (OWN, lambda s, act: claim_ask(act=act, player=s.anna)),
    "claim_answer": (
        {"organiser", "owner", "staff"},
        lambda s, act: claim_answer(act=act, claim=PlayerClaim.objects.get(user=s.user), agrees=True),
    ),
    "claim_undo": ({"organiser", "owner", "staff"}, lambda s, act: claim_undo(act=act, player=s.anna)),
    "player_export": ({"organiser", "owner", "staff"}, lambda s, act: player_export(act=act, player=s.anna)),
    "player_delete": (
        {"organiser", "owner", "staff"},
        lambda s, act: player_erasure_ask(act=act, player=s.anna, password="wrong"),
    ),
    "player_keep": ({"organiser", "owner", "staff"}, lambda s, act: player_erasure_cancel(act=act, player=s.anna)),
}


def test_matrix_of_who_may_do_what() -> None:
    scene = Scene()
    scene.claim()
    evening = scene.evening
    names = ("account", "desk", "organiser", "other_owner")
    accounts = {name: evening.account(f"the-{name}@example.org") for name in names}
    for name, role in (("desk", Role.DESK), ("organiser", Role.ORGANISER)):
        club_role_set(act=evening.act(), club=evening.club, email=accounts[name].email, role=role)
    club_create(act=evening.by_user(accounts["other_owner"]), name="Another club")
    actors = {
        "visitor": NOBODY,
        "link": Actor("link", Entry.objects.get(player=scene.anna).key),
        "owner": Actor("user", evening.user.key),
        "staff": Actor("user", evening.account("staff@example.org").key, staff=True),
        **{name: Actor("user", user.key) for name, user in accounts.items()},
    }

    def may(name: str, call: Callable[[Scene, Act], object]) -> bool:
        with transaction.atomic():
            try:
                call(scene, evening.act(actors[name]))
            except NotAllowed:
                return False
            except DomainError:
                return True
            finally:
                transaction.set_rollback(True)
        return True

    found = {what: {name for name in ACTORS if may(name, call)} for what, (_who, call) in CALLS.items()}
    assert found == {what: who for what, (who, _call) in CALLS.items()}


# --- Claims -----------------------------------------------------------------------------------------------------------


def test_claim_is_agreed_to_and_asked_twice_is_once() -> None:
    scene = Scene()
    assert scene.claim() == scene.claim()

    player = scene.claimed()

    assert (player.user, player.claimed_at) == (scene.user, scene.evening.now)
    assert code(lambda: claim_ask(act=scene.act, player=Player.objects.get(name="Bert"))) == "has_player"


def test_refused_claim_cannot_be_asked_for_again_until_it_is_forgotten() -> None:
    scene = Scene()
    claim_answer(act=scene.evening.act(), claim=scene.claim(), agrees=False)
    assert code(scene.claim) == "claim_refused"

    scene.days_later(91)

    assert scene.claim().state == "open"


def test_of_two_accounts_one_gets_the_player_and_the_other_is_refused() -> None:
    scene = Scene()
    first, second = scene.claim(), scene.claim(scene.evening.account("second@example.org"))

    claim_answer(act=scene.evening.act(), claim=second, agrees=True)

    first.refresh_from_db()
    assert first.state == "refused"
    assert code(lambda: claim_answer(act=scene.evening.act(), claim=first, agrees=True)) == "claim_answered"
    assert code(lambda: scene.claim(scene.evening.account("third@example.org"))) == "player_has_account"


def test_account_asks_for_three_players_at_a_time_and_takes_one_back() -> None:
    scene = Scene()
    others = [player_create(act=scene.evening.act(), name=name, club=scene.evening.club) for name in "ABC"]
    claims = [claim_ask(act=scene.act, player=player) for player in others]
    assert code(scene.claim) == "too_many_claims"
    assert code(lambda: claim_withdraw(act=scene.evening.act(), claim=claims[0])) == "not_your_claim"

    claim_withdraw(act=scene.act, claim=claims[0])

    assert scene.claim().state == "open"


def test_organiser_answers_no_claim_of_their_own_while_there_is_another() -> None:
    scene = Scene()
    own = scene.claim(scene.evening.user)
    second = scene.evening.account("organiser2@example.org")
    club_role_set(act=scene.evening.act(), club=scene.evening.club, email=second.email, role=Role.ORGANISER)
    assert code(lambda: claim_answer(act=scene.evening.act(), claim=own, agrees=True)) == "own_claim"

    claim_answer(act=scene.evening.by_user(second), claim=own, agrees=True)

    scene.anna.refresh_from_db()
    assert scene.anna.user == scene.evening.user


def test_another_club_that_has_entered_a_player_neither_answers_nor_takes_back() -> None:
    scene = Scene()
    owner, club, _event = scene.entered_elsewhere()
    theirs, claim = scene.evening.by_user(owner), scene.claim()

    assert code(lambda: claim_answer(act=theirs, claim=claim, agrees=True)) == "not_your_player"

    assert [*claims_to_answer(club)] == [], "it isn't shown who claims"
    player = scene.claimed()
    assert code(lambda: claim_undo(act=theirs, player=player)) == "not_your_player"


def test_player_of_no_club_is_answered_by_the_first_club_that_entered_them() -> None:
    """Any account can start a club and enter anybody there: that gives no right to name, merge or give them away."""
    scene = Scene()
    owner, club, _event = scene.entered_elsewhere()
    Player.objects.filter(pk=scene.anna.pk).update(club=None)
    scene.anna.refresh_from_db()
    theirs, claim = scene.evening.by_user(owner), scene.claim()
    assert ([*claims_to_answer(club)], [*claims_to_answer(scene.evening.club)]) == ([], [claim])
    assert not may_merge(theirs.actor, scene.anna)
    for act in (
        lambda: claim_answer(act=theirs, claim=claim, agrees=True),
        lambda: player_renamed_by(act=theirs, player=scene.anna, name="Idiot"),
        lambda: player_shown_by(act=theirs, player=scene.anna, code=True),
    ):
        assert code(act) in {"not_your_player", "not_your_name"}

    claim_answer(act=scene.evening.act(), claim=claim, agrees=True)

    assert Player.objects.get(pk=scene.anna.pk).user == scene.user


def test_export_says_nothing_of_others_who_claim_the_player() -> None:
    scene = Scene()
    scene.claim(scene.evening.account("stranger@example.org"))
    exported = [player_export(act=scene.evening.act(), player=scene.anna)]
    scene.claimed()
    exported.append(account_export(act=scene.act))
    assert "stranger" not in str(exported)
    assert len(exported[1]["claims"]) == 1


def test_player_whom_no_club_has_entered_cannot_be_claimed() -> None:
    scene = Scene()
    nobodys = player_create(act=scene.evening.act(), name="Famous")
    assert code(lambda: claim_ask(act=scene.act, player=nobodys)) == "nobody_answers"
    assert not PlayerClaim.objects.exists()


# --- Deleting ---------------------------------------------------------------------------------------------------------


def test_account_is_deleted_with_its_player_after_a_day() -> None:
    scene = Scene()
    scene.claimed()
    scene.days_later(20)
    request = account_erasure_ask(act=scene.act, password=PASSWORD)
    assert request.due_at == scene.evening.now + timedelta(days=1)
    assert account_erasure_ask(act=scene.act, password=PASSWORD) == request

    scene.days_later(0.9)
    assert User.objects.filter(pk=scene.user.pk).exists()
    scene.days_later(0.2)

    assert not User.objects.filter(pk=scene.user.pk).exists()
    scene.anna.refresh_from_db()
    assert (scene.anna.name, scene.anna.user) == (f"Ghost {scene.anna.key[:6]}", None)


def test_deleting_asks_for_the_password_and_can_be_cancelled() -> None:
    scene = Scene()
    with pytest.raises(Invalid) as refusal:
        account_erasure_ask(act=scene.act, password="not this one")
    assert [*refusal.value.fields] == ["password"]
    account_erasure_ask(act=scene.act, password=PASSWORD)
    player_erasure_ask(act=scene.evening.act(), player=scene.anna, password=PASSWORD)

    account_erasure_cancel(act=scene.act)
    account_erasure_cancel(act=scene.act)
    player_erasure_cancel(act=scene.evening.act(), player=scene.anna)

    scene.days_later(30)
    assert User.objects.filter(pk=scene.user.pk).exists()
    assert Player.objects.filter(name="Anna").exists()
    assert not ErasureRequest.objects.exists()


def test_claim_agreed_to_by_mistake_deletes_nobody() -> None:
    scene = Scene()
    scene.claimed()
    request = account_erasure_ask(act=scene.act, password=PASSWORD)
    assert request.due_at == scene.evening.now + timedelta(days=14)
    scene.days_later(13)

    claim_undo(act=scene.evening.act(), player=Player.objects.get(pk=scene.anna.pk))

    scene.days_later(2)
    assert not User.objects.filter(pk=scene.user.pk).exists()
    assert Player.objects.get(pk=scene.anna.pk).name == "Anna"


def test_agreement_stands_after_two_weeks() -> None:
    scene = Scene()
    scene.claimed()
    scene.days_later(14)
    anna = Player.objects.get(pk=scene.anna.pk)
    assert code(lambda: claim_undo(act=scene.evening.act(), player=anna)) == "claim_settled"


def test_organiser_deletes_a_player_of_their_own_clubs_alone() -> None:
    scene = Scene()
    player_erasure_ask(act=scene.evening.act(), player=scene.anna, password=PASSWORD)
    scene.days_later(1.1)
    assert Player.objects.get(pk=scene.anna.pk).name.startswith("Ghost ")
    ghost = Player.objects.get(pk=scene.anna.pk)
    again = scene.evening.act()
    assert code(lambda: player_erasure_ask(act=again, player=ghost, password=PASSWORD)) == "player_deleted"


def test_organiser_neither_exports_nor_deletes_a_player_of_other_clubs_too() -> None:
    scene = Scene()
    scene.entered_elsewhere()
    assert code(lambda: player_export(act=scene.evening.act(), player=scene.anna)) == "player_of_others"


def test_organiser_does_not_delete_who_has_an_account() -> None:
    scene = Scene()
    player_erasure_ask(act=scene.evening.act(), player=scene.anna, password=PASSWORD)
    player = scene.claimed()
    assert code(lambda: player_erasure_ask(act=scene.evening.act(), player=player, password=PASSWORD)) == "has_account"

    scene.days_later(2)

    assert Player.objects.get(pk=scene.anna.pk).name == "Anna"


def test_last_owner_gives_the_club_away_first_and_an_empty_club_goes_along() -> None:
    scene = Scene()
    assert code(lambda: account_erasure_ask(act=scene.evening.act(), password=PASSWORD)) == "last_owner"
    club = club_create(act=scene.act, name="Tried out")
    account_erasure_ask(act=scene.act, password=PASSWORD)

    scene.days_later(2)

    assert not User.objects.filter(pk=scene.user.pk).exists()
    assert not Club.objects.filter(pk=club.pk).exists()


def test_two_owners_who_both_ask_leave_no_club_without_one() -> None:
    scene = Scene()
    club, owner = scene.evening.club, scene.evening.user
    club_role_set(act=scene.evening.act(), club=club, email=scene.user.email, role=Role.OWNER)
    account_erasure_ask(act=scene.evening.act(), password=PASSWORD)
    scene.evening.now += timedelta(minutes=1)
    request = account_erasure_ask(act=scene.evening.by_user(scene.user), password=PASSWORD)

    scene.days_later(1.1)

    assert not User.objects.filter(pk=owner.pk).exists()
    request.refresh_from_db()
    assert request.due_at == scene.evening.now + timedelta(days=1), "asked again day by day"
    assert "You are the only owner" in scene.evening.browser(scene.user).get("/my-data/").content.decode()
    third = scene.evening.account("third@example.org")
    club_role_set(act=scene.act, club=club, email=third.email, role=Role.OWNER)
    scene.days_later(1.1)
    assert not User.objects.filter(pk=scene.user.pk).exists()
