"""What is written is read again as it was."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.systems.swiss.simulated import Chances, Simulation
from tests.tournaments.trf.written import TWO_ROUNDS, file
from tournaments.formats.core.state import Colour, Scoring, StageState
from tournaments.trf.building import PlayerDetails, to_document
from tournaments.trf.conversion import to_stage_state
from tournaments.trf.document import AnnouncedByes, Dialect, Document, ForbiddenGroup, PlayerLine, Result
from tournaments.trf.errors import TrfLimitError
from tournaments.trf.reader import read_trf
from tournaments.trf.writer import write_trf

EDITIONS = list(Dialect)
NAMES = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=33)
SCORINGS = [
    Scoring(),
    Scoring(win=6, draw=2, pairing_bye=6, half_bye=2, full_bye=6, forfeit_win=6),
    Scoring(pairing_bye=1),
    Scoring(zero_bye=1, forfeit_loss=1),
]


@st.composite
def stages(draw: st.DrawFn) -> StageState:
    chances = Chances(absence=0.1, forfeit=0.1, forbidden=draw(st.sampled_from([0, 0.3])))
    rounds = draw(st.integers(1, 7))
    played = Simulation(
        draw(st.integers(0, 10**6)), draw(st.integers(2, 20)), rounds, chances, draw(st.sampled_from(SCORINGS))
    )
    return played.play_to(draw(st.integers(0, rounds - 1)))


@pytest.mark.parametrize("edition", EDITIONS)
@examples(60)
@given(state=stages(), name=NAMES)
def test_stage_is_read_as_it_was_written(edition: Dialect, state: StageState, name: str) -> None:
    document = to_document(
        state, header={"012": ("Größe",)}, details={1: PlayerDetails(name=name)}, ranks={1: 3}, dialect=edition
    )
    read = read_trf(write_trf(document))
    assert to_stage_state(read) == state
    assert read.players[0].name == unicodedata.normalize("NFC", name)[:33]


@pytest.mark.parametrize("edition", EDITIONS)
def test_document_is_read_as_it_was_written(edition: Dialect) -> None:
    document = Document(
        players=(
            PlayerLine(1, "Ödipus", "m", "GM", 2700, "GRE", "123", "1990/01/02", 0, 2, (), (2, 2, 1)),
            PlayerLine(2, "Ø", acceleration=(2, 2, 1)),
            PlayerLine(3),
        ),
        dialect=edition,
        header=MappingProxyType({"012": ("Cup",), "112": ("Ann", "Bob")}),
        planned_rounds=5,
        first_colour=Colour.BLACK,
        forbidden=(ForbiddenGroup((1, 3)), ForbiddenGroup((1, 2), 2, 4), ForbiddenGroup((2, 3), 3)),
        avoided=(ForbiddenGroup((1, 2, 3), 5),),
        byes=(AnnouncedByes(Result.HALF_BYE, 3, (1, 2)),),
        other=("DAT 0001 GROUP A",),
    )
    assert read_trf(write_trf(document)) == document


def test_columns_count_characters() -> None:
    lines = write_trf(Document((PlayerLine(1, "Ü" * 40, rating=1500), PlayerLine(2, "Zoe\u0301", rating=1400)))).split(
        "\r\n"
    )
    assert (lines[0][14:52], lines[1][14:52]) == ("Ü" * 33 + " 1500", "Zoé" + " " * 30 + " 1400")


def test_every_line_ends_with_both_signs() -> None:
    text = write_trf(read_trf(file("012 Evening", *TWO_ROUNDS)))
    assert text.count("\r\n") == text.count("\n") == 4


def test_edition_can_be_changed() -> None:
    document = read_trf(file("XXR 5", *TWO_ROUNDS))
    assert read_trf(write_trf(document, Dialect.TRF26)) == replace(document, dialect=Dialect.TRF26)


def test_announced_byes_stand_in_the_next_column_in_2016() -> None:
    announced = replace(read_trf(file("XXR 5", *TWO_ROUNDS)), byes=(AnnouncedByes(Result.HALF_BYE, 3, (2,)),))
    read = read_trf(write_trf(announced, Dialect.TRF16))
    assert to_stage_state(read) == to_stage_state(announced)


@pytest.mark.parametrize(
    "document",
    [
        Document((PlayerLine(10000),)),
        Document((PlayerLine(1, rating=12345),)),
        Document((PlayerLine(1, points=200),)),
        Document((PlayerLine(1),), dialect=Dialect.TRF26, scoring=Scoring(forfeit_win=1)),
    ],
)
def test_what_an_edition_can_not_say_is_refused(document: Document) -> None:
    with pytest.raises(TrfLimitError):
        write_trf(document)
