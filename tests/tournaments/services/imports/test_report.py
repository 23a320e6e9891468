"""A tournament report file becomes an event."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from games.services.players import player_create
from magistrar_site.shared.errors import DomainError, NotAllowed
from tests.evening import Evening
from tournaments.models import Event, Stage
from tournaments.selectors.events import entries_of, stage_of
from tournaments.services.entries.lists.player_list import in_order
from tournaments.services.events.finish import event_finish
from tournaments.services.imports import report
from tournaments.services.imports.report import report_bring_in, report_look
from tournaments.services.simulate.event import event_simulate
from tournaments.services.simulate.world import Plan
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.trf.report import trf_report
from tournaments.services.verify.event import event_verify
from tournaments.trf import read_trf
from tournaments.trf.document import Dialect, Document

pytestmark = pytest.mark.django_db
SMALL = """\
012 Winter cup
042 2025/12/06
XXR 3
001    1 m    Berg, Anna                        1850 GER                         2.5    1     4 w 1     2 b =     3 w +
001    2 w    Özdemir, Can                      1700                             1.5    2     3 w 0     1 w =  0000 - F
001    3      Chen, Li                          1600                             1.0    3     2 b 1     4 w -     1 b -
001    4      Dupont, Chloé                     1500                             1.0    4     1 b 0     3 b +  0000 - Z
"""


def crosstable(document: Document) -> dict[str, list[tuple[Any, ...]]]:
    """By name: whom each met in each round, who started, and how it ended; rated or not is no matter of an event."""
    names = {player.number: player.name for player in document.players}
    return {
        player.name: [
            (names.get(entry.opponent or 0), entry.colour, entry.result)
            for entry in player.rounds[: document.rounds_paired]
        ]
        + [("points", player.points)]
        for player in document.players
    }


def exported(event: Event) -> Document:
    standings_refresh(event_key=event.key)
    return read_trf(trf_report(stage_of(event), Dialect.TRF26))


def test_players_rounds_and_results_are_there() -> None:
    evening = Evening()
    event = report_bring_in(act=evening.act(), club_slug=evening.club.slug, text=SMALL)
    assert (event.name, f"{event.starts_at:%Y-%m-%d}", event.pool) == ("Winter cup", "2025-12-06", "")
    assert [(entry.number, entry.player.name, entry.rating) for entry in entries_of(event).order_by("number")] == [
        (1, "Anna Berg", 1850),
        (2, "Can Özdemir", 1700),
        (3, "Li Chen", 1600),
        (4, "Chloé Dupont", 1500),
    ]
    said, found = crosstable(read_trf(SMALL)), crosstable(exported(event))
    assert {
        in_order(name): [(in_order(row[0]) if row[0] and "," in row[0] else row[0], *row[1:]) for row in rows]
        for name, rows in said.items()
    } == found
    assert str(event_verify(event=event)).startswith("verified ")
    event = event_finish(act=evening.act(why="As it was."), event=event)
    assert str(event_verify(event=event)).startswith("verified ")


PLANS = [
    Plan(format=kind, players=players, seed=seed, rounds=rounds)
    for seed in range(3)
    for kind, players, rounds in (("swiss", 9, 4), ("swiss", 14, 5), ("round_robin", 6, 0), ("round_robin", 5, 0))
]


@pytest.mark.slow
@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.format}-{plan.players}-{plan.seed}")
def test_event_that_goes_out_comes_in_the_same(plan: Plan) -> None:
    world = event_simulate(plan)
    text = trf_report(Stage.objects.get(event=world.event), Dialect.TRF26)
    document = read_trf(text)
    if document.abnormal or document.annulled:
        pytest.skip("points by hand and annulled games aren't brought in")
    choices = dict.fromkeys(range(1, len(document.players) + 1), "new")
    event = report_bring_in(act=world.act(), club_slug=world.event.club.slug, text=text, choices=choices)
    assert crosstable(exported(event)) == crosstable(document)
    verdict = event_verify(event=event)
    assert verdict.holds, str(verdict)


def test_known_players_are_asked_about_and_nothing_stays_of_a_look() -> None:
    evening = Evening()
    known = player_create(act=evening.act(), name="Anna Berg", club=evening.club)
    look = report_look(act=evening.act(), club_slug=evening.club.slug, text=SMALL, name="Cup of clubs")
    assert (look.name, look.report.games, look.report.byes, look.report.forfeits) == ("Cup of clubs", 5, 2, 2)
    assert [(line.number, line.name, line.player_keys) for line in look.preview.lines][:2] == [
        (1, "Anna Berg", (known.key,)),
        (2, "Can Özdemir", ()),
    ]
    assert not Event.objects.exists()
    event = report_bring_in(act=evening.act(), club_slug=evening.club.slug, text=SMALL, choices={2: "new"})
    assert entries_of(event).get(number=1).player.key == known.key


@pytest.mark.parametrize(
    "before, after, code, where",
    [
        ("001    2 w", "001    7 w", "report_unreadable", "Line 5, column 5"),
        ("     2 b =", "     2 b 1", "report_unreadable", "Line "),
        ("1.5    2", "2.5    2", "report_unreadable", "Line 5"),
        ("     4 w 1     2 b =     3 w +", "     4 w       2 b =     3 w +", "report_unreadable", "Line "),
        ("001 ", "002 ", "report_empty", "001"),
    ],
)
def test_what_can_not_be_read_is_told_by_line(before: str, after: str, code: str, where: str) -> None:
    evening = Evening()
    with pytest.raises(DomainError) as refused:
        report_bring_in(act=evening.act(), club_slug=evening.club.slug, text=SMALL.replace(before, after))
    assert refused.value.code == code
    assert where in str(refused.value.message)
    assert not Event.objects.exists()


def test_nobody_may_be_left_out() -> None:
    evening = Evening()
    with pytest.raises(DomainError, match="players_missing"):
        report_bring_in(act=evening.act(), club_slug=evening.club.slug, text=SMALL, choices={3: "skip"})


def test_only_those_who_set_events_up_bring_one_in() -> None:
    evening = Evening()
    other = evening.by_user(evening.account("other@example.org"))
    for act_on in (report_look, report_bring_in):
        with pytest.raises(NotAllowed):
            act_on(act=other, club_slug=evening.club.slug, text=SMALL)


def test_too_many_are_refused_before_anything_is_made() -> None:
    evening = Evening()
    text = "".join(f"001 {number:4}      {f'Player {number}':33} 1500\n" for number in range(1, 202))
    with pytest.raises(DomainError, match="report_too_large"):
        report_look(act=evening.act(), club_slug=evening.club.slug, text=text)


def everybody_meets(players: int, rounds: int) -> str:
    """A file of a Swiss event in which number 1 meets number 2 again and again, and so on."""
    lines = ["012 Large"]
    for number in range(1, players + 1):
        other = number + 1 if number % 2 else number - 1
        games = "".join(f"  {other:4} {'w' if number % 2 else 'b'} =" for _round in range(rounds))
        lines.append(f"001 {number:4} m    {f'Player {number}':33} 1500{rounds / 2:32.1f} {number:4}{games}")
    return "\n".join(lines) + "\n"


def test_limits_are_those_of_what_can_be_brought_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it is one transaction, in which SQLite lets nobody else write."""
    evening = Evening()
    act, slug = evening.act(), evening.club.slug
    with pytest.raises(DomainError) as refused:
        report_look(act=act, club_slug=slug, text=everybody_meets(2, 31))
    assert (refused.value.code, "30 rounds" in str(refused.value.message)) == ("report_too_large", True)
    monkeypatch.setattr(report, "MOST_GAMES", {connection.vendor: 4})
    assert report_look(act=act, club_slug=slug, text=everybody_meets(2, 4)).report.games == 4
    with pytest.raises(DomainError, match="report_too_large"):
        report_bring_in(act=act, club_slug=slug, text=everybody_meets(2, 5))
    monkeypatch.setattr(report, "MOST_SECONDS", {connection.vendor: 0})
    with pytest.raises(DomainError, match="report_slow"):
        report_bring_in(act=act, club_slug=slug, text=everybody_meets(2, 4))
    assert not Event.objects.exists()
