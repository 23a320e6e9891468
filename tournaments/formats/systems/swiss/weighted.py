"""The best matching of a graph with whole-number weights, by rustworkx, and within its 128 bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import rustworkx

# rustworkx reckons in 128-bit whole numbers and doubles weights on its way.
LARGEST_WEIGHT = 1 << 122

Edge = tuple[int, int, int]


class WeightTooLargeError(ArithmeticError):
    """The criteria of a bracket don't fit into the solver's whole numbers."""


def best_matching(
    size: int,
    edges: Iterable[Edge],
    *,
    perfect: bool,
    tie_break: Callable[[int, int], int] | None = None,
    span: int = 1,
) -> list[int]:
    """Mates by vertex, -1 for single ones, of the matching with the largest sum of weights; with `perfect`, among
    those with the most pairs. `tie_break` gives each edge (lower vertex first) a value whose sums stay below `span`,
    and decides among equals. Raises WeightTooLargeError."""
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    if tie_break is None:
        weighted = list(edges)
    else:
        weighted = [(one, other, weight * span + tie_break(one, other)) for one, other, weight in edges]
    if any(not -LARGEST_WEIGHT < weight < LARGEST_WEIGHT for _, _, weight in weighted):
        raise WeightTooLargeError
    graph.add_edges_from(weighted)
    mates = [-1] * size
    for one, other in rustworkx.max_weight_matching(graph, max_cardinality=perfect, weight_fn=int):
        mates[one], mates[other] = other, one
    return mates
