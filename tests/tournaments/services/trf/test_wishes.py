"""The organiser's report holds everything that a round is paired by: the commands pair it as the event does."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Player
from magistrar_site.shared.errors import DomainError, NotAllowed
from tests.evening import NAMES, Evening, entry_at, game_of
from tests.extent import sampled
from tournaments.models import Entry, Event, Match, Round
from tournaments.selectors.events import stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.states import entry_pause, entry_return, entry_withdraw
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start
from tournaments.services.results.rule import result_annul, result_rule
from tournaments.services.rounds.byes import bye_request
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish
from tournaments.services.rounds.seating import pair_join, pair_separate
from tournaments.services.trf.report import FOR_ALL, trf_report, trf_report_full
from tournaments.services.trf.wishes import groups_of
from tournaments.trf import read_trf, write_trf
from tournaments.trf.conversion import absent_from, pairs_in
from tournaments.trf.document import NOWHERE, AnnouncedByes, AnnulledGame, Dialect, ForbiddenGroup, Result

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

BOTH = pytest.mark.parametrize("dialect", Dialect)
ROUNDS = 4


def swiss(evening: Evening, players: int = 8, **changes: Any) -> Event:
    event = evening.event(NAMES[:players], preset="swiss-evening")
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"options": {"rounds": ROUNDS}, **changes})
    event.refresh_from_db()
    return event_start(act=evening.act(), event=event)


def numbered(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("event", "player").get(event=event, number=number)


def said(command: str, path: Path) -> list[str]:
    out = io.StringIO()
    call_command(command, str(path), stdout=out)
    return out.getvalue().splitlines()


def system_lines(round_: Round) -> list[str]:
    """The round's own pairing as `trf_pair` prints it."""
    numbers = dict(Entry.objects.filter(event=round_.stage.event).values_list("key", "number"))
    pairs = [[numbers[key] for key in pair["entries"]] for pair in round_.engine]
    return [str(len(pairs)), *(f"{pair[0]} {pair[1] if len(pair) > 1 else 0}" for pair in pairs)]


def play(evening: Evening, matches: list[Match], rng: random.Random) -> None:
    for match in matches:
        if not match.bye:
            act, key = evening.act(why="Seen."), game_of(match).key
            result_rule(act=act, game_key=key, kind="bare", winner=rng.choice(["white", "black", ""]))


def incidents(evening: Evening, event: Event, number: int, rng: random.Random) -> Iterator[Callable[[], Any]]:
    """The incidents before a round is paired."""
    act = evening.act(why="So it is.")
    entries = list(Entry.objects.filter(event=event).select_related("event", "player").order_by("number"))
    one, other = rng.sample(entries, 2)
    first, second = one.key, other.key
    for kind in ("half_bye", "zero_bye", "full_bye"):
        asked = {"stage": stage_of(event), "entry": one, "kind": kind}
        yield lambda asked=asked: bye_request(act=act, number=rng.randint(number, ROUNDS), **asked)
    for how in ("forbidden", "avoided"):
        yield lambda how=how: pair_separate(act=act, event=event, first=first, second=second, how=how)
    yield lambda: pair_join(act=act, event=event, first=first, second=second)
    yield lambda: entry_pause(act=act, entry=one)
    yield lambda: entry_return(act=act, stage=stage_of(other.event), entry=other)
    yield lambda: entry_withdraw(act=act, entry=one)
    yield lambda: entries_add(act=act, stage=stage_of(event), text=f"Late {number}")
    played = Match.objects.filter(round__stage__event=event, round__number=number - 1, bye="").order_by("table").first()
    if played is not None:
        yield lambda: result_annul(act=act, game_key=game_of(played).key)


@pytest.mark.parametrize("seed", sampled(range(8), 2))
def test_report_of_any_event_is_paired_as_the_event_is(seed: int, evening: Evening, tmp_path: Path) -> None:
    rng = random.Random(seed)
    event = swiss(
        evening,
        rng.choice([7, 8]),
        options={"rounds": ROUNDS, "acceleration": ["baku", "none"][seed % 2]},
        same_club=["", "avoided", "forbidden"][seed % 3],
        late_entry=rng.choice(["zero", "half"]),
    )
    Player.objects.filter(entries__event=event, entries__number__gt=4).update(club=None)
    Player.objects.filter(entries__event=event, entries__number=rng.randint(2, 4)).update(club=None)
    for number in range(1, ROUNDS + 1):
        for happens in rng.sample(list(incidents(evening, event, number, rng)), 4):
            with suppress(DomainError):  # not now, or not twice
                happens()
        reports = {
            dialect: trf_report_full(act=evening.act(), stage=stage_of(event), dialect=dialect) for dialect in Dialect
        }
        for dialect, text in reports.items():
            (tmp_path / f"{dialect.value}.trf").write_bytes(text.encode())
        try:
            draft = round_pair(act=evening.act(why="Go on."), stage=stage_of(event), number=number)
        except DomainError:
            for dialect in Dialect:
                with pytest.raises(CommandError, match="no legal pairing"):
                    said("trf_pair", tmp_path / f"{dialect.value}.trf")
            break
        for dialect in Dialect:
            assert said("trf_pair", tmp_path / f"{dialect.value}.trf") == system_lines(draft), (dialect, number)
        round_publish(act=evening.act(), round_=draft)
        play(evening, list(Match.objects.filter(round=draft)), rng)
    for dialect in Dialect:
        path = tmp_path / f"{dialect.value}.trf"
        path.write_bytes(trf_report_full(act=evening.act(), stage=stage_of(event), dialect=dialect).encode())
        lines = said("trf_check", path)
        assert [line.rpartition(": ")[2] for line in lines] == ["same"] * len(lines)


def report(evening: Evening, event: Event, dialect: Dialect) -> str:
    return trf_report_full(act=evening.act(), stage=stage_of(event), dialect=dialect)


@BOTH
def test_byes_of_later_rounds_are_for_the_staff(dialect: Dialect, evening: Evening) -> None:
    event = swiss(evening)
    for number, kind in ((1, "half_bye"), (3, "half_bye"), (4, "zero_bye")):
        bye_request(act=evening.act(), stage=stage_of(event), entry=numbered(event, 2), number=number, kind=kind)
    read = read_trf(report(evening, event, dialect))
    later = {AnnouncedByes(Result.HALF_BYE, 3, (2,)), AnnouncedByes(Result.ZERO_BYE, 4, (2,))}
    assert {replace(byes, place=NOWHERE) for byes in read.byes if byes.round > 1} == later
    assert absent_from(read, 1) == {2}
    public = trf_report(stage_of(event), dialect)
    assert read_trf(public).byes == ()
    assert absent_from(read_trf(public), 1) == set()
    assert f"### {FOR_ALL}" in public.splitlines()


@BOTH
def test_pairs_kept_apart_are_for_the_staff_and_by_round(dialect: Dialect, evening: Evening) -> None:
    """A pair that met before it was kept apart met by the rules of then."""
    event = swiss(evening)
    keys = [numbered(event, number).key for number in range(1, 9)]
    pair_separate(act=evening.act(), event=event, first=keys[0], second=keys[4], how="avoided")
    play(evening, evening.publish(event, 1), random.Random(1))
    pair_join(act=evening.act(), event=event, first=keys[0], second=keys[4])
    pair_separate(act=evening.act(), event=event, first=keys[1], second=keys[2], how="forbidden")
    read = read_trf(report(evening, event, dialect))
    assert [pairs_in(read.avoided, number) for number in (1, 2)] == [{frozenset({1, 5})}, set()]
    assert [pairs_in(read.forbidden, number) for number in (1, 2, 4)] == [
        set(),
        {frozenset({2, 3})},
        {frozenset({2, 3})},
    ]
    public = read_trf(trf_report(stage_of(event), dialect))
    assert (public.forbidden, public.avoided) == ((), ())


@BOTH
def test_players_of_one_club_are_one_line(dialect: Dialect, evening: Evening) -> None:
    event = swiss(evening, same_club="avoided")
    Player.objects.filter(entries__event=event).exclude(entries__number__in=[2, 3, 7]).update(club=None)
    assert "MGA 001 999    2    3    7" in report(evening, event, dialect).splitlines()


@BOTH
def test_virtual_points_of_the_group_that_started_are_in_every_report(dialect: Dialect, evening: Evening) -> None:
    event = swiss(evening, options={"rounds": ROUNDS, "acceleration": "baku"}, late_entry="zero")
    play(evening, evening.publish(event, 1), random.Random(1))
    entries_add(act=evening.act(), stage=stage_of(event), text="Ida\nJan\nKim")
    for text in (report(evening, event, dialect), trf_report(stage_of(event), dialect)):
        points = {player.number: player.acceleration for player in read_trf(text).players}
        assert points == {number: (2, 1) if number <= 4 else () for number in range(1, 12)}


@BOTH
def test_annulled_game_is_an_unplayed_round_of_both(dialect: Dialect, evening: Evening, tmp_path: Path) -> None:
    event = swiss(evening, 4)
    matches = evening.publish(event, 1)
    play(evening, matches, random.Random(1))
    result_annul(act=evening.act(why="Wrong edition."), game_key=game_of(matches[0]).key)
    two = [entry_at(matches[0], position).number for position in (0, 1)]
    for text in (report(evening, event, dialect), trf_report(stage_of(event), dialect)):
        players = {player.number: player for player in read_trf(text).players}
        assert [players[number or 0].rounds[0].result for number in two] == [Result.ZERO_BYE] * 2
        assert [players[number or 0].points for number in two] == [0, 0]
        assert read_trf(text).annulled == (AnnulledGame(1, two[0] or 0, two[1] or 0),)
        assert [line for line in write_trf(read_trf(text)).splitlines() if line not in text.splitlines()] == []
        path = tmp_path / "annulled.trf"
        path.write_bytes(text.encode())
        assert said("trf_check", path) == [f"{path} round 1: same"]
    result_annul(act=evening.act(why="Wrong edition."), game_key=game_of(matches[1]).key)
    assert read_trf(trf_report(stage_of(event), dialect)).rounds_paired == 1


def test_full_report_is_for_the_staff(evening: Evening, client: Client) -> None:
    event = swiss(evening)
    player = numbered(event, 1).player
    player.hides_name = True
    player.save(update_fields=["hides_name"])
    with pytest.raises(NotAllowed):
        trf_report_full(act=evening.by(numbered(event, 1)), stage=stage_of(event), dialect=Dialect.TRF26)
    text = report(evening, event, Dialect.TRF26)
    assert read_trf(text).players[0].name == player.name
    address, organiser = f"/events/{event.slug}/manage/trf-26/", evening.browser()
    assert organiser.get(address).content.decode("utf-8-sig") == text
    assert f'href="{address}"' in organiser.get(f"/events/{event.slug}/manage/wishes/").content.decode()
    assert organiser.get(f"/api/v1/events/{event.slug}/trf/?full=true").content.decode() == text
    assert client.get(address).status_code == 302  # to sign in
    assert client.get(f"/api/v1/events/{event.slug}/trf/?full=true").status_code in {401, 403}
    assert evening.browser(evening.account("guest@example.org")).get(address).status_code == 403


def test_pairs_by_round_are_few_groups() -> None:
    club = frozenset(frozenset(pair) for pair in combinations((1, 4, 6, 9), 2))
    other = frozenset({frozenset({1, 2})})
    groups = groups_of([club, club | other, other])
    assert groups == (ForbiddenGroup((1, 4, 6, 9), 1, 2), ForbiddenGroup((1, 2), 2, None))
    assert groups_of([frozenset()]) == ()
