"""An evening at tables of three by the services: a made-up game in a made-up format."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from django.template.loader import render_to_string

from games.enums import GameState
from games.models import SeatResult, Submission
from games.selectors.evidence import evidence_read
from games.services import submissions
from magistrar_site.shared.errors import DomainError, Invalid, NotAllowed
from magistrar_site.shared.models import FactDetail
from magistrar_site.shared.services.facts import detail_erase
from ratings.models import Pool, RatingChange
from ratings.selectors.leaderboards import leaderboard_rows
from ratings.selectors.pools import pool_by_key
from ratings.selectors.ratings import POINT
from ratings.services.pools import pool_of_club
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening, entry_at, game_of
from tests.tournaments.services.test_bundle import forget
from tests.toy_system import TOY
from tests.toy_system.herons import TOY_TABLES
from tournaments.enums import ByeKind
from tournaments.formats.core.points import written_points
from tournaments.formats.systems.tables.history import history_of
from tournaments.models import Entry, Event, Match, Round
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import paired_matches
from tournaments.selectors.stages import scale_of
from tournaments.selectors.standings.tables import lines_of, newest_table, standings_of
from tournaments.selectors.standings.tie_breaks import explained_row
from tournaments.services.bundle.exporting import bundle_of
from tournaments.services.bundle.importing import event_import
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.events.create import event_create
from tournaments.services.events.presets import PRESETS
from tournaments.services.events.settings import event_settings_change
from tournaments.services.results.confirm import result_confirm, result_dispute
from tournaments.services.results.enter import results_enter
from tournaments.services.results.hand_in import result_submit
from tournaments.services.results.rule import result_annul, result_reopen, result_rule
from tournaments.services.results.set_up import set_up_difference
from tournaments.services.rounds.change import entries_pair, entries_swap, match_turn, match_unpair
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.undo import round_undo
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.trf.report import trf_report
from tournaments.services.verify.bundle import bundle_verify
from tournaments.services.verify.event import event_verify
from tournaments.snapshots import stage_snapshot
from tournaments.trf.document import Dialect

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_tables")]

SEVEN = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus")
FIRST_WINS = ((3, 1, 2), (0, 2, 2), (1, 1, 4), (5, 0, 1))  # seat 1 wins turns 1 and 4, nobody turn 2, seat 3 turn 3


def document(turns: tuple[tuple[int, int, int], ...] = FIRST_WINS) -> bytes:
    return msgspec.json.encode({"format": "toy-record/1", "edition": "toy-1", "turns": turns})


FOUR = msgspec.json.encode({"format": "toy-record/1", "edition": "toy-1", "turns": [[3, 1, 2, 0]] * 4})


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(SEVEN, preset="toy-tables")


def play(evening: Evening, match: Match, sent: bytes | None = None) -> None:
    """Seat 1 hands in, seat 3 confirms: half of the others."""
    body = document() if sent is None else sent
    game, key = game_of(match), evening.ids.key()
    submission = result_submit(act=evening.by(entry_at(match, 0)), game_key=game.key, body=body, idempotency_key=key)
    result_confirm(act=evening.by(entry_at(match, 2)), submission_key=submission.key)


def test_round_is_seated_at_tables_and_published(evening: Evening, event: Event) -> None:
    matches = evening.publish(event, 1)
    assert [(match.table, match.bye, match.seats.count()) for match in matches] == [
        (1, "", 3),
        (2, "", 3),
        (3, ByeKind.PAIRING, 1),
    ]
    game = game_of(matches[0])
    assert [seat.player_id for seat in game.seats.order_by("number")] == [
        seat.entry.player_id for seat in matches[0].seats.order_by("position")
    ]
    assert str(event_verify(event=event)).startswith("verified ")


def places(match: Match) -> list[int | None]:
    """The places of the current result, by seat."""
    rows = SeatResult.objects.filter(result__game=game_of(match), result__is_current=True)
    return list(rows.order_by("seat__number").values_list("place", flat=True))


def table(event: Event) -> list[tuple[int, str, str, list[str]]]:
    """Rank, name, points and tie-breaks of the newest table."""
    standings_refresh(event_key=event.key)
    newest = newest_table(event)
    assert newest is not None
    scale = scale_of(stage_of(event))
    return [
        (row.rank, row.entry.player.name, written_points(row.points, scale), row.values)
        for row in lines_of(newest).order_by("rank", "entry__number")
    ]


def is_verified(event: Event) -> bool:
    return str(event_verify(event=event)).startswith("verified ")


def test_results_by_place_lead_to_standings_and_the_next_tables(evening: Evening, event: Event) -> None:
    first = evening.publish(event, 1)
    for match in first[:2]:
        play(evening, match)
        assert game_of(match).state == GameState.AGREED
    rows = table(event)
    assert [(rank, points, values) for rank, _name, points, values in rows] == [
        (1, "1", ["2"]),
        (1, "1", ["2"]),
        (3, "½", ["0"]),
        (4, "0.33", ["1"]),
        (4, "0.33", ["1"]),
        (6, "0", ["0"]),
        (6, "0", ["0"]),
    ]
    second = evening.publish(event, 2)
    leaders = {seat.entry.player.name for seat in second[0].seats.all()}
    assert leaders == {name for _rank, name, _points, _values in rows[:3]}
    assert is_verified(event)


def test_one_voice_of_three_is_not_half_of_the_others_yet_but_a_second_is(evening: Evening, event: Event) -> None:
    match = evening.publish(event, 1)[0]
    submission = result_submit(
        act=evening.by(entry_at(match, 1)), game_key=game_of(match).key, body=document(), idempotency_key="own"
    )
    assert game_of(match).state == GameState.SUBMITTED
    with pytest.raises(NotAllowed) as own:
        result_confirm(act=evening.by(entry_at(match, 1)), submission_key=submission.key)
    assert own.value.code == "own_submission"
    result_confirm(act=evening.by(entry_at(match, 0)), submission_key=submission.key)
    assert game_of(match).state == GameState.AGREED


def test_dispute_is_ruled_on_by_places(evening: Evening, event: Event) -> None:
    match = evening.publish(event, 1)[0]
    key = game_of(match).key
    sent = result_submit(act=evening.by(entry_at(match, 0)), game_key=key, body=document(), idempotency_key="1")
    result_dispute(act=evening.by(entry_at(match, 1), why="I won"), submission_key=sent.key)
    assert game_of(match).state == GameState.CONFLICTING
    act = evening.act(why="All three agree now")
    with pytest.raises(Invalid) as refused:
        result_rule(act=act, game_key=key, kind="bare", placing="1>3")
    assert refused.value.code == "no_such_places"
    with pytest.raises(Invalid) as nobody:
        result_rule(act=act, game_key=key, kind="bare", winner="4")
    assert (nobody.value.code, str(nobody.value.message)) == (
        "no_such_side",
        "Say which seat won (1, 2, 3), or leave it empty where none did.",
    )
    result_rule(act=act, game_key=key, kind="bare", placing="2 > 1=3")
    assert places(match) == [2, 1, 2]
    assert [points for _rank, _name, points, _values in table(event)[:4]] == ["1", "½", "0.17", "0.17"]
    assert is_verified(event)


def test_no_show_of_one_leaves_the_points_of_the_full_table_to_the_others(evening: Evening, event: Event) -> None:
    match, other = evening.publish(event, 1)[:2]
    act = evening.act(why="Never came")
    result_rule(act=act, game_key=game_of(match).key, kind="forfeit", placing="3>1")
    result_rule(act=act, game_key=game_of(other).key, kind="forfeit")
    assert (places(match), places(other)) == ([2, 3, 1], [None, None, None])
    names = [seat.entry.player.name for seat in match.seats.all()]
    shown = {name: points for _rank, name, points, _values in table(event)}
    assert [shown[name] for name in names] == ["0.33", "0", "1"]
    assert {shown[seat.entry.player.name] for seat in other.seats.all()} == {"0"}
    assert is_verified(event)


def test_results_are_typed_by_places_at_the_desk(evening: Evening, event: Event) -> None:
    matches = evening.publish(event, 1)
    round_ = Round.objects.get(pk=matches[0].round_id)
    act = evening.act()
    typed = results_enter(act=act, round_=round_, text="1 2>1=3, 2 1, 3 1>2>3")
    assert [(item.what, item.code) for item in typed.refused] == [
        ("2 1", "places_missing"),
        ("3 1>2>3", "no_such_table"),
    ]
    typed = results_enter(act=act, round_=round_, text="2 1>3+")
    assert (places(matches[0]), places(matches[1]), typed.refused) == ([2, 1, 2], [1, 3, 2], ())
    assert is_verified(event)


def test_result_is_corrected_annulled_and_opened_again(evening: Evening, event: Event) -> None:
    match = evening.publish(event, 1)[0]
    play(evening, match)
    act, key = evening.act(why="Counted wrongly"), game_of(match).key
    result_rule(act=act, game_key=key, kind="bare", placing="3>2>1")
    assert places(match) == [3, 2, 1]
    result_annul(act=act, game_key=key)
    assert {points for _rank, _name, points, _values in table(event)} == {"½", "0"}
    result_reopen(act=act, game_key=key)
    assert game_of(match).state == GameState.REOPENED
    play(evening, match)
    assert places(match) == [1, 3, 2]
    assert is_verified(event)


def test_published_round_is_taken_back_and_paired_again_without_those_who_left(evening: Evening, event: Event) -> None:
    match = evening.publish(event, 1)[0]
    gone = entry_at(match, 1)
    round_undo(act=evening.act(why="Wrong list"), round_=Round.objects.get(pk=match.round_id))
    entry_withdraw(act=evening.act(), entry=gone)
    entries_add(act=evening.act(), stage=stage_of(event), text="Hal")
    late = Entry.objects.get(event=event, player__name="Hal")
    matches = evening.publish(event, 1)
    assert [seated.seats.count() for seated in matches] == [3, 3, 1]
    seated = {seat.entry.pk for match in matches for seat in match.seats.all()}
    assert late.pk in seated
    assert gone.pk not in seated
    assert is_verified(event)


def test_tables_are_changed_by_hand(evening: Evening, event: Event) -> None:
    round_ = round_pair(act=evening.act(), stage=stage_of(event), number=1)
    first, second, bye = paired_matches(round_)
    one, other, resting = entry_at(first, 0), entry_at(second, 1), entry_at(bye, 0)
    round_ = entries_swap(act=evening.act(), round_=round_, first=one.key, second=other.key)
    round_ = entries_swap(act=evening.act(), round_=round_, first=one.key, second=resting.key)
    first, second, bye = paired_matches(round_)
    assert (entry_at(first, 0), entry_at(second, 1), entry_at(bye, 0)) == (other, resting, one)
    before = [seat.entry.key for seat in first.seats.all()]
    round_ = match_turn(act=evening.act(), round_=round_, match=first.key)
    turned = next(iter(paired_matches(round_)))
    assert [seat.entry.key for seat in turned.seats.all()] == [*before[1:], before[0]]
    round_ = entries_swap(act=evening.act(), round_=round_, first=before[0], second=before[1])
    assert [seat.entry.key for seat in next(iter(paired_matches(round_))).seats.all()] == [
        before[0],
        before[2],
        before[1],
    ]
    round_ = match_unpair(act=evening.act(), round_=round_, match=next(iter(paired_matches(round_))).key)
    with pytest.raises(Invalid) as refused:
        entries_pair(act=evening.act(), round_=round_, entries=before[:2])
    assert refused.value.code == "wrong_table_size"
    round_ = entries_pair(act=evening.act(), round_=round_, entries=before)
    round_publish(act=evening.act(), round_=round_)
    assert is_verified(event)


def test_event_goes_out_as_a_bundle_and_into_another_database(evening: Evening, event: Event) -> None:
    for number in (1, 2):
        for match in evening.publish(event, number)[:2]:
            play(evening, match)
    shown, bundle = table(event), bundle_of(event)
    assert bundle_verify(data=bundle).holds
    forget(event)
    imported = event_import(act=evening.act(), data=bundle)
    assert table(imported) == shown
    ratings_refresh(pool_key=imported.pool)
    assert bundle_of(imported) == bundle
    assert is_verified(imported)


def ratings_of(event: Event) -> list[tuple[str, int]]:
    """Names and whole points as the leaderboard of the event's pool lists them."""
    ratings_refresh(pool_key=event.pool)
    return [(row.player.name, row.points) for row in leaderboard_rows(pool_by_key(event.pool)) if row.points]


def test_table_moves_the_ratings_of_the_club_and_a_correction_and_an_annulment_move_them_back(
    evening: Evening, event: Event
) -> None:
    match = evening.publish(event, 1)[0]
    one, two, three = (seat.entry.player.name for seat in match.seats.order_by("position"))
    assert event.pool == f"club-{evening.club.key}-toy"
    play(evening, match)  # seat 1 before seat 3 before seat 2
    first = ratings_of(event)
    assert first == [(one, 1520), (three, 1500), (two, 1480)]  # K 40: half of the 20 that each of two meetings moves
    rows = RatingChange.objects.filter(pool__key=event.pool).select_related("player")
    assert {row.player.name: (row.score, row.after - row.before) for row in rows} == {
        one: (4, 20 * POINT),
        two: (0, -20 * POINT),
        three: (2, 0),
    }
    act, key = evening.act(why="Counted wrongly"), game_of(match).key
    result_rule(act=act, game_key=key, kind="bare", placing="3>2>1")
    assert ratings_of(event) == [(three, 1520), (two, 1500), (one, 1480)]
    result_annul(act=act, game_key=key)
    assert ratings_of(event) == []
    result_reopen(act=act, game_key=key)
    play(evening, match)
    assert ratings_of(event) == first


@pytest.mark.parametrize("system", ["fide", "glicko2"])
def test_event_of_tables_isnt_rated_in_a_pool_for_two(evening: Evening, system: str) -> None:
    pool = pool_of_club(club_key=evening.club.key, system="toy")
    Pool.objects.filter(pk=pool.pk).update(rating_system=system)
    with pytest.raises(Invalid) as at_set_up:
        evening.event(SEVEN, preset="toy-tables")
    new = {"club_slug": evening.club.slug, "name": "Friday", "starts_at": evening.now, "time_zone": "Europe/Berlin"}
    unrated = event_create(act=evening.act(), **new, preset="toy-tables", rated=False)
    with pytest.raises(Invalid) as in_settings:
        event_settings_change(act=evening.act(), stage=stage_of(unrated), changes={"rated": True})
    for refused in (at_set_up, in_settings):
        assert (refused.value.code, list(refused.value.fields)) == ("pool_rates_pairs", ["rated"])
    Pool.objects.filter(pk=pool.pk).update(rating_system="plackett_luce")
    assert event_settings_change(act=evening.act(), stage=stage_of(unrated), changes={"rated": True}).pool == pool.key


def test_match_at_a_table_is_one_game(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    event = evening.event(SEVEN, preset="toy-tables")
    with pytest.raises(Invalid) as in_settings:
        event_settings_change(act=evening.act(), stage=stage_of(event), changes={"best_of": 3})
    monkeypatch.setitem(PRESETS, "longer", replace(TOY_TABLES, key="longer", best_of=3))  # type: ignore[arg-type]
    with pytest.raises(Invalid) as at_set_up:
        evening.event(SEVEN, preset="longer")
    for refused in (in_settings, at_set_up):
        assert refused.value.fields == {"best_of": "At tables a match is one game: choose 1."}


def test_those_at_a_table_that_all_forfeited_have_not_met(evening: Evening, event: Event) -> None:
    match, other = evening.publish(event, 1)[:2]
    result_rule(act=evening.act(why="Nobody came"), game_key=game_of(match).key, kind="forfeit")
    result_rule(act=evening.act(why="One left"), game_key=game_of(other).key, kind="forfeit", placing="1>2")
    both = [seat.entry.number for seat in other.seats.order_by("position")][:2]
    assert history_of(stage_snapshot(stage_of(event)).state).meetings == {frozenset(both): (1,)}


def test_erased_document_that_was_no_game_leaves_a_report_of_its_own_system(evening: Evening, event: Event) -> None:
    match = evening.publish(event, 1)[0]
    sent = result_submit(
        act=evening.by(entry_at(match, 0)),
        game_key=game_of(match).key,
        body=document(((9, 1, 2), *FIRST_WINS[1:])),
        idempotency_key="own",
    )
    assert [found["code"] for found in sent.report["violations"]] == ["bid"]
    for detail in FactDetail.objects.filter(field="body"):
        detail_erase(detail=detail, at=evening.now)
    bundle = bundle_of(event)
    forget(event)
    imported = event_import(act=evening.act(), data=bundle)
    report = TOY.read_report(Submission.objects.get(key=sent.key).report)
    assert report == TOY.report_on_nothing()
    assert TOY.judged(report).violations == ()
    assert bundle_of(imported) == bundle


def test_report_for_fide_is_refused_with_a_sentence(evening: Evening, event: Event) -> None:
    evening.publish(event, 1)
    with pytest.raises(DomainError) as refused:
        trf_report(stage_of(event), Dialect.TRF26)
    assert refused.value.code == "not_in_trf"


def test_record_of_four_at_a_table_of_three_is_shown_as_one_in_the_preview(evening: Evening, event: Event) -> None:
    game = game_of(evening.publish(event, 1)[0])
    of_four = evidence_read(system="toy", body=FOUR)
    assert set_up_difference({}, game, of_four) == "This is a game for another number of players."


def test_facts_that_count_a_record_of_four_at_a_table_of_three_are_found(
    evening: Evening, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = evening.publish(event, 1)[0]
    monkeypatch.setattr(submissions, "misfit", lambda game, evidence: "")
    play(evening, match, FOUR)
    assert "players of game" in str(event_verify(event=event))
    bundle = bundle_of(event)
    assert not bundle_verify(data=bundle).holds
    forget(event)
    with pytest.raises(DomainError) as refused:
        event_import(act=evening.act(), data=bundle)
    assert refused.value.code == "bundle_differs"


def test_standings_count_games_at_tables(evening: Evening, event: Event) -> None:
    first = evening.publish(event, 1)
    play(evening, first[0])
    result_rule(act=evening.act(why="Seen"), game_key=game_of(first[1]).key, kind="bare", placing="1=2>3")
    table(event)
    view = standings_of(event)
    assert view is not None
    assert not view.is_of_pairs
    line = explained_row(event, view.rows[0].entry_key)
    assert (line.is_of_pairs, line.is_bracket) == (False, False)
    tallies = sorted((row.played, row.wins, row.draws, row.losses) for row in view.rows)
    assert tallies == [(0, 0, 0, 0), *[(1, 0, 0, 1)] * 3, *[(1, 0, 1, 0)] * 2, (1, 1, 0, 0)]
    page = render_to_string("components/standings.html", {"table": view})
    assert "Games won" in page
    assert "W–T–L" not in page


@pytest.mark.parametrize(
    "said",
    [{}, {"winner": "1"}, {"winner": "1", "placing": "3>1>2"}, {"winner": "1", "placing": "1=3>2"}],
    ids=["nothing", "the winner alone", "another winner", "a shared place"],
)
def test_played_game_is_ruled_by_all_its_places(evening: Evening, event: Event, said: dict[str, str]) -> None:
    key = game_of(evening.publish(event, 1)[0]).key
    with pytest.raises(Invalid) as caught:
        result_rule(act=evening.act(why="Seen."), game_key=key, kind="bare", **said)
    assert caught.value.code == "no_such_places"


def test_winner_may_stand_beside_places_that_say_the_same(evening: Evening, event: Event) -> None:
    match = evening.publish(event, 1)[0]
    key = game_of(match).key
    result_rule(act=evening.act(why="Seen."), game_key=key, kind="bare", winner="3", placing="3>1>2")
    assert places(match) == [2, 3, 1]
