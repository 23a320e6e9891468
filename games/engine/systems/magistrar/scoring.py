"""Scoring a duel (R12-R15, R27, R30, R31): the same for a record and for a sheet."""

import msgspec

from games.engine.systems.magistrar.documents import Spell, Surge, Triumph
from games.engine.systems.magistrar.effects import SURGE, DuelRules
from games.engine.systems.magistrar.game import GameInPlay, SideInPlay, on_track
from games.engine.systems.magistrar.messages import violation
from games.engine.systems.magistrar.report import Side, Violation, Winner

DIRECTIONS = {"L": -1, "D": 1, ".": 0}
GOLDEN_POINTS = 2  # R31


class Haul(msgspec.Struct, gc=False):
    """What one side won in a duel, by kind of token. `super_direction`, `golden_direction`: the net direction that
    those are moved in, dark positive; `extra`: spaces that spells add."""

    light: int
    dark: int
    supers: int = 0
    super_direction: int = 0
    goldens: int = 0
    golden_direction: int = 0
    extra: int = 0

    @property
    def points(self) -> int:
        """Encounter points (R15): one an encounter, two with a golden super energy (R31)."""
        return self.light + self.dark + self.supers + GOLDEN_POINTS * self.goldens

    def spaces(self, rules: DuelRules) -> int:
        """The duel's moves netted, dark positive (R12, R13, R31, H3, H4, H6)."""
        if not rules.scoring_pawns_move:
            return 0
        return (
            self.light * rules.light
            + self.dark * rules.dark
            + self.super_direction * rules.super_spaces
            + self.golden_direction * rules.golden_spaces
            + self.extra
        )  # fmt: skip


def net_direction(letters: str) -> int:
    """Letters towards dark less letters towards light."""
    return letters.count("D") - letters.count("L")


def marker_winner(white: int, black: int, rules: DuelRules, responder: Side, equilibrium: Winner) -> Winner:
    """Who takes the duel marker by both sides' encounter points (R15).

    `truce` gives none; an equal duel goes by `equilibrium`, then `last_word`.
    """
    if not rules.marker_given:
        return None
    if white != black:
        return "white" if white > black else "black"
    if equilibrium is not None:
        return equilibrium
    return responder if rules.equal_goes_to_responder else None


def scoring_spells(
    spells: tuple[Spell, ...],
    number: int,
    game: GameInPlay,
    rules: DuelRules,
    winner: Winner,
    hauls: tuple[Haul, Haul],
) -> list[Violation]:
    """Cast surge (R25) and triumph (R27): adds their spaces to the hauls (white's, black's), or says what is wrong."""
    found: list[Violation] = []
    triumphed: set[Side] = set()
    for spell in spells:
        side, haul = (game.white, hauls[0]) if spell.by == "white" else (game.black, hauls[1])
        if isinstance(spell, Surge):
            wrong = _surge(spell, number, side, haul)
        elif isinstance(spell, Triumph):
            wrong = _triumph(spell, number, rules, winner, haul, triumphed)
        else:
            continue
        if wrong is not None:
            found.append(wrong)
    return sorted(found, key=lambda wrong: wrong.side == "black") if found else found


def _surge(spell: Surge, number: int, side: SideInPlay, haul: Haul) -> Violation | None:
    if side.effect != SURGE:
        return violation("spell", "R25", duel=number, side=spell.by, spell="surge", reason="not_given")
    if side.uses_left <= 0:
        return violation("spell", "R25", duel=number, side=spell.by, spell="surge", reason="used_up")
    side.uses_left -= 1
    haul.extra += DIRECTIONS[spell.direction] * side.spaces
    return None


def _triumph(
    spell: Triumph, number: int, rules: DuelRules, winner: Winner, haul: Haul, triumphed: set[Side]
) -> Violation | None:
    if rules.triumph_points is None:
        return violation("spell", "R27", duel=number, side=spell.by, spell="triumph", reason="not_given")
    if spell.by != winner or haul.points < rules.triumph_points:
        return violation(
            "spell",
            "R27",
            duel=number,
            side=spell.by,
            spell="triumph",
            reason="no_triumph",
            points=rules.triumph_points,
        )
    if spell.by in triumphed:
        return violation("spell", "R27", duel=number, side=spell.by, spell="triumph", reason="second")
    triumphed.add(spell.by)
    haul.extra += DIRECTIONS[spell.direction] * rules.triumph_spaces
    return None


def settle(game: GameInPlay, rules: DuelRules, winner: Winner, white_spaces: int, black_spaces: int) -> None:
    """Move both scoring pawns, clamped once a duel (H4), and hand out the marker."""
    white, black = game.white, game.black
    white.level = on_track(white.level + white_spaces)
    black.level = on_track(black.level + black_spaces)
    if winner is not None:
        taker = white if winner == "white" else black
        taker.markers += 1
        taker.marker_honoris += rules.marker_honoris
