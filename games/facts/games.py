"""Facts about games: set up, set up anew, the mages and cards said at the table, voided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, UnsetType

from games.engine.core.choices import said_of, variants_with
from games.engine.core.seats import MOST_SEATS
from games.enums import Agreement, GameState, Grade
from games.facts.editions import known_system, stated_editions
from games.facts.sides import SeatNumber, players_of_sides, require_seat, seat_of_side
from games.selectors.choices import choice_violations, may_be_said
from games.values.state import ReplayedGame, ReplayedGames, shown
from magistrar_site.shared.facts import (
    ContradictionError,
    Count,
    Difference,
    Digest,
    FactSentence,
    FactValue,
    Key,
    Members,
    Moment,
    Name,
    StreamFact,
)

MOST_PARTS = 100


class GamePlace(msgspec.Struct, frozen=True, kw_only=True):
    """The place of a game: it belongs to a match of an event, by its number there; nothing is given of a game that
    belongs nowhere. `friendly`: it came after the decision of the match."""

    match: Key | UnsetType = UNSET
    number: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    friendly: bool | UnsetType = UNSET

    def in_match(self) -> tuple[str, int]:
        """The match, and the number there. ContradictionError for a game that belongs nowhere."""
        if self.match is UNSET or self.number is UNSET:
            raise ContradictionError("place of a game", "a match and a number", "none")
        return self.match, self.number


def _with_seats(members: Members) -> dict[str, Any]:
    """From version 1, which named sides."""
    upgraded = {**members, "starter": seat_of_side(members.get("starter"))}
    return {**upgraded, "seats": players_of_sides(members["seats"])} if "seats" in members else upgraded


class GameSetUp(StreamFact, frozen=True, kw_only=True):
    kind = "game.set_up"
    topic = "rounds"
    sentence = FactSentence(
        _("game set up"),
        _("The game %(game)s was set up; %(starter)s starts."),
        "starter",
        {"": _("The game %(game)s was set up.")},
    )
    is_public = True
    upgrades = (_with_seats,)

    game: Key
    system: Annotated[str, Meta(max_length=40)]
    starter: SeatNumber | None
    edition: Name
    edition_digest: Digest
    variants: dict[str, Any]
    least_grade: Grade
    agreement: Agreement = Agreement.ONE
    pool: Name
    played_at: Moment
    order: Count
    seats: Annotated[list[Key], Meta(min_length=2, max_length=MOST_SEATS)]
    place: GamePlace

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        if self.game in state.games:
            raise ContradictionError("game", "a new one", self.game)
        is_friendly = self.place.friendly is True
        state.game_placed(self.game, *self.place.in_match(), fact.number, is_friendly=is_friendly)
        state.games[self.game] = ReplayedGame(
            key=self.game,
            system=self.system,
            starter=self.starter,
            edition=self.edition,
            edition_digest=self.edition_digest,
            variants=self.variants,
            least_grade=self.least_grade.value,
            pool=self.pool,
            played_at=self.played_at,
            order=self.order,
            seats=tuple(self.seats),
            agreement=self.agreement.value,
            changed_by=fact.number,
        )
        require_seat(state.games[self.game], self.starter)

    def check(self, state: ReplayedGames, fact: FactValue, _walk: object) -> Iterator[Difference]:
        """As many different players sit down as the game takes, the edition ships here under that name, or was brought
        along; the rest is as the match says."""
        seated = len(set(self.seats))
        if seated != len(self.seats) or seated not in known_system(self.system).players:
            yield Difference(fact.number, f"seats of game {self.game}", "each of its players once", shown(self.seats))
        known = {**stated_editions(state, self.system), **known_system(self.system).editions}.get(self.edition)
        digest = known.content_hash if known is not None else "no such edition"
        if digest != self.edition_digest:
            yield Difference(fact.number, f"edition {self.edition}", digest, self.edition_digest)
        yield from state.set_up_differences(fact.number, self.game, *self.place.in_match())


class GameRearranged(StreamFact, frozen=True, kw_only=True):
    """Another set-up for a game that nothing was handed in for; `void`: it isn't needed."""

    kind = "game.rearranged"
    topic = "rounds"
    sentence = FactSentence(
        _("set up again"),
        _("The game %(game)s was set up again after earlier results changed; %(starter)s starts."),
        "void",
        {True: _("The game %(game)s isn’t needed any more: the match is decided.")},
    )
    is_public = True
    upgrades = (_with_seats,)

    game: Key
    starter: SeatNumber | None
    variants: dict[str, Any]
    void: bool

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        if game.state != GameState.EXPECTED.value:
            raise ContradictionError(f"game {self.game}", "one that nothing was handed in for", game.state)
        require_seat(game, self.starter)
        game.starter, game.variants, game.is_void = self.starter, self.variants, self.void
        game.changed_by = fact.number

    def check(self, state: ReplayedGames, fact: FactValue, _walk: object) -> Iterator[Difference]:
        """Starter and goldens are those that the results before give the game by now."""
        yield from state.rearranged_differences(fact.number, self.game)


def _with_choices(members: Members) -> dict[str, Any]:
    """From version 1, which named the choices of Magistrar: the mages by side, and the cards of the duels."""
    said = {name: members[name] for name in ("mages", "duel_cards") if members.get(name) is not None}
    return {**{name: value for name, value in members.items() if name not in ("mages", "duel_cards")}, "said": said}


class GameVariantsSaid(StreamFact, frozen=True, kw_only=True):
    """All that was said so far of what a game is played with, by the keys of the choices that its system declares: a
    value for each seat by the seat's name, or those of the first parts in order."""

    kind = "game.variants_said"
    topic = "rounds"
    sentence = FactSentence(_("choices entered"), _("The game %(game)s is played with %(drawn)s."))
    is_public = True
    upgrades = (_with_choices,)
    former = frozenset({"mages", "duel_cards"})

    game: Key
    said: dict[Name, dict[Name, Name] | Annotated[list[Name], Meta(max_length=MOST_PARTS)]]

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        game = state.game(self.game)
        if not may_be_said(game.system, game.state, game.variants, self.said):
            raise ContradictionError(f"game {self.game}", "one that nothing is handed in for", game.state)
        choices = known_system(game.system).choices
        game.variants, game.changed_by = variants_with(choices, game.variants, self.said), fact.number

    def check(self, state: ReplayedGames, fact: FactValue, _walk: object) -> Iterator[Difference]:
        """The event plays with what was said, and the edition has it."""
        game = state.games[self.game]
        said = said_of(known_system(game.system).choices, game.variants)
        yield from state.variants_differences(fact.number, self.game, said)
        stated = stated_editions(state, game.system)
        refused = [message for _plain, message, _params in choice_violations(game, said, stated)]
        if refused:
            yield Difference(fact.number, f"variants of game {game.key}", "some that can be played", refused[0])


class GamesVoided(StreamFact, frozen=True, kw_only=True):
    kind = "games.voided"
    topic = "rounds"
    sentence = FactSentence(_("games voided"), _("Games of undone pairings don’t count any more: %(games)s."))
    is_public = True

    games: list[Key]

    def apply(self, state: ReplayedGames, fact: FactValue) -> None:
        for key in self.games:
            game = state.game(key)
            game.is_void, game.changed_by = True, fact.number
            if game.state != GameState.EXPECTED.value:
                game.result_fact = fact.number
