"""Whatever happens in a bracket: nobody who left is seated, and whoever won the final is champion."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tests.tournaments.formats.systems.knockout.histories import BOTH_LOST, History
from tournaments.formats.core.format import FormatOptions
from tournaments.formats.systems.knockout.advance import Status
from tournaments.formats.systems.knockout.format import DoubleElimination, Elimination, Knockout

BRACKETS: tuple[tuple[Elimination, FormatOptions], ...] = (
    (Knockout(), {}),
    (Knockout(), {"third_place": True}),
    (DoubleElimination(), {}),
    (DoubleElimination(), {"reset": False}),
)


@pytest.mark.parametrize("format_, options", BRACKETS)
@examples(200)
@given(size=st.integers(2, 16), seed=st.integers(0, 10**6))
def test_every_history_seats_only_who_is_here_and_has_the_winner_of_the_final_as_champion(
    format_: Elimination, options: FormatOptions, size: int, seed: int
) -> None:
    history = History(format_, size, seed, options)
    standing = history.play()
    for before, seated in history.drafts:  # what publishing asks for: everybody who is here once, and nobody else
        assert sorted(seated) == [entrant.number for entrant in before.entrants if not entrant.withdrawn]
    assert standing.is_finished
    drawn = format_.drawing(history.state(), options)
    final = standing.matches[drawn.final.id]
    if drawn.reset is not None and standing.matches[drawn.reset.id].status is not Status.NOT_NEEDED:
        final = standing.matches[drawn.reset.id]
    assert standing.champion == (final.winner or None)
    firsts = [entry for entry, place in standing.places.items() if place == 1]
    assert firsts == ([standing.champion] if standing.champion else [])
    rows = [row for rows in history.rounds for row in rows if row.match == final.match]
    played = [row.winner for row in rows if len(row.seats) == 2 and set(row.seats) == set(final.seats)]
    if played and played[0] != BOTH_LOST:
        assert standing.champion == played[0]
    elif not played and any(final.seats) and final.status is not Status.DOUBLE_FORFEIT:  # not both away
        assert standing.champion in final.seats  # walked over into the title


@pytest.mark.parametrize("format_, options", BRACKETS)
@examples(200)
@given(size=st.integers(2, 16), seed=st.integers(0, 10**6))
def test_leaving_after_the_end_changes_no_place(
    format_: Elimination, options: FormatOptions, size: int, seed: int
) -> None:
    history = History(format_, size, seed, options)
    before = history.play()
    for number in history.here():
        history.leave(number)
        after = history.standing()
        assert (after.champion, after.places) == (before.champion, before.places)
