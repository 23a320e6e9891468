"""What mage cards and duel cards can do: small named effects that an edition's mages and cards choose from.

A duel card changes the rules of its duel, so its effect is a function from `DuelRules` to `DuelRules`. A mage's effect
is a spell of the record format or the standing `equilibrium`. The numbers in an effect are the edition's to set.
"""

from collections.abc import Callable, Mapping

import msgspec

from games.engine.core.messages import gettext_noop as _


class DuelRules(msgspec.Struct, frozen=True, cache_hash=True):
    """The rules of one duel: the base game's, as its duel card changes them.

    `strengths`: of a weak, a medium and a strong pawn. `light`, `dark`: spaces that a won token moves, dark positive
    (R12). `super_spaces`, `golden_spaces`: R13, R31. `positions`: how many encounters are fought.
    """

    strengths: tuple[int, int, int] = (1, 2, 3)
    weak_beats_strong: bool = False
    light: int = -1
    dark: int = 1
    super_spaces: int = 2
    golden_spaces: int = 3
    scoring_pawns_move: bool = True
    marker_honoris: int = 5  # R19
    marker_given: bool = True
    equal_goes_to_responder: bool = False
    one_by_one: bool = False  # R17
    positions: int = 6
    reinforcements: int = 0
    starter_changes: bool = False
    triumph_points: int | None = None
    triumph_spaces: int = 0


BASE_DUEL = DuelRules()
FIFTH_DUEL = DuelRules(one_by_one=True)  # R17

Values = Mapping[str, int]


class Parameter(msgspec.Struct, frozen=True):
    """A number that an edition sets in an effect: its default and the bounds it must keep, both included."""

    default: int
    least: int
    most: int


class CardEffect(msgspec.Struct, frozen=True):
    """What a duel card can do. `text` is an English template over the parameters, meant for translation."""

    text: str
    change: Callable[[DuelRules, Values], DuelRules]
    parameters: dict[str, Parameter] = {}


class MageEffect(msgspec.Struct, frozen=True):
    """What a mage can do, under the name of the spell in a record. `counted`: its uses are limited by tokens (R22)."""

    text: str
    counted: bool = True
    parameters: dict[str, Parameter] = {}


MOST_SPACES = 15  # that one token, won super energy or spell can move a scoring pawn
_SPACES = Parameter(default=2, least=0, most=MOST_SPACES)

CARD_EFFECTS: dict[str, CardEffect] = {
    "light_spaces": CardEffect(
        _("Each won light token moves %(spaces)s spaces."),
        lambda rules, values: msgspec.structs.replace(rules, light=-values["spaces"]),
        {"spaces": _SPACES},
    ),
    "dark_spaces": CardEffect(
        _("Each won dark token moves %(spaces)s spaces."),
        lambda rules, values: msgspec.structs.replace(rules, dark=values["spaces"]),
        {"spaces": _SPACES},
    ),
    "inversion": CardEffect(
        _("Won light tokens move towards dark, won dark tokens towards light."),
        lambda rules, values: msgspec.structs.replace(rules, light=-rules.light, dark=-rules.dark),
    ),
    "stillness": CardEffect(
        _("No scoring pawn moves in this duel."),
        lambda rules, values: msgspec.structs.replace(rules, scoring_pawns_move=False),
    ),
    "marker_honoris": CardEffect(
        _("This duel’s marker is worth %(honoris)s Honoris."),
        lambda rules, values: msgspec.structs.replace(rules, marker_honoris=values["honoris"]),
        {"honoris": Parameter(default=10, least=0, most=50)},
    ),
    "truce": CardEffect(
        _("No marker is given in this duel."),
        lambda rules, values: msgspec.structs.replace(rules, marker_given=False),
    ),
    "upheaval": CardEffect(
        _("Weak beats medium, medium beats strong; equal pawns are still forbidden."),
        lambda rules, values: msgspec.structs.replace(rules, strengths=(3, 2, 1)),
    ),
    "giant_slayer": CardEffect(
        _("A weak pawn beats a strong one; everything else stays the same."),
        lambda rules, values: msgspec.structs.replace(rules, weak_beats_strong=True),
    ),
    "last_word": CardEffect(
        _("In an equal duel the side that placed second gets the marker."),
        lambda rules, values: msgspec.structs.replace(rules, equal_goes_to_responder=True),
    ),
    "super_spaces": CardEffect(
        _("Each won super energy moves %(super)s spaces, each won golden one %(golden)s."),
        lambda rules, values: msgspec.structs.replace(
            rules, super_spaces=values["super"], golden_spaces=values["golden"]
        ),
        {
            "super": Parameter(default=3, least=0, most=MOST_SPACES),
            "golden": Parameter(default=4, least=0, most=MOST_SPACES),
        },
    ),
    "clash": CardEffect(
        _("This duel is played encounter by encounter, as the fifth."),
        lambda rules, values: msgspec.structs.replace(rules, one_by_one=True),
    ),
    "narrow_bridge": CardEffect(
        _("Encounter 6 isn’t fought."),
        lambda rules, values: msgspec.structs.replace(rules, positions=5),
    ),
    "reinforcement": CardEffect(
        _("Each side may strengthen one pawn by 1 when placing it."),
        lambda rules, values: msgspec.structs.replace(rules, reinforcements=1),
    ),
    "reversal": CardEffect(
        _("The other side is the starter of this duel."),
        lambda rules, values: msgspec.structs.replace(rules, starter_changes=True),
    ),
    "triumph": CardEffect(
        _("Whoever wins the marker with at least %(points)s encounter points may move %(spaces)s more spaces."),
        lambda rules, values: msgspec.structs.replace(
            rules, triumph_points=values["points"], triumph_spaces=values["spaces"]
        ),
        {"points": Parameter(default=5, least=0, most=12), "spaces": _SPACES},
    ),
}

EXCHANGE_TOKENS = "exchange_tokens"
STRENGTHEN_PAWN = "strengthen_pawn"
SURGE = "surge"
EQUILIBRIUM = "equilibrium"

MAGE_EFFECTS: dict[str, MageEffect] = {
    EXCHANGE_TOKENS: MageEffect(_("Exchanges the two facing tokens of one encounter for this duel (no super energy).")),
    STRENGTHEN_PAWN: MageEffect(_("Strengthens one pawn by 1 when placing it.")),
    SURGE: MageEffect(
        _("Moves the scoring pawn %(spaces)s more spaces in one direction."),
        parameters={"spaces": _SPACES},
    ),
    EQUILIBRIUM: MageEffect(_("Takes the marker of a duel that ends equal."), counted=False),
}

RULING_OPTIONS: dict[str, dict[str, str]] = {
    "H2": {
        "fewest": _("Where identical pawns can’t be avoided, they stand in as few encounters as the stock allows."),
        "any": _("Where identical pawns can’t be avoided, they may stand in any number of encounters."),
    },
    "H8": {
        "lots": _("Lots decide the starter of each game of a series."),
        "alternate": _("The starter’s button alternates between the games of a series."),
    },
}
