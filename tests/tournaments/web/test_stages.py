"""Groups for everybody; the organiser's way from the groups into the bracket, on pages and by the API."""

from __future__ import annotations

import csv
import io
import re
from html import unescape

import pytest
from django.test import Client

from games.enums import Role
from games.services.clubs import club_role_set
from tests.evening import Evening
from tests.tournaments.services.brackets.test_follow import wins
from tests.tournaments.services.stages.test_close import groups_of_eight, play_groups
from tournaments.models import Event
from tournaments.selectors.events import stage_of
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.stages.close import stage_close
from tournaments.services.stages.plan import stage_plan
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def played(client: Client) -> tuple[Evening, Event]:
    """Two groups of four, played out, nobody tied; the organiser is signed in."""
    evening = Evening()
    event = groups_of_eight(evening)
    play_groups(evening, event)
    standings_refresh(event_key=event.key)
    client.force_login(evening.user, backend=BACKEND)
    return evening, event


def words(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_groups_have_their_tables_and_the_organiser_leads_them_into_the_bracket(
    client: Client, played: tuple[Evening, Event]
) -> None:
    evening, event = played
    place = f"/events/{event.slug}"
    shown = words(client, f"{place}/groups/")
    assert shown.index("Group A") < shown.index("Anna") < shown.index("Group B") < shown.index("Bert")
    one = words(client, f"{place}/groups/2/")
    assert ("Cleo" in one, "Hanna" in one, "Everybody against everybody" in one) == (True, False, True)
    assert client.get(f"{place}/groups/3/").status_code == 404
    own = event.entries.get(player__name="Cleo").key
    client.cookies["magistrar_links"] = f"{own}.1.signed"
    for address, lines in ((f"{place}/groups/", 1), (f"{place}/groups/2/", 2)):  # a table, then a crosstable below it
        page = client.get(address).content.decode()
        marked = re.findall(rf'<tr\s[^>]*data-seats="{own}" data-me\b', page)
        assert (page.count("data-me"), len(marked)) == (lines, lines)
    assert "See who advances" in words(client, f"{place}/manage/")
    stages = f"{place}/manage/stages/"
    page = words(client, stages)
    assert re.search(r"1\. Anna A1 2\. Bert B1 3\. Dörte A2 4\. Cleo B2", page)
    changed = client.post(
        stages,
        {"format": "knockout", "takes": "1", "option_best_of_rounds": "3", "option_third_place": ""},
        follow=True,
    )
    assert "The next stage is planned." in changed.content.decode()
    assert "Round 3 of 3" in words(client, "/events/")
    wrong = client.post(stages, {"format": "knockout", "takes": "1", "option_best_of_rounds": "2"})
    assert wrong.status_code == 422
    closed = client.post(stages, {"step": "close"}, follow=True)
    assert "The stage is closed" in closed.content.decode()
    assert "best of 3" in words(client, f"{place}/bracket/")
    assert "The groups are closed" in words(client, f"{place}/groups/")
    first = r'/\?stage=1"[^>]*>\s*Round robin in 2 groups\s*</a>'
    assert re.search(first, client.get(f"{place}/pairings/").content.decode())
    rounds = client.get(f"{place}/?stage=1").content.decode()
    current = re.search(r'aria-current="page">\s*Round robin in 2 groups', rounds)
    assert (f"{place}/rounds/1/?stage=1" in rounds, bool(current)) == (True, True)
    match = re.findall(r"/matches/[^/]+/", client.get(f"{place}/rounds/1/?stage=1").content.decode())[0]
    assert f"{place}/rounds/1/?stage=1" in client.get(match).content.decode()
    refused = client.post(stages, {"step": "reopen"})
    assert (refused.status_code, "needs a reason" in refused.content.decode()) == (422, True)
    again = client.post(stages, {"step": "reopen", "why": "A sheet was swapped."}, follow=True)
    assert "The previous stage is running again." in again.content.decode()
    assert "Remove it" in words(client, stages)
    client.post(stages, {"step": "close"})
    evening.publish(event, 1)
    assert "Round 1 of 1" in words(client, "/events/")  # of the stage that runs
    table = words(client, f"{place}/standings/?round=1")  # the groups' until the bracket has one, and they are over
    assert ("After round 1" in table, "still open" in table) == (True, False)


def test_api_has_groups_stages_and_the_steps_between(client: Client, played: tuple[Evening, Event]) -> None:
    _evening, event = played
    base = f"/api/v1/events/{event.slug}"
    groups = client.get(f"{base}/groups/").json()
    assert [[row["player"]["name"] for row in group["rows"]] for group in groups["groups"]] == [
        ["Anna", "Dörte", "Erik", "Hanna"],
        ["Bert", "Cleo", "Frida", "Gert"],
    ]
    table = list(
        csv.reader(io.StringIO(client.get(f"{base}/groups/?format=csv").content.decode("utf-8-sig"), newline=""))
    )
    assert (table[0][:4], [row[0] for row in table[1:]]) == (["group", "rank", "player", "name"], [*"AAAABBBB"])
    assert [row[3] for row in table[1:]] == ["Anna", "Dörte", "Erik", "Hanna", "Bert", "Cleo", "Frida", "Gert"]
    page = client.get(f"/events/{event.slug}/groups/2/").content.decode()
    (own,) = re.findall(r'href="([^"]+/groups/[^"]+format=csv)"', page)
    assert [line[0] for line in csv.reader(client.get(unescape(own)).content.decode("utf-8-sig").split())] == [
        "group",
        *"BBBB",
    ]
    going = client.get(f"{base}/stages/next/").json()
    assert [(seed["seed"], seed["group"], seed["rank"]) for seed in going["seeds"]] == [
        (1, 1, 1),
        (2, 2, 1),
        (3, 1, 2),
        (4, 2, 2),
    ]
    plan = {"format": "double_elimination", "takes": 2}
    assert client.put(f"{base}/stages/next/", plan, content_type="application/json").json()["format"] == plan["format"]
    assert client.post(f"{base}/stages/close/", {}, content_type="application/json").json()["number"] == 2
    assert client.post(f"{base}/stages/reopen/", {}, content_type="application/json").status_code == 422
    reopened = client.post(f"{base}/stages/reopen/", {"why": "Swapped."}, content_type="application/json")
    assert reopened.json()["number"] == 1
    assert client.delete(f"{base}/stages/next/").status_code == 204
    assert client.get(f"{base}/stages/next/").status_code == 404


def test_tables_are_of_the_stage_that_is_named_else_of_the_newest_that_has_any(client: Client) -> None:
    evening = Evening()
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    event = evening.event(("Anna", "Bert", "Cleo", "Dörte"), preset="swiss-evening")
    event_settings_change(
        act=evening.act(),
        stage=stage_of(event),
        changes={"options": {"rounds": 2}, "seeding": "entry", "tie_breaks": ("LOT",)},
    )
    stage_plan(act=evening.act(), stage=stage_of(event), format="knockout", qualifiers=2, options={})
    event = event_start(act=evening.act(), event=event)
    for number in (1, 2):
        for match in evening.publish(event, number):
            better = min((seat.entry for seat in match.seats.all()), key=lambda entry: entry.number or 0)
            wins(evening, match, better.player.name)
    standings_refresh(event_key=event.key)
    stage_close(act=evening.act(), stage=stage_of(event))
    place, api = f"/events/{event.slug}", f"/api/v1/events/{event.slug}/crosstable/"
    for address in ("/", "/?stage=1"):  # the bracket has no table yet
        standings = client.get(f"{place}/standings{address}").content.decode()
        assert ("After round 2" in standings, "round=1" in standings) == (True, True), address
        assert 'aria-current="page">Swiss' in standings
        assert "Dörte" in client.get(f"{place}/crosstable{address}").content.decode()
    assert "Nothing has been played yet" in client.get(f"{place}/standings/?stage=2").content.decode()
    assert "Nothing has been played yet" in client.get(f"{place}/crosstable/?stage=2").content.decode()
    for match in evening.publish(event, 1):
        wins(evening, match, match.seats.all()[0].entry.player.name)
    standings_refresh(event_key=event.key)
    assert "Dörte" not in client.get(f"{place}/standings/").content.decode()  # of the bracket now
    assert "Dörte" not in client.get(f"{place}/crosstable/").content.decode()
    crosstable = client.get(f"{place}/crosstable/?stage=1").content.decode()
    assert ("Dörte" in crosstable, f'href="{api}?stage=1&amp;format=csv"' in crosstable) == (True, True)
    assert (len(client.get(api).json()), len(client.get(f"{api}?stage=1").json())) == (2, 4)
    live = f"/live/en/events/{event.slug}"
    assert "Dörte" in client.get(f"{live}/tabs/crosstable/?stage=1").content.decode()
    assert "Dörte" not in client.get(f"{live}/standings/").content.decode()
    standing = client.get(f"{place}/standings/?stage=1").content.decode()
    made_of = unescape(re.findall(r'class="cell-value"\s+href="([^"]+)"', standing)[-1])
    assert ("stage=1&round=2" in made_of, client.get(made_of).status_code) == (True, 200)
    assert "Dörte" in client.get(f"{place}/print/crosstable/?stage=1").content.decode()


def test_who_sits_at_the_desk_neither_plans_nor_closes_stages(client: Client, played: tuple[Evening, Event]) -> None:
    evening, event = played
    desk = evening.account("desk@example.org")
    club_role_set(act=evening.act(), club=evening.club, email=desk.email, role=Role.DESK)
    client.force_login(desk, backend=BACKEND)
    assert client.get(f"/events/{event.slug}/manage/stages/").status_code == 403
    assert client.post(f"/events/{event.slug}/manage/stages/", {"step": "close"}).status_code == 403
    closing = client.post(f"/api/v1/events/{event.slug}/stages/close/", {}, content_type="application/json")
    assert closing.status_code == 403
