"""Pages about editions: read by everybody, copied and changed by those who run the club's events."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from games.enums import Grade
from games.models import ClubEdition
from games.services.editions import edition_change, edition_copy
from games.services.random_play import random_body
from tests.evening import Evening
from tests.games.services.test_editions import SHIPPED, arranged, with_track

pytestmark = pytest.mark.django_db

PARTS = ("Silas", "Storm", "Truce", "Clash")
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def copied(evening: Evening) -> ClubEdition:
    return edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="Our box")


class Controls(HTMLParser):
    """The values that a browser would send for a page's forms if nobody typed anything."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name, value = found.get("name") or "", found.get("value") or ""
        kind = found.get("type")
        if tag == "select":
            self._select = name
        elif tag == "option" and "selected" in found:
            self.values[self._select] = value
        elif tag == "input" and kind == "radio":
            if "checked" in found:
                self.values[name] = value
        elif tag == "input" and kind == "checkbox":
            if "checked" in found:
                self.values[name] = "on"
        elif tag == "input" and name:
            self.values[name] = value


def sent_of(page: Any) -> dict[str, str]:
    controls = Controls()
    controls.feed(page.content.decode())
    names = ("csrfmiddlewaretoken", "language", "next", "q")
    return {name: value for name, value in controls.values.items() if name not in names}


def edit(edition: ClubEdition) -> str:
    return f"/editions/{edition.key}/edit/"


def data_of(edition: ClubEdition) -> dict[str, Any]:
    edition.refresh_from_db()
    data: dict[str, Any] = json.loads(edition.data)
    return data


def fields_of(page: Any) -> set[str]:
    """The fields that the page marks as wrong."""
    return set(re.findall(r'id="id_(\w+)_error"', page.content.decode()))


def test_club_copies_an_edition_and_comes_to_its_form(organiser: Client, evening: Evening) -> None:
    address = f"/clubs/{evening.club.slug}/editions/"
    assert organiser.get(address).status_code == 200
    response = organiser.post(address, {"source": SHIPPED, "title": "Our box"})
    edition = ClubEdition.objects.get()
    assert (response.status_code, response["Location"]) == (302, edit(edition))
    again = organiser.post(address, {"source": SHIPPED, "title": "Our box"})  # a double click, or the other tab
    assert (again.status_code, again["Location"]) == (302, edit(edition))
    untitled = organiser.post(address, {"source": SHIPPED, "title": " "})
    assert (untitled.status_code, fields_of(untitled)) == (422, {"title"})
    wrong = organiser.post(address, {"source": "nothing", "title": "Other"})
    assert (wrong.status_code, fields_of(wrong)) == (422, {"source"})
    assert ClubEdition.objects.count() == 1


def test_form_that_is_sent_as_it_came_changes_nothing(organiser: Client, copied: ClubEdition) -> None:
    before = data_of(copied)
    page = organiser.get(edit(copied))
    response = organiser.post(edit(copied), sent_of(page))
    assert (response.status_code, response["Location"]) == (302, f"/editions/{copied.key}/")
    assert data_of(copied) == before


def test_every_value_and_its_source_can_be_typed_in(organiser: Client, copied: ClubEdition) -> None:
    sent = sent_of(organiser.get(edit(copied)))
    row = next(name[: -len("_name")] for name, value in sent.items() if value == "Silas")
    card = next(name[: -len("_name")] for name, value in sent.items() if value == "Storm")
    spare = max(int(name.split("_")[1]) for name in sent if name.startswith("card_"))
    sent |= {
        "title": "Box of 2023",
        "track_1": "-4",
        "track_1_from": "printed",
        f"{row}_uses": "3",
        f"{row}_uses_from": "assumed",
        f"{row}_spaces": "5",
        f"{row}_spaces_from": "derived",
        f"{card}_golden": "6",
        "ruling_H8": "alternate",
        "ruling_H8_from": "printed",
        f"card_{spare}_name": "Süße Ruhe",
        f"card_{spare}_effect": "stillness",
        f"card_{spare}_effect_from": "printed",
    }
    assert organiser.post(edit(copied), sent).status_code == 302
    data = data_of(copied)
    assert copied.title == "Box of 2023"
    assert data["track"][1] == {"value": -4, "provenance": "printed"}
    assert data["mages"]["silas"]["uses"] == {"value": 3, "provenance": "assumed"}
    assert data["mages"]["silas"]["values"] == {"spaces": {"value": 5, "provenance": "derived"}}
    assert data["cards"]["storm"]["values"]["golden"]["value"] == 6
    assert data["cards"]["suesse_ruhe"] == {"effect": {"value": "stillness", "provenance": "printed"}, "values": {}}
    assert data["rulings"]["H8"] == {"value": "alternate", "provenance": "printed"}


def test_row_without_a_name_is_taken_out(organiser: Client, copied: ClubEdition) -> None:
    sent = sent_of(organiser.get(edit(copied)))
    emptied = next(name for name, value in sent.items() if value == "Truce")
    assert organiser.post(edit(copied), sent | {emptied: " "}).status_code == 302
    assert "truce" not in data_of(copied)["cards"]
    assert len(data_of(copied)["cards"]) == 14


def test_ticked_section_is_printed_as_a_whole(organiser: Client, copied: ClubEdition) -> None:
    sent = sent_of(organiser.get(edit(copied)))
    assert (
        organiser.post(edit(copied), sent | {"track_all": "on", "mages_all": "on", "cards_all": "on"}).status_code
        == 302
    )
    data = data_of(copied)
    sources = set(re.findall(r'"provenance": "(\w+)"', json.dumps([data["track"], data["mages"], data["cards"]])))
    assert sources == {"printed"}
    page = organiser.get(f"/editions/{copied.key}/").content.decode()
    assert "2 of the 2 rulings" in page
    assert "of the energy track" not in page.partition("Energy track")[0].partition("What is assumed")[2]


def test_effect_that_was_just_chosen_shows_its_numbers_before_it_is_kept(
    organiser: Client, copied: ClubEdition
) -> None:
    sent = sent_of(organiser.get(edit(copied)))
    row = next(name[: -len("_name")] for name, value in sent.items() if value == "Truce")
    page = organiser.post(edit(copied), sent | {f"{row}_effect": "triumph"})
    assert (page.status_code, fields_of(page)) == (422, {f"{row}_points", f"{row}_spaces"})
    filled = sent_of(page)
    assert (filled[f"{row}_points"], filled[f"{row}_points_from"], filled[f"{row}_spaces"]) == ("5", "assumed", "2")
    assert organiser.post(edit(copied), filled).status_code == 302
    assert data_of(copied)["cards"]["truce"]["effect"]["value"] == "triumph"


WRONG: list[tuple[dict[str, str], set[str]]] = [
    ({"title": ""}, {"title"}),
    ({"track_0": ""}, {"track_0"}),
    ({"track_0": "NaN"}, {"track_0"}),
    ({"track_0": "100"}, {"track_0"}),
    ({"track_0": "9" * 5000}, {"track_0"}),
    ({"track_0_from": "dreamt"}, {"track_0_from"}),
    ({"mage_0_uses": "-1"}, {"mage_0_uses"}),
    ({"mage_0_effect": "fireball"}, {"mage_0_effect"}),
    ({"mage_0_effect": ""}, {"mage_0_effect"}),
    ({"mage_0_name": "42"}, {"mage_0_name"}),
    ({"mage_0_name": "Wotan"}, {"mage_1_name", "mage_3_name"}),
    ({"ruling_H2": "all"}, {"ruling_H2"}),
    ({"card_0_name": "a\0b"}, {"card_0_name"}),
]


@pytest.mark.parametrize("change, fields", WRONG)
def test_wrong_value_is_marked_at_its_field(
    change: dict[str, str], fields: set[str], organiser: Client, copied: ClubEdition
) -> None:
    before = data_of(copied)
    page = organiser.post(edit(copied), sent_of(organiser.get(edit(copied))) | change)
    marked = fields_of(page)
    assert page.status_code == 422
    assert len(marked) == 1
    assert marked <= fields
    assert data_of(copied) == before


def test_empty_and_overfull_forms_are_refused(organiser: Client, copied: ClubEdition) -> None:
    assert organiser.post(edit(copied), {}).status_code == 422
    many = {f"card_{n}_name": "x" for n in range(200)}
    assert organiser.post(edit(copied), sent_of(organiser.get(edit(copied))) | many).status_code == 422


def test_change_of_a_used_edition_is_a_new_version_with_its_differences(
    organiser: Client, evening: Evening, copied: ClubEdition
) -> None:
    arranged(evening, copied.key)
    page = organiser.get(edit(copied))
    assert "Save as a new version" in page.content.decode()
    sent = sent_of(page) | {"track_2": "0", "track_2_from": "printed"}
    response = organiser.post(edit(copied), sent)
    newer = ClubEdition.objects.get(version=2)
    assert response["Location"] == f"/editions/{newer.key}/"
    changes = organiser.get(f"/editions/{newer.key}/changes/").content.decode()
    assert re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", changes.partition("<tbody>")[2]) == [
        "Energy track – Level 2",
        "−1 (assumed)",
        "0 (printed)",
    ]
    assert f"/editions/{newer.key}/" in organiser.get(f"/editions/{copied.key}/").content.decode()
    refused = organiser.post(edit(copied), sent | {"track_2": "1"})
    assert (refused.status_code, fields_of(refused)) == (409, {"track_2"})
    assert f'action="{edit(newer)}"' in refused.content.decode()
    assert organiser.post(edit(newer), sent_of(refused)).status_code == 302
    assert data_of(newer)["track"][2] == {"value": 1, "provenance": "printed"}


def test_two_organisers_overwrite_each_other_only_knowingly(organiser: Client, copied: ClubEdition) -> None:
    sent = sent_of(organiser.get(edit(copied)))
    row = {name: next(field[: -len("_name")] for field, value in sent.items() if value == name) for name in PARTS}
    spare = max(int(name.split("_")[1]) for name in sent if name.startswith("card_"))
    theirs = {
        "track_1": "-4",
        "track_2": "-5",
        f"{row['Truce']}_name": "",  # rows behind it move up
        f"{row['Storm']}_golden": "7",
        f"card_{spare}_name": "Alpha",
        f"card_{spare}_effect": "stillness",
    }
    assert organiser.post(edit(copied), sent | theirs).status_code == 302
    mine = {"track_2": "-6", "track_3": "9", f"{row['Clash']}_name": "Clash of two", f"{row['Silas']}_uses": "4"}
    refused = organiser.post(edit(copied), sent | mine)
    assert (refused.status_code, refused.context["form"]["track_2"].value()) == (409, "-6")
    assert fields_of(refused) == {
        *("track_1", "track_2", f"{row['Truce']}_name", f"{row['Storm']}_golden"),
        *(f"card_{spare}_name", f"card_{spare}_effect"),
    }
    assert refused.context["form"].errors["track_2"] == [
        "Somebody else set this to “-5” in the meantime. What you entered is still here."
    ]
    assert "6 things to correct" in refused.content.decode()
    assert organiser.post(edit(copied), sent_of(refused)).status_code == 302
    data = data_of(copied)
    assert [level["value"] for level in data["track"][1:4]] == [-4, -6, 9]
    assert data["cards"]["storm"]["values"]["golden"]["value"] == 7
    assert {"alpha", "clash_of_two", "truce", "clash"} & data["cards"].keys() == {"alpha", "clash_of_two"}
    assert data["mages"]["silas"]["uses"]["value"] == 4


def test_part_that_one_takes_out_and_another_changes_stays_with_a_note(organiser: Client, copied: ClubEdition) -> None:
    sent = sent_of(organiser.get(edit(copied)))
    storm = next(name[: -len("_name")] for name, value in sent.items() if value == "Storm")
    assert organiser.post(edit(copied), sent | {f"{storm}_name": ""}).status_code == 302
    refused = organiser.post(edit(copied), sent | {f"{storm}_golden": "8"})
    assert refused.context["form"].errors[f"{storm}_name"] == [
        "Somebody else set this to “nothing” in the meantime. What you entered is still here."
    ]
    assert organiser.post(edit(copied), sent_of(refused)).status_code == 302
    assert data_of(copied)["cards"]["storm"]["values"]["golden"]["value"] == 8


def test_editions_are_read_by_everybody_and_changed_by_nobody_else(
    client: Client, evening: Evening, copied: ClubEdition
) -> None:
    address = f"/clubs/{evening.club.slug}/editions/"
    for page in (address, f"/editions/{copied.key}/", f"/editions/{SHIPPED}/", f"/editions/{copied.key}/changes/"):
        assert client.get(page).status_code == 200
    assert "Copy it</button>" not in client.get(address).content.decode()
    assert client.post(address, {"source": SHIPPED, "title": "Mine"}).status_code == 403
    assert client.get(edit(copied)).status_code == 302
    client.force_login(evening.account("stranger@example.org"), backend=BACKEND)
    assert client.get(edit(copied)).status_code == 403
    assert client.post(edit(copied), {}).status_code == 403
    assert ClubEdition.objects.count() == 1


@pytest.mark.parametrize("key", ["nothing", "%00", "%F0%9F%A7%99", "x" * 300, "..", "%2e%2e%2f"])
@pytest.mark.parametrize("page", ["", "changes/", "edit/"])
def test_address_without_an_edition_is_not_found(key: str, page: str, organiser: Client) -> None:
    assert organiser.get(f"/editions/{key}/{page}").status_code == 404


def test_changes_are_shown_from_any_edition_and_refused_from_none(client: Client, copied: ClubEdition) -> None:
    same = client.get(f"/editions/{copied.key}/changes/?from={SHIPPED}")
    assert "both are the same" in same.content.decode()
    assert client.get(f"/editions/{copied.key}/changes/?from=%00").status_code == 404


def test_club_page_lists_its_editions(client: Client, evening: Evening, copied: ClubEdition) -> None:
    page = client.get(f"/clubs/{evening.club.slug}/").content.decode()
    assert f'<a href="/editions/{copied.key}/">Our box</a>' in page


def test_event_form_offers_editions_where_the_club_has_its_own(organiser: Client, evening: Evening) -> None:
    address = f"/clubs/{evening.club.slug}/events/new/"
    assert 'name="edition"' not in organiser.get(address).content.decode()
    own = edition_copy(act=evening.act(), club=evening.club, source=SHIPPED, title="Our box")
    assert f'<option value="{own.key}">Our box</option>' in organiser.get(address).content.decode()
    data = {"name": "F", "date": "2026-03-06", "time": "19:30", "time_zone": "UTC", "preset": "round-robin-evening"}
    assert organiser.post(address, data | {"edition": "nothing"}).status_code == 422
    assert organiser.post(address, data | {"edition": own.key}).status_code == 302
    page = organiser.get("/events/f/").content.decode()
    assert f'<a href="/editions/{own.key}/">Our box</a>' in page


@pytest.mark.parametrize("grade", [Grade.RECORD, Grade.SHEET, Grade.SCORE])
def test_game_page_names_the_edition_that_its_assumed_values_are_from(
    grade: Grade, client: Client, evening: Evening
) -> None:
    event = evening.started(("Anna", "Bert"))
    match = evening.publish(event, 1)[0]
    evening.play(match, grade)
    page = client.get(f"/games/{match.games.all()[0].game.key}/").content.decode()
    assert f'<a href="/editions/{SHIPPED}/">Magistrar: Duel of the Mages (2021)</a>' in page
    assert "what the energy track pays at the levels that were reached" in page


def test_assumed_mages_and_cards_are_named_in_words_with_the_clubs_edition(
    client: Client, evening: Evening, copied: ClubEdition
) -> None:
    edition_change(act=evening.act(), edition=copied, title="Our box", data=with_track(copied, 1))
    variants = {
        "mages": {"white": "aurora", "black": "silas"},
        "duel_cards": ["high_stakes", "storm", "clash", "truce"],
    }
    game = arranged(evening, copied.key)
    game.variants = variants
    body = random_body(rng=evening.rng, game=game).decode()
    page = client.post("/check/", {"text": body}).content.decode()
    told = page.partition("assumed values</summary>")[2].partition("</details>")[0]
    assert f'<a href="/editions/{copied.key}/">Our box</a>' in told
    assert re.findall("<li>([^<]*)</li>", told) == [
        "the duel card “clash”",
        "the duel card “high stakes”",
        "the duel card “storm”",
        "the duel card “truce”",
        "the spell of the mage Aurora",
        "the spell of the mage Silas",
    ]


def test_checked_document_is_judged_by_the_clubs_edition_it_names(
    client: Client, evening: Evening, copied: ClubEdition
) -> None:
    edition_change(act=evening.act(), edition=copied, title="Our box", data=with_track(copied, 30))
    body = json.loads(random_body(rng=evening.rng, game=arranged(evening, copied.key)))
    own = client.post("/check/", {"text": json.dumps(body)}).content.decode()
    shipped = client.post("/check/", {"text": json.dumps(body | {"edition": SHIPPED})}).content.decode()
    scores = [re.findall(r'scoreline-number">(−?\d+)<', page) for page in (own, shipped)]
    numbers = [[int(text.replace("−", "-")) for text in each] for each in scores]
    assert len(numbers[1]) == 2
    assert numbers[0] == [number + 30 for number in numbers[1]]
