"""The fast way through a legal record, by the tables of the edition.

Where a move ends, what comes of a card shown against another and which cards can be drawn is looked up where the plain
way (`play`) looks it up: in `Board.walks`, `Edition.fought` and `Deck`. A record in which anything else isn't as in a
legal one is left to the plain way as a whole, so the fast way never says "illegal". Tests hold both ways equal.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.core.multiplayer import SEATS
from games.engine.systems.elemental.cards import Deck, SlipEntry, slip_entry
from games.engine.systems.elemental.documents import Duel, Record, SuddenDuel
from games.engine.systems.elemental.edition import Edition
from games.engine.systems.elemental.report import Defense, FoughtDuel, KnockOut

NO_ENTRY = SlipEntry(())


class Played(NamedTuple):
    """A legal record as it stands after its last turn. The names are those of `Play`."""

    ended: str | None
    health: list[int]
    stars: list[int]
    fell: list[int]
    duels: list[FoughtDuel]
    knock_outs: list[KnockOut]
    halved: bool
    lost_lives: bool
    ended_at_boundary: bool


def play_fast(record: Record, edition: Edition) -> Played | None:
    """The play of a record; None where something in it needs a closer look. Its claim isn't looked at."""
    try:
        return _played(record, edition)
    except (IndexError, KeyError, StopIteration, ValueError):
        return None  # a seat, move, spot or card that isn't there


def _played(record: Record, edition: Edition) -> Played | None:
    """One long loop: a call for each step would take longer than the steps.

    Players are numbered from 0. `at`: the spot of each, 0 for a player who is out. `occupied`: the spots where anybody
    stands, `crowded` at least those where several do. `following`: the next player in the game after each; `first`: the
    one who begins a round.
    """
    data, players, names = edition.data, record.players, SEATS[record.players]
    walks, fought, spots_of = edition.board.walks, edition.fought, edition.spots_of
    duel_stars, draw_stars, draw_cards = (
        data.sudden_duel_stars.value,
        data.star_draw_stars.value,
        data.star_draw_cards.value,
    )
    dealt_attack, dealt = data.hand.attack.value, data.hand.attack.value + data.hand.defense.value
    attack_deck, defense_deck = Deck(data.decks.attack.value), Deck(data.decks.defense.value)
    attack_cards: list[list[str]] = []
    defense_cards: list[list[str]] = []
    entries = []
    for name in names:
        slip = record.slips[name].split(" ")
        attack_cards.append(_dealt(attack_deck, slip[:dealt_attack], dealt_attack))
        defense_cards.append(_dealt(defense_deck, slip[dealt_attack:dealt], dealt - dealt_attack))
        entries.append(iter(slip[dealt:]))
    of_magenta, of_white = (attack_deck, attack_cards), (defense_deck, defense_cards)
    at = list(edition.corners[players])
    occupied, crowded, tokens = sum(at), 0, edition.stars
    health, stars, fell = [data.health.value] * players, [0] * players, [0] * players
    duels: list[FoughtDuel] = []
    knock_outs: list[KnockOut] = []
    ended: str | None = None
    halved = lost_lives = ended_at_boundary = False
    survivors, rounds_left = players, data.rounds.value
    mover = first = names.index(record.starter)
    following = [*range(1, players), 0]
    number = 0

    for number, turn in enumerate(record.turns, 1):
        start = at[mover]
        passed, here, is_magenta, hit, way = walks[start][turn.move]
        if start & crowded:
            at[mover] = 0
            if start not in at:
                occupied ^= start
        else:
            occupied ^= start
        is_met = passed & occupied
        if is_met:
            passed = 0
            for here in way:  # pragma: no branch # somebody stands there
                passed |= here
                if here & occupied:
                    break
            crowded |= here
            if 0 < hit < passed.bit_count():
                ended_at_boundary = True
        elif hit:
            ended_at_boundary = True
        elif not here:
            return None
        at[mover] = here
        occupied |= here
        passed &= tokens
        if passed:
            tokens ^= passed
            stars[mover] += passed.bit_count()

        duel = turn.duel
        fights: tuple[Duel | SuddenDuel, ...] = turn.sudden
        if duel:
            fights = (duel, *fights)
            if not is_met:
                return None
        elif is_met and attack_cards[mover]:
            return None
        for fight in fights:
            if ended:
                return None
            if isinstance(fight, Duel):
                shown, defenses = len(fight.defense), []
                for seat, spot in enumerate(at):
                    if spot == here and seat != mover:
                        card = fight.defense.get(names[seat])
                        defenses.append((seat, card))
                        if card is not None:
                            shown -= 1
                if shown:
                    return None  # a card of somebody who isn't attacked
            else:
                target, returns = names.index(fight.target), fight.returns
                placed = spots_of(returns)
                stars[mover] -= duel_stars
                if stars[mover] < 0 or target == mover or not health[target]:
                    return None
                if not placed or placed & tokens or len(returns) != duel_stars:
                    return None
                tokens |= placed
                defenses = [(target, fight.defense or None)]
            attack = fight.attack
            attack_cards[mover].remove(attack)
            attack_deck.discarded.append(attack)
            outcomes, told, is_fatal = fought[attack], [], False
            for seat, card in defenses:
                if card is not None:
                    defense_cards[seat].remove(card)
                    defense_deck.discarded.append(card)
                elif defense_cards[seat]:
                    return None
                value, damage, is_rounded = outcomes[card]
                if is_rounded:
                    halved = True
                lives = health[seat] - damage
                if lives <= 0:
                    lives, is_fatal = 0, True
                health[seat] = lives
                told.append(Defense(names[seat], card, value, damage, lives))
            duels.append(FoughtDuel(number, fight is not duel, names[mover], attack, tuple(told)))
            if not is_fatal:
                continue
            for seat, _card in defenses:
                if health[seat]:
                    continue
                stars[mover] += stars[seat]
                stars[seat] = 0
                attack_deck.discarded += attack_cards[seat]
                defense_deck.discarded += defense_cards[seat]
                attack_cards[seat], defense_cards[seat] = [], []
                health[mover], is_lost = edition.gained(health[mover])
                lost_lives |= is_lost
                spot, at[seat] = at[seat], 0
                if spot not in at:
                    occupied ^= spot
                following[following.index(seat)], after = following[seat], following[seat]
                following[seat] = -1
                if seat == first:
                    first = after
                fell[seat] = len(duels)
                knock_outs.append(KnockOut(number, len(duels), names[seat], names[mover]))
                survivors -= 1
                if survivors == 1:
                    ended = "survivor"

        if not is_met and not ended:
            deck, hands = of_magenta if is_magenta else of_white
            if deck.heap_size:
                deck.heap_size -= 1
                card = next(entries[mover])
                deck.heap[card] -= 1
                hands[mover].append(card)
            elif deck.put_back or deck.discarded:
                card = next(entries[mover])
                _draw(deck, card)
                hands[mover].append(card)
        for star_draw in turn.star_draws:
            deck, hands = of_magenta if star_draw.deck == "attack" else of_white
            most = draw_cards if deck.heap_size >= draw_cards else min(draw_cards, len(deck))
            placed = spots_of(star_draw.returns)
            stars[mover] -= draw_stars
            if ended or not most or stars[mover] < 0:
                return None
            if not placed or placed & tokens or len(star_draw.returns) != draw_stars:
                return None
            tokens |= placed
            cards, kept, put_back = slip_entry(next(entries[mover])) or NO_ENTRY
            if kept is None or len(cards) != most:
                return None
            for card in cards:
                _draw(deck, card)
            hands[mover].append(kept)
            deck.put_back += put_back

        if ended:
            break
        mover = following[mover]
        if mover == first:
            if rounds_left == 1:
                ended = "limit"
                break
            if rounds_left:
                rounds_left -= 1

    if number < len(record.turns) or any(next(slip, None) is not None for slip in entries):
        return None
    _settle(attack_deck)
    _settle(defense_deck)
    return Played(ended, health, stars, fell, duels, knock_outs, halved, lost_lives, ended_at_boundary)


def _dealt(deck: Deck, hand: list[str], number: int) -> list[str]:
    """The cards dealt from a deck to one player (E5). KeyError where the slip is too short."""
    if len(hand) != number:
        raise KeyError(number)
    for card in hand:
        deck.heap[card] -= 1
    deck.heap_size -= number
    return hand


def _draw(deck: Deck, card: str) -> None:
    """Draw a card. KeyError where it can't be the next one, at once or when the heap is settled."""
    if deck.heap_size:
        deck.heap_size -= 1
        deck.heap[card] -= 1
        return
    if not deck.put_back:
        _settle(deck)
    if not deck.draw(card):
        raise KeyError(card)


def _settle(deck: Deck) -> None:
    """KeyError where more of a card was drawn from a heap than it had: the loop takes cards without looking."""
    if min(deck.heap.values(), default=0) < 0:
        raise KeyError(deck)
