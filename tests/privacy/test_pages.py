"""People's own data on pages and in the API: what a browser, a token and a personal link get."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from rest_framework.settings import api_settings

from games.models import Player
from magistrar_site.accounts.models import User
from magistrar_site.accounts.services.links import link_token
from magistrar_site.accounts.services.tokens import token_create
from magistrar_site.shared.acts import Act
from magistrar_site.shared.services.due import due_work_off
from privacy.models import ErasureRequest, PlayerClaim
from tests.evening import PASSWORD, Evening, opened
from tournaments.models import Entry
from tournaments.selectors.events import stage_of
from tournaments.services.events.settings import event_settings_change
from tournaments.web.entries.sign_up import ticket_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


class Scene:
    def __init__(self) -> None:
        self.evening = Evening()
        self.event = self.evening.started(("Anna", "Bert"))
        self.anna = Player.objects.get(name="Anna")
        self.user = self.evening.account("anna@example.org")
        self.browser = self.evening.browser(self.user)
        self.desk = self.evening.browser()

    def page(self, client: Client, address: str, status: int = 200) -> str:
        response = client.get(address)
        assert response.status_code == status, (address, response.status_code)
        return response.content.decode()


def test_claim_from_the_players_page_to_the_organisers_answer() -> None:
    scene = Scene()
    key, club = scene.anna.key, scene.evening.club.slug
    assert "This is me" in scene.page(scene.browser, f"/players/{key}/")
    assert "This is me" not in scene.page(Client(), f"/players/{key}/")
    assert "Is this you?" in scene.page(scene.browser, f"/players/{key}/claim/")
    assert scene.browser.post(f"/players/{key}/claim/").status_code == 302
    assert "waiting for an answer" in scene.page(scene.browser, "/my-data/")
    assert f"/clubs/{club}/people/" in scene.page(scene.desk, "/my-clubs/")
    assert "anna@example.org" in scene.page(scene.desk, f"/clubs/{club}/people/")
    scene.page(scene.browser, f"/clubs/{club}/people/", 403)
    claim = PlayerClaim.objects.get()

    assert scene.desk.post(f"/clubs/{club}/people/claims/{claim.key}/", {"answer": "yes"}).status_code == 302

    scene.anna.refresh_from_db()
    assert scene.anna.user == scene.user
    assert "Your player is" in scene.page(scene.browser, "/my-data/")
    assert "Agreed within the last 14 days" in scene.page(scene.desk, f"/clubs/{club}/people/")
    assert scene.desk.post(f"/clubs/{club}/people/claims/{claim.key}/", {"answer": "undo"}).status_code == 302
    scene.anna.refresh_from_db()
    assert scene.anna.user is None


def test_account_exports_and_deletes_itself_on_its_page() -> None:
    scene = Scene()
    answer = scene.browser.post("/my-data/export/")
    assert answer["Content-Disposition"] == 'attachment; filename="my-data.json"'
    assert "no-store" in answer["Cache-Control"]
    assert answer.json()["account"][0]["email"] == "anna@example.org"
    assert "anna@example.org is deleted" in scene.page(scene.browser, "/my-data/delete/")
    assert scene.browser.post("/my-data/delete/", {"password": "wrong"}).status_code == 422
    assert scene.browser.post("/my-data/delete/").status_code == 422
    assert not ErasureRequest.objects.exists()

    assert scene.browser.post("/my-data/delete/", {"password": PASSWORD}).status_code == 302

    assert "will be deleted" in scene.page(scene.browser, "/my-data/")
    assert scene.browser.post("/my-data/keep/").status_code == 302
    assert scene.browser.post("/my-data/delete/", {"password": PASSWORD}).status_code == 302
    due_work_off(now=ErasureRequest.objects.get().due_at + timedelta(seconds=1))
    assert not User.objects.filter(pk=scene.user.pk).exists()
    assert scene.browser.get("/my-data/").status_code == 302, "signed out everywhere"


def test_organiser_exports_and_deletes_a_player_on_its_page() -> None:
    scene = Scene()
    address = f"/players/{scene.anna.key}/data/"
    assert address in scene.page(scene.desk, f"/players/{scene.anna.key}/")
    scene.page(scene.browser, address, 403)
    assert "The name Anna disappears" in scene.page(scene.desk, address)
    assert scene.desk.post(f"{address}export/").json()["player"][0]["name"] == "Anna"
    assert scene.desk.post(address, {"password": "wrong"}).status_code == 422

    assert scene.desk.post(address, {"password": PASSWORD}).status_code == 302

    assert "Anna will be deleted" in scene.page(scene.desk, address)
    assert "To be deleted" in scene.page(scene.desk, f"/clubs/{scene.evening.club.slug}/people/")
    assert scene.desk.post(f"{address}keep/").status_code == 302
    assert not ErasureRequest.objects.exists()


def test_personal_link_neither_exports_nor_deletes_nor_claims() -> None:
    scene = Scene()
    entry = Entry.objects.get(player=scene.anna)
    link, key = opened(entry), scene.anna.key
    for address in ("/my-data/export/", "/my-data/delete/", "/my-data/keep/", f"/players/{key}/claim/"):
        assert link.post(address)["Location"].startswith("/accounts/login/"), address
    for address in (f"/players/{key}/data/", f"/players/{key}/data/export/", f"/players/{key}/data/keep/"):
        assert link.post(address)["Location"].startswith("/accounts/login/"), address
    headers = {"Authorization": f"Link {link_token(subject=entry.key)}"}
    client = Client(headers=headers)
    for method, path in (
        *(("get", "me/data/"), ("post", "me/deletion/"), ("delete", "me/deletion/"), ("get", "me/claims/")),
        *(("get", f"players/{key}/data/"), ("post", f"players/{key}/deletion/"), ("post", f"players/{key}/claims/")),
    ):
        body = {"password": "x"} if path.endswith("deletion/") and method == "post" else None
        answer = getattr(client, method)(f"/api/v1/{path}", body, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (403, "sign_in"), path


def api(user: User, act: Act, *scopes: str) -> Client:
    _token, secret = token_create(act=act, user=user, name="t", scopes=scopes)
    return Client(headers={"Authorization": f"Token {secret}"})


def test_api_does_all_of_it() -> None:
    scene = Scene()
    act, key = scene.evening.act(), scene.anna.key
    mine = api(scene.user, act, "read", "submit", "organise")
    desk = api(scene.evening.user, act, "read", "submit", "organise")

    def send(client: Client, method: str, path: str, body: object = None) -> tuple[int, object]:
        answer = getattr(client, method)(f"/api/v1/{path}", body, content_type="application/json")
        return answer.status_code, answer.json() if answer.content else None

    reads_only = api(scene.user, act, "read")
    assert send(reads_only, "get", "me/data/")[0] == 403, "what a token that may read is given away for is public"
    status, data = send(desk, "get", f"players/{key}/data/")
    assert (status, data["player"][0]["name"]) == (200, "Anna")
    assert send(mine, "post", f"players/{key}/claims/")[0] == 201
    status, claims = send(desk, "get", f"clubs/{scene.evening.club.slug}/claims/")
    assert claims["results"][0]["account"]["email"] == "anna@example.org"
    claim = claims["results"][0]["key"]
    agreed = send(desk, "post", f"claims/{claim}/", {"agrees": True})
    assert agreed == (200, send(mine, "get", "me/claims/")[1]["results"][0])
    assert send(mine, "get", "me/data/")[1]["player"][0]["name"] == "Anna"
    assert send(desk, "delete", f"players/{key}/account/")[0] == 204
    assert send(mine, "post", "me/deletion/", {"password": "wrong"})[0] == 422
    status, asked = send(mine, "post", "me/deletion/", {"password": PASSWORD})
    assert (status, send(mine, "get", "me/deletion/")[1]) == (202, asked)
    assert send(mine, "delete", "me/deletion/")[0] == 204
    assert send(desk, "post", f"players/{key}/deletion/", {"password": PASSWORD})[0] == 202
    assert send(desk, "delete", f"players/{key}/deletion/")[0] == 204
    assert send(desk, "get", f"players/{key}/deletion/") == (200, {"deletion": None})
    assert send(desk, "put", f"players/{key}/shown/", {"under_16": True})[1]["name"] == f"#{key[:6]}"


def test_passwords_are_not_tried_for_ever() -> None:
    scene = Scene()
    limit = int(str(api_settings.DEFAULT_THROTTLE_RATES["person"]).split("/")[0])
    codes = {scene.browser.post("/my-data/delete/", {"password": "x"}).status_code for _try in range(limit)}
    assert codes == {422}
    assert scene.browser.post("/my-data/delete/", {"password": PASSWORD}).status_code == 429


def test_commands_export_and_delete(capsys: pytest.CaptureFixture[str]) -> None:
    scene = Scene()
    call_command("export_person", scene.anna.key)
    assert '"name": "Anna"' in capsys.readouterr().out
    for wrong in (("nobody@example.org",), ("zzzzzzzzzzzz",), (scene.anna.key,), ("organiser@example.org", "--yes")):
        with pytest.raises(CommandError):
            call_command("erase_person", *wrong)

    call_command("erase_person", scene.anna.key, "--yes")
    call_command("erase_person", "organiser@example.org", "--yes", "--leave-clubs")

    assert not Player.objects.filter(name="Anna").exists()
    assert not User.objects.filter(email="organiser@example.org").exists()


@pytest.mark.parametrize(
    "answered, by_code, under_16",
    [
        ({}, True, False),
        ({"shown": "name"}, False, False),
        ({"shown": "code"}, True, False),
        ({"shown": "name", "under_16": "on"}, True, True),
    ],
)
def test_sign_up_form_asks_and_no_answer_is_no_consent(answered: dict[str, str], by_code: bool, under_16: bool) -> None:
    evening = Evening()
    event = event_settings_change(act=evening.act(), stage=stage_of(evening.event(())), changes={"sign_up": True})
    page = Client().get(f"/events/{event.slug}/sign-up/").content.decode()
    assert "May the public see your name?" in page
    assert "checked" not in page
    ticket = ticket_of(event, "form", timezone.now() - timedelta(seconds=30))

    Client().post(f"/events/{event.slug}/sign-up/", {"ticket": ticket, "website": "", "name": "Zoe", **answered})

    zoe = Player.objects.get(name="Zoe")
    assert (zoe.hides_name, zoe.under_16) == (by_code, under_16)
    for address in (f"/events/{event.slug}/players/", f"/api/v1/events/{event.slug}/entries/?format=csv"):
        assert ("Zoe" in Client().get(address).getvalue().decode()) == (not by_code)
