"""Removes the demo club with everything in it: rows of every app, by the references that lead to it. Its facts go
too, as nobody's games are among them; that is what is looked at first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import models, transaction

from magistrar_site.accounts.selectors.users import user_by_email
from magistrar_site.shared.errors import DomainError
from magistrar_site.shared.public_epoch import public_epoch_begin
from tournaments.services.demo import ORGANISER

CHUNK = 500  # keys in one statement
MADE_WITHIN = timedelta(days=1)  # what is later in the club than its beginning by this, people set up
# Rows that name what they are about by a text, such as "event:KEY".
NAMED = {"shared.Stream": "name", "shared.DueWork": "subject", "accounts.PersonalLink": "subject"}
NAMED |= {"accounts.JoinCode": "subject", "moderation.Step": "subject", "news.WebhookDelivery": "stream"}
# Of a player that plays elsewhere too, these are rows whose whole isn't the demo's.
PARTS = {"tournaments.Entry": "event", "leagues.SeasonEntry": "season", "games.GameSeat": "game"}
ROLES = ("games.ClubRole", "tournaments.EventRole", "leagues.LeagueRole")

Rows = dict[type[models.Model], set[Any]]


@transaction.atomic
def demo_remove() -> int:
    """Delete the demo club, its players, events, leagues and its organiser's account. Returns how many rows there were.
    DomainError `no_demo`, and `in_use` where other people have begun to use it."""
    user = user_by_email(ORGANISER)
    role = apps.get_model("games.ClubRole")._base_manager.filter(user=user).order_by("pk").first() if user else None
    if user is None or role is None:
        raise DomainError("no_demo", "There is no demo club here.")
    rows: Rows = {type(role.club): {role.club_id}}
    if not apps.get_model("games.ClubRole")._base_manager.filter(user=user).exclude(club=role.club).exists():
        rows[get_user_model()] = {user.pk}
    _closure(rows)
    _refuse_if_used(rows, user.pk, role.club)
    keys = {key for model, found in rows.items() for key in _keys(model, found)}
    for label, name in NAMED.items():
        model = apps.get_model(label)
        about = model._base_manager.values_list("pk", name).iterator()
        _add(rows, model, {pk for pk, text in about if keys.intersection(re.split(r"\W+", text))})
    _closure(rows)
    _references_clear(rows)
    for model, found in rows.items():
        for chunk in _chunks(found):
            model._base_manager.filter(pk__in=chunk)._raw_delete(
                "default"
            )  # in any order: references are looked at last
    public_epoch_begin()
    return sum(map(len, rows.values()))


def _closure(rows: Rows) -> None:
    """Add every row that refers to one of them, until there is none more; players of the club and games of its matches
    too, which it refers to itself."""
    size = -1
    while size != (size := sum(map(len, rows.values()))):
        for model, field in _references():
            is_part = field.name == "club" and model._meta.label == "games.Player"
            if field.remote_field.on_delete is models.SET_NULL and not is_part:
                continue
            for chunk in _chunks(rows.get(field.remote_field.model, set())):
                found = model._base_manager.filter(**{f"{field.name}__in": chunk})
                _add(rows, model, set(found.values_list("pk", flat=True)))
        match_game = apps.get_model("tournaments.MatchGame")
        for chunk in _chunks(rows.get(match_game, set())):
            games = match_game._base_manager.filter(pk__in=chunk).values_list("game", flat=True)
            _add(rows, apps.get_model("games.Game"), set(games))


def _references() -> Iterator[tuple[type[models.Model], Any]]:
    """Every reference of a table to another, with its model."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.local_concrete_fields:
            if field.is_relation:
                yield model, field


def _add(rows: Rows, model: type[models.Model], found: set[Any]) -> None:
    if found:
        rows.setdefault(model, set()).update(found)


def _chunks(found: set[Any]) -> Iterator[list[Any]]:
    every = list(found)
    for at in range(0, len(every), CHUNK):
        yield every[at : at + CHUNK]


def _keys(model: type[models.Model], found: set[Any]) -> Iterator[str]:
    if any(field.name == "key" for field in model._meta.local_concrete_fields):
        for chunk in _chunks(found):
            yield from model._base_manager.filter(pk__in=chunk).values_list("key", flat=True)


def _refuse_if_used(rows: Rows, organiser: int, club: Any) -> None:
    """DomainError `in_use`: other accounts help there or are its players, its players play elsewhere, or people have
    set events up in it."""
    for label in ROLES:
        model = apps.get_model(label)
        for chunk in _chunks(rows.get(model, set())):
            if model._base_manager.filter(pk__in=chunk).exclude(user=organiser).exists():
                raise _in_use("another account has a role in it")
    player = apps.get_model("games.Player")
    for chunk in _chunks(rows.get(player, set())):
        if player._base_manager.filter(pk__in=chunk, user__isnull=False).exclude(user=organiser).exists():
            raise _in_use("an account belongs to one of its players")
    for label, whole in PARTS.items():
        model = apps.get_model(label)
        wholes = rows.get(model._meta.get_field(whole).remote_field.model, set())
        for chunk in _chunks(rows.get(model, set())):
            if not wholes.issuperset(model._base_manager.filter(pk__in=chunk).values_list(whole, flat=True)):
                raise _in_use("one of its players plays elsewhere, too")
    begun = _begun([f"club:{club.key}"])
    events = [f"event:{key}" for key in _keys(apps.get_model("tournaments.Event"), rows.get(_event(), set()))]
    if begun and any(at > begun[0] + MADE_WITHIN for at in _begun(events)):
        raise _in_use("events were set up in it later")


def _event() -> type[models.Model]:
    return apps.get_model("tournaments.Event")


def _begun(streams: list[str]) -> list[Any]:
    """When the first fact of each stream happened."""
    facts = apps.get_model("shared.Fact")._base_manager
    return list(facts.filter(stream__in=streams, number=1).values_list("at", flat=True))


def _in_use(why: str) -> DomainError:
    return DomainError("in_use", f"The demo club is in use: {why}. Nothing was deleted.")


def _references_clear(rows: Rows) -> None:
    """Empty what refers to a row that goes, in a row that stays."""
    for model, field in _references():
        if field.null and field.remote_field.on_delete is models.SET_NULL:
            for chunk in _chunks(rows.get(field.remote_field.model, set())):
                model._base_manager.filter(**{f"{field.name}__in": chunk}).update(**{field.name: None})
