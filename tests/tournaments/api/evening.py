"""An evening played over the API, by whoever needs one in a test."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from games.engine.systems.magistrar.derive import score_of, sheet_of
from games.engine.systems.magistrar.documents import Record, encode_document
from games.engine.systems.magistrar.random_player import random_record
from games.engine.systems.magistrar.report import Side
from magistrar_site.accounts.models import User
from magistrar_site.accounts.services.tokens import SCOPES, token_create
from magistrar_site.shared.acts import Act, Actor
from tests.copied_steps import step

API = "/api/v1"
NAMES = ("Anna", "Björn", "Chloé", "Dörte", "Émile", "Fatma", "Gijs", "Hanna")
OCTETS = "application/octet-stream"


def token_client(user: User, *scopes: str) -> APIClient:
    """A program with a token of the account; all scopes unless some are named."""
    act = Act(actor=Actor("user", user.key), at=timezone.now())
    _token, secret = token_create(act=act, user=user, name="test", scopes=scopes or SCOPES)
    return APIClient(headers={"authorization": f"Token {secret}"})


def link_client(token: str) -> APIClient:
    """A player who has nothing but the personal link."""
    return APIClient(headers={"authorization": f"Link {token}"})


def legal_record(seed: int, *, starter: Side = "white") -> Record:
    return random_record(random.Random(seed), starter=starter)


def record_bytes(seed: int, *, starter: Side = "white") -> bytes:
    return encode_document(legal_record(seed, starter=starter))


def sheet_bytes(seed: int) -> bytes:
    return encode_document(sheet_of(legal_record(seed)))


def score_bytes(seed: int) -> bytes:
    return encode_document(score_of(legal_record(seed)))


@dataclass
class Evening:
    """A round robin of a new club, run by `organiser`."""

    organiser: APIClient
    slug: str = ""

    @property
    def address(self) -> str:
        return f"{API}/events/{self.slug}/"

    def begin(self, *names: str, start: bool = True) -> Evening:
        """Found a club, set the event up, enter everybody, start."""
        self.slug = step(("begin", self._who, names, start), partial(self._begun, names, start))
        return self

    @property
    def _who(self) -> list[str]:
        return [str(self.organiser.defaults), self.organiser.cookies.output()]

    def _begun(self, names: tuple[str, ...], start: bool) -> str:
        club = self.post(f"{API}/clubs/", {"name": "Magierbund"}, 201)
        wanted = {
            "club": club["slug"],
            "name": "Freitagsrunde",
            "starts_at": "2026-03-06T19:00:00+01:00",
            "preset": "round-robin-evening",
        }
        self.slug = self.post(f"{API}/events/", wanted, 201)["slug"]
        self.post(f"{self.address}entries/", {"names": "\n".join(names or NAMES)}, 201)
        if start:
            self.post(f"{self.address}start/", None, 200)
        return self.slug

    def publish(self, number: int) -> list[dict[str, Any]]:
        """Pair and publish a round; its matches."""
        matches: list[dict[str, Any]] = step(
            ("publish", self._who, self.slug, number), partial(self._published, number)
        )
        return matches

    def _published(self, number: int) -> list[dict[str, Any]]:
        self.post(f"{self.address}rounds/", {"number": number}, 200)
        round_ = self.post(f"{self.address}rounds/{number}/publish/", None, 200)
        matches: list[dict[str, Any]] = round_["matches"]
        return matches

    def player(self, seat: dict[str, Any]) -> APIClient:
        """Whoever sits there, with the personal link."""
        return link_client(self.post(f"{API}/entries/{seat['entry']}/link/", None, 200)["token"])

    def post(self, address: str, body: Any, status: int) -> Any:
        response = self.organiser.post(address, body, format="json")
        assert response.status_code == status, response.content
        return response.json()


def submit(client: APIClient, game: str, body: bytes, key: str = "once", content_type: str = OCTETS) -> Any:
    """Hand a game in; the response."""
    address = f"{API}/games/{game}/submissions/"
    return client.post(address, body, content_type=content_type, headers={"idempotency-key": key})


def confirm(client: APIClient, submission: str) -> Any:
    return client.post(f"{API}/submissions/{submission}/confirm/")


def game_of(match: dict[str, Any]) -> str:
    key: str = match["games"][0]["key"]
    return key
