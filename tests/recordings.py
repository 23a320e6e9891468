"""A recording of what the service shows, to compare before and after a change of the design.

    python -m tests.recordings make FOLDER           a database with the demo and simulated events: FOLDER/site.sqlite3
    python -m tests.recordings record FOLDER OUT     migrate a copy of it, and write to OUT all that the service shows
    diff -r OUT_BEFORE OUT_AFTER                     what changed

Make the database once, with the old code, and record it with the old and with the new code: so the migrations are tried
too. A recording holds every page for a visitor, a player and an organiser, every answer of the API, tables as CSV,
TRF files, bundles, chains and the verdict on each event, and the derived rows. Pages are written as their tags and
texts (tests/plain_pages.py). Tokens and nonces are masked; the clock stands still.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from tests.extent import sampled
from tests.plain_pages import plain_json, plain_page

if TYPE_CHECKING:
    from django.test import Client

DATABASE = "site.sqlite3"
NOW = datetime(2026, 3, 20, 18, 0, tzinfo=UTC)
MOST_OF_A_ROUTE = 12  # addresses of one route, spread over the rows that it can show
FORMATS_PLAYED = (
    ("swiss", 12, {}),
    ("swiss", 9, {"variants": "both"}),
    ("round_robin", 7, {}),
    ("round_robin", 6, {"best_of": 3}),
    ("knockout", 11, {}),
    ("double_elimination", 8, {}),
)
MASKS = (
    (re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*'), rb"\1-"),
    (re.compile(rb'("(?:X-CSRFToken|csrf)": ")[^"]*'), rb"\1-"),
    (re.compile(rb'(name="idempotency_key" value=")[^"]*'), rb"\1-"),
    (re.compile(rb'(nonce=")[^"]*'), rb"\1-"),
    (re.compile(rb"(/l/|#)[A-Za-z0-9_:=-]{40,}"), rb"\1-"),
    (re.compile(rb'(data-live-tag=")[^"]*'), rb"\1-"),
    (re.compile(rb"\?v=[0-9a-f]+"), b"?v=-"),
)
CONTENT_NAMES = {
    "text/html": "html",
    "application/json": "json",
    "text/csv": "csv",
    "text/calendar": "ics",
    "image/svg+xml": "svg",
    "text/plain": "txt",
}


def make(folder: Path) -> None:
    """A new database in the folder: the demo club, simulated events, and one of each format, with derived rows."""
    from magistrar_site.shared.acts import Act, Actor, SeededIds
    from ratings.services.ratings import ratings_refresh
    from tests.evening import Evening
    from tests.every_kind import events_with_every_kind
    from tournaments.models import Event
    from tournaments.services.demo import demo_create
    from tournaments.services.series.grand_mage import grand_mage_refresh
    from tournaments.services.simulate.event import event_simulate
    from tournaments.services.simulate.world import Plan
    from tournaments.services.stages.standings import standings_refresh

    with standing_clock():
        demo_create(act=Act(Actor("system", "recordings"), NOW, SeededIds(random.Random(7))))
        for seed, (format_key, players, rules) in enumerate(FORMATS_PLAYED, 1):
            event_simulate(Plan(format_key, players, seed=seed, absences=0.1, incidents=2.0, rules=rules))
        evening = Evening()
        events_with_every_kind(evening)
        grand_mage_refresh(club_key=evening.club.key)
        for event in Event.objects.all():
            standings_refresh(event_key=event.key)
            if event.pool:
                ratings_refresh(pool_key=event.pool)


def record(out: Path) -> int:
    """Write everything to the folder; how many files."""
    from django.core.cache import caches

    from tournaments.models import Event

    count = 0
    with standing_clock():
        for name, client in viewers().items():
            for address in addresses():
                for kept in ("default", "counts"):
                    caches[kept].clear()  # no request meets the rate limit
                response = client.get(address, HTTP_HOST="localhost")
                body = response.getvalue() if response.streaming else response.content
                kind = CONTENT_NAMES.get(response.get("Content-Type", "").split(";")[0], "bin")
                head = f"{response.status_code} {response.get('Location', '')}\n".encode()
                count += write(out / name / f"{file_name(address)}.{kind}", head + plain(masked(body), kind))
        for event in Event.objects.order_by("slug"):
            count += record_event(event, out / "events")
        return count + record_derived(out / "derived")


def record_event(event: Any, out: Path) -> int:
    from magistrar_site.shared.models import Fact
    from tournaments.services.bundle.exporting import bundle_of
    from tournaments.services.simulate.invariants import broken

    chain = "\n".join(
        f"{fact.number} {fact.kind} {fact.digest}"
        for fact in Fact.objects.filter(stream_id=event.stream).order_by("pk")
    )
    write(out / event.slug / "chain.txt", chain.encode())
    write(out / event.slug / "verdict.txt", "\n".join(broken(event)).encode())
    write(out / event.slug / "bundle.json", bundle_of(event))
    return 3


def record_derived(out: Path) -> int:
    """The rows that follow from facts, a line each; rows that they point to by their keys."""
    from ratings.models import Rating, RatingChange
    from tournaments.models import GrandMageStanding, SeriesShare, Standing, TitleReign

    models: Sequence[Any] = (Standing, Rating, RatingChange, GrandMageStanding, SeriesShare, TitleReign)
    for model in models:
        lines = sorted(" ".join(columns_of(row)) for row in model.objects.all())
        write(out / f"{model.__name__}.txt", "\n".join(lines).encode())
    return len(models)


def columns_of(row: Any) -> Iterator[str]:
    for field in row._meta.concrete_fields:
        if not field.primary_key:
            value = getattr(row, field.name)
            yield f"{field.name}={getattr(value, 'key', value)}"


def standing_clock() -> Any:
    return patch("django.utils.timezone.now", return_value=NOW)


def viewers() -> Mapping[str, Client]:
    """A visitor, the service's organiser, and a player with the personal links of the demo's running event."""
    from django.conf import settings
    from django.test import Client

    from magistrar_site.accounts.models import User
    from magistrar_site.accounts.services.links import link_token
    from magistrar_site.accounts.web.middleware import COOKIE
    from tournaments.models import Entry

    organiser, player = Client(raise_request_exception=False), Client(raise_request_exception=False)
    User.objects.update(is_superuser=True)
    organiser.force_login(User.objects.order_by("pk")[0], backend=settings.AUTHENTICATION_BACKENDS[0])
    entries = Entry.objects.order_by("event__slug", "key")
    player.cookies[COOKIE] = "~".join(link_token(subject=entry.key) for entry in entries[:10])
    return {"visitor": Client(raise_request_exception=False), "organiser": organiser, "player": player}


def addresses() -> Iterator[str]:
    """Every address that a GET can ask for, with the values of this database in its places."""
    from tests.browser.pages import routes

    for route, _name in routes():
        if re.match(r"admin/|accounts/|l/|media|static", route) or "(" in route:
            continue
        places = re.findall(r"<(?:\w+:)?(\w+)>", route)
        values_of_route = list(place_values(route, places))
        for values in values_of_route if places == ["slug"] else sampled(values_of_route, MOST_OF_A_ROUTE):
            address = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda place, given=values: str(given[place[1]]), route)
            yield address
            if re.search(r"api/.*(standings|crosstable|leaderboard|entries|groups|log|results|grand-mage)/$", route):
                yield f"{address}?format=csv"


def place_values(route: str, places: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The values for a route's places: those of each row that its beginning names."""
    from games.models import Club, ClubEdition, Game, Player, Submission
    from ratings.models import Pool
    from tournaments.models import Entry, Event, Match

    sources: tuple[tuple[str, Any, str], ...] = (
        ("clubs/", Club, "slug"),
        ("events/", Event, "slug"),
        ("players/", Player, "key"),
        ("editions/", ClubEdition, "key"),
        ("games/", Game, "key"),
        ("submissions/", Submission, "key"),
        ("matches/", Match, "key"),
        ("entries/", Entry, "key"),
        ("evening/", Entry, "key"),
        ("pools/", Pool, "key"),
        ("leaderboard/", Pool, "key"),
    )
    if not places:
        yield {}
        return
    path = route.removeprefix("api/v1/").removeprefix("live/")
    found = next(((model, field) for start, model, field in sources if path.startswith(start)), None)
    if found is None:
        return
    model, field = found
    others = {
        "number": (1, 2, 3),
        "table": (1,),
        "edition": (16, 26),
        "step": (0, 5),
        "language": ("en", "de", "nl"),
        "season": ("none",),
        "action": ("confirm",),
        "player": Player.objects.order_by("key").values_list("key", flat=True)[:5],
    }
    keys = Entry.objects.order_by("key").values_list("key", flat=True)[:5] if field == "slug" else ("none",)
    more = [name for name in places if name != field]
    for value in model.objects.order_by(field).values_list(field, flat=True):
        for chosen in product(*(keys if name == "key" else others.get(name, ("none",)) for name in more)):
            yield {field: value, **dict(zip(more, chosen, strict=True))}


def file_name(address: str) -> str:
    return re.sub(r"[^A-Za-z0-9._=-]+", "_", address).strip("_") or "home"


def masked(body: bytes) -> bytes:
    for pattern, mask in MASKS:
        body = pattern.sub(mask, body)
    return body


def plain(body: bytes, kind: str) -> bytes:
    if kind == "html":
        return plain_page(body.decode()).encode()
    return plain_json(body.decode()).encode() if kind == "json" else body


def write(path: Path, data: bytes) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("make", "record"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        if given.action == "record":
            shutil.copy(given.folder / DATABASE, Path(data) / "magistrar.sqlite3")
        os.environ.update(
            DJANGO_SETTINGS_MODULE="magistrar_site.settings", DATA_DIR=data, STATIC_COLLECTED="false", LOG_LEVEL="ERROR"
        )
        os.environ.update(SECRET_KEY="only-for-recordings", SITE_URL="http://localhost", TASKS_IN_PROCESS="true")

        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        if given.action == "make":
            from magistrar_site.shared.enqueue import no_tasks

            with no_tasks():
                make(given.folder)
            given.folder.mkdir(parents=True, exist_ok=True)
            from django.db import connection

            with connection.cursor() as cursor:
                cursor.execute("VACUUM INTO %s", [str(given.folder / DATABASE)])
        else:
            sys.stdout.write(f"{record(given.out)} files\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
