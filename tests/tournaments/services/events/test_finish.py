"""Finishing: when an event is over, its final ranking, and who wins the prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.selectors.facts import facts_of
from tests.evening import Evening, entry_at
from tournaments.enums import EventState
from tournaments.models import Entry, Event, PrizeCategory, Round, Stage
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.events.finish import event_finish
from tournaments.services.events.prizes import RankedForPrize, prize_add, prize_lists, prize_remove
from tournaments.services.results.rule import result_rule
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.undo import round_undo
from tournaments.services.verify.event import event_verify

pytestmark = pytest.mark.django_db


def refusal(service: Callable[..., Any], **arguments: Any) -> str:
    with pytest.raises(DomainError) as caught:
        service(**arguments)
    return caught.value.code


def final_fact(event: Event) -> dict[str, Any]:
    return dict(next(fact.payload for fact in facts_of(event.stream) if fact.kind == "event.finished"))


def ruled_round(evening: Evening, event: Event, number: int) -> None:
    """A round in which the lower pairing number always wins."""
    for match in evening.publish(event, number):
        if match.bye:
            continue
        game, (white, black) = match.games.get().game, (entry_at(match, position) for position in (0, 1))
        winner = "white" if (white.number or 0) < (black.number or 0) else "black"
        result_rule(act=evening.act(why="seen"), game_key=game.key, kind="bare", winner=winner)


def is_finished(evening: Evening, event: Event) -> bool:
    """Try to finish; anything but rounds that are missing is an error."""
    try:
        event_finish(act=evening.act(), event=event)
    except DomainError as error:
        if error.code != "rounds_missing":
            raise
        return False
    return True


@pytest.mark.parametrize(
    "preset, players, places",
    [
        ("knockout", 4, [1, 2, 3, 4]),
        ("knockout", 6, [1, 2, 3, 4, 5, 5]),
        ("double-elimination", 4, [1, 2, 3, 4]),
    ],
)
def test_bracket_is_ranked_by_how_far_everybody_came(
    evening: Evening, preset: str, players: int, places: list[int]
) -> None:
    event = evening.started(tuple(f"Player {number}" for number in range(players)), preset=preset)
    planned, number = Stage.objects.get(event=event).planned_rounds, 0
    while True:
        number += 1
        ruled_round(evening, event, number)
        if is_finished(evening, event):
            break
    numbers = dict(Entry.objects.filter(event=event).values_list("key", "number"))
    ranking = [(row["rank"], numbers[row["entry"]]) for row in final_fact(event)["ranking"]]
    assert ranking == list(zip(places, range(1, players + 1), strict=True))
    # A reset of the grand final that wasn't needed is left out.
    assert number == (planned - 1 if preset == "double-elimination" else planned)


def test_undecided_bracket_cannot_be_finished_even_with_a_reason(evening: Evening) -> None:
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"), preset="knockout")
    ruled_round(evening, event, 1)
    assert refusal(event_finish, act=evening.act(why="late"), event=event) == "rounds_missing"
    evening.publish(event, 2)
    assert refusal(event_finish, act=evening.act(why="late"), event=event) == "results_missing"


def test_rounds_may_be_left_out_with_a_reason(evening: Evening) -> None:
    event = evening.started(("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz"), preset="swiss-evening")
    ruled_round(evening, event, 1)
    assert refusal(event_finish, act=evening.act(), event=event) == "rounds_missing"
    draft = round_pair(act=evening.act(), stage=stage_of(event), number=2)
    assert refusal(event_finish, act=evening.act(why="The hall closes"), event=event) == "draft_open"
    draft.delete()
    assert event_finish(act=evening.act(why="The hall closes"), event=event).state == EventState.FINISHED
    assert Round.objects.get().state == "closed"


def test_undone_round_stays_undone_when_the_event_is_finished(evening: Evening) -> None:
    event = evening.started(("Anna", "Bert"))
    round_undo(act=evening.act(), round_=evening.publish(event, 1)[0].round)
    evening.play_out(event, 1)
    event_finish(act=evening.act(), event=event)
    assert [row.state for row in Round.objects.order_by("pk")] == ["undone", "closed"]
    assert len(matches_of(Round.objects.get(state="closed"))) == 1


def test_prizes_go_to_the_best_of_each_category(evening: Evening) -> None:
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"), preset="swiss-evening")
    entries = list(Entry.objects.filter(event=event).order_by("number"))
    for entry, rating in zip(entries, (2000, 1700, 1500, 1400), strict=True):
        Entry.objects.filter(pk=entry.pk).update(rating=rating)
    best = prize_add(act=evening.act(), event=event, name="Under 1800", places=2, rating_below=1800)
    guests = prize_add(act=evening.act(), event=event, name="Club", club_slug=evening.club.slug, rating_from=1500)
    gone = prize_add(act=evening.act(), event=event, name="Nobody")
    for _ in range(2):
        prize_remove(act=evening.act(), event=event, key=gone.key)
    for number in range(1, Stage.objects.get(event=event).planned_rounds + 1):
        ruled_round(evening, event, number)
    event_finish(act=evening.act(), event=event)

    keys = [entry.key for entry in entries]
    said = {
        row["prize"]: [(place["place"], place["entry"]) for place in row["places"]]
        for row in final_fact(event)["prizes"]
    }
    assert said[guests.key] == [(1, keys[0])]
    assert next(key for _place, key in said[best.key]) == keys[1]
    assert keys[0] not in [key for _place, key in said[best.key]]
    assert set(said) == {best.key, guests.key}


def test_shared_rank_shares_the_prize(evening: Evening) -> None:
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"))
    prize_add(act=evening.act(), event=event, name="Best two", places=2)
    one, two, three, four = Entry.objects.filter(event=event).order_by("number").select_related("player")
    ranked = [RankedForPrize(rank, 0, entry) for rank, entry in ((1, one), (2, two), (2, three), (4, four))]
    (said,) = prize_lists(event, ranked)
    assert said["places"] == [
        {"place": 1, "entry": one.key},
        {"place": 2, "entry": two.key},
        {"place": 2, "entry": three.key},
    ]


def test_prize_money_is_shared_and_fixed_with_the_ranking(evening: Evening) -> None:
    event = evening.started(("Anna", "Bert", "Cleo", "Dora"))
    amounts = [5000, 3001, 2000]
    prize = prize_add(act=evening.act(), event=event, name="Main", amounts=amounts)
    assert (prize.places, prize_add(act=evening.act(), event=event, name="Main", amounts=amounts)) == (3, prize)
    by_rank = prize_add(act=evening.act(), event=event, name="Main", amounts=amounts, sharing="rank")
    one, two, three, four = Entry.objects.filter(event=event).order_by("number").select_related("player")
    lines = ((1, 6, one), (2, 4, two), (3, 4, three), (4, 4, four))
    ranked = [RankedForPrize(rank, points, entry) for rank, points, entry in lines]
    said = {row["prize"]: [place["cents"] for place in row["places"]] for row in prize_lists(event, ranked)}
    assert said == {prize.key: [5000, 1667, 1667, 1667], by_rank.key: [5000, 3001, 2000]}
    in_bracket = [RankedForPrize(row.rank, None, row.entry) for row in ranked]
    said = {row["prize"]: [place["cents"] for place in row["places"]] for row in prize_lists(event, in_bracket)}
    assert said[prize.key] == [5000, 3001, 2000]
    assert event_verify(event=event).holds


@pytest.mark.parametrize(
    "wrong, code",
    [
        ({"name": ""}, "no_such_name"),
        ({"amounts": [0]}, "no_such_amount"),
        ({"amounts": [-1]}, "no_such_amount"),
        ({"amounts": [100], "currency": "euro"}, "no_such_amount"),
        ({"name": "x" * 81}, "no_such_name"),
        ({"places": 0}, "no_such_places"),
        ({"rating_below": 10**9}, "no_such_rating"),
        ({"club_slug": "nowhere"}, "no_such_club"),
    ],
)
def test_prizes_that_cannot_be_are_refused(evening: Evening, wrong: dict[str, Any], code: str) -> None:
    event = evening.event(("Anna", "Bert"))
    assert refusal(prize_add, act=evening.act(), event=event, **{"name": "Best", **wrong}) == code
    assert not PrizeCategory.objects.exists()
    assert refusal(prize_add, act=evening.by(entry_of(event)), event=event, name="Best") == "sign_in"


def entry_of(event: Event) -> Entry:
    return Entry.objects.filter(event=event)[0]
