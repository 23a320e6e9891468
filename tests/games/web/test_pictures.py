"""A club's logo and a player's picture: who may set them, who sees them, and how they are served."""

from __future__ import annotations

import io
import random
import tempfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from games.enums import Role
from games.models import ClubLogo, Player, PlayerPicture
from games.services.clubs import club_role_set
from games.services.erasing import player_erase
from games.services.players import player_name_hide
from magistrar_site.accounts.models import User
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.shared.models import Fact
from tests.evening import NAMES, Evening
from tests.magistrar_site.shared.test_images import file_of

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


def sent(data: bytes) -> dict[str, object]:
    return {"picture": SimpleUploadedFile("logo.svg", data, content_type="image/svg+xml")}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def test_logo_is_shown_on_the_club_s_page_and_served_as_a_picture_and_nothing_else(client: Client) -> None:
    evening = Evening()
    place = f"/clubs/{evening.club.slug}/"
    owner = signed_in(evening.user)
    for _ in range(2):  # twice is once
        assert owner.post(f"{place}logo/", sent(file_of("PNG", (600, 300))))["Location"] == f"{place}settings/"
    assert [fact.payload for fact in Fact.objects.filter(kind="club.changed")] == [{"fields": ["logo"]}]
    assert f"{place}logo.webp?" in client.get(place).content.decode()
    served = client.get(f"{place}logo.webp")
    assert (served["Content-Type"], served["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    assert "default-src 'none'" in served["Content-Security-Policy"]
    assert client.get(f"{place}logo.webp", headers={"If-None-Match": served["ETag"]}).status_code == 304
    refused = owner.post(f"{place}logo/", sent(b"<svg/>"), follow=True)
    assert "This is no picture that can be read." in refused.content.decode()
    assert "Choose a file first." in owner.post(f"{place}logo/", follow=True).content.decode()
    owner.post(f"{place}logo/", {"remove": "1"})
    assert client.get(f"{place}logo.webp").status_code == 404
    assert "logo.webp" not in client.get(place).content.decode()


def noisy(bytes_at_least: int) -> bytes:
    """A picture whose file is as large as a photo's."""
    side = int((bytes_at_least / 3) ** 0.5) + 1
    out = io.BytesIO()
    Image.frombytes("RGB", (side, side), random.Random(1).randbytes(side * side * 3)).save(out, "PNG")
    return out.getvalue()


def test_photo_of_a_phone_is_taken_by_the_forms_for_pictures_alone(client: Client) -> None:
    evening = Evening()
    owner, address = signed_in(evening.user), f"/clubs/{evening.club.slug}/logo/"
    photo = noisy(5_000_000)
    assert owner.post(address, sent(photo), follow=True).status_code == 200
    assert len(ClubLogo.objects.get().data) < 100_000
    refused = owner.post(address, sent(photo + bytes(6_000_000)))
    assert (refused.status_code, "the most that can be sent at once" in refused.content.decode()) == (413, True)
    for other in (f"/clubs/{evening.club.slug}/settings/", "/players/none/claim/", f"{address}more/"):
        assert owner.post(other, sent(photo)).status_code == 413


def test_large_file_is_written_to_disk_as_it_comes() -> None:
    evening = Evening()
    taken = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "games.web.pictures.club_logo_set", lambda **given: taken.append(getattr(given["file"], "name", None))
        )
        for size in (10_000, 2_000_000):
            signed_in(evening.user).post(f"/clubs/{evening.club.slug}/logo/", sent(bytes(size)))
    assert [isinstance(name, str) and name.startswith(tempfile.gettempdir()) for name in taken] == [False, True]


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.ARBITER, Role.VIEWER, None])
def test_only_owners_set_a_logo(role: Role | None, client: Client) -> None:
    evening = Evening()
    other = account_create(email="other@example.org", password=None, name="Other")
    if role:
        club_role_set(act=evening.act(), club=evening.club, email=other.email, role=role)
    assert signed_in(other).post(f"/clubs/{evening.club.slug}/logo/", sent(file_of("PNG"))).status_code == 403
    assert client.post(f"/clubs/{evening.club.slug}/logo/", sent(file_of("PNG"))).status_code == 302  # to sign in
    assert not ClubLogo.objects.exists()


def own_player(evening: Evening) -> tuple[Player, Client]:
    player = evening.event(NAMES[:4]).entries.order_by("pk")[0].player
    player.user = account_create(email="own@example.org", password=None, name="Own")
    player.save()
    client = signed_in(player.user)
    assert client.post(f"/players/{player.key}/picture/", sent(file_of("JPEG", (300, 200)))).status_code == 302
    return player, client


def test_picture_of_a_player_is_seen_until_the_name_is_hidden(client: Client) -> None:
    evening = Evening()
    player, own = own_player(evening)
    page, picture = f"/players/{player.key}/", f"/players/{player.key}/picture.webp"
    assert picture in client.get(page).content.decode()
    assert client.get(picture)["Content-Type"] == "image/webp"
    player_name_hide(act=evening.act(), player=player, hides=True)
    assert picture not in client.get(page).content.decode()
    assert 'class="avatar avatar-' in client.get(page).content.decode()
    assert client.get(picture).status_code == 404
    assert "nobody sees a picture either" in own.get(page).content.decode()
    player_name_hide(act=evening.act(), player=player, hides=False)
    assert client.get(picture).status_code == 200


def test_picture_of_a_deleted_person_goes(client: Client) -> None:
    evening = Evening()
    player, _own = own_player(evening)
    player_erase(act=evening.act(), player=player)
    assert not PlayerPicture.objects.exists()
    assert client.get(f"/players/{player.key}/picture.webp").status_code == 404


def test_nobody_else_sets_a_player_s_picture(client: Client) -> None:
    evening = Evening()
    player, own = own_player(evening)
    address = f"/players/{player.key}/picture/"
    assert signed_in(evening.user).post(address, sent(file_of("PNG"))).status_code == 403
    assert signed_in(evening.user).post(address, {"remove": "1"}).status_code == 403
    assert PlayerPicture.objects.filter(player=player).exists()
    own.post(address, {"remove": "1"})
    assert not PlayerPicture.objects.exists()
    assert "Your picture" not in client.get(f"/players/{player.key}/").content.decode()
