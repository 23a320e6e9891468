"""Random seasons, played through the services, hold and verify; their bundles do too, and what is forged is noticed."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from leagues.models import SeasonEntry
from leagues.selectors.seasons import divisions_of
from leagues.services.bundle.document import season_decode
from leagues.services.bundle.exporting import public_season_bundle, season_bundle
from leagues.services.bundle.verifying import season_verify
from leagues.services.simulate.invariants import broken
from leagues.services.simulate.season import SeasonPlay, SeasonScenario, season_simulate
from magistrar_site.shared.errors import NotAllowed
from magistrar_site.shared.services.facts import fact_digest
from tests.extent import WHOLE
from tests.leagues.league_evening import LeagueEvening
from tournaments.selectors.events import event_by_key, rounds_of, stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.bundle.document import BundleError
from tournaments.services.events.finish import event_finish
from tournaments.services.events.life import event_take_up
from tournaments.services.results.rule import result_rule

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SCENARIOS = [
    SeasonScenario(1 + seed % 3, 4 * (1 + seed % 3) + seed % 4, 3 + seed % 5, seed)
    for seed in range(20 if WHOLE else 1)
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: f"seed-{scenario.seed}")
def test_random_season_holds(scenario: SeasonScenario) -> None:
    assert broken(season_simulate(scenario)) == []


def test_broken_rows_are_noticed() -> None:
    playing = season_simulate(SeasonScenario(2, 4, 1, 5, withdrawals=0))
    entry = SeasonEntry.objects.filter(season=playing.following, division__isnull=False).first()
    assert entry is not None
    SeasonEntry.objects.filter(pk=entry.pk).update(place=77)
    sentences = broken(playing)
    assert any("places" in sentence for sentence in sentences)
    assert any("expected" in sentence for sentence in sentences)


@pytest.fixture
def played() -> SeasonPlay:
    return season_simulate(SeasonScenario(2, 6, 3, 2))


def test_bundles_verify_and_strangers_get_no_names(played: SeasonPlay) -> None:
    whole = season_bundle(act=played.world.act(), season=played.first)
    public = public_season_bundle(played.first)
    assert season_bundle(act=played.world.act(), season=played.first) == whole, "the same bytes each time"
    assert [season_verify(data=data).holds for data in (whole, public)] == [True, True]
    name = SeasonEntry.objects.filter(season=played.first)[0].player.name
    with zipfile.ZipFile(io.BytesIO(public)) as archive:
        texts = [archive.read(member).decode() for member in archive.namelist()]
    assert not any(name in text for text in texts)
    stranger = LeagueEvening(seed=9)
    with pytest.raises(NotAllowed):
        season_bundle(act=stranger.act(), season=played.first)
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as archive, zipfile.ZipFile(buffer, "w") as fewer:
        for name in archive.namelist()[:-1]:
            fewer.writestr(name, archive.read(name))
    assert "events of the season" in str(season_verify(data=buffer.getvalue()))
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    for wrong in (b"", b"{}", whole[:100], empty.getvalue()):
        with pytest.raises(BundleError):
            season_verify(data=wrong)


def forged(data: bytes, change: Any) -> bytes:
    """The season's file with the league's facts changed, and a chain that is whole again."""
    read = season_decode(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    league = json.loads(files["league.json"])
    change(league["facts"])
    previous = "0" * 64
    for fact, value in zip(league["facts"], read.facts, strict=True):
        fact["previous"] = previous
        fact["digest"] = previous = fact_digest(
            stream=read.stream,
            number=fact["number"],
            kind=fact["kind"],
            payload=fact["payload"],
            actor=fact["actor"],
            at=value.at,
            previous=previous,
        )
    league["head"]["digest"] = previous
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in {**files, "league.json": json.dumps(league).encode()}.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def test_forged_seasons_are_noticed(played: SeasonPlay) -> None:
    data = season_bundle(act=played.world.act(), season=played.first)
    assert season_verify(data=forged(data, lambda _facts: None)).holds

    def swap(facts: list[dict[str, Any]]) -> None:
        placed = next(fact for fact in facts if fact["kind"] == "league.season_placed")["payload"]
        upper, lower = (division["entries"] for division in placed["divisions"][:2])
        upper[0], lower[0] = lower[0], upper[0]

    def honour(facts: list[dict[str, Any]]) -> None:
        closed = next(fact for fact in facts if fact["kind"] == "league.season_closed")["payload"]
        closed["honours"] = closed["honours"][1:]

    def promote(facts: list[dict[str, Any]]) -> None:
        closed = next(fact for fact in facts if fact["kind"] == "league.season_closed")["payload"]
        closed["divisions"][1]["entries"][-1]["move"] = "promoted"

    said = {change.__name__: str(season_verify(data=forged(data, change))) for change in (swap, honour, promote)}
    assert ": placement: expected" in said["swap"]
    assert ": honours: expected" in said["honour"]
    assert "promoted and relegated players: expected" in said["promote"]


def test_tables_that_contradict_the_closing_are_noticed(played: SeasonPlay) -> None:
    """All games of the first division are turned round in its event after the season was closed."""
    event = divisions_of(played.first)[0].event
    assert event is not None
    act = played.world.act("Turned round.")
    event_take_up(act=act, event=event)
    for number in range(1, stage_of(event).planned_rounds + 1):
        for match in matches_of(rounds_of(stage_of(event)).get(number=number)):
            for link in match.games.all():
                result_rule(act=act, game_key=link.game.key, kind="bare", placing="1>2" if number % 2 else "2>1")
    event_finish(act=act, event=event_by_key(event.key))
    verdict = season_verify(data=season_bundle(act=played.world.act(), season=played.first))
    assert "final order of division 1" in str(verdict)
