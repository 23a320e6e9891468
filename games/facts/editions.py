"""Facts about editions of the rules that clubs made: brought along, so that a stream proves its games anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from games.engine.core.game_system import GameEdition, GameSystem
from games.engine.registry import GAME_SYSTEMS, game_system
from games.values.state import ReplayedEdition, ReplayedGames
from magistrar_site.shared.facts import (
    ContradictionError,
    Difference,
    Digest,
    FactSentence,
    FactValue,
    Name,
    StreamFact,
)


class EditionStated(StreamFact, frozen=True, kw_only=True):
    """A club's edition, whole. Its title is a detail."""

    kind = "edition.stated"
    topic = "event"
    sentence = FactSentence(_("edition recorded"), _("The edition “%(title)s” of the rules was recorded."))
    is_public = True

    system: Annotated[str, Meta(max_length=40)]
    edition: Name
    edition_digest: Digest
    data: dict[str, Any]

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        if self.edition in state.editions:
            raise ContradictionError("edition", "one that wasn't stated before", self.edition)
        title = fact.texts().get("title")
        state.editions[self.edition] = ReplayedEdition(self.system, self.edition, self.edition_digest, self.data, title)

    def check(self, state: ReplayedGames, fact: FactValue, _walk: object) -> Iterator[Difference]:
        """The edition is what its digest says, and hides none that ships with the game."""
        if self.edition in known_system(self.system).editions:
            raise ContradictionError("edition", "one that doesn't ship with the game", self.edition)
        edition = stated_editions(state, self.system)[self.edition]
        if edition.key != self.edition:
            yield Difference(fact.number, f"key of edition {self.edition}", edition.key, self.edition)
        if edition.content_hash != self.edition_digest:
            what = f"digest of edition {self.edition}"
            yield Difference(fact.number, what, edition.content_hash, self.edition_digest)


def known_system(key: str) -> GameSystem:
    """The game system. ContradictionError for one that there isn't."""
    if key not in GAME_SYSTEMS:
        raise ContradictionError("game system", "one that there is", key)
    return game_system(key)


def stated_editions(state: ReplayedGames, system: str) -> dict[str, GameEdition]:
    """The clubs' editions that the facts bring along."""
    return {
        key: _edition(edition.system, msgspec.json.encode(edition.data))
        for key, edition in state.editions.items()
        if edition.system == system
    }


@lru_cache(maxsize=16)
def _edition(system: str, data: bytes) -> GameEdition:
    try:
        return known_system(system).read_edition(data)
    except ValueError as error:
        raise ContradictionError("edition", "one that can be played", str(error)) from None
