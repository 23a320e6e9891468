"""Why an encounter, a duel and a game came out as they did, with the rule's number.

Values of the parameters `side`, `spell`, `token`, `white_pawn` and `black_pawn` are words of the formats.
"""

from games.engine.core.messages import gettext_noop as _
from games.engine.core.replay import Reason
from games.engine.systems.magistrar.documents import (
    ExchangeTokens,
    Reinforcement,
    Spell,
    StrengthenPawn,
    Surge,
    Triumph,
)
from games.engine.systems.magistrar.effects import BASE_DUEL, DuelRules
from games.engine.systems.magistrar.fight import Fight, Row
from games.engine.systems.magistrar.report import Side, SideNumbers, Winner
from games.engine.systems.magistrar.rows import PAWN_KINDS, TOKEN_KINDS
from games.engine.systems.magistrar.scoring import DIRECTIONS

_STRONGER = _("White %(white_pawn)s%(white_plus)s, Black %(black_pawn)s%(black_plus)s: the stronger pawn wins.")


def token_at(row: Row, bit: int) -> str:
    """The token that lies there for this duel."""
    masks = (row.light, row.dark, row.super, row.golden)
    return next(kind for kind, mask in zip(TOKEN_KINDS.values(), masks, strict=True) if mask & bit)


def pawn_at(row: Row, bit: int) -> str | None:
    masks = (row.weak, row.medium, row.strong)
    return next((kind for kind, mask in zip(PAWN_KINDS.values(), masks, strict=True) if mask & bit), None)


def encounter_reason(fight: Fight, position: int) -> Reason:
    """What decided an encounter that is fought."""
    bit = 1 << position - 1
    tokens = (token_at(fight.white, bit), token_at(fight.black, bit))
    if "super" in tokens or "golden" in tokens:
        return _by_super(tokens)
    return _by_pawns(fight, bit)


def _by_super(tokens: tuple[str, str]) -> Reason:
    """R11; R30 where a golden one is there."""
    if tokens[0] == tokens[1]:
        if tokens[0] == "golden":
            return Reason("R30", _("Golden against golden: a tie. Nobody wins this encounter."))
        return Reason("R11", _("Super against super: a tie. Nobody wins this encounter."))
    if "golden" not in tokens:
        return Reason("R11", _("A super energy wins its encounter, whatever pawn faces it."))
    if "super" in tokens:
        return Reason("R30", _("The golden super energy beats the super energy."))
    return Reason("R30", _("A golden super energy wins its encounter, whatever pawn faces it."))


def _by_pawns(fight: Fight, bit: int) -> Reason:
    """R10; R24 or R27 where a strengthening or a duel card made the difference; H2 or H5 where nobody wins."""
    white, black, rules = fight.white, fight.black, fight.rules
    if not (white.won | black.won) & bit:
        if rules.one_by_one:
            return Reason("H5", _("Equal pawns: the answering side had no others left. Nobody wins this encounter."))
        return Reason("H2", _("Equal pawns that couldn’t be avoided: nobody wins this encounter."))
    pawns = (pawn_at(white, bit) or "", pawn_at(black, bit) or "")
    params: dict[str, str | int] = {
        "white_pawn": pawns[0],
        "black_pawn": pawns[1],
        "white_plus": " + 1" if white.strengthened & bit else "",
        "black_plus": " + 1" if black.strengthened & bit else "",
    }
    winner = 0 if white.won & bit else 1
    if rules.weak_beats_strong and pawns[winner] == "weak" and pawns[1 - winner] == "strong":
        return Reason("R27", _("By this duel’s card a weak pawn beats a strong one."))
    if rules.strengths != BASE_DUEL.strengths:
        template = _(
            "White %(white_pawn)s%(white_plus)s, Black %(black_pawn)s%(black_plus)s: by this duel’s card "
            "weak beats medium and medium beats strong."
        )
        return Reason("R27", template, params)
    order = list(PAWN_KINDS.values())
    made = order.index(pawns[winner]) <= order.index(pawns[1 - winner])  # without it nobody, or the other, had won
    return Reason(_strengthening_rule(fight, bit) if made else "R10", _STRONGER, params)


def _strengthening_rule(fight: Fight, bit: int) -> str:
    """R27 where the duel card gave the strengthening at a position, else R24."""
    here = [spell for spell in fight.duel.spells if isinstance(spell, Reinforcement) and 1 << spell.position - 1 == bit]
    return "R27" if here else "R24"


def exchange_reasons(spells: tuple[Spell, ...]) -> tuple[Reason, ...]:
    """R23: the exchanges of tokens before any pawn is placed."""
    template = _("%(side)s exchanges the two tokens of encounter %(position)s.")
    return tuple(
        Reason("R23", template, {"side": spell.by, "position": spell.position})
        for spell in spells
        if isinstance(spell, ExchangeTokens)
    )


def strengthening_reasons(spells: tuple[Spell, ...], side: Side) -> tuple[Reason, ...]:
    """R24, R27: the side's strengthened pawns."""
    template = _("%(side)s strengthens the pawn of encounter %(position)s by 1.")
    return tuple(
        Reason(
            "R24" if isinstance(spell, StrengthenPawn) else "R27", template, {"side": side, "position": spell.position}
        )
        for spell in spells
        if isinstance(spell, StrengthenPawn | Reinforcement) and spell.by == side
    )


def duel_reasons(
    rules: DuelRules, spells: tuple[Spell, ...], points: SideNumbers, winner: Winner, equilibrium: Winner
) -> tuple[Reason, ...]:
    """Who takes the marker, and what cards and spells added."""
    reasons = [_marker_reason(rules, points, winner, equilibrium)]
    if winner is not None and rules.marker_honoris != BASE_DUEL.marker_honoris:
        worth: dict[str, str | int] = {"honoris": rules.marker_honoris}
        reasons.append(Reason("R27", _("This duel’s marker is worth %(honoris)s Honoris."), worth))
    if not rules.scoring_pawns_move:
        reasons.append(Reason("R27", _("By this duel’s card no scoring pawn moves.")))
    for spell in spells:
        if isinstance(spell, Surge | Triumph) and DIRECTIONS[spell.direction]:
            reasons.append(_further_move(spell))
    return tuple(reasons)


def _marker_reason(rules: DuelRules, points: SideNumbers, winner: Winner, equilibrium: Winner) -> Reason:
    params: dict[str, str | int] = {"white": points.white, "black": points.black, "side": winner or ""}
    if not rules.marker_given:
        return Reason("R27", _("A truce: nobody takes this duel’s marker."), params)
    if winner is None:
        return Reason("R15", _("%(white)s to %(black)s encounter points: nobody takes the marker."), params)
    if points.white != points.black:
        return Reason("R15", _("%(white)s to %(black)s encounter points: %(side)s takes the marker."), params)
    if equilibrium is not None:
        return Reason("R26", _("%(white)s to %(black)s: in an equal duel %(side)s’s mage takes the marker."), params)
    return Reason(
        "R27", _("%(white)s to %(black)s: by the card %(side)s, who placed second, takes the marker."), params
    )


def _further_move(spell: Surge | Triumph) -> Reason:
    if DIRECTIONS[spell.direction] < 0:
        template = _("%(side)s’s scoring pawn moves further towards light (%(spell)s).")
    else:
        template = _("%(side)s’s scoring pawn moves further towards dark (%(spell)s).")
    surge = isinstance(spell, Surge)
    return Reason("R25" if surge else "R27", template, {"side": spell.by, "spell": "surge" if surge else "triumph"})


def end_reason(honoris: SideNumbers, winner: Winner) -> Reason:
    """R21."""
    params: dict[str, str | int] = {"white": honoris.white, "black": honoris.black, "side": winner or ""}
    if winner is None:
        return Reason("R21", _("%(white)s to %(black)s Honoris and equal markers: truly equal."), params)
    if honoris.white != honoris.black:
        return Reason("R21", _("%(white)s to %(black)s Honoris: %(side)s wins the game."), params)
    return Reason("R21", _("%(white)s to %(black)s Honoris: %(side)s wins by more duel markers."), params)
