"""An event as a tournament report file: what stands in it pairs the next round as the event itself does; and such a
file gives a list of entries."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from magistrar_site.shared.errors import DomainError
from tests.evening import NAMES, Evening, entry_at
from tournaments.formats.registry import format_for
from tournaments.models import Entry, Event, Match
from tournaments.selectors.events import stage_of
from tournaments.selectors.series.matches import match_series
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.lists.read import list_read
from tournaments.services.entries.preview import entries_preview
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.byes import bye_request
from tournaments.services.rounds.pair import round_pair
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.trf.report import trf_report
from tournaments.trf import read_trf, to_stage_state
from tournaments.trf.document import Dialect, Result

# What a report says is worked out from the rows, whichever database they come from.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

BOTH = pytest.mark.parametrize("dialect", Dialect)


def played(evening: Evening, rounds: int = 2, players: int = 7, **changes: object) -> Event:
    event = evening.event(NAMES[:players], preset="swiss-evening")
    if changes:
        event_settings_change(act=evening.act(), stage=stage_of(event), changes=changes)
        event.refresh_from_db()
    event = event_start(act=evening.act(), event=event)
    evening.play_out(event, rounds)
    standings_refresh(event_key=event.key)
    return event


def numbers(event: Event, number: int) -> set[tuple[int | None, ...]]:
    matches = Match.objects.filter(round__stage__event=event, round__number=number, bye__in=["", "pairing_bye"])
    return {(*(seat.entry.number for seat in match.seats.all()), None)[:2] for match in matches}


@BOTH
@pytest.mark.parametrize("options", [{}, {"acceleration": "baku"}])
def test_report_pairs_the_next_round_as_the_event_does(
    dialect: Dialect, options: dict[str, str], evening: Evening
) -> None:
    event = played(evening, options=options)
    state = to_stage_state(read_trf(trf_report(stage_of(event), dialect)))
    pairing = format_for("swiss").pair(state, 3, random.Random(0), options)
    evening.publish(event, 3)
    assert {(pair.white, pair.black) for pair in pairing.pairs} == numbers(event, 3)


@BOTH
def test_report_says_points_ranks_and_planned_rounds(dialect: Dialect, evening: Evening) -> None:
    event = played(evening)
    document = read_trf(trf_report(stage_of(event), dialect))
    rows = {row.entry.number: row for row in event.stages.get().tables.get(after_round=2).rows.all()}
    assert {player.number: (player.points, player.rank) for player in document.players} == {
        number: (row.points, row.rank) for number, row in rows.items()
    }
    assert (document.name, document.planned_rounds, len(document.players)) == ("Evening", 4, 7)


@BOTH
def test_report_says_what_results_are_worth_only_where_it_is_unusual(dialect: Dialect, evening: Evening) -> None:
    wins = dict.fromkeys(("win", "full_bye", "forfeit_win", "pairing_bye"), 6)
    events = played(evening, rounds=1), played(evening, rounds=1, name="Three points for a win", **wins)
    said = [
        {line[:3] for line in trf_report(stage_of(event), dialect).splitlines()} & {"162", "XXS"} for event in events
    ]
    assert [len(codes) for codes in said] == [0, 1]


def test_accelerated_event_says_so_in_the_edition_of_2026(evening: Evening) -> None:
    event = played(evening, rounds=1, options={"acceleration": "baku"})
    assert "192 FIDE_DUTCH_2026_BAKU" in trf_report(stage_of(event), Dialect.TRF26).splitlines()


def test_open_game_is_written_as_pending(evening: Evening) -> None:
    event = played(evening, rounds=1, players=4)
    evening.publish(event, 2)
    document = read_trf(trf_report(stage_of(event), Dialect.TRF26))
    assert {player.rounds[1].result for player in document.players} == {Result.PENDING}
    assert all(player.rounds[1].opponent for player in document.players)


@pytest.mark.both_databases
def test_byes_and_withdrawals_are_in_the_report(evening: Evening) -> None:
    event = played(evening, rounds=1, players=8)
    rester, leaver = Entry.objects.filter(event=event).order_by("number")[:2]
    bye_request(act=evening.by(rester), stage=stage_of(rester.event), entry=rester, number=2, kind="half_bye")
    entry_withdraw(act=evening.act(), entry=leaver)
    for match in evening.publish(event, 2):
        if not match.bye:
            evening.play(match)
    document = read_trf(trf_report(stage_of(event), Dialect.TRF26))
    by_number = {player.number: player for player in document.players}
    assert by_number[rester.number or 0].rounds[1].result is Result.HALF_BYE
    assert leaver.number in to_stage_state(document).absent


def test_hidden_names_are_hidden_in_the_report(evening: Evening) -> None:
    event = played(evening, rounds=1)
    player = entry_at(Match.objects.filter(round__stage__event=event, bye="").earliest("table"), 0).player
    player.hides_name = True
    player.save(update_fields=["hides_name"])
    names = {line.name for line in read_trf(trf_report(stage_of(event), Dialect.TRF26)).players}
    assert player.public_name in names
    assert player.name not in names


def test_draft_is_not_in_the_report(evening: Evening) -> None:
    event = played(evening, rounds=1)
    before = trf_report(stage_of(event), Dialect.TRF26)
    round_pair(act=evening.act(), stage=stage_of(event), number=2)
    assert trf_report(stage_of(event), Dialect.TRF26) == before


def test_event_without_numbers_has_no_report(evening: Evening) -> None:
    with pytest.raises(DomainError) as refused:
        trf_report(stage_of(evening.event()), Dialect.TRF26)
    assert refused.value.code == "not_started"


def test_report_is_a_file_on_the_web_and_in_the_api(evening: Evening, client: Client) -> None:
    event = played(evening, rounds=1)
    response = client.get(f"/events/{event.slug}/trf-16/")
    assert response["Content-Disposition"] == f'attachment; filename="{event.slug}-trf-16.txt"'
    assert response.content.decode("utf-8-sig") == trf_report(stage_of(event), Dialect.TRF16)
    api = client.get(f"/api/v1/events/{event.slug}/trf/")
    assert (api.status_code, api.content.decode()) == (200, trf_report(stage_of(event), Dialect.TRF26))
    assert client.get(f"/events/{event.slug}/trf-17/").status_code == 404
    assert f'href="/events/{event.slug}/trf-26/"' in client.get(f"/events/{event.slug}/crosstable/").content.decode()


@pytest.mark.both_databases
def test_players_of_a_report_are_entered_from_a_list(evening: Evening) -> None:
    event = played(evening)
    text = trf_report(stage_of(event), Dialect.TRF26)
    names = {player.name for player in list_read(text).players}
    assert names == set(NAMES[:7])
    other = evening.event((), name="Next")
    assert {line.status.value for line in entries_preview(event=other, text=text)} == {"known"}
    assert len(entries_add(act=evening.act(), stage=stage_of(other), text=text)) == 7


def test_names_and_ratings_are_read_from_a_report() -> None:
    lines = [
        f"001 {number:4d} m    {name:<33} {rating:>4} GER             {'':10}  0.0    0"
        for number, name, rating in ((1, "Müller, Anna", 1834), (2, "de Vries, Bert", ""))
    ]
    assert [(player.name, player.rating) for player in list_read("012 Cup\n" + "\n".join(lines)).players] == [
        ("Anna Müller", 1834),
        ("Bert de Vries", None),
    ]


def test_players_of_a_report_that_contradicts_itself_are_read(evening: Evening) -> None:
    text = trf_report(stage_of(played(evening, rounds=1)), Dialect.TRF26)
    assert len(list_read(text.replace("001    1", "001    2")).players) == len(list_read(text).players)


@pytest.mark.parametrize("text", ["001 Anna\n002 Bert", "1. Anna", "001   1 Anna"])
def test_numbered_list_of_names_is_no_report(text: str) -> None:
    assert "Anna" in list_read(text).players[0].name


def of_series(evening: Evening, points: str) -> Event:
    """Two rounds of matches of three games, of which each second player wins the first."""
    event = evening.event(NAMES[:4], preset="swiss-evening")
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"best_of": 3, "series_points": points})
    event = event_start(act=evening.act(), event=event)
    for number in (1, 2):
        for match in evening.publish(event, number):
            for winner in ("black", "white", "white"):
                key = match_series(match).pending[0].game.key
                result_rule(act=evening.act(why="Seen."), game_key=key, kind="bare", winner=winner)
    standings_refresh(event_key=event.key)
    return event


@BOTH
def test_match_of_several_games_is_reported_as_one_result(dialect: Dialect, evening: Evening) -> None:
    document = read_trf(trf_report(stage_of(of_series(evening, "series")), dialect))
    results = [entry.result for player in document.players for entry in player.rounds]
    assert (results.count(Result.WIN), results.count(Result.LOSS)) == (4, 4)
    assert sorted(player.points for player in document.players) == [0, 2, 2, 4]


def test_points_added_up_over_games_stand_beside_the_results(evening: Evening) -> None:
    event = of_series(evening, "games")
    document = read_trf(trf_report(stage_of(event), Dialect.TRF26))
    assert {(record.kind, record.points) for record in document.abnormal} == {(Result.LOSS, 2)}
    assert sorted(player.points for player in document.players) == [4, 6, 6, 8]
    with pytest.raises(DomainError) as refused:
        trf_report(stage_of(event), Dialect.TRF16)
    assert refused.value.code == "not_in_trf"
