"""Final tables after a stage of tables, by the services: planned, played with extra games, taken back, verified."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from games.enums import Role
from games.services.clubs import club_role_set
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.models import Fact
from tests.evening import Evening, game_of
from tests.tournaments.services.test_bundle import forget
from tournaments.models import Event, Match, Stage, StageSeed
from tournaments.models.rules import EventRules
from tournaments.selectors.events import event_by_key, stage_of
from tournaments.selectors.rounds.explain import explanation_of
from tournaments.selectors.rounds.matches import match_by_key
from tournaments.selectors.rounds.pairings import pairings_of_round
from tournaments.selectors.standings.final import final_of
from tournaments.selectors.standings.tables import standings_of
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.events.finish import event_finish
from tournaments.services.events.presets import PRESETS, Preset
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.undo import round_undo
from tournaments.services.stages.close import stage_close, stage_reopen
from tournaments.services.stages.plan import later_formats, stage_plan
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_tables")]

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida")


@pytest.fixture
def preset(monkeypatch: pytest.MonkeyPatch) -> Preset:
    """One round of the made-up game at tables of three."""
    made = Preset(
        key="toy-rounds",
        name="Rounds of tables of three",
        explanation="The made-up game in rounds of tables.",
        format="tables",
        rules=EventRules(edition="toy-1", tie_breaks=("SHARE", "LOT"), agreement="half"),
        options={"size": 3, "least": 3, "most": 3, "rounds": 1},
        system="toy",
    )
    monkeypatch.setitem(PRESETS, made.key, made)  # type: ignore[arg-type]
    return made


@pytest.fixture
def event(evening: Evening, preset: Preset) -> Event:
    return evening.started(NAMES, preset=preset.key)


def rules(evening: Evening, match: Match, placing: str) -> None:
    act = evening.act(why="Reported at the desk")
    result_rule(act=act, game_key=game_of(match).key, kind="bare", placing=placing)


def played(evening: Evening, event: Event, number: int, placing: str = "1>2>3") -> list[Match]:
    """A round in which every table ends so; its matches with a game."""
    matches = [match for match in evening.publish(event, number) if not match.bye]
    for match in matches:
        rules(evening, match, placing)
    return matches


def names(match: Match) -> list[str]:
    return [seat.entry.player.name for seat in match.seats.order_by("position").select_related("entry__player")]


def into_final(evening: Evening, event: Event, qualifiers: int, **options: object) -> tuple[list[Match], Stage]:
    """One round played, and the final begun."""
    stage_plan(act=evening.act(), stage=stage_of(event), format="final_tables", qualifiers=qualifiers, options=options)
    matches = played(evening, event, 1)
    return matches, stage_close(act=evening.act(), stage=stage_of(event))


def test_winners_of_the_tables_play_the_last_table_and_its_places_are_the_ranking(
    evening: Evening, event: Event
) -> None:
    matches, final = into_final(evening, event, 3, chosen="winners")
    winners = {names(match)[0] for match in matches}
    assert (final.planned_rounds, final.options["size"], final.options["least"]) == (1, 3, 3)
    assert {seed.entry.player.name for seed in StageSeed.objects.filter(stage=final)} == winners
    (last,) = played(evening, event, 1, "2>3>1")
    seated = names(last)
    assert set(seated) == winners
    steps = [step.code for step in explanation_of(match_by_key(last.key)).steps]
    assert steps == ["final_last", "final_seeds", "start_at_table"]
    finished = event_finish(act=evening.act(), event=event)
    shown = final_of(finished)
    assert shown is not None
    assert [row.name for row in shown.ranking] == [seated[1], seated[2], seated[0]]
    assert str(event_verify(event=finished)).startswith("verified ")


def test_nine_in_threes_come_down_to_one_table_with_an_extra_game_between(evening: Evening, event: Event) -> None:
    """All nine go on; a first place that all three of a table share is played for once more."""
    _matches, final = into_final(evening, event, 9)
    assert final.planned_rounds == 3
    first, second, third = [match for match in evening.publish(event, 1) if not match.bye]
    rules(evening, first, "1>2>3")
    rules(evening, second, "1=2=3")
    with pytest.raises(DomainError) as refused:
        evening.publish(event, 2)
    assert refused.value.code == "results_missing"
    rules(evening, third, "2>1>3")
    (extra,) = [match for match in evening.publish(event, 2) if not match.bye]
    assert set(names(extra)) == set(names(second))
    assert [len(pairing.seats) for pairing in pairings_of_round(extra.round)] == [3]  # all others wait, or are out
    rules(evening, extra, "3>1>2")
    with pytest.raises(DomainError) as refused:
        event_finish(act=evening.act(), event=event)
    assert refused.value.code == "rounds_missing"
    assert str(refused.value.message) == "The final isn’t decided yet. Pair and play its next round."
    through = {names(first)[0], names(third)[1], names(extra)[2]}
    (last,) = [match for match in evening.publish(event, 3) if not match.bye]
    assert set(names(last)) == through
    rules(evening, last, "3>1>2")
    standings_refresh(event_key=event.key)
    table = standings_of(event)
    assert table is not None
    assert [row.name for row in table.rows[:3]] == [names(last)[at] for at in (2, 0, 1)]
    finished = event_finish(act=evening.act(), event=event)
    assert str(event_verify(event=finished)).startswith("verified ")
    bundle, before = bundle_of(event=finished), [row.rank for row in table.rows]
    forget(finished)
    event_import(act=evening.act(), data=bundle)
    standings_refresh(event_key=event.key)
    again = standings_of(event_by_key(event.key))
    assert again is not None
    assert [row.rank for row in again.rows] == before


def test_a_place_that_was_left_goes_to_the_next_and_an_undone_round_is_made_anew(
    evening: Evening, event: Event
) -> None:
    _matches, _final = into_final(evening, event, 9, ties="lots")
    matches = played(evening, event, 1)
    last = next(match for match in evening.publish(event, 2) if not match.bye)
    winner = last.seats.get(position=0).entry
    round_undo(act=evening.act(why="She had to leave"), round_=last.round)
    entry_withdraw(act=evening.act(), entry=winner)
    again = next(match for match in evening.publish(event, 2) if not match.bye)
    table = next(match for match in matches if winner.player.name in names(match))
    next_best = names(table)[1]
    assert set(names(again)) == (set(names(last)) - {winner.player.name}) | {next_best}


def test_the_final_can_be_taken_back_before_it_is_paired(evening: Evening, event: Event) -> None:
    matches, final = into_final(evening, event, 3)
    before = set(StageSeed.objects.filter(stage=final).values_list("entry__player__name", flat=True))
    assert before == {names(match)[0] for match in matches}
    stage_reopen(act=evening.act(why="Table 1 was typed wrongly"), stage=final)
    rules(evening, matches[0], "3>2>1")
    final = stage_close(act=evening.act(), stage=stage_of(event))
    after = set(StageSeed.objects.filter(stage=final).values_list("entry__player__name", flat=True))
    assert after == (before - {names(matches[0])[0]}) | {names(matches[0])[2]}


@pytest.mark.parametrize(
    ("qualifiers", "options", "field"),
    [(4, {}, "takes"), (9, {"onward": 3}, "option_onward"), (9, {"size": 5}, "option_size")],
)
def test_numbers_that_do_not_fit_are_refused_at_the_field(
    evening: Evening, event: Event, qualifiers: int, options: dict[str, int], field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        stage_plan(
            act=evening.act(), stage=stage_of(event), format="final_tables", qualifiers=qualifiers, options=options
        )
    assert list(refused.value.fields) == [field]


def test_brackets_of_two_are_not_offered_for_a_game_of_three_nor_final_tables_after_pairs(
    evening: Evening, event: Event
) -> None:
    assert later_formats(stage_of(event)) == ["final_tables"]
    assert later_formats(stage_of(evening.started(NAMES[:4], name="Duels"))) == ["knockout", "double_elimination"]


def test_final_tables_are_planned_and_closed_by_the_api_and_on_the_page(evening: Evening, event: Event) -> None:
    browser = evening.browser()
    page = f"/events/{event.slug}/manage/stages/"
    shown = browser.get(page).content.decode()
    assert 'name="option_onward"' in shown
    assert 'name="option_third_place"' not in shown
    sent = {"format": "final_tables", "takes": "3", "option_size": "3", "option_least": "3", "option_onward": "1"}
    wrong = browser.post(page, sent | {"takes": "4", "option_chosen": "best", "option_ties": "lots"})
    assert wrong.status_code == 422
    assert "Choose a number that fills tables of 3, or a single table." in wrong.content.decode()
    done = browser.post(page, sent | {"option_chosen": "winners", "option_ties": "lots"}, follow=True)
    assert "The next stage is planned." in done.content.decode()
    played(evening, event, 1)
    api = APIClient()
    api.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    listed = api.get(f"/api/v1/events/{event.slug}/stages/next/").json()
    assert [row["rank"] for row in listed["seeds"]] == [1, 2, 3]
    closed = api.post(f"/api/v1/events/{event.slug}/stages/close/", {}, format="json")
    assert (closed.status_code, closed.json()["format"]) == (200, "final_tables")
    (last,) = played(evening, event, 1, "1>2>3")
    why = browser.get(f"/matches/{last.key}/").content.decode()
    assert "Why they sit together" in why
    assert "The last table: its places lead the final ranking." in why
    assert "FIDE" not in why
    standings_refresh(event_key=event.key)
    public = browser.get(f"/events/{event.slug}/standings/").content.decode()
    assert "Whoever is still in shares the first rank" in public


def test_two_organisers_who_press_at_once_start_one_final_and_one_round(evening: Evening, event: Event) -> None:
    other = evening.account("second@example.org")
    club_role_set(act=evening.act(), club=evening.club, email="second@example.org", role=Role.ORGANISER)
    stage = stage_of(event)
    for act in (evening.act(), evening.by_user(other)):
        stage_plan(act=act, stage=stage, format="final_tables", qualifiers=3)
    played(evening, event, 1)
    started = [stage_close(act=act, stage=stage) for act in (evening.act(), evening.by_user(other))]
    assert started[0] == started[1]
    drafts = [round_pair(act=act, stage=stage_of(event), number=1) for act in (evening.act(), evening.by_user(other))]
    assert drafts[0] == drafts[1]
    kinds = list(Fact.objects.filter(stream_id=event.stream).values_list("kind", flat=True))
    assert [kinds.count(kind) for kind in ("stage.planned", "stage.closed", "stage.started")] == [1, 1, 1]
    shown = evening.browser(other).get(f"/events/{event.slug}/manage/settings/")
    assert (shown.status_code, "How many of each table go on" in shown.content.decode()) == (200, True)
