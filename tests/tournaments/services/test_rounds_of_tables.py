"""Events of rounds of tables by the services, with everything that may happen in between: people come late, leave, are
away, don't show up; results are corrected and annulled; published rounds are taken back."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from magistrar_site.shared.errors import DomainError
from tests.evening import Evening, game_of
from tournaments.enums import ByeKind, EntryState
from tournaments.models import Entry, Event, Match, Round
from tournaments.models.rules import EventRules
from tournaments.selectors.events import stage_of
from tournaments.selectors.stages import scale_of
from tournaments.selectors.standings.tables import lines_of, newest_table
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.states import entry_pause, entry_return, entry_withdraw
from tournaments.services.events.presets import PRESETS, Preset
from tournaments.services.results.rule import result_annul, result_rule
from tournaments.services.rounds.undo import round_undo
from tournaments.services.stages.standings import standings_refresh
from tournaments.services.verify.event import event_verify

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_tables")]

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kim")
PLACINGS = ("1>2>3", "3>1>2", "2>1=3", "1=2>3", "1=2=3", "2>3>1")


@pytest.fixture
def rounds_of_tables(monkeypatch: pytest.MonkeyPatch) -> Preset:
    """The made-up game, which is for three, in rounds of tables."""
    preset = Preset(
        key="toy-rounds",
        name="Rounds of tables of three",
        explanation="The made-up game in rounds of tables.",
        format="tables",
        rules=EventRules(
            edition="toy-1", tie_breaks=("TWON", "SHARE", "TOPP", "TDE", "TSEAT", "LOT"), agreement="half"
        ),
        options={"size": 3, "least": 3, "most": 3, "rounds": 5},
        system="toy",
    )
    monkeypatch.setitem(PRESETS, preset.key, preset)  # type: ignore[arg-type]
    return preset


class Simulated:
    """One event, played at random."""

    def __init__(self, evening: Evening, event: Event, seed: int) -> None:
        self.evening, self.event, self.rng = evening, event, random.Random(seed)

    def rule(self, match: Match) -> None:
        act = self.evening.act(why="Reported at the desk")
        kind = self.rng.choices(("bare", "forfeit", "annulled"), (12, 2, 1))[0]
        if kind == "annulled":
            result_rule(act=act, game_key=game_of(match).key, kind="bare", placing="1>2>3")
            result_annul(act=self.evening.act(why="Wrong game"), game_key=game_of(match).key)
        elif kind == "forfeit":
            placing = self.rng.choice(("3>1", "2>3", "1", ""))
            result_rule(act=act, game_key=game_of(match).key, kind="forfeit", placing=placing)
        else:
            result_rule(act=act, game_key=game_of(match).key, kind="bare", placing=self.rng.choice(PLACINGS))

    def people_come_and_go(self, number: int) -> None:
        active = list(Entry.objects.filter(event=self.event, state=EntryState.ACTIVE).order_by("number"))
        if self.rng.random() < 0.3 and len(active) > 6:
            entry_withdraw(act=self.evening.act(), entry=self.rng.choice(active))
        if self.rng.random() < 0.3:
            entries_add(act=self.evening.act(), stage=stage_of(self.event), text=f"Late {number}")
        for paused in Entry.objects.filter(event=self.event, state=EntryState.PAUSED):
            entry_return(act=self.evening.act(), stage=stage_of(self.event), entry=paused)
        active = list(Entry.objects.filter(event=self.event, state=EntryState.ACTIVE).order_by("number"))
        if self.rng.random() < 0.3 and len(active) > 6:
            entry_pause(act=self.evening.act(), entry=self.rng.choice(active))

    def play(self, number: int) -> None:
        matches = self.evening.publish(self.event, number)
        if self.rng.random() < 0.15:
            round_undo(act=self.evening.act(why="Wrong list"), round_=Round.objects.get(pk=matches[0].round_id))
            matches = self.evening.publish(self.event, number)
        played = [match for match in matches if match.bye == ByeKind.NONE]
        for match in played:
            self.rule(match)
        if self.rng.random() < 0.4:
            act = self.evening.act(why="Counted wrongly")
            result_rule(act=act, game_key=game_of(self.rng.choice(played)).key, kind="bare", placing="2>3>1")


def points(event: Event) -> dict[str, Fraction]:
    """The exact points of the newest table, by name."""
    standings_refresh(event_key=event.key)
    newest = newest_table(event)
    assert newest is not None
    return {row.entry.player.name: Fraction(row.points, scale_of(stage_of(event))) for row in lines_of(newest)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_simulated_event_holds(evening: Evening, rounds_of_tables: Preset, seed: int) -> None:
    rng = random.Random(seed)
    event = evening.started(NAMES[: rng.randint(6, 11)], preset=rounds_of_tables.key)
    simulated = Simulated(evening, event, seed)
    for number in range(1, 6):
        simulated.play(number)
        matches = Match.objects.filter(round__stage__event=event, round__number=number, is_void=False)
        matches = matches.exclude(round__state="undone")
        seated = [seat.entry_id for match in matches for seat in match.seats.filter(is_void=False)]
        assert len(set(seated)) == len(seated)
        assert {match.seats.count() for match in matches if match.bye == ByeKind.NONE} == {3}
        assert all(won >= 0 for won in points(event).values())
        if number < 5:
            simulated.people_come_and_go(number)
    assert str(event_verify(event=event)).startswith("verified ")


def test_points_of_places_and_byes_are_exact(evening: Evening, rounds_of_tables: Preset) -> None:
    """Threes give 2, 1 and 0; the seventh has a bye of a middle place."""
    event = evening.started(NAMES[:7], preset=rounds_of_tables.key)
    first, second, bye = evening.publish(event, 1)
    for match, placing in ((first, "1=2>3"), (second, "1=2=3")):
        act = evening.act(why="Reported at the desk")
        result_rule(act=act, game_key=game_of(match).key, kind="bare", placing=placing)
    shown = points(event)
    in_order = [
        [shown[seat.entry.player.name] for seat in match.seats.order_by("position")] for match in (first, second, bye)
    ]
    assert in_order == [[Fraction(3, 2), Fraction(3, 2), 0], [1, 1, 1], [1]]


def test_too_few_players_are_told(evening: Evening, rounds_of_tables: Preset) -> None:
    event = evening.started(NAMES[:3], preset=rounds_of_tables.key)
    entry_pause(act=evening.act(), entry=Entry.objects.filter(event=event).first())
    with pytest.raises(DomainError) as refused:
        evening.publish(event, 1)
    assert refused.value.code == "tables_too_few"
    assert "Only 2 players are here, and the smallest table has 3." in str(refused.value.message)
