"""Options of rounds of tables that contradict each other, or the game: refused before anything is saved."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from rest_framework.test import APIClient

from magistrar_site.shared.errors import Invalid
from tests.evening import NAMES, Evening
from tests.toy_system import TOY
from tests.toy_system.herons import TOY_TABLES
from tournaments.formats.core.format import check_playable, options_for
from tournaments.formats.registry import FORMATS
from tournaments.models import Event, Stage
from tournaments.selectors.events import stage_of
from tournaments.services.events.presets import PRESETS, Preset
from tournaments.services.events.start import event_start

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("game_for_three")]


@pytest.fixture
def game_for_three(toy_tables: Preset, monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up game, for three players and no other number."""
    monkeypatch.setattr(type(TOY), "players", (3,))


@pytest.fixture
def event(evening: Evening, game_for_three: None, monkeypatch: pytest.MonkeyPatch) -> Event:
    """Rounds of tables of the made-up game, which is for three, with nothing said about sizes."""
    preset = replace(TOY_TABLES, key="toy-any-size", format="tables")
    monkeypatch.setitem(PRESETS, preset.key, preset)  # type: ignore[arg-type]
    return evening.event(NAMES, preset=preset.key)


def test_stage_takes_sizes_of_its_game(evening: Evening, event: Event) -> None:
    assert stage_of(event).options == {"size": 3, "least": 3, "most": 3}
    event_start(act=evening.act(), event=event)
    assert [match.seats.count() for match in evening.publish(event, 1)] == [3, 3, 1, 1]


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"size": 4, "most": 4}, "size"),
        ({"most": 4}, "most"),
        ({"least": 2}, "least"),
        ({"least": 6, "most": 2}, "least"),
        ({"list": "5 3 2"}, "list"),
        ({"points": "podium", "list": "a"}, "list"),
        ({"points": "podium", "list": "1 2 3"}, "list"),
        ({"points": "podium", "list": "1/3 1/7 0"}, "list"),
        ({"points": "podium", "list": "٣ 2 1"}, "list"),
        ({"points": "podium", "list": "99999999999999999999 2 1"}, "list"),
        ({"points": "podium", "list": "3 2 1 " * 2000}, "list"),
        ({"points": "podium", "list": "3 2\0 1"}, "list"),
        ({"points": "by_size", "list": "9" * 5000 + ": 3 2 1"}, "list"),
    ],
)
def test_contradiction_is_refused_at_the_option(
    evening: Evening, event: Event, options: dict[str, Any], key: str
) -> None:
    before = stage_of(event).options
    client = APIClient()
    client.force_authenticate(evening.user)
    refused = client.patch(f"/api/v1/events/{event.slug}/settings/", {"options": options}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_setting")
    assert f"option_{key}" in refused.json()["fields"]
    assert stage_of(event).options == before

    if "\\u0000" in json.dumps(options):
        return  # no PostgreSQL ever held it
    Stage.objects.filter(event=event).update(options={**before, **options})  # as an older version saved them
    with pytest.raises(Invalid) as found:
        event_start(act=evening.act(), event=event)
    assert (found.value.code, list(found.value.fields)) == ("wrong_setting", [f"option_{key}"])


def test_form_says_which_sizes_the_game_has(evening: Evening, event: Event) -> None:
    browser, address = evening.browser(), f"/events/{event.slug}/manage/settings/"
    form = browser.get(address).context["form"]
    sent = {name: value for name, value in form.shown().items() if value} | {"seen": form.initial["seen"]}
    assert browser.post(address, sent | {"name": "Friday"}).status_code == 302  # an empty list is one
    form = browser.get(address).context["form"]
    sent |= {"name": "Friday", "seen": form.initial["seen"]}
    refused = browser.post(address, sent | {"option_size": "4", "option_most": "4"})
    assert refused.status_code == 422
    assert "This game isn’t made for tables of that size. It can be played by: 3." in refused.content.decode()


def test_preset_of_sizes_that_the_game_has_not_is_refused(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    preset = replace(TOY_TABLES, key="toy-fours", format="tables", options={"size": 4, "most": 4})
    monkeypatch.setitem(PRESETS, preset.key, preset)  # type: ignore[arg-type]
    with pytest.raises(Invalid) as found:
        evening.event(NAMES, preset=preset.key)
    assert (found.value.code, list(found.value.fields)) == ("wrong_setting", ["preset"])


def test_event_of_pairs_is_not_started_for_a_game_of_three(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    preset = replace(TOY_TABLES, key="toy-swiss", format="swiss")
    monkeypatch.setitem(PRESETS, preset.key, preset)  # type: ignore[arg-type]
    event = evening.event(NAMES, preset=preset.key)
    with pytest.raises(Invalid) as found:
        event_start(act=evening.act(), event=event)
    assert "It can be played by: 3." in str(found.value.message)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        ((2,), (2, 2, 2)),
        ((2, 3, 4, 5, 6), None),
        ((5, 6), (5, 5, 5)),
        ((2, 4), (4, 4, 4)),
        ((3, 4), None),
    ],
)
def test_default_sizes_are_the_nearest_that_can_be_played(players: tuple[int, ...], sizes: Any) -> None:
    found = FORMATS["tables"]
    given = options_for(found, players)
    assert tuple(given.values()) == (sizes or ())
    check_playable(found, given, players)
