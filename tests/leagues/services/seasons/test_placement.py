"""The plan of a season: shown with its reasons, moved by hand, written once."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from leagues.enums import Answer, SeasonState
from leagues.facts.seasons import SeasonPlaced
from leagues.models import Division, SeasonEntry
from leagues.services.entries.answer import season_answer
from leagues.services.entries.move import player_move
from leagues.services.entries.seed import newcomer_seed, reserve_set
from leagues.services.entries.sign_up import claim_decide, players_add, season_sign_up
from leagues.services.seasons.placement import placement_plan, placement_undo, season_place
from leagues.services.seasons.start import season_start
from leagues.web.reasons import planned_reason
from magistrar_site.shared.acts import NOBODY
from magistrar_site.shared.errors import DomainError, Invalid
from magistrar_site.shared.selectors.facts import facts_of_kind
from tests.leagues.league_evening import LeagueEvening, fresh, names_by_division, replay_differences

pytestmark = pytest.mark.django_db
NAMES = tuple(f"Spieler {number:02}" for number in range(8))


def entry_called(name: str) -> SeasonEntry:
    return SeasonEntry.objects.select_related("season__league__club", "player__user").get(player__name=name)


def test_player_moved_by_hand_is_in_that_division_with_the_reason_logged() -> None:
    evening = LeagueEvening()
    season = evening.opened(NAMES)
    with pytest.raises(Invalid) as refusal:
        player_move(act=evening.act(), entry=entry_called("Spieler 00"), division=2)
    assert refusal.value.code == "reason_missing"
    player_move(act=evening.act(why="Asked for it."), entry=entry_called("Spieler 00"), division=2)
    plan = placement_plan(act=evening.act(), season=season)
    last = plan.divisions[1].players[-1]
    assert (str(last.entry.player.name), planned_reason(last, 2), plan.by_hand) == ("Spieler 00", "moved by hand", 1)
    season_place(act=evening.act(), season=season, seen=plan.seen)
    assert names_by_division(season) == [list(NAMES[1:4]), [*NAMES[4:], "Spieler 00"]]
    moved = facts_of_kind(evening.league.stream, "league.player_moved").get()
    assert moved.details.get(field="why").text == "Asked for it."
    assert replay_differences(evening.league) == []


def test_plan_that_was_shown_before_something_happened_is_stale() -> None:
    evening = LeagueEvening()
    season = evening.opened(NAMES)
    plan = placement_plan(act=evening.act(), season=season)
    season_answer(act=evening.act(), entry=entry_called("Spieler 00"), answer=Answer.NO)
    with pytest.raises(DomainError) as refusal:
        season_place(act=evening.act(), season=season, seen=plan.seen)
    assert (refusal.value.code, Division.objects.count()) == ("stale", 0)


def test_placement_is_taken_back_and_made_anew_until_the_start() -> None:
    evening = LeagueEvening()
    season = evening.placed(evening.opened(NAMES))
    placement_undo(act=evening.act(), season=season)
    assert (fresh(season).state, Division.objects.count()) == (SeasonState.OPEN, 0)
    season_start(act=evening.act(), season=evening.placed(season))
    with pytest.raises(DomainError) as refusal:
        placement_undo(act=evening.act(), season=season)
    assert refusal.value.code == "wrong_season_state"
    assert replay_differences(evening.league) == []


def test_last_season_has_to_be_closed_first() -> None:
    evening = LeagueEvening()
    evening.running(8)
    later = evening.opened()
    evening.everybody_returns(later)
    plan = placement_plan(act=evening.act(), season=later)
    assert plan.refusal is not None
    with pytest.raises(DomainError) as refusal:
        season_place(act=evening.act(), season=later, seen=plan.seen)
    assert (plan.refusal.code, refusal.value.code) == ("last_season_open", "last_season_open")


def test_seeded_newcomer_claims_the_division_and_too_many_are_refused() -> None:
    evening = LeagueEvening()
    season = evening.opened((*NAMES, "Meisterin"), most=5)
    newcomer_seed(act=evening.act(), entry=entry_called("Meisterin"), division=1)
    evening.placed(season)
    assert names_by_division(season)[0][0] == "Meisterin"
    assert entry_called("Meisterin").reason == "seeded"

    placement_undo(act=evening.act(), season=season)
    for name in NAMES[:5]:
        newcomer_seed(act=evening.act(), entry=entry_called(name), division=1)
    refused = placement_plan(act=evening.act(), season=season).refusal
    assert refused is not None
    assert refused.code == "too_many_seeded"


def test_reserves_and_those_who_say_no_are_not_placed() -> None:
    evening = LeagueEvening()
    season = evening.opened(NAMES)
    reserve_set(act=evening.act(), entry=entry_called("Spieler 01"), is_reserve=True)
    season_answer(act=evening.act(), entry=entry_called("Spieler 02"), answer=Answer.NO)
    evening.placed(season)
    assert [name for division in names_by_division(season) for name in division] == [NAMES[0], *NAMES[3:]]


def test_name_of_a_known_player_is_a_claim_until_the_organiser_says_who_it_is() -> None:
    evening = LeagueEvening()
    evening.event(("Anna", "Bert"))
    season = evening.opened(NAMES)
    signed_up = season_sign_up(act=evening.act(NOBODY), season=season, name="Anna", form_key="form-number-1")
    again = season_sign_up(act=evening.act(NOBODY), season=season, name="Anna", form_key="form-number-1")
    assert (signed_up.entry.is_claim, again.entry.pk) == (True, signed_up.entry.pk)
    refused = placement_plan(act=evening.act(), season=season).refusal
    assert refused is not None
    assert refused.code == "claims_open"
    known = signed_up.entry.player
    claim_decide(act=evening.act(), entry=signed_up.entry, is_player=False)
    entry = SeasonEntry.objects.get(pk=signed_up.entry.pk)
    assert (entry.is_claim, entry.player == known) == (False, False)
    assert placement_plan(act=evening.act(), season=season).refusal is None
    assert replay_differences(evening.league) == []


def test_answers_end_with_the_closing_day_for_players_alone() -> None:
    evening = LeagueEvening()
    season = evening.opened(("Anna",), entries_close_at="2026-03-07T00:00:00+00:00")
    entry = entry_called("Anna")
    by_link = replace(evening.act(), actor=evening.by(entry).actor)  # type: ignore[arg-type] # a season's entry
    season_answer(act=by_link, entry=entry, answer=Answer.NO)
    evening.later(days=1)
    late = replace(by_link, at=evening.now)
    with pytest.raises(DomainError) as refusal:
        season_answer(act=late, entry=entry, answer=Answer.YES)
    assert refusal.value.code == "entries_closed"
    with pytest.raises(DomainError) as refusal:
        season_sign_up(act=evening.act(NOBODY), season=season, name="Late", form_key="form-number-2")
    assert refusal.value.code == "sign_up_over"
    season_answer(act=evening.act(), entry=entry, answer=Answer.YES)
    assert entry_called("Anna").answer == Answer.YES


@pytest.mark.slow
def test_fact_of_the_placement_says_how_many_moved_unearned() -> None:
    evening = LeagueEvening()
    evening.closed(evening.running(8))
    later = evening.opened(("Neu 1", "Neu 2"), target=5, most=6)
    evening.everybody_returns(later)
    plan = placement_plan(act=evening.act(), season=later)
    season_place(act=evening.act(), season=later, seen=plan.seen)
    fact = facts_of_kind(evening.league.stream, "league.season_placed").last()
    assert fact is not None
    placed = SeasonPlaced.read(fact.payload)
    unearned = [row for division in placed.divisions for row in division.entries if row.reason == "filled"]
    assert (placed.unearned, len(unearned), plan.unearned) == (1, 1, 1)
    assert sum(len(division.entries) for division in placed.divisions) == 10


@pytest.mark.slow
def test_two_thousand_players_are_placed_within_a_second() -> None:
    evening = LeagueEvening()
    season = evening.opened(target=16, least=10, most=20)
    evening.many(season, 2000)
    plan = placement_plan(act=evening.act(), season=season)
    started = time.perf_counter()
    season_place(act=evening.act(), season=season, seen=plan.seen)
    seconds = time.perf_counter() - started
    assert SeasonEntry.objects.filter(season=season, division__isnull=False).count() == 2000
    assert seconds < 2, f"{seconds:.2f} s"  # under 1 s on an idle machine


def test_players_are_entered_once_however_often_the_list_is_sent() -> None:
    evening = LeagueEvening()
    season = evening.opened(("Anna", "Bert"))
    assert players_add(act=evening.act(), season=season, text="Anna\nBert\nCleo\nCleo")[0].player.name == "Cleo"
    assert SeasonEntry.objects.filter(season=season).count() == 3
