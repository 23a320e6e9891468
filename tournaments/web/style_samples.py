"""Samples for the style page: what pages show beside forms and tables, each from plain data."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

from django.utils.translation import gettext as _

from games.engine.registry import DEFAULT_JUDGE
from games.enums import GameState
from tournaments.enums import EventState
from tournaments.formats.systems.knockout.advance import Status
from tournaments.selectors.rounds.name_lines import NameLine
from tournaments.services.brackets.view import MatchRow, PlaceRow, SlotRow

NAMES = ("Anna Adler", "Bruno Öztürk-Wackernagel", "Chloé van den Berg", "Dörte Zimmermann")


def hall_lines() -> list[NameLine]:
    """Lines of the hall's screen: settled, not settled, and a bye."""
    states = (GameState.AGREED, GameState.SUBMITTED, GameState.CONFLICTING)
    scores = ("24 : −3", "21 : 10", "")
    lines = [
        NameLine(f"entry000000{n}", NAMES[n], n + 1, "white", n == 0, NAMES[3], "", score, state)
        for n, (state, score) in enumerate(zip(states, scores, strict=True))
    ]
    return [*lines, NameLine("entry0000003", NAMES[3], 4, "", False, "", _("bye"), "")]


def bracket_round(first: int) -> list[SlotRow]:
    """A decided match of a bracket, one that is being played, one that waits, and a bye; the matches' numbers count
    from `first` on."""
    seats = [PlaceRow(n + 1, name, f"player00000{n}", f"entry000000{n}", "", "", False) for n, name in enumerate(NAMES)]
    won = PlaceRow(1, NAMES[0], "player000000", "entry0000000", "", "24", True)
    lost = PlaceRow(2, NAMES[1], "player000001", "entry0000001", "", "−3", False)
    waits = PlaceRow(None, "", "", "", _("Winner of match %(number)d") % {"number": first + 1}, "", False)

    def match(number: int, places: tuple[PlaceRow, PlaceRow], status: Status, live: str = "") -> SlotRow:
        return SlotRow(MatchRow(first + number, 1, places, status, live, "", "", number + 1, 1, "", ()))

    return [
        match(0, (won, lost), Status.DECIDED),
        match(1, (seats[2], seats[3]), Status.READY, "paired"),
        match(2, (seats[0], waits), Status.WAITING),
        SlotRow(bye=seats[3]),
    ]


def event_card() -> SimpleNamespace:
    """An event as lists show it."""
    return SimpleNamespace(
        slug="evening",
        name="Friday evening",
        system=DEFAULT_JUDGE,
        club=SimpleNamespace(name="Zauberrunde"),
        state=EventState.RUNNING,
        round_number=2,
        planned_rounds=5,
        players=14,
        starts_at=datetime(2026, 3, 6, 18, 0, tzinfo=UTC),
        time_zone="Europe/Berlin",
    )
