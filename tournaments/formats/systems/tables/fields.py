"""Finite fields of the small orders that schedules are made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

# Of each prime power that is no prime: the prime, and the coefficients of an irreducible polynomial without its
# leading one, from the constant on (as in the tables of R. Lidl and H. Niederreiter, Finite Fields).
_EXTENSIONS = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 1)),
    16: (2, (1, 1, 0, 0)),
    25: (5, (2, 1)),
    27: (3, (1, 2, 0)),
}
_PRIMES = frozenset({2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97})
ORDERS = tuple(sorted(_PRIMES | _EXTENSIONS.keys()))


@dataclass(frozen=True, slots=True)
class FiniteField:
    """The field with the elements 0..order - 1: their sums and products."""

    order: int
    sums: tuple[tuple[int, ...], ...]
    products: tuple[tuple[int, ...], ...]


@cache
def finite_field(order: int) -> FiniteField:
    """The field of that order. KeyError where it is none of ORDERS."""
    if order in _PRIMES:
        every = range(order)
        return FiniteField(
            order,
            tuple(tuple((one + other) % order for other in every) for one in every),
            tuple(tuple(one * other % order for other in every) for one in every),
        )
    prime, polynomial = _EXTENSIONS[order]
    elements = [_digits(element, prime, len(polynomial)) for element in range(order)]
    return FiniteField(
        order,
        tuple(
            tuple(_number([(a + b) % prime for a, b in zip(one, other, strict=True)], prime) for other in elements)
            for one in elements
        ),
        tuple(tuple(_number(_product(one, other, prime, polynomial), prime) for other in elements) for one in elements),
    )


def _digits(element: int, prime: int, degree: int) -> list[int]:
    return [element // prime**at % prime for at in range(degree)]


def _number(digits: list[int], prime: int) -> int:
    return sum(digit * prime**at for at, digit in enumerate(digits))


def _product(one: list[int], other: list[int], prime: int, polynomial: tuple[int, ...]) -> list[int]:
    """The product of two polynomials, reduced by the irreducible one."""
    degree = len(polynomial)
    product = [0] * (2 * degree - 1)
    for at, a in enumerate(one):
        for by, b in enumerate(other):
            product[at + by] = (product[at + by] + a * b) % prime
    for at in range(2 * degree - 2, degree - 1, -1):
        for by, coefficient in enumerate(polynomial):
            product[at - degree + by] = (product[at - degree + by] - product[at] * coefficient) % prime
    return product[:degree]
