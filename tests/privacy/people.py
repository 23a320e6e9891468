"""A scene with one person who is everywhere, and a look into every column of the database."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import msgspec
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from games.engine.registry import game_system
from games.models import DraftPart, Player
from magistrar_site.accounts.models import User
from magistrar_site.accounts.services.links import link_token
from magistrar_site.accounts.services.tokens import token_create
from magistrar_site.shared.models import DueWork, OutgoingMail
from ratings.services.ratings import ratings_refresh
from tests.evening import Evening, entry_at, game_of
from tournaments.models import Entry, Event, IncomingBundle, Match, PairingJob
from tournaments.services.results.confirm import result_dispute
from tournaments.services.results.hand_in import result_submit
from tournaments.services.results.rule import result_rule
from tournaments.services.stages.standings import standings_refresh

NAME = "Xanthippe Quuxbaum"
EMAIL = "xanthippe@quuxbaum.example"
MARKS = ("xanthippe", "quuxbaum")


@dataclass(frozen=True)
class Person:
    """Somebody with an account and a player, who has played, typed and disputed in a running event, and is entered in
    the next one."""

    evening: Evening
    user: User
    player: Player
    event: Event
    entry: Entry
    matches: list[Match]


def person() -> Person:
    evening = Evening()
    event = evening.started((NAME, "Bert", "Cleo", "Dora"))
    entry = event.entries.get(player__name=NAME)
    user = evening.account(EMAIL)
    User.objects.filter(pk=user.pk).update(name=NAME)
    user.refresh_from_db()
    player = Player.objects.get(name=NAME)
    matches = evening.publish(event, 1)
    own = next(match for match in matches if match.seats.filter(entry=entry).exists())
    other = next(match for match in matches if match != own)
    handed_in = _with_note(evening, own, "I am Xanthippe")
    at = [seat.entry for seat in own.seats.order_by("position")].index(entry)
    submission = result_submit(
        act=evening.by(entry), game_key=game_of(own).key, body=handed_in, idempotency_key="quuxbaum-1"
    )
    result_dispute(act=evening.by(entry_at(own, 1 - at), "Xanthippe is wrong"), submission_key=submission.key)
    result_rule(
        act=evening.act(why="Both players heard"),
        game_key=game_of(own).key,
        kind="version",
        submission_key=submission.key,
    )
    body = _with_note(evening, other, "Quuxbaum looked on")
    evening.submit(other, body)
    result_submit(
        act=evening.by(entry_at(other, 1)), game_key=game_of(other).key, body=b'{"by": "QUUXBAUM"}', idempotency_key="k"
    )
    seat = game_of(own).seats.get(player=player).number
    DraftPart.objects.create(
        game=game_of(own),
        number=1,
        body={},
        seat=seat,
        actor=f"link:{entry.key}",
        at=evening.now,
        version="xanthippe-1",
    )
    PairingJob.objects.create(
        key="j" * 12,
        stage=event.stages.get(),
        round_number=2,
        step="refused",
        asked_at=evening.now,
        asked_by="user:x",
        why="Without Xanthippe",
        language="en",
        refusal="Quuxbaum plays still.",
    )
    IncomingBundle.objects.create(by="user:y", digest="0" * 64, data=zlib.compress(NAME.encode()), sent_at=evening.now)
    token_create(act=evening.by_user(user), user=user, name="quuxbaum's script", scopes=["read"])
    link_token(subject=entry.key)
    LogEntry.objects.create(
        user=evening.user,
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(player.pk),
        object_repr=NAME,
        action_flag=CHANGE,
        change_message="Quuxbaum",
    )
    OutgoingMail.objects.create(
        subject="Hello", body=NAME, sender="us@example.org", recipients={"to": [EMAIL]}, created_at=evening.now
    )
    DueWork.objects.create(kind="x", subject="y", due_at=evening.now, last_error="Xanthippe failed", attempts=1)
    standings_refresh(event_key=event.key)
    ratings_refresh(pool_key=event.pool)
    return Person(evening, user, player, event, entry, [own, other])


def _with_note(evening: Evening, match: Match, note: str) -> bytes:
    document = msgspec.json.decode(evening.body(match))
    return msgspec.json.encode({**document, "meta": {"note": note}})


def places_naming(*marks: str) -> list[str]:
    """Every column of every table that holds one of the marks, in any case; sessions and bundles unpacked."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        columns = [field.column for field in model._meta.concrete_fields]
        with connection.cursor() as cursor:
            cursor.execute(
                f'SELECT {", ".join(connection.ops.quote_name(column) for column in columns)} FROM "{table}"'
            )
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    text = _text(value).casefold()
                    if any(mark in text for mark in marks):
                        found.append(f"{model._meta.label}.{column}")
    return sorted(set(found))


def _text(value: object) -> str:
    if isinstance(value, memoryview | bytes):
        return bytes(value).decode("utf-8", "replace")
    return str(value)


def digest_of(body: bytes) -> str:
    engine = game_system("magistrar")
    return engine.digest(engine.parse(body))
