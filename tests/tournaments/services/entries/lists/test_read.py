"""Lists of players as people have them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrar_site.shared.csv_cells import csv_text
from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name
from tests.extent import examples
from tournaments.services.entries.lists.columns import Column, Reading, Years
from tournaments.services.entries.lists.encodings import Encoding, list_decode
from tournaments.services.entries.lists.player_list import ListedPlayer
from tournaments.services.entries.lists.read import list_read


def read(text: str) -> list[tuple[str, int | None, str]]:
    return [(player.name, player.rating, player.club) for player in list_read(text).players]


def test_names_are_read_one_a_line_without_their_numbers_and_bullets() -> None:
    text = "1. Anna\n2) Bert Groß\n\n- Cleo\n   \n• Dörte  von   Ahn\n10: Erik\n03 Fritz\nGregor (1700)\n1700 Hans"
    assert list_read(text).players == (
        ListedPlayer(1, "Anna"),
        ListedPlayer(2, "Bert Groß"),
        ListedPlayer(4, "Cleo"),
        ListedPlayer(6, "Dörte von Ahn"),
        ListedPlayer(7, "Erik"),
        ListedPlayer(8, "Fritz"),
        ListedPlayer(9, "Gregor", 1700),
        ListedPlayer(10, "Hans", 1700),
    )


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize(
    "heads", [("Name", "Rating", "Club"), ("SPIELER", "Wertungszahl", "Verein"), ("naam", "Sterkte", "Vereniging")]
)
def test_columns_are_taken_by_their_heads_in_three_languages(mark: str, heads: tuple[str, ...]) -> None:
    text = "\n".join(mark.join(row) for row in [heads, ("Anna Berg", "1712", "Köln"), ("Bert", "", "")])
    assert read(text) == [("Anna Berg", 1712, "Köln"), ("Bert", None, "")]
    assert [column.column for column in list_read(text).columns] == [Column.NAME, Column.RATING, Column.CLUB]


def test_columns_may_stand_in_any_order_and_others_are_named_as_ignored() -> None:
    text = 'Nr;Verein;E-Mail;Nachname;Vorname\n1;"Köln; Süd";a@b.de;Müller;Jürgen\n2;;;de Vries;Anne'
    found = list_read(text)
    assert [(player.name, player.club) for player in found.players] == [
        ("Jürgen Müller", "Köln; Süd"),
        ("Anne de Vries", ""),
    ]
    assert [column.title for column in found.columns if column.column is Column.OTHER] == ["Nr", "E-Mail"]
    assert found.asked == ()


def test_single_heading_word_is_no_player() -> None:
    assert read("Name\nAnna\nBert") == [("Anna", None, ""), ("Bert", None, "")]


@pytest.mark.parametrize(
    "line, expected",
    [
        ("Berg, Anna", ("Anna Berg", None, "")),
        ("van der Berg, Anna", ("Anna van der Berg", None, "")),
        ("Anna Berg, Köln", ("Anna Berg", None, "Köln")),
        ("Anna Berg, 1650", ("Anna Berg", 1650, "")),
        ("Anna Berg,1650,Köln", ("Anna Berg", 1650, "Köln")),
        ("Anna Berg;Köln;1650", ("Anna Berg", 1650, "Köln")),
        ("7\tBerg, Anna\t1650", ("Anna Berg", 1650, "")),
        ("Anna Berg;1650,5", ("Anna Berg", 1650, "")),
        ("Anna Berg; ;", ("Anna Berg", None, "")),
        (";;;", ("", None, "")),
        ("12;34", ("", None, "")),
        ('Anna "Blitz" Berg', ('Anna "Blitz" Berg', None, "")),
        ("Anna [1650] ", ("Anna", 1650, "")),
        ("Anna (1650) (1700)", ("Anna (1650)", 1700, "")),
        ("Anna (0000)", ("Anna (0000)", None, "")),
        ("12 (1650)", ("12 (1650)", None, "")),
        pytest.param("M" * 120_000, ("M" * 120_000, None, ""), id="of one letter"),
        pytest.param("(170" * 30_000, ("(170" * 30_000, None, ""), id="of brackets"),
    ],
)
def test_line_without_heading_is_read_as_people_write_it(line: str, expected: tuple[str, int | None, str]) -> None:
    assert read(line) == [expected]


@pytest.mark.parametrize(
    "cell, rating, unread",
    [
        ("1500", 1500, ""),
        ("1 500", 1500, ""),
        ("1500.0", 1500, ""),
        ("0", None, ""),
        ("5001", None, "5001"),
        ("-3", None, "-3"),
        ("-", None, ""),
        ("n/a", None, ""),
        ("18oo", None, "18oo"),
        ("٣٤٥", 345, ""),
        ("1.850", 1850, ""),
        ("1,850", 1850, ""),
        ("1850-23", 1850, ""),
        ("1850 - 123", 1850, ""),
        ("۱۸۵۰", 1850, ""),
        ("１８５０", 1850, ""),
    ],
)
def test_rating_is_a_number_of_whole_points_and_anything_else_is_told(
    cell: str, rating: int | None, unread: str
) -> None:
    (player,) = list_read(f"Name\tElo\nAnna\t{cell}").players
    assert (player.name, player.rating, player.unread) == ("Anna", rating, unread)
    (player,) = list_read(f"Anna\t{cell}\tKöln").players
    assert (player.rating, player.club, player.unread) == (
        (rating, "Köln", unread) if cell != "18oo" else (None, cell, "")
    )


@pytest.mark.parametrize(
    "data, encoding",
    [
        ("Jürgen Groß\n".encode(), Encoding.UTF_8),
        ("Jürgen Groß\n".encode("utf-8-sig"), Encoding.UTF_8),
        ("Jürgen Groß\n".encode("cp1252"), Encoding.WINDOWS),
        ("Jürgen Groß\n".encode("utf-16"), Encoding.UTF_16),
        ("Jürgen Groß\n".encode("cp850"), Encoding.DOS),
        ("Jürgen Groß\n".encode("cp437"), Encoding.DOS),
        ("Jürgen Groß\n".encode("mac_roman"), Encoding.MAC),
        ("Jürgen Groß\n".encode() + "Jörg\n".encode("cp1252"), Encoding.UTF_8_BROKEN),
    ],
)
def test_encoding_is_found_and_said(data: bytes, encoding: Encoding) -> None:
    text, found = list_decode(data)
    assert (found, read(text)[0][0]) == (encoding, "Jürgen Groß")


@pytest.mark.parametrize("name", ["Jürgen Groß", "Nguyễn Văn Hảo Nguyễ", "สมชาย ใจดี", "山田太郎"])
def test_letter_of_utf_8_that_was_cut_is_told_and_no_other_encoding_guessed(name: str) -> None:
    text, found = list_decode(f"{name}\nBert\n".encode().replace(name.encode(), name.encode()[:-1]))
    (cut, other) = list_read(text).players
    assert (found, cut.doubt, other.name) == (Encoding.UTF_8_BROKEN, "letters", "Bert")
    assert cut.name.startswith(name[:-1])


WESTERN = [
    "François",
    "Zoë Müller",
    "Noël",
    "Søren",
    "Åse",
    "José García",
    "Núñez",
    "Hélène",
    "Übler",
    "Élodie",
    "GRÖSS",
]
CENTRAL = ["Dvořák", "Petrović", "Łukasz Wałęsa", "Győző", "Žižek"]


@pytest.mark.parametrize(
    "names, codec",
    [
        (["Íñigo Peña", "José"], "cp850"),
        (["Łukasz Żółć", "Świętosława", "Jiří Dvořák"], "cp852"),
        (["Işıl Çelik", "Şükrü Öğüt", "İpek Güneş"], "cp857"),
        *((WESTERN, codec) for codec in ("cp1252", "cp850", "mac_roman", "utf-8")),
        (CENTRAL, "cp1250"),
        (["Иван Петров", "Ольга"], "cp1251"),
        (["Ağaoğlu", "Işık Şahin"], "cp1254"),
    ],
)
def test_letters_are_read_whatever_the_file_was_saved_in(names: list[str], codec: str) -> None:
    assert list_decode("\n".join(names).encode(codec))[0].split("\n") == names
    if codec not in {"cp1252", "utf-8"}:  # each name on its own, too
        assert [list_decode(name.encode(codec))[0] for name in names] == names


def test_lost_letter_is_told_and_one_that_was_read_twice_is_mended() -> None:
    assert [(player.name, player.doubt) for player in list_read("M\ufffdller\nMÃ¼ller\nÃ–zil").players] == [
        ("M\ufffdller", "letters"),
        ("Müller", ""),
        ("Özil", ""),
    ]


def test_windows_quotes_and_euro_are_read() -> None:
    assert list_decode("„Jürgen“ – 5 €".encode("cp1252")) == ("„Jürgen“ – 5 €", Encoding.WINDOWS)


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04whatever",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "Élodie Œuvre".encode("utf-16-le"),
        "Élodie Œuvre".encode("utf-16-be"),
        b"\x89PNG\r\n\x1a\n\x01Anna",
    ],
)
def test_spreadsheets_own_file_is_refused_with_what_to_do(data: bytes) -> None:
    with pytest.raises(Invalid) as caught:
        list_decode(data)
    assert caught.value.code == "not_text"


def test_1000_lines_are_read_and_1001_refused() -> None:
    lines = [f"Player {number};{1000 + number};Club {number % 7}" for number in range(1001)]
    begun = time.perf_counter()
    assert len(list_read("\n".join(["Name;Rating;Club", *lines[:1000]])).players) == 1000
    assert time.perf_counter() - begun < 1
    with pytest.raises(Invalid) as caught:
        list_read("\n".join(lines))
    assert caught.value.code == "too_many_lines"


def test_line_of_a_cell_with_line_breaks_is_its_first() -> None:
    found = list_read('Name,Club\n"Anna\nBerg",Köln\nBert,Bonn')
    assert found.players == (ListedPlayer(2, "Anna Berg", None, "Köln"), ListedPlayer(4, "Bert", None, "Bonn"))


def test_cell_without_end_is_refused() -> None:
    with pytest.raises(Invalid) as caught:
        list_read('Name,Club\n"Anna' + "x" * 200_000)
    assert caught.value.code == "unreadable_list"


# --- Lists as people have them ---


@pytest.mark.parametrize(
    "text, names",
    [
        (
            "1.Anna\n(4) Dora\n#5 Emil\n5.\n6. 🎉 Nora\n✅ Hanna\n1️⃣ Ida\n[x] Lea",
            "Anna|Dora|Emil|🎉 Nora|Hanna|Ida|Lea",
        ),
        ("Nr. 7 Otto\n8.) Pia\n[9] Rolf\n10/ Sam\n#11Tom\n12° Uwe", "Otto|Pia|Rolf|Sam|Tom|Uwe"),
        ("TEILNEHMERLISTE\n\nName\nAnna\nBert", "Anna|Bert"),
        ("sep=;\r\nName;Rating\r\nAnna;1700\r\n", "Anna"),
        ("sep=|\nBerg, Anna|1700\nBert|1600", "Anna Berg|Bert"),
        ('"Berg\nAnna";1700\nBert;1600', "Berg Anna|Bert"),
        ("| Name | Rating |\n|---|---|\n| Anna | 1700 |", "Anna"),
        ('Anna "Blitz" Berg\nBert', 'Anna "Blitz" Berg|Bert'),
    ],
)
def test_names_are_found_however_the_list_is_written(text: str, names: str) -> None:
    assert "|".join(player.name for player in list_read(text).players) == names


@pytest.mark.parametrize("mark", [", ", "; ", "\t"])
def test_surname_first_name_and_rating_in_three_cells(mark: str) -> None:
    rows = [("Berg", "Anna", "1850"), ("van der Berg", "Bert", "1700"), ("De Vries", "Cleo", "1650")]
    found = list_read("\n".join(mark.join(row) for row in rows))
    assert [(player.name, player.rating) for player in found.players] == [
        ("Anna Berg", 1850),
        ("Bert van der Berg", 1700),
        ("Cleo De Vries", 1650),
    ]
    assert found.players[0].sources == {Column.NAME: (1, 2), Column.RATING: (3,)}
    assert [column.column for column in found.columns] == [Column.LAST_NAME, Column.FIRST_NAME, Column.RATING]


def test_what_repeats_behind_names_is_their_club() -> None:
    assert read("Anna;Köln;1650\nBert;Köln\nCleo;Bonn\nDora;Bonn")[0] == ("Anna", 1650, "Köln")


@pytest.mark.parametrize(
    "line, name, rating",
    [
        ("1850 Anna Berg", "Anna Berg", 1850),
        ("1850;Anna Berg", "Anna Berg", 1850),
        ("Anna Berg 1650", "Anna Berg", 1650),
        ("Anna: 1650", "Anna", 1650),
        ("Anna (DWZ 1999)", "Anna", 1999),
        ("Anna;1998;1850", "Anna", 1850),  # a year of birth before the rating
        ("Player 1203", "Player 1203", None),
        ("GM Anna Berg", "Anna Berg", None),
    ],
)
def test_rating_stands_before_or_behind_the_name(line: str, name: str, rating: int | None) -> None:
    (player,) = list_read(line).players
    assert (player.name, player.rating, player.doubt) == (name, rating, "")


@pytest.mark.parametrize("line", ["Anna Berg (2011)", "2011 Anna Berg", "Anna Berg, 2011"])
def test_number_that_may_be_a_year_is_asked_about(line: str) -> None:
    found = list_read(line)
    assert (found.players[0].name, found.players[0].doubt, found.years_asked) == ("Anna Berg", "year", True)
    answers = [list_read(line, Reading(years=years)) for years in Years]
    assert [(read.players[0].rating, read.years_asked) for read in answers] == [(2011, False), (None, False)]
    assert answers[1].players[0].left_out == ("2011",)


def test_titles_identifiers_and_federations_are_no_clubs_and_are_told() -> None:
    found = list_read("1\tGM\tBerg, Anna\tGER\t2500\t12345678\tSK Köln\n2\t\tDahl, Bert\tNED\t2400\t234567\t")
    assert [(player.name, player.rating, player.club) for player in found.players] == [
        ("Anna Berg", 2500, "SK Köln"),
        ("Bert Dahl", 2400, ""),
    ]
    assert found.players[0].left_out == ("GM", "GER", "12345678")


def test_list_of_a_chess_program_is_read_by_its_heading() -> None:
    head = "Starting rank\nNo.\t\tName\tFideID\tFED\tRtg\tClub/City\n"
    found = list_read(f"{head}1\tGM\tBerg, Anna\t123\tGER\t1850\tKöln\n\t\tTotal: 1")
    assert [(player.name, player.rating, player.club, player.doubt) for player in found.players] == [
        ("Anna Berg", 1850, "Köln", ""),
        ("Total: 1", None, "", "remark"),
    ]
    assert (found.skipped, found.asked) == (("Starting rank",), ())


def test_columns_aligned_with_blanks_are_cut_where_their_titles_begin() -> None:
    lines = [
        "ID Number    Name             Fed Sex  Rtg",
        "1234567      Berg, Anna       GER      1850",
        "77           Dahl, Bert       NED m    1700",
    ]
    assert read("\n".join(lines)) == [("Anna Berg", 1850, ""), ("Bert Dahl", 1700, "")]


def test_our_own_tables_are_read_back() -> None:
    text = csv_text(
        [
            ["rank", "player", "name", "points_in_halves", "played", "wins", "draws", "losses", "BH:C1", "SB"],
            [1, "AbCd12", "=Anna", 4, 2, 2, 0, 0, 3, "1.5"],
        ]
    )
    found = list_read(f"\ufeff{text}")
    assert [(player.name, player.key) for player in found.players] == [("=Anna", "AbCd12")]
    assert found.asked == ()
    text = csv_text(
        [["table", "white", "black", "bye", "game"], [1, "Anna", "=Bert", "", "g1"], [2, "Cleo", "", "full", ""]]
    )
    assert [player.name for player in list_read(text).players] == ["Anna", "=Bert", "Cleo"]
    text = csv_text(
        [["number", "game", "opponent", "opponent_name", "k"], [1, "g1", "k1", "Anna", 40], [2, "g2", "k2", "Bert", 40]]
    )
    assert ([player.name for player in list_read(text).players], list_read(text).asked) == (["Anna", "Bert"], ())
    assert read("player,name,club,club_name,is_bot\r\nk1,Anna,koeln,Köln e.V.,no\r\n") == [("Anna", None, "Köln e.V.")]


def test_titles_of_columns_that_nobody_knows_are_asked_about_and_said() -> None:
    text = "Cup\nJméno;Oddíl;Síla2;Klub\nAnna;Praha;1700;Brno"
    assert [column.title for column in list_read(text).asked] == ["Jméno", "Oddíl", "Síla2"]
    text = "Jméno;Oddíl;Síla\nAnna;Praha;1700\nBert;Brno;1600"
    found = list_read(text)
    assert [(column.title, column.column) for column in found.asked] == [
        ("Jméno", Column.NAME),
        ("Oddíl", Column.CLUB),
        ("Síla", Column.RATING),
    ]
    said = list_read(text, Reading({1: Column.LAST_NAME, 2: Column.FIRST_NAME, 3: Column.OTHER}))
    assert (said.players[0].name, said.players[0].rating, said.asked) == ("Praha Anna", None, ())


def test_row_without_a_name_shows_what_stands_there() -> None:
    (player,) = list_read("Nr;Name;Elo\nTotal: 7;;").players
    assert (player.name, player.left_out) == ("", ("Total: 7",))


def test_name_with_a_comma_that_nobody_quoted_is_one_cell() -> None:
    assert read('Name,Rating\nBerg, Anna,1850\n"Dahl, Bert",1700') == [("Anna Berg", 1850, ""), ("Bert Dahl", 1700, "")]


def test_titles_and_totals_among_names_are_asked_about() -> None:
    doubts = [player.doubt for player in list_read("Wer kommt am Freitag?\nAnna\nTeilnehmer: 12\nSumme 3").players]
    assert doubts == ["remark", "", "remark", "remark"]


def test_starting_list_and_report_of_teams_give_their_names() -> None:
    lines = [
        "012 Cup",
        "001    1 m    Müller, Anna                      1834 GER     12345678 1990/01/01",
        "001    2 wWFM de Vries, Bert                         NED",
        "013 Team A                             1    2",
    ]
    assert [(player.number, player.name, player.rating) for player in list_read("\r\n".join(lines)).players] == [
        (2, "Anna Müller", 1834),
        (3, "Bert de Vries", None),
    ]


@pytest.mark.parametrize(
    "line, name, rating, left_out",
    [
        ("TAN;ALI;1700", "ALI TAN", 1700, ()),
        ("Neu;Anna;1700", "Anna Neu", 1700, ()),
        ("Anna Berg (GM)", "Anna Berg", None, ("GM",)),
        ("Bert Kohl FM 2200", "Bert Kohl", 2200, ("FM",)),
        ("Anna Berg GER 1850", "Anna Berg", 1850, ("GER",)),
        ("Anna Berg 1850 (NED)", "Anna Berg", 1850, ("NED",)),
        ("SUN MIN TAN", "SUN MIN TAN", None, ()),
        ("Tan DEN", "Tan DEN", None, ()),
        ("4612345 Anna Berg 1850", "Anna Berg", 1850, ("4612345",)),
        ("Anna Berg 4612345", "Anna Berg", None, ("4612345",)),
        ("Player 12034", "Player 12034", None, ()),
        ("Anna Berg *2011", "Anna Berg", None, ("*2011",)),
        ("Anna Berg <anna@example.org>", "Anna Berg", None, ("anna@example.org",)),
        ("Cleo Dax geb. 2009", "Cleo Dax", None, ("geb. 2009",)),
        ("Dora (born 2008)", "Dora", None, ("born 2008",)),
        ("Bert Cohn, Jg. 2010", "Bert Cohn", None, ("Jg. 2010",)),
        ("Dora Ek 1500 Elo", "Dora Ek", 1500, ()),
        ("Gerd Hall ca. 1200", "Gerd Hall", 1200, ()),
        ("Ida Jung 950", "Ida Jung", 950, ()),
        ("رضا کریمی ۱۸۰۰", "رضا کریمی", 1800, ()),
        ("Ａｎｎａ　Ｂｅｒｇ　１８５０", "Ａｎｎａ Ｂｅｒｇ", 1850, ()),
        ('"Berg, Anna",1850', "Anna Berg", 1850, ()),
    ],
)
def test_what_people_write_beside_a_name_is_no_part_of_it(
    line: str, name: str, rating: int | None, left_out: tuple[str, ...]
) -> None:
    (player,) = list_read(line).players
    assert (player.name, player.rating, player.left_out, player.doubt, player.club) == (name, rating, left_out, "", "")


def test_titles_of_columns_in_other_languages_are_known() -> None:
    for text in (
        "Sıra No;Adı Soyadı;UKD;Kulüp\n1;Anna Berg;1850;Köln",
        "Cognome;Nome;Elo;Circolo\nBerg;Anna;1850;Köln",
        "Apellidos;Nombre;ELO FIDE;Club\nBerg;Anna;1850;Köln",
        "STT\tHọ và tên\tElo\tĐơn vị\n1\tAnna Berg\t1850\tKöln",
        "番号,氏名,レーティング,所属\n1,Anna Berg,1850,Köln",
        "نام;نام خانوادگی;ریتینگ;باشگاه\nAnna;Berg;۱۸۵۰;Köln",
        "#;Name;Surname;Elo;Club\n1;Anna;Berg;1850;Köln",
        "Sr. No.;Player Name;Surname;Rtg;Club\n1;Anna Berg;Berg;1850;Köln",
    ):
        found = list_read(text)
        assert ([(p.name, p.rating, p.club) for p in found.players], found.asked) == ([("Anna Berg", 1850, "Köln")], ())


@pytest.mark.parametrize("above", ["", "Turnuva 2025\n", "Cup\n\nStand: heute\n"])
def test_heading_that_nobody_knows_is_asked_about_below_titles_and_with_blanks_in_it(above: str) -> None:
    found = list_read(f"{above}Wer denn;Spielstärke (ca.);Mitglied bei\nAnna Berg;1850;Köln\nBert Cohn;1700;Bonn")
    assert [player.name for player in found.players] == ["Anna Berg", "Bert Cohn"]
    assert [column.column for column in found.asked] == [Column.NAME, Column.RATING, Column.CLUB]


def test_heading_at_the_top_of_each_page_is_no_player_and_a_group_is_asked_about() -> None:
    found = list_read("Name;Elo\nAnna;1850\nGruppe B\nName;Elo\nBert;1700").players
    assert [(player.name, player.doubt) for player in found] == [("Anna", ""), ("Gruppe B", "remark"), ("Bert", "")]


@pytest.mark.parametrize(
    "line",
    [
        "[12:30, 24/11/2025] Anna: Freitag um 7",
        "24.11.25, 12:30 - Anna: dabei",
        "*Freitag*",
        "Teilnehmerliste 2025",
        "001 1 Berg",
    ],
)
def test_line_of_a_chat_is_asked_about(line: str) -> None:
    assert [(player.name, player.doubt) for player in list_read(f"{line}\nBert").players] == [
        (line, "remark"),
        ("Bert", ""),
    ]


def test_names_beside_each_other_on_one_line_are_players_or_asked_about() -> None:
    assert [player.name for player in list_read("Anna, Bert, Cleo Dax, Dora").players] == [
        "Anna",
        "Bert",
        "Cleo Dax",
        "Dora",
    ]
    assert [player.doubt for player in list_read("Anna Berg, Bert Cohn, Cleo Dax").players] == ["remark"]


def test_tab_or_a_quoted_line_says_what_stands_between_columns() -> None:
    assert read("sep=\t\nAnna Berg\t1850") == read('"sep=;"\nAnna Berg;1850') == [("Anna Berg", 1850, "")]


@examples(300)
@given(st.text(max_size=200) | st.text(alphabet='ab,;\t"\n ', max_size=60))
def test_any_text_is_read_or_refused_and_names_are_clean(text: str) -> None:
    for prefix in ("", "Name;Rating\n", "naam,club\n"):
        try:
            found = list_read(prefix + text)
        except Invalid:
            continue
        numbers = [player.number for player in found.players]
        assert numbers == sorted(set(numbers))
        assert all(player.name == clean_name(player.name) for player in found.players)


@examples(300)
@given(st.binary(max_size=200))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    try:
        text, _encoding = list_decode(data)
    except Invalid:
        return
    assert isinstance(text, str)
