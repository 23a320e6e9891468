"""The rules of the elemental duel in our words, as the engine checks them (docs/rules/elemental.md)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.pages.core.rules import Rule

NOTE = _(
    "E numbers are stated in the rulebook, EH numbers are rulings of ours where it is silent or can be read in two "
    "ways, S numbers follow from both. The amounts are the rulebook’s; an "
    "edition’s page says its own."
)
RULES = (
    Rule(("E1",), _("Two to four players play.")),
    Rule(
        ("E2", "EH1"),
        _("The board’s spots are magenta or white, and some are star spots. Its size and colours are the edition’s."),
    ),
    Rule(("E3",), _("Each pawn starts in a corner. The edition says which corners fewer than four players use.")),
    Rule(
        ("E4", "EH2"),
        _(
            "The highest roll starts; those who tie for it roll again. Turns go clockwise. An event may name the "
            "starter."
        ),
    ),
    Rule(("E5",), _("At the start each player gets two attack cards and two defense cards.")),
    Rule(("E6",), _("Each player starts with 12 lives, called health here.")),
    Rule(("E7", "EH3"), _("Nine star tokens lie on the star spots, one on each. A star spot never holds two.")),
    Rule(
        ("E8", "EH4"),
        _(
            "The mover rolls two dice and walks two straight legs, one along the column and one along the row. They "
            "choose which die is which, the order and the directions. The first step of each leg must stay on the "
            "board."
        ),
    ),
    Rule(
        ("E9", "EH5"),
        _(
            "A star token on a spot that the mover enters is theirs. This isn’t optional, and there is no limit to the "
            "stars a player may have."
        ),
    ),
    Rule(
        ("E10", "EH6", "EH7"),
        _(
            "A player in the way ends the move on that spot. A step that would leave the board isn’t walked and ends "
            "the move, or only that leg if the edition says so. Any number of pawns may stand on one spot."
        ),
    ),
    Rule(("E11",), _("If others stand where the mover stops, the mover must duel with all of them.")),
    Rule(("E12",), _("With two stars the mover may use them for a sudden duel with any player on the board.")),
    Rule(
        ("E13",),
        _("If nobody else stands there, the mover draws a card: an attack card on magenta, a defense card on white."),
    ),
    Rule(
        ("E14",),
        _("With three stars the mover may draw three cards of one deck and keep one. This is called a star draw."),
    ),
    Rule(
        ("EH8",),
        _(
            "The order is: the duel on the spot, sudden duels, the card drawn, star draws. Whoever met somebody draws "
            "no card. Stars may be used as often as they last."
        ),
    ),
    Rule(
        ("EH9",),
        _(
            "A player who has a card must show one. Without an attack card there is no duel, and a defender without a "
            "defense card defends with 0."
        ),
    ),
    Rule(
        ("EH10",),
        _(
            "Used stars go back first, each to a different star spot that holds none. The player who used them "
            "chooses which."
        ),
    ),
    Rule(
        ("EH11",),
        _(
            "Shown cards go to their deck’s discard pile, which is shuffled and becomes the deck when the deck is "
            "empty. If both are empty, no card is drawn."
        ),
    ),
    Rule(
        ("EH12",),
        _("The cards of a star draw that aren’t kept go to the bottom of the deck in the order they were drawn."),
    ),
    Rule(("EH13",), _("There is no limit to the cards in a hand. Hands are hidden, discard piles are open.")),
    Rule(("E15",), _("The player who moved onto the other, or used the stars, attacks; the others defend.")),
    Rule(
        ("E16", "EH14"),
        _(
            "The attacker shows an attack card and each defender a defense card at the same time. One attack card "
            "counts against all defenders."
        ),
    ),
    Rule(("E17",), _("The defense value is halved if the attack’s element counters the defense’s.")),
    Rule(("E18",), _("The defense value is doubled if the defense’s element counters the attack’s.")),
    Rule(
        ("E19", "EH15"),
        _(
            "Water counters fire, fire counters grass, grass counters water. All other pairs count as printed. Halves "
            "are rounded down unless the edition says otherwise."
        ),
    ),
    Rule(
        ("E20",),
        _("The damage is the attack less the defense value. A defender loses that much health, an attacker never any."),
    ),
    Rule(
        ("E21", "EH16"),
        _(
            "Whoever knocks a player out gains two lives, up to 12, and gets that player’s stars. The pawn leaves the "
            "board, and its player’s cards go to the discard piles."
        ),
    ),
    Rule(("E22",), _("Then it is the next player’s turn.")),
    Rule(("E23", "EH17"), _("The last player surviving wins. The game ends at that moment.")),
    Rule(
        ("EH18",),
        _(
            "An edition may limit the rounds. When the last one is over, the game ends; a round goes once round the "
            "table."
        ),
    ),
    Rule(
        ("EH19",),
        _(
            "Survivors rank by health, then by stars, and before all who were knocked out. Of those, later is better. "
            "Players equal in everything share the place."
        ),
    ),
    Rule(("S1",), _("In a score: nobody has more health than the edition allows.")),
    Rule(("S2",), _("In a score: somebody always survives.")),
    Rule(("S3",), _("In a score: several survive only where the rounds are limited.")),
    Rule(("S4",), _("In a score: players who are out have no stars, and there are no more stars than star spots.")),
    Rule(("S5",), _("In a score: the places follow from health and stars.")),
    Rule(("S6",), _("In a score: the only survivor made the last knock-outs and gained lives for them.")),
)
