"""Databases of any size for the benches: `python -m bench.seeding GAMES` fills the empty database of the settings.

A player of the first club, `BUSY`, has up to 6,000 of the games; 40 games make an event of 16 players and five rounds;
the newest events run, some more are still to come. Each table is filled by INSERT ... SELECT, which takes
a few minutes for a million games. Rows hold what pages and tasks read: games with seats, results and numbers, what was
handed in, matches, tables, ratings with their history, and as many facts as games. The facts' digests are numbers, so
the chains verify to nothing: for benches of verifying, play events by the services.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

GAMES_OF_EVENT, ENTRIES, ROUNDS, TABLES = 40, 16, 5, 8
BUSY, BUSY_EVENTS = "busyplayer01", 1200
POOL = "everybody"
YEARS = 5
RUNNING, COMING = 12, 30
BATCH = 100_000
FIRST_NAMES = ("Anna", "Bjoern", "Chloe", "Dmitri", "Esther", "Fatima", "Georg", "Hanneke", "Igor", "Jana")
LAST_NAMES = ("Adler", "Brandt", "Claasen", "Dupont", "Eriksen", "Fischer", "Goossens", "Hofmann", "Iversen", "Jansen")
REPORT = {
    "system": "magistrar",
    "honoris": {"white": 7, "black": 2},
    "duels": [
        {
            "number": number,
            "encounters": ["white", "black", "", "white", "", "black"],
            "points": [3, 2],
            "winner": "white",
        }
        for number in range(1, 8)
    ],
}


class Seeder:
    """Fills tables of the connected database. `games` decides how many events and clubs there are, and players where
    nothing is said of them."""

    def __init__(self, games: int, say: Callable[[str], None] = lambda line: None, players: int = 0) -> None:
        from django.db import connection

        self.connection, self.say = connection, say
        self.is_postgresql = connection.vendor == "postgresql"
        self.games = games
        self.events = max(1, games // GAMES_OF_EVENT)
        self.players = players or max(2 * ENTRIES, games // 20)
        self.clubs = max(1, self.events // 200)
        self.busy_every = max(1, self.events // BUSY_EVENTS)

    def fill(self) -> None:
        """Every table, then what a database knows of its tables."""
        self.people()
        self.event_rows()
        self.game_rows()
        self.rating_rows()
        with self.connection.cursor() as cursor:
            if self.is_postgresql:
                self._set_sequences(cursor)
            cursor.execute("ANALYZE")

    def _set_sequences(self, cursor: Any) -> None:
        from django.apps import apps
        from django.core.management.color import no_style

        for statement in self.connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(statement)

    # --- SQL ---------------------------------------------------------------------------------------------------------
    def text(self, value: str) -> str:
        return "'" + value.replace("'", "''") + "'"

    def document(self, value: Any) -> str:
        """A JSON value."""
        return self.text(json.dumps(value)) + ("::jsonb" if self.is_postgresql else "")

    def at(self, seconds: str) -> str:
        """The instant that lies so many seconds after the first event's, in a form that sorts."""
        first = datetime.now(UTC).replace(microsecond=0, minute=0, second=0) - timedelta(days=365 * YEARS)
        if self.is_postgresql:
            return f"('{first.isoformat()}'::timestamptz + make_interval(secs => {seconds}))"
        return f"datetime('{first:%Y-%m-%d %H:%M:%S}', '+' || ({seconds}) || ' seconds')"

    def blob(self, length: int) -> str:
        return f"convert_to(repeat('x', {length}), 'UTF8')" if self.is_postgresql else f"zeroblob({length})"

    def choice(self, words: tuple[str, ...], number: str) -> str:
        cases = " ".join(f"WHEN {at} THEN {self.text(word)}" for at, word in enumerate(words))
        return f"CASE ({number}) % {len(words)} {cases} END"

    def key(self, letter: str, number: str) -> str:
        """A public key of 12 letters."""
        if self.is_postgresql:
            return f"('{letter}' || lpad(({number})::text, 11, '0'))"
        return f"('{letter}' || substr('00000000000' || ({number}), -11))"

    def insert(self, model: Any, count: int, **values: str) -> None:
        """So many rows of a model: an expression over `n` (1 to count) for each field, its default where there is none.
        KeyError names a field that has neither."""
        fields = [field for field in model._meta.concrete_fields if field.name in values or not field.primary_key]
        columns = ", ".join(f'"{field.column}"' for field in fields)
        selected = ", ".join(values[field.name] if field.name in values else self._default(field) for field in fields)
        started = time.perf_counter()
        for first in range(1, count + 1, BATCH):
            last = min(first + BATCH - 1, count)
            with self.connection.cursor() as cursor:
                cursor.execute(
                    f"WITH RECURSIVE series(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM series WHERE n < {last}) "
                    f'INSERT INTO "{model._meta.db_table}" ({columns}) SELECT {selected} FROM series'
                )
        self.say(f"{model._meta.label}: {count:,} rows in {time.perf_counter() - started:.1f} s")

    def _default(self, field: Any) -> str:
        if field.has_default():
            value = field.get_default()
            if field.get_internal_type() == "JSONField":
                return self.document(value)
            return self.text(value) if isinstance(value, str) else str(value).upper() if value is not None else "NULL"
        if field.null:
            return "NULL"
        if field.empty_strings_allowed and field.blank:
            return "''"
        raise KeyError(f"{field.model._meta.label}.{field.name}")

    # --- Which row belongs to which ----------------------------------------------------------------------------------
    def player_of(self, entry: str) -> str:
        """The primary key of an entry's player. Players meet others each time, and nobody enters an event twice."""
        event, seat = f"(({entry} - 1) / {ENTRIES})", f"(({entry} - 1) % {ENTRIES})"
        usual = f"(({event} * 7919 + {seat} * {max(1, self.players // ENTRIES)}) % {self.players} + 2)"
        return f"CASE WHEN {seat} = 15 AND {event} % {self.busy_every} = 0 THEN 1 ELSE {usual} END"

    def entry_of(self, game: str, seat: int) -> str:
        """The primary key of the entry at a seat of a game: in each round the first half meets the second, shifted."""
        event = f"(({game} - 1) / {GAMES_OF_EVENT})"
        round_, table = f"((({game} - 1) % {GAMES_OF_EVENT}) / {TABLES})", f"(({game} - 1) % {TABLES})"
        first, second = f"({table} + 1)", f"({TABLES} + ({table} + {round_}) % {TABLES} + 1)"
        return f"({event} * {ENTRIES} + {first if seat == 1 else second})"

    def event_seconds(self, event: str) -> str:
        """The start of an event (counted from 0): they are spread over the years up to now."""
        step = YEARS * 365 * 86400 // (self.events + 1)
        return f"(({event})::bigint * {step})" if self.is_postgresql else f"(({event}) * {step})"

    def played(self, game: str) -> str:
        event = f"(({game} - 1) / {GAMES_OF_EVENT})"
        return self.at(f"{self.event_seconds(event)} + (({game} - 1) % {GAMES_OF_EVENT}) / {TABLES} * 1200")

    def position(self, game: str) -> str:
        """A game's place in the order of play, as changes of ratings have it."""
        at = self.played(game)
        time_ = (
            f"to_char({at} AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISS')"
            if self.is_postgresql
            else f"strftime('%Y%m%d%H%M%S', {at})"
        )
        return f"({time_} || '000000' || '0000000000' || {self.key('g', game)})"

    def place(self, game: str, seat: int) -> str:
        """Seat 1 wins five games of nine, seat 2 three, one is a draw."""
        won = "IN (0, 2, 4, 6, 8)" if seat == 1 else "IN (1, 3, 5)"
        return f"CASE WHEN {game} % 9 = 7 OR {game} % 9 {won} THEN 1 ELSE 2 END"

    # --- Rows --------------------------------------------------------------------------------------------------------
    def people(self) -> None:
        from games.models import Club, Player

        start = self.at("0")
        self.insert(
            Club, self.clubs, id="n", key=self.key("c", "n"), name="'Club ' || n", slug="'club-' || n", created_at=start
        )
        first, last = self.choice(FIRST_NAMES, "n"), self.choice(LAST_NAMES, "n / 10")
        name = f"{first} || ' ' || {last} || ' ' || n"
        self.insert(
            Player,
            self.players + 1,
            id="n",
            key=f"CASE n WHEN 1 THEN '{BUSY}' ELSE {self.key('p', 'n')} END",
            name=name,
            folded_name=f"lower({name})",
            plain_name=f"lower({name})",
            club=f"n % {self.clubs} + 1",
            created_at=start,
        )

    def event_rows(self) -> None:
        from tournaments.models import Entry, Event, Round, Stage, Standing, StandingTable
        from tournaments.models.rules import rules_store
        from tournaments.services.events.presets import PRESETS

        total = self.events + COMING

        def by_state(coming: str, running: str, finished: str) -> str:
            begun, over = self.events, self.events - RUNNING
            return f"CASE WHEN n > {begun} THEN {coming} WHEN n > {over} THEN {running} ELSE {finished} END"

        self.insert(
            Event,
            total,
            id="n",
            key=self.key("e", "n"),
            club=f"n % {self.clubs} + 1",
            name="'Evening ' || n",
            slug="'evening-' || n",
            state=by_state("'open'", "'running'", "'finished'"),
            preset="'swiss-evening'",
            starts_at=self.at(self.event_seconds("n - 1")),
            pool=self.text(POOL),
            rules=self.document(rules_store(PRESETS["swiss-evening"].rules)),
            seed="n",
            created_at=self.at(self.event_seconds("n - 1")),
        )
        self.insert(
            Stage,
            total,
            id="n",
            event="n",
            format="'swiss'",
            planned_rounds=by_state("0", str(ROUNDS), str(ROUNDS)),
            state=by_state("'planned'", "'running'", "'finished'"),
        )
        entry_event = f"((n - 1) / {ENTRIES})"
        self.insert(
            Entry,
            self.events * ENTRIES,
            id="n",
            key=self.key("t", "n"),
            event=f"{entry_event} + 1",
            player=self.player_of("n"),
            number=f"(n - 1) % {ENTRIES} + 1",
            rating="1200 + (n * 7) % 600",
            state="'active'",
            entered_at=self.at(self.event_seconds(entry_event)),
        )
        self.insert(
            Round,
            self.events * ROUNDS,
            id="n",
            stage=f"(n - 1) / {ROUNDS} + 1",
            number=f"(n - 1) % {ROUNDS} + 1",
            state="'closed'",
        )
        self.insert(
            StandingTable,
            self.events,
            id="n",
            stage="n",
            after_round=str(ROUNDS),
            made_from=str(GAMES_OF_EVENT),
            input_digest="'d'",
            columns=self.document([]),
        )
        self.insert(
            Standing,
            self.events * ENTRIES,
            id="n",
            table=f"{entry_event} + 1",
            entry="n",
            rank=f"(n - 1) % {ENTRIES} + 1",
            points=f"10 - (n - 1) % {ENTRIES} / 2",
            played=str(ROUNDS),
        )

    def game_rows(self) -> None:
        from games.models import Game, GameResult, GameSeat, SeatNumber, SeatResult, Submission
        from magistrar_site.shared.models import Fact, Stream
        from tournaments.models import Match, MatchGame, MatchSeat

        games, events = self.events * GAMES_OF_EVENT, self.events
        event = f"((n - 1) / {GAMES_OF_EVENT} + 1)"
        stream, fact = f"'event:' || {self.key('e', event)}", f"((n - 1) % {GAMES_OF_EVENT} + 1)"
        report = self.document(REPORT)
        at = self.played("n")
        self.insert(
            Game,
            games,
            id="n",
            key=self.key("g", "n"),
            stream=stream,
            starter="n % 2 + 1",
            edition="'spiel-das-2021'",
            edition_digest="'d'",
            pool=self.text(POOL),
            played_at=at,
            order=fact,
            state="'agreed'",
            result_fact=fact,
        )
        # Of two rows for a game, the odd one is seat 1's.
        game, seat = "((n + 1) / 2)", "(2 - n % 2)"
        entry = f"CASE {seat} WHEN 1 THEN {self.entry_of(game, 1)} ELSE {self.entry_of(game, 2)} END"
        with_entry = self.player_of(f"({entry})")
        self.insert(GameSeat, 2 * games, id="n", game=game, number=seat, player=with_entry)
        self.insert(
            Submission,
            games,
            id="n",
            key=self.key("s", "n"),
            game="n",
            body=self.blob(300),
            grade="'record'",
            seat="1",
            actor="'link:x'",
            at=at,
            report=report,
            accepted="TRUE",
            digest="'d' || n",
            idempotency_key="'k'",
            fact_number=fact,
        )
        self.insert(
            GameResult,
            games,
            id="n",
            game="n",
            grade="'record'",
            winner="CASE WHEN n % 9 = 7 THEN NULL WHEN n % 9 IN (1, 3, 5) THEN 2 ELSE 1 END",
            submission="n",
            report=report,
            fact_number=fact,
        )
        place = f"CASE {seat} WHEN 1 THEN {self.place(game, 1)} ELSE {self.place(game, 2)} END"
        self.insert(SeatResult, 2 * games, id="n", result=game, seat="n", place=place)
        self.insert(SeatNumber, 2 * games, id="n", seat_result="n", key="'honoris'", value="n * 7 % 40")
        self.insert(
            Match,
            games,
            id="n",
            key=self.key("m", "n"),
            round=f"(n - 1) / {TABLES} + 1",
            table=f"(n - 1) % {TABLES} + 1",
        )
        self.insert(
            MatchSeat,
            2 * games,
            id="n",
            match=game,
            round=f"({game} - 1) / {TABLES} + 1",
            entry=entry,
            position=seat,
        )
        self.insert(MatchGame, games, id="n", match="n", game="n", number="1")
        head = str(GAMES_OF_EVENT)
        self.insert(Stream, events, name=f"'event:' || {self.key('e', 'n')}", number=head, followed=head, digest="'d'")
        self.insert(
            Fact,
            games,
            id="n",
            stream=stream,
            number=fact,
            kind="'game.confirmed'",
            payload=self.document({"game": "x"}),
            actor="'desk'",
            at=at,
            previous="'p'",
            digest="'d' || n",
        )

    def rating_rows(self) -> None:
        from ratings.models import Pool, PoolSource, PoolState, Rating, RatingChange

        self.insert(Pool, 1, id="n", key=self.text(POOL), name="'Everybody'")
        self.insert(PoolState, 1, pool="1")
        self.insert(
            PoolSource,
            self.events,
            id="n",
            pool="1",
            stream=f"'event:' || {self.key('e', 'n')}",
            number=str(GAMES_OF_EVENT),
        )
        game, seat = "((n + 1) / 2)", "(2 - n % 2)"
        games = self.events * GAMES_OF_EVENT
        entries = [f"({self.entry_of(game, number)})" for number in (1, 2)]
        players = [self.player_of(entry) for entry in entries]
        values = {
            "id": "n",
            "pool": "1",
            "player": f"CASE {seat} WHEN 1 THEN {players[0]} ELSE {players[1]} END",
            "game": game,
            "opponent": f"CASE {seat} WHEN 1 THEN {players[1]} ELSE {players[0]} END",
            "position": self.position(game),
            "games": f"{game} / 20 + 1",
            "peak": "150000000",
            "score": "n % 3",
            "before": "150000000 + n % 1000 * 10000",
            "after": "150000000 + (n + 1) % 1000 * 10000",
            "expected": "500000000",
            "k": "20",
            "is_provisional": "FALSE",
        }
        known = {field.name for field in RatingChange._meta.concrete_fields}
        self.insert(RatingChange, 2 * games, **{name: value for name, value in values.items() if name in known})
        self.insert(
            Rating,
            self.players + 1,
            id="n",
            pool="1",
            player="n",
            value="200000000 - n * 1000",
            games="(SELECT count(*) FROM ratings_ratingchange WHERE player_id = n)",
            is_provisional="FALSE",
            points="2000 - n / 100",
            last_played_at=self.at(self.event_seconds(str(self.events - 1))),
            state=self.document({}),
        )


def seed(games: int, say: Callable[[str], None] = lambda line: None, players: int = 0) -> None:
    """Fill an empty, migrated database with about so many games (a multiple of 40), in one transaction a statement."""
    Seeder(games, say, players).fill()


def print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int)
    given = parser.parse_args()
    django.setup()
    started = time.perf_counter()
    seed(given.games, print_line)
    sys.stdout.write(f"{given.games:,} games in {time.perf_counter() - started:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
