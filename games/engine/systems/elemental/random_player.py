"""Players who choose by chance among what is legal: for tests, benches and the demo."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from games.engine.core.multiplayer import SEATS
from games.engine.systems.elemental.board import MOST_STEPS, MOVES
from games.engine.systems.elemental.cards import Deck
from games.engine.systems.elemental.documents import DeckName, Duel, Record, StarDraw, SuddenDuel, Turn
from games.engine.systems.elemental.edition import Edition
from games.engine.systems.elemental.play import Play

HUNTS, SPENDS = 0.5, 0.5  # how often a move goes for somebody, and stars are used at once
DECKS: tuple[DeckName, DeckName] = ("attack", "defense")
DICE = range(1, MOST_STEPS + 1)
MOVES_OF_THROW = {
    (one, other): sorted(move for move in MOVES if sorted(move[1::2]) == sorted(f"{one}{other}"))
    for one in DICE
    for other in DICE
}
"""The moves that a throw can be walked in (E8, EH4)."""


def random_record(rng: random.Random, *, players: int, starter: int | None, edition: Edition) -> Record:
    """A complete legal record; as repeatable as `rng`. Lots decide who starts where `starter` is None (E4, EH2)."""
    return _RandomPlay(rng, players, starter or rng.randint(1, players), edition).record()


def first_deal(edition: Edition, players: int) -> dict[str, str]:
    """Slips with the cards dealt, where these are the first ones of the decks as the edition lists them."""
    hand, names = edition.data.hand, SEATS[players]
    attack, defense = (Deck(deck.value).cards() for deck in (edition.data.decks.attack, edition.data.decks.defense))
    return {
        name: " ".join(_dealt(seat, attack, hand.attack.value) + _dealt(seat, defense, hand.defense.value))
        for seat, name in enumerate(names)
    }


def _dealt(seat: int, cards: list[str], number: int) -> list[str]:
    return cards[seat * number : (seat + 1) * number]


class _RandomPlay(Play):
    """A game whose turns are chosen while it is played, by the same steps as a record's."""

    __slots__ = ("rng",)

    def __init__(self, rng: random.Random, players: int, starter: int, edition: Edition) -> None:
        names = SEATS[players]
        super().__init__(Record(players, str(starter), dict.fromkeys(names, ""), (), edition.key), edition)
        self.rng = rng
        hand = edition.data.hand
        attack, defense = (self._shuffled(self.decks[deck]) for deck in DECKS)
        self.slips = [
            _dealt(seat, attack, hand.attack.value) + _dealt(seat, defense, hand.defense.value)
            for seat in range(players)
        ]

    def _shuffled(self, deck: Deck) -> list[str]:
        cards = deck.cards()
        self.rng.shuffle(cards)
        return cards

    def record(self) -> Record:
        """The game, played to its end."""
        starter = self.names[self.mover]
        turns = tuple(self._turns())
        slips = {name: " ".join(slip) for name, slip in zip(self.names, self.slips, strict=True)}
        return Record(len(self.names), starter, slips, turns, self.edition.key)

    def _turns(self) -> Iterator[Turn]:
        self._deal()
        while not self.ended:
            self.turn += 1
            yield self._random_turn()
            if not self.ended:
                self._pass_on()

    def _random_turn(self) -> Turn:
        move = self._random_move()
        others = self._walk(move)
        duel = self._met(others) if others and self.attack_cards[self.mover] else UNSET
        sudden = tuple(self._sudden_duels())
        if not others and not self.ended:
            self._slip_card()
            self._draw_one()
        return Turn(move, duel, sudden, tuple(self._star_draws(len(sudden))))

    def _random_move(self) -> str:
        walks, others = self.edition.board.walks[self.spots[self.mover]], self._others()
        moves = MOVES_OF_THROW[self.rng.choice(DICE), self.rng.choice(DICE)]
        meeting = [move for move in moves if walks[move].mask & others]
        if meeting and self.rng.random() < HUNTS:
            return self.rng.choice(meeting)
        return self.rng.choice([move for move in moves if move in meeting or walks[move].end])

    def _met(self, others: Sequence[int]) -> Duel:
        defense = {self.names[seat]: card for seat in others if (card := self._shown_defense(seat))}
        duel = Duel(self.rng.choice(self.attack_cards[self.mover]), defense)
        self._meet(duel, others)
        return duel

    def _shown_defense(self, seat: int) -> str | None:
        cards = self.defense_cards[seat]
        return self.rng.choice(cards) if cards else None

    def _sudden_duels(self) -> Iterator[SuddenDuel]:
        mover, cost = self.mover, self.edition.data.sudden_duel_stars.value
        use = 0
        while not self.ended and self.attack_cards[mover] and self._spends(cost):
            target = self.rng.choice([seat for seat, lives in enumerate(self.health) if lives and seat != mover])
            card = self._shown_defense(target)
            duel = SuddenDuel(
                self.names[target], self.rng.choice(self.attack_cards[mover]), self._returned(cost), card or UNSET
            )
            use += 1
            self._sudden_duel(duel, use)
            yield duel

    def _star_draws(self, used: int) -> Iterator[StarDraw]:
        data = self.edition.data
        cost = data.star_draw_stars.value
        while not self.ended and self._spends(cost):
            decks: list[DeckName] = [deck for deck in DECKS if len(self.decks[deck])]
            if not decks:
                return
            star_draw = StarDraw(self.rng.choice(decks), self._returned(cost))
            deck = self.decks[star_draw.deck].copied()
            cards = [self._chosen(deck) for _card in range(min(data.star_draw_cards.value, len(deck)))]
            kept = self.rng.randrange(len(cards))
            cards[kept] = cards[kept].upper()
            self.slips[self.mover].append("".join(cards))
            used += 1
            self._star_draw(star_draw, used)
            yield star_draw

    def _spends(self, cost: int) -> bool:
        return self.stars[self.mover] >= cost and self.rng.random() < SPENDS

    def _returned(self, cost: int) -> tuple[str, ...]:
        """Free star spots for the used stars (EH10)."""
        free = [name for name, bit in self.edition.star_spots.items() if not bit & self.tokens]
        return tuple(self.rng.sample(free, cost))

    def _slip_card(self) -> None:
        """Write down a card that can be drawn now, if there is one (E13)."""
        is_attack = self.edition.board.magenta & self.spots[self.mover]
        deck = self.decks["attack" if is_attack else "defense"]
        if len(deck):
            self.slips[self.mover].append(self._chosen(deck.copied()))

    def _chosen(self, deck: Deck) -> str:
        """Draw by chance."""
        copies = deck.next_cards()
        card = self.rng.choices(list(copies), list(copies.values()))[0]
        deck.draw(card)
        return card
