"""A legal record told step by step: it is played once more, and each thing that happens is written down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.core.messages import gettext_noop as _
from games.engine.core.replay import Reason
from games.engine.systems.elemental.cards import slip_entry
from games.engine.systems.elemental.documents import Record, StarDraw
from games.engine.systems.elemental.edition import Edition
from games.engine.systems.elemental.play import Play, places_by
from games.engine.systems.elemental.report import Defense, FoughtDuel
from games.engine.systems.elemental.steps import Hand, Step, StepKind


def replay_steps(record: Record, edition: Edition) -> tuple[Step, ...]:
    """The steps of a legal record, from the deal to who wins, or to where it breaks off."""
    told = _ToldPlay(record, edition)
    told.play(record.turns)
    if told.ended:
        told.tell_end()
    return tuple(told.steps)


class _ToldPlay(Play):
    """A play that tells its steps."""

    __slots__ = ("returned", "steps")

    def __init__(self, record: Record, edition: Edition) -> None:
        super().__init__(record, edition)
        self.steps: list[Step] = []
        self.returned: tuple[str, ...] = ()

    def _return_stars(self, returns: tuple[str, ...], cost: int, use: int) -> None:
        super()._return_stars(returns, cost, use)
        self.returned = returns

    def _tell(self, kind: StepKind, *reasons: Reason, **told: Any) -> None:
        names, board = self.names, self.edition.board
        step = Step(
            kind,
            self.turn,
            names[self.mover] if self.turn else None,
            spots={name: board.names[spot] for name, spot in zip(names, self.spots, strict=True) if spot},
            health=dict(zip(names, self.health, strict=True)),
            stars=dict(zip(names, self.stars, strict=True)),
            hands={
                name: Hand(tuple(attack), tuple(defense))
                for name, attack, defense in zip(names, self.attack_cards, self.defense_cards, strict=True)
            },
            tokens=tuple(name for name, bit in self.edition.star_spots.items() if bit & self.tokens),
            reasons=reasons,
            returned=self.returned,
            **told,
        )
        self.returned = ()
        self.steps.append(step)

    def tell_end(self) -> None:
        """The sentence on the winner, and on why the game is over."""
        reason = (
            Reason("E23", _("One player is left in the game and wins."))
            if self.ended == "survivor"
            else Reason("EH18", _("The last round is over: more lives rank first, then more stars."))
        )
        self._tell(
            "end", reason, places=dict(zip(self.names, places_by(self.health, self.stars, self.fell), strict=True))
        )

    def _deal(self) -> None:
        super()._deal()
        hand = self.edition.data.hand
        dealt: dict[str, str | int] = {"attack": hand.attack.value, "defense": hand.defense.value}
        self._tell(
            "start", Reason("E5", _("Cards dealt to each player: %(attack)s to attack, %(defense)s to defend."), dealt)
        )

    def _walk(self, move: str) -> Sequence[int]:
        mover = self.mover
        start, stars = self.spots[mover], self.stars[mover]
        stop = self._stop(move)
        others = super()._walk(move)
        reasons = [Reason("E8", _("Player %(seat)s walks %(move)s."), {"seat": self.names[mover], "move": move})]
        if self.stars[mover] > stars:
            taken = self.stars[mover] - stars
            reasons.append(Reason("E9", _("Stars on the way, taken along: %(number)s."), {"number": taken}))
        if stop.at_boundary:
            reasons.append(Reason("EH7", _("A step would have left the board, so it isn’t walked.")))
        if others:
            reasons.append(Reason("EH6", _("Somebody stands there, so the move ends.")))
        spot_names = self.edition.board.names
        way = tuple(spot_names[spot] for spot in stop.way)
        self._tell("move", *reasons, way=way, start=spot_names[start])
        return others

    def _fight(self, attack: str, defenses: Sequence[tuple[int, str | None]], *, sudden: bool) -> None:
        fell = len(self.knock_outs)
        super()._fight(attack, defenses, sudden=sudden)
        duel = self.duels[-1]
        attacker: dict[str, str | int] = {"seat": duel.attacker}
        reasons = [
            Reason("E12", _("Player %(seat)s uses stars for a sudden duel."), attacker)
            if sudden
            else Reason("E11", _("Player %(seat)s attacks everybody on the spot."), attacker)
        ]
        for defense in duel.defenders:
            reasons.append(self._why_value(duel, defense))
            lost: dict[str, str | int] = {"seat": defense.seat, "damage": defense.damage}
            if defense.damage:
                reasons.append(Reason("E20", _("Player %(seat)s loses lives: %(damage)s."), lost))
            else:
                reasons.append(Reason("E20", _("Player %(seat)s loses nothing."), lost))
        reasons += [
            Reason(
                "E21",
                _("Player %(seat)s is out of the game. Player %(by)s gains lives and the stars."),
                {"seat": fallen.seat, "by": fallen.by},
            )
            for fallen in self.knock_outs[fell:]
        ]
        self._tell("duel", *reasons, duel=duel)

    def _why_value(self, duel: FoughtDuel, defense: Defense) -> Reason:
        """E17 to E19, EH9: what a defense card was worth."""
        card = defense.defense
        if card is None:
            return Reason("EH9", _("Player %(seat)s has no defense card and defends with 0."), {"seat": defense.seat})
        counters = self.edition.counters
        params: dict[str, str | int] = {"attack": duel.attack, "defense": card, "value": defense.value}
        if counters.get(duel.attack[0]) == card[0]:
            return Reason("E17", _("%(attack)s counters %(defense)s: the defense is halved to %(value)s."), params)
        if counters.get(card[0]) == duel.attack[0]:
            return Reason("E18", _("%(defense)s counters %(attack)s: the defense is doubled to %(value)s."), params)
        return Reason("E19", _("%(attack)s against %(defense)s: both count as printed."), params)

    def _draw_one(self) -> None:
        place = self.drawn[self.mover]
        super()._draw_one()
        if self.drawn[self.mover] == place:
            return
        card = self.slips[self.mover][place]
        params: dict[str, str | int] = {"seat": self.names[self.mover], "card": card}
        text = _("Nobody else is on the spot, so player %(seat)s draws a card: %(card)s.")
        self._tell("card", Reason("E13", text, params), cards=(card,), kept=card)

    def _star_draw(self, star_draw: StarDraw, use: int) -> None:
        place = self.drawn[self.mover]
        super()._star_draw(star_draw, use)
        entry = slip_entry(self.slips[self.mover][place])
        assert entry is not None  # else the record isn't legal
        assert entry.kept is not None
        params: dict[str, str | int] = {
            "seat": self.names[self.mover],
            "number": len(entry.cards),
            "card": entry.kept,
        }
        text = _("Player %(seat)s uses stars to draw cards (%(number)s) and keeps %(card)s.")
        self._tell("star_draw", Reason("E14", text, params), cards=entry.cards, kept=entry.kept)
