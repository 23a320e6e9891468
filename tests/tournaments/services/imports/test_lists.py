"""Lists as other programs write them: each becomes entries, whatever its encoding and separators."""

from __future__ import annotations

import pytest

from tests.evening import Evening
from tournaments.selectors.events import stage_of
from tournaments.services.entries.add import entries_add
from tournaments.services.entries.lists.columns import Column, Reading
from tournaments.services.entries.lists.encodings import list_decode
from tournaments.services.entries.lists.read import list_read
from tournaments.services.events.settings import event_settings_change
from tournaments.services.events.start import event_start

CHALLONGE = """\
Participant Name,Seed,Challonge Username,Email,Misc,Checked In,Final Rank
Chloé Dupont,3,chloe,c@example.org,,true,
Anna Berg,1,anna,a@example.org,captain,true,
Can Özdemir,2,,,,false,
"""
TABBYCAT = """\
name,institution,email,pronoun,novice_status,anonymous
Anna Berg,Zauberrunde Köln,a@example.org,she/her,false,false
Can Özdemir,Universität Gent,,,true,false
"""
SWISS_MANAGER = "Nr;Name;FideID;Rtg;Verein\r\n1;Berg, Anna;12345678;1850;SK Köln\r\n2;Özdemir, Can;;1700;\r\n"
RATING_LIST = "Mitglied\tPkt neu\tOrt\tLigawert\nBerg, Anna\t33\tKöln\t1850\nÖzdemir, Can\t12\tGent\t1700\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1", "cp850"])
@pytest.mark.parametrize(
    "text, players",
    [
        (CHALLONGE, [("Anna Berg", None, ""), ("Can Özdemir", None, ""), ("Chloé Dupont", None, "")]),
        (TABBYCAT, [("Anna Berg", None, "Zauberrunde Köln"), ("Can Özdemir", None, "Universität Gent")]),
        (SWISS_MANAGER, [("Anna Berg", 1850, "SK Köln"), ("Can Özdemir", 1700, "")]),
        (f"sep=;\r\n{SWISS_MANAGER}", [("Anna Berg", 1850, "SK Köln"), ("Can Özdemir", 1700, "")]),
    ],
    ids=["challonge", "tabbycat", "semicolons", "excel"],
)
def test_list_of_another_program_is_read(text: str, players: list[tuple[str, int | None, str]], encoding: str) -> None:
    read = list_read(list_decode(text.encode(encoding))[0])
    assert [(player.name, player.rating, player.club) for player in read.players] == players
    assert not read.asked


def test_columns_of_a_rating_list_are_mapped() -> None:
    """Of titles that say nothing each is asked about; what is said is what is read."""
    said = {1: Column.NAME, 2: Column.OTHER, 3: Column.CLUB, 4: Column.RATING}
    read = list_read(RATING_LIST, Reading(columns=said))
    assert [(player.name, player.rating, player.club) for player in read.players] == [
        ("Anna Berg", 1850, "Köln"),
        ("Can Özdemir", 1700, "Gent"),
    ]


def test_seeds_keep_the_lines_numbers_and_those_without_come_last() -> None:
    read = list_read("Name;Seed\nDora;\nBea;#2\nAnna;1\nCora;x\n")
    assert [(player.number, player.name) for player in read.players] == [
        (4, "Anna"),
        (3, "Bea"),
        (2, "Dora"),
        (5, "Cora"),
    ]


@pytest.mark.django_db
def test_seeds_are_the_pairing_numbers_where_entering_decides() -> None:
    evening = Evening()
    event = evening.event(())
    event_settings_change(act=evening.act(), stage=stage_of(event), changes={"seeding": "entry"})
    entries_add(act=evening.act(), stage=stage_of(event), text=CHALLONGE)
    event_start(act=evening.act(), event=event)
    numbered = event.entries.order_by("number").values_list("player__name", flat=True)
    assert list(numbered) == ["Anna Berg", "Can Özdemir", "Chloé Dupont"]
