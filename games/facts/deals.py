"""Facts about what the service deals: that it did, by a commitment, and the seed once it is no secret any more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from games.engine.core.deals import DealsBySeed, commitment_of
from games.engine.core.seats import MOST_SEATS
from games.facts.editions import known_system
from games.facts.sides import SeatNumber, require_seat
from games.values.state import ReplayedDeal, ReplayedGames, shown
from magistrar_site.shared.facts import (
    ContradictionError,
    Difference,
    Digest,
    FactSentence,
    FactValue,
    Key,
    Small,
    StreamFact,
)


class GameDealt(StreamFact, frozen=True, kw_only=True):
    """`commitment`: SHA-256 of the seed. `hosts`: by seat in order, the seat whose device shows its cards too; its own
    number for none."""

    kind = "game.dealt"
    topic = "rounds"
    sentence = FactSentence(_("dealt"), _("The cards of the game %(game)s were dealt (%(commitment)s)."))
    is_public = True

    game: Key
    commitment: Digest
    hosts: Annotated[list[SeatNumber], Meta(min_length=2, max_length=MOST_SEATS)]

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        if len(self.hosts) != len(game.seats):
            raise ContradictionError(f"deal of game {self.game}", "a host for each seat", shown(self.hosts))
        for seat in self.hosts:
            require_seat(game, seat)
        game.deal, game.changed_by = ReplayedDeal(self.commitment, tuple(self.hosts)), fact.number

    def check(self, state: ReplayedGames, fact: FactValue, _walk: object) -> Iterator[Difference]:
        if not isinstance(known_system(state.games[self.game].system), DealsBySeed):
            yield Difference(fact.number, f"deal of game {self.game}", "a game that can be dealt", "another")


class GameCardsShared(StreamFact, frozen=True, kw_only=True):
    """Since then the cards of `seat` are shown on the device of the seat `host` too; its own number: on no other. That
    seat's player said so, or the desk in place of them, as the fact's actor tells."""

    kind = "game.cards_shared"
    topic = "rounds"
    sentence = FactSentence(
        _("whose phone shows cards"),
        _("%(by)s said of the game %(game)s that the phone of seat %(host)s shows the cards of seat %(seat)s."),
    )
    is_public = True

    game: Key
    seat: SeatNumber
    host: SeatNumber

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        for seat in (self.seat, self.host):
            require_seat(game, seat)
        if game.deal is None or game.deal.seed:
            raise ContradictionError(f"deal of game {self.game}", "one that is closed", "none")
        hosts = list(game.deal.hosts)
        hosts[self.seat - 1] = self.host
        game.deal.hosts, game.changed_by = tuple(hosts), fact.number


class GamePartTakenBack(StreamFact, frozen=True, kw_only=True):
    """The desk took back part `part` of a game that is dealt here. Its player may have seen cards by it."""

    kind = "game.part_taken_back"
    topic = "rounds"
    sentence = FactSentence(
        _("taken back at the desk"), _("%(by)s took turn %(part)s of the game %(game)s back at the desk.")
    )
    is_public = True

    game: Key
    part: Small

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        if game.deal is None or game.deal.seed:
            raise ContradictionError(f"deal of game {self.game}", "one that is closed", "none")
        game.changed_by = fact.number


class GameDealOpened(StreamFact, frozen=True, kw_only=True):
    """The seed of what was dealt last, for everybody to check."""

    kind = "game.deal_opened"
    topic = "rounds"
    sentence = FactSentence(_("deal opened"), _("The deal of the game %(game)s was opened: its seed is %(seed)s."))
    is_public = True

    game: Key
    seed: Digest

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        if game.deal is None or game.deal.seed:
            raise ContradictionError(f"deal of game {self.game}", "one that is closed", "none")
        game.deal.seed, game.changed_by = self.seed, fact.number

    def check(self, state: ReplayedGames, fact: FactValue, _walk: object) -> Iterator[Difference]:
        """The seed is the one that was committed to before anybody saw a card."""
        deal = state.games[self.game].deal
        found = commitment_of(self.seed)
        if deal is not None and deal.commitment != found:
            yield Difference(fact.number, f"seed of game {self.game}", deal.commitment, found)
