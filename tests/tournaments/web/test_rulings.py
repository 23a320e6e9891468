"""Ruling in two steps: nothing is decided before it was looked at, and what was looked at is what is decided."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.enums import GameState, Grade, ResultKind, Role
from games.models import GameResult, Player
from games.services.clubs import club_role_set
from magistrar_site.shared.selectors.facts import head_of
from tests.evening import NAMES, Evening, entry_at, game_of
from tournaments.models import Event, Match
from tournaments.services.events.finish import event_finish
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def arbiter(evening: Evening) -> Client:
    client = Client()
    client.force_login(evening.user, backend=BACKEND)
    return client


def rule(client: Client, match: Match, ruling: str, *, why: str = "Seen at the table", **more: Any) -> Any:
    return client.post(f"/games/{game_of(match).key}/rule/", {"ruling": ruling, "why": why, **more})


def confirmed(client: Client, match: Match, ruling: str) -> Any:
    seen = rule(client, match, ruling).context["seen"]
    return rule(client, match, ruling, confirm="1", seen=seen)


def choices(client: Client, match: Match) -> list[str]:
    form = client.get(f"/games/{game_of(match).key}/rule/").context["form"]
    return [value for value, _words in form.fields["ruling"].choices]


def test_preview_names_everybody_who_moves_and_the_rounds_that_stay(
    evening: Evening, event: Event, matches: list[Match], arbiter: Client
) -> None:
    for match in matches:
        evening.play(match, Grade.SHEET)
    evening.publish(event, 2)
    standings_refresh(event_key=event.key)
    loser = {1: "black", 2: "white"}[GameResult.objects.get(game=game_of(matches[0])).winner]
    before = head_of(event.stream), list(GameResult.objects.values_list("game", "winner", "is_current"))

    answer = rule(arbiter, matches[0], f"bare:{loser}:")

    preview = answer.context["preview"]
    both = {entry_at(matches[0], position).player.key for position in (0, 1)}
    moved = {shift.player_key: shift.after.points - shift.before.points for shift in preview.shifts}
    assert sorted(moved[key] for key in both) == [-2, 2]
    assert preview.kept_rounds == (2,)
    assert "The pairings of round 2 are published and stay as they are." in answer.content.decode()
    assert (head_of(event.stream), list(GameResult.objects.values_list("game", "winner", "is_current"))) == before
    assert preview.reopened == (1,)  # it was closed when the next one was published
    assert "Round 1 opens again" in answer.content.decode()
    assert "Until then the next round isn’t paired" in answer.content.decode()


def test_confirming_rules_as_it_was_shown(event: Event, matches: list[Match], arbiter: Client) -> None:
    response = confirmed(arbiter, matches[0], "forfeit:white:")
    assert (response.status_code, response["Location"]) == (
        302,
        f"/events/{event.slug}/manage/results/?round=1#table-1",
    )
    result = GameResult.objects.get(game=game_of(matches[0]), is_current=True)
    assert (result.kind, result.winner, game_of(matches[0]).state) == (
        ResultKind.FORFEIT,
        1,
        GameState.RULED,
    )


def test_what_was_handed_in_since_the_preview_is_looked_at_before_it_is_ruled(
    evening: Evening, matches: list[Match], arbiter: Client
) -> None:
    seen = rule(arbiter, matches[0], "forfeit:white:").context["seen"]
    evening.submit(matches[0])
    response = rule(arbiter, matches[0], "forfeit:white:", confirm="1", seen=seen)
    assert response.status_code == 409
    assert "In the meantime something was handed in" in response.content.decode()
    assert game_of(matches[0]).state == GameState.SUBMITTED
    again = rule(arbiter, matches[0], "forfeit:white:", confirm="1", seen=response.context["seen"])
    assert (again.status_code, game_of(matches[0]).state) == (302, GameState.RULED)


def test_round_that_is_published_since_the_preview_is_looked_at_before_it_is_ruled(
    evening: Evening, event: Event, matches: list[Match], arbiter: Client
) -> None:
    for match in matches:
        evening.play(match, Grade.SCORE)
    seen = rule(arbiter, matches[0], "forfeit:white:").context["seen"]
    evening.publish(event, 2)
    response = rule(arbiter, matches[0], "forfeit:white:", confirm="1", seen=seen)
    assert (response.status_code, response.context["preview"].kept_rounds) == (409, (2,))
    assert game_of(matches[0]).state == GameState.AGREED


def test_results_of_other_tables_do_not_hold_a_ruling_up(
    evening: Evening, matches: list[Match], arbiter: Client
) -> None:
    seen = rule(arbiter, matches[0], "forfeit:white:").context["seen"]
    evening.play(matches[1])
    assert rule(arbiter, matches[0], "forfeit:white:", confirm="1", seen=seen).status_code == 302


def test_two_who_look_at_the_same_rule_once(matches: list[Match], arbiter: Client) -> None:
    """Each looked before the other pressed: the second one sees what the first decided before he overrules it."""
    seen = [rule(arbiter, matches[0], ruling).context["seen"] for ruling in ("forfeit:white:", "forfeit:black:")]
    assert rule(arbiter, matches[0], "forfeit:white:", confirm="1", seen=seen[0]).status_code == 302
    assert rule(arbiter, matches[0], "forfeit:black:", confirm="1", seen=seen[1]).status_code == 409
    assert GameResult.objects.get(game=game_of(matches[0]), is_current=True).winner == 1


@pytest.mark.parametrize("more", [{}, {"confirm": "1", "seen": "0"}])
def test_ruling_without_a_reason_is_refused_in_both_steps(
    more: dict[str, str], matches: list[Match], arbiter: Client
) -> None:
    response = rule(arbiter, matches[0], "forfeit:white:", why=" ", **more)
    assert response.status_code == 422
    assert game_of(matches[0]).state == GameState.EXPECTED


def test_going_back_keeps_what_was_chosen(matches: list[Match], arbiter: Client) -> None:
    response = rule(arbiter, matches[0], "forfeit:white:", change="1")
    assert response.status_code == 200
    assert response.context["form"].initial["ruling"] == "forfeit:white:"
    assert response.context["form"].initial["why"] == "Seen at the table"


def test_unfinished_legal_game_is_evidence_for_an_abandoned_one(
    evening: Evening, matches: list[Match], arbiter: Client
) -> None:
    record = json.loads(evening.body(matches[0]))
    record["duels"] = record["duels"][:3]
    submission = evening.submit(matches[0], json.dumps(record).encode())
    assert submission.refusal == "unfinished"

    assert f"abandoned::{submission.key}" in choices(arbiter, matches[0])
    assert f"version::{submission.key}" not in choices(arbiter, matches[0])
    confirmed(arbiter, matches[0], f"abandoned::{submission.key}")
    result = GameResult.objects.get(game=game_of(matches[0]), is_current=True)
    assert (result.kind, result.submission_id) == (ResultKind.ABANDONED, submission.pk)


def test_annulled_game_has_no_result_and_can_be_opened_again(
    evening: Evening, matches: list[Match], arbiter: Client
) -> None:
    evening.play(matches[0])
    assert "reopen::" in choices(arbiter, matches[0])
    confirmed(arbiter, matches[0], "annul::")
    assert game_of(matches[0]).state == GameState.ANNULLED
    assert not GameResult.objects.filter(game=game_of(matches[0]), is_current=True).exists()
    confirmed(arbiter, matches[0], "reopen::")
    assert game_of(matches[0]).state == GameState.REOPENED


def test_nothing_is_previewed_for_who_may_not_rule(evening: Evening, matches: list[Match]) -> None:
    user = evening.account("desk@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=user.email, role=Role.DESK)
    client = Client()
    client.force_login(user, backend=BACKEND)
    assert rule(client, matches[0], "forfeit:white:").status_code == 403


def test_arbiter_who_plays_in_the_game_gets_no_form(evening: Evening, matches: list[Match], arbiter: Client) -> None:
    player = entry_at(matches[0], 0).player
    player.user = evening.user
    player.save(update_fields=["user"])
    assert rule(arbiter, matches[0], "forfeit:white:").status_code == 403
    assert rule(arbiter, matches[1], "forfeit:white:").status_code == 200


@pytest.mark.parametrize("ruling", ["", "bare", "version::nothing", "forfeit:red:", "annul:::"])
def test_choice_that_was_not_offered_is_refused_on_the_form(ruling: str, matches: list[Match], arbiter: Client) -> None:
    response = rule(arbiter, matches[0], ruling)
    assert response.status_code == 422
    assert game_of(matches[0]).state == GameState.EXPECTED


def test_refused_ruling_says_the_true_reason(evening: Evening, arbiter: Client, client: Client) -> None:
    event = evening.started(NAMES[:2])
    (match,) = evening.publish(event, 1)
    evening.play(match)
    address = f"/games/{match.games.get().game.key}/rule/"
    assert "Sign in with an account that runs this event" in client.get(address).content.decode()
    client.force_login(evening.account("stranger@example.org"), backend=BACKEND)
    told = f"{evening.club.name} runs this event, and you have no role there."
    for page in (address, f"/events/{event.slug}/manage/", f"/events/{event.slug}/manage/log/"):
        assert told in client.get(page).content.decode()
    new = client.get(f"/clubs/{evening.club.slug}/events/new/")
    assert f"You have no role in {evening.club.name}." in new.content.decode()
    desk = evening.account("desk@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=desk.email, role=Role.DESK)
    client.force_login(desk, backend=BACKEND)
    assert "Your role here doesn’t allow this" in client.get(address).content.decode()
    Player.objects.filter(entries=match.seats.all()[0].entry).update(user=evening.user)
    own = arbiter.get(address)
    assert (own.status_code, "You play in this game yourself" in own.content.decode()) == (403, True)
    Player.objects.update(user=None)
    event_finish(act=evening.act(), event=event)
    over = arbiter.get(address)
    assert (over.status_code, "Its organiser can reopen it" in over.content.decode()) == (409, True)
