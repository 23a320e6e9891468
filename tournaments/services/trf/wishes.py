"""Wishes of players and pairs kept apart, as a report file says it: for the staff alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from magistrar_site.shared.services.chain import facts_read
from tournaments.enums import ByeKind, Separation
from tournaments.facts.replay import replay_steps
from tournaments.facts.rounds import RoundDrafted
from tournaments.facts.stage_states import separations_by_facts
from tournaments.facts.state import ReplayedState
from tournaments.models import Stage
from tournaments.selectors.entries import GONE
from tournaments.selectors.rounds.wishes import bye_requests_of
from tournaments.snapshots import PairingSnapshot
from tournaments.trf.document import AnnouncedByes, Document, ForbiddenGroup, Result

Pairs = frozenset[frozenset[int]]

_BYES = {ByeKind.FULL: Result.FULL_BYE, ByeKind.HALF: Result.HALF_BYE, ByeKind.ZERO: Result.ZERO_BYE}


def with_wishes(document: Document, stage: Stage, snapshot: PairingSnapshot) -> Document:
    """The document with the byes asked for in the next round and later ones, and with the pairs that are kept apart:
    from the next round on, and in each round before as they were when it was paired. `snapshot`: of the next round."""
    next_round = snapshot.state.rounds_done + 1
    byes = tuple(_announced_byes(stage, snapshot, next_round))
    away = {number for bye in byes if bye.round == next_round for number in bye.players}
    apart = _apart_by_round(stage, snapshot)
    return replace(
        document,
        byes=byes,
        absent_next=tuple(number for number in document.absent_next if number not in away),
        forbidden=groups_of([of_round[Separation.FORBIDDEN] for of_round in apart]),
        avoided=groups_of([of_round[Separation.AVOIDED] for of_round in apart]),
    )


def _announced_byes(stage: Stage, snapshot: PairingSnapshot, next_round: int) -> Iterator[AnnouncedByes]:
    numbers = {entry.pk: number for number, entry in snapshot.entries.items() if entry.state not in GONE}
    asked: dict[tuple[int, ByeKind], list[int]] = defaultdict(list)
    for request in bye_requests_of(stage):
        if next_round <= request.round_number <= stage.planned_rounds and request.entry_id in numbers:
            asked[request.round_number, ByeKind(request.kind)].append(numbers[request.entry_id])
    for (number, kind), players in sorted(asked.items()):
        yield AnnouncedByes(_BYES[kind], number, tuple(sorted(players)))


def _apart_by_round(stage: Stage, snapshot: PairingSnapshot) -> list[dict[Separation, Pairs]]:
    """The pairs kept apart in each round that was paired, by its facts, and last in all that come."""
    found: dict[int, dict[Separation, Pairs]] = {}
    state = ReplayedState()
    for _fact, payload in replay_steps(facts_read(stage.event.stream), state):
        if isinstance(payload, RoundDrafted) and payload.stage == stage.number:
            found[payload.round] = separations_by_facts(state, stage.number, payload.clubs_by_entry)
    now = {Separation.FORBIDDEN: snapshot.state.forbidden, Separation.AVOIDED: snapshot.state.avoided}
    return [*(found.get(number, now) for number in range(1, snapshot.state.rounds_done + 1)), now]


def groups_of(by_round: Sequence[Pairs]) -> tuple[ForbiddenGroup, ...]:
    """Pairs by round, of which the last hold to the end, as few groups of players with their stretch of rounds."""
    stretches: dict[tuple[int, int | None], set[frozenset[int]]] = defaultdict(set)
    for pair in {pair for pairs in by_round for pair in pairs}:
        for first, last in _runs([pair in pairs for pairs in by_round]):
            stretches[first, None if last == len(by_round) else last].add(pair)
    return tuple(
        ForbiddenGroup(players, first, last)
        for (first, last), pairs in sorted(stretches.items(), key=lambda item: (item[0][0], item[0][1] or 0))
        for players in _cliques(pairs)
    )


def _runs(holds: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """First and last number, from 1 on, of each stretch that holds."""
    first, number = 0, 0
    for number, is_held in enumerate([*holds, False], 1):
        if is_held and not first:
            first = number
        elif not is_held and first:
            yield first, number - 1
            first = 0


def _cliques(pairs: set[frozenset[int]]) -> Iterator[tuple[int, ...]]:
    """Players none of whom may meet another of them, until every pair is in one group: a club is one line."""
    left = sorted(tuple(sorted(pair)) for pair in pairs)
    covered: set[frozenset[int]] = set()
    for one, other in left:
        if frozenset((one, other)) in covered:
            continue
        group = [one, other]
        for player in sorted({number for pair in pairs for number in pair if one in pair}):
            if player not in group and all(frozenset((player, member)) in pairs for member in group):
                group.append(player)
        covered |= {frozenset((first, second)) for first in group for second in group if first != second}
        yield tuple(sorted(group))
