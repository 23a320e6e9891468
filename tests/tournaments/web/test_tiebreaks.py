"""Every value of the standings opens to what it is made of, and every column says what it means."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from tests.evening import NAMES, Evening
from tournaments.formats.core.tiebreaks.catalogue import catalogue
from tournaments.formats.core.tiebreaks.value import NO_VALUE
from tournaments.models import Entry, Event, Standing
from tournaments.models.numbers import DEFAULT_SYSTEM, number_columns
from tournaments.selectors.standings.tables import Column, standings_of
from tournaments.services.entries.states import entry_withdraw
from tournaments.services.events.start import event_start
from tournaments.services.stages.standings import standings_refresh
from tournaments.web.tiebreak_words import explained_column

KNOWN = catalogue(number_columns(DEFAULT_SYSTEM))

pytestmark = pytest.mark.django_db


def swiss(evening: Evening, rounds: int = 3, players: int = 7) -> Event:
    event = evening.event(NAMES[:players], preset="swiss-evening")
    event.rules = {**event.rules, "tie_breaks": ["BHC1", "BH", "SB", "PS", "HON", "DE", "LOT"]}
    event.save(update_fields=["rules"])
    event = event_start(act=evening.act(), event=event)
    evening.play_out(event, rounds)
    standings_refresh(event_key=event.key)
    return event


@pytest.mark.parametrize("code", KNOWN)
def test_every_tie_break_has_a_meaning(code: str) -> None:
    about = explained_column(Column(code, KNOWN[code]), "fide-2026")
    assert str(about.meaning)


def test_column_says_modifier_and_year_of_its_rules() -> None:
    about = explained_column(Column("BHC1", KNOWN["BHC1"]), "fide-2024")
    assert about.meaning == explained_column(Column("BH", KNOWN["BH"]), "fide-2024").meaning
    assert str(about.modifier) == "Cut 1: the lowest contribution is left out (C.07 14.1)."
    assert (about.rules, about.source) == ("by FIDE’s rules for tie-breaks of 1 August 2024 (C.07)", "C.07 8.1, 14.1")
    assert explained_column(Column("HON", KNOWN["HON"]), "fide-2026").rules == "a rule of this service for Magistrar"
    assert explained_column(Column("STA", KNOWN["STA"]), "fide-2026").rules == "a rule of this service"


def test_values_in_the_table_lead_to_their_parts(evening: Evening, client: Client) -> None:
    event = swiss(evening)
    page = client.get(f"/events/{event.slug}/standings/").content.decode()
    entry = Entry.objects.filter(event=event).earliest("number")
    assert f'href="/events/{event.slug}/standings/{entry.key}/?round=3#BHC1"' in page
    assert "by FIDE’s rules for tie-breaks of 1 March 2026 (C.07)" in page


def test_parts_add_up_to_the_value_and_say_what_was_cut(evening: Evening, client: Client) -> None:
    event = swiss(evening)
    for row in Standing.objects.filter(table__stage__event=event, table__after_round=3).select_related("entry"):
        response = client.get(f"/events/{event.slug}/standings/{row.entry.key}/?round=3")
        values = {value["about"].column.code: value for value in response.context["values"]}
        assert [values[code]["text"] for code in ("BHC1", "BH", "SB", "PS", "HON")] == row.values[:5]
        for code in ("BHC1", "BH", "SB", "PS"):
            counted = [float(item.part.amount) for item in values[code]["parts"] if not item.cut]
            assert sum(counted) == float(values[code]["text"]), code
        assert sum(bool(item.cut) for item in values["BHC1"]["parts"]) == 1
        assert "left out" in response.content.decode()


def test_opponents_are_named_and_lead_to_their_own_line(evening: Evening, client: Client) -> None:
    event = swiss(evening, players=8)
    row = Standing.objects.filter(table__stage__event=event, table__after_round=3, rank=1).earliest("pk")
    response = client.get(f"/events/{event.slug}/standings/{row.entry.key}/")
    buchholz = next(value for value in response.context["values"] if value["about"].column.code == "BH")
    assert len(buchholz["parts"]) == 3
    page = response.content.decode()
    for item in buchholz["parts"]:
        assert (
            f'href="/events/{event.slug}/standings/{item.part.opponent_key}/?round=3">{item.part.opponent}</a>' in page
        )


def test_line_after_an_earlier_round_is_as_it_stood_then(evening: Evening, client: Client) -> None:
    event = swiss(evening)
    row = Standing.objects.filter(table__stage__event=event, table__after_round=1).first()
    assert row is not None
    line = client.get(f"/events/{event.slug}/standings/{row.entry.key}/?round=1").context["line"]
    assert (line.table.after_round, line.row.points) == (1, row.points)


def test_round_not_played_is_explained(evening: Evening, client: Client) -> None:
    event = swiss(evening)
    bye = Entry.objects.filter(seats__match__bye="pairing_bye", event=event).first()
    assert bye is not None
    page = client.get(f"/events/{event.slug}/standings/{bye.key}/").content.decode()
    assert "round not played: counted by the player’s own score (C.07 16.4)" in page


@pytest.mark.parametrize("address", ["standings/nobody000000/", "standings/{entry}/?round=9"])
def test_line_that_is_not_there_is_not_found(address: str, evening: Evening, client: Client) -> None:
    event = swiss(evening, rounds=1)
    entry = Entry.objects.filter(event=event).earliest("number")
    assert client.get(f"/events/{event.slug}/{address.format(entry=entry.key)}").status_code == 404


def test_hidden_name_of_an_opponent_stays_hidden(evening: Evening, client: Client) -> None:
    event = swiss(evening, rounds=1, players=2)
    hidden, other = Entry.objects.filter(event=event).order_by("number")
    hidden.player.hides_name = True
    hidden.player.save(update_fields=["hides_name"])
    page = client.get(f"/events/{event.slug}/standings/{other.key}/").content.decode()
    assert hidden.player.public_name in page
    assert hidden.player.name not in page


def test_tie_break_that_nobody_has_a_value_of_is_no_column(evening: Evening) -> None:
    event = swiss(evening, players=6)
    table = standings_of(event)
    assert table is not None
    place = [column.code for column in table.columns].index("DE")
    bare = [replace(row, values=(*row.values[:place], NO_VALUE, *row.values[place + 1 :])) for row in table.rows]
    left = replace(bare[-1], values=(), is_counted=False)
    shown = replace(table, rows=(*bare, left)).without_empty_columns()
    assert [column.code for column in shown.columns] == ["BHC1", "BH", "SB", "PS", "HON", "LOT"]
    assert [row.values for row in shown.rows[:-1]] == [
        (*row.values[:place], *row.values[place + 1 :]) for row in table.rows
    ]
    some = replace(table, rows=(replace(bare[0], values=("1",) * len(table.columns)), *bare[1:]))
    assert some.without_empty_columns().columns == table.columns


def test_early_withdrawal_stays_visible_without_counting(evening: Evening, client: Client) -> None:
    event = evening.started(NAMES[:6])
    evening.play_out(event, 2)
    leaver = Entry.objects.filter(event=event).earliest("number")
    entry_withdraw(act=evening.act(), entry=leaver)
    standings_refresh(event_key=event.key)
    page = client.get(f"/events/{event.slug}/standings/").content.decode()
    assert page.count("left early, doesn’t count") == 1
    line = client.get(f"/events/{event.slug}/standings/{leaver.key}/").content.decode()
    assert "these games don’t count for anybody" in line
    cross = client.get(f"/events/{event.slug}/crosstable/")
    uncounted = [row.name for row in cross.context["rows"] if not row.is_counted]
    assert uncounted == [leaver.player.name]
    assert "left early, doesn’t count" in cross.content.decode()
