"""Making what tests need by the services that people use: accounts, clubs, events, played rounds. Repeatable."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.test import Client

from games.enums import Grade
from games.models import Club, Game, Submission
from games.services.clubs import club_create
from games.services.random_play import random_body
from magistrar_site.accounts.models import User
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.acts import Act, Actor, Ids, SeededIds
from tournaments.models import Entry, Event, Match, Round
from tournaments.selectors.matches import matches_of
from tournaments.services.entries import entries_add
from tournaments.services.events import event_create, event_start
from tournaments.services.results import result_confirm, result_submit
from tournaments.services.rounds import round_pair, round_publish

NOW = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
NAMES = ("Anna", "Bert", "Cleo", "Dörte", "Erik", "Frida", "Gert", "Hanna")
PASSWORD = "correct horse battery"


class Evening:
    """An organiser with a club, and a clock that only moves when it is told to."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.ids: Ids = SeededIds(random.Random(seed + 1_000_000))
        self.now = NOW
        self.user = self.account("organiser@example.org")
        self.club: Club = club_create(act=self.act(), name="Zauberrunde Köln")

    def account(self, email: str) -> User:
        return account_create(email=email, password=PASSWORD, name=email.partition("@")[0])

    def act(self, actor: Actor | None = None, why: str = "") -> Act:
        """An act of the organiser, or of somebody else, now."""
        return Act(actor=actor or Actor("user", self.user.key), at=self.now, ids=self.ids, why=why)

    def by(self, entry: Entry, why: str = "") -> Act:
        """An act of a player with the personal link of an entry."""
        return self.act(Actor("link", entry.key), why)

    def by_user(self, user: User, why: str = "") -> Act:
        return self.act(Actor("user", user.key), why)

    def later(self, **time: int) -> None:
        self.now += timedelta(**time)

    def event(
        self, names: tuple[str, ...] = NAMES, *, preset: str = "round-robin-evening", name: str = "Evening"
    ) -> Event:
        """An event with its entries, not started."""
        event = event_create(
            act=self.act(),
            club_slug=self.club.slug,
            name=name,
            starts_at=self.now,
            time_zone="Europe/Berlin",
            preset=preset,
        )
        entries_add(act=self.act(), event=event, text="\n".join(names))
        return event

    def started(self, names: tuple[str, ...] = NAMES, **options: str) -> Event:
        return event_start(act=self.act(), event=self.event(names, **options))

    def publish(self, event: Event, number: int) -> list[Match]:
        """Pair and publish a round; its matches by table."""
        round_: Round = round_publish(act=self.act(), round_=round_pair(act=self.act(), event=event, number=number))
        return list(matches_of(round_))

    def body(self, match: Match, grade: Grade = Grade.RECORD) -> bytes:
        """A legal game for the match's first game."""
        game, drawn = match.games.all()[0].game, match.round.stage.event.settings.drawn
        if drawn:  # what was said at the table by now
            game.refresh_from_db(fields=["variants"])
        return random_body(rng=self.rng, game=game, grade=grade, drawn=drawn)

    def submit(self, match: Match, body: bytes | None = None, *, position: int = 0, key: str = "") -> Submission:
        """Hand a game in by the link of one of the players; a random legal record by default."""
        return result_submit(
            act=self.by(entry_at(match, position)),
            game_key=match.games.all()[0].game.key,
            body=self.body(match) if body is None else body,
            idempotency_key=key or self.ids.key(),
        )

    def play(self, match: Match, grade: Grade = Grade.RECORD) -> Submission:
        """Hand in and confirm."""
        submission = self.submit(match, self.body(match, grade))
        result_confirm(act=self.by(entry_at(match, 1)), submission_key=submission.key)
        return submission

    def play_out(self, event: Event, rounds: int, grade: Callable[[], Grade] = lambda: Grade.RECORD) -> None:
        """Play rounds 1 to `rounds` completely."""
        for number in range(1, rounds + 1):
            for match in self.publish(event, number):
                if not match.bye:
                    self.play(match, grade())


def entry_at(match: Match, position: int) -> Entry:
    return list(match.seats.all())[position].entry


def game_of(match: Match) -> Game:
    """The game of a match of one."""
    return Game.objects.get(match_game__match=match)


def opened(*entries: Entry) -> Client:
    """A browser in which these players' personal links were opened, the last one last."""
    client = Client()
    for entry in entries:
        response = client.get(f"/l/{link_token(subject=entry.key)}/")
        assert response.status_code == 302
    return client


def with_ids(act: Act, seed: int) -> Act:
    """The same act with other ids, as a second process would have."""
    return replace(act, ids=SeededIds(random.Random(seed)))
