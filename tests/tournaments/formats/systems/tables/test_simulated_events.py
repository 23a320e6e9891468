"""500 random events of tables on the pure cores hold: people come late, leave and are away, places are shared, one or
several forfeit, games are annulled, schedules are made ahead, finals follow."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

from tests.extent import WHOLE
from tournaments.formats.core.format import FormatOptions
from tournaments.formats.core.sittings import sittings_of
from tournaments.formats.core.standings import after_round, standings
from tournaments.formats.core.state import CellKind, Entrant, RoundTables, Scoring, Sitting, StageState
from tournaments.formats.systems.tables.final_format import FinalTables
from tournaments.formats.systems.tables.format import Tables
from tournaments.formats.systems.tables.sizes import TableSizes

EVENTS = 200 if WHOLE else 10
FINALS = 200 if WHOLE else 60
TABLES, FINAL = Tables(), FinalTables()
AWAY = Sitting(CellKind.ZERO_BYE)
BYES = {CellKind.PAIRING_BYE, CellKind.HALF_BYE, CellKind.FULL_BYE}
OPTIONS: tuple[FormatOptions, ...] = (
    {},
    {"most": 5},
    {"size": 3, "least": 2, "most": 4, "first": "snake"},
    {"points": "podium", "list": "5 3 2 1"},
    {"ahead": True},
    {"size": 5, "least": 4, "most": 6, "points": "winner"},
    {"points": "by_size", "list": "3: 4 2 0; 4: 5 3 2 1"},
)


def worth(options: FormatOptions, size: int, place: int) -> Fraction:
    """What a place that isn't shared is worth in points, as T9 says it, written again."""
    preferred = int(options.get("size", 4))
    match options.get("points", "linear"):
        case "podium":
            entries = [int(entry) for entry in str(options["list"]).split()]
            return Fraction(entries[min(place, preferred) - 1])
        case "winner":
            return Fraction(place == 1)
        case "by_size":
            lists = dict(part.split(":") for part in str(options["list"]).split(";"))
            return Fraction({int(key): value.split() for key, value in lists.items()}[size][place - 1])
        case _:
            return Fraction((size - place) * (preferred - 1), size - 1)


class Event:
    """An event of tables that is played from its seed alone. What doesn't hold fails an assertion at once."""

    def __init__(self, seed: int) -> None:
        self.rng, self.seed = random.Random(seed), seed
        self.options = OPTIONS[seed % len(OPTIONS)]
        self.sizes = TABLES.sizes(self.options)
        count = self.rng.randint(self.sizes.least + 1, 15)
        self.scale = TABLES.points_scale(self.options)
        self.state = StageState(
            tuple(Entrant(number, self.rng.randint(1000, 2000)) for number in range(1, count + 1)),
            rounds_done=0,
            planned_rounds=self.rng.randint(2, 5),
            scoring=Scoring(scale=self.scale),
            lots_seed=seed,
        )

    def play(self) -> int:
        """How many rounds were played before too few were left."""
        for number in range(1, self.state.planned_rounds + 1):
            self.come_and_go(number)
            made = TABLES.seat(self.state, number, random.Random(number), self.options)
            present = [one for one in self.state.entrants if not one.withdrawn and one.number not in self.state.absent]
            if len(present) < self.sizes.least:
                assert made.blocked
                break
            self.check_seats(made, {one.number for one in present})
            self.add(made)
            self.check_points(number, made)
        self.check_tables()
        return self.state.rounds_done

    def come_and_go(self, number: int) -> None:
        entrants = list(self.state.entrants)
        if number > 1 and self.rng.random() < 0.3:
            leaving = self.rng.randrange(len(entrants))
            entrants[leaving] = replace(entrants[leaving], withdrawn=True)
        if number > 1 and self.rng.random() < 0.3:
            missed = self.rng.choice((AWAY, Sitting(CellKind.HALF_BYE, points=TABLES.points_of_bye(self.options))))
            entrants.append(Entrant(len(entrants) + 1, 1500, sittings=(missed,) * (number - 1)))
        absent = {one.number for one in entrants if self.rng.random() < 0.07}
        self.state = replace(self.state, entrants=tuple(entrants), absent=frozenset(absent))

    def check_seats(self, made: RoundTables, present: set[int]) -> None:
        seated = [number for table in made.tables for number in table.seats]
        assert sorted(seated) == sorted(present), "everybody who is here has one seat"
        sizes = tuple(len(table.seats) for table in made.tables if len(table.seats) > 1)
        byes = {table.seats[0] for table in made.tables if len(table.seats) == 1}
        if self.options.get("ahead"):
            assert all(self.sizes.least <= size <= self.sizes.most for size in sizes)
            return
        assert sizes == TableSizes(self.sizes.preferred, self.sizes.least, self.sizes.most).cut(len(present))
        had = {one.number: sum(sitting.kind in BYES for sitting in one.sittings) for one in self.state.entrants}
        if byes:
            assert max(had[one] for one in byes) <= min(had[one] for one in present - byes), "fewest byes first"

    def add(self, made: RoundTables) -> None:
        sittings: dict[int, Sitting] = {}
        for at, table in enumerate(made.tables, 1):
            if len(table.seats) == 1:
                sittings[table.seats[0]] = Sitting(CellKind.PAIRING_BYE, points=TABLES.points_of_bye(self.options))
                continue
            sittings |= self.game(at, table.seats)
        entrants = (
            replace(one, sittings=(*one.sittings, sittings.get(one.number, AWAY))) for one in self.state.entrants
        )
        self.state = replace(self.state, entrants=tuple(entrants), rounds_done=self.state.rounds_done + 1)

    def game(self, at: int, seats: tuple[int, ...]) -> dict[int, Sitting]:
        if self.rng.random() < 0.05:
            return dict.fromkeys(seats, Sitting(CellKind.ZERO_BYE, is_annulled=True))
        strength = [self.rng.randrange(6) for _ in seats]
        lost = {seat for seat in range(1, len(seats) + 1) if self.rng.random() < 0.05}
        strength = [-1 if seat in lost else own for seat, own in enumerate(strength, 1)]
        places = [1 + sum(other > own for other in strength) for own in strength]
        points = TABLES.points_of_table(places, self.options, forfeited=lost)
        found = sittings_of(at, seats, CellKind.PLAYED, places)
        return {
            number: replace(found[number], points=won, kind=CellKind.FORFEIT_LOSS if seat in lost else CellKind.PLAYED)
            for seat, (number, won) in enumerate(zip(seats, points, strict=True), 1)
        }

    def check_points(self, number: int, made: RoundTables) -> None:
        """Each shared place has the mean of what it covers, exactly; whoever forfeited has nothing."""
        for table in made.tables:
            for own in table.seats if len(table.seats) > 1 else ():
                sitting = self.state.entrant(own).sittings[number - 1]
                if not sitting.places:
                    continue
                shared = sitting.places.count(sitting.places[0])
                places = range(sitting.places[0], sitting.places[0] + shared)
                mean = sum((worth(self.options, len(table.seats), place) for place in places), Fraction(0)) / shared
                expected = 0 if sitting.kind is CellKind.FORFEIT_LOSS else mean
                assert Fraction(sitting.points, self.scale) == expected

    def check_tables(self) -> None:
        """Standings add up what was won, and say after each round what they said then."""
        rows = standings(self.state, ("TWON", "TOPP", "TDE", "TSEAT", "LOT"), lots_seed=self.seed)
        assert {row.number: row.points for row in rows} == {one.number: one.points for one in self.state.entrants}
        assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
        assert [row.rank for row in rows] == list(range(1, len(rows) + 1)), "lots leave no tie"
        for number in range(1, self.state.rounds_done + 1):
            then = standings(after_round(self.state, number), ("TWON",))
            assert sum(row.points for row in then) == sum(
                sitting.points for one in self.state.entrants for sitting in one.sittings[:number]
            )


class FinalEvent:
    """A final of random places, some shared, some forfeited; some players leave."""

    def __init__(self, seed: int) -> None:
        self.rng, self.seed = random.Random(seed), seed
        self.options: FormatOptions = {
            "size": self.rng.choice((3, 4, 5)),
            "onward": self.rng.choice((1, 2)),
            "ties": self.rng.choice(("game", "lots")),
        }
        self.count = self.rng.randint(2, 25)
        self.state = StageState(tuple(Entrant(number) for number in range(1, self.count + 1)), 0, 9, lots_seed=seed)

    def play(self) -> Counter[str]:
        happened: Counter[str] = Counter()
        for number in range(1, FINAL.rounds_for(self.count, self.options) + 1):
            if FINAL.is_over(self.state, self.options):
                break
            made = FINAL.seat(self.state, number, random.Random(number), self.options)
            codes = {code for table in made.tables for code, _params in table.why}
            happened.update(codes or {code for code, _params in made.blocked})
            assert made.tables, made.blocked
            seated = [one for table in made.tables for one in table.seats]
            gone = {one.number for one in self.state.entrants if one.withdrawn}
            assert len(seated) == len(set(seated))
            assert not gone.intersection(seated)
            assert all(len(table.seats) <= int(self.options["size"]) for table in made.tables)
            in_it = {one for one, rank in FINAL.ranks(self.state, self.options).items() if rank == 1}
            assert set(seated) <= in_it, "only those who can still win play"
            before = dict(FINAL.places(self.state, self.options))
            self.add(made)
            now = FINAL.ranks(self.state, self.options)
            assert {one: now[one] for one in before} == before, "places that were decided stay"
        assert FINAL.is_over(self.state, self.options)
        ranks = sorted(FINAL.ranks(self.state, self.options).values())
        assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
        assert dict(FINAL.places(self.state, self.options)) == dict(FINAL.ranks(self.state, self.options))
        return happened

    def add(self, made: RoundTables) -> None:
        sittings: dict[int, Sitting] = {}
        for at, table in enumerate(made.tables, 1):
            if len(table.seats) == 1:
                sittings[table.seats[0]] = Sitting(CellKind.PAIRING_BYE)
                continue
            strength = [self.rng.randrange(4) for _ in table.seats]
            places = [1 + sum(other > own for other in strength) for own in strength]
            sittings |= sittings_of(at, table.seats, CellKind.PLAYED, places)
        leaving = self.rng.randint(1, self.count) if self.rng.random() < 0.1 else 0
        self.state = replace(
            self.state,
            rounds_done=self.state.rounds_done + 1,
            entrants=tuple(
                replace(
                    one,
                    sittings=(*one.sittings, sittings.get(one.number, AWAY)),
                    withdrawn=one.withdrawn or one.number == leaving,
                )
                for one in self.state.entrants
            ),
        )


def test_random_events_of_tables_hold() -> None:
    rounds = sum(Event(seed).play() for seed in range(EVENTS))
    assert rounds > EVENTS


def test_random_finals_hold() -> None:
    happened: Counter[str] = Counter()
    for seed in range(FINALS):
        happened += FinalEvent(seed).play()
    assert {"final_last", "final_round", "final_extra", "final_lots"} <= set(happened)
