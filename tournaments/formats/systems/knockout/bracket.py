"""The matches of a knock-out or a double elimination, where who plays in them comes from, and where he goes.

Only matches that can be played are listed: n entries make n - 1 of them in a single elimination (one more with a match
for third place), and 2n - 1 at most in a double. Byes are resolved here: who has one stands in his next match as a
seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache

from tournaments.formats.systems.knockout.loser_orders import DEFAULT_ORDER, ORDERS, dropping_places
from tournaments.formats.systems.knockout.seeding import bracket_size, standard_seeding


class Group(StrEnum):
    WINNERS = "winners"
    LOSERS = "losers"
    THIRD_PLACE = "third_place"
    FINAL = "final"  # the grand final of a double elimination; its round 2 is the reset


class Origin(StrEnum):
    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"
    BYE = "bye"  # only while a bracket is being drawn up


@dataclass(frozen=True, slots=True)
class Source:
    """Who sits there: the seed with that number, or the winner or loser of the match with that id."""

    origin: Origin
    number: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """The seat (0 or 1) of the match with that id."""

    match: int
    seat: int


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """`id` counts from 1 in the order of play, so that sources have smaller ids. `round` and `position` count from 1
    within the group, over the whole drawing, byes included. `play_round` is the stage's round it belongs to, `to_final`
    how many rounds of its bracket separate it from the final (0 the final itself). A target of None means out, or first
    (the reset apart: see `is_reset`)."""

    id: int
    group: Group
    round: int
    position: int
    play_round: int
    to_final: int
    seats: tuple[Source, Source]
    winner_to: Target | None = None
    loser_to: Target | None = None

    @property
    def is_reset(self) -> bool:
        """The second grand final, played only if the first one was won from the losers' bracket."""
        return self.group is Group.FINAL and self.round == 2


@dataclass(frozen=True)
class Bracket:
    """All matches in the order of play. `byes` are the seeds without a match in the first round."""

    entries: int
    double: bool
    matches: tuple[BracketMatch, ...]
    byes: tuple[int, ...] = field(default=())

    @cached_property
    def by_id(self) -> dict[int, BracketMatch]:
        return {match.id: match for match in self.matches}

    @cached_property
    def final(self) -> BracketMatch:
        """The match that crowns the winner, the reset apart."""
        return next(match for match in self.matches if match.to_final == 0 and not match.is_reset)

    @cached_property
    def reset(self) -> BracketMatch | None:
        return next((match for match in self.matches if match.is_reset), None)

    @property
    def play_rounds(self) -> int:
        """How many rounds a stage needs at most."""
        return self.matches[-1].play_round

    def in_play_round(self, play_round: int) -> tuple[BracketMatch, ...]:
        return tuple(match for match in self.matches if match.play_round == play_round)


@dataclass(frozen=True, slots=True)
class _Place:
    """A match of the drawing, byes included."""

    group: Group
    round: int
    position: int


@dataclass(frozen=True, slots=True)
class _Feed:
    """A seat of the drawing: a seed, or the winner or loser of a place."""

    origin: Origin
    seed: int = 0
    place: _Place | None = None


@dataclass(frozen=True, slots=True)
class _Drawn:
    place: _Place
    seats: tuple[_Feed, _Feed]
    play_round: int
    to_final: int


def bracket(
    seeds: int, *, double: bool = False, third_place: bool = False, reset: bool = True, order: str = DEFAULT_ORDER
) -> Bracket:
    """The bracket of so many seeds, 2 to 256. A double elimination has a grand final, with a reset unless that is
    switched off; its third place is who loses the last match of the losers' bracket. `order` is a key of ORDERS and
    matters to double eliminations only. ValueError for what can't be."""
    if double and third_place:
        raise ValueError("a double elimination has no match for third place")
    if order not in ORDERS:
        raise ValueError(f"no order {order!r} of the losers' bracket: {', '.join(ORDERS)}")
    return _bracket(seeds, double, third_place, reset, order)


@lru_cache(maxsize=64)
def _bracket(seeds: int, double: bool, third_place: bool, reset: bool, order: str) -> Bracket:
    size = bracket_size(seeds)
    drawing = list(_winners(size, double=double))
    if double:
        drawing += [*_losers(size, order), *_grand_final(size, reset=reset)]
    elif third_place and size > 2:
        drawing.append(_third_place(size))
    group_order = list(Group)
    drawing.sort(key=lambda drawn: (drawn.play_round, group_order.index(drawn.place.group), drawn.place.position))
    byes = tuple(seed for seed in range(1, size - seeds + 1))
    return Bracket(entries=seeds, double=double, matches=_playable(drawing, seeds), byes=byes)


def _rounds(size: int) -> int:
    return size.bit_length() - 1


def _winner_of(group: Group, round_: int, position: int) -> _Feed:
    return _Feed(Origin.WINNER, place=_Place(group, round_, position))


def _loser_of(group: Group, round_: int, position: int) -> _Feed:
    return _Feed(Origin.LOSER, place=_Place(group, round_, position))


def _winners(size: int, *, double: bool) -> Iterator[_Drawn]:
    """In a double elimination the winners wait every other round, so that a loser plays on in the very next one."""
    last = _rounds(size)
    order = standard_seeding(size)
    for round_ in range(1, last + 1):
        play_round = max(1, 2 * round_ - 2) if double else round_
        for position in range(1, size // 2**round_ + 1):
            above, below = 2 * position - 1, 2 * position
            if round_ == 1:
                seats = _Feed(Origin.SEED, order[above - 1]), _Feed(Origin.SEED, order[below - 1])
            else:
                seats = (
                    _winner_of(Group.WINNERS, round_ - 1, above),
                    _winner_of(Group.WINNERS, round_ - 1, below),
                )
            yield _Drawn(_Place(Group.WINNERS, round_, position), seats, play_round, last - round_ + int(double))


def _losers(size: int, order: str) -> Iterator[_Drawn]:
    """Odd rounds are played among those already down, even ones against those who drop in."""
    last = 2 * _rounds(size) - 2
    for round_ in range(1, last + 1):
        drop = round_ // 2
        count = size // 2 ** (drop + 2) if round_ % 2 else size // 2 ** (drop + 1)
        dropping = dropping_places(order, size, drop) if round_ % 2 == 0 else ()
        for position in range(1, count + 1):
            above, below = 2 * position - 1, 2 * position
            if round_ == 1:
                seats = _loser_of(Group.WINNERS, 1, above), _loser_of(Group.WINNERS, 1, below)
            elif round_ % 2:
                seats = _winner_of(Group.LOSERS, round_ - 1, above), _winner_of(Group.LOSERS, round_ - 1, below)
            else:
                seats = (
                    _loser_of(Group.WINNERS, drop + 1, dropping[position - 1]),
                    _winner_of(Group.LOSERS, round_ - 1, position),
                )
            yield _Drawn(_Place(Group.LOSERS, round_, position), seats, round_ + 1, last - round_ + 1)


def _grand_final(size: int, *, reset: bool) -> Iterator[_Drawn]:
    last = _rounds(size)
    challenger = _winner_of(Group.LOSERS, 2 * last - 2, 1) if last > 1 else _loser_of(Group.WINNERS, 1, 1)
    final = _Place(Group.FINAL, 1, 1)
    yield _Drawn(final, (_winner_of(Group.WINNERS, last, 1), challenger), 2 * last, 0)
    if reset:
        seats = _Feed(Origin.LOSER, place=final), _Feed(Origin.WINNER, place=final)
        yield _Drawn(_Place(Group.FINAL, 2, 1), seats, 2 * last + 1, 0)


def _third_place(size: int) -> _Drawn:
    semi_final = _rounds(size) - 1
    seats = _loser_of(Group.WINNERS, semi_final, 1), _loser_of(Group.WINNERS, semi_final, 2)
    return _Drawn(_Place(Group.THIRD_PLACE, 1, 1), seats, semi_final + 1, 1)


def _playable(drawing: list[_Drawn], seeds: int) -> tuple[BracketMatch, ...]:
    """The drawing without its byes: a match that lacks one side hands the other on, one that lacks both is none."""
    ids: dict[_Place, int] = {}
    passed_on: dict[_Place, Source] = {}
    bye = Source(Origin.BYE)

    def source(feed: _Feed) -> Source:
        if feed.place is None:
            return Source(Origin.SEED, feed.seed) if feed.seed <= seeds else bye
        if feed.place in ids:
            return Source(feed.origin, ids[feed.place])
        return passed_on[feed.place] if feed.origin is Origin.WINNER else bye

    played: list[tuple[_Drawn, tuple[Source, Source]]] = []
    for drawn in drawing:
        seats = source(drawn.seats[0]), source(drawn.seats[1])
        if bye in seats:
            passed_on[drawn.place] = seats[1] if seats[0] == bye else seats[0]
        else:
            played.append((drawn, seats))
            ids[drawn.place] = len(played)
    targets = {seat: Target(id_, index) for id_, (_, seats) in enumerate(played, 1) for index, seat in enumerate(seats)}
    play_rounds = sorted({drawn.play_round for drawn, _ in played})
    return tuple(
        _match(id_, drawn, seats, play_rounds.index(drawn.play_round) + 1, targets)
        for id_, (drawn, seats) in enumerate(played, 1)
    )


def _match(
    id_: int, drawn: _Drawn, seats: tuple[Source, Source], play_round: int, targets: dict[Source, Target]
) -> BracketMatch:
    return BracketMatch(
        id=id_,
        group=drawn.place.group,
        round=drawn.place.round,
        position=drawn.place.position,
        play_round=play_round,
        to_final=drawn.to_final,
        seats=seats,
        winner_to=targets.get(Source(Origin.WINNER, id_)),
        loser_to=targets.get(Source(Origin.LOSER, id_)),
    )
