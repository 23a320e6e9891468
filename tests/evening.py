"""Making what tests need by the services that people use: accounts, clubs, events, played rounds. Repeatable."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.test import Client

from games.enums import Grade
from games.models import Club, Game, Submission
from games.services.clubs import club_create
from games.services.random_play import random_body
from magistrar_site.accounts.models import User
from magistrar_site.accounts.services.accounts import account_create
from magistrar_site.accounts.services.links import link_token
from magistrar_site.shared.acts import Act, Actor, Ids, SeededIds
from tests.copied_steps import Course
from tournaments.models import Entry, Event, Match, Round
from tournaments.selectors.events import stage_of
from tournaments.selectors.rounds.matches import matches_of
from tournaments.services.entries.add import entries_add
from tournaments.services.events.create import event_create
from tournaments.services.events.start import event_start
from tournaments.services.results.confirm import result_confirm
from tournaments.services.results.hand_in import result_submit
from tournaments.services.rounds.pair import round_pair
from tournaments.services.rounds.publish import round_publish

NOW = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
NAMES = ("Anna", "Bert", "Cleo", "Dörte", "Erik", "Frida", "Gert", "Hanna")
PASSWORD = "correct horse battery"


class Evening:
    """An organiser with a club, and a clock that only moves when it is told to."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self._id_rng = random.Random(seed + 1_000_000)
        self.ids: Ids = SeededIds(self._id_rng)
        self.now = NOW
        self._course = Course()
        self.user, self.club = self._step("club", self._begin)

    def _begin(self) -> tuple[User, Club]:
        self.user = self.account("organiser@example.org")
        return self.user, club_create(act=self.act(), name="Zauberrunde Köln")

    def _step(self, what: Any, do: Callable[[], Any]) -> Any:
        """Something that many tests begin with: done once in a process, then copied (tests/copied_steps.py)."""

        def with_chance() -> Any:
            return do(), self.rng.getstate(), self._id_rng.getstate()

        chance = hash((self.rng.getstate(), self._id_rng.getstate()))
        answer, rng, ids = self._course.step((what, self.now, chance), with_chance)
        self.rng.setstate(rng)
        self._id_rng.setstate(ids)
        return answer

    def account(self, email: str) -> User:
        make = partial(account_create, email=email, password=PASSWORD, name=email.partition("@")[0])
        account: User = self._step(("account", email), make)
        return account

    def browser(self, user: User | None = None) -> Client:
        """A browser in which the organiser or somebody else is signed in."""
        key = (user or self.user).key
        session: str = self._step(("browser", key), lambda: _signed_in(User.objects.get(key=key)))
        client = Client()
        client.cookies[settings.SESSION_COOKIE_NAME] = session
        return client

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
        event: Event = self._step(("event", names, preset, name), partial(self._event, names, preset, name))
        return event

    def _event(self, names: tuple[str, ...], preset: str, name: str) -> Event:
        event = event_create(
            act=self.act(),
            club_slug=self.club.slug,
            name=name,
            starts_at=self.now,
            time_zone="Europe/Berlin",
            preset=preset,
        )
        entries_add(act=self.act(), stage=stage_of(event), text="\n".join(names))
        return event

    def started(self, names: tuple[str, ...] = NAMES, **options: str) -> Event:
        event: Event = self._step(
            ("started", names, sorted(options.items())),
            lambda: event_start(act=self.act(), event=self.event(names, **options)),
        )
        return event

    def publish(self, event: Event, number: int) -> list[Match]:
        """Pair and publish a round; its matches by table."""
        matches: list[Match] = self._step(("publish", event.key, number), partial(self._publish, event, number))
        return matches

    def _publish(self, event: Event, number: int) -> list[Match]:
        round_: Round = round_publish(
            act=self.act(), round_=round_pair(act=self.act(), stage=stage_of(event), number=number)
        )
        return list(matches_of(round_))

    def body(self, match: Match, grade: Grade = Grade.RECORD) -> bytes:
        """A legal game for the match's first game."""
        game, asked = match.games.all()[0].game, match.round.stage.event.asks
        if asked:  # what was said at the table by now
            game.refresh_from_db(fields=["variants"])
        return random_body(rng=self.rng, game=game, grade=grade, asked=asked)

    def submit(self, match: Match, body: bytes | None = None, *, position: int = 0, key: str = "") -> Submission:
        """Hand a game in by the link of one of the players; a random legal record by default."""
        submission: Submission = self._step(
            ("submit", match.key, body, position, key), partial(self._submit, match, body, position, key)
        )
        return submission

    def _submit(self, match: Match, body: bytes | None, position: int, key: str) -> Submission:
        return result_submit(
            act=self.by(entry_at(match, position)),
            game_key=match.games.all()[0].game.key,
            body=self.body(match) if body is None else body,
            idempotency_key=key or self.ids.key(),
        )

    def play(self, match: Match, grade: Grade = Grade.RECORD) -> Submission:
        """Hand in and confirm."""
        submission: Submission = self._step(("play", match.key, grade), partial(self._play, match, grade))
        return submission

    def _play(self, match: Match, grade: Grade) -> Submission:
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


def _signed_in(user: User) -> str:
    """The key of a session in which somebody has signed in."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


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
