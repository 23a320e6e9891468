"""Who may do what at a table of three: every role times what concerns such a table, and the players themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction

from games.enums import Action, Role
from games.services.clubs import club_role_set
from magistrar_site.shared.acts import NOBODY, Act, Actor
from magistrar_site.shared.errors import NotAllowed
from tests.evening import Evening, entry_at, game_of
from tests.tournaments.services.test_permissions import EXPECTED
from tests.tournaments.services.test_three_seats import SEVEN, document
from tournaments.models import Match, Round
from tournaments.services.results.confirm import result_accept, result_confirm, result_dispute
from tournaments.services.results.enter import results_enter
from tournaments.services.results.hand_in import result_submit
from tournaments.services.results.rule import Ruling, result_rule, ruling_preview
from tournaments.services.rounds.change import entries_swap, match_turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_tables")]

Do = Callable[[Match, Act], object]


def _typed(match: Match, act: Act) -> object:
    outcome = results_enter(act=act, round_=_round(match), text=f"{match.table} 2>1=3")
    if outcome.refused:
        raise NotAllowed(outcome.refused[0].code, outcome.refused[0].message)
    return outcome


def _round(match: Match) -> Round:
    return Round.objects.select_related("stage__event__club").get(pk=match.round_id)


OF_STAFF: dict[str, tuple[Action, Do]] = {
    "rule by places": (
        Action.RULE,
        lambda match, act: result_rule(act=act, game_key=game_of(match).key, kind="bare", placing="2>1=3"),
    ),
    "rule on a no-show": (
        Action.RULE,
        lambda match, act: result_rule(act=act, game_key=game_of(match).key, kind="forfeit", placing="1>3"),
    ),
    "preview places": (
        Action.RULE,
        lambda match, act: ruling_preview(act=act, game_key=game_of(match).key, ruling=Ruling("bare", placing="3>2>1")),
    ),
    "type places": (Action.RULE, _typed),
    "turn": (Action.PAIR, lambda match, act: match_turn(act=act, round_=_round(match), match=match.key)),
    "swap": (
        Action.PAIR,
        lambda match, act: entries_swap(
            act=act, round_=_round(match), first=entry_at(match, 0).key, second=entry_at(match, 2).key
        ),
    ),
}


@pytest.fixture
def match(evening: Evening) -> Match:
    return evening.publish(evening.started(SEVEN, preset="toy-tables"), 1)[0]


def is_allowed(do: Do, match: Match, act: Act) -> bool:
    """Whether the service does it; nothing stays of it."""
    point = transaction.savepoint()
    try:
        do(match, act)
    except NotAllowed:
        return False
    finally:
        transaction.savepoint_rollback(point)
    return True


@pytest.mark.parametrize("role", [*Role, None])
def test_role_decides_about_a_table(evening: Evening, match: Match, role: Role | None) -> None:
    user = evening.account("somebody@example.org")
    if role is not None:
        club_role_set(act=evening.act(), club=evening.club, email=user.email, role=role)
    act = evening.by_user(user, "seen")
    found = {name: is_allowed(do, match, act) for name, (_action, do) in OF_STAFF.items()}
    assert found == {name: role in EXPECTED[action] for name, (action, _do) in OF_STAFF.items()}


def test_players_say_their_own_and_others_nothing(evening: Evening, match: Match) -> None:
    key = game_of(match).key
    act = evening.by(entry_at(match, 0))
    sent = result_submit(act=act, game_key=key, body=document(), idempotency_key="first")
    stranger = entry_at(Match.objects.get(round=match.round_id, table=2), 0)

    def confirm(_match: Match, act: Act) -> object:
        return result_confirm(act=act, submission_key=sent.key)

    def dispute(_match: Match, act: Act) -> object:
        return result_dispute(act=act, submission_key=sent.key)

    def accept(_match: Match, act: Act) -> object:
        return result_accept(act=act, submission_key=sent.key)

    answers: tuple[Do, ...] = (confirm, dispute)
    for do in answers:
        may = {seat: is_allowed(do, match, evening.by(entry_at(match, seat), "not so")) for seat in range(3)}
        assert may == {0: False, 1: True, 2: True}
        for actor in (NOBODY, Actor("link", stranger.key)):
            assert not is_allowed(do, match, evening.act(actor, "not so"))
    assert not any(is_allowed(accept, match, evening.by(entry_at(match, seat))) for seat in range(3))
    for name, (_action, of_staff) in OF_STAFF.items():
        assert not is_allowed(of_staff, match, evening.by(entry_at(match, 1), "seen")), name
