"""The play of a record, turn by turn, up to the first thing that is wrong (elemental-record, section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from msgspec import UnsetType

from games.engine.core.multiplayer import SEATS, SeatViolation, ranked
from games.engine.systems.elemental.board import Stop
from games.engine.systems.elemental.cards import CARDS, Deck, slip_entry
from games.engine.systems.elemental.documents import DeckName, Duel, Record, StarDraw, SuddenDuel, Turn
from games.engine.systems.elemental.edition import Edition
from games.engine.systems.elemental.messages import violation
from games.engine.systems.elemental.report import Defense, FoughtDuel, KnockOut


class RuleBrokenError(Exception):
    """The first rule that a record breaks."""

    def __init__(self, broken: SeatViolation) -> None:
        super().__init__(broken.message)
        self.violation = broken


class Play:
    """A game as it stands while its record is played.

    Players are numbered from 0 here, in seat order. `spots`: where each pawn stands, 0 for a player who is out.
    `tokens`: the star spots with a token, as a set. `survivors`: players in the game. `place`: of the mover in the
    `order` of a `round`, from 0. `turn`: the number of the turn being played. `ended`: "survivor", "limit", or None
    while the game goes on.
    """

    __slots__ = (
        "attack_cards",
        "decks",
        "defense_cards",
        "drawn",
        "duels",
        "edition",
        "ended",
        "ended_at_boundary",
        "fell",
        "halved",
        "health",
        "knock_outs",
        "lost_lives",
        "mover",
        "names",
        "order",
        "place",
        "round",
        "slips",
        "spots",
        "stars",
        "survivors",
        "tokens",
        "turn",
    )

    def __init__(self, record: Record, edition: Edition) -> None:
        players = record.players
        self.edition = edition
        self.names = SEATS[players]
        self.slips = [record.slips[name].split(" ") for name in self.names]
        self.spots = list(edition.corners[players])
        self.tokens = edition.stars
        self.stars = [0] * players
        self.health = [edition.data.health.value] * players
        self.fell = [0] * players  # the duel in which a player was knocked out
        self.survivors = players
        self.decks: dict[DeckName, Deck] = {
            "attack": Deck(edition.data.decks.attack.value),
            "defense": Deck(edition.data.decks.defense.value),
        }
        self.attack_cards: list[list[str]] = [[] for _ in range(players)]
        self.defense_cards: list[list[str]] = [[] for _ in range(players)]
        self.drawn = [0] * players  # entries of the slip that were drawn
        self.duels: list[FoughtDuel] = []
        self.knock_outs: list[KnockOut] = []
        self.turn = 0
        self.ended: str | None = None
        self.halved = self.lost_lives = self.ended_at_boundary = False
        starter = int(record.starter) - 1
        self.order = [*range(starter, players), *range(starter)]
        self.mover = starter
        self.place, self.round = 0, 1

    # --- The deal and the turns ---------------------------------------------------------------------------------

    def play(self, turns: Sequence[Turn]) -> None:
        """Deal, play all turns, and see that every slip is used up. Raises RuleBrokenError."""
        self._deal()
        for number, turn in enumerate(turns, 1):
            self.turn = number
            if self.ended:
                raise RuleBrokenError(violation("after_end", "EH17", turn=number))
            self._play_turn(turn)
            if not self.ended:
                self._pass_on()
        for seat, slip in enumerate(self.slips):
            if len(slip) > self.drawn[seat]:
                raise RuleBrokenError(
                    violation("slip_long", "E13", seat=self.names[seat], position=self.drawn[seat] + 1)
                )

    def _kind(self, name: DeckName) -> tuple[Deck, list[list[str]]]:
        """A deck, and the cards of its kind by player."""
        return self.decks[name], self.attack_cards if name == "attack" else self.defense_cards

    def _deal(self) -> None:
        hand = self.edition.data.hand
        for seat, slip in enumerate(self.slips):
            for number in range(hand.attack.value + hand.defense.value):
                card = slip[number]
                deck, cards = self._kind("attack" if number < hand.attack.value else "defense")
                if not deck.draw(card):
                    raise RuleBrokenError(
                        violation("draw", "E5", seat=self.names[seat], position=number + 1, card=card)
                    )
                cards[seat].append(card)
            self.drawn[seat] = number + 1

    def _pass_on(self) -> None:
        """The next player of the round who is in the game moves; where none is left, a round begins (E22, EH18)."""
        order, health, place = self.order, self.health, self.place
        while True:
            place += 1
            if place == len(order):
                place = 0
                if self.round == self.edition.data.rounds.value:
                    self.ended = "limit"
                    return
                self.round += 1
            if health[order[place]]:
                self.place, self.mover = place, order[place]
                return

    def _play_turn(self, turn: Turn) -> None:
        """Move, meet, use stars, draw, use stars: in this order (EH8)."""
        others, duel, use = self._walk(turn.move), turn.duel, 0
        if others or duel:
            self._play_meeting(duel, others)
        for use, sudden in enumerate(turn.sudden, 1):
            self._sudden_duel(sudden, use)
        if not others and not self.ended:
            self._draw_one()
        for star_draw in turn.star_draws:
            use += 1
            self._star_draw(star_draw, use)

    def _play_meeting(self, duel: Duel | UnsetType, others: Sequence[int]) -> None:
        """E11: a duel with those met, where the mover can attack; none else."""
        can_attack = self.attack_cards[self.mover]
        if duel:
            if not others:
                self._refuse("duel_unneeded", "E11")
            if not can_attack:
                self._refuse("duel_unneeded", "EH9")
            self._meet(duel, others)
        elif can_attack:
            self._refuse("duel_missing", "E11")

    def _refuse(self, code: str, rule: str, position: int | None = None, **params: str | int) -> NoReturn:
        """RuleBrokenError, for the mover where no `seat` is given."""
        seat = str(params.pop("seat", self.names[self.mover]))
        raise RuleBrokenError(violation(code, rule, turn=self.turn, seat=seat, position=position, **params))

    # --- Moving -------------------------------------------------------------------------------------------------

    def _walk(self, move: str) -> Sequence[int]:
        """Walk, collect stars, and return the players met at the end."""
        mover, stop = self.mover, self._stop(move)
        passed = sum(stop.way) & self.tokens
        self.tokens ^= passed
        self.stars[mover] += passed.bit_count()
        self.ended_at_boundary |= stop.at_boundary
        self.spots[mover] = here = stop.way[-1]
        return [seat for seat, spot in enumerate(self.spots) if spot == here and seat != mover]

    def _stop(self, move: str) -> Stop:
        """Where a move of the mover ends."""
        stop = self.edition.board.walks[self.spots[self.mover]][move].stop(self._others())
        if stop is None:
            self._refuse("move", "EH4", move=move)
        return stop

    def _others(self) -> int:
        """The spots where others than the mover stand, as a set."""
        return sum({spot for seat, spot in enumerate(self.spots) if seat != self.mover})

    # --- Duels --------------------------------------------------------------------------------------------------

    def _meet(self, duel: Duel, defenders: Sequence[int]) -> None:
        self._require_attack(duel.attack, None)
        shown, defenses = duel.defense, []
        for seat, name in enumerate(self.names):
            card = shown.get(name)
            if seat in defenders:
                self._require_defense(seat, card, None)
                defenses.append((seat, card))
            elif card is not None:
                self._refuse("defender", "E15", seat=name)
        self._fight(duel.attack, defenses, sudden=False)

    def _sudden_duel(self, duel: SuddenDuel, use: int) -> None:
        mover, cost = self.mover, self.edition.data.sudden_duel_stars.value
        if self.ended:
            self._refuse("after_end", "EH17", use)
        if self.stars[mover] < cost:
            self._refuse("stars", "E12", use, needed=cost, number=self.stars[mover])
        target = int(duel.target) - 1
        if target == mover or not self.health[target]:
            self._refuse("target", "E12", use, target=duel.target)
        self._return_stars(duel.returns, cost, use)
        self._require_attack(duel.attack, use)
        card = duel.defense or None
        self._require_defense(target, card, use)
        self._fight(duel.attack, [(target, card)], sudden=True)

    def _require_attack(self, card: str, use: int | None) -> None:
        if card not in self.attack_cards[self.mover]:
            self._refuse("card", "E16", use, card=card)

    def _require_defense(self, seat: int, card: str | None, use: int | None) -> None:
        """E16, EH9: a defender shows a card of those held, and none only without any."""
        held = self.defense_cards[seat]
        if card is None:
            if held:
                self._refuse("defense_missing", "EH9", use, seat=self.names[seat])
        elif card not in held:
            self._refuse("card", "E16", use, seat=self.names[seat], card=card)

    def _fight(self, attack: str, defenses: Sequence[tuple[int, str | None]], *, sudden: bool) -> None:
        """Discard the shown cards, deal all damage, each defender's for itself (EH14), then settle the knock-outs in
        seat order."""
        mover, names, health = self.mover, self.names, self.health
        self.attack_cards[mover].remove(attack)
        self.decks["attack"].discarded.append(attack)
        told = []
        for seat, card in defenses:
            if card is not None:
                self.defense_cards[seat].remove(card)
                self.decks["defense"].discarded.append(card)
            value, damage, is_rounded = self.edition.fought[attack][card]
            health[seat] = max(0, health[seat] - damage)
            self.halved |= is_rounded
            told.append(Defense(names[seat], card, value, damage, health[seat]))
        self.duels.append(FoughtDuel(self.turn, sudden, names[mover], attack, tuple(told)))
        for seat, _card in defenses:
            if not health[seat]:
                self._knock_out(seat)

    def _knock_out(self, seat: int) -> None:
        mover = self.mover
        self.stars[mover] += self.stars[seat]
        self.stars[seat] = 0
        self.decks["attack"].discarded += self.attack_cards[seat]
        self.decks["defense"].discarded += self.defense_cards[seat]
        self.attack_cards[seat], self.defense_cards[seat] = [], []
        self.health[mover], is_lost = self.edition.gained(self.health[mover])
        self.lost_lives |= is_lost
        self.spots[seat] = 0
        self.fell[seat] = len(self.duels)
        self.knock_outs.append(KnockOut(self.turn, len(self.duels), self.names[seat], self.names[mover]))
        self.survivors -= 1
        if self.survivors == 1:
            self.ended = "survivor"

    # --- Stars and cards ----------------------------------------------------------------------------------------

    def _return_stars(self, returns: tuple[str, ...], cost: int, use: int) -> None:
        """Put used stars on free star spots (EH10)."""
        spots = self.edition.spots_of(returns)
        if len(returns) != cost or not spots or spots & self.tokens:
            self._refuse("star_spot", "EH10", use, needed=cost)
        self.tokens |= spots
        self.stars[self.mover] -= cost

    def _draw_one(self) -> None:
        """Draw the card of the spot's colour (E13)."""
        mover = self.mover
        is_attack = self.edition.board.magenta & self.spots[mover]
        deck, cards = self._kind("attack" if is_attack else "defense")
        if not len(deck):
            return
        slip, place = self.slips[mover], self.drawn[mover]
        if place >= len(slip) or slip[place] not in CARDS:
            self._refuse("slip", "E13", place + 1)
        card = slip[place]
        if not deck.draw(card):
            self._refuse("draw", "E13", place + 1, card=card)
        cards[mover].append(card)
        self.drawn[mover] = place + 1

    def _star_draw(self, star_draw: StarDraw, use: int) -> None:
        """Draw several cards for stars and keep one (E14, EH11, EH12)."""
        mover = self.mover
        deck, cards = self._kind(star_draw.deck)
        number = self._pay_star_draw(star_draw, use)
        slip, place = self.slips[mover], self.drawn[mover]
        entry = slip_entry(slip[place]) if place < len(slip) else None
        if entry is None or entry.kept is None or len(entry.cards) != number:
            self._refuse("slip", "E14", place + 1, needed=number)
        for card in entry.cards:
            if not deck.draw(card):
                self._refuse("draw", "E14", place + 1, card=card)
        cards[mover].append(entry.kept)
        deck.put_back += entry.put_back
        self.drawn[mover] = place + 1

    def _pay_star_draw(self, star_draw: StarDraw, use: int) -> int:
        """Put the stars of a star draw back; how many cards are drawn for them."""
        mover, data = self.mover, self.edition.data
        cost, deck = data.star_draw_stars.value, self.decks[star_draw.deck]
        if self.ended:
            self._refuse("after_end", "EH17", use)
        if self.stars[mover] < cost:
            self._refuse("stars", "E14", use, needed=cost, number=self.stars[mover])
        number = min(data.star_draw_cards.value, len(deck))
        if not number:
            self._refuse("deck_empty", "EH11", use)
        self._return_stars(star_draw.returns, cost, use)
        return number


def places_by(health: Sequence[int], stars: Sequence[int], fell: Sequence[int]) -> list[int]:
    """The places by seat: survivors by health and stars, the others by the duel in which each fell (EH19)."""
    return ranked(
        [(1, lives, held) if lives else (0, duel, 0) for lives, held, duel in zip(health, stars, fell, strict=True)]
    )
