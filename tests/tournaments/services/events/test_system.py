"""An event plays one game: that of its preset or of the edition that is chosen, with a rating pool of its own."""

from __future__ import annotations

import json

import pytest

from games.engine.core.game_system import GameSystem
from games.services.editions import edition_change, edition_copy
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.services.chain import facts_read
from ratings.models import Pool
from tests.evening import Evening
from tournaments.facts.replay import replayed_state
from tournaments.facts.stage_states import stage_state
from tournaments.models import Event
from tournaments.models.numbers import number_columns
from tournaments.models.rules import EventRules
from tournaments.selectors.events import stage_of
from tournaments.services.events.change_format import event_format_change
from tournaments.services.events.create import event_create
from tournaments.services.events.edition import event_edition_set
from tournaments.services.events.presets import PRESETS, Preset
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.verify.event import event_verify
from tournaments.snapshots import stage_snapshot

pytestmark = pytest.mark.django_db

TOY_EVENING = Preset(
    key="toy-evening",
    name="Toy evening",
    explanation="The made-up game.",
    format="tables",
    rules=EventRules(edition="toy-1", tie_breaks=()),
    system="toy",
)


@pytest.fixture
def toy_event(evening: Evening, toy_system: GameSystem, monkeypatch: pytest.MonkeyPatch) -> Event:
    monkeypatch.setitem(PRESETS, TOY_EVENING.key, TOY_EVENING)  # type: ignore[arg-type]
    return made(evening, TOY_EVENING.key)


def made(evening: Evening, preset: str, edition: str | None = None) -> Event:
    return event_create(
        act=evening.act(),
        club_slug=evening.club.slug,
        name=f"Evening {preset}",
        starts_at=evening.now,
        time_zone="UTC",
        preset=preset,
        edition=edition,
    )


def test_event_plays_the_game_of_its_preset(toy_event: Event) -> None:
    assert (toy_event.system, toy_event.settings.edition) == ("toy", "toy-1")
    assert str(event_verify(event=toy_event)).startswith("verified 1 ")


def test_facts_and_rows_read_the_numbers_of_the_events_game(toy_event: Event) -> None:
    by_facts = stage_state(replayed_state(facts_read(toy_event.stream)), 1)
    assert by_facts.numbers == stage_snapshot(stage_of(toy_event)).state.numbers == number_columns("toy")


def test_games_of_different_rules_have_different_pools(evening: Evening, toy_event: Event) -> None:
    other = made(evening, "round-robin-evening")

    assert toy_event.pool != other.pool
    systems = dict(Pool.objects.values_list("key", "game_system"))
    assert (systems[toy_event.pool], systems[other.pool]) == ("toy", "magistrar")


def test_edition_of_another_game_is_refused(evening: Evening, toy_event: Event) -> None:
    with pytest.raises(Invalid) as found:
        event_edition_set(act=evening.act(), event=toy_event, edition="spiel-das-2021")
    assert found.value.code == "no_such_edition"
    with pytest.raises(Invalid):
        made(evening, "round-robin-evening", edition="toy-1")


def test_edition_of_another_game_makes_an_event_of_that_game(evening: Evening) -> None:
    event = made(evening, "double-elimination", edition="elemental-2022")
    assert (event.system, event.settings.edition, event.preset) == ("elemental", "elemental-2022", "double-elimination")
    assert event.stages.get().format == "double_elimination"
    assert str(event_verify(event=event)).startswith("verified 1 ")

    groups = made(evening, "groups-knockout", edition="elemental-2022")
    assert groups.settings.tie_breaks == ("DE", "WIN", "HEALTH", "STARS", "KNOCK_OUTS", "LOT")
    swiss = made(evening, "swiss-evening", edition="elemental-2022")
    assert (swiss.preset, swiss.system) == ("elemental-swiss", "elemental"), "the game's own preset of the same plan"


@pytest.mark.parametrize(
    ("preset", "edition"), [("grand-mage-series", "elemental-2022"), ("elemental-swiss", "spiel-das-2021")]
)
def test_game_that_isnt_played_like_this_is_refused(evening: Evening, preset: str, edition: str) -> None:
    with pytest.raises(Invalid) as found:
        made(evening, preset, edition=edition)
    assert list(found.value.fields) == ["edition"]


def test_format_changes_to_any_that_the_game_can_be_played_in(evening: Evening) -> None:
    event = made(evening, "elemental-swiss")
    changed = event_format_change(act=evening.act(), event=event, preset="double-elimination")
    assert (changed.system, changed.stages.get().format) == ("elemental", "double_elimination")
    with pytest.raises(Invalid):
        event_format_change(act=evening.act(), event=changed, preset="grand-mage-series")


def for_so_many(evening: Evening, least: int, most: int) -> str:
    """The key of a club's edition of the elemental duel for so many players."""
    made_ = edition_copy(
        act=evening.act(), club=evening.club, source="elemental-2022", title=f"Box {most}", system="elemental"
    )
    data = json.loads(made_.data)
    data["players"] = {"value": [least, most], "provenance": "printed"}
    return edition_change(act=evening.act(), edition=made_, title=made_.title, data=data).key


def test_edition_for_other_numbers_of_players_is_refused_where_it_is_chosen(evening: Evening) -> None:
    many, few = for_so_many(evening, 3, 4), for_so_many(evening, 2, 3)

    with pytest.raises(Invalid) as found:
        made(evening, "knockout", edition=many)
    assert "3, 4" in str(found.value.fields["edition"])
    with pytest.raises(Invalid):
        event_edition_set(act=evening.act(), event=made(evening, "elemental-knockout"), edition=many)
    with pytest.raises(Invalid):
        event_edition_set(act=evening.act(), event=made(evening, "elemental-evening"), edition=few)
    assert event_edition_set(act=evening.act(), event=made(evening, "elemental-swiss"), edition=few).key
    smaller = made(evening, "elemental-evening", edition=few)
    assert smaller.stages.get().options == {"size": 3, "least": 3, "most": 3}, "tables that the edition is for"
    with pytest.raises(Invalid) as found:
        event_settings_change(act=evening.act(), stage=stage_of(smaller), changes={"options": {"most": 4}})
    assert list(found.value.fields) == ["option_most"]


def test_clubs_own_edition_of_the_game_can_be_chosen(evening: Evening, toy_event: Event) -> None:
    own = edition_copy(act=evening.act(), club=evening.club, source="toy-1", title="Our coins", system="toy")

    changed = event_edition_set(act=evening.act(), event=toy_event, edition=own.key)

    assert (own.system, changed.settings.edition) == ("toy", own.key)
    with pytest.raises(Invalid):
        made(evening, "round-robin-evening", edition=own.key)


def test_event_of_tables_isnt_started_where_its_pool_rates_pairs(evening: Evening) -> None:
    event = evening.event(("Anna", "Bert", "Cleo"), preset="elemental-evening")
    Pool.objects.filter(key=event.pool).update(rating_system="fide")  # as where the event was copied from an older one
    with pytest.raises(Invalid) as found:
        event_start(act=evening.act(), event=event)
    assert found.value.code == "pool_rates_pairs"
    pairs = made(evening, "elemental-swiss")
    with pytest.raises(Invalid) as found:
        event_format_change(act=evening.act(), event=pairs, preset="elemental-evening")
    assert found.value.code == "pool_rates_pairs"
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"rated": False})
    event_start(act=evening.act(), event=event)
