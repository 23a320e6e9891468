"""Two stages: groups, or a Swiss, then a bracket of those who go on."""

from __future__ import annotations

import pytest

from magistrar_site.shared.errors import DomainError, Invalid
from tests.evening import Evening
from tests.tournaments.services.brackets.test_follow import holds, other, pairs, wins
from tests.tournaments.services.test_bundle import forget
from tournaments.models import Event, Stage, StageSeed, Standing, StandingTable
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.events.finish import event_finish
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.rule import Ruling, result_rule, ruling_preview
from tournaments.services.rounds.undo import round_undo
from tournaments.services.stages.advance import advancing
from tournaments.services.stages.close import stage_close, stage_reopen
from tournaments.services.stages.plan import stage_drop, stage_plan
from tournaments.services.stages.standings import standings_refresh

pytestmark = pytest.mark.django_db


NAMES = ("Anna", "Bert", "Cleo", "Dörte", "Erik", "Frida", "Gert", "Hanna")


def groups_of_eight(evening: Evening, **changes: object) -> Event:
    """Two groups of four, of which two each go on, started; seeded in the order of the list."""
    event = evening.event(NAMES, preset="groups-knockout")
    event_settings_change(
        act=evening.act(), stage=stage_of(event), changes={"options": {"groups": 2}, "seeding": "entry", **changes}
    )
    return event_start(act=evening.act(), event=event)


def play_groups(evening: Evening, event: Event) -> None:
    """The better number always wins."""
    for number in (1, 2, 3):
        for match in evening.publish(event, number):
            entries = sorted((seat.entry for seat in match.seats.all()), key=lambda entry: entry.number or 0)
            wins(evening, match, entries[0].player.name)


def names_of(stage: Stage) -> list[str]:
    return [seed.entry.player.name for seed in stage.seeds.select_related("entry__player").order_by("number")]


def test_groups_are_snake_seeded_and_the_bracket_keeps_them_apart() -> None:
    evening = Evening()
    event = groups_of_eight(evening)
    first, into = event.stages.order_by("number")
    assert (first.planned_rounds, into.planned_rounds, into.takes) == (3, 0, 2)
    met: set[frozenset[str]] = set()
    for number in (1, 2, 3):
        matches = evening.publish(event, number)
        met |= pairs(matches)
        for match in matches:
            better = min((seat.entry for seat in match.seats.all()), key=lambda entry: entry.number or 0)
            wins(evening, match, better.player.name)
    groups = ({"Anna", "Dörte", "Erik", "Hanna"}, {"Bert", "Cleo", "Frida", "Gert"})
    assert met == {frozenset({one, other}) for group in groups for one in group for other in group if one != other}
    with pytest.raises(DomainError) as refused:
        event_finish(act=evening.act(), event=event)
    assert refused.value.code == "stage_planned"
    groups_stage = stage_of(event)
    started = stage_close(act=evening.act(), stage=groups_stage)
    for pressed_again in (groups_stage, stage_of(event)):
        assert stage_close(act=evening.act(), stage=pressed_again) == started
    stage_drop(act=evening.act(), stage=groups_stage)
    assert stage_of(event) == started
    with pytest.raises(DomainError) as refused:
        stage_plan(act=evening.act(), stage=groups_stage, format="knockout", qualifiers=1)
    assert refused.value.code == "no_stage_after"
    assert names_of(started) == ["Anna", "Bert", "Dörte", "Cleo"] or names_of(started) == [
        "Anna",
        "Bert",
        "Cleo",
        "Dörte",
    ]
    semis = evening.publish(event, 1)
    for pair in pairs(semis):
        assert not any(pair <= group for group in groups)
    for match in semis:
        if not match.bye:
            wins(evening, match, match.seats.all()[0].entry.player.name)
    for match in evening.publish(event, 2):
        if not match.bye:
            wins(evening, match, match.seats.all()[0].entry.player.name)
    event_finish(act=evening.act(), event=event)
    holds(event)
    data = bundle_of(event)
    StageSeed.objects.all().delete()
    forget(event)
    again = event_import(act=evening.act(), data=data)
    assert bundle_of(again) == data
    standings_refresh(event_key=again.key)
    assert (again.has_bracket, again.has_groups) == (True, True)
    holds(again)


def test_table_of_a_closed_stage_does_not_move_and_comes_back_when_deleted() -> None:
    evening = Evening()
    event = groups_of_eight(evening)
    play_groups(evening, event)
    standings_refresh(event_key=event.key)
    into = stage_close(act=evening.act(), stage=stage_of(event))
    first = event.stages.get(number=1)

    def table() -> list[tuple[int, str, int]]:
        newest = StandingTable.objects.filter(stage=first).order_by("-after_round")[0]
        rows = Standing.objects.filter(table=newest).order_by("rank", "entry__number")
        return list(rows.values_list("rank", "entry__player__name", "points"))

    before = table()
    for match in [match for round_ in first.rounds.all() for match in matches_of(round_)]:
        if "Anna" in {seat.entry.player.name for seat in match.seats.all()}:
            wins(evening, match, other(match, "Anna"))
    standings_refresh(event_key=event.key)
    assert table() == before
    assert names_of(into)[0] == "Anna"
    live = advancing(first, into)
    assert live.tied != () or [entry.player.name for _place, entry in live.seeds] != names_of(into)
    StandingTable.objects.filter(stage=first).delete()
    standings_refresh(event_key=event.key)
    assert table() == before
    holds(event)


def test_correction_in_a_closed_stage_is_previewed_with_who_would_go_on_instead() -> None:
    evening = Evening()
    event = groups_of_eight(evening)
    play_groups(evening, event)
    into = stage_close(act=evening.act(), stage=stage_of(event))
    first = event.stages.get(number=1)
    match = next(
        match
        for round_ in first.rounds.all()
        for match in matches_of(round_)
        if {seat.entry.player.name for seat in match.seats.all()} == {"Dörte", "Erik"}
    )
    game = match.games.get().game
    side = game.seats.get(player__name="Erik").name
    preview = ruling_preview(act=evening.act(), game_key=game.key, ruling=Ruling("bare", side))
    assert (preview.is_closed, preview.would_go_on, preview.would_not) == (True, ("Erik",), ("Dörte",))
    shifts = sorted((shift.name, shift.before.rank == shift.after.rank) for shift in preview.shifts)
    assert shifts == [("Dörte", True), ("Erik", True)]  # by their ratings: Erik's too, who isn't in the second stage
    assert names_of(into)[2:] == ["Dörte", "Cleo"]
    assert match.games.get().game.results.get(is_current=True).winner != side  # nothing stayed of it


def test_tie_at_the_cut_is_named_and_lots_as_a_column_decide_it() -> None:
    evening = Evening()
    event = groups_of_eight(evening, tie_breaks=())
    for number in (1, 2, 3):
        for match in evening.publish(event, number):
            wins(evening, match, "")
    with pytest.raises(DomainError) as refused:
        stage_close(act=evening.act(), stage=stage_of(event))
    assert refused.value.code == "tied_at_the_cut"
    assert "Anna, Dörte, Erik, Hanna; Bert, Cleo, Frida, Gert" in str(refused.value.message)
    event_settings_change(
        act=evening.act(why="Nobody stands out."), stage=stage_of(event), changes={"tie_breaks": ("LOT",)}
    )
    event.refresh_from_db()
    into = stage_close(act=evening.act(), stage=stage_of(event))
    assert len(names_of(into)) == 4
    holds(event)


def test_reopened_stage_is_corrected_and_seeds_anew() -> None:
    evening = Evening()
    event = groups_of_eight(evening)
    play_groups(evening, event)
    into = stage_close(act=evening.act(), stage=stage_of(event))
    evening.publish(event, 1)
    with pytest.raises(DomainError) as refused:
        stage_reopen(act=evening.act(why="A sheet was swapped."), stage=stage_of(event))
    assert refused.value.code == "stage_has_rounds"
    round_undo(act=evening.act(why="Back to the groups."), round_=into.rounds.get())
    first = stage_reopen(act=evening.act(why="A sheet was swapped."), stage=stage_of(event))
    for match in [match for round_ in first.rounds.all() for match in matches_of(round_)]:
        if "Dörte" in {seat.entry.player.name for seat in match.seats.all()}:
            game = match.games.get().game
            side = next(seat.name for seat in game.seats.all() if seat.player.name != "Dörte")
            result_rule(act=evening.act(why="Swapped."), game_key=game.key, kind="bare", winner=side)
    into = stage_close(act=evening.act(), stage=stage_of(event))
    assert sorted(names_of(into)) == ["Anna", "Bert", "Cleo", "Erik"]
    holds(event)


def test_swiss_then_bracket_takes_the_first_of_the_table_as_seeds() -> None:
    evening = Evening()
    event = evening.event(NAMES[:6], preset="swiss-evening")
    stage_plan(act=evening.act(), stage=stage_of(event), format="knockout", qualifiers=4)
    event_settings_change(
        act=evening.act(),
        stage=stage_of(event),
        changes={"options": {"rounds": 2}, "seeding": "entry", "tie_breaks": ("BH", "TPN")},
    )
    event = event_start(act=evening.act(), event=event)
    for number in (1, 2):
        for match in evening.publish(event, number):
            if not match.bye:
                best = min((seat.entry for seat in match.seats.all()), key=lambda entry: entry.number or 0)
                wins(evening, match, best.player.name)
    into = stage_close(act=evening.act(), stage=stage_of(event))
    table = StandingTable.objects.filter(stage=event.stages.get(number=1)).order_by("-after_round")[0]
    rows = table.rows.order_by("rank").values_list("entry__player__name", flat=True)
    assert names_of(into) == list(rows[:4])
    assert len(pairs(evening.publish(event, 1))) == 2
    holds(event)


def test_too_few_for_the_groups_is_refused_with_a_sentence() -> None:
    evening = Evening()
    event = evening.event(NAMES[:7], preset="groups-knockout")
    with pytest.raises(Invalid) as refused:
        event_start(act=evening.act(), event=event)
    assert refused.value.code == "too_few_entries"
    assert "at least 8 players; 7 are entered" in str(refused.value.message)
