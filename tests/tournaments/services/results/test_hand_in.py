"""Handing in: whose right it is, and what is kept of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.systems.magistrar.derive import sheet_of
from games.engine.systems.magistrar.documents import Record, encode_document
from games.engine.systems.magistrar.edition import SHIPPED_EDITIONS
from games.engine.systems.magistrar.notation import format_notation
from games.engine.systems.magistrar.system import MAGISTRAR
from games.enums import GameState, Grade, Role
from games.models import Game, GameResult, PartSeat, Player, SeatNumber, Submission
from games.pages.refusals import refusal_sentence
from games.selectors.elsewhere import games_with_records_of_others, handed_in_elsewhere
from games.selectors.games import submissions_of
from games.services import submissions
from games.services.clubs import club_role_set
from games.services.random_play import random_body
from magistrar_site.shared.acts import NOBODY, Act, Actor
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.models import Fact
from magistrar_site.shared.selectors.facts import head_of
from magistrar_site.shared.services.facts import fact_append
from tests.evening import NAMES, Evening, entry_at, game_of
from tournaments.models import Event, Match, MatchGame
from tournaments.selectors.events import stage_of
from tournaments.services.events.finish import event_finish
from tournaments.services.events.settings import event_settings_change
from tournaments.services.results import confirm, hand_in
from tournaments.services.results.confirm import result_confirm, result_dispute
from tournaments.services.results.hand_in import own_seat, playable_game, result_submit
from tournaments.services.results.rule import result_annul, result_reopen
from tournaments.services.rounds.undo import round_undo
from tournaments.services.verify.event import event_verify

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def refusal(action: Any, **arguments: Any) -> str:
    with pytest.raises(DomainError) as refused:
        action(**arguments)
    return refused.value.code


def test_record_of_one_side_is_submitted_and_shows_its_honoris(evening: Evening, match: Match) -> None:
    submission = evening.submit(match)

    game = game_of(match)
    result = GameResult.objects.get(game=game)
    honoris = SeatNumber.objects.filter(seat_result__result=result, key="honoris").order_by("seat_result__seat__number")
    assert (submission.accepted, submission.seat, game.state) == (True, 1, GameState.SUBMITTED)
    assert [row.value for row in honoris] == [submission.report["honoris"][side] for side in ("white", "black")]
    duels = submission.report["duels"]
    points = PartSeat.objects.filter(part__result=result).order_by("part__number", "seat")
    assert [row.points for row in points] == [duel["points"][side] for duel in duels for side in ("white", "black")]
    winners = {"white": 1, "black": 2, None: None}
    assert [part.winner for part in result.parts.all()] == [winners[duel["winner"]] for duel in duels]
    assert game.result_fact == submission.fact_number


def test_only_the_fact_is_written_while_all_others_wait_for_the_stream(evening: Evening, matches: list[Match]) -> None:
    evening.submit(matches[0])  # the first result starts the round
    with CaptureQueriesContext(connection) as queries:
        evening.submit(matches[1])

    said = [query["sql"].replace('"', "").split() for query in queries.captured_queries]
    written = [words[2] if words[0] == "INSERT" else words[1] for words in said if words[0] in ("INSERT", "UPDATE")]
    assert written[written.index("shared_stream") :] == ["shared_stream", "shared_fact", "shared_factdetail"]
    assert "games_partseat" in written


def test_fact_that_comes_in_between_moves_the_number_of_what_was_written(
    evening: Evening, event: Event, matches: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    def append_late(**arguments: Any) -> Any:
        monkeypatch.undo()
        evening.submit(matches[1])
        return fact_append(**arguments)

    monkeypatch.setattr(submissions, "fact_append", append_late)
    submission = evening.submit(matches[0])

    game, fact = game_of(matches[0]), Fact.objects.get(kind="submission.received", payload__submission=submission.key)
    kept = Submission.objects.get(pk=submission.pk)
    result = GameResult.objects.get(game=game, is_current=True)
    assert (
        (kept.fact_number, game.result_fact, result.fact_number) == (fact.number,) * 3 == (submission.fact_number,) * 3
    )
    assert fact.number > Submission.objects.get(game=game_of(matches[1])).fact_number
    assert event_verify(event=event).holds


def test_process_that_ends_before_the_fact_leaves_nothing_and_it_is_handed_in_again(
    evening: Evening, event: Event, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(**_arguments: Any) -> None:
        raise SystemExit

    body, head = evening.body(match), head_of(event.stream)
    monkeypatch.setattr(submissions, "fact_append", end)
    with pytest.raises(SystemExit):
        evening.submit(match, body)
    monkeypatch.undo()
    assert head_of(event.stream) == head
    assert not any(model.objects.exists() for model in (Submission, GameResult, SeatNumber, PartSeat))

    assert evening.submit(match, body).accepted
    assert game_of(match).state == GameState.SUBMITTED
    assert event_verify(event=event).holds


def test_strangers_neither_submit_nor_confirm(evening: Evening, match: Match, matches: list[Match]) -> None:
    submission = evening.submit(match)
    stranger = evening.account("stranger@example.org")
    for act in (evening.by(entry_at(matches[1], 0)), evening.by_user(stranger), evening.act(NOBODY)):
        codes = {
            refusal(result_confirm, act=act, submission_key=submission.key),
            refusal(result_submit, act=act, game_key=game_of(match).key, body=evening.body(match), idempotency_key="x"),
        }
        assert codes == {"not_your_game"}
    assert Submission.objects.count() == 1


def test_two_that_differ_conflict_and_leave_no_result(evening: Evening, match: Match) -> None:
    evening.submit(match)
    evening.submit(match, position=1)  # another random game

    game = game_of(match)
    assert game.state == GameState.CONFLICTING
    assert not GameResult.objects.filter(game=game, is_current=True).exists()
    assert Submission.objects.filter(game=game, accepted=True).count() == 2


def test_organiser_who_plays_hands_in_as_a_player(evening: Evening, match: Match) -> None:
    Player.objects.filter(pk=entry_at(match, 0).player_id).update(user=evening.user)

    submission = result_submit(
        act=evening.act(), game_key=game_of(match).key, body=evening.body(match), idempotency_key="x"
    )

    assert (submission.seat, game_of(match).state) == (1, GameState.SUBMITTED)


def test_desk_takes_a_result_without_confirmation(evening: Evening, match: Match) -> None:
    helper = evening.account("desk@example.org")
    club_role_set(act=evening.act(), club=evening.club, email="desk@example.org", role=Role.DESK)

    submission = result_submit(
        act=evening.by_user(helper), game_key=game_of(match).key, body=evening.body(match), idempotency_key="x"
    )

    assert (submission.seat, game_of(match).state) == (None, GameState.AGREED)


def test_desk_against_a_players_version_conflicts(evening: Evening, match: Match) -> None:
    evening.submit(match)

    result_submit(act=evening.act(), game_key=game_of(match).key, body=evening.body(match), idempotency_key="x")

    assert game_of(match).state == GameState.CONFLICTING


def test_same_form_sent_twice_is_one_submission(evening: Evening, event: Event, match: Match) -> None:
    body = evening.body(match)
    first = evening.submit(match, body, key="form-1")
    head = head_of(event.stream)

    second = evening.submit(match, body, key="form-1")

    assert (first.pk, head_of(event.stream)) == (second.pk, head)
    assert refusal(evening.submit, match=match, body=body + b" ", key="form-1") == "idempotency_key_reused"


def test_record_of_another_pairing_counts_and_both_games_show_it(evening: Evening, matches: list[Match]) -> None:
    """Whichever came first, and if neither saw the other: it is found by what is there."""
    body, games = evening.body(matches[0]), [game_of(match) for match in matches]
    evening.submit(matches[0], body)
    assert handed_in_elsewhere([game.pk for game in games]) == {}

    copied = evening.submit(matches[1], json.dumps(json.loads(body), indent=1).encode())

    assert (copied.accepted, game_of(matches[1]).state) == (True, GameState.SUBMITTED)
    assert handed_in_elsewhere([game.pk for game in games]) == {
        games[0].pk: [games[1].key],
        games[1].pk: [games[0].key],
    }
    in_order = [games[0].key, games[1].key]
    assert games_with_records_of_others(games[0].stream) == in_order

    evening.submit(matches[1])  # another record in its place
    assert handed_in_elsewhere([game.pk for game in games]) == {}


def test_refused_document_sent_again_is_kept_once(evening: Evening, event: Event, match: Match) -> None:
    first = evening.submit(match, broken(0), key="one")
    head = head_of(event.stream)

    again = evening.submit(match, broken(0), key="two")

    assert (again.pk, again.accepted, head_of(event.stream)) == (first.pk, False, head)


def test_refused_versions_of_a_side_come_to_an_end(
    evening: Evening, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A version that counts is still taken, and so is one of the other side."""
    monkeypatch.setattr(submissions, "MOST_REFUSED", 2)
    for number in range(2):
        assert not evening.submit(match, broken(number)).accepted

    assert refusal(evening.submit, match=match, body=broken(2)) == "too_many_versions"
    assert Submission.objects.count() == 2
    assert not evening.submit(match, broken(2), position=1).accepted
    assert evening.submit(match).accepted


def test_versions_that_count_come_to_an_end(evening: Evening, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "MOST_ACCEPTED", 2)
    evening.submit(match)
    evening.submit(match)

    assert refusal(evening.submit, match=match) == "too_many_versions"


def test_list_of_versions_reads_no_document(evening: Evening, match: Match, django_assert_num_queries: Any) -> None:
    evening.submit(match, broken(0))
    evening.submit(match)
    game = game_of(match)
    with django_assert_num_queries(2) as queries:
        assert len(list(submissions_of(game))) == 2
    assert all('"body"' not in query["sql"] for query in queries.captured_queries)


def broken(number: int) -> bytes:
    return f"no game, the {number}th".encode()


def test_record_with_the_other_starter_looks_swapped(evening: Evening, match: Match) -> None:
    record = json.loads(evening.body(match))
    swap = {"white": "black", "black": "white"}
    swapped = {
        **record,
        "starter": "black",
        "duels": [
            {
                key: {swap[side]: row for side, row in value.items()} if isinstance(value, dict) else value
                for key, value in duel.items()
            }
            for duel in record["duels"]
        ],
    }

    submission = evening.submit(match, json.dumps(swapped).encode())

    assert submission.report["legal"] is True
    assert (submission.accepted, submission.refusal) == (False, "sides_swapped")


@pytest.mark.parametrize("duels", [0, 4])
def test_unfinished_record_does_not_count(evening: Evening, match: Match, duels: int) -> None:
    record = json.loads(evening.body(match))
    record["duels"] = record["duels"][:duels]

    submission = evening.submit(match, json.dumps(record).encode())

    assert (submission.accepted, submission.refusal, game_of(match).state) == (
        False,
        "unfinished",
        GameState.EXPECTED,
    )


@pytest.mark.parametrize("body", [b"\xff\xfe\x00", b"{", b"[" * 5000, b"null", b"Anna won", "Ä".encode("latin-1")])
def test_anything_unreadable_is_kept_and_refused(evening: Evening, match: Match, body: bytes) -> None:
    submission = evening.submit(match, body)

    assert (submission.accepted, submission.refusal, bytes(submission.body)) == (False, "unreadable", body)
    assert submission.report["violations"]


@pytest.mark.parametrize("member", ["edition", "meta"])
def test_half_a_surrogate_anywhere_in_a_sheet_is_kept_and_refused(evening: Evening, match: Match, member: str) -> None:
    said = '"\\ud800"' if member == "edition" else '{"a": "\\ud800"}'
    body = f'{{"format": "magistrar-sheet/1", "{member}": {said}, "starter": "white", "duels": []}}'.encode()

    submission = evening.submit(match, body)

    assert (submission.accepted, bytes(submission.body)) == (False, body)


@pytest.mark.parametrize("text", ["\\u0000", "\\ud800", "\\udfff\\u0000"])
def test_texts_that_a_database_refuses_are_kept_as_sent_and_reported_readably(
    evening: Evening, match: Match, text: str
) -> None:
    body = f'{{"format": "{text}", "edition": "{text}"}}'.encode()

    submission = evening.submit(match, body)
    submission.refresh_from_db()

    assert (submission.refusal, bytes(submission.body)) == ("unreadable", body)
    assert set(submission.report["format"]) == {"\ufffd"}


@pytest.mark.parametrize("key", ["", "a b", "x" * 81, "\0"])
def test_idempotency_key_out_of_shape_is_refused(evening: Evening, match: Match, key: str) -> None:
    act, game = evening.by(entry_at(match, 0)), game_of(match)

    assert refusal(result_submit, act=act, game_key=game.key, body=b"{}", idempotency_key=key) == "bad_idempotency_key"


def test_oversized_and_empty_bodies_are_refused_before_they_are_kept(evening: Evening, match: Match) -> None:
    with pytest.raises(DomainError) as refused:
        evening.submit(match, b" " * (256 * 1024 + 1))
    assert (refused.value.code, refused.value.status) == ("too_large", 413)
    assert refusal(evening.submit, match=match, body=b" \n") == "empty"
    assert not Submission.objects.exists()


def test_variants_must_be_the_games(evening: Evening, match: Match) -> None:
    record = json.loads(evening.body(match))

    with_a_golden = evening.submit(
        match, json.dumps({**record, "variants": {"golden": {"white": 0, "black": 1}}}).encode()
    )
    plain = evening.submit(match, json.dumps({**record, "edition": "spiel-das-2021", "variants": {}}).encode())

    assert (with_a_golden.accepted, with_a_golden.refusal) == (False, "variants_differ")
    assert (plain.accepted, plain.refusal) == (True, "")


MAGES = {"white": "silas", "black": "bahar"}
CARDS = ["storm", "triumph", "radiance", "truce"]


@pytest.mark.parametrize("kind", ["record", "sheet", "notation"])
def test_game_with_mages_and_duel_cards_counts_however_it_is_handed_in(
    evening: Evening, match: Match, kind: str
) -> None:
    Game.objects.filter(pk=game_of(match).pk).update(variants={"mages": MAGES, "duel_cards": CARDS})
    record = random_body(rng=evening.rng, game=game_of(match))
    document = MAGISTRAR.parse(record)
    assert isinstance(document, Record)
    sheet = encode_document(sheet_of(document, SHIPPED_EDITIONS[document.edition]))
    written = {"record": record, "sheet": sheet, "notation": format_notation(document).encode()}

    submission = evening.submit(match, written[kind])

    assert (submission.refusal, submission.accepted, game_of(match).state) == ("", True, GameState.SUBMITTED)


def test_refused_variants_are_named_with_those_of_the_game(evening: Evening, match: Match) -> None:
    Game.objects.filter(pk=game_of(match).pk).update(variants={"mages": MAGES, "duel_cards": CARDS})
    record = json.loads(random_body(rng=evening.rng, game=game_of(match)))
    record["variants"]["mages"] = {"white": "bahar", "black": "silas"}
    game = game_of(match)

    sentence = refusal_sentence("variants_differ", game, json.dumps(record).encode())

    assert sentence == ("The variants don’t match this game. The mages of this game: White has Silas, Black has Bahar.")


def test_game_in_the_text_notation_counts_as_its_json_does(evening: Evening, match: Match) -> None:
    body = evening.body(match)
    document = MAGISTRAR.parse(body)
    assert isinstance(document, Record)
    evening.submit(match, body)

    written = evening.submit(match, format_notation(document).encode(), position=1)

    assert (written.accepted, written.grade, game_of(match).state) == (True, Grade.RECORD, GameState.AGREED)


def test_finished_event_takes_no_more_results(evening: Evening) -> None:
    event = evening.started(names=("Anna", "Bert"))
    (match,) = evening.publish(event, 1)
    evening.play(match)
    event_finish(act=evening.act(), event=event)

    assert refusal(evening.submit, match=match) == "finished"
    assert refusal(result_reopen, act=evening.act(why="x"), game_key=game_of(match).key) == "finished"


def test_system_actor_has_no_rights_by_itself(evening: Evening, match: Match) -> None:
    act = Act(Actor("system", "anything"), evening.now, evening.ids, "because")

    assert refusal(result_annul, act=act, game_key=game_of(match).key) == "not_your_role"


def test_pairing_undone_while_its_game_is_handed_in_is_named(evening: Evening, match: Match) -> None:
    act = evening.by(entry_at(match, 0))
    looked_up = playable_game(act, game_of(match).key)
    before_the_seats = MatchGame.objects.select_related("game", "match__round__stage__event").get(pk=looked_up.pk)

    round_undo(act=evening.act(why="Paired wrongly."), round_=match.round)

    sent = {"game_key": game_of(match).key, "body": evening.body(match), "idempotency_key": "x"}
    assert refusal(result_submit, act=act, place=looked_up, **sent) == "game_void"
    assert refusal(own_seat, act=act, match_game=before_the_seats) == "game_void"


@pytest.mark.parametrize("what", ["hand in", "dispute"])
def test_event_that_was_finished_while_an_act_waited_keeps_its_results(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The act asks whether the event is over, and waits for the stream while another process finishes it."""
    evening = Evening()
    event = evening.started(NAMES[:2])
    changes = {"unconfirmed_counts": True, "confirm_within_minutes": 0}
    event_settings_change(act=evening.act(why="so"), stage=stage_of(event), changes=changes)
    (match,) = evening.publish(event, 1)
    submission = evening.submit(match)
    asked = hand_in.playable_game

    def asked_and_finished(*arguments: Any) -> MatchGame:
        place = asked(*arguments)
        event_finish(act=evening.act(why="early"), event=event)
        return place

    monkeypatch.setattr(hand_in, "playable_game", asked_and_finished)
    monkeypatch.setattr(confirm, "playable_game", asked_and_finished)
    acts: dict[str, Callable[[], Any]] = {
        "hand in": lambda: evening.submit(match, position=1),
        "dispute": lambda: result_dispute(act=evening.by(entry_at(match, 1), why="no"), submission_key=submission.key),
    }
    with pytest.raises(DomainError, match="so its results can’t be changed"):
        acts[what]()
    assert Fact.objects.filter(stream=event.stream).latest("number").kind == "event.finished"
    assert game_of(match).state == GameState.SUBMITTED
