"""A Swiss event of 1,000 players by the services, and its pages: `python -m bench.pages [--players N] [--rounds N]`.

How many queries each page takes and how much of a core's time, the event's page with nothing kept (cold) and once its
parts are kept (warm), and how long it takes from a result to standings that have it. One process, SQLite in memory.
Exit status 1 where a page of the organiser or the event's page takes more than it may.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "magistrar_site.settings")
os.environ.setdefault("STATIC_COLLECTED", "0")

import django  # the settings' name comes first

PLAYERS, ROUNDS = 1000, 3
MOST_QUERIES, MOST_MILLISECONDS = 20, 300  # on any page of the organiser
MOST_COLD, MOST_WARM, MOST_WARM_MILLISECONDS = 12, 3, 50  # queries and time of the event's first page
MOST_COLD_STANDINGS = 40  # milliseconds for a page of the standings of which nothing is kept
REPEATS = 3

T = TypeVar("T")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def timed(what: str, work: Callable[[], T]) -> T:
    started = time.perf_counter()
    value = work()
    say(f"{what}: {(time.perf_counter() - started) * 1000:,.0f} ms")
    return value


def play(evening: Any, event: Any, *, leave: int) -> None:
    """Rule every open game but so many."""
    from tournaments.selectors.rounds.matches import open_games
    from tournaments.services.results.rule import result_rule

    act = evening.act(why="The desk wrote it down")
    for match_game in list(open_games(event))[leave:]:
        winner = evening.rng.choice(["white", "black", ""])
        result_rule(act=act, game_key=match_game.game.key, kind="bare", winner=winner)


def big_event(players: int, rounds: int) -> tuple[Any, Any, list[str]]:
    """An event with that many rounds played, of the last one a game is still open; and the organiser's pages that were
    too dear before the first game."""
    from magistrar_site.shared.enqueue import no_tasks
    from tests.evening import Evening
    from tournaments.selectors.events import stage_of
    from tournaments.services.events.start import event_start
    from tournaments.services.rounds.pair import round_pair
    from tournaments.services.rounds.publish import round_publish
    from tournaments.services.stages.standings import standings_refresh

    dear: list[str] = []
    with no_tasks():
        evening = Evening()
        names = tuple(f"Player {number:04} Überlang" for number in range(players))
        event = timed(f"enter {players} players", lambda: evening.event(names, preset="swiss-evening"))
        event = timed("start the event", lambda: event_start(act=evening.act(), event=event))
        for number in range(1, rounds + 1):
            round_ = timed(
                f"pair round {number}",
                lambda number=number: round_pair(act=evening.act(), stage=stage_of(event), number=number),
            )
            timed(f"publish round {number}", lambda round_=round_: round_publish(act=evening.act(), round_=round_))
            if number == 1:
                dear = measure_before_play(evening, event)
            leave = 1 if number == rounds else 0
            timed(f"rule the games of round {number}", lambda leave=leave: play(evening, event, leave=leave))
            timed("standings after it", lambda: standings_refresh(event_key=event.key))
    return evening, event, dear


def page_cost(
    client: Any, address: str, *, repeats: int = REPEATS, headers: dict[str, str] | None = None, status: int = 200
) -> tuple[int, float, int]:
    """Queries, milliseconds of processor time (the least of several) and bytes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times = []
    for _repeat in range(repeats):
        with CaptureQueriesContext(connection) as captured:
            started = time.process_time()
            response = client.get(address, headers=headers)
            times.append((time.process_time() - started) * 1000)
        if response.status_code != status:
            raise SystemExit(f"{address}: {response.status_code}")
    return len(captured), min(times), len(response.content)


def pages_cost(client: Any, pages: list[str]) -> list[str]:
    """Prints what the pages cost; returns those that take more than a page of the organiser may."""
    dear = []
    for address in pages:
        queries, milliseconds, size = page_cost(client, address)
        say(f"{address}: {queries} queries, {milliseconds:,.0f} ms, {size / 1024:,.0f} KiB")
        if queries > MOST_QUERIES or milliseconds > MOST_MILLISECONDS:
            dear.append(address)
    return dear


def organiser_of(evening: Any) -> Any:
    from django.test import Client

    client = Client()
    client.force_login(evening.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def measure_before_play(evening: Any, event: Any) -> list[str]:
    """The pages of an evening that begins: the check-in is open, and so are all games."""
    from tournaments.services.entries.check_in import check_in_open
    from tournaments.services.entries.links import personal_links_make

    check_in_open(act=evening.act(), event=event)
    timed("make everybody's link", lambda: personal_links_make(act=evening.act(), event=event))
    paths = [
        "",
        "rounds/1/",
        "rounds/1/?q=400-500",
        "results/",
        "results/?q=player+07",
        "check-in/",
        "links/",
        "players/",
    ]
    return pages_cost(organiser_of(evening), [f"/events/{event.slug}/manage/{path}" for path in paths])


def measure(evening: Any, event: Any, rounds: int) -> list[str]:
    """The pages of an event that is played; those of the organiser that take too much."""
    from django.test import Client

    from tournaments.models import Entry, Match

    entry = Entry.objects.filter(event=event).earliest("number")
    match = Match.objects.filter(round__stage__event=event, round__number=rounds, bye="").earliest("table")
    public = [
        "",
        f"rounds/{rounds}/",
        "standings/",
        "standings/?page=5",
        f"standings/{entry.key}/",
        "crosstable/",
        "players/",
    ]
    paths = ["", f"rounds/{rounds}/", "results/", "players/", "wishes/", "settings/", "log/", "rounds/planned/"]
    pages_cost(Client(), [*(f"/events/{event.slug}/{path}" for path in public), f"/matches/{match.key}/"])
    return pages_cost(organiser_of(evening), [f"/events/{event.slug}/manage/{path}" for path in paths])


def event_page(event: Any) -> list[str]:
    """Prints what the event's first page costs cold and warm, and a look for news that finds none; returns what is more
    than it may be."""
    from django.core.cache import cache
    from django.test import Client

    visitor, page, live = Client(), f"/events/{event.slug}/", f"/live/en/events/{event.slug}/"

    def cold(address: str) -> tuple[int, float, int]:
        found = []
        for _repeat in range(2 * REPEATS):
            cache.clear()
            found.append(page_cost(visitor, address, repeats=1))
        return min(found, key=lambda cost: cost[1])

    costs = {
        "cold": cold(page),
        "its standings, cold": cold(f"{page}standings/"),
        "warm": page_cost(visitor, page),
        "a look for news": page_cost(visitor, live, headers={"If-None-Match": visitor.get(live)["ETag"]}, status=304),
    }
    for what, (queries, milliseconds, size) in costs.items():
        say(f"event page, {what}: {queries} queries, {milliseconds:,.1f} ms, {size / 1024:,.0f} KiB")
    limits = {
        f"{MOST_COLD} queries cold": costs["cold"][0] > MOST_COLD,
        f"{MOST_WARM} queries warm": costs["warm"][0] > MOST_WARM,
        f"{MOST_COLD_STANDINGS} ms for cold standings": costs["its standings, cold"][1] > MOST_COLD_STANDINGS,
        f"{MOST_WARM_MILLISECONDS} ms warm": costs["warm"][1] > MOST_WARM_MILLISECONDS,
        "1 query without news": costs["a look for news"][0] > 1,
    }
    return [f"more than {limit}: {page}" for limit, is_over in limits.items() if is_over]


def result_to_standings(evening: Any, event: Any) -> None:
    """The last open game of the round gets its result; the standings follow."""
    from magistrar_site.shared.enqueue import no_tasks
    from tournaments.selectors.rounds.matches import open_games
    from tournaments.services.results.rule import result_rule
    from tournaments.services.stages.standings import standings_refresh

    game = open_games(event)[0].game
    act = evening.act(why="The desk wrote it down")
    with no_tasks():
        timed("one result", lambda: result_rule(act=act, game_key=game.key, kind="bare", winner="white"))
        timed("from that result to standings", lambda: standings_refresh(event_key=event.key))


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--players", type=int, default=PLAYERS)
    options.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = options.parse_args()
    django.setup()
    from django.conf import settings
    from django.test.utils import setup_test_environment

    from magistrar_site.shared.throwaway import throwaway_database

    setup_test_environment()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with throwaway_database():
        evening, event, dear = big_event(chosen.players, chosen.rounds)
        dear += measure(evening, event, chosen.rounds)
        slow = event_page(event)
        result_to_standings(evening, event)
    for address in dear:
        say(f"more than {MOST_QUERIES} queries or {MOST_MILLISECONDS} ms: {address}")
    for what in slow:
        say(what)
    return 1 if dear or slow else 0


if __name__ == "__main__":
    sys.exit(main())
