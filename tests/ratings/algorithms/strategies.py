"""Games at random, for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from ratings.algorithms.core.values import RatedGame

PLAYERS = ("Anna", "Bert", "Cem", "Dora", "Emil")

_pairings = st.tuples(st.permutations(PLAYERS), st.sampled_from((0, 1, 2)), st.sampled_from("abc"))


@st.composite
def game_lists(draw: st.DrawFn, most: int = 12) -> list[RatedGame]:
    """Games between five players; their periods are in order."""
    drawn = draw(st.lists(_pairings, max_size=most))
    periods = sorted(period for _, _, period in drawn)
    return [
        RatedGame(key=number, white=order[0], black=order[1], score=score, period=periods[number])
        for number, (order, score, _) in enumerate(drawn)
    ]
