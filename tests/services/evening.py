"""An evening in a database that only other processes use: `python -m tests.services.evening set_up` makes one by the
site's services and says on standard output, as JSON, what a test needs to play it over HTTP.

`stored EVENT_KEY` says what is stored for reading (the newest standings, the pool's ratings); `recomputed EVENT_KEY`
deletes all that was derived, works it out anew in this process, and says what is stored then.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import django

NAMES = "Anna\nBoris\nChlodwig\nDörte"
AT = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)


def set_up() -> dict[str, Any]:
    """A club, a round robin of four with round 1 published, and a legal record for each of its two games."""
    from games.engine.systems.magistrar.documents import encode_document
    from games.engine.systems.magistrar.random_player import random_record
    from games.services.clubs import club_create
    from magistrar_site.accounts.models import User
    from magistrar_site.accounts.services.links import link_token
    from magistrar_site.shared.acts import Act, Actor, SeededIds
    from tournaments.selectors.events import stage_of
    from tournaments.selectors.rounds.matches import matches_of
    from tournaments.services.entries.add import entries_add
    from tournaments.services.events.create import event_create
    from tournaments.services.events.start import event_start
    from tournaments.services.rounds.pair import round_pair
    from tournaments.services.rounds.publish import round_publish

    rng = random.Random(7)
    owner = User.objects.create_user("owner@club.example")
    act = Act(actor=Actor("user", owner.key), at=AT, ids=SeededIds(rng))
    club = club_create(act=act, name="Evening club")
    event = event_create(
        act=act,
        club_slug=club.slug,
        name="Friday",
        starts_at=AT,
        time_zone="Europe/Berlin",
        preset="round-robin-evening",
    )
    entries_add(act=act, stage=stage_of(event), text=NAMES)
    event = event_start(act=act, event=event)
    round_ = round_publish(act=act, round_=round_pair(act=act, stage=stage_of(event), number=1))
    games = []
    for match in matches_of(round_):
        white, black = (seat.entry for seat in match.seats.all())
        (match_game,) = match.games.all()
        record = random_record(rng, starter="white" if match_game.game.starter == 1 else "black")
        games.append(
            {
                "game": match_game.game.key,
                "match": match.key,
                "white": link_token(subject=white.key),
                "black": link_token(subject=black.key),
                "record": encode_document(record).decode(),
            }
        )
    return {"event": event.key, "slug": event.slug, "club": club.slug, "pool": event.pool, "games": games}


def stored(event_key: str) -> dict[str, Any]:
    """What was derived and stored: points, games played and tie-breaks of the newest table; ratings of the pool."""
    from ratings.models import Rating
    from tournaments.selectors.events import event_by_key, stage_of
    from tournaments.selectors.standings.rows import standing_rows, standing_table

    event = event_by_key(event_key)
    table = standing_table(stage_of(event))
    rows = standing_rows(table) if table else []
    ratings = Rating.objects.filter(pool__key=event.pool).order_by("-value", "player__name")
    return {
        "standings": [[row.rank, row.entry.player.name, row.points, row.played, row.values] for row in rows],
        "ratings": [[rating.player.name, rating.value, rating.games] for rating in ratings],
    }


def recomputed(event_key: str) -> dict[str, Any]:
    from ratings.models import PoolState, Rating, RatingChange
    from ratings.services.ratings import ratings_refresh
    from tournaments.models import StandingTable
    from tournaments.selectors.events import event_by_key
    from tournaments.services.stages.standings import standings_refresh

    for derived in (StandingTable, Rating, RatingChange, PoolState):
        derived.objects.all().delete()
    standings_refresh(event_key=event_key)
    ratings_refresh(pool_key=event_by_key(event_key).pool)
    return stored(event_key)


def announced(event_key: str) -> dict[str, Any]:
    """Give each player an account that agreed to mails, and announce something by mail; says to whom it goes."""
    from allauth.account.models import EmailAddress

    from games.services.mail import mail_agree
    from magistrar_site.accounts.models import User
    from magistrar_site.shared.acts import Act, Actor
    from tournaments.selectors.events import entries_of, event_by_key
    from tournaments.services.announcements.announce import announce

    event = event_by_key(event_key)
    addresses = []
    for number, entry in enumerate(entries_of(event)):
        user = User.objects.create_user(f"player{number}@club.example")
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
        entry.player.user = user
        entry.player.save(update_fields=["user"])
        mail_agree(act=Act(actor=Actor("user", user.key), at=AT), club=event.club)
        addresses.append(user.email)
    owner = Act(actor=Actor("user", User.objects.get(email="owner@club.example").key), at=AT)
    announce(act=owner, event=event, text="Round 2 starts at eight.", by_mail=True)
    return {"addresses": addresses}


def gone(act: str, event_key: str) -> dict[str, Any]:
    """Hide a player's name, delete the person behind a player, or take the event off all lists; says which name must
    be gone."""
    from games.services.erasing import player_erase
    from games.services.players import player_name_hide
    from magistrar_site.accounts.models import User
    from magistrar_site.shared.acts import Act, Actor
    from tournaments.selectors.events import entries_of, event_by_key, stage_of
    from tournaments.services.events.settings import event_settings_change

    owner = Act(actor=Actor("user", User.objects.get(email="owner@club.example").key), at=AT)
    event = event_by_key(event_key)
    players = {entry.player.name: entry.player for entry in entries_of(event)}
    match act:
        case "hide":
            player_name_hide(act=owner, player=players["Chlodwig"], hides=True)
            return {"name": "Chlodwig"}
        case "erase":
            player_erase(act=owner, player=players["Boris"])
            return {"name": "Boris"}
    event_settings_change(act=owner, stage=stage_of(event), changes={"is_listed": False})
    return {"name": event.name}


COMMANDS: dict[str, Callable[..., dict[str, Any]]] = {
    "set_up": set_up,
    "stored": stored,
    "recomputed": recomputed,
    "announced": announced,
    "gone": gone,
}

if __name__ == "__main__":
    django.setup()
    command, *arguments = sys.argv[1:]
    sys.stdout.write(json.dumps(COMMANDS[command](*arguments)))
