"""When the versions of a game agree: whose voice counts, and how many are needed. Pure values: rows and facts are
brought into this form by those who hold them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from games.enums import GRADE_ORDER, Agreement, GameState, Grade

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Version:
    """What counts of a standing submission: the number of its fact, whose it is (a seat, None for the desk), how well
    it proves, and the answers to it by seat (True: confirmed, False: disputed)."""

    number: int
    seat: int | None
    grade: Grade
    answers: Mapping[int | None, bool]


def asked_agreement(agreement: Agreement, *, is_dealt_and_hidden: bool) -> Agreement:
    """The rule that counts now. While what the service dealt is hidden, the game goes on by its parts, and nobody can
    compare what is handed in with the deal: everybody has to say so."""
    return Agreement.ALL if is_dealt_and_hidden else agreement


def others_needed(players: int, agreement: Agreement) -> int:
    """How many of the other players must say the same as the one who handed the game in. For two players every rule
    asks for the opponent."""
    others = players - 1
    return {Agreement.ONE: 1, Agreement.HALF: (others + 1) // 2, Agreement.ALL: others}[agreement]


def state_of_versions(
    versions: Sequence[Version], *, same: bool, players: int, agreement: Agreement = Agreement.ONE
) -> GameState:
    """How a game of so many players stands that has these versions, at least one. `same`: whether they say the same.

    A seat is one voice, however often and by whichever link it speaks. Any objection makes a conflict. The desk's word
    settles the game alone.
    """
    if not same or not all(confirms for version in versions for confirms in version.answers.values()):
        return GameState.CONFLICTING
    voices = {version.seat for version in versions} | {seat for version in versions for seat in version.answers}
    agreed = None in voices or len(voices) > others_needed(players, agreement)
    return GameState.AGREED if agreed else GameState.SUBMITTED


def best_of_versions(versions: Sequence[Version]) -> Version:
    """The version that shows the result: the best proven, then the newest."""
    return max(versions, key=lambda version: (GRADE_ORDER.index(version.grade), version.number))


def compared(versions: Sequence[T], players: int) -> Iterable[tuple[T, T]]:
    """The pairs of versions, the oldest first, that have to say the same. Each two of them; in a game for two, all are
    compared with the oldest alone, as they were when the results of older chains were settled."""
    return ((versions[0], other) for other in versions[1:]) if players == 2 else combinations(versions, 2)
