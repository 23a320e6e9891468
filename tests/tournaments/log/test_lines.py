"""The log in words: a sentence for every kind of fact, names for keys, and what the filters leave."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from games.enums import Grade, Role
from games.models import Game
from magistrar_site.shared.models import Fact, FactDetail
from magistrar_site.shared.services.facts import detail_erase
from tests.evening import Evening, entry_at
from tournaments.facts.registry import KINDS
from tournaments.log.lines import Filters, LogLine, actors_of, log_lines, log_of, log_whole, round_names
from tournaments.models import Entry, Event, Match
from tournaments.services.entries.states import entry_remove, entry_withdraw
from tournaments.services.events.settings import event_role_set
from tournaments.services.results.confirm import result_dispute
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.undo import round_undo


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def evening(db: None) -> Evening:
    return Evening()


@pytest.fixture
def event(evening: Evening) -> Event:
    return evening.started(("Anna", "Bert", "Cleo", "Dörte"))


def game_key(match: Match) -> str:
    return Game.objects.get(match_game__match=match).key


def lines(event: Event, **filters: str) -> list[LogLine]:
    return log_lines(event, list(log_of(event, Filters(**filters), newest_first=False)))


def told(event: Event, **filters: str) -> list[tuple[str, str]]:
    return [(line.who, line.sentence) for line in lines(event, **filters)]


def players(match: Match) -> tuple[str, str]:
    return entry_at(match, 0).player.name, entry_at(match, 1).player.name


def named(match: Match) -> str:
    """White – Black, as the log calls a game."""
    game = Game.objects.get(match_game__match=match)
    white, black = sorted(game.seats.all(), key=lambda seat: seat.number)
    return f"{white.player.name} – {black.player.name} (round 1, table {match.table})"


def test_evening_is_told_in_sentences(evening: Evening, event: Event, matches: list[Match]) -> None:
    one, other = players(matches[0])
    submission = evening.submit(matches[0], evening.body(matches[0], Grade.SHEET))
    result_dispute(act=evening.by(entry_at(matches[0], 1), "No"), submission_key=submission.key)
    result_rule(act=evening.act(why="Seen"), game_key=game_key(matches[0]), kind="forfeit", winner="")
    starters = [f"The game {named(match)} was set up; {players(match)[0]} starts." for match in matches]
    assert told(event) == [
        ("organiser", "The event “Evening” was set up."),
        *[("organiser", f"{name} was entered.") for name in ("Anna", "Bert", "Cleo", "Dörte")],
        ("organiser", "The event started with 4 players."),
        ("organiser", "Round 1 was paired as a draft: 2 pairings and byes."),
        ("organiser", "Round 1 was published."),
        *[("organiser", sentence) for sentence in starters],
        (f"{one} (personal link)", f"{one} handed in {named(matches[0])} (sheet)."),
        (f"{one} (personal link)", "Round 1 started."),
        (f"{other} (personal link)", f"{other} disputed the result of {named(matches[0])}."),
        ("organiser", f"Ruled on {named(matches[0])}: everyone forfeits."),
    ]


def test_refused_game_is_told_in_the_words_of_its_system(evening: Evening, event: Event, matches: list[Match]) -> None:
    unfinished = json.loads(evening.body(matches[0]))
    del unfinished["duels"][-1]
    evening.submit(matches[0], json.dumps(unfinished).encode())
    sentence = lines(event, kind="submission.received")[0].sentence
    assert "it was refused: The game isn’t finished: it needs five duels." in sentence


def test_reason_is_shown_until_it_is_erased(evening: Evening, event: Event, matches: list[Match]) -> None:
    result_rule(act=evening.act(why="Seen"), game_key=game_key(matches[0]), kind="bare", winner="")
    (ruled,) = lines(event, kind="game.ruled")
    assert (ruled.why, ruled.is_erased, ruled.game_key) == ("Seen", False, game_key(matches[0]))
    detail_erase(detail=FactDetail.objects.get(field="why", text="Seen"), at=evening.now)
    (ruled,) = lines(event, kind="game.ruled")
    assert (ruled.why, ruled.is_erased) == ("", True)


def test_time_stands_in_the_events_zone(event: Event) -> None:
    assert lines(event)[0].at.isoformat() == "2026-03-06T20:00:00+01:00"


def test_topic_and_kind_narrow_the_log(evening: Evening, event: Event, matches: list[Match]) -> None:
    evening.play(matches[0])
    assert {line.kind for line in lines(event, kind="results")} == {"submission.received", "submission.answered"}
    assert [line.kind for line in lines(event, kind="event.started")] == ["event.started"]
    assert lines(event, kind="nothing") == []


def test_person_finds_what_was_done_by_him_and_about_him_and_his_games(
    evening: Evening, event: Event, matches: list[Match]
) -> None:
    evening.play(matches[0])
    evening.play(matches[1])
    entry = entry_at(matches[0], 1)
    kinds = [line.kind for line in lines(event, person=entry.key)]
    assert kinds == ["entry.added", "game.set_up", "submission.received", "submission.answered"]
    by_account = lines(event, person=f"user:{evening.user.key}")
    assert {line.actor for line in by_account} == {f"user:{evening.user.key}"}
    assert "submission.received" not in {line.kind for line in by_account}
    assert lines(event, person="000000000000") == []


def test_round_finds_its_own_facts_and_those_of_its_games(evening: Evening, event: Event, matches: list[Match]) -> None:
    for match in matches:
        evening.play(match, Grade.SCORE)
    evening.publish(event, 2)
    first, second = lines(event, round="1"), lines(event, round="2")
    assert {line.kind for line in first} >= {"round.drafted", "game.set_up", "submission.received"}
    assert [line.kind for line in second] == ["round.drafted", "round.published", "game.set_up", "game.set_up"]
    assert lines(event, round="1.2") == second
    assert lines(event, round="2.2") == lines(event, round="x") == lines(event, round="99999999999") == []
    assert round_names(event) == ["1", "2"]


def test_undone_round_names_the_games_that_count_no_more(evening: Evening, event: Event, matches: list[Match]) -> None:
    round_undo(act=evening.act(why="Wrong list"), round_=matches[0].round)
    (voided,) = lines(event, kind="games.voided")
    both = "; ".join(named(match) for match in matches)
    assert voided.sentence == f"Games of undone pairings don’t count any more: {both}."
    assert voided in lines(event, round="1")
    assert voided in lines(event, person=entry_at(matches[0], 0).key)


@pytest.mark.parametrize("text", ["doerte", "DÖRTE", "dörte"])
def test_text_finds_names_however_they_are_typed(text: str, event: Event) -> None:
    assert [line.sentence for line in lines(event, text=text)] == ["Dörte was entered."]


@pytest.mark.parametrize("text", ["zu spät", "SPÄT", "spaet", "“sp"])
def test_text_finds_reasons(text: str, evening: Evening, event: Event) -> None:
    entry_withdraw(act=evening.act(why="Kam “spät” und zu spät"), entry=Entry.objects.get(player__name="Anna"))
    assert [line.kind for line in lines(event, text=text)] == ["entry.withdrawn"]


def test_text_finds_a_number_and_nothing_else_that_is_said(event: Event) -> None:
    assert [line.number for line in lines(event, text="3")] == [3]
    assert lines(event, text="no such thing") == []
    assert lines(event, text="%") == []


def test_entry_that_was_taken_off_keeps_its_name(evening: Evening) -> None:
    event = evening.event(("Anna", "Bert"))
    entry_remove(act=evening.act(), entry=Entry.objects.get(event=event, player__name="Anna"))
    assert [line.sentence for line in lines(event, kind="entries")] == [
        "Anna was entered.",
        "Bert was entered.",
        "Anna was taken off the list.",
    ]


@pytest.mark.parametrize(
    "role, sentence",
    [
        (Role.ARBITER, "helper became arbiter of this event."),
        (None, "helper no longer has a role in this event."),
    ],
)
def test_role_is_told_with_the_account(role: Role | None, sentence: str, evening: Evening, event: Event) -> None:
    user = evening.account("helper@example.org")
    event_role_set(act=evening.act(), event=event, email=user.email, role=Role.DESK)
    event_role_set(act=evening.act(), event=event, email=user.email, role=role)
    assert lines(event, kind="event.role_set")[-1].sentence == sentence


def test_unknown_kind_and_odd_payload_are_told_all_the_same(event: Event) -> None:
    odd: dict[str, Any] = {"entry": 5, "game": ["x"], "entries": "y", "winner": {"a": 1}, "kind": []}
    for number, kind in enumerate(["event.of_tomorrow", *KINDS], 1000):
        Fact.objects.create(
            stream_id=event.stream,
            number=number,
            kind=kind,
            payload=odd,
            actor="system:test",
            at=event.starts_at,
            previous="",
            digest=str(number),
        )
    shown = lines(event)
    assert shown[-len(KINDS) - 1].sentence == "event.of_tomorrow"
    assert all(line.sentence for line in shown)


def test_whole_log_is_read_in_pieces(evening: Evening, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.log.lines.CHUNK", 2)
    assert list(log_whole(event, Filters())) == lines(event)


def test_accounts_that_acted_are_listed_once(evening: Evening, event: Event, matches: list[Match]) -> None:
    evening.submit(matches[0])
    assert actors_of(event) == [f"user:{evening.user.key}"]


@pytest.mark.parametrize("played", [1, 2])
def test_lines_cost_the_same_for_one_and_for_more_games(
    played: int, evening: Evening, event: Event, matches: list[Match], django_assert_num_queries: Any
) -> None:
    for match in matches[:played]:
        evening.play(match)
    with django_assert_num_queries(7):
        lines(event)
