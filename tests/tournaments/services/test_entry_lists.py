"""Lists of players as people have them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.names import clean_name
from tests.extent import examples
from tournaments.services.entry_lists import Column, Encoding, ListedPlayer, list_decode, list_read


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
        ListedPlayer(10, "1700 Hans"),
    )


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize(
    "heads", [("Name", "Rating", "Club"), ("SPIELER", "Wertungszahl", "Verein"), ("naam", "Sterkte", "Vereniging")]
)
def test_columns_are_taken_by_their_heads_in_three_languages(mark: str, heads: tuple[str, ...]) -> None:
    text = "\n".join(mark.join(row) for row in [heads, ("Anna Berg", "1712", "Köln"), ("Bert", "", "")])
    assert read(text) == [("Anna Berg", 1712, "Köln"), ("Bert", None, "")]
    assert list_read(text).columns == (Column.NAME, Column.RATING, Column.CLUB)


def test_columns_may_stand_in_any_order_and_others_are_named_as_ignored() -> None:
    text = 'Nr;Verein;E-Mail;Nachname;Vorname\n1;"Köln; Süd";a@b.de;Müller;Jürgen\n2;;;de Vries;Anne'
    found = list_read(text)
    assert [(player.name, player.club) for player in found.players] == [
        ("Jürgen Müller", "Köln; Süd"),
        ("Anne de Vries", ""),
    ]
    assert found.ignored == ("Nr", "E-Mail")


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
        ("٣٤", None, "٣٤"),
    ],
)
def test_rating_is_a_number_of_whole_points_and_anything_else_is_told(
    cell: str, rating: int | None, unread: str
) -> None:
    (player,) = list_read(f"Name\tElo\nAnna\t{cell}").players
    assert (player.name, player.rating, player.unread) == ("Anna", rating, unread)
    (player,) = list_read(f"Anna\t{cell}\tKöln").players
    assert (player.rating, player.club, player.unread) == (
        (rating, "Köln", unread) if not any(map(str.isalpha, cell)) else (None, cell, "")
    )


@pytest.mark.parametrize(
    "data, encoding",
    [
        ("Jürgen Groß\n".encode(), Encoding.UTF_8),
        ("Jürgen Groß\n".encode("utf-8-sig"), Encoding.UTF_8),
        ("Jürgen Groß\n".encode("cp1252"), Encoding.WINDOWS),
        ("Jürgen Groß\n".encode("utf-16"), Encoding.UTF_16),
        ("Jürgen Groß\n\x81".encode("latin-1"), Encoding.LATIN_1),
    ],
)
def test_encoding_is_found_and_said(data: bytes, encoding: Encoding) -> None:
    text, found = list_decode(data)
    assert (found, read(text)[0][0]) == (encoding, "Jürgen Groß")


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
