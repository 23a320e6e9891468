"""What is read from report files of both editions."""

from __future__ import annotations

import pytest

from tests.tournaments.trf.written import TWO_ROUNDS, file, player_line
from tournaments.formats.core.state import Colour, Scoring
from tournaments.trf.document import (
    AbnormalPoints,
    AnnouncedByes,
    Dialect,
    Document,
    ForbiddenGroup,
    PlayerLine,
    Result,
    RoundEntry,
)
from tournaments.trf.errors import TrfError
from tournaments.trf.reader import decode_trf, read_trf


def _player(line: str) -> PlayerLine:
    return read_trf(file(line)).players[0]


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_lines_end_with_either_sign_or_both(end: str) -> None:
    document = read_trf(end.join(["012 Evening", "", "### a remark", *TWO_ROUNDS]))
    assert (document.name, [player.number for player in document.players]) == ("Evening", [1, 2, 3])


def test_player_line_is_read_by_column() -> None:
    line = "001   12 wWFM Größe, Jürgen                     2345 GER     1234567 1999/12/31  0.0    7"
    assert _player_of(line) == PlayerLine(
        number=12, name="Größe, Jürgen", sex="w", title="WFM", rating=2345, federation="GER", fide_id="1234567",
        birth="1999/12/31", points=0, rank=7,
    )  # fmt: skip


def _player_of(line: str) -> PlayerLine:
    others = [player_line(number) for number in range(1, 12)]
    return read_trf(file(*others, line)).players[-1]


def test_rounds_are_read_with_opponent_colour_and_result() -> None:
    first = read_trf(file(*TWO_ROUNDS)).players[0]
    assert first.rounds == (RoundEntry(2, Colour.WHITE, Result.WIN), RoundEntry(3, Colour.BLACK, Result.DRAW))


@pytest.mark.parametrize(
    "column, result",
    [
        ("0000 - H", Result.HALF_BYE),
        ("0000 - F", Result.FULL_BYE),
        ("0000 - U", Result.PAIRING_BYE),
        ("0000 - Z", Result.ZERO_BYE),
        ("0000 - u", Result.PAIRING_BYE),
        ("       H", Result.HALF_BYE),
        ("0000 - =", Result.HALF_BYE),
        ("0000 - +", Result.PAIRING_BYE),
        ("0000 - -", Result.ZERO_BYE),
        ("0000 -", Result.ZERO_BYE),
    ],
)
def test_byes_are_read_in_every_spelling(column: str, result: Result) -> None:
    points = {Result.HALF_BYE: "0.5", Result.FULL_BYE: "1.0", Result.PAIRING_BYE: "1.0", Result.ZERO_BYE: "0.0"}
    assert _player(player_line(1, points[result], column)).rounds == (RoundEntry(None, None, result),)


def test_blank_column_before_others_is_an_absence_and_after_them_nothing() -> None:
    rounds = "          0000 - U          "
    assert [entry.result for entry in _player(player_line(1, "1.0", rounds)).rounds] == [
        Result.ZERO_BYE,
        Result.PAIRING_BYE,
    ]


def test_published_pairing_without_result_is_pending() -> None:
    document = read_trf(file(player_line(1, "0.0", "   2 w"), player_line(2, "0.0", "   1 b  ")))
    assert [player.rounds[0].result for player in document.players] == [Result.PENDING] * 2


def test_byes_for_a_round_nobody_was_paired_in_announce_the_next() -> None:
    lines = (player_line(1, "1.0", "   2 w 1  0000 - H"), player_line(2, "0.0", "   1 b 0"))
    assert read_trf(file(*lines)).rounds_paired == 1


def test_rounds_paired_are_worked_out_once_for_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else reading a file takes a time that grows with the square of its players."""
    looks: list[RoundEntry] = []

    def looked_at(entry: RoundEntry) -> bool:
        looks.append(entry)
        return entry.opponent is not None

    monkeypatch.setattr(RoundEntry, "is_pairing", property(looked_at))
    games = ("{:4d} w  ", "{:4d} b  ")
    document = read_trf(file(*(player_line(n + 1, "0.0", games[n % 2].format((n ^ 1) + 1)) for n in range(40))))
    assert (document.rounds_paired, len(looks)) == (1, 40)


def test_file_of_2016_with_the_shared_extensions() -> None:
    document = read_trf(
        file("XXR 9", "XXC black1", "XXS W=3.0 D=1.0 PAB=1.5", "XXP 1 3", "XXZ 2 3", "XXA    1  1.0  0.5", *(
            player_line(number) for number in (1, 2, 3)
        ))
    )  # fmt: skip
    assert document == Document(
        players=(PlayerLine(1, acceleration=(2, 1)), PlayerLine(2), PlayerLine(3)),
        planned_rounds=9,
        first_colour=Colour.BLACK,
        scoring=Scoring(win=6, draw=2, pairing_bye=3, half_bye=2, full_bye=6, forfeit_win=6),
        forbidden=(ForbiddenGroup((1, 3)),),
        absent_next=(2, 3),
    )


def test_file_of_2026() -> None:
    document = read_trf(
        file(
            "142 9", "152 B", "162  W 3.0    D 1.0    A 0.5", "192 FIDE_DUTCH_2026", "240 H 001    2    3",
            "250       1.0 001 002 0001 0002", "260 001 004    1    3", "299 W        4.0  002    1",
            *(player_line(number) for number in (1, 2, 3)),
        )
    )  # fmt: skip
    assert document == Document(
        players=(PlayerLine(1, acceleration=(2, 2)), PlayerLine(2, acceleration=(2, 2)), PlayerLine(3)),
        dialect=Dialect.TRF26,
        planned_rounds=9,
        first_colour=Colour.BLACK,
        scoring=Scoring(
            win=6, draw=2, pairing_bye=6, half_bye=2, full_bye=6, forfeit_win=6, zero_bye=1, forfeit_loss=1
        ),
        system="FIDE_DUTCH_2026",
        forbidden=(ForbiddenGroup((1, 3), 1, 4),),
        byes=(AnnouncedByes(Result.HALF_BYE, 1, (2, 3)),),
        abnormal=(AbnormalPoints(Result.WIN, 8, 2, (1,)),),
    )


@pytest.mark.parametrize("lines", [("162  P 1.0    W 3.0",), ("BBU  1.0", "BBW  3.0"), ("XXS PAB=1.0 W=3.0",)])
def test_bye_of_its_own_worth_does_not_follow_the_win(lines: tuple[str, ...]) -> None:
    scoring = read_trf(file(*lines, player_line(1))).scoring
    assert (scoring.win, scoring.pairing_bye) == (6, 2)


def test_points_may_count_the_announced_bye_and_the_fictitious_points() -> None:
    lines = (player_line(1, "2.5", "   2 w 1  0000 - H"), player_line(2, "0.0", "   1 b 0"))
    document = read_trf(file("XXA    1  1.0  1.0", *lines))
    assert [player.points for player in document.players] == [5, 0]


@pytest.mark.parametrize(("points", "half_points"), [("1.0", 2), ("1.5", 3), ("2.5", 5)])
def test_points_may_count_rounds_that_passed_without_a_game(points: str, half_points: int) -> None:
    passed = player_line(1, points, "   2 w 1  0000 - H  0000 - Z  0000 - F")
    document = read_trf(file("XXR 4", passed, player_line(2, "0.0", "   1 b 0  0000 - Z  0000 - Z  0000 - Z")))
    assert [player.points for player in document.players] == [half_points, 0]


def test_points_of_a_record_299_count() -> None:
    lines = (player_line(1, "2.0", "   2 w 1"), player_line(2, "0.0", "   1 b 0"))
    assert read_trf(file("299 W        2.0  001    1", *lines)).players[0].points == 4


def test_mark_before_the_text_is_no_part_of_it() -> None:
    assert decode_trf(b"\xef\xbb\xbf012 A") == "012 A"


def test_byte_that_is_no_utf_8_is_named_by_its_place() -> None:
    with pytest.raises(TrfError) as refused:
        decode_trf(b"012 A\r022 K\xf6ln")
    assert (refused.value.line, refused.value.column) == (2, 6)
