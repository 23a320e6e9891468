"""The sentences of violations, and the one way to make a violation.

`message_template` finds the English template of a violation again, so that whoever shows it in another language can
translate the template and fill it with the violation's `params`. Values of the parameters `side`, `token`, `pawn` and
`spell` are words of the formats (white, light, weak, surge) and are translated by whoever translates the template.
`white_name` and `black_name` are no parameters: who shows a sentence puts them in.
"""

from games.engine.core.messages import gettext_noop as _
from games.engine.core.sentences import shortened
from games.engine.systems.magistrar.report import Side, Violation

SIDE_NAMES = {"white_name": "White", "black_name": "Black"}  # for sentences about both

_TEMPLATES: dict[tuple[str, str], str] = {
    ("bag", "R6"): _("Duel %(duel)s, encounter %(position)s: %(side)s has no %(token)s token left in the bag."),
    ("pawn_missing", "R7"): _("Duel %(duel)s, encounter %(position)s: %(side)s must place a pawn here."),
    ("pawn_unneeded", "H1"): _(
        "Duel %(duel)s, encounter %(position)s: %(side)s places no pawn at a super energy of their own."
    ),
    ("pawn_unneeded", "R27"): _(
        "Duel %(duel)s, encounter %(position)s: this encounter isn’t fought, no pawn goes here."
    ),
    ("pawn_supply", "R2"): _("Duel %(duel)s, encounter %(position)s: %(side)s has no %(pawn)s pawn left."),
    ("order", "missing"): _(
        "Duel %(duel)s is played encounter by encounter: the order must list exactly %(positions)s."
    ),
    ("order", "unasked"): _("Duel %(duel)s isn’t played encounter by encounter: it has no order."),
    ("identical_pawn", "R8"): _(
        "Duel %(duel)s, encounter %(position)s: %(side)s may not face a pawn with one of the same strength."
    ),
    ("identical_pawn", "H2"): _(
        "Duel %(duel)s, encounter %(position)s: %(side)s faces %(number)s pawns with equal ones; only "
        "%(fewest)s can’t be avoided."
    ),
    ("identical_pawn", "H5"): _(
        "Duel %(duel)s, encounter %(position)s: %(side)s still has a pawn of another strength and must answer with one."
    ),
    ("super_moves", "R13"): _(
        "Duel %(duel)s: super energies won by %(side)s: %(won)s. That many moves are needed, not %(given)s."
    ),
    ("spell", "not_given"): _("Duel %(duel)s: %(side)s doesn’t have the spell %(spell)s here."),
    ("spell", "used_up"): _("Duel %(duel)s: %(side)s has used up the spell %(spell)s."),
    ("spell", "no_position"): _("Duel %(duel)s: there is no encounter %(position)s for %(side)s’s spell %(spell)s."),
    ("spell", "no_pawn"): _("Duel %(duel)s, encounter %(position)s: %(side)s has no pawn here to strengthen."),
    ("spell", "super_energy"): _("Duel %(duel)s, encounter %(position)s: a super energy can’t be exchanged."),
    ("spell", "exchanged_twice"): _("Duel %(duel)s, encounter %(position)s: these tokens were exchanged already."),
    ("spell", "strengthened_twice"): _("Duel %(duel)s, encounter %(position)s: %(side)s strengthens a pawn twice."),
    ("spell", "second"): _("Duel %(duel)s: %(side)s uses %(spell)s a second time; the card gives it once."),
    ("spell", "no_triumph"): _(
        "Duel %(duel)s: %(side)s can’t have a triumph. That takes the duel marker and %(points)s encounter points."
    ),
    ("schema", "shape"): _("This isn’t a document of a known format: %(detail)s"),
    ("schema", "notation"): _("Line %(line)s, column %(column)s: %(detail)s"),
    ("schema", "edition"): _("The edition “%(edition)s” isn’t known."),
    ("schema", "mage"): _("The edition has no mage “%(mage)s”."),
    ("schema", "same_mage"): _("Both sides have the mage “%(mage)s”."),
    ("schema", "card"): _("The edition has no duel card “%(card)s”."),
    ("schema", "card_repeated"): _("The duel card “%(card)s” is drawn twice."),
    ("schema", "cards_number"): _("Duel cards given: %(number)s; from %(least)s to 4 are needed."),
    ("schema", "golden_number"): _("There are only %(most)s golden super energies, not %(number)s."),
    ("sheet", "S1"): _("Duel %(duel)s has %(number)s encounters won; there are only %(most)s."),
    ("sheet", "S2"): _("%(side)s has won %(number)s %(token)s tokens in the game; there are only %(most)s."),
    ("sheet", "S3"): _("%(side)s has won %(number)s %(token)s energies in the game; there are only %(most)s."),
    ("sheet", "S4"): _(
        "Super energies won: %(white_name)s %(white)s, %(black_name)s %(black)s. "
        "Each wins or ties with another, so both numbers must be the same."
    ),
    ("sheet", "S5"): _(
        "Undecided encounters in the game: %(number)s; super energies not won by %(side)s leave %(least)s at least."
    ),
    ("sheet", "S6"): _(
        "Undecided encounters in duels 1 and 2: %(number)s; %(side)s’s super energies explain %(most)s at most."
    ),
    ("sheet", "S7"): _("%(side)s has won %(number)s encounters with pawns; at most %(most)s can be won."),
    ("sheet", "S8"): _(
        "Duel %(last)s (encounters won by %(white_name)s: %(white)s, by %(black_name)s: %(black)s, "
        "undecided: %(undecided)s) can’t have followed the duels before it: no placing of pawns and super"
        " energies leads there. Check who won what in duels 1 to %(last)s."
    ),
    ("score", "R4"): _("There are %(most)s duel markers, not %(number)s."),
    ("score", "R15"): _(
        "No game ends %(white)s : %(black)s with %(white_markers)s : %(black_markers)s duel markers "
        "(%(white_name)s : %(black_name)s). Check the Honoris and the markers."
    ),
    ("score", "R19"): _("%(side)s can’t have %(honoris)s Honoris with %(markers)s duel markers on this track."),
}


def message_template(code: str, rule: str | None, params: dict[str, str | int]) -> str:
    """The English template of a violation; `template % params` is its message."""
    return _TEMPLATES[code, str(params.get("reason", rule))]


def violation(
    code: str,
    rule: str | None,
    *,
    duel: int | None = None,
    side: Side | None = None,
    position: int | None = None,
    **params: str | int,
) -> Violation:
    """Make a violation; where it stands is among its parameters. `reason` tells apart what one rule can forbid."""
    for name, value in (("duel", duel), ("side", side), ("position", position)):
        if value is not None:
            params[name] = value
    shown = {name: shortened(value) for name, value in params.items()}
    message = message_template(code, rule, params) % {**SIDE_NAMES, **shown}
    return Violation(code, rule, duel, side, position, message[:1].upper() + message[1:], params)
