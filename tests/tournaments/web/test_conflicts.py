"""What the two players, the staff and strangers see of a game whose versions don't agree."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.enums import GameState, Grade
from magistrar_site.shared.models import FactDetail
from magistrar_site.shared.services.due import due_work_off
from magistrar_site.shared.services.facts import detail_erase
from tests.evening import Evening, entry_at, game_of, opened
from tournaments.models import Event, Match
from tournaments.services.results.confirm import result_dispute
from tournaments.services.results.rule import result_reopen, result_rule

pytestmark = pytest.mark.django_db


def organiser(evening: Evening) -> Client:
    client = Client()
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(client: Client, match: Match) -> Any:
    response = client.get(f"/games/{game_of(match).key}/")
    assert response.status_code == 200
    return response


def two_versions(evening: Evening, match: Match) -> None:
    """White's sheet, and Black's in which one energy that White won in duel 2 was of the other kind."""
    sheet = json.loads(evening.body(match, Grade.SHEET))
    evening.submit(match, json.dumps(sheet).encode())
    haul = sheet["duels"][1]["white"]
    less, more = ("light", "dark") if haul.get("light") else ("dark", "light")
    haul[less], haul[more] = haul[less] - 1, haul.get(more, 0) + 1
    evening.submit(match, json.dumps(sheet).encode(), position=1)
    assert game_of(match).state == GameState.CONFLICTING


def test_first_difference_is_told_to_both_players_and_the_staff(evening: Evening, match: Match) -> None:
    two_versions(evening, match)
    for client in (opened(entry_at(match, 0)), opened(entry_at(match, 1)), organiser(evening)):
        game = page(client, match).context["shown"]
        shown = game.conflict
        compared = game.pages.conflict(
            game.context, ["A", "B"], [shown.first.report, shown.second.report], shown.difference
        )
        assert "Duel 2, White: the light energy won" in " ".join(compared.lead.split())
        said = [int(number) for number in re.findall(r"<dd>(\d+)</dd>", re.sub(r"\s", "", compared.lead))]
        assert abs(said[0] - said[1]) == 1
        assert len(re.findall(r'<th scope="row">\s*\d', compared.rows)) == 5
        assert re.findall(r'<th scope="row">\s*(\d)\s*<svg', compared.rows) == ["2"]
        assert re.findall(r'<tr>\s*<th scope="row">\s*(\d)', compared.rows) == ["1"]
        assert {shown.first.report.legal, shown.second.report.legal} == {True}


def test_difference_is_nothing_for_strangers(evening: Evening, event: Event, match: Match) -> None:
    two_versions(evening, match)
    other = Match.objects.get(round__stage__event=event, table=2)
    for client in (Client(), opened(entry_at(other, 0))):
        answer = page(client, match)
        assert answer.context["shown"].conflict is None
        assert 'id="conflict"' not in answer.content.decode()


def test_dispute_without_another_version_tells_the_reason_to_players_alone(evening: Evening, match: Match) -> None:
    submission = evening.submit(match)
    result_dispute(act=evening.by(entry_at(match, 1), "It was my <marker>"), submission_key=submission.key)
    told = page(opened(entry_at(match, 0)), match)
    assert [(one.by, one.why) for one in told.context["shown"].disputes] == [
        (entry_at(match, 1).player.name, "It was my <marker>")
    ]
    assert "It was my &lt;marker&gt;" in told.content.decode()
    assert "marker&gt;" not in page(Client(), match).content.decode()


def test_deadline_stands_in_the_events_zone_for_both_and_not_for_strangers(evening: Evening, match: Match) -> None:
    evening.submit(match)  # at 19:00 UTC, 20:00 in Berlin; the preset gives 30 minutes
    for client in (opened(entry_at(match, 0)), opened(entry_at(match, 1)), organiser(evening)):
        answer = page(client, match)
        assert answer.context["shown"].confirms_at == evening.now + timedelta(minutes=30)
        assert "counts as confirmed on 6 Mar 2026 at 20:30" in answer.content.decode()
    assert page(Client(), match).context["shown"].confirms_at is None

    due_work_off(now=evening.now + timedelta(minutes=30))
    assert page(opened(entry_at(match, 0)), match).context["shown"].confirms_at is None


def test_ruling_tells_who_and_why_to_players_and_that_it_was_ruled_to_all(evening: Evening, match: Match) -> None:
    arbiter = evening.act(why="Both said so at the desk")
    result_rule(act=arbiter, game_key=game_of(match).key, kind="bare", winner="white")
    for client in (opened(entry_at(match, 1)), organiser(evening)):
        decision = page(client, match).context["shown"].decision
        assert (decision.kind, decision.by, decision.why.text) == ("game.ruled", "organiser", arbiter.why)
    white = game_of(match).seats.get(number=1).player.name
    evening_page = opened(entry_at(match, 1)).get(f"/evening/{entry_at(match, 1).key}/").content.decode()
    assert f"<strong> {white} won </strong>" in " ".join(evening_page.split())
    public = page(Client(), match).content.decode()
    assert "An arbiter has ruled on this game." in public
    assert arbiter.why not in public
    assert "organiser" not in public


def test_erased_reason_is_said_to_be_erased(evening: Evening, match: Match) -> None:
    act = evening.act(why="He was ill")
    result_rule(act=act, game_key=game_of(match).key, kind="forfeit", winner="black")
    detail_erase(detail=FactDetail.objects.get(field="why", text="He was ill"), at=evening.now)
    answer = page(opened(entry_at(match, 1)), match).content.decode()
    assert "The reason was erased." in answer
    assert "He was ill" not in answer


def test_reopened_game_says_why_until_it_is_decided_anew(evening: Evening, match: Match) -> None:
    evening.play(match)
    result_reopen(act=evening.act(why="Wrong table"), game_key=game_of(match).key)
    assert page(opened(entry_at(match, 0)), match).context["shown"].decision.why.text == "Wrong table"
    result_rule(act=evening.act(why="Settled"), game_key=game_of(match).key, kind="bare", winner="")
    assert page(opened(entry_at(match, 0)), match).context["shown"].decision.why.text == "Settled"


@pytest.mark.parametrize("versions", [1, 3])
@pytest.mark.parametrize("conflicting, queries", [(False, 13), (True, 14)])
def test_players_page_costs_the_same_however_often_the_game_was_handed_in(
    versions: int, conflicting: bool, queries: int, evening: Evening, match: Match, django_assert_num_queries: Any
) -> None:
    for _n in range(versions):
        evening.submit(match, evening.body(match, Grade.SHEET))
    if conflicting:
        evening.submit(match, evening.body(match, Grade.SHEET), position=1)
    client = opened(entry_at(match, 1))
    with django_assert_num_queries(queries):
        page(client, match)
