"""Largest matchings, against rustworkx."""

from __future__ import annotations

import rustworkx
from hypothesis import given
from hypothesis import strategies as st

from tests.extent import examples
from tournaments.formats.systems.swiss.matching import Matching, bits

Edges = set[tuple[int, int]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges]:
    size = draw(st.integers(2, 12))
    pairs = [(one, other) for other in range(size) for one in range(other)]
    return size, draw(st.sets(st.sampled_from(pairs)))


def _matching(size: int, edges: Edges) -> Matching:
    adjacency = [0] * size
    for one, other in edges:
        adjacency[one] |= 1 << other
        adjacency[other] |= 1 << one
    return Matching(adjacency)


def _largest(size: int, edges: Edges, without: tuple[int, ...] = ()) -> int:
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(one, other, 1) for one, other in edges if one not in without and other not in without])
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True))


def _assert_sound(matching: Matching, size: int, edges: Edges) -> None:
    for vertex in range(size):
        mate = matching.mate[vertex]
        assert (mate < 0) == bool(matching.single >> vertex & 1)
        assert mate < 0 or (matching.mate[mate] == vertex and (min(vertex, mate), max(vertex, mate)) in edges)


def test_bits_are_ascending() -> None:
    assert list(bits(0b1011000)) == [3, 4, 6]


@examples(400)
@given(graphs())
def test_maximise_finds_a_largest_matching(graph: tuple[int, Edges]) -> None:
    size, edges = graph
    matching = _matching(size, edges)
    assert size - matching.maximise() == 2 * _largest(size, edges)
    _assert_sound(matching, size, edges)


@examples(400)
@given(graphs(), st.data())
def test_force_succeeds_exactly_where_a_largest_matching_has_the_pair(
    graph: tuple[int, Edges], data: st.DataObject
) -> None:
    size, edges = graph
    matching = _matching(size, edges)
    matching.maximise()
    one, other = sorted(data.draw(st.permutations(range(size)))[:2])
    before = list(matching.mate)
    could = (one, other) in edges and _largest(size, edges, (one, other)) + 1 == _largest(size, edges)
    assert matching.force(one, other) == could
    assert matching.mate[one] == other if could else matching.mate == before
    assert size - matching.single.bit_count() == 2 * _largest(size, edges)
    _assert_sound(matching, size, edges)


def test_stuck_with_names_the_rivals_and_what_they_compete_for() -> None:
    matching = _matching(4, {(0, 3), (1, 3), (2, 3)})
    matching.maximise()
    single = matching.single.bit_length() - 1
    stuck, opponents = matching.stuck_with(single)
    assert (stuck >> single & 1, opponents) == (1, 0b1000)
